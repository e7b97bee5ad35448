# fish completion for agent(1). What is possible is asked of the program, which knows its own commands, and asks the
# daemon for sensors and servers.

function __sensor_agent_complete
    set -l before (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --current-token --cut-at-cursor)
    for line in (sensor-agent complete words -- $before[2..] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :folders
                __fish_complete_directories "$current"
            case '*'
                echo $line
        end
    end
end

complete --command sensor-agent --no-files --arguments '(__sensor_agent_complete)'
complete --command agent --no-files --arguments '(__sensor_agent_complete)'
