#!/usr/bin/env python3
"""The way of a reading, from the queue to the receipt, beside a floor in C with the same libraries: `Tests/Benchmarks/uploader.py`.

Builds both, starts one server for each run, and lets them take turns, so that what else this machine does hits both. Says medians and
ratios: readings a second, CPU for each, bytes on the wire; then the time from a device event to its receipt, and what is left to do
after a day without servers. `--quick` is for a look whether it still runs. Standard library only.
"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
KEY = "0123456789abcdef" * 4
WEBHOOK = "fedcba9876543210" * 4


def build(folder):
    options = ["--package-path", TOP, "-c", "release", "--product", "uploader-benchmark"]
    subprocess.run(["swift", "build", *options], check=True, stdout=sys.stderr, timeout=3600)
    path = subprocess.run(
        ["swift", "build", *options, "--show-bin-path"], check=True, capture_output=True, text=True, timeout=600
    ).stdout.strip()
    floor = folder / "floor"
    source = TOP / "Tests/Benchmarks/uploader.c"
    subprocess.run(
        ["cc", "-O2", "-Wall", "-Wextra", "-o", floor, source, "-lsodium", "-lsqlite3", "-lcurl"], check=True, timeout=300
    )
    return pathlib.Path(path) / "uploader-benchmark", floor


class Server:
    """The benchmark's own server, until it is left."""

    def __init__(self, program):
        self.program = program

    def __enter__(self):
        self.process = subprocess.Popen([self.program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self.process.stdout.readline().strip()

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=60)


def measured(command):
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, timeout=1800).stdout)


def sustained(ours, floor, folder, sensors, seconds, rounds):
    results = {"ours": [], "floor": []}
    for number in range(rounds):
        with Server(ours) as url:
            results["ours"].append(measured([ours, "sustained", url, str(sensors), str(seconds)]))
        with Server(ours) as url:
            database = folder / f"floor-{sensors}-{number}.db"
            results["floor"].append(measured([floor, url, KEY, WEBHOOK, str(sensors), str(seconds), database]))
    table = {
        name: (
            statistics.median(run["readings"] / run["seconds"] for run in runs),
            statistics.median(run["cpu"] / run["readings"] * 1e6 for run in runs),
            statistics.median(run["bytes"] / run["readings"] for run in runs),
        )
        for name, runs in results.items()
    }
    print(f"\n{sensors} sensors in a batch, {rounds} rounds of {seconds} s")
    print(f"{'':8}{'readings/s':>14}{'CPU µs/reading':>18}{'bytes/reading':>16}")
    for name, (rate, cpu, size) in table.items():
        print(f"{name:8}{rate:14.0f}{cpu:18.2f}{size:16.1f}")
    ratio = [mine / least for mine, least in zip(table["ours"], table["floor"])]
    print(f"{'ratio':8}{ratio[0]:13.2f}×{ratio[1]:17.2f}×{ratio[2]:15.2f}×")


def main():
    quick = "--quick" in sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        ours, floor = build(folder)
        for sensors in (10, 100):
            sustained(ours, floor, folder, sensors, 1 if quick else 5, 1 if quick else 5)
        with Server(ours) as url:
            result = measured([ours, "latency", url, "3" if quick else "60"])
        print(
            f"\ndevice event to receipt, {result['events']} events (1 s of it is the window in which events are collected): "
            f"median {result['median'] * 1e3:.0f} ms, p99 {result['p99'] * 1e3:.0f} ms"
        )
        with Server(ours) as url:
            result = measured([ours, "catchup", url])
        print(
            f"after a day away, 50 sensors and 1000 events on each of 3 servers: {result['seconds']:.1f} s, "
            f"{result['cpu']:.2f} s of CPU for {result['states']} states and {result['events']} events"
        )


main()
