#!/bin/bash
# Run by packaging/lab/check inside of the container: lifecycle.sh DEB NEWER_DEB
# shellcheck disable=SC2016,SC2317  # quoted programs are for the inner shell; functions are called by ok
set -uo pipefail

deb=$1 newer=$2
# shellcheck source=packaging/lab/inside/common.sh
. /lab/common.sh

# Every path, with its kind, mode and owner, where a package has business.
snapshot() {
    find /etc /usr /lib /opt /srv /home /root /var/lib /var/cache /var/log /var/spool /run -xdev \
        \( -path /var/lib/dpkg -o -path /var/cache/apt -o -path /var/lib/apt -o -path /var/log/journal -o -path /run/log \
        -o -path /run/systemd -o -path /run/udev -o -path /var/cache/ldconfig -o -path /var/cache/debconf \
        -o -path /var/lib/systemd/catalog -o -name '*.pyc' \) -prune -o -printf '%p %y %m %u:%g\n' 2>/dev/null |
        grep -vE '^(/var/log/(apt|dpkg\.log|alternatives\.log|wtmp|btmp|lastlog)|/etc/(ld\.so\.cache|\.pwd\.lock|passwd-|group-|shadow-|gshadow-|.updated)|/run/(user|utmp|dbus|mount|lock))' |
        sort
}

useradd --create-home plain
useradd --create-home member
# What the package depends on first: what is left after the purge is then the package's own.
mapfile -t needs < <(apt-get -s --no-install-recommends install "$deb" | awk '$1 == "Inst" && $2 != "sensor-agent" {print $2}')
if ((${#needs[@]})) && ! apt install "${needs[@]}"; then
    echo "cannot install what the package depends on"
    exit 1
fi
systemctl daemon-reload
systemctl reset-failed
snapshot >/tmp/before

echo "# install"
ok "installs without a question" apt install "$deb"
ok "the service is active and enabled" bash -c 'systemctl is-active --quiet "$1" && systemctl is-enabled --quiet "$1"' _ "$service"
ok "no unit failed" bash -c '[[ -z $(systemctl --failed --no-legend --plain) ]] || { systemctl --failed --no-pager; exit 1; }'
ok "the units verify" bash -c 'for u in $(dpkg -L sensor-agent | grep -E "systemd/system/.*\.(service|socket|path)$"); do systemd-analyze verify --man=no "$u" 2>&1; done | { ! grep .; }'
ok "dpkg finds its files intact" bash -c '[[ -z $(dpkg --verify sensor-agent) ]]'
ok "systemctl status says that it is registered nowhere" is "Not registered with any server" "$(show StatusText)"
ok "nothing is enabled" is 0 "$(enabled_sensors)"
ok "the socket is root's and the group's, in a folder of root's" is "root:sensor-agent 660 root:root 755" \
    "$(stat -c '%U:%G %a' /run/sensor-agent/control.sock) $(stat -c '%U:%G %a' /run/sensor-agent)"
ok "the state is the service's alone" is "sensor-agent:sensor-agent 700" "$(stat -c '%U:%G %a' /var/lib/sensor-agent)"
ok "no state file can be read by others" bash -c '[[ -z $(find /var/lib/sensor-agent -type f -perm /077) ]]'
# A container has no /sys/class/hwmon, which libsensors takes for an error.
ok "the log has priorities, and no complaint" bash -c '
    journalctl -u "$1" -p info -o cat --no-pager | grep -q "^started " &&
        ! journalctl -u "$1" -p warning -o cat --no-pager | grep -v libsensors' _ "$service"
ok "nor one of the runtime's about priorities" bash -c '! journalctl -u "$1" -o cat --no-pager | grep "thread priority"' _ "$service"

echo "# who may talk to it"
usermod --append --groups sensor-agent member
ok "root may" sensor-agent status
ok "a member of the group may" runuser -u member -- agent status
ok "anybody else is told about the group and sudo" refused 77 "group sensor-agent sudo" runuser -u plain -- agent status
ok "the service's own user may not" not runuser -u sensor-agent -- agent status
rm /run/sensor-agent/control.sock
ok "with its socket taken away, a command says which unit makes it anew" refused 69 "systemctl restart sensor-agent.socket" \
    sensor-agent status
systemctl restart sensor-agent.socket
ok "and it does" sensor-agent status

echo "# sandbox"
pid=$(show MainPID)
for line in 'CapEff: 0000000000000000' 'NoNewPrivs: 1' 'Seccomp: 2'; do
    ok "/proc says $line" bash -c 'tr "\t" " " <"/proc/$1/status" | grep -qx "$2"' _ "$pid" "$line"
done
ok "in its sandbox root itself can write to no place where programs or data are" bash -c '
    for path in / /etc /usr /home /root /var/lib /var/log /boot; do
        if nsenter -t "$1" -m -- touch "$path/.probe" 2>/dev/null; then
            echo "$path"
            nsenter -t "$1" -m -- rm -f "$path/.probe"
            exit 1
        fi
    done' _ "$pid"
ok "its user can write nowhere but to its state" bash -c '
    for path in / /etc /usr /home /var/lib /var/log /var/cache /run /run/sensor-agent /run/lock /boot; do
        if nsenter -t "$1" -m -S "$(id -u sensor-agent)" -G "$(id -g sensor-agent)" -- touch "$path/.probe" 2>/dev/null; then
            echo "$path"
            exit 1
        fi
    done
    nsenter -t "$1" -m -S "$(id -u sensor-agent)" -G "$(id -g sensor-agent)" -- touch /var/lib/sensor-agent/.probe &&
        rm /var/lib/sensor-agent/.probe' _ "$pid"
ok "it leaves no core and its memory to nobody" bash -c '
    grep -q "^Max core file size *0 *0 " "/proc/$1/limits" && [[ $(stat -c %U "/proc/$1/environ") == root ]]' _ "$pid"
mkdir -p /srv/data
mount -t tmpfs -o size=16M,nr_inodes=1000 tmpfs /srv/data
sensor-agent sensors add storage /srv/data >/dev/null
ok "storage, network and system have the same values inside of the sandbox and outside" /lab/same-values storage network system
ok "a file system that was named is among them" bash -c '
    sensor-agent sensors read storage.srv_data.total --json | grep -q "\"value\" : 16777216"'
sensor-agent sensors remove storage /srv/data >/dev/null
umount /srv/data
rmdir /srv/data

echo "# a report"
ok "a sealed report arrives at a server (the package's own test)" bash /lab-tests/smoke keep
ok "systemctl status says what is reported" is "Reporting 1 sensor to 1 server" "$(show StatusText)"
# The stand-in is gone by now; everything else is well.
ok "the doctor names the server that does not answer, and nothing else" bash -c '
    sensor-agent doctor; [[ $? == 1 ]] || exit 1
    sensor-agent doctor 2>/dev/null | grep "^fail" | grep -v "smoke, connection" && exit 1
    sensor-agent doctor 2>/dev/null | grep -q "^fail *smoke, connection"'
systemctl restart "$service"
ok "what is enabled survives a restart" is 1 "$(enabled_sensors)"
kill -KILL "$(show MainPID)"
ok "it is back after kill -9" soon is_active
ok "what is enabled survives kill -9" is 1 "$(enabled_sensors)"

echo "# reload, stop, start on demand"
ok "systemctl reload waits for it" systemctl reload "$service"
ok "after a reload it is active" is "active running" "$(show ActiveState) $(show SubState)"
ok "systemctl stop is quick" timeout 10 systemctl stop "$service"
sensor-agent complete sensors >/dev/null
ok "completing a command line starts nothing" not is_active
ok "a command starts it again" sensor-agent status
ok "it is active then" is_active

echo "# plugins"
host=sensor-agent-plugins.service
host_is_active() { systemctl is-active --quiet "$host"; }
both_are_stopped() { ! is_active && ! host_is_active; }
lists() { sensor-agent sensors list | grep -q "$1"; }
user_of() { id -nu "$(awk '/^Uid:/ {print $2}' "/proc/$1/status")"; }
value() { sensor-agent sensors read "$1" --json | sed -n 's/^ *"value" : "\{0,1\}\([^",]*\).*/\1/p'; }
ok "without plugins there is no second process" not host_is_active
ok "the host's user is in no other group" is "sensor-agent-plugins" "$(id -Gn sensor-agent-plugins)"
write_plugin lab.sh 42
ok "the first plugin starts the host" soon host_is_active
ok "its sensor is listed without a restart, and off" soon lists 'plugin_lab.a.b .* - '
ok "its value arrives" is 42 "$(value plugin_lab.a.b)"
write_plugin second.sh 43
ok "the next plugin is listed, too" soon lists plugin_second.a.b
ok "the host runs as its own user" is sensor-agent-plugins "$(user_of "$(systemctl show -P MainPID "$host")")"
ok "agent plugins says how they stand" bash -c 'sensor-agent plugins | grep -q "lab *idle *1"'
mkdir -p /var/lib/sensor-agent-plugins/plugins/other
echo secret >/var/lib/sensor-agent-plugins/plugins/other/secret
chown -R sensor-agent-plugins: /var/lib/sensor-agent-plugins/plugins/other
cp /lab/hostile "$plugins/hostile"
ok "the hostile plugin is listed" soon lists plugin_hostile.try.own_view
ok "all that it tries is refused, and what it must be able to do is not" bash -c '
    for id in $(sensor-agent sensors list | grep -o "^plugin_hostile[^ ]*"); do
        sensor-agent sensors read "$id" | awk "/plugin_hostile/ {print \$1, \$2}"
    done >/tmp/tried
    cat /tmp/tried
    [[ $(wc -l </tmp/tried) == 15 ]] && ! grep -v "own_" /tmp/tried | grep -v refused && ! grep own_ /tmp/tried | grep -v done'
rm "$plugins/hostile"
ok "the host says how it keeps them apart" bash -c 'journalctl -u "$1" -o cat --no-pager | grep "plugins are kept apart"' _ "$host"
journalctl -u "$host" -o cat --no-pager | grep "plugins are kept apart" | tail -n 1 | sed 's/^/     /'
ok "reload keeps the host" bash -c 'p=$(systemctl show -P MainPID "$1"); systemctl reload sensor-agent && [[ $(systemctl show -P MainPID "$1") == "$p" && $p != 0 ]]' _ "$host"
kill -KILL "$(systemctl show -P MainPID "$host")"
ok "the host is back after kill -9" soon host_is_active
ok "and so are its plugins' values" soon bash -c '[[ $(sensor-agent sensors read plugin_lab.a.b) == *42* ]]'
kill -KILL "$(show MainPID)"
ok "the host goes with a daemon that was killed, and comes with the next" soon bash -c '
    systemctl is-active --quiet sensor-agent.service && systemctl is-active --quiet "$1"' _ "$host"
ok "values arrive then" soon bash -c '[[ $(sensor-agent sensors read plugin_lab.a.b) == *42* ]]'
ok "systemctl stop is quick with plugins" timeout 12 systemctl stop "$service"
ok "the host ends with the daemon" not host_is_active
ok "no process of the plugins' user is left" not bash -c 'grep -l "^Uid:[[:space:]]*$(id -u sensor-agent-plugins)[[:space:]]" /proc/[0-9]*/status'
ok "the plugins' socket is gone" not test -e /run/sensor-agent/plugins.sock
runuser -u sensor-agent-plugins -- sensor-agent plugin-host --state-dir /tmp/not-a-host >/dev/null 2>&1
runuser -u sensor-agent-plugins -- sensor-agent status >/dev/null 2>&1
write_plugin third.sh 44
sleep 5
ok "the stop lasts: no plugin and no host starts a stopped daemon" both_are_stopped
systemctl start "$service"
ok "it starts with its host" soon host_is_active
ok "the plugin that came meanwhile is listed" soon lists plugin_third.a.b

echo "# a stop with five plugins that run (D25, D47)"
# So many starts within so short a time are the lab's own.
systemctl reset-failed "$service" 2>/dev/null
write_plugin fourth.sh 45
# It starts programs of its own.
sed '2i sleep 1000 & sleep 1000 &' "$plugins/fourth.sh" >"$plugins/.new"
chmod 0755 "$plugins/.new"
mv "$plugins/.new" "$plugins/fifth.sh"
ok "five are listed" soon lists plugin_fifth.a.b
five=$(for name in lab second third fourth fifth; do echo "plugin_$name.a.b"; done)
# shellcheck disable=SC2086  # one word each
sensor-agent sensors enable --server smoke $five >/dev/null
running() { sensor-agent plugins | grep -c ' running '; }
five_run() { is 5 "$(running)"; }
ok "five run" soon five_run
groups=(/sys/fs/cgroup/system.slice/sensor-agent.service /sys/fs/cgroup/system.slice/sensor-agent-plugins.service)
processes() { find "${groups[@]}" -name cgroup.procs -exec cat {} + 2>/dev/null; }
ok "with what the fifth started that is nine processes at least" test "$(processes | wc -l)" -ge 9
since=$EPOCHREALTIME
ok "the stop is quick" timeout 6 systemctl stop "$service"
ok "it is clean" is "success success" "$(show Result) $(systemctl show -P Result "$host")"
ok "neither log has a complaint about it" bash -c '
    journalctl -u "$1" -u "$2" --since "@$3" -o cat --no-pager >/tmp/stopped
    journalctl -u "$1" -u "$2" --since "@$3" -p warning -o cat --no-pager | { ! grep .; } &&
        ! grep -iE "killing|left-over|remains" /tmp/stopped' \
    _ "$service" "$host" "$since"
ok "no process is left in their control groups" is "" "$(processes)"
ok "no process of the plugins' user is left" not bash -c 'grep -l "^Uid:[[:space:]]*$(id -u sensor-agent-plugins)[[:space:]]" /proc/[0-9]*/status'
systemctl start "$service"
ok "after the next start five run" soon five_run
echo "# and with one that ends on neither bye nor SIGTERM"
sed "2i trap '' TERM" "$plugins/fourth.sh" | sed "s/) exit 0/) while :; do sleep 1; done/" >"$plugins/.new"
chmod 0755 "$plugins/.new"
mv "$plugins/.new" "$plugins/fourth.sh"
ok "it runs" soon bash -c '[[ $(sensor-agent sensors read plugin_fourth.a.b) == *45* ]]'
soon five_run
ok "the stop is quick all the same" timeout 12 systemctl stop "$service"
ok "no process is left in their control groups" is "" "$(processes)"
systemctl start "$service"
# shellcheck disable=SC2086  # one word each
sensor-agent sensors disable --server smoke $five >/dev/null
rm "$plugins"/*.sh
ok "plugins that are gone are gone from the list of plugins" soon bash -c '! sensor-agent plugins | grep -q third'
ok "with the last plugin the second process goes" soon not host_is_active
write_plugin lab.sh 42
ok "and comes with the next" soon bash -c '[[ $(sensor-agent sensors read plugin_lab.a.b) == *42* ]]'
rm "$plugins"/*.sh
ok "and goes again, not as a failure" soon eval 'not host_is_active && [[ $(systemctl show -P Result "$host") == success ]]'
systemctl reset-failed "$service" 2>/dev/null

echo "# settings"
dropin=/etc/sensor-agent/sensor-agent.conf.d/lab.conf
ok "the shipped settings are comments only" bash -c '! grep -vE "^(#|\[|$)" /etc/sensor-agent/sensor-agent.conf'
printf '[log]\nlevel = debug\n' >"$dropin"
ok "a reload takes a setting over" systemctl reload "$service"
sensor-agent status >/dev/null
ok "it is in force" soon bash -c 'journalctl -u "$1" -p debug -o cat --no-pager | grep -q "^client "' _ "$service"
printf '[log]\nlevel = loud\n' >"$dropin"
ok "a reload with a bad one fails and names file, line and key" refused 78 "$dropin line 2: level" sensor-agent reload
ok "systemctl reload fails, too" not systemctl reload "$service"
ok "the daemon goes on" is_active
ok "the doctor says that it would not start again" bash -c 'sensor-agent doctor | grep -q "^fail *settings:.*line 2"'
systemctl restart "$service" 2>/dev/null
ok "it does not start with it, nor is it tried again" is "failed 78 0" \
    "$(sleep 12; show ActiveState) $(show ExecMainStatus) $(show NRestarts)"
ok "a command is told why" refused 78 "can't start $dropin line 2: level" sensor-agent status
ok "so is the next one" refused 78 "line 2: level" sensor-agent sensors
ok "and systemctl status" bash -c '[[ $1 == *"line 2: level"* ]]' _ "$(show StatusText)"
rm "$dropin"
ok "without it, a command starts it" sensor-agent status
printf '[log]\nlevel = loud\n' >"$dropin"
systemctl restart "$service" 2>/dev/null
sensor-agent status >/dev/null 2>&1
rm "$dropin"
ok "and so does a restart, however often commands were told" systemctl restart "$service"

echo "# a file for apply, with a credential (LoadCredentialEncrypted)"
sensor-agent demo stand-in >/tmp/told &
server=$!
soon grep -q '"type":"stand_in"' /tmp/told
url=$(sed -n '1s/.*"url":"\([^"]*\)".*/\1/p' /tmp/told)
had_store=1
[[ -d /etc/credstore.encrypted ]] || had_store=0
mkdir -p /etc/credstore.encrypted "/etc/systemd/system/$service.d"
sed -n '1s/.*"token":"\([^"]*\)".*/\1/p' /tmp/told |
    systemd-creds encrypt --with-key=host --name=ha-token - /etc/credstore.encrypted/ha-token
printf '[Service]\nLoadCredentialEncrypted=ha-token\n' >"/etc/systemd/system/$service.d/lab.conf"
printf '[server lab]\nurl = %s\ntoken-credential = ha-token\nsensor = storage.root.used_percent\n' "$url" >/tmp/wanted
ok "without the credential it is told how to load it" refused 65 "line 3: LoadCredentialEncrypted=ha-token" \
    sensor-agent apply /tmp/wanted
systemctl daemon-reload
systemctl restart "$service"
ok "a member of the group may not have it used" refused 77 "root" runuser -u member -- sensor-agent apply /tmp/wanted
ok "the check finds the differences" refused 1 "differences" sensor-agent apply --check /tmp/wanted
ok "it registers and enables" sensor-agent apply /tmp/wanted
ok "a second time nothing is changed" bash -c '[[ $(sensor-agent apply /tmp/wanted) == "all is as the file says" ]]'
ok "and the check finds nothing" sensor-agent apply --check /tmp/wanted
told() { grep -c "$1" /tmp/told; }
ok "the value arrives" soon grep -q '"state":"[0-9][0-9.]*","unique_id":"storage.root.used_percent"' /tmp/told

echo "# going away and staying (D45)"
unavailable='"state":"unavailable","unique_id":"storage.root.used_percent"'
before=$(told "$unavailable")
systemctl restart "$service"
ok "a restart says nothing" is "$before" "$(told "$unavailable")"
systemctl stop "$service" 2>/dev/null
ok "a stop says that its sensors are unavailable" soon bash -c '[[ $(grep -c "$1" /tmp/told) -gt $2 ]]' _ "$unavailable" "$before"
systemctl start "$service"
rm -r "/etc/systemd/system/$service.d" /etc/credstore.encrypted/ha-token
((had_store)) || rmdir /etc/credstore.encrypted
# The key that systemd-creds made for the credential.
rm /var/lib/systemd/credential.secret
systemctl daemon-reload
sensor-agent servers remove lab >/dev/null
kill "$server"

echo "# the sandbox and what is enabled (D48)"
mkdir -p /home/data
mount -t tmpfs -o size=16M tmpfs /home/data
sensor-agent sensors add storage /home/data >/dev/null
id=$(sensor-agent complete sensors | sed -n 's/^\(storage\.home[^\t]*\.used_percent\)\t.*/\1/p' | head -n 1)
ok "a mount below /home is there for the service" bash -c 'echo "id: $1"; sensor-agent sensors read "$1" --json | grep -q "\"value\""' _ "$id"
sensor-agent sensors enable --server smoke "$id" >/dev/null
mkdir -p "/run/systemd/system/$service.d"
printf '[Service]\nProtectHome=yes\n' >"/run/systemd/system/$service.d/lab.conf"
systemctl daemon-reload
systemctl restart "$service"
ok "one that a drop-in hides is told by the doctor, with the directive" soon bash -c \
    'sensor-agent doctor 2>/dev/null | grep -A1 "^warn *sandbox: .*$1" | grep -q "ProtectHome"' _ "$id"
rm -r "/run/systemd/system/$service.d"
systemctl daemon-reload
systemctl restart "$service"
ok "without the drop-in the doctor is content" soon bash -c 'sensor-agent doctor 2>/dev/null | grep -q "^ok *sandbox"'
sensor-agent sensors disable --server smoke "$id" >/dev/null
sensor-agent sensors remove storage /home/data >/dev/null
umount /home/data
rmdir /home/data

echo "# watchdog"
mkdir -p /run/systemd/system/sensor-agent.service.d
printf '[Service]\nWatchdogSec=2s\nRestartSec=1s\n' >/run/systemd/system/sensor-agent.service.d/lab.conf
systemctl daemon-reload
systemctl restart "$service"
pid=$(show MainPID)
sleep 6
ok "a daemon that works is left alone" is "$pid" "$(show MainPID)"
kill -STOP "$pid"
is_another() { # is_another PID: the service runs, as another process than this one
    local now
    now=$(show MainPID)
    [[ $now != 0 && $now != "$1" ]] && is_active
}
is_another_soon() { soon is_another "$1" || { journalctl -u "$service" -n 12 -o short-monotonic --no-pager; return 1; }; }
ok "one that hangs is started anew" is_another_soon "$pid"
ok "the log names the watchdog" bash -c 'journalctl -u "$1" --no-pager | grep -qi watchdog' _ "$service"
rm -r /run/systemd/system/sensor-agent.service.d
systemctl daemon-reload

echo "# start limit"
# With bad settings a start is over so soon that many are within half a minute.
start_too_often() {
    systemctl reset-failed "$service"
    systemctl stop "$service" 2>/dev/null
    printf '[log]\nlevel = loud\n' >"$dropin"
    for _ in $(seq 24); do systemctl start "$service" 2>/dev/null; done
    rm "$dropin"
}
start_too_often
ok "too many starts are refused" not systemctl start "$service"
sensor-agent status >/dev/null 2>&1
ok "the command line says what to do then" refused 69 "reset-failed journalctl" sensor-agent status
ok "and it does" bash -c 'systemctl reset-failed sensor-agent.service sensor-agent.socket && systemctl start sensor-agent.service'
ok "it is active again" sensor-agent status
start_too_often
sleep 31
ok "half a minute later it starts without that" systemctl start "$service"
ok "and answers" sensor-agent status

echo "# upgrade"
systemctl reset-failed "$service"
before=$(show MainPID)
ok "upgrades without a question" apt install "$newer"
ok "the upgrade restarted it" bash -c '[[ $1 != "$2" && $2 != 0 ]]' _ "$before" "$(show MainPID)"
ok "what is enabled is exactly what it was" is 1 "$(enabled_sensors)"
ok "goes back to the older version" apt --allow-downgrades install "$deb"
ok "what is enabled is still what it was" is 1 "$(enabled_sensors)"
echo "# a newer database"
systemctl stop sensor-agent.service sensor-agent.socket
# The format's number, four bytes in the header of an SQLite file.
cp -a /var/lib/sensor-agent/agent.db /tmp/agent.db
printf '\377' | dd of=/var/lib/sensor-agent/agent.db bs=1 seek=63 conv=notrunc status=none
sum=$(sha256sum </var/lib/sensor-agent/agent.db)
systemctl start sensor-agent.service 2>/dev/null
ok "a database of a later version is refused with 78, once" is "failed 78 0" \
    "$(sleep 12; show ActiveState) $(show ExecMainStatus) $(show NRestarts)"
ok "it is left as it is" is "$sum" "$(sha256sum </var/lib/sensor-agent/agent.db)"
ok "the log says what to do" bash -c 'journalctl -u "$1" --no-pager | grep -q "later version.*install that version again"' _ "$service"
systemctl start sensor-agent.socket
ok "so does a command" refused 78 "agent.db later version" sensor-agent status
cp -a /tmp/agent.db /var/lib/sensor-agent/agent.db
systemctl reset-failed sensor-agent.service sensor-agent.socket
systemctl start sensor-agent.service

echo "# upgrades of what does not run (D47)"
systemctl stop "$service" 2>/dev/null
ok "upgrades while the service is stopped" apt install "$newer"
ok "a stopped service stays stopped" not is_active
ok "its socket listens on" systemctl is-active --quiet sensor-agent.socket
ok "a command starts it" sensor-agent status
systemctl stop sensor-agent.service sensor-agent.socket
ok "goes back while both are stopped" apt --allow-downgrades install "$deb"
ok "both stay stopped" not systemctl is-active --quiet sensor-agent.service sensor-agent.socket
ok "a service that was stopped and enabled is not lost" systemctl is-enabled --quiet "$service"
systemctl stop sensor-agent.service sensor-agent.socket
printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
chmod 0755 /usr/sbin/policy-rc.d
ok "upgrades while a policy forbids to start services" apt install "$newer"
ok "the policy is honoured" not is_active
rm /usr/sbin/policy-rc.d
systemctl reset-failed sensor-agent.service sensor-agent.socket 2>/dev/null
systemctl start sensor-agent.socket sensor-agent.service
ok "goes back once more" apt --allow-downgrades install "$deb"
systemctl stop sensor-agent.service sensor-agent.socket
systemctl disable --quiet sensor-agent.service sensor-agent.socket
ok "upgrades while disabled" apt install "$newer"
ok "a disabled service stays disabled" not systemctl is-enabled --quiet "$service"
ok "a stopped and disabled service is not started" not is_active
systemctl enable --now --quiet sensor-agent.socket sensor-agent.service

echo "# remove, purge"
ok "removes" apt remove sensor-agent
ok "it is stopped then" not is_active
ok "the state stays" test -s /var/lib/sensor-agent/agent.db
ok "installs again" apt install "$newer"
ok "it is active then, without a command" is_active
ok "what is enabled is what it was" is 1 "$(enabled_sensors)"
ok "purges" apt purge sensor-agent
systemctl daemon-reload
snapshot >/tmp/after
ok "nothing is left but the system user" diff /tmp/before /tmp/after
ok "no unit is left" bash -c '[[ -z $(systemctl list-units --all --no-legend --plain "sensor-agent*" | grep -v not-found) ]]'
ok "the system user is left" getent passwd sensor-agent
ok "purges twice" dpkg --purge sensor-agent
ok "installs after a purge" apt install "$newer"
ok "it is active then, too" sensor-agent status
ok "removes" apt remove sensor-agent
mv /var/lib/sensor-agent /srv/keys
ln -s /srv/keys /var/lib/sensor-agent
ok "purges where the state is a link" apt purge sensor-agent
ok "no key is left where it led" not test -e /srv/keys
mkdir /var/lib/sensor-agent
mount -t tmpfs tmpfs /var/lib/sensor-agent
ok "installs with the state on a file system of its own" apt install "$newer"
ok "it answers" sensor-agent status
ok "purges then, too" apt purge sensor-agent
ok "and leaves that file system empty" is "" "$(ls -A /var/lib/sensor-agent)"
umount /var/lib/sensor-agent
rmdir /var/lib/sensor-agent

echo "$passed passed, $failed failed"
((failed == 0))
