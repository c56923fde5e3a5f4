/* made_mesh.c: builds meshes of corners, quads, boxes and prisms in memory. */
#include "support/made_mesh.h"

#include "math/angle.h"

uint32_t made_vertex(tl_mesh *mesh, double x, double y, double z) {
    uint32_t index;
    assert_true(tl_mesh_add_vertex(mesh, (tl_vec3){x, y, z}, &index));
    return index;
}

void made_quad(tl_mesh *mesh, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    assert_true(tl_mesh_add_triangle(mesh, a, b, c) && tl_mesh_add_triangle(mesh, a, c, d));
}

void made_finish(tl_mesh *mesh, const char *name) {
    assert_true(tl_mesh_end_piece(mesh, name, TL_ROLE_CORE));
    assert_int_equal(tl_mesh_weld(mesh, NULL, NULL), TL_OK);
}

void made_add_box(tl_mesh *mesh, tl_vec3 low, tl_vec3 high) {
    uint32_t v[8];
    for (int i = 0; i < 8; i++) {
        v[i] = made_vertex(mesh, i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    }
    made_quad(mesh, v[0], v[2], v[3], v[1]);
    made_quad(mesh, v[4], v[5], v[7], v[6]);
    made_quad(mesh, v[0], v[1], v[5], v[4]);
    made_quad(mesh, v[2], v[6], v[7], v[3]);
    made_quad(mesh, v[0], v[4], v[6], v[2]);
    made_quad(mesh, v[1], v[3], v[7], v[5]);
}

void made_add_prism(tl_mesh *mesh, tl_vec2 middle, tl_vec2 half, double low, double high, int corners) {
    uint32_t bottom = made_vertex(mesh, middle.x, middle.y, low), top = made_vertex(mesh, middle.x, middle.y, high);
    for (int i = 0; i < corners; i++) {
        double s, c, s1, c1;
        tl_sincos_deg(360.0 * i / corners, &s, &c);
        tl_sincos_deg(360.0 * ((i + 1) % corners) / corners, &s1, &c1);
        uint32_t v[4] = {made_vertex(mesh, middle.x + half.x * c, middle.y + half.y * s, low),
                         made_vertex(mesh, middle.x + half.x * c1, middle.y + half.y * s1, low),
                         made_vertex(mesh, middle.x + half.x * c1, middle.y + half.y * s1, high),
                         made_vertex(mesh, middle.x + half.x * c, middle.y + half.y * s, high)};
        made_quad(mesh, v[0], v[1], v[2], v[3]);
        assert_true(tl_mesh_add_triangle(mesh, bottom, v[1], v[0]) && tl_mesh_add_triangle(mesh, top, v[3], v[2]));
    }
}
