#!/bin/bash
# Run by packaging/lab/check inside of the container, before a reboot and after it: reboot.sh before|after
# What is registered, enabled, queued and installed outlasts it. The receiver is the program's own.
# shellcheck disable=SC2016,SC2317  # quoted programs are for the inner shell; functions are called by ok
set -uo pipefail
# shellcheck source=packaging/lab/inside/common.sh
. /lab/common.sh

lines=/var/tmp/lines
received() { grep -c '"item"' "$lines"; }
more_than() { [[ $(received) -gt $1 ]]; }
has_plugin_value() { sensor-agent sensors read plugin_lab.a.b --json | grep -q '"value" : 42'; }

case $1 in
before)
    ok "keys are made" sensor-agent keys new --output /root/key
    cat >/etc/systemd/system/lab-receiver.service <<END
[Service]
ExecStart=/usr/bin/sensor-agent receive --listen 127.0.0.1:8127 --key-file /root/key --output $lines --positions /var/tmp/positions.db
END
    systemctl daemon-reload
    systemctl start lab-receiver.service
    printf '[server attic]\nkind = webhook\nurl = http://127.0.0.1:8127\nkey-file = /root/key\nsensor = agent.system.last_seen\n' >/root/wanted
    printf 'sensor = plugin_lab.a.b\n' >/root/plugin-wanted
    write_plugin lab.sh 42
    soon has_plugin_value
    ok "a file brings a receiver about" eval 'cat /root/wanted /root/plugin-wanted | sensor-agent apply -'
    ok "a second time nothing is changed" bash -c '[[ $(cat /root/wanted /root/plugin-wanted | sensor-agent apply -) == "all is as the file says" ]]'
    sensor-agent apply --print >/root/printed
    ok "what is printed holds no key" bash -c '! grep -qF "$(cut -d " " -f 2 /root/key)" /root/printed'
    ok "and changes nothing" bash -c '[[ $(sensor-agent apply /root/printed) == "all is as the file says" ]]'
    ok "values arrive" soon more_than 0
    systemctl stop lab-receiver.service
    received >/root/received
    # Read while nobody takes it.
    sensor-agent sensors set agent.system.last_seen interval 10s >/dev/null
    ok "values wait for the receiver" soon bash -c 'sensor-agent status | grep -E "waiting: [1-9]"'
    sensor-agent status --json >/root/status
    ;;
after)
    ok "the service is active" soon is_active
    ok "the host of the plugins, too" soon systemctl is-active --quiet sensor-agent-plugins.service
    ok "nobody asked for it: the socket is enabled" systemctl is-enabled --quiet sensor-agent.socket
    ok "what is enabled is what it was" is 2 "$(enabled_sensors)"
    ok "a file finds nothing to do" sensor-agent apply --check /root/printed
    ok "the plugin's value is there" soon has_plugin_value
    systemctl start lab-receiver.service
    ok "what waited arrives" soon more_than "$(cat /root/received)"
    ok "nothing waits then" soon bash -c 'sensor-agent status | grep "waiting: 0 values"'
    ok "each came once" bash -c '[[ -z $(grep -o "\"epoch\":[0-9]*,\"item\":{[^}]*\"number\":[0-9]*" "$1" | sort | uniq -d) ]]' _ "$lines"
    ok "the machine's going away is among it" grep -q '"unavailable"' "$lines"
    ok "no unit was left out to break a cycle" bash -c '! journalctl -b -o cat --no-pager | grep "ordering cycle"'
    ok "no unit failed" bash -c '[[ -z $(systemctl --failed --no-legend --plain) ]] || { systemctl --failed --no-pager; exit 1; }'
    ;;
esac
# The last word is that of the second part.
if [[ $1 == before ]]; then printf 'before: '; fi
echo "$passed passed, $failed failed"
((failed == 0))
