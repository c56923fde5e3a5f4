# Facts as data: cases/<ruleset>/<topic>.json, one ctest a file.
add_executable(run_cases ${CMAKE_CURRENT_LIST_DIR}/run_cases.c)
trueline_target(run_cases)
target_link_libraries(run_cases PRIVATE trueline_test_support)
set_target_properties(run_cases PROPERTIES OUTPUT_NAME run-cases RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
file(GLOB case_files CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/dust-*/*.json
    ${CMAKE_CURRENT_LIST_DIR}/lotow-*/*.json ${CMAKE_CURRENT_LIST_DIR}/skirmish-*/*.json
    ${CMAKE_CURRENT_LIST_DIR}/silhouettes/*.json ${CMAKE_CURRENT_LIST_DIR}/ruins/*.json
    ${CMAKE_CURRENT_LIST_DIR}/millimetre-lines/*.json)
# Families of rulings against judges of their own.
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND TARGET trueline_program)
    add_test(NAME cases_families COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/families.py
        $<TARGET_FILE:trueline_program> ${CMAKE_BINARY_DIR}/made/families)
    set_tests_properties(cases_families PROPERTIES LABELS cases TIMEOUT 600)
endif()
foreach(file IN LISTS case_files)
    get_filename_component(topic ${file} NAME_WE)
    get_filename_component(folder ${file} DIRECTORY)
    get_filename_component(ruleset ${folder} NAME)
    add_test(NAME cases_${ruleset}_${topic} COMMAND run_cases ${file})
    set_tests_properties(cases_${ruleset}_${topic} PROPERTIES LABELS cases TIMEOUT 600
        ENVIRONMENT "ASAN_OPTIONS=allocator_may_return_null=1")
endforeach()
