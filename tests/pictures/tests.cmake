# Pictures: facts about pixels. Skips loudly where OpenGL is missing.
if(TARGET trueline_view)
    find_package(PNG REQUIRED)
    add_executable(test_pictures ${CMAKE_CURRENT_SOURCE_DIR}/pictures/test_pictures.c
        ${CMAKE_CURRENT_SOURCE_DIR}/pictures/demo_table.c ${CMAKE_CURRENT_SOURCE_DIR}/pictures/drafts.c
        ${CMAKE_CURRENT_SOURCE_DIR}/pictures/flaws.c ${CMAKE_CURRENT_SOURCE_DIR}/pictures/pixels.c
        ${CMAKE_CURRENT_SOURCE_DIR}/pictures/stocks.c)
    trueline_target(test_pictures)
    target_include_directories(test_pictures PRIVATE ${PROJECT_SOURCE_DIR}/viewer)
    target_link_libraries(test_pictures PRIVATE trueline_view trueline_test_support PNG::PNG)
    set_target_properties(test_pictures PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    add_test(NAME test_pictures COMMAND test_pictures WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(test_pictures PROPERTIES LABELS pictures TIMEOUT 600
        ENVIRONMENT "ASAN_OPTIONS=handle_segv=2:handle_abort=2:allocator_may_return_null=1:detect_leaks=1")
endif()

find_package(Python3 COMPONENTS Interpreter)
if(TARGET trueline_view AND TARGET trueline_program AND Python3_Interpreter_FOUND)
    add_test(NAME report COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/report.py
        $<TARGET_FILE:trueline_program> ${CMAKE_BINARY_DIR}/tests/report)
    set_tests_properties(report PROPERTIES LABELS "pictures;slow" TIMEOUT 600 SKIP_RETURN_CODE 77)
endif()
