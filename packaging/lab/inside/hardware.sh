#!/bin/bash
# Run by packaging/lab/check --only hardware inside of a virtual machine with Debian's own kernel: hardware.sh
# Sensors of every family read the same in the service's sandbox and outside of it; limits hold; a real sleep is told.
# shellcheck disable=SC2016,SC2317  # quoted programs are for the inner shell; functions are called by ok
set -uo pipefail
# shellcheck source=packaging/lab/inside/common.sh
. /lab/common.sh

value() { sensor-agent sensors read "$1" --json | sed -n 's/^ *"value" : "\{0,1\}\([^",]*\).*/\1/p'; }
has_value() { is "$2" "$(value "$1")"; }
id_of() { sensor-agent sensors list --json | sed -n "s/^ *\"id\" : \"\($1\)\".*/\1/p" | head -n 1; }

echo "# hardware"
# A temperature chip: an LM75 at 42.5 degrees.
modprobe i2c-stub chip_addr=0x48
modprobe lm75
bus=$(grep -l 'SMBus stub' /sys/bus/i2c/devices/i2c-*/name | sed 's/.*i2c-\([0-9]*\).*/\1/')
modprobe i2c-dev
i2cset -y "$bus" 0x48 0 0x802a w
echo lm75 0x48 >"/sys/bus/i2c/devices/i2c-$bus/new_device"
# A battery: a mouse's.
modprobe uhid
systemd-run --quiet --unit=lab-battery python3 /lab/battery.py 71
# A network card.
for link in /sys/class/net/e*; do
    ip link set "${link##*/}" up
    ip address add 192.0.2.7/24 dev "${link##*/}"
    ip route add default via 192.0.2.1 dev "${link##*/}"
done
udevadm settle
is_listed() { [[ -n $(id_of "$1") ]]; }
ok "the chip is listed" soon is_listed 'thermal\.lm75_[^"]*\.temp1'
ok "it has its temperature" has_value "$(id_of 'thermal\.lm75_[^"]*\.temp1')" 42.5
ok "the battery is listed" soon is_listed 'battery\.[^"]*\.level'
ok "it has its level" soon has_value "$(id_of 'battery\.[^"]*\.level')" 71
ok "the network card is listed" soon is_listed 'network\.[^"]*\.operstate'
usb=$(value device_events.usb.count)
ok "the USB mouse is counted" test "$usb" -ge 1
ok "no unit was left out to break a cycle" bash -c '! journalctl -b -o cat --no-pager | grep "ordering cycle"'

echo "# inside and outside of the sandbox"
for family in battery thermal storage network device_events system; do
    ok "$family has the same values inside and outside" /lab/same-values "$family"
done

echo "# device events"
serve
ok "registers" join
before=$(mark)
ok "enables" sensor-agent sensors enable device_events.usb.count device_events.usb.last_event agent.system.last_seen
ok "values arrive" soon eval 'known_since "$before" | grep -q "\"state\":\"$usb\",\"unique_id\":\"device_events.usb.count\""'
controller=$(basename "$(readlink -f /sys/bus/usb/devices/usb1/..)")
driver=$(readlink -f "/sys/bus/pci/devices/$controller/driver")
fired() { grep '"command":"fire_event"' <(tail -n "+$(($1 + 1))" "$told"); }
before=$(mark)
echo "$controller" >"$driver/unbind"
ok "a mouse that goes is an event" soon fired "$before"
ok "and counted" soon has_value device_events.usb.count 0
before=$(mark)
echo "$controller" >"$driver/bind"
ok "one that comes, too" soon fired "$before"
ok "and counted" soon has_value device_events.usb.count "$usb"

echo "# a chip that comes anew"
echo 0x48 >"/sys/bus/i2c/devices/i2c-$bus/delete_device"
i2cset -y "$bus" 0x48 0 0x0014 w
echo lm75 0x48 >"/sys/bus/i2c/devices/i2c-$bus/new_device"
ok "has its own value under the old id" soon has_value "$(id_of 'thermal\.lm75_[^"]*\.temp1')" 20

echo "# limits"
ok "the service's limits are in force" bash -c '
    cd /sys/fs/cgroup/system.slice/sensor-agent.service && [[ $(cat memory.max) == 268435456 && $(cat pids.max) == 64 ]]'
if [[ -e /lab/limits.sh ]]; then
    ok "plugins are kept within theirs" bash /lab/limits.sh
fi

echo "# a real sleep (D45, D46)"
before=$(mark)
since=$EPOCHREALTIME
rtcwake --mode no --seconds 20 >/dev/null
systemctl suspend
sleep 5
slept() { journalctl -k -b -o cat --no-pager | grep 'PM: suspend exit'; }
ok "the machine slept and is back" soon slept
back=$EPOCHREALTIME
gone_before() { # gone_before TIME: the server saw it until then
    local at
    at=$(known_since "$before" | grep -m 1 '"state":"unavailable"' | cut -d ' ' -f 1)
    awk -v at="${at:-9e9}" -v last="$1" 'BEGIN { print at, last; exit !(at <= last) }'
}
ok "within 5 s, before it slept, its sensors were unavailable" gone_before "$(awk -v since="$since" 'BEGIN { printf "%f", since + 5 }')"
ok "it is back after the alarm" awk -v since="$since" -v back="$back" 'BEGIN { print back - since; exit !(back - since >= 15) }'
ok "fresh values follow" soon fresh_since "$before"
ok "within 10 s" awk -v back="$back" -v now="$EPOCHREALTIME" 'BEGIN { print now - back; exit !(now - back <= 10) }'
journalctl -u "$service" -b -o short-iso --no-pager | tail -n 8

echo "$passed passed, $failed failed"
((failed == 0))
