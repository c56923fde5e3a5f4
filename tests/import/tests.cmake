# Import children for the engine's own tests: the real one, small, one that misbehaves, and one that tries its fences.
foreach(child import bad probe)
    add_executable(trueline_${child}_child ${CMAKE_CURRENT_LIST_DIR}/${child}_child.c)
    trueline_target(trueline_${child}_child)
    target_compile_definitions(trueline_${child}_child PRIVATE _POSIX_C_SOURCE=200809L _DEFAULT_SOURCE)
    target_include_directories(trueline_${child}_child PRIVATE ${PROJECT_SOURCE_DIR}/engine)
    target_link_libraries(trueline_${child}_child PRIVATE trueline)
    set_target_properties(trueline_${child}_child PROPERTIES OUTPUT_NAME trueline-${child}-child
        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endforeach()

add_executable(fuzz_mesh_answer ${CMAKE_CURRENT_LIST_DIR}/../fuzz/fuzz_mesh_answer.c)
trueline_target(fuzz_mesh_answer)
target_link_libraries(fuzz_mesh_answer PRIVATE trueline_test_support)
set_target_properties(fuzz_mesh_answer PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
file(GLOB mesh_corpus CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/bad/mesh/*.*
    ${CMAKE_CURRENT_LIST_DIR}/meshes/*.3mf)
list(FILTER mesh_corpus EXCLUDE REGEX "\\.message$")
add_test(NAME fuzz_mesh_answer COMMAND fuzz_mesh_answer ${mesh_corpus})
set_tests_properties(fuzz_mesh_answer PROPERTIES LABELS fuzz TIMEOUT 600)

if(TRUELINE_SANITIZE MATCHES "fuzzer-no-link")
    add_executable(libfuzzer_mesh_answer ${CMAKE_CURRENT_LIST_DIR}/../fuzz/fuzz_mesh_answer.c)
    trueline_target(libfuzzer_mesh_answer)
    target_compile_definitions(libfuzzer_mesh_answer PRIVATE TL_FUZZER)
    target_link_libraries(libfuzzer_mesh_answer PRIVATE trueline_test_support)
    target_link_options(libfuzzer_mesh_answer PRIVATE -fsanitize=fuzzer)
    set_target_properties(libfuzzer_mesh_answer PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endif()
