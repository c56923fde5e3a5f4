/* flaws.c: pictures of meshes: what is wrong with them, and what their parts are taken as, where it is. */
#include "support/assert_geom.h"

#include "pictures/flaws.h"
#include "pictures/pixels.h"
#include "viewer/picture.h"

#include <trueline/import.h>
#include <trueline/ruling.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A plate of 100 x 100 mm with a hole, a patch that is turned over, a sheet through it and a crumb beside it. */
static void write_broken_plate(const char *path) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i <= 10; i++) {
        for (int k = 0; k <= 10; k++) {
            fprintf(file, "v %d %d 0\n", 10 * i, 10 * k);
        }
    }
    fprintf(file, "v 60 73 -10\nv 80 73 -10\nv 70 73 25\nv 98 98 5\nv 98.4 98 5\nv 98 98.4 5\n");
    for (int i = 0; i < 10; i++) {
        for (int k = 0; k < 10; k++) {
            const int a = 11 * i + k + 1, b = a + 11;
            const bool turned = i >= 6 && i <= 7 && k >= 2 && k <= 3;
            if (i != 2 || k != 2) {
                fprintf(file, "f %d %d %d\n", a, turned ? b + 1 : b, turned ? b : b + 1);
                fprintf(file, "f %d %d %d\n", a, turned ? a + 1 : b + 1, turned ? b + 1 : a + 1);
            }
        }
    }
    fprintf(file, "f 122 123 124\nf 125 126 127\n");
    assert_int_equal(fclose(file), 0);
}

/* Where a point of the plate is drawn, in a picture that is as wide as the plate. */
static tl_vec3 on_plate(tl_box3 box, double x, double y) {
    const double scale = (box.high.x - box.low.x) / 100;
    return (tl_vec3){box.low.x + scale * x, box.low.y + scale * y, box.low.z + scale * 10};
}

/* How many pixels round a place are of a colour's kind. */
static int marked(const tlv_renderer *renderer, picture p, tl_vec3 point, int within, bool (*is)(const uint8_t *)) {
    tl_vec2 at;
    int count = 0;
    assert_true(tlv_renderer_project(renderer, point, &at));
    for (int y = -within; y <= within; y++) {
        for (int x = -within; x <= within; x++) {
            count += is(pixels_at(p, at.x + x, at.y + y));
        }
    }
    return count;
}

static bool is_vermillion(const uint8_t *c) {
    return c[0] > c[1] + 60 && c[1] > c[2] + 20;
}

static bool is_green(const uint8_t *c) {
    return c[1] > c[0] + 60 && c[1] > c[2];
}

static bool is_sky(const uint8_t *c) {
    return c[2] > c[0] + 60 && c[2] > c[1];
}

static bool is_yellow(const uint8_t *c) {
    return c[0] > c[2] + 60 && c[1] > c[2] + 60;
}

static bool is_bluish(const uint8_t *c) {
    return c[2] > c[0] + 15;
}

static bool is_dark(const uint8_t *c) {
    return pixels_brightness(c) < 110;
}

static bool is_grey(const uint8_t *c) {
    return abs(c[0] - c[1]) < 20 && abs(c[1] - c[2]) < 20;
}

/* What `import --picture` shows of a mesh: each flaw where it is, in its colour, and grey elsewhere. */
void flaws_of_meshes_are_where_they_are(void **state) {
    (void)state;
    const char *path = TL_TEST_BINARY_DIR "/broken_plate.obj";
    tlv_renderer *r = pixels_renderer(1000, 1000, 4);
    tl_draw_sink sink = tlv_renderer_sink(r);
    tl_context *context = tl_context_create(NULL);
    const tl_mesh_options options = {.struct_size = sizeof(tl_mesh_options), .sink = &sink};
    char *text = NULL;
    write_broken_plate(path);
    assert_int_equal(tl_mesh_describe(context, path, &options, false, &text, NULL), TL_OK);
    assert_non_null(strstr(text, "turned over: 1 patch, 8 triangles, 20 mm across at 70, 30, 0"));
    assert_non_null(strstr(text, "pairs of triangles pass through one another"));
    const tl_box3 box = tlv_renderer_box(r);
    const tlv_camera camera = tlv_camera_frame(box, (tl_vec3){0, -0.02, 1}, 1);
    picture p = pixels_draw(r, 1000, 1000, &camera, &(tlv_style){.no_frame = true});
    assert_true(marked(r, p, on_plate(box, 25, 20), 6, is_vermillion) > 20); /* rim of the hole */
    assert_true(marked(r, p, on_plate(box, 0, 55), 6, is_vermillion) > 20);  /* and of the plate */
    assert_true(marked(r, p, on_plate(box, 72, 28), 3, is_sky) == 49);
    assert_true(marked(r, p, on_plate(box, 70, 73), 8, is_green) > 10);
    assert_true(marked(r, p, on_plate(box, 98, 98), 14, is_yellow) > 0);
    assert_true(marked(r, p, on_plate(box, 44, 62), 3, is_grey) == 49);
    assert_int_equal(marked(r, p, on_plate(box, 44, 44), 20, is_vermillion) +
                         marked(r, p, on_plate(box, 44, 44), 20, is_green) +
                         marked(r, p, on_plate(box, 44, 44), 20, is_sky),
                     0);
    if (getenv("TL_TEST_KEEP") != NULL) {
        (void)tlv_renderer_save_png(r, getenv("TL_TEST_KEEP"), NULL);
    }
    free(p.pixels);
    tl_text_free(context, text);
    tl_context_destroy(context);
    tlv_renderer_destroy(r);
    assert_int_equal(unlink(path), 0);
}

/* A box as an object of its own; `first` corners stand before it. */
static void write_box(FILE *file, const char *name, int first, const double low[3], const double high[3]) {
    static const int faces[12][3] = {{1, 3, 4}, {1, 4, 2}, {5, 6, 8}, {5, 8, 7}, {1, 2, 6}, {1, 6, 5},
                                     {3, 7, 8}, {3, 8, 4}, {1, 5, 7}, {1, 7, 3}, {2, 4, 8}, {2, 8, 6}};
    fprintf(file, "o %s\n", name);
    for (int k = 0; k < 8; k++) {
        fprintf(file, "v %g %g %g\n", k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]);
    }
    for (int k = 0; k < 12; k++) {
        fprintf(file, "f %d %d %d\n", first + faces[k][0], first + faces[k][1], first + faces[k][2]);
    }
}

/* A hull from 0 to 60, and a gun up to 100 along x; 30 wide, on z = 0. */
static void write_tank(const char *path) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    write_box(file, "hull", 0, (const double[3]){0, 0, 0}, (const double[3]){60, 30, 20});
    write_box(file, "gun_1", 8, (const double[3]){60, 13, 8}, (const double[3]){100, 17, 12});
    write_box(file, "thing", 16, (const double[3]){10, 5, 20}, (const double[3]){20, 15, 26});
    assert_int_equal(fclose(file), 0);
}

/* From above, with a margin, so that what is drawn beside the mesh is in the picture. */
static picture draw_described(tlv_renderer *r, const char *path, const tl_mesh_options *how, tl_box3 *mesh) {
    tl_draw_sink sink = tlv_renderer_sink(r);
    tl_mesh_options options = *how;
    tl_context *context = tl_context_create(NULL);
    char *text = NULL;
    options.sink = &sink;
    tlv_renderer_begin(r);
    assert_int_equal(tl_mesh_describe(context, path, &options, false, &text, NULL), TL_OK);
    tl_text_free(context, text);
    tl_context_destroy(context);
    /* the mesh is 300 long and stands in the middle */
    *mesh = (tl_box3){{-150, -45, 0}, {150, 45, 78}};
    const tlv_camera camera = {{0, 0, 900}, {0, 0, 0}, {0, 1, 0}, 0, 500};
    return pixels_draw(r, 1000, 1000, &camera, &(tlv_style){.no_frame = true});
}

/* Parts in the colours of their roles; the core over the mesh, an arrow where it looks, nothing where nothing is. */
void roles_and_suggestions_are_where_they_are(void **state) {
    (void)state;
    const char *path = TL_TEST_BINARY_DIR "/plain_tank.obj";
    tlv_renderer *r = pixels_renderer(1000, 1000, 4);
    tl_box3 box;
    write_tank(path);
    picture p = draw_described(
        r, path, &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .parts = "core=hull;gear=gun*"}, &box);
    assert_true(marked(r, p, on_plate(box, 45, 25), 3, is_sky) == 49);        /* hull: core, blue */
    assert_true(marked(r, p, on_plate(box, 80, 15), 3, is_vermillion) == 49); /* gun: gear, orange */
    assert_int_equal(marked(r, p, on_plate(box, 110, 15), 5, is_vermillion), 0);
    const int yellow = marked(r, p, on_plate(box, 15, 10), 14, is_yellow); /* matched by nothing: striped */
    const int dark = marked(r, p, on_plate(box, 15, 10), 14, is_dark);
    if (!(yellow > 100 && dark > 40)) {
        fail_msg("%d yellow, %d dark", yellow, dark);
    }
    free(p.pixels);
    p = draw_described(r, path, &(tl_mesh_options){.struct_size = sizeof(tl_mesh_options), .suggest_core = true}, &box);
    if (getenv("TL_TEST_KEEP") != NULL) {
        (void)tlv_renderer_save_png(r, getenv("TL_TEST_KEEP"), NULL);
    }
    assert_true(marked(r, p, on_plate(box, 105, 15), 4, is_vermillion) > 10); /* the arrow, past the gun */
    assert_int_equal(marked(r, p, on_plate(box, -5, 15), 8, is_vermillion), 0);
    assert_true(marked(r, p, on_plate(box, 40, 25), 3, is_bluish) == 49); /* the core over the hull */
    assert_true(marked(r, p, on_plate(box, 97, 15), 2, is_bluish) == 0);  /* and not over the gun's end */
    free(p.pixels);
    tlv_renderer_destroy(r);
    assert_int_equal(unlink(path), 0);
}
