# The viewer: what can be tested without a window, then the real window under a virtual display.
if(TARGET trueline_view)
    foreach(name test_camera test_session)
        add_executable(${name} ${CMAKE_CURRENT_SOURCE_DIR}/viewer/${name}.c)
        trueline_target(${name})
        target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/viewer)
        target_link_libraries(${name} PRIVATE trueline_view trueline_test_support)
        set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
        add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
        set_tests_properties(${name} PROPERTIES LABELS viewer TIMEOUT 600
            ENVIRONMENT "ASAN_OPTIONS=handle_segv=2:handle_abort=2:allocator_may_return_null=1")
    endforeach()
endif()
if(TARGET trueline_program AND TRUELINE_WINDOW)
    add_test(NAME window COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/viewer/window.sh $<TARGET_FILE:trueline_program>
        ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/window)
    set_tests_properties(window PROPERTIES LABELS viewer TIMEOUT 300 SKIP_RETURN_CODE 77)
endif()
