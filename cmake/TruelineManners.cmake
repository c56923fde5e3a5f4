# What the program itself prints to be installed beside it: manual pages, and completions for shells.
# usage: cmake -DPROGRAM=... -DFOLDER=... -P TruelineManners.cmake
foreach(variable PROGRAM FOLDER)
    if(NOT ${variable})
        message(FATAL_ERROR "TruelineManners.cmake wants -D${variable}=...")
    endif()
endforeach()
file(REMOVE_RECURSE ${FOLDER}) # no page of a command that is no more
file(MAKE_DIRECTORY ${FOLDER}/man ${FOLDER}/bash ${FOLDER}/zsh ${FOLDER}/fish)
execute_process(COMMAND ${PROGRAM} man -o ${FOLDER}/man COMMAND_ERROR_IS_FATAL ANY)
foreach(name bash/trueline zsh/_trueline fish/trueline.fish)
    get_filename_component(shell ${name} DIRECTORY)
    execute_process(COMMAND ${PROGRAM} completion ${shell} OUTPUT_FILE ${FOLDER}/${name} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
