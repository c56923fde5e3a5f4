# GEOS, where it is installed, is the oracle for outlines of projected meshes. Tests alone know it.
find_package(GEOS QUIET)
if(GEOS_FOUND)
    target_link_libraries(test_area_projection PRIVATE GEOS::geos_c)
    target_compile_definitions(test_area_projection PRIVATE TRUELINE_GEOS)
endif()
