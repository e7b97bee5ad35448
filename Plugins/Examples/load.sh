#!/bin/sh
# The load of this machine: how many processes ran or waited for disk, on average over 1, 5 and 15 minutes.
# A plugin of sensor-agent in POSIX shell; it starts no other program.

# A reload of the agent is none of ours.
trap '' HUP

say() { printf '%s\n' "$1"; }

sensor() {
    printf '{"id":"load.%s","device":"Load","name":"Load over %s min","state_class":"measurement","icon":"mdi:gauge"}' "$1" "$2"
}

outcome() {
    case $1 in
        load.one) echo_value "$one" ;;
        load.five) echo_value "$five" ;;
        load.fifteen) echo_value "$fifteen" ;;
        *) result='"unavailable":"not_present"' ;;
    esac
}

echo_value() {
    if [ -n "$1" ]; then result="\"value\":$1"; else result='"unavailable":"no_data"'; fi
}

while IFS= read -r line; do
    case $line in
        *'"request":"hello"'*) say '{"answer":"hello","protocol":1,"name":"Load","version":"1"}' ;;
        *'"request":"list"'*)
            say "{\"answer\":\"list\",\"sensors\":[$(sensor one 1),$(sensor five 5),$(sensor fifteen 15)]}" ;;
        *'"request":"read"'*)
            one='' five='' fifteen=''
            [ -r /proc/loadavg ] && IFS=' ' read -r one five fifteen _ < /proc/loadavg
            case $line in
                *'"ids":['*']'*) ;;
                *) say '{"answer":"error","text":"there are no ids"}'; continue ;;
            esac
            # ["load.one","load.five"] without brackets; no id of ours has a comma.
            ids=${line#*'"ids":['}
            ids=${ids%%]*}
            readings=''
            IFS=,
            for id in $ids; do
                id=${id#\"}
                id=${id%\"}
                outcome "$id"
                readings="$readings,{\"id\":\"$id\",$result}"
            done
            unset IFS
            say "{\"answer\":\"read\",\"readings\":[${readings#,}]}" ;;
        *'"request":"watch"'*) say '{"answer":"watch"}' ;;
        *'"request":"health"'*) say '{"answer":"health"}' ;;
        *'"request":"bye"'*)
            say '{"answer":"bye"}'
            exit 0 ;;
        *) say '{"answer":"error","text":"this request is not known here"}' ;;
    esac
done
