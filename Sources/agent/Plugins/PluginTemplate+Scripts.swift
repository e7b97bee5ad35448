extension PluginTemplate {
    static let shell = #"""
        #!/bin/sh
        # A plugin of sensor-agent; the protocol is in Plugins/README.md.

        # A reload of the agent is none of ours.
        trap '' HUP

        say() { printf '%s\n' "$1"; }

        while IFS= read -r line; do
            case $line in
                *'"request":"hello"'*) say '{"answer":"hello","protocol":1}' ;;
                *'"request":"list"'*)
                    say '{"answer":"list","sensors":[{"id":"example.users","name":"Users with a home","state_class":"measurement"}]}' ;;
                *'"request":"read"'*)
                    set -- /home/*/
                    case $line in
                        *'"example.users"'*) say "{\"answer\":\"read\",\"readings\":[{\"id\":\"example.users\",\"value\":$#}]}" ;;
                        *) say '{"answer":"read","readings":[]}' ;;
                    esac ;;
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
        """A plugin of sensor-agent; the protocol is in Plugins/README.md."""

        import json
        import os
        import signal
        import sys

        SENSORS = [
            {"id": "example.users", "name": "Users with a home", "state_class": "measurement"},
        ]


        def read(id):
            if id == "example.users":
                return {"id": id, "value": len(os.listdir("/home"))}
            return {"id": id, "unavailable": "not_present"}


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
            except (ValueError, KeyError, AttributeError) as error:
                reply = {"answer": "error", "text": str(error)}
            print(json.dumps(reply), flush=True)
            if reply["answer"] == "bye":
                break

        """#
}
