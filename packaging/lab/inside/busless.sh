#!/bin/bash
# Run by packaging/lab/check inside of a container that has no bus: busless.sh
# shellcheck disable=SC2016,SC2317  # quoted programs are for the inner shell; functions are called by ok
set -uo pipefail
# shellcheck source=packaging/lab/inside/common.sh
. /lab/common.sh

ok "there is no bus" not busctl list
ok "the service is active" is_active
serve
ok "registers" join
before=$(mark)
ok "enables" sensor-agent sensors enable storage.root.used_percent system.memory.used_percent agent.system.last_seen
ok "values arrive" soon fresh_since "$before"
ok "the doctor says what is missing, and what follows from it" doctor_says warn "no system bus"
ok "and what to install" bash -c 'sensor-agent doctor 2>/dev/null | grep -A1 power: | grep "install dbus"'
before=$(mark)
ok "a restart goes well" systemctl restart "$service"
ok "fresh values follow" soon fresh_since "$before"
ok "the log has no complaint" bash -c '! journalctl -u "$1" -p warning -o cat --no-pager | grep .' _ "$service"
stops
starts

echo "$passed passed, $failed failed"
((failed == 0))
