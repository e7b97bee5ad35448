#!/usr/bin/env python3
"""What plugins cost: one poll of a sensor, built in, from a plugin, and by a program for each reading; and many plugins.

usage: Tests/Benchmarks/plugins.py AGENT

AGENT is the program, best a release (see footprint.py). It registers with its own stand-in for Home Assistant on loopback.
Processor time is that of the daemon with all that it starts; what it costs to have nothing enabled is subtracted.
Standard library only.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TICK = os.sysconf("SC_CLK_TCK")
POLLS = 60
MANY = 100

# Used percent of /, the same as storage.root.used_percent.
PYTHON = """#!/usr/bin/python3
import json, os, signal, sys
signal.signal(signal.SIGHUP, signal.SIG_IGN)
for line in sys.stdin:
    word = json.loads(line)["request"]
    more = {}
    if word == "hello":
        more = {"protocol": 1, "mode": "%s"}
    elif word == "list":
        more = {"sensors": [{"id": "root.used", "name": "Used", "unit": "%%", "least_interval_s": 1}]}
    elif word == "read":
        at = os.statvfs("/")
        used = at.f_blocks - at.f_bfree
        more = {"readings": [{"id": "root.used", "value": round(100 * used / (used + at.f_bavail), 1)}]}
    print(json.dumps({"answer": word, **more}), flush=True)
    if word == "bye":
        break
"""
CHECK = """#!/bin/sh
set -- $(df -P / | tail -n 1)
echo "OK | used=$5"
"""
TEN = """#!/bin/sh
trap '' HUP
while IFS= read -r line; do
    case $line in
        *'"request":"hello"'*) echo '{"answer":"hello","protocol":1}' ;;
        *'"request":"list"'*) echo '{"answer":"list","sensors":[%s]}' ;;
        *'"request":"read"'*) echo '{"answer":"read","readings":[%s]}' ;;
        *'"request":"watch"'*) echo '{"answer":"watch"}' ;;
        *'"request":"bye"'*) echo '{"answer":"bye"}'; exit 0 ;;
        *) echo '{"answer":"error","text":"not known"}' ;;
    esac
done
""" % (
    ",".join(f'{{"id":"a.v{n}","name":"V{n}","interval_s":60}}' for n in range(10)),
    ",".join(f'{{"id":"a.v{n}","value":{n}}}' for n in range(10)),
)


def program(path, text):
    path.write_text(text)
    path.chmod(0o755)


def stat(pid):
    """Parent, and ticks of its own and of children that were reaped; None for one that has ended."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return None
    return int(fields[1]), sum(int(field) for field in fields[11:15])


def family(root):
    """A process and all below it."""
    parents = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit() and (found := stat(entry)):
            parents.setdefault(found[0], []).append(int(entry))
    found, rest = [], [root]
    while rest:
        process = rest.pop()
        found.append(process)
        rest += parents.get(process, [])
    return found


def switches(root):
    """Voluntary switches of each thread of the daemon, and of all below it."""
    found = {}
    for process in family(root):
        who = "daemon" if process == root else "plugins"
        try:
            for thread in os.listdir(f"/proc/{process}/task"):
                for line in pathlib.Path(f"/proc/{process}/task/{thread}/status").read_text().splitlines():
                    if line.startswith("voluntary_ctxt_switches"):
                        found[who, thread] = int(line.split()[1])
        except OSError:
            continue
    return found


def wakes(root, seconds):
    """Wake-ups meanwhile, looked for each second, since a thread takes its count with it when it ends."""
    result = {"daemon": 0, "plugins": 0}
    before, end = switches(root), time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        time.sleep(min(1, left))
        now = switches(root)
        for thread, count in now.items():
            result[thread[0]] += count - before.get(thread, 0)
        before = now
    return result


def cost(root):
    """Seconds of processor time, and PSS in KiB, of the daemon and of all below it."""
    result = {"cpu": 0.0, "daemon_pss": 0, "plugins_pss": 0, "processes": 0}
    for process in family(root):
        who = "daemon" if process == root else "plugins"
        try:
            for line in pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    result[f"{who}_pss"] += int(line.split()[1])
        except OSError:
            continue
        if found := stat(process):
            result["cpu"] += found[1] / TICK
            result["processes"] += 1
    return result


def difference(before, after):
    return {key: after[key] - before[key] for key in after}


class Daemon:
    """The agent over a folder of plugins, registered with the stand-in."""

    def __init__(self, agent, folder, options=()):
        self.agent, self.state = agent, str(folder / "state")
        (folder / "plugins").mkdir(mode=0o755, exist_ok=True)
        self.server = subprocess.Popen([agent, "demo", "stand-in"], stdout=subprocess.PIPE, text=True)
        begin = json.loads(self.server.stdout.readline())
        # What it says later is thrown away by somebody who reads.
        self.sink = subprocess.Popen(["cat"], stdin=self.server.stdout, stdout=subprocess.DEVNULL)
        self.daemon = subprocess.Popen(
            [agent, "run", "--state-dir", self.state, *options], stderr=subprocess.PIPE, text=True,
            env={**os.environ, "SENSOR_AGENT_PLUGINS": str(folder / "plugins")},
        )
        for line in self.daemon.stderr:
            if "started" in line:
                break
        self.errors = subprocess.Popen(["cat"], stdin=self.daemon.stderr, stdout=subprocess.DEVNULL)
        token = folder / "token"
        token.write_text(begin["token"])
        token.chmod(0o600)
        self.run("servers", "add", begin["url"], "--name", "b", "--token-file", str(token), "--device-name", "Benchmark")

    def run(self, *words):
        command = [self.agent, *words, "--state-dir", self.state]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=300).stdout

    def until_listed(self, word, count):
        deadline = time.monotonic() + 300
        while self.run("sensors", "--json").count(word) < count:
            if time.monotonic() > deadline:
                sys.exit(f"{word} is not listed {count} times:\n{self.run('plugins')}")
            time.sleep(0.5)

    def measure(self, seconds, counts_wakes=False):
        time.sleep(5)
        before = cost(self.daemon.pid)
        woken = wakes(self.daemon.pid, seconds) if counts_wakes else time.sleep(seconds)
        return difference(before, cost(self.daemon.pid)) | {"wakes": woken}

    def end(self):
        self.daemon.send_signal(signal.SIGTERM)
        self.daemon.wait(timeout=60)
        self.server.send_signal(signal.SIGTERM)
        self.server.wait(timeout=30)


def one_poll(agent, folder):
    kinds = {
        "built in (statvfs)": "storage.root.used_percent",
        "a plugin that stays (Python)": "plugin_stays.root.used",
        "a check, started for each reading (shell, df)": "plugin_check.perf.used",
        "a plugin that is started for each reading (Python)": "plugin_once.root.used",
    }
    daemon = Daemon(agent, folder, ["--measure-interval", "1s"])
    try:
        program(folder / "plugins/stays.py", PYTHON % "stay")
        program(folder / "plugins/once.py", PYTHON % "once")
        program(folder / "check", CHECK)
        (folder / "plugins/check.conf").write_text(f"kind = nagios\ncommand = {folder}/check\n")
        daemon.run("reload")
        for name in kinds.values():
            daemon.until_listed(f'"{name}"', 1)
        idle = daemon.measure(POLLS)["cpu"]
        print(f"one poll a second, {POLLS} polls; nothing enabled: {idle / POLLS * 1000:.2f} ms of CPU a second")
        for what, name in kinds.items():
            daemon.run("sensors", "enable", name)
            cpu = daemon.measure(POLLS)["cpu"] - idle
            daemon.run("sensors", "disable", name)
            print(f"  {what}: {max(0, cpu) / POLLS * 1000:.2f} ms of CPU a poll")
    finally:
        daemon.end()


def many(agent, folder):
    daemon = Daemon(agent, folder)
    try:
        time.sleep(5)
        alone = cost(daemon.daemon.pid)
        for number in range(MANY):
            program(folder / f"plugins/p{number}.sh", TEN)
        start = time.monotonic()
        daemon.run("reload")
        daemon.until_listed('"plugin_p', 10 * MANY)
        listed = time.monotonic() - start
        daemon.run("sensors", "enable", "plugin_*")
        time.sleep(70)
        minutes = 2
        used = daemon.measure(60 * minutes, counts_wakes=True)
        now = cost(daemon.daemon.pid)
    finally:
        daemon.end()
    print(f"{MANY} plugins with 10 sensors each, every minute; all listed after {listed:.1f} s:")
    print(f"  {used['cpu'] / minutes * 1000:.0f} ms of CPU a minute, the plugins' own included")
    print(f"  the daemon {now['daemon_pss'] / 1024:.1f} MiB (without plugins {alone['daemon_pss'] / 1024:.1f}), "
          f"{now['processes'] - 1} other processes together {now['plugins_pss'] / 1024:.1f} MiB (PSS)")
    print(f"  wake-ups a minute: the daemon {used['wakes']['daemon'] / minutes:.0f}, "
          f"the others together {used['wakes']['plugins'] / minutes:.0f}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    agent = str(pathlib.Path(sys.argv[1]).resolve())
    for part in (one_poll, many):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="plugins-"))
        folder.chmod(0o755)
        try:
            part(agent, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


main()
