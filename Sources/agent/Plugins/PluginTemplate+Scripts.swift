extension PluginTemplate {
    static let shell = #"""
        #!/bin/sh
        # A plugin of sensor-agent; see 'man sensor-agent-plugins'.

        # A reload of the agent is none of ours.
        trap '' HUP

        say() { printf '%s\n' "$1"; }

        # All that there is, with a comma between each two.
        sensors='{"id":"example.users","name":"Users with a home","state_class":"measurement"}'
        sensors="$sensors,"'{"id":"example.processes","name":"Processes","state_class":"measurement"}'

        # Puts the outcome of one id into $result: a value, or the reason why there is none.
        measure() {
            case $1 in
                example.users)
                    if [ ! -d /home ]; then
                        result='"unavailable":"not_present"'
                    elif [ ! -r /home ]; then
                        result='"unavailable":"permission"'
                    else
                        set -- /home/*/
                        # Where there is none, the shell leaves the pattern itself.
                        [ -d "$1" ] || shift
                        result="\"value\":$#"
                    fi ;;
                example.processes)
                    set -- /proc/[0-9]*
                    result="\"value\":$#" ;;
                *) result='"unavailable":"not_present"' ;;
            esac
        }

        # Answers ["example.users","example.processes"]; no id of ours has a comma.
        readings() {
            case $1 in
                *'"ids":['*']'*) ;;
                *) say '{"answer":"error","text":"there are no ids"}'; return ;;
            esac
            ids=${1#*'"ids":['}
            ids=${ids%%]*}
            readings=''
            IFS=,
            for id in $ids; do
                id=${id#\"}
                id=${id%\"}
                measure "$id"
                readings="$readings,{\"id\":\"$id\",$result}"
            done
            unset IFS
            say "{\"answer\":\"read\",\"readings\":[${readings#,}]}"
        }

        while IFS= read -r line; do
            case $line in
                *'"request":"hello"'*) say '{"answer":"hello","protocol":1}' ;;
                *'"request":"list"'*) say "{\"answer\":\"list\",\"sensors\":[$sensors]}" ;;
                *'"request":"read"'*) readings "$line" ;;
                *'"request":"watch"'*) say '{"answer":"watch"}' ;;
                *'"request":"health"'*) say '{"answer":"health"}' ;;
                *'"request":"bye"'*)
                    say '{"answer":"bye"}'
                    exit 0 ;;
                *) say '{"answer":"error","text":"this request is not known here"}' ;;
            esac
        done

        """#

    static let python = #"""
        #!/usr/bin/python3
        """A plugin of sensor-agent; see 'man sensor-agent-plugins'."""

        import json
        import os
        import signal
        import sys

        SENSORS = [
            {"id": "example.users", "name": "Users with a home", "state_class": "measurement"},
        ]


        def read(id):
            reason = "not_present"
            try:
                if id == "example.users":
                    return {"id": id, "value": len(os.listdir("/home"))}
            except FileNotFoundError:
                pass
            except PermissionError:
                reason = "permission"
            except OSError:
                reason = "io_error"
            return {"id": id, "unavailable": reason}


        def answer(request):
            word = request.get("request")
            if word == "hello":
                return {"answer": "hello", "protocol": 1}
            if word == "list":
                return {"answer": "list", "sensors": SENSORS}
            if word == "read":
                return {"answer": "read", "readings": [read(id) for id in request["ids"]]}
            if word in ("watch", "health", "bye"):
                return {"answer": word}
            return {"answer": "error", "text": f"the request {word!r} is not known here"}


        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        for line in sys.stdin:
            try:
                reply = answer(json.loads(line))
            except Exception as error:  # Whatever was wrong with this line, the next one is answered.
                reply = {"answer": "error", "text": f"{type(error).__name__}: {error}"}
            print(json.dumps(reply), flush=True)
            if reply["answer"] == "bye":
                break

        """#
}
