/* loose_mesh.c: builds meshes of loose triangles, and looks at what welding made of them. */
#include "support/loose_mesh.h"

void loose_triangle(tl_mesh *mesh, tl_vec3 a, tl_vec3 b, tl_vec3 c) {
    uint32_t i = 0, j = 0, k = 0;
    assert_true(tl_mesh_add_vertex(mesh, a, &i) && tl_mesh_add_vertex(mesh, b, &j) && tl_mesh_add_vertex(mesh, c, &k));
    assert_true(tl_mesh_add_triangle(mesh, i, j, k));
}

void loose_quad(tl_mesh *mesh, tl_vec3 a, tl_vec3 b, tl_vec3 c, tl_vec3 d) {
    loose_triangle(mesh, a, b, c);
    loose_triangle(mesh, a, c, d);
}

void loose_box(tl_mesh *mesh, tl_vec3 l, tl_vec3 h) {
    loose_quad(mesh, (tl_vec3){l.x, l.y, l.z}, (tl_vec3){l.x, h.y, l.z}, (tl_vec3){h.x, h.y, l.z},
               (tl_vec3){h.x, l.y, l.z});
    loose_quad(mesh, (tl_vec3){l.x, l.y, h.z}, (tl_vec3){h.x, l.y, h.z}, (tl_vec3){h.x, h.y, h.z},
               (tl_vec3){l.x, h.y, h.z});
    loose_quad(mesh, (tl_vec3){l.x, l.y, l.z}, (tl_vec3){h.x, l.y, l.z}, (tl_vec3){h.x, l.y, h.z},
               (tl_vec3){l.x, l.y, h.z});
    loose_quad(mesh, (tl_vec3){h.x, h.y, l.z}, (tl_vec3){l.x, h.y, l.z}, (tl_vec3){l.x, h.y, h.z},
               (tl_vec3){h.x, h.y, h.z});
    loose_quad(mesh, (tl_vec3){h.x, l.y, l.z}, (tl_vec3){h.x, h.y, l.z}, (tl_vec3){h.x, h.y, h.z},
               (tl_vec3){h.x, l.y, h.z});
    loose_quad(mesh, (tl_vec3){l.x, h.y, l.z}, (tl_vec3){l.x, l.y, l.z}, (tl_vec3){l.x, l.y, h.z},
               (tl_vec3){l.x, h.y, h.z});
}

tl_mesh *loose_start(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    assert_non_null(mesh);
    return mesh;
}

tl_weld_report loose_finish(tl_mesh *mesh) {
    tl_weld_report report;
    tl_error error = {0};
    assert_true(tl_mesh_end_piece(mesh, "all", TL_ROLE_CORE));
    assert_int_equal(tl_mesh_weld(mesh, &report, &error), TL_OK);
    return report;
}

tl_mesh_edges loose_edges(const tl_mesh *mesh) {
    tl_mesh_edges edges;
    tl_error error = {0};
    assert_int_equal(tl_mesh_count_edges(mesh, &edges, &error), TL_OK);
    return edges;
}

bool loose_is_solid(const tl_mesh *mesh) {
    bool solid;
    tl_error error = {0};
    assert_int_equal(tl_mesh_is_solid(mesh, &solid, &error), TL_OK);
    return solid;
}
