#!/bin/bash
# Run by packaging/lab/check inside of the container: presence.sh DEB NEWER_DEB
# What a server sees of a machine whose agent stops, restarts, is upgraded, sleeps and comes back (D45, D46); with logind and
# polkit, and without each of them.
# shellcheck disable=SC2016,SC2317  # quoted programs are for the inner shell; functions are called by ok
set -uo pipefail

deb=$1 newer=$2
# shellcheck source=packaging/lab/inside/common.sh
. /lab/common.sh

delays() { busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager ListInhibitors | grep -o '"sensor-agent"' | wc -l; }
delays_are() { is "$1" "$(delays)"; }
# quiet WHAT COMMAND...: values come after it, and at no time did the server see a sensor as unavailable.
quiet() {
    local what=$1 before
    shift
    before=$(mark)
    systemctl reset-failed "$service" 2>/dev/null
    ok "$what goes well" "$@"
    ok "fresh values follow" soon fresh_since "$before"
    ok "nothing was unavailable in between" none_gone_since "$before"
}

echo "# install"
ok "installs" apt install "$deb"
serve
ok "registers" join
before=$(mark)
ok "enables" sensor-agent sensors enable storage.root.used_percent system.memory.used_percent agent.system.last_seen
ok "values arrive" soon fresh_since "$before"

echo "# with bus, logind and polkit"
ok "logind waits for it before sleep and shutdown" soon delays_are 2
ok "the doctor says so" doctor_says ok "waits"
quiet "a restart" systemctl restart "$service"
quiet "a restart of what runs" systemctl try-restart "$service"
quiet "an upgrade" apt install "$newer"
quiet "the way back" apt --allow-downgrades install "$deb"
before=$(mark)
ok "a reload goes well" systemctl reload "$service"
ok "nothing was unavailable in between" none_gone_since "$before"
crash() { kill -KILL "$(show MainPID)"; soon is_active; }
quiet "a crash" crash
stops
starts

echo "# sleep, as logind tells it (D45, D46)"
systemctl mask --runtime --quiet systemd-logind.service
systemctl stop systemd-logind.service
systemd-run --quiet --unit=lab-logind python3 -m dbusmock --system --template logind
soon busctl status org.freedesktop.login1 >/dev/null
tell() { # tell SIGNAL true|false
    busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.DBus.Mock EmitSignal sssav \
        org.freedesktop.login1.Manager "$1" b 1 b "$2" >/dev/null
}
systemctl restart "$service"
ok "whoever plays logind is to wait" soon delays_are 2
for signal in PrepareForSleep PrepareForShutdown; do
    before=$(mark)
    since=$EPOCHREALTIME
    tell "$signal" true
    ok "$signal: within 5 s all sensors are unavailable" gone_within 5 "$since" "$before"
    ok "the machine need not wait any longer" soon delays_are 1
    # As a process that is not run for a while.
    pid=$(show MainPID)
    kill -STOP "$pid"
    sleep 12
    before=$(mark)
    kill -CONT "$pid"
    since=$EPOCHREALTIME
    tell "$signal" false
    ok "back again, fresh values follow at once" soon fresh_since "$before"
    ok "within 5 s" awk -v since="$since" -v now="$EPOCHREALTIME" 'BEGIN { exit !(now - since <= 5) }'
    ok "the machine is to wait the next time, too" soon delays_are 2
done
ok "it is the same process" is "$pid" "$(show MainPID)"

echo "# sleep of which nobody tells (D46)"
sensor-agent sensors set system.memory.used_percent interval 10s >/dev/null
sensor-agent sensors set agent.system.last_seen interval 10s >/dev/null
kill -STOP "$pid"
sleep 25
before=$(mark)
since=$EPOCHREALTIME
kill -CONT "$pid"
ok "fresh values follow" soon fresh_since "$before"
ok "within one interval" awk -v since="$since" -v now="$EPOCHREALTIME" 'BEGIN { print now - since; exit !(now - since <= 12) }'
systemctl stop lab-logind.service

echo "# without logind"
systemctl restart "$service"
ok "the doctor says that nobody tells of sleep" soon doctor_says warn systemd-logind
quiet "a restart" systemctl restart "$service"
stops
starts
systemctl unmask --runtime --quiet systemd-logind.service
systemctl start systemd-logind.service

echo "# without polkit"
ok "polkit goes" apt remove polkitd
quiet "a restart" systemctl restart "$service"
ok "the doctor says that the machine does not wait" soon doctor_says warn polkit
ok "and what to install" bash -c 'sensor-agent doctor 2>/dev/null | grep -A1 power: | grep "install polkitd"'
ok "the machine does not wait, in fact" delays_are 0
stops
starts

echo "$passed passed, $failed failed"
((failed == 0))
