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
    endif()
endif()
