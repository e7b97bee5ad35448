#!/bin/bash
# Inside of a booted machine whose kernel has all controllers of control groups (a container has them not), with the package
# installed: a plugin that eats memory is killed in its own group, a fork bomb ends at the group's number of processes, and
# neither hurts host, daemon or another plugin. They are checks with a drop-in, which may take a minute each: an emulated machine
# is slow. Needs root and 2 GiB; exits 0 when all of it held.
# shellcheck disable=SC2317  # called by check and until_true
set -u
folder=/etc/sensor-agent/plugins
group=/sys/fs/cgroup/system.slice/sensor-agent-plugins.service
failed=0
check() { # check WHAT COMMAND...
    local what=$1
    shift
    if "$@"; then printf 'ok     %s\n' "$what"; else
        printf 'FAILED %s\n' "$what"
        failed=1
    fi
}
until_true() { # until_true COMMAND...
    local end=$((SECONDS + 240))
    until "$@"; do
        ((SECONDS < end)) || return 1
        sleep 0.5
    done
}
drop_in() { # drop_in NAME: the check, in Perl, is on standard input
    { printf '#!/usr/bin/perl\n' && cat; } >"/usr/local/lib/check_$1"
    chmod 755 "/usr/local/lib/check_$1"
    printf 'kind = nagios\ncommand = /usr/local/lib/check_%s\ntimeout = 60\n' "$1" >"$folder/$1.conf"
}
reads() { agent sensors read "plugin_$1.perf.a" 2>&1 | grep -qw "$2"; }
main() { systemctl show -P MainPID "$1.service"; }
kills() { sed -n 's/^oom_kill //p' "$group/memory.events"; }
was_killed() { test "$(kills)" -gt "$killed"; }
says() { agent plugins | grep -q "^$1: reason: .*$2"; }
is_gone() { ! grep -lq "check_$1" /proc/[0-9]*/cmdline 2>/dev/null; }
is_alone() { test -z "$(find "$group" -mindepth 1 -maxdepth 1 -type d ! -name host)"; }

mkdir -p "$folder"
drop_in neighbour <<<"sleep 4; print \"OK | a=42\\n\";"
check 'a check is listed and read' until_true reads neighbour 42
check 'memory is delegated' grep -qw memory "$group/cgroup.subtree_control"
check 'numbers of processes are delegated' grep -qw pids "$group/cgroup.subtree_control"
before="$(main sensor-agent) $(main sensor-agent-plugins)" killed=$(kills)

# Four processes, each far below what one may have, together more than the group may.
drop_in eater <<'PERL'
fork or last for 1 .. 4;
my $size = 160 << 20;
my $memory = 'x' x $size;
sleep 50;
PERL
check 'what eats memory is killed for it' until_true was_killed
check 'its neighbour is read all the same' until_true reads neighbour 42
check 'the owner is told how it ended' until_true says eater 'signal 9'
check 'all of it is gone' until_true is_gone eater
rm "$folder/eater.conf"

drop_in bomb <<'PERL'
my $count = 0;
while (defined(my $child = fork)) {
    if (!$child) { sleep 1000; exit }
    $count++;
}
print "OK | a=$count\n";
PERL
# It is the first of 128 itself.
check 'a fork bomb ends at 128 processes' until_true reads bomb 127
check 'its neighbour is read all the same' until_true reads neighbour 42
check 'all of it is gone' until_true is_gone bomb
check 'host and daemon are the same processes' test "$(main sensor-agent) $(main sensor-agent-plugins)" = "$before"
check 'no group of theirs is left' until_true is_alone
if ((failed)); then
    cat "$group/memory.events"
    agent plugins
    journalctl -u sensor-agent-plugins --no-pager | tail -n 40
fi
rm -f "$folder"/{neighbour,eater,bomb}.conf /usr/local/lib/check_{neighbour,eater,bomb}
exit "$failed"
