# Shared by the scripts that run inside of the container; source it, do not run it.
# shellcheck shell=bash disable=SC2016  # quoted programs are for the inner shell
service=sensor-agent.service
passed=0 failed=0

ok() { # ok WHAT COMMAND...
    local what=$1 out
    shift
    if out=$("$@" 2>&1); then
        echo "ok   $what"
        passed=$((passed + 1))
    else
        echo "FAIL $what"
        if [[ -n $out ]]; then printf '%s\n' "$out" | head -n 20 | sed 's/^/       /'; fi
        failed=$((failed + 1))
    fi
}
not() { ! "$@"; }
is() { # is WANTED FOUND
    echo "wanted: $1; found: $2"
    [[ $1 == "$2" ]]
}
soon() { # soon COMMAND...: within 40 s, since a hung daemon is killed only after 17
    local i
    for ((i = 0; i < 400; i++)); do
        if "$@" >/dev/null 2>&1; then return 0; fi
        sleep 0.1
    done
    "$@"
}
apt() {
    apt-get -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 -o Dpkg::Options::=--force-confold "$@" >/tmp/apt.log 2>&1 ||
        { cat /tmp/apt.log; return 1; }
}
show() { systemctl show -P "$1" "$service"; }
is_active() { systemctl is-active --quiet "$service"; }
enabled_sensors() { sensor-agent status --json | sed -n 's/^  "enabled_sensors" : \([0-9]*\).*/\1/p'; }
# refused STATUS WORDS COMMAND...: ends with this status and says all of these words.
refused() {
    local status=$1 words=$2 output result=0 word
    shift 2
    output=$("$@" 2>&1) || result=$?
    echo "exit $result: $output"
    [[ $result -eq $status ]] || return 1
    for word in $words; do [[ $output == *"$word"* ]] || return 1; done
}

# The stand-in for Home Assistant as a service that is stopped after the agent, so that it hears its last words; what it says
# goes to a file, each line behind the time at which it came.
told=/var/tmp/told
serve() {
    cat >/run/systemd/system/lab-server.service <<END
[Unit]
Before=$service
[Service]
ExecStart=/lab/stand-in $told
END
    systemctl daemon-reload
    systemctl start lab-server.service
    soon grep -q '"type":"stand_in"' "$told"
}
# Registers with it.
join() {
    local url
    url=$(sed -n '1s/.*"url":"\([^"]*\)".*/\1/p' "$told")
    sed -n '1s/.*"token":"\([^"]*\)".*/\1/p' "$told" |
        sensor-agent servers add "$url" --name lab --device-name lab-machine
}
mark() { wc -l <"$told"; }
# What the server knew after each request since a mark.
known_since() { tail -n "+$(($1 + 1))" "$told" | grep '"type":"entities"'; }
# all_gone_since MARK: the server shows every sensor as unavailable.
all_gone_since() {
    local last
    last=$(known_since "$1" | tail -n 1)
    [[ $last == *'"state":"unavailable"'* ]] && [[ ! $last =~ \"state\":\"[^u] ]]
}
# gone_within SECONDS SINCE MARK: it did so in time; SINCE is a time as in EPOCHREALTIME.
gone_within() {
    local at
    soon all_gone_since "$3" || { known_since "$3" | tail -n 2; return 1; }
    at=$(known_since "$3" | grep '"state":"unavailable"' | grep -v '"state":"[^u]' | head -n 1 | cut -d ' ' -f 1)
    awk -v at="$at" -v since="$2" -v most="$1" 'BEGIN { print at - since " s"; exit !(at - since <= most) }'
}
none_gone_since() { ! grep '"state":"unavailable"' < <(known_since "$1"); }
# fresh_since MARK: values were sent since, and none is unavailable now.
fresh_since() {
    tail -n "+$(($1 + 1))" "$told" | grep -q '"command":"update_sensor_states".*"items":[1-9].*"status":200' &&
        known_since "$1" | tail -n 1 | { ! grep -E '"state":"(unavailable|unknown)"'; }
}

plugins=/etc/sensor-agent/plugins
write_plugin() { # write_plugin NAME VALUE
    cat >"$plugins/.new" <<END
#!/bin/sh
while read -r line; do
    case \$line in
    *'"request":"hello"'*) echo '{"answer":"hello","protocol":1}' ;;
    *'"request":"list"'*) echo '{"answer":"list","sensors":[{"id":"a.b","name":"B"}]}' ;;
    *'"request":"watch"'*) echo '{"answer":"watch"}' ;;
    *'"request":"read"'*) echo '{"answer":"read","readings":[{"id":"a.b","value":$2}]}' ;;
    *'"request":"bye"'*) exit 0 ;;
    esac
done
END
    chmod 0755 "$plugins/.new"
    mv "$plugins/.new" "$plugins/$1"
}

doctor_says() { sensor-agent doctor 2>/dev/null | grep "^$1 *power:.*$2"; }
# stops: a stop is told in time, and leaves no warning, nothing that was killed, and no process.
stops() {
    local before since
    before=$(mark)
    since=$EPOCHREALTIME
    ok "a stop says within 5 s that all sensors are unavailable" eval 'systemctl stop sensor-agent.service 2>/dev/null; gone_within 5 "$since" "$before"'
    ok "the stop is clean" is "inactive success 0" "$(show ActiveState) $(show Result) $(show ExecMainStatus)"
    ok "the log has no complaint about it" bash -c '
        journalctl -u "$1" --since "@$2" -p warning -o cat --no-pager | { ! grep .; }' _ "$service" "$since"
    ok "no process is left in its control group" not grep -rqs . "/sys/fs/cgroup/system.slice/$service/cgroup.procs"
}
starts() {
    local before
    before=$(mark)
    systemctl reset-failed "$service" 2>/dev/null
    ok "it starts" systemctl start "$service"
    ok "values arrive then" soon fresh_since "$before"
}
