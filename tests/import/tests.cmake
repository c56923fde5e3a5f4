# The import child of the engine's own tests.
add_executable(trueline_import_child ${CMAKE_CURRENT_LIST_DIR}/import_child.c)
trueline_target(trueline_import_child)
target_include_directories(trueline_import_child PRIVATE ${PROJECT_SOURCE_DIR}/engine)
target_link_libraries(trueline_import_child PRIVATE trueline)
set_target_properties(trueline_import_child PROPERTIES OUTPUT_NAME trueline-import-child
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
