# The viewer: what can be tested without a window, then the real window under a virtual display.
if(TARGET trueline_view)
    set(viewer_tests test_camera)
    if(TRUELINE_WINDOW)
        list(APPEND viewer_tests test_commands test_session)
    endif()
    foreach(name IN LISTS viewer_tests)
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
# Scripts of actions, without a display (docs/viewer.md).
if(TARGET trueline_program AND TRUELINE_WINDOW)
    file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/viewer/scripts/*.script)
    foreach(script IN LISTS scripts)
        get_filename_component(name ${script} NAME_WE)
        set(folder ${CMAKE_BINARY_DIR}/tests/scripts/${name})
        add_test(NAME script_${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/viewer/script.sh
            $<TARGET_FILE:trueline_program> ${PROJECT_SOURCE_DIR} ${folder} ${script})
        set_tests_properties(script_${name} PROPERTIES LABELS viewer TIMEOUT 600)
    endforeach()
    set_tests_properties(script_report PROPERTIES LABELS "viewer;slow") # draws eight fine pictures
endif()
find_package(Python3 COMPONENTS Interpreter)
if(TARGET trueline_program AND TRUELINE_WINDOW AND Python3_FOUND)
    add_test(NAME window_told COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/viewer/told.py
        $<TARGET_FILE:trueline_program> ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/told)
    set_tests_properties(window_told PROPERTIES LABELS viewer TIMEOUT 600)
endif()
if(TARGET trueline_program AND TRUELINE_DISPLAY)
    add_test(NAME view_trouble COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/viewer/trouble.sh $<TARGET_FILE:trueline_program>
        ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/view_trouble)
    set_tests_properties(view_trouble PROPERTIES LABELS viewer TIMEOUT 600)
    add_test(NAME window COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/viewer/window.sh $<TARGET_FILE:trueline_program>
        ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/window)
    set_tests_properties(window PROPERTIES LABELS viewer TIMEOUT 600 COST 80 SKIP_RETURN_CODE 77)
endif()
if(TARGET trueline_program AND TRUELINE_WINDOW)
    add_test(NAME recovery COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/viewer/recovery.sh $<TARGET_FILE:trueline_program>
        ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR}/tests/recovery)
    set_tests_properties(recovery PROPERTIES LABELS viewer TIMEOUT 600 COST 40)
endif()
