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
