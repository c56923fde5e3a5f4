# The program from outside: exit statuses, streams, messages.
if(TARGET trueline_program)
    find_package(Python3 COMPONENTS Interpreter)
    add_test(NAME cli COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/cli.sh $<TARGET_FILE:trueline_program> ${PROJECT_SOURCE_DIR}
        ${CMAKE_BINARY_DIR}/made-cli ${Python3_EXECUTABLE})
    set(reduced "")
    if(TRUELINE_SANITIZE)
        set(reduced "TRUELINE_REDUCED=1;")
    endif()
    set_tests_properties(cli PROPERTIES LABELS cli TIMEOUT 600 COST 90
        ENVIRONMENT "${reduced}ASAN_OPTIONS=allocator_may_return_null=1:detect_leaks=1")
    # The same program without the viewer's library, a window and GeoTIFF: cli/CMakeLists.txt defines them.
    if(NOT TRUELINE_SANITIZE)
        file(GLOB plain CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/*.c)
        add_executable(trueline_plain ${plain})
        set_target_properties(trueline_plain PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
        trueline_target(trueline_plain)
        target_compile_definitions(trueline_plain PRIVATE _POSIX_C_SOURCE=200809L)
        target_link_libraries(trueline_plain PRIVATE trueline)
        add_test(NAME cli_abilities COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/abilities.sh $<TARGET_FILE:trueline_plain>
            ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR}/made-abilities)
        set_tests_properties(cli_abilities PROPERTIES LABELS cli)
    endif()
    if(Python3_Interpreter_FOUND AND NOT TRUELINE_SANITIZE)
        add_test(NAME cli_maps COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/maps.py
            $<TARGET_FILE:trueline_program> ${CMAKE_BINARY_DIR}/made-maps)
        set_tests_properties(cli_maps PROPERTIES LABELS cli TIMEOUT 600)
    endif()
    # Sanitizers make it slow, and what they could find is run under them by test_import and the harnesses of tests/fuzz.
    if(Python3_Interpreter_FOUND AND NOT TRUELINE_SANITIZE)
        add_test(NAME hostile_files COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/hostile.py
            $<TARGET_FILE:trueline_program> ${PROJECT_SOURCE_DIR})
        set_tests_properties(hostile_files PROPERTIES LABELS cli TIMEOUT 600)
        add_test(NAME import_repeats COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/repeats.py
            $<TARGET_FILE:trueline_program> ${PROJECT_SOURCE_DIR})
        set_tests_properties(import_repeats PROPERTIES LABELS cli TIMEOUT 300)
        add_test(NAME import_formats COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/formats.py
            $<TARGET_FILE:trueline_program> ${PROJECT_SOURCE_DIR})
        set_tests_properties(import_formats PROPERTIES LABELS cli TIMEOUT 300)
    endif()
endif()

# What one side may know: nothing of the others' hidden models.
if(TARGET trueline_program AND Python3_Interpreter_FOUND AND NOT TRUELINE_SANITIZE)
    add_test(NAME cli_hidden COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/hidden.py
        $<TARGET_FILE:trueline_program> ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR}/made/hidden 7)
    set_tests_properties(cli_hidden PROPERTIES LABELS "cli;slow" TIMEOUT 900 COST 120)
endif()

# One question under several rule systems.
if(TARGET trueline_program AND Python3_Interpreter_FOUND AND NOT TRUELINE_SANITIZE)
    add_test(NAME cli_compare COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/compare.py
        $<TARGET_FILE:trueline_program> ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR}/made/compare)
    set_tests_properties(cli_compare PROPERTIES LABELS cli TIMEOUT 300)
endif()

if(Python3_Interpreter_FOUND)
    add_test(NAME cli_margins COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/margins.py ${PROJECT_SOURCE_DIR}
        $<TARGET_FILE:trueline_program> ${CMAKE_BINARY_DIR}/made/margins)
    set_tests_properties(cli_margins PROPERTIES LABELS "cli;slow" TIMEOUT 300)
endif()

# Help, completion, manual pages, and what is said of what is mistyped. The parser is the same in the program without
# pictures, which starts sooner.
if(TARGET trueline_program AND Python3_Interpreter_FOUND)
    set(quick trueline_program)
    if(TARGET trueline_plain)
        set(quick trueline_plain)
    endif()
    foreach(what help misuse typos table)
        add_test(NAME cli_manners_${what} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/manners.py ${what}
            $<TARGET_FILE:${quick}> ${PROJECT_SOURCE_DIR})
        set_tests_properties(cli_manners_${what} PROPERTIES LABELS cli TIMEOUT 600)
        if(TRUELINE_SANITIZE)
            set_property(TEST cli_manners_${what} APPEND PROPERTY ENVIRONMENT "TRUELINE_REDUCED=1")
        endif()
    endforeach()
    foreach(what bash zsh fish man examples)
        add_test(NAME cli_manners_${what} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/manners.py ${what}
            $<TARGET_FILE:trueline_program> ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR}/manners)
        set_tests_properties(cli_manners_${what} PROPERTIES LABELS cli SKIP_RETURN_CODE 77 TIMEOUT 300)
    endforeach()
    set_property(TEST cli_manners_examples APPEND PROPERTY LABELS slow)
endif()
