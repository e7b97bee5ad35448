#!/bin/bash
# Run by packaging/lab/check inside of the container: reports to a stand-in server that outlives the agent at the shutdown,
# and writes down in /told what it got.
set -euo pipefail

cat >/run/systemd/system/lab-server.service <<'END'
[Unit]
# Stopped after the agent.
Before=sensor-agent.service
[Service]
ExecStart=/usr/bin/sensor-agent demo stand-in
StandardOutput=file:/told/lines
END
systemctl daemon-reload
systemctl start lab-server.service
soon() {
    local i
    for ((i = 0; i < 300; i++)); do
        if grep -q "$1" /told/lines 2>/dev/null; then return 0; fi
        sleep 0.1
    done
    echo "never told: $1"
    return 1
}
soon '"type":"stand_in"'
url=$(sed -n '1s/.*"url":"\([^"]*\)".*/\1/p' /told/lines)
sed -n '1s/.*"token":"\([^"]*\)".*/\1/p' /told/lines |
    sensor-agent servers add "$url" --name lab --device-name lab-machine
sensor-agent sensors enable storage.root.used_percent
soon '"state":"[0-9][0-9.]*","unique_id":"storage.root.used_percent"'
# The shutdown must not overtake the start that orders the two.
systemctl restart sensor-agent.service
sleep 3
sensor-agent status
if grep '"state":"unavailable","unique_id":"storage.root.used_percent"' /told/lines; then
    echo "FAIL the restart said that the sensors are unavailable (D45)"
    exit 1
fi
