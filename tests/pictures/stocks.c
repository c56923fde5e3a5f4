/* stocks.c: content that is made elsewhere, set aside, or handed to the driver bit by bit, against content that is fed
 * and drawn at once. */
#include "support/assert_geom.h"

#include "pictures/demo_table.h"
#include "pictures/pixels.h"
#include "pictures/stocks.h"
#include "viewer/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 480, HEIGHT = 320, SIZE = 4 * WIDTH * HEIGHT, COLUMNS = 600, ROWS = 320, MOVED = 77 };

static const tlv_style FINE = {.grid_mm = 100}, QUICK = {.grid_mm = 100, .draft = true, .draft_coarse = true};

static tlv_camera camera_of_all(void) {
    return tlv_camera_table((tl_box3){{0, 0, 0}, {1800, 1200, 150}}, 1.5);
}

/* A table of 384 000 triangles: more than one of the driver's buffers holds, and than drafts show. */
static void feed_fixed(const tl_draw_sink *sink) {
    tl_vec3 *vertices = malloc((COLUMNS + 1) * (ROWS + 1) * sizeof(*vertices));
    uint32_t *triangles = malloc(6 * COLUMNS * ROWS * sizeof(*triangles)), *t = triangles;
    assert_non_null(vertices);
    assert_non_null(triangles);
    for (int j = 0; j <= ROWS; j++) {
        for (int i = 0; i <= COLUMNS; i++) {
            vertices[j * (COLUMNS + 1) + i] =
                (tl_vec3){1800.0 * i / COLUMNS, 1200.0 * j / ROWS, 30 * sin(0.05 * i) * cos(0.07 * j)};
        }
    }
    for (uint32_t j = 0; j < ROWS; j++) {
        for (uint32_t i = 0; i < COLUMNS; i++, t += 6) {
            uint32_t a = j * (COLUMNS + 1) + i, b = a + 1, c = a + COLUMNS + 1, d = c + 1;
            const uint32_t two[6] = {a, b, d, a, d, c};
            memcpy(t, two, sizeof(two));
        }
    }
    const tl_draw_mesh ground = {.vertices = vertices,
                                 .vertex_count = (COLUMNS + 1) * (ROWS + 1),
                                 .triangles = triangles,
                                 .triangle_count = 2 * COLUMNS * ROWS,
                                 .colour = {0.8f, 0.7f, 0.5f, 1},
                                 .style = TL_DRAW_GROUND,
                                 .key = 1};
    sink->mesh(sink->user, &ground);
    demo_box(sink, (tl_vec3){300, 300, 0}, (tl_vec3){500, 420, 140}, (tl_vec3){300, 300, 0}, 20, GREY, 0, 2);
    free(vertices);
    free(triangles);
}

static void feed_moved(tlv_renderer *r) {
    const tl_draw_sink sink = tlv_renderer_sink(r);
    const tl_colour red = {0.8f, 0.1f, 0.1f, 1};
    demo_box(&sink, (tl_vec3){900, 500, 0}, (tl_vec3){980, 560, 120}, (tl_vec3){900, 500, 0}, 0, red, TL_DRAW_OUTLINED,
             MOVED);
}

/* More vertices than there was room for behind the others. */
static void feed_many(tlv_renderer *r) {
    const tl_draw_sink sink = tlv_renderer_sink(r);
    for (int i = 0; i < 2500; i++) {
        tl_vec3 low = {100 + 30.0 * (i % 50), 100 + 18.0 * (i / 50), 0}, high = {low.x + 9, low.y + 9, 40};
        demo_box(&sink, low, high, low, 0, GREY, 0, (uint32_t)(100 + i));
    }
}

static tlv_renderer *fed_renderer(void) {
    tlv_renderer *r = pixels_renderer(WIDTH, HEIGHT, 4);
    const tl_draw_sink sink = tlv_renderer_sink(r);
    feed_fixed(&sink);
    tlv_renderer_mark(r);
    feed_moved(r);
    return r;
}

static uint8_t *draw(tlv_renderer *r, const tlv_style *style) {
    const tlv_camera camera = camera_of_all();
    tl_error error = {0};
    uint8_t *pixels = malloc(SIZE);
    assert_non_null(pixels);
    if (tlv_renderer_draw(r, &camera, style, &error) != TL_OK || tlv_renderer_read(r, pixels, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return pixels;
}

/* The renderer draws, quickly and finely, what another one does. */
static void assert_draws_alike(tlv_renderer *r, tlv_renderer *other) {
    const tlv_style *const styles[] = {&QUICK, &FINE};
    for (int i = 0; i < 2; i++) {
        uint8_t *one = draw(r, styles[i]), *two = draw(other, styles[i]);
        assert_memory_equal(one, two, SIZE);
        free(one);
        free(two);
    }
}

/* No row of the ground, which is fed from south to north, is left out: none shows the backdrop. */
static void assert_ground_is_whole(tlv_renderer *r) {
    uint8_t *pixels = draw(r, &FINE);
    for (int i = 1; i < 60; i++) {
        tl_vec2 at;
        assert_true(tlv_renderer_project(r, (tl_vec3){1200, 20.0 * i, 0}, &at));
        const uint8_t *p = pixels + 4 * (WIDTH * (size_t)at.y + (size_t)at.x);
        if (p[2] + 4 >= p[0]) { /* the ground is brown, the backdrop blue */
            fail_msg("at %d the ground is %d %d %d", 20 * i, p[0], p[1], p[2]);
        }
    }
    free(pixels);
}

void what_a_stock_holds_is_drawn_as_if_it_were_fed(void **state) {
    (void)state;
    tlv_renderer *r = pixels_renderer(WIDTH, HEIGHT, 4), *other = fed_renderer();
    tl_draw_sink sink = tlv_renderer_sink(r);
    demo_table(&sink, 0); /* is replaced */
    free(draw(r, &QUICK));
    tlv_prepared *store = tlv_prepared_create();
    assert_non_null(store);
    sink = tlv_prepared_sink(store);
    feed_fixed(&sink);
    tlv_prepared_mark(store);
    tlv_renderer_take(r, store);
    feed_moved(r);
    assert_draws_alike(r, other);
    assert_ground_is_whole(r);
    tlv_renderer_rewind(r); /* to what the stock held */
    feed_moved(r);
    assert_draws_alike(r, other);
    tlv_renderer_destroy(r);
    tlv_renderer_destroy(other);
    tlv_prepared_destroy(tlv_prepared_create()); /* one that nobody took */
}

void room_for_more_is_made_without_loss(void **state) {
    (void)state;
    tlv_renderer *r = fed_renderer(), *other = fed_renderer();
    uint8_t *few = draw(r, &FINE), *afresh;
    tlv_renderer_rewind(r);
    feed_many(r);
    tlv_renderer_rewind(other); /* which has drawn nothing yet */
    feed_many(other);
    assert_draws_alike(r, other);
    afresh = draw(other, &FINE);
    assert_memory_not_equal(few, afresh, SIZE);
    tlv_renderer_rewind(r);
    feed_moved(r);
    uint8_t *again = draw(r, &FINE);
    assert_memory_equal(again, few, SIZE);
    free(again);
    free(afresh);
    free(few);
    tlv_renderer_destroy(r);
    tlv_renderer_destroy(other);
}

void what_was_set_aside_comes_back(void **state) {
    (void)state;
    tlv_renderer *r = fed_renderer(), *other = fed_renderer();
    free(draw(r, &QUICK));
    uint8_t *before = draw(r, &FINE);
    tlv_renderer_set_aside(r);
    const tl_draw_sink sink = tlv_renderer_sink(r);
    demo_table(&sink, 0);
    uint8_t *else_drawn = draw(r, &FINE);
    assert_memory_not_equal(before, else_drawn, SIZE);
    tlv_renderer_restore(r);
    assert_draws_alike(r, other);
    free(before);
    free(else_drawn);
    tlv_renderer_destroy(r);
    tlv_renderer_destroy(other);
}

/* Gives up `user` times, then no more. */
static bool give_up(void *user) {
    int *times = user;
    return (*times)-- > 0;
}

void pictures_that_are_given_up_come_in_the_end(void **state) {
    (void)state;
    const tlv_camera camera = camera_of_all();
    tlv_renderer *r = fed_renderer(), *other = fed_renderer();
    uint8_t *fine = draw(other, &FINE), *quick = draw(other, &QUICK), *pixels;
    tlv_renderer_rewind(other);
    feed_many(other);
    uint8_t *quick_many = draw(other, &QUICK);
    assert_memory_not_equal(quick, quick_many, SIZE);
    int given_up = 0, times = 0;
    /* Drafts go on being drawn meanwhile, also when the driver lacks most of the table. */
    pixels = draw(r, &QUICK);
    assert_memory_equal(pixels, quick, SIZE);
    free(pixels);
    tlv_renderer_set_interrupt(r, give_up, &times);
    for (int i = 0; i < 4; i++) {
        tl_error error = {0};
        times = 1;
        given_up += tlv_renderer_draw(r, &camera, &FINE, &error) == TL_ERROR_CANCELLED;
        if (i > 0) { /* what moves comes anew while the driver lacks what is before it */
            tlv_renderer_rewind(r);
            (i == 1 ? feed_many : feed_moved)(r);
        }
        pixels = draw(r, &QUICK);
        assert_memory_equal(pixels, i == 1 ? quick_many : quick, SIZE);
        free(pixels);
    }
    assert_int_equal(given_up, 4);
    times = 0;
    pixels = draw(r, &FINE);
    assert_memory_equal(pixels, fine, SIZE);
    free(pixels);
    free(fine);
    free(quick);
    free(quick_many);
    tlv_renderer_destroy(r);
    tlv_renderer_destroy(other);
}
