#!/usr/bin/env python3
"""What the whole daemon costs on this machine: memory, threads, wake-ups, CPU per cycle, size of the program.

Builds a release with a static Swift library, registers it with a real Home Assistant on loopback, enables ten sensors of
a machine in a folder, and looks at /proc after a minute. Standard library only; `python3 Tests/Benchmarks/footprint.py`.
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

TOP = pathlib.Path(__file__).resolve().parents[2]
HA = TOP / "Tests/HomeAssistantServer/ha.py"
MINUTE = 60


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=3600).stdout


def build(folder):
    options = ["-c", "release", "--static-swift-stdlib", "-Xswiftc", "-use-ld=lld", "--product", "agent"]
    subprocess.run(["swift", "build", "--package-path", TOP, *options], check=True, stdout=sys.stderr, timeout=3600)
    built = run("swift", "build", "--package-path", TOP, *options, "--show-bin-path").strip()
    stripped = folder / "agent"
    run("strip", "-o", stripped, pathlib.Path(built) / "agent")
    return stripped


def machine(folder):
    battery = {"type": "Battery", "present": 1, "status": "Discharging", "capacity": 71, "voltage_now": 11871000,
               "power_now": 8778000, "energy_now": 35112000, "energy_full": 50160000, "cycle_count": 143}
    link = {"operstate": "up", "carrier": 1, "speed": 1000, "flags": "0x1003", "ifindex": 2, "iflink": 2, "type": 1,
            "address": "02:00:00:00:00:01", "addr_assign_type": 0, "statistics/rx_bytes": 1000,
            "statistics/tx_bytes": 2000, "device/uevent": "DRIVER=x"}
    files = {f"sys/class/power_supply/BAT0/{name}": text for name, text in battery.items()}
    files |= {f"sys/class/net/enp3s0/{name}": text for name, text in link.items()}
    files["proc/self/mountinfo"] = "25 1 8:2 / / rw - ext4 /dev/sda2 rw"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n")
    return folder


def switches(pid):
    """Voluntary switches of each thread."""
    found = {}
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            status = (thread / "status").read_text()
        except OSError:
            continue
        found[thread.name] = next(
            int(line.split()[1]) for line in status.splitlines() if line.startswith("voluntary_ctxt_switches")
        )
    return found


def wakes(pid, seconds):
    """Wake-ups meanwhile, looked for each second, since a thread takes its count with it when it ends."""
    count, before = 0, switches(pid)
    for _ in range(seconds):
        time.sleep(1)
        now = switches(pid)
        count += sum(told - before.get(thread, 0) for thread, told in now.items())
        before = now
    return count


def look(pid):
    proc = pathlib.Path(f"/proc/{pid}")
    memory = {}
    for line in (proc / "smaps_rollup").read_text().splitlines()[1:]:
        name, value, *_ = line.split()
        memory[name.rstrip(":")] = int(value)
    threads = switches(pid)
    fields = (proc / "stat").read_text().rsplit(")", 1)[1].split()
    ticks = int(fields[11]) + int(fields[12])
    return {"rss": memory["Rss"], "private": memory["Private_Dirty"], "threads": len(threads),
            "cpu": ticks / os.sysconf("SC_CLK_TCK")}


def measure(agent, folder, server, options):
    state = folder / "state"
    daemon = subprocess.Popen([agent, "run", "--state-dir", state, "--root", machine(folder / "machine"), *options],
                              stderr=subprocess.PIPE, text=True)
    try:
        for line in daemon.stderr:
            if "started" in line:
                break
        token = folder / "token"
        token.write_text(server["token"])
        token.chmod(0o600)
        at = ["--state-dir", state]
        run(agent, "servers", "add", server["url"], "--token-file", token, "--device-name", "Footprint", *at)
        listing = json.loads(run(agent, "sensors", "--json", *at))
        ids = [sensor["id"] for sensor in listing["sensors"] if sensor["sensitivity"] == "plain"][:10]
        run(agent, "sensors", "enable", *ids, *at)
        time.sleep(10)
        before = look(daemon.pid)
        woken = wakes(daemon.pid, MINUTE)
        after = look(daemon.pid)
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait(timeout=30)
        shutil.rmtree(state, ignore_errors=True)
    return after | {"wakes": woken, "cpu": after["cpu"] - before["cpu"],
                    "sensors": len(ids)}


def main():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="footprint-"))
    agent = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else build(folder)
    server = json.loads(run("python3", HA, "start", "--max-seconds", "600"))
    try:
        usual = measure(agent, folder, server, [])
        brisk = measure(agent, folder, server, ["--measure-interval", "2s"])
    finally:
        run("python3", HA, "stop", "--remove", "--dir", server["dir"])
        shutil.rmtree(folder, ignore_errors=True)
    cycles = MINUTE / 2
    print(f"program, stripped, static Swift: {agent.stat().st_size / 1e6:.1f} MB")
    print(f"with {usual['sensors']} sensors at their usual intervals, after a minute:")
    print(f"  resident {usual['rss'] / 1024:.1f} MiB, private dirty {usual['private'] / 1024:.1f} MiB, "
          f"{usual['threads']} threads, {usual['wakes']} wake-ups a minute")
    print(f"at one cycle in 2 s: {brisk['cpu'] / cycles * 1000:.1f} ms of CPU a cycle, "
          f"{brisk['wakes'] / cycles:.0f} wake-ups a cycle")


main()
