# What `cmake --install` puts where: the program with its manual pages and completions, both libraries, the public headers,
# the schema, the sample table, the documents, and what pkg-config and find_package need.
include(CMakePackageConfigHelpers)

install(TARGETS trueline_shared EXPORT trueline-shared
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS trueline EXPORT trueline-static
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/engine/include/trueline DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h")
if(TARGET trueline_program)
    install(TARGETS trueline_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(TARGET trueline_program AND TRUELINE_MANNERS) # where shells and man look for them
    install(DIRECTORY ${TRUELINE_MANNERS}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1")
    install(FILES ${TRUELINE_MANNERS}/bash/trueline DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${TRUELINE_MANNERS}/zsh/_trueline DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES ${TRUELINE_MANNERS}/fish/trueline.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

set(TRUELINE_DATA_DIR ${CMAKE_INSTALL_DATADIR}/trueline)
install(FILES ${PROJECT_SOURCE_DIR}/docs/schema/scene.schema.json ${PROJECT_SOURCE_DIR}/docs/schema/ruleset.schema.json
    DESTINATION ${TRUELINE_DATA_DIR})
if(TARGET trueline_program) # the sample table, and what stands on it
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/terrain ${PROJECT_SOURCE_DIR}/models DESTINATION ${TRUELINE_DATA_DIR}
        FILES_MATCHING PATTERN "*.obj" PATTERN "*.json" PATTERN "*.png" PATTERN "LICENSE.md" PATTERN generate EXCLUDE)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}
    FILES_MATCHING PATTERN "*.md" PATTERN "*.c" PATTERN images EXCLUDE PATTERN schema EXCLUDE)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/trueline)
install(EXPORT trueline-shared FILE trueline-shared-targets.cmake NAMESPACE trueline:: DESTINATION ${package})
install(EXPORT trueline-static FILE trueline-static-targets.cmake NAMESPACE trueline:: DESTINATION ${package})
get_directory_property(TRUELINE_PACKING DIRECTORY ${PROJECT_SOURCE_DIR}/engine DEFINITION packing_definitions)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/trueline-config.cmake.in
    ${CMAKE_BINARY_DIR}/package/trueline-config.cmake INSTALL_DESTINATION ${package} PATH_VARS TRUELINE_DATA_DIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/trueline-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/trueline-config.cmake
    ${CMAKE_BINARY_DIR}/package/trueline-config-version.cmake DESTINATION ${package})

# Absolute folders (as some distributions give them) stay; relative ones follow the prefix, which
# `pkg-config --define-variable=prefix=...` may move.
foreach(kind BIN LIB INCLUDE)
    if(IS_ABSOLUTE "${CMAKE_INSTALL_${kind}DIR}")
        set(TRUELINE_PC_${kind}DIR "${CMAKE_INSTALL_${kind}DIR}")
    else()
        set(TRUELINE_PC_${kind}DIR "\${prefix}/${CMAKE_INSTALL_${kind}DIR}")
    endif()
endforeach()
get_directory_property(lib3mf DIRECTORY ${PROJECT_SOURCE_DIR}/engine DEFINITION TRUELINE_LIB3MF)
set(TRUELINE_PC_LIB3MF "")
if(lib3mf)
    set(TRUELINE_PC_LIB3MF "-l3MF ")
endif()
set(TRUELINE_PC_PACKING "")
if("TRUELINE_DRACO" IN_LIST TRUELINE_PACKING)
    string(APPEND TRUELINE_PC_PACKING "-ldraco -lstdc++ ")
endif()
if("TRUELINE_MESHOPT" IN_LIST TRUELINE_PACKING)
    string(APPEND TRUELINE_PC_PACKING "-lmeshoptimizer ")
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/trueline.pc.in ${CMAKE_BINARY_DIR}/package/trueline.pc.in @ONLY)
# The prefix is known for certain only now: `cmake --install --prefix` may have changed it.
install(CODE "
    file(READ \"${CMAKE_BINARY_DIR}/package/trueline.pc.in\" text)
    get_filename_component(prefix \"\${CMAKE_INSTALL_PREFIX}\" ABSOLUTE)
    file(WRITE \"${CMAKE_BINARY_DIR}/package/trueline.pc\" \"prefix=\${prefix}\\n\${text}\")")
install(FILES ${CMAKE_BINARY_DIR}/package/trueline.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
