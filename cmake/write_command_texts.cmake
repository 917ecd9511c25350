# Writes what the command says of itself: manual pages, and completion for shells.
# Run as: cmake -DCOMMAND=<fairway> -DFOLDER=<folder> -P write_command_texts.cmake
function(write file)
    execute_process(COMMAND ${COMMAND} ${ARGN} OUTPUT_FILE ${FOLDER}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/man/man1 ${FOLDER}/bash-completion/completions ${FOLDER}/zsh/site-functions
    ${FOLDER}/fish/vendor_completions.d)
write(man/man1/fairway.1 manual fairway)
file(STRINGS ${FOLDER}/man/man1/fairway.1 others REGEX "^\\.BR fairway\\\\-[a-z]+ \\(1\\)") # of its last section
foreach(line IN LISTS others)
    string(REGEX REPLACE "^\\.BR fairway\\\\-([a-z]+) .*" "\\1" name "${line}")
    write(man/man1/fairway-${name}.1 manual ${name})
endforeach()
write(bash-completion/completions/fairway completion bash)
write(zsh/site-functions/_fairway completion zsh)
write(fish/vendor_completions.d/fairway.fish completion fish)
