#!/usr/bin/python3
"""Pending Debian updates, and whether a reboot is wanted. A plugin of sensor-agent; standard library only.

apt is only asked what it would do, without its locks: an upgrade at the same time is not held up.
"""

import json
import os
import signal
import subprocess
import sys

SENSORS = {
    "debian.updates": {"name": "Pending updates", "state_class": "measurement", "icon": "mdi:package-up"},
    "debian.security_updates": {"name": "Pending security updates", "state_class": "measurement"},
    "debian.reboot_required": {"name": "Reboot required", "kind": "binary_sensor", "device_class": "problem"},
}


def pending():
    """Lines of what apt would install; None when it can't say."""
    command = ["apt-get", "--simulate", "-o", "Debug::NoLocking=1", "upgrade"]
    environment = dict(os.environ, LC_ALL="C")
    try:
        # Below the host's 10 s for a reading.
        done = subprocess.run(command, capture_output=True, text=True, timeout=8, env=environment, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"apt-get can't be asked: {error}", file=sys.stderr)
        return None
    return [line for line in done.stdout.splitlines() if line.startswith("Inst ")]


def read(ids):
    updates = pending() if any(id.endswith("updates") for id in ids) else None
    for id in ids:
        if id == "debian.reboot_required":
            yield {"id": id, "value": os.path.exists("/run/reboot-required")}
        elif id not in SENSORS:
            yield {"id": id, "unavailable": "not_present"}
        elif updates is None:
            yield {"id": id, "unavailable": "fault"}
        else:
            wanted = "-Security" if id == "debian.security_updates" else ""
            yield {"id": id, "value": sum(wanted.lower() in line.lower() for line in updates)}


def answer(request):
    word = request.get("request")
    if word == "hello":
        return {"answer": "hello", "protocol": 1, "name": "Debian updates", "version": "1", "mode": "once"}
    if word == "list":
        common = {"device": "Debian", "interval_s": 3600, "least_interval_s": 600}
        return {"answer": "list", "sensors": [{"id": id, **common, **words} for id, words in SENSORS.items()]}
    if word == "read":
        return {"answer": "read", "readings": list(read(request["ids"]))}
    if word in ("watch", "health", "bye"):
        return {"answer": word}
    return {"answer": "error", "text": f"the request {word!r} is not known here"}


def main():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    # A host that went away ends us, without a trace of it.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for line in sys.stdin:
        try:
            reply = answer(json.loads(line))
        except Exception as error:  # Whatever was wrong with this line, the next one is answered.
            reply = {"answer": "error", "text": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)
        if reply.get("answer") == "bye":
            return


main()
