#!/usr/bin/env python3
"""battery.py PERCENT: a mouse with a battery, by the kernel's uhid, until it is ended."""
import os
import struct
import sys

CREATE2, INPUT2, GET_REPORT, GET_REPORT_REPLY = 11, 12, 9, 10
# Report 1 of a mouse: two axes, and the strength of its battery in percent.
DESCRIPTOR = bytes.fromhex("05010902a1018501 093009311581257f750895028106 050609201500256475089501 8102 c0".replace(" ", ""))


def main():
    report = bytes([1, 0, 0, int(sys.argv[1])])
    device = os.open("/dev/uhid", os.O_RDWR)
    name = b"Lab mouse".ljust(128, b"\0") + b"lab".ljust(64, b"\0") + b"00:11:22:33:44:55".ljust(64, b"\0")
    made = struct.pack("<HHIIII", len(DESCRIPTOR), 5, 0x1D6B, 0x0104, 1, 0) + DESCRIPTOR.ljust(4096, b"\0")
    os.write(device, struct.pack("<I", CREATE2) + name + made)
    os.write(device, struct.pack("<IH", INPUT2, len(report)) + report)
    while True:
        event = os.read(device, 4380)
        kind = struct.unpack_from("<I", event)[0]
        if kind == GET_REPORT:
            number = struct.unpack_from("<I", event, 4)[0]
            os.write(device, struct.pack("<IIHH", GET_REPORT_REPLY, number, 0, len(report)) + report)
        else:
            # Whoever opens the device is sent a report, as a mouse that is moved would.
            os.write(device, struct.pack("<IH", INPUT2, len(report)) + report)


main()
