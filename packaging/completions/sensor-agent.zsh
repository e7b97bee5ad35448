#compdef agent sensor-agent
# zsh completion for agent(1). What is possible is asked of the program, which knows its own commands, and asks the daemon
# for sensors and servers.

_sensor_agent() {
    local line word
    local -a found
    for line in "${(@f)$(sensor-agent complete words -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
        word=${line%%$'\t'*}
        case $word in
            '') ;;
            :files) _files && return ;;
            :folders) _files -/ && return ;;
            *)
                # A colon ends the word in what _describe takes.
                if [[ $line == *$'\t'* ]]; then
                    found+=("${word//:/\\:}:${line#*$'\t'}")
                else
                    found+=("${word//:/\\:}")
                fi
                ;;
        esac
    done
    _describe 'agent' found
}

_sensor_agent "$@"
