# Checks on what the project publishes. They need python3; what it lacks is skipped loudly.
include_guard()
find_package(Python3 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND)
    add_test(NAME structure_scene_schema COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/scene_schema.py
        ${PROJECT_SOURCE_DIR} $<TARGET_FILE:fuzz_scene>)
    set_tests_properties(structure_scene_schema PROPERTIES LABELS structure SKIP_RETURN_CODE 77 TIMEOUT 300)
    add_test(NAME structure_ruleset_schema COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/ruleset_schema.py
        ${PROJECT_SOURCE_DIR} $<TARGET_FILE:fuzz_ruleset>)
    set_tests_properties(structure_ruleset_schema PROPERTIES LABELS structure SKIP_RETURN_CODE 77 TIMEOUT 300)
endif()

if(Python3_Interpreter_FOUND)
    add_test(NAME structure_package COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/package.py
        ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${CMAKE_C_COMPILER} "${TRUELINE_SANITIZE}")
    set_tests_properties(structure_package PROPERTIES LABELS "structure;slow" TIMEOUT 300)
endif()

if(Python3_Interpreter_FOUND)
    set(pictures OFF)
    if(TARGET trueline_view)
        set(pictures ON)
    endif()
    add_test(NAME structure_docs COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/docs.py
        ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${CMAKE_C_COMPILER} "${TRUELINE_SANITIZE}" ${pictures})
    set_tests_properties(structure_docs PROPERTIES LABELS "structure;slow" TIMEOUT 600 COST 40)
endif()

if(Python3_Interpreter_FOUND)
    add_test(NAME structure_arithmetic COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/arithmetic.py
        ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR} $<TARGET_FILE:trueline_shared>)
    set_tests_properties(structure_arithmetic PROPERTIES LABELS structure TIMEOUT 60)
endif()

if(Python3_Interpreter_FOUND)
    add_test(NAME structure_sequence COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/sequence.py
        ${PROJECT_SOURCE_DIR})
    set_tests_properties(structure_sequence PROPERTIES LABELS structure TIMEOUT 60)
endif()

if(Python3_Interpreter_FOUND)
    add_test(NAME structure_languages COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/languages.py
        ${PROJECT_SOURCE_DIR})
    set_tests_properties(structure_languages PROPERTIES LABELS structure TIMEOUT 60)
endif()

if(Python3_Interpreter_FOUND)
    set(folder ${CMAKE_BINARY_DIR}/made/readings)
    file(MAKE_DIRECTORY ${folder})
    add_test(NAME structure_readings COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/readings.py
        ${PROJECT_SOURCE_DIR} $<TARGET_FILE:trueline_program> ${folder})
    set_tests_properties(structure_readings PROPERTIES LABELS "structure;slow" TIMEOUT 300)
endif()

if(Python3_Interpreter_FOUND)
    add_test(NAME structure_games COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/games.py ${PROJECT_SOURCE_DIR})
    set_tests_properties(structure_games PROPERTIES LABELS structure TIMEOUT 60)

    foreach(held circles limits names sizes)
        add_test(NAME structure_${held} COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/${held}.py
            ${PROJECT_SOURCE_DIR})
        set_tests_properties(structure_${held} PROPERTIES LABELS structure TIMEOUT 60)
    endforeach()

    add_test(NAME structure_cglm COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/cglm.py ${PROJECT_SOURCE_DIR})
    set_tests_properties(structure_cglm PROPERTIES LABELS structure TIMEOUT 60)

    add_test(NAME structure_public COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/public.py ${PROJECT_SOURCE_DIR})
    set_tests_properties(structure_public PROPERTIES LABELS structure TIMEOUT 60)

    add_test(NAME structure_format COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/format.py ${PROJECT_SOURCE_DIR})
    set_tests_properties(structure_format PROPERTIES LABELS structure SKIP_RETURN_CODE 77 TIMEOUT 300)

    add_test(NAME structure_heads COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/heads.py ${PROJECT_SOURCE_DIR})
    set_tests_properties(structure_heads PROPERTIES LABELS structure TIMEOUT 60)

    add_test(NAME structure_changelog COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/changelog.py
        ${PROJECT_SOURCE_DIR})
    set_tests_properties(structure_changelog PROPERTIES LABELS structure TIMEOUT 60)

    add_test(NAME structure_systems COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/rulesets/systems.py
        $<TARGET_FILE:trueline_program> ${PROJECT_SOURCE_DIR})
    set_tests_properties(structure_systems PROPERTIES LABELS "structure;slow" TIMEOUT 600)

    add_test(NAME structure_sees COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/rulesets/sees.py
        $<TARGET_FILE:trueline_program> ${PROJECT_SOURCE_DIR})
    set_tests_properties(structure_sees PROPERTIES LABELS structure TIMEOUT 120)

    add_test(NAME structure_throws COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/rulesets/throws.py
        $<TARGET_FILE:trueline_program>)
    set_tests_properties(structure_throws PROPERTIES LABELS structure TIMEOUT 120)

    add_test(NAME structure_heights COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/rulesets/heights.py
        $<TARGET_FILE:trueline_program>)
    set_tests_properties(structure_heights PROPERTIES LABELS structure TIMEOUT 120)

    add_test(NAME structure_coverage COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/coverage.py
        ${PROJECT_SOURCE_DIR})
    set_tests_properties(structure_coverage PROPERTIES LABELS structure TIMEOUT 60)

    add_test(NAME structure_examples COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/examples.py
        ${PROJECT_SOURCE_DIR} $<TARGET_FILE:trueline_program>)
    set_tests_properties(structure_examples PROPERTIES LABELS "structure;slow" TIMEOUT 600)
endif()

if(Python3_Interpreter_FOUND)
    set(folder ${CMAKE_BINARY_DIR}/made/pairs)
    file(MAKE_DIRECTORY ${folder})
    add_test(NAME structure_pairs COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/pairs.py
        ${PROJECT_SOURCE_DIR} $<TARGET_FILE:trueline_program> ${folder})
    set_tests_properties(structure_pairs PROPERTIES LABELS structure TIMEOUT 300)
endif()
