/* Facts about pictures: what must be where, how bright, how long. Beauty is judged by looking at them. */
#include "support/assert_geom.h"

#include "camera/view.h"
#include "pictures/demo_table.h"
#include "pictures/drafts.h"
#include "pictures/flaws.h"
#include "pictures/pixels.h"
#include "pictures/stocks.h"
#include "render/labels.h"
#include "viewer/picture.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void orthographic_pictures_are_to_scale(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(800, 800, 4);
    tl_draw_sink sink = tlv_renderer_sink(r);
    pixels_ground(&sink, 800, 800);
    pixels_box(&sink, 350, 300, 100, 2, (tl_colour){0.9f, 0.1f, 0.1f, 1}, 0, 2);
    picture p = pixels_draw(r, 800, 800, &PLAN, NULL);
    int wide = 0, high = 0, first = -1;
    for (int i = 0; i < 800; i++) {
        const uint8_t *across = pixels_at(p, i, 800 - 350), *along = pixels_at(p, 400, i);
        if (across[0] > 2 * across[1]) {
            first = first < 0 ? i : first;
            wide++;
        }
        high += along[0] > 2 * along[1];
    }
    assert_near(wide, 100, 2);
    assert_near(high, 100, 2);
    assert_near(first, 350, 1);
    free(p.pixels);
    tlv_renderer_destroy(r);
}

static void shadows_are_dark_and_lit_ground_keeps_its_colour(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(400, 400, 4);
    tl_draw_sink sink = tlv_renderer_sink(r);
    pixels_ground(&sink, 800, 800);
    pixels_box(&sink, 370, 370, 60, 120, GREY, 0, 2);
    picture p = pixels_draw(r, 400, 400, &PLAN, NULL);
    /* The lamp stands in the south-west. */
    double shaded = pixels_brightness(pixels_of(r, p, (tl_vec3){455, 450, 0}));
    double lit = pixels_brightness(pixels_of(r, p, (tl_vec3){200, 200, 0}));
    double far = pixels_brightness(pixels_of(r, p, (tl_vec3){700, 600, 0}));
    assert_true(shaded < 0.8 * lit);
    assert_near(far, lit, 3);
    assert_true(pixels_unlike(pixels_of(r, p, (tl_vec3){200, 200, 0}), GREY) < 0.12);
    /* No speckles: an empty, lit field is even. */
    for (double x = 100; x < 300; x += 7) {
        for (double y = 100; y < 300; y += 7) {
            assert_near(pixels_brightness(pixels_of(r, p, (tl_vec3){x, y, 0})), lit, 2);
        }
    }
    free(p.pixels);
    tlv_renderer_destroy(r);
}

static void facets_are_lit_on_both_sides(void **state) {
    (void)state;
    double light[2];
    for (int flip = 0; flip < 2; flip++) {
        tlv_renderer *r = pixels_renderer(200, 200, 1);
        tl_draw_sink sink = tlv_renderer_sink(r);
        const tl_vec3 v[3] = {{100, 100, 0}, {700, 100, 0}, {400, 700, 0}};
        const uint32_t up[3] = {0, 1, 2}, down[3] = {0, 2, 1};
        tl_draw_mesh mesh = {
            .vertices = v, .vertex_count = 3, .triangles = flip ? down : up, .triangle_count = 1, .colour = GREY};
        sink.mesh(sink.user, &mesh);
        picture p = pixels_draw(r, 200, 200, &PLAN, NULL);
        light[flip] = pixels_brightness(pixels_of(r, p, (tl_vec3){400, 300, 0}));
        free(p.pixels);
        tlv_renderer_destroy(r);
    }
    assert_true(light[0] == light[1] && light[0] > 120);
}

static void lines_are_seen_hidden_ones_faintly(void **state) {
    (void)state;
    const tl_colour pink = {1, 0.2f, 0.6f, 1};
    const unsigned styles[3] = {0, TL_DRAW_ON_TOP, TL_DRAW_DASHED};
    double open[3], covered[3];
    for (int i = 0; i < 3; i++) {
        tlv_renderer *r = pixels_renderer(400, 400, 4);
        tl_draw_sink sink = tlv_renderer_sink(r);
        pixels_ground(&sink, 800, 800);
        pixels_box(&sink, 500, 350, 100, 60, GREY, 0, 2);
        const tl_vec3 points[2] = {{100, 400, 20}, {700, 400, 20}};
        tl_draw_line line = {
            .points = points, .count = 2, .colour = pink, .width_px = 5, .end_dots = true, .style = styles[i]};
        sink.line(sink.user, &line);
        picture p = pixels_draw(r, 400, 400, &PLAN, NULL);
        int seen = 0, under = 0;
        for (int x = 0; x < 100; x++) {
            seen += pixels_unlike(pixels_of(r, p, (tl_vec3){200.5 + x, 400, 20}), pink) < 0.05;
            under += pixels_unlike(pixels_of(r, p, (tl_vec3){500.5 + x, 400, 20}), pink) < 0.05;
        }
        open[i] = seen, covered[i] = under;
        /* An end dot reaches further to the side than the line. */
        tl_vec2 end;
        assert_true(tlv_renderer_project(r, points[0], &end));
        assert_true(pixels_unlike(pixels_at(p, end.x, end.y - 2.6), pink) < 0.3);
        free(p.pixels);
        tlv_renderer_destroy(r);
    }
    assert_true(open[0] == 100 && covered[0] == 0);
    assert_true(open[1] == 100 && covered[1] == 100);
    assert_true(open[2] > 30 && open[2] < 80);
}

/* Four patterns that differ without their colour: level stripes are even along rows, upright ones along columns, and
 * the leaning ones along the two diagonals. */
static void hatchings_differ_by_direction(void **state) {
    (void)state;
    const unsigned patterns[4] = {0, TL_DRAW_HATCH_BACK, TL_DRAW_HATCH_LEVEL, TL_DRAW_HATCH_BACK | TL_DRAW_HATCH_LEVEL};
    const int step[4][2] = {{1, 1}, {1, -1}, {1, 0}, {0, 1}}; /* along the stripes, in pixels from the top */
    for (int i = 0; i < 4; i++) {
        tlv_renderer *r = pixels_renderer(400, 400, 1);
        tl_draw_sink sink = tlv_renderer_sink(r);
        pixels_ground(&sink, 800, 800);
        pixels_box(&sink, 300, 300, 200, 5, GREY, TL_DRAW_HATCHED | patterns[i], 2);
        picture p = pixels_draw(r, 400, 400, &PLAN, NULL);
        double change[4] = {0};
        for (int k = 0; k < 4; k++) {
            for (int x = 170; x < 230; x++) {
                for (int y = 170; y < 230; y++) {
                    change[k] += fabs(pixels_brightness(pixels_at(p, x, y)) -
                                      pixels_brightness(pixels_at(p, x + step[k][0], y + step[k][1])));
                }
            }
        }
        for (int k = 0; k < 4; k++) {
            assert_true(k == i ? change[k] < 0.1 * change[(k + 1) % 4] : change[k] > 10 * change[i]);
        }
        free(p.pixels);
        tlv_renderer_destroy(r);
    }
}

static void outlines_stand_outside_and_do_not_tint(void **state) {
    (void)state;
    const tl_colour orange = {0.902f, 0.624f, 0.0f, 1};
    const tlv_style large = {.text_scale = 2};
    picture p[2];
    tlv_renderer *r[2];
    for (int i = 0; i < 2; i++) {
        r[i] = pixels_renderer(800, 800, 4);
        tl_draw_sink sink = tlv_renderer_sink(r[i]);
        pixels_ground(&sink, 800, 800);
        pixels_box(&sink, 350, 350, 100, 2, orange, i ? TL_DRAW_OUTLINED : 0, 2);
        p[i] = pixels_draw(r[i], 800, 800, &PLAN, &large);
    }
    assert_memory_equal(pixels_at(p[0], 400, 400), pixels_at(p[1], 400, 400), 4);
    assert_memory_equal(pixels_at(p[0], 355, 400), pixels_at(p[1], 355, 400), 4);
    assert_true(pixels_brightness(pixels_at(p[1], 348, 400)) > 230); /* the bright core */
    assert_true(pixels_brightness(pixels_at(p[1], 345, 400)) < 90);  /* its dark casing */
    assert_memory_equal(pixels_at(p[0], 343, 400), pixels_at(p[1], 343, 400), 4);
    for (int i = 0; i < 2; i++) {
        free(p[i].pixels);
        tlv_renderer_destroy(r[i]);
    }
}

/* A blocker is named by feeding it once more, translucent and outlined: it gets a ring in that colour and no tint. An
 * area under the same key, of another size, stays an area. */
static void blockers_get_a_ring_in_their_colour(void **state) {
    (void)state;
    const tl_colour red = {0.835f, 0.369f, 0, 0.5f};
    const tlv_style large = {.text_scale = 2};
    picture p[3];
    tlv_renderer *r[3];
    for (int i = 0; i < 3; i++) {
        r[i] = pixels_renderer(800, 800, 4);
        tl_draw_sink sink = tlv_renderer_sink(r[i]);
        pixels_ground(&sink, 800, 800);
        pixels_box(&sink, 350, 350, 100, 2, GREY, 0, 2);
        if (i > 0) {
            pixels_box(&sink, 350, 350, i == 1 ? 100 : 180, 2, red, TL_DRAW_TRANSLUCENT | TL_DRAW_OUTLINED, 2);
        }
        p[i] = pixels_draw(r[i], 800, 800, &PLAN, &large);
    }
    assert_memory_equal(pixels_at(p[0], 400, 400), pixels_at(p[1], 400, 400), 4);
    assert_true(pixels_unlike(pixels_at(p[1], 347.5, 400), red) < 0.02);
    const uint8_t *area = pixels_at(p[2], 480, 350), *ground = pixels_at(p[0], 480, 350);
    assert_true(area[0] - area[2] > ground[0] - ground[2] + 40);
    for (int i = 0; i < 3; i++) {
        free(p[i].pixels);
        tlv_renderer_destroy(r[i]);
    }
}

static void hatching_has_two_tones(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(400, 400, 4);
    tl_draw_sink sink = tlv_renderer_sink(r);
    pixels_box(&sink, 200, 200, 400, 2, (tl_colour){0.9f, 0.62f, 0, 1}, TL_DRAW_HATCHED, 2);
    picture p = pixels_draw(r, 400, 400, &PLAN, NULL);
    int dark = 0, light = 0;
    for (int i = 0; i < 100; i++) {
        const uint8_t *q = pixels_at(p, 150 + i, 200);
        dark += q[0] < 150;
        light += q[0] > 190;
    }
    assert_true(dark > 20 && light > 20);
    free(p.pixels);
    tlv_renderer_destroy(r);
}

static void translucent_things_colour_what_is_behind(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(200, 200, 4);
    tl_draw_sink sink = tlv_renderer_sink(r);
    pixels_ground(&sink, 800, 800);
    pixels_box(&sink, 300, 300, 200, 50, (tl_colour){0, 0.6f, 0.2f, 0.4f}, TL_DRAW_TRANSLUCENT, 2);
    picture p = pixels_draw(r, 200, 200, &PLAN, NULL);
    const uint8_t *through = pixels_of(r, p, (tl_vec3){400, 400, 0}), *beside = pixels_of(r, p, (tl_vec3){150, 400, 0});
    assert_true(through[1] > through[0] + 20 && through[0] > 20);
    assert_true(abs(beside[0] - beside[1]) < 8);
    /* It throws no shadow. */
    assert_near(pixels_brightness(pixels_of(r, p, (tl_vec3){530, 540, 0})), pixels_brightness(beside), 3);
    free(p.pixels);
    tlv_renderer_destroy(r);
}

static void labels_have_plates_and_never_overlap(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(640, 400, 1);
    tl_draw_sink sink = tlv_renderer_sink(r);
    pixels_ground(&sink, 800, 800);
    tl_draw_label label = {{400, 400, 0}, "12.5\u2033 \u00d7 \u2248", {0, 0, 0, 0}, 1.5f, 0};
    tlv_style plain = {.no_labels = true};
    sink.label(sink.user, &label);
    picture without = pixels_draw(r, 640, 400, &PLAN, &plain), with = pixels_draw(r, 640, 400, &PLAN, NULL);
    int light = 0, ink = 0;
    for (int i = 0; i < 640 * 400; i++) {
        const uint8_t *a = with.pixels + 4 * i, *b = without.pixels + 4 * i;
        if (memcmp(a, b, 4) != 0) {
            light += pixels_brightness(a) > 225;
            ink += pixels_brightness(a) < 90;
        }
    }
    assert_true(light > 300 && ink > 40);
    free(with.pixels);
    free(without.pixels);
    tlv_renderer_destroy(r);
}

/* Letters of very many sizes don't fit the atlas together: they must not run dry in a long session. */
static void letters_never_run_out(void **state) {
    (void)state;
    tlv_text *text;
    tl_error error = {0};
    if (tlv_text_create(&text, &error) != TL_OK) {
        fail_msg("%s; %s", error.message, error.remedy);
    }
    for (int px = 8; px < 90; px++) {
        tlv_overlay overlay = {.text = text};
        tlv_text_refresh(text);
        const char words[] = "Grey Herons: 12.5\u2033 \u2248 \u2713";
        double width = tlv_overlay_text(&overlay, px % 2, px, words, sizeof(words) - 1, 0, 0, GREY);
        assert_true(width > 10 * px && width < 30 * px);
        assert_int_equal(overlay.count, 6 * 18); /* spaces have no ink */
        free(overlay.vertices);
    }
    tlv_text_destroy(text);
}

static bool never_hidden(void *user, double x, double y, double depth) {
    (void)user;
    (void)x;
    (void)y;
    (void)depth;
    return false;
}

/* A label that is to be here begins here, level with its place, and no line leads to it; another one keeps away. */
static void labels_here_are_here(void **state) {
    (void)state;
    tlv_text *text;
    assert_int_equal(tlv_text_create(&text, NULL), TL_OK);
    tlv_content content = {0};
    tlv_content_clear(&content);
    tl_draw_sink sink = tlv_content_sink(&content);
    const tl_draw_label label = {{300, 500, 0}, "50 %", {0, 0, 0, 0}, 1, TL_DRAW_HERE | TL_DRAW_ON_TOP};
    sink.label(sink.user, &label);
    tlv_view view = tlv_view_make(&PLAN, 800, 800, (tlv_rect){0, 0, 800, 800}, (tl_box3){{0, 0, 0}, {800, 800, 0}}, 0);
    tlv_projected at = tlv_view_project(&view, label.at);
    tlv_overlay overlay = {.text = text};
    tlv_ribbons none = {0};
    assert_int_equal(tlv_labels_place(&overlay, &content, &view, &none, 1, never_hidden, NULL, false), 1);
    size_t plates = 0;
    for (size_t i = 0; i < overlay.count; i += 6) {
        const tlv_plate_vertex *a = &overlay.vertices[i], *b = &overlay.vertices[i + 5];
        if (a->form[0] > 0 && a->form[1] > 0) {
            plates++;
            assert_true(fabs((double)a->pixel[0] - at.x) < 3);
            assert_true(fabs(0.5 * ((double)a->pixel[1] + (double)b->pixel[1]) - at.y) < 2);
        }
    }
    assert_int_equal(plates, 1);
    free(overlay.vertices);
    tlv_content_free(&content);
    tlv_text_destroy(text);
}

/* How wide the one label of a picture is, with its plate and its leader. */
static int label_width(int width, int height, double pixel_scale) {
    tlv_renderer *r = pixels_renderer(width, height, 4);
    const tl_draw_sink sink = tlv_renderer_sink(r);
    const tlv_camera camera = tlv_camera_top((tl_box3){{0, 0, 0}, {1800, 1200, 150}}, 1.6);
    const tl_draw_label label = {.at = {900, 600, 0}, .text = "Bot Hunters", .size = 1};
    uint8_t *pixels[2] = {malloc(4 * (size_t)width * (size_t)height), malloc(4 * (size_t)width * (size_t)height)};
    tl_error error = {0};
    sink.label(sink.user, &label);
    for (int i = 0; i < 2; i++) {
        const tlv_style style = {.pixel_scale = pixel_scale, .no_labels = i == 1};
        assert_non_null(pixels[i]);
        if (tlv_renderer_draw(r, &camera, &style, &error) != TL_OK ||
            tlv_renderer_read(r, pixels[i], &error) != TL_OK) {
            fail_msg("%s", error.message);
        }
    }
    int left = width, right = -1;
    for (int i = 0; i < width * height; i++) {
        if (memcmp(pixels[0] + 4 * i, pixels[1] + 4 * i, 4) != 0) {
            left = i % width < left ? i % width : left;
            right = i % width > right ? i % width : right;
        }
    }
    free(pixels[0]);
    free(pixels[1]);
    tlv_renderer_destroy(r);
    return right - left;
}

static void labels_keep_their_size_on_fine_pixels(void **state) {
    (void)state;
    int coarse = label_width(640, 400, 0), fine = label_width(1280, 800, 2), larger = label_width(1280, 800, 1);
    assert_true(coarse > 40);
    assert_near(fine, 2 * coarse, 8); /* twice the pixels, half as large each */
    assert_true(larger < fine - 20);  /* a larger picture of ordinary pixels wants less */
}

static void crowded_labels_keep_apart(void **state) {
    (void)state;
    tlv_text *text;
    tl_error error = {0};
    if (tlv_text_create(&text, &error) != TL_OK) {
        fail_msg("%s; %s", error.message, error.remedy);
    }
    test_random random = test_random_start("labels", 3);
    tlv_content content = {0};
    tlv_content_clear(&content);
    tl_draw_sink sink = tlv_content_sink(&content);
    for (int i = 0; i < 60; i++) {
        char name[40];
        snprintf(name, sizeof(name), "Bot Hunters %d", i);
        tl_draw_label label = {{test_random_between(&random, 100, 700), test_random_between(&random, 250, 550), 0},
                               name,
                               {0, 0, 0, 0},
                               1,
                               0};
        sink.label(sink.user, &label);
    }
    tlv_view view = tlv_view_make(&PLAN, 800, 800, (tlv_rect){0, 0, 800, 800}, (tl_box3){{0, 0, 0}, {800, 800, 0}}, 0);
    tlv_overlay overlay = {.text = text};
    tlv_ribbons none = {0};
    size_t placed = tlv_labels_place(&overlay, &content, &view, &none, 1, never_hidden, NULL, false);
    assert_true(placed > 20 && placed <= 60);
    /* Plates are the rectangles with a border; six vertices each, the first and last are opposite corners. */
    double boxes[60][4];
    size_t count = 0;
    for (size_t i = 0; i < overlay.count; i += 6) {
        const tlv_plate_vertex *a = &overlay.vertices[i], *b = &overlay.vertices[i + 5];
        if (a->form[0] > 0 && a->form[1] > 0) {
            assert_true(count < 60);
            boxes[count][0] = (double)a->pixel[0] + 1, boxes[count][1] = (double)a->pixel[1] + 1;
            boxes[count][2] = (double)b->pixel[0] - 1, boxes[count][3] = (double)b->pixel[1] - 1;
            count++;
        }
    }
    assert_int_equal(count, placed);
    for (size_t i = 0; i < count; i++) {
        assert_true(boxes[i][0] >= 0 && boxes[i][1] >= 0 && boxes[i][2] <= 800 && boxes[i][3] <= 800);
        for (size_t j = 0; j < i; j++) {
            bool apart = boxes[i][0] >= boxes[j][2] || boxes[j][0] >= boxes[i][2] || boxes[i][1] >= boxes[j][3] ||
                         boxes[j][1] >= boxes[i][3];
            assert_true(apart);
        }
    }
    free(overlay.vertices);
    tlv_content_free(&content);
    tlv_text_destroy(text);
}

static void cameras_show_everything_they_are_asked_for(void **state) {
    (void)state;
    test_random random = test_random_start("cameras", 5);
    for (int i = 0; i < 300; i++) {
        tl_vec3 low = {test_random_between(&random, -500, 500), test_random_between(&random, -500, 500), 0};
        tl_box3 box = {low,
                       {low.x + test_random_between(&random, 1, 2000), low.y + test_random_between(&random, 1, 2000),
                        test_random_between(&random, 0, 300)}};
        int width = 200 + test_random_below(&random, 1500), height = 200 + test_random_below(&random, 1000);
        double aspect = (double)width / height;
        tl_vec3 lower = {box.low.x + 0.3 * (box.high.x - box.low.x), box.high.y, box.high.z};
        const tl_box3 halves[2] = {{box.low, lower}, {{lower.x, box.low.y, box.low.z}, box.high}};
        const tl_vec3 nowhere = {0, 0, 0};
        const tlv_camera cameras[5] = {tlv_camera_top(box, aspect), tlv_camera_table(box, aspect),
                                       tlv_camera_frame(box, test_random_direction(&random), aspect),
                                       tlv_camera_frame(box, nowhere, aspect),
                                       tlv_camera_frame_all(halves, 2, nowhere, aspect)};
        for (int c = 0; c < 5; c++) {
            tlv_view view = tlv_view_make(&cameras[c], width, height, (tlv_rect){0, 0, width, height}, box, 0);
            mat4 m;
            tl_vec3 origin = {10, 20, 30};
            tlv_view_matrix(&view, origin, m);
            for (int k = 0; k < 8; k++) {
                tl_vec3 q = {k & 1 ? box.high.x : box.low.x, k & 2 ? box.high.y : box.low.y,
                             k & 4 ? box.high.z : box.low.z};
                tlv_projected p = tlv_view_project(&view, q);
                assert_true(p.x > 0 && p.x < width && p.y > 0 && p.y < height);
                assert_true(p.depth >= view.near_mm && p.depth <= view.far_mm);
                /* What OpenGL makes of it agrees with what labels are placed by. */
                double clip[4], local[4] = {q.x - origin.x, q.y - origin.y, q.z - origin.z, 1};
                for (int row = 0; row < 4; row++) {
                    clip[row] = 0;
                    for (int column = 0; column < 4; column++) {
                        clip[row] += (double)m[column][row] * local[column];
                    }
                }
                assert_near(0.5 * (1 + clip[0] / clip[3]) * width, p.x, 0.02);
                assert_near(0.5 * (1 - clip[1] / clip[3]) * height, p.y, 0.02);
                assert_true(fabs(clip[2]) <= clip[3] * 1.001);
            }
        }
    }
}

static void rays_undo_projection(void **state) {
    (void)state;
    test_random random = test_random_start("rays", 6);
    for (int i = 0; i < 200; i++) {
        tl_vec3 eye = {test_random_between(&random, 0, 500), test_random_between(&random, 0, 500), 200};
        tlv_camera camera = tlv_camera_eye(eye, (tl_vec3){300, 900, 0}, 40);
        if (i % 2) {
            camera.fov_deg = 0, camera.height_mm = 300;
        }
        tlv_view view =
            tlv_view_make(&camera, 640, 480, (tlv_rect){40, 30, 500, 400}, (tl_box3){{0, 0, 0}, {1000, 1000, 100}}, 0);
        vec3 base[3], ray[3];
        tl_vec3 point = {test_random_between(&random, 0, 1000), 800, 30}, origin = {5, 6, 7};
        tlv_view_rays(&view, origin, base, ray);
        tlv_projected p = tlv_view_project(&view, point);
        double x = p.x / 640, y = 1 - p.y / 480;
        const double share[3] = {1, x, y};
        double back[3] = {origin.x, origin.y, origin.z};
        for (int k = 0; k < 9; k++) {
            back[k % 3] += share[k / 3] * ((double)base[k / 3][k % 3] + p.depth * (double)ray[k / 3][k % 3]);
        }
        assert_point_near(((tl_vec3){back[0], back[1], back[2]}), point, 1e-3);
    }
}

static void the_hidden_key_is_not_drawn(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(200, 200, 1);
    tl_draw_sink sink = tlv_renderer_sink(r);
    pixels_ground(&sink, 800, 800);
    pixels_box(&sink, 350, 350, 100, 20, (tl_colour){0.1f, 0.1f, 0.9f, 1}, 0, 7);
    tlv_style style = {.hidden_key = 7};
    picture with = pixels_draw(r, 200, 200, &PLAN, NULL), without = pixels_draw(r, 200, 200, &PLAN, &style);
    const uint8_t *a = pixels_of(r, with, (tl_vec3){400, 400, 20}), *b = pixels_of(r, without, (tl_vec3){400, 400, 20});
    assert_true(a[2] > 2 * a[0] && abs(b[2] - b[0]) < 20);
    free(with.pixels);
    free(without.pixels);
    tlv_renderer_destroy(r);
}

static void the_frame_can_be_left_out_and_comes_back(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(200, 200, 1);
    tl_draw_sink sink = tlv_renderer_sink(r);
    const tl_vec3 corners[4] = {{100, 100, 0}, {700, 100, 0}, {700, 700, 0}, {100, 700, 0}};
    const uint32_t two[6] = {0, 1, 2, 0, 2, 3};
    tl_draw_mesh ground = {.vertices = corners,
                           .vertex_count = 4,
                           .triangles = two,
                           .triangle_count = 2,
                           .colour = GREY,
                           .style = TL_DRAW_GROUND,
                           .key = 1};
    sink.mesh(sink.user, &ground);
    const tlv_style styles[3] = {[1] = {.no_frame = true}};
    for (int i = 0; i < 3; i++) {
        picture p = pixels_draw(r, 200, 200, &PLAN, &styles[i]);
        double beside = pixels_brightness(pixels_of(r, p, (tl_vec3){400, 97.5, 0}));
        assert_true(i == 1 ? beside > 150 : beside < 130);
        free(p.pixels);
    }
    tlv_renderer_destroy(r);
}

static void two_runs_give_the_same_bytes(void **state) {
    (void)state;
    picture p[2];
    tlv_renderer *r[2];
    tlv_style style = {.grid_mm = 100,
                       .scale_bar_mm = 200,
                       .scale_text = "20 cm",
                       .title = "Twice",
                       .captions = {"Seen"},
                       .sign = TLV_SIGN_YES,
                       .sign_text = "SEEN"};
    for (int i = 0; i < 2; i++) { /* both alive at once: they don't disturb each other */
        r[i] = pixels_renderer(640, 400, 4);
    }
    for (int i = 0; i < 2; i++) {
        tl_draw_sink sink = tlv_renderer_sink(r[i]);
        demo_table(&sink, DEMO_HOUSE);
        demo_ruling(&sink);
        tlv_camera camera = tlv_camera_table(tlv_renderer_box(r[i]), tlv_renderer_aspect(r[i], &style));
        p[i] = pixels_draw(r[i], 640, 400, &camera, &style);
    }
    assert_memory_equal(p[0].pixels, p[1].pixels, 640 * 400 * 4);
    /* And again, after other cameras. */
    tlv_camera top = tlv_camera_top(tlv_renderer_box(r[0]), 1.6);
    picture other = pixels_draw(r[0], 640, 400, &top, &style);
    assert_memory_not_equal(other.pixels, p[0].pixels, 640 * 400 * 4);
    tlv_camera camera = tlv_camera_table(tlv_renderer_box(r[0]), tlv_renderer_aspect(r[0], &style));
    picture again = pixels_draw(r[0], 640, 400, &camera, &style);
    assert_memory_equal(again.pixels, p[0].pixels, 640 * 400 * 4);
    free(other.pixels);
    free(again.pixels);
    for (int i = 0; i < 2; i++) {
        free(p[i].pixels);
        tlv_renderer_destroy(r[i]);
    }
}

static void insets_change_their_part_alone(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(640, 400, 4);
    tl_draw_sink sink = tlv_renderer_sink(r);
    demo_table(&sink, 0);
    tlv_camera camera = tlv_camera_table(tlv_renderer_box(r), 1.6);
    picture before = pixels_draw(r, 640, 400, &camera, NULL);
    picture after = {640, 400, malloc(640 * 400 * 4)};
    assert_non_null(after.pixels);
    tlv_camera eye = tlv_camera_eye((tl_vec3){600, 480, 60}, (tl_vec3){1270, 640, 50}, 30);
    tlv_style style = {.title = "Ludwig's eyes"};
    tlv_rect rect = {400, 220, 220, 160};
    /* Places for insets are inside the picture, apart, and beside the view. */
    for (int below = 0; below < 2; below++) {
        tlv_style two = {.title = "Two", .captions = {"Seen"}, .insets = 0.4, .insets_below = below};
        tlv_rect a = tlv_renderer_inset_place(r, &two, 0, 2), b = tlv_renderer_inset_place(r, &two, 1, 2);
        assert_true(a.width > 100 && a.height > 50 && a.width == b.width && a.height == b.height);
        assert_true(below ? a.x + a.width < b.x && b.x + b.width < 640 : a.y + a.height < b.y && b.y + b.height < 400);
        double aspect = tlv_renderer_aspect(r, &two), alone = tlv_renderer_aspect(r, NULL);
        assert_true(below ? aspect > alone : aspect < alone);
    }
    assert_int_equal(tlv_renderer_inset_place(r, NULL, 0, 2).width, 0);
    assert_int_equal(tlv_renderer_draw_inset(r, &eye, &style, rect, NULL), TL_OK);
    assert_int_equal(tlv_renderer_read(r, after.pixels, NULL), TL_OK);
    int changed = 0;
    for (int y = 0; y < 400; y++) {
        for (int x = 0; x < 640; x++) {
            bool inside =
                x >= rect.x - 4 && y >= rect.y - 4 && x < rect.x + rect.width + 4 && y < rect.y + rect.height + 4;
            bool same = memcmp(pixels_at(before, x, y), pixels_at(after, x, y), 4) == 0;
            assert_true(same || inside);
            changed += !same;
        }
    }
    assert_true(changed > rect.width * rect.height * 3 / 4);
    free(before.pixels);
    free(after.pixels);
    tlv_renderer_destroy(r);
}

static void saved_pictures_are_what_was_drawn(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(320, 200, 1);
    tl_draw_sink sink = tlv_renderer_sink(r);
    demo_table(&sink, 0);
    tlv_camera camera = tlv_camera_top(tlv_renderer_box(r), 1.6);
    picture p = pixels_draw(r, 320, 200, &camera, NULL);
    char path[64] = "/tmp/trueline_picture_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    tl_error error = {0};
    assert_int_equal(tlv_renderer_save_png(r, path, &error), TL_OK);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGBA;
    assert_true(image.width == 320 && image.height == 200);
    uint8_t *back = malloc(PNG_IMAGE_SIZE(image));
    assert_true(back && png_image_finish_read(&image, NULL, back, 0, NULL));
    assert_memory_equal(back, p.pixels, 320 * 200 * 4);
    remove(path);
    assert_int_equal(tlv_renderer_save_png(r, "/nowhere/at/all.png", &error), TL_ERROR_FILE);
    assert_string_equal(error.file, "/nowhere/at/all.png");
    free(back);
    free(p.pixels);
    tlv_renderer_destroy(r);
}

static void bad_content_is_left_out(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(200, 200, 1);
    tl_draw_sink sink = tlv_renderer_sink(r);
    const tl_vec3 v[4] = {{0, 0, 0}, {100, 0, 0}, {0, 100, 0}, {NAN, 0, INFINITY}};
    const uint32_t t[15] = {0, 1, 9, 0, 1, 3, 0, 0, 1, 0, 1, 4, 0, 1, 2}, chosen[3] = {0, 7, 4};
    tl_draw_mesh mesh = {.vertices = v,
                         .vertex_count = 4,
                         .triangles = t,
                         .triangle_count = 5,
                         .chosen = chosen,
                         .chosen_count = 3,
                         .colour = GREY};
    sink.mesh(sink.user, &mesh);
    tl_box3 box = tlv_renderer_box(r);
    assert_point_near(box.high, ((tl_vec3){100, 100, 0}), 0);
    tl_draw_line line = {.points = v, .count = 4, .colour = GREY, .width_px = 2, .sleeve_mm = 1};
    sink.line(sink.user, &line);
    tl_draw_label label = {{NAN, 0, 0}, "lost", GREY, 1, 0};
    sink.label(sink.user, &label);
    picture p = pixels_draw(r, 200, 200, &PLAN, NULL);
    free(p.pixels);
    /* A camera inside everything, and one without direction. */
    const tlv_camera odd[2] = {tlv_camera_eye((tl_vec3){10, 10, 0}, (tl_vec3){50, 50, 0}, 90),
                               {{5, 5, 5}, {5, 5, 5}, {0, 0, 1}, 50, 0}};
    for (int i = 0; i < 2; i++) {
        p = pixels_draw(r, 200, 200, &odd[i], NULL);
        free(p.pixels);
    }
    tlv_renderer_destroy(r);
}

static void an_empty_picture_is_background(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(64, 64, 9);
    assert_true(tlv_renderer_box(r).low.x > tlv_renderer_box(r).high.x);
    tlv_camera camera = tlv_camera_table(tlv_renderer_box(r), 1);
    tlv_style style = {.sky = {1, 1, 1, 1}, .floor = {1, 1, 1, 1}};
    picture p = pixels_draw(r, 64, 64, &camera, &style);
    for (int i = 0; i < 64 * 64; i++) {
        assert_true(p.pixels[4 * i] >= 253 && p.pixels[4 * i + 3] == 255);
    }
    free(p.pixels);
    tlv_renderer_destroy(r);
}

static void wrong_calls_are_refused(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(64, 64, 1), *none;
    assert_int_equal(tlv_renderer_create_offscreen(0, 64, 1, &none, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tlv_renderer_create_offscreen(64, 9000, 1, &none, NULL), TL_ERROR_ARGUMENT);
    tl_error error = {0};
    assert_int_equal(tlv_renderer_create_offscreen(64, 64, 3, &none, &error), TL_ERROR_ARGUMENT);
    assert_true(none == NULL && strstr(error.message, "3 samples") && strstr(error.remedy, "1, 4 or 9"));
    tlv_camera bad = PLAN;
    bad.height_mm = 0;
    assert_int_equal(tlv_renderer_draw(r, &bad, NULL, NULL), TL_ERROR_ARGUMENT);
    bad.fov_deg = 175;
    assert_int_equal(tlv_renderer_draw(r, &bad, NULL, NULL), TL_ERROR_ARGUMENT);
    bad = PLAN;
    bad.eye.x = NAN;
    assert_int_equal(tlv_renderer_draw(r, &bad, NULL, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tlv_renderer_draw_inset(r, &PLAN, NULL, (tlv_rect){40, 0, 32, 32}, NULL), TL_ERROR_ARGUMENT);
    tlv_renderer_destroy(r);
    tlv_renderer_destroy(NULL);
    /* The font's absence is said, with what to do. */
    setenv("TRUELINE_FONT_FOLDER", "/nowhere", 1);
    error = (tl_error){0};
    assert_int_equal(tlv_renderer_create_offscreen(64, 64, 1, &none, &error), TL_ERROR_FILE);
    assert_true(strstr(error.remedy, "fonts-dejavu-core") != NULL);
    unsetenv("TRUELINE_FONT_FOLDER");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orthographic_pictures_are_to_scale),
        cmocka_unit_test(shadows_are_dark_and_lit_ground_keeps_its_colour),
        cmocka_unit_test(facets_are_lit_on_both_sides),
        cmocka_unit_test(lines_are_seen_hidden_ones_faintly),
        cmocka_unit_test(hatchings_differ_by_direction),
        cmocka_unit_test(outlines_stand_outside_and_do_not_tint),
        cmocka_unit_test(blockers_get_a_ring_in_their_colour),
        cmocka_unit_test(hatching_has_two_tones),
        cmocka_unit_test(translucent_things_colour_what_is_behind),
        cmocka_unit_test(labels_have_plates_and_never_overlap),
        cmocka_unit_test(letters_never_run_out),
        cmocka_unit_test(crowded_labels_keep_apart),
        cmocka_unit_test(labels_here_are_here),
        cmocka_unit_test(labels_keep_their_size_on_fine_pixels),
        cmocka_unit_test(cameras_show_everything_they_are_asked_for),
        cmocka_unit_test(rays_undo_projection),
        cmocka_unit_test(the_hidden_key_is_not_drawn),
        cmocka_unit_test(the_frame_can_be_left_out_and_comes_back),
        cmocka_unit_test(two_runs_give_the_same_bytes),
        cmocka_unit_test(insets_change_their_part_alone),
        cmocka_unit_test(saved_pictures_are_what_was_drawn),
        cmocka_unit_test(flaws_of_meshes_are_where_they_are),
        cmocka_unit_test(roles_and_suggestions_are_where_they_are),
        cmocka_unit_test(drafts_of_what_is_dragged_leave_nothing_behind),
        cmocka_unit_test(what_a_stock_holds_is_drawn_as_if_it_were_fed),
        cmocka_unit_test(room_for_more_is_made_without_loss),
        cmocka_unit_test(what_was_set_aside_comes_back),
        cmocka_unit_test(pictures_that_are_given_up_come_in_the_end),
        cmocka_unit_test(after_dragging_the_picture_is_as_if_made_afresh),
        cmocka_unit_test(bad_content_is_left_out),
        cmocka_unit_test(an_empty_picture_is_background),
        cmocka_unit_test(wrong_calls_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
