# bash completion for agent(1). What is possible is asked of the program, which knows its own commands, and asks the
# daemon for sensors and servers.
# shellcheck shell=bash

_sensor_agent() {
    local current=${COMP_WORDS[COMP_CWORD]} word
    local -a words=()
    # bash takes --option=value apart.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ $word != "=" ]]; then words+=("$word"); fi
    done
    if [[ $current == "=" ]]; then
        current=
        words+=("")
    fi
    COMPREPLY=()
    while IFS=$'\t' read -r word _; do
        case $word in
        :files)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            ;;
        :folders)
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -d -- "$current")
            ;;
        *) COMPREPLY+=("$word") ;;
        esac
    done < <(sensor-agent complete words -- "${words[@]}" 2>/dev/null)
}

complete -F _sensor_agent agent sensor-agent
