# Harnesses for hostile input. Ordinary builds give each a main that runs a small corpus and damaged copies of it; with
# TRUELINE_SANITIZE holding fuzzer-no-link (preset fuzz, clang) a libFuzzer program is built as well.
include_guard()

add_executable(fuzz_scene ${CMAKE_CURRENT_LIST_DIR}/fuzz_scene.c)
trueline_target(fuzz_scene)
target_link_libraries(fuzz_scene PRIVATE trueline_test_support)
set_target_properties(fuzz_scene PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
file(GLOB scene_corpus CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bad/scene/*.json
    ${CMAKE_CURRENT_SOURCE_DIR}/cases/scene-good/*.json ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/edits/*.json)
add_test(NAME fuzz_scene COMMAND fuzz_scene ${scene_corpus})
set_tests_properties(fuzz_scene PROPERTIES LABELS fuzz TIMEOUT 600)

if(TRUELINE_SANITIZE MATCHES "fuzzer-no-link")
    add_executable(libfuzzer_scene ${CMAKE_CURRENT_LIST_DIR}/fuzz_scene.c)
    trueline_target(libfuzzer_scene)
    target_compile_definitions(libfuzzer_scene PRIVATE TL_FUZZER)
    target_link_libraries(libfuzzer_scene PRIVATE trueline_test_support)
    target_link_options(libfuzzer_scene PRIVATE -fsanitize=fuzzer)
    set_target_properties(libfuzzer_scene PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endif()

add_executable(fuzz_tlmesh ${CMAKE_CURRENT_LIST_DIR}/fuzz_tlmesh.c)
trueline_target(fuzz_tlmesh)
target_link_libraries(fuzz_tlmesh PRIVATE trueline_test_support)
set_target_properties(fuzz_tlmesh PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
add_test(NAME fuzz_tlmesh COMMAND fuzz_tlmesh)
set_tests_properties(fuzz_tlmesh PROPERTIES LABELS fuzz TIMEOUT 600)

if(TRUELINE_SANITIZE MATCHES "fuzzer-no-link")
    add_executable(libfuzzer_tlmesh ${CMAKE_CURRENT_LIST_DIR}/fuzz_tlmesh.c)
    trueline_target(libfuzzer_tlmesh)
    target_compile_definitions(libfuzzer_tlmesh PRIVATE TL_FUZZER)
    target_link_libraries(libfuzzer_tlmesh PRIVATE trueline_test_support)
    target_link_options(libfuzzer_tlmesh PRIVATE -fsanitize=fuzzer)
    set_target_properties(libfuzzer_tlmesh PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endif()
