/* drafts.c: drafts that keep what rests while something is dragged, against drafts of everything. */
#include "support/assert_geom.h"

#include "pictures/demo_table.h"
#include "pictures/drafts.h"
#include "pictures/pixels.h"
#include "viewer/headless/compare.h"
#include "viewer/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 480, HEIGHT = 320, SIZE = 4 * WIDTH * HEIGHT, DRAGGED = 77, BESIDE = 78 };

static const tl_colour RED = {0.8f, 0.1f, 0.1f, 1};
static const tl_vec3 HERE = {500, 330, 0}, THERE = {980, 420, 0};

static void feed_fixed(tlv_renderer *r) {
    tl_draw_sink sink = tlv_renderer_sink(r);
    demo_table(&sink, 0);
}

static void feed_beside(tlv_renderer *r) {
    tl_draw_sink sink = tlv_renderer_sink(r);
    demo_box(&sink, (tl_vec3){900, 500, 0}, (tl_vec3){940, 540, 90}, HERE, 0, GREY, 0, BESIDE);
}

static void feed_dragged(tlv_renderer *r, tl_vec3 at) {
    tl_draw_sink sink = tlv_renderer_sink(r);
    tl_vec3 high = {at.x + 60, at.y + 60, 120};
    demo_box(&sink, at, high, at, 0, RED, TL_DRAW_OUTLINED, DRAGGED);
    tl_draw_label label = {.at = high, .text = "dragged", .colour = RED, .size = 1};
    sink.label(sink.user, &label);
}

static uint8_t *draw(tlv_renderer *r, const tlv_camera *camera, const tlv_style *style) {
    tl_error error = {0};
    uint8_t *pixels = malloc(SIZE);
    assert_non_null(pixels);
    if (tlv_renderer_draw(r, camera, style, &error) != TL_OK || tlv_renderer_read(r, pixels, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return pixels;
}

static int red_at(const tlv_renderer *r, const uint8_t *pixels, tl_vec3 point) {
    tl_vec2 at;
    assert_true(tlv_renderer_project(r, point, &at));
    assert_true(at.x >= 0 && at.y >= 0 && at.x < WIDTH && at.y < HEIGHT);
    return pixels[4 * ((size_t)at.y * WIDTH + (size_t)at.x)];
}

/* Everything anew, by a renderer that keeps nothing. */
static uint8_t *draw_afresh(tlv_renderer *r, tl_vec3 at, const tlv_camera *camera, const tlv_style *style) {
    tlv_renderer_begin(r);
    feed_fixed(r);
    feed_beside(r);
    feed_dragged(r, at);
    return draw(r, camera, style);
}

void drafts_of_what_is_dragged_leave_nothing_behind(void **state) {
    (void)state;
    const tl_box3 table = {{0, 0, 0}, {1800, 1200, 150}};
    const tlv_camera cameras[2] = {tlv_camera_table(table, 1.5), tlv_camera_top(table, 1.5)};
    tlv_renderer *other = pixels_renderer(WIDTH, HEIGHT, 4);
    for (int i = 0; i < 8; i += 3) { /* 0, 3 from the edge, 6 from above */
        const tlv_style style = {
            .grid_mm = 100, .draft = true, .draft_blocks = (i & 1) != 0, .draft_keeps_shadows = (i & 2) != 0};
        const tlv_camera *camera = &cameras[i / 4];
        tlv_renderer *r = pixels_renderer(WIDTH, HEIGHT, 4);
        feed_fixed(r);
        tlv_renderer_mark(r);
        feed_beside(r);
        tlv_renderer_rest(r);
        assert_true(tlv_renderer_rests(r));
        const tl_vec3 way[3] = {HERE, {700, 360, 0}, THERE};
        uint8_t *pixels = NULL;
        for (int k = 0; k < 3; k++) {
            free(pixels);
            tlv_renderer_rewind(r);
            feed_dragged(r, way[k]);
            pixels = draw(r, camera, &style);
        }
        uint8_t *afresh = draw_afresh(other, THERE, camera, &style), *before = draw_afresh(other, HERE, camera, &style);
        double share = tlv_compare(pixels, afresh, WIDTH, HEIGHT), apart = tlv_compare(before, afresh, WIDTH, HEIGHT);
        if (share > 0.004) {
            fail_msg("%d: %.4f of the draft is not as if all of it were drawn", i, share);
        }
        assert_true(apart > 0.01); /* else the comparison would not see a ghost */
        /* Its shadow came along: the lamp stands in the south-west. */
        const tl_vec3 shaded = {THERE.x + 102, THERE.y + 88, 0}, left = {HERE.x + 102, HERE.y + 88, 0};
        assert_near(red_at(r, pixels, shaded), red_at(r, afresh, shaded), 4);
        assert_true(red_at(r, pixels, shaded) < red_at(r, before, shaded) - 25);
        assert_near(red_at(r, pixels, left), red_at(r, afresh, left), 4);
        free(before);
        free(afresh);
        free(pixels);
        tlv_renderer_destroy(r);
    }
    tlv_renderer_destroy(other);
}

void after_dragging_the_picture_is_as_if_made_afresh(void **state) {
    (void)state;
    const tlv_camera camera = tlv_camera_table((tl_box3){{0, 0, 0}, {1800, 1200, 150}}, 1.5);
    const tlv_style draft = {.grid_mm = 100, .draft = true}, fine = {.grid_mm = 100};
    tlv_renderer *r = pixels_renderer(WIDTH, HEIGHT, 4), *other = pixels_renderer(WIDTH, HEIGHT, 4);
    feed_fixed(r);
    tlv_renderer_mark(r);
    feed_beside(r);
    tlv_renderer_rest(r);
    for (int k = 0; k < 2; k++) {
        tlv_renderer_rewind(r);
        feed_dragged(r, k == 0 ? HERE : THERE);
        free(draw(r, &camera, &draft));
    }
    /* While it is still in the hand, and when it was put down. */
    uint8_t *held = draw(r, &camera, &fine), *afresh = draw_afresh(other, THERE, &camera, &fine);
    assert_memory_equal(held, afresh, SIZE);
    tlv_renderer_stir(r);
    assert_false(tlv_renderer_rests(r));
    tlv_renderer_rewind(r);
    feed_beside(r);
    feed_dragged(r, THERE);
    uint8_t *after = draw(r, &camera, &fine);
    assert_memory_equal(after, afresh, SIZE);
    /* And a draft of it all again. */
    uint8_t *quick = draw(r, &camera, &draft), *quick_afresh = draw_afresh(other, THERE, &camera, &draft);
    assert_memory_equal(quick, quick_afresh, SIZE);
    free(quick_afresh);
    free(quick);
    free(after);
    free(held);
    free(afresh);
    tlv_renderer_destroy(r);
    tlv_renderer_destroy(other);
}
