# Harnesses for hostile input. Ordinary builds give each a main that runs a small corpus and damaged copies of it; with
# TRUELINE_SANITIZE holding fuzzer-no-link (preset fuzz, clang) a libFuzzer program is built as well.
include_guard()

# fuzz_NAME, and the files its ordinary program is given.
function(trueline_fuzz name)
    add_executable(fuzz_${name} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/fuzz_${name}.c)
    trueline_target(fuzz_${name})
    target_link_libraries(fuzz_${name} PRIVATE trueline_test_support)
    set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    add_test(NAME fuzz_${name} COMMAND fuzz_${name} ${ARGN})
    set_tests_properties(fuzz_${name} PROPERTIES LABELS fuzz TIMEOUT 600)
    if(TRUELINE_SANITIZE MATCHES "fuzzer-no-link")
        add_executable(libfuzzer_${name} ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/fuzz_${name}.c)
        trueline_target(libfuzzer_${name})
        target_compile_definitions(libfuzzer_${name} PRIVATE TL_FUZZER)
        target_link_libraries(libfuzzer_${name} PRIVATE trueline_test_support)
        target_link_options(libfuzzer_${name} PRIVATE -fsanitize=fuzzer)
        set_target_properties(libfuzzer_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    endif()
endfunction()

file(GLOB scenes CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bad/scene/*.json
    ${CMAKE_CURRENT_SOURCE_DIR}/cases/scene-good/*.json ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/edits/*.json)
file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bad/mesh/*.* ${CMAKE_CURRENT_SOURCE_DIR}/import/meshes/*.*)
list(FILTER files EXCLUDE REGEX "\\.message$")
file(GLOB rulesets CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bad/ruleset/*.json
    ${CMAKE_CURRENT_SOURCE_DIR}/cases/ruleset-good/*.json)
trueline_fuzz(scene ${scenes})
trueline_fuzz(ruleset ${rulesets})
trueline_fuzz(tlmesh)
trueline_fuzz(repair)
trueline_fuzz(gltf)
trueline_fuzz(mesh_answer ${files})
trueline_fuzz(mesh_file ${files})
set_tests_properties(fuzz_mesh_file PROPERTIES
    ENVIRONMENT "LSAN_OPTIONS=print_suppressions=0:suppressions=${CMAKE_CURRENT_LIST_DIR}/leaks.supp")

# For campaigns alone (tests/fuzz/hostile --reader), so not part of the whole.
add_executable(read_forked EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/read_forked.c)
trueline_target(read_forked)
target_link_libraries(read_forked PRIVATE trueline_test_support)
set_target_properties(read_forked PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
