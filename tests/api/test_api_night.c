/* test_api_night.c: what is drawn by night is darker than by day, but for those on whom a light falls; labels and lines
 * of rulings keep their colours. Zones and objectives are drawn when they are asked for. */
#include "support/made_scene.h"

#include <trueline/explain.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 400 };

/* What a sink was given. */
typedef struct drawn {
    tl_draw_mesh meshes[MOST];
    size_t mesh_count, line_count, label_count;
    tl_colour lines[MOST];
    char labels[MOST][80];
} drawn;

static void take_mesh(void *user, const tl_draw_mesh *mesh) {
    drawn *d = user;
    assert_true(d->mesh_count < MOST);
    d->meshes[d->mesh_count++] = *mesh;
}

static void take_line(void *user, const tl_draw_line *line) {
    drawn *d = user;
    if (d->line_count < MOST) {
        d->lines[d->line_count++] = line->colour;
    }
}

static void take_label(void *user, const tl_draw_label *label) {
    drawn *d = user;
    assert_true(d->label_count < MOST);
    snprintf(d->labels[d->label_count++], sizeof(d->labels[0]), "%s", label->text);
}

static void draw(const made_scene *made, bool zones, drawn *d) {
    const tl_draw_sink sink = {
        .struct_size = sizeof(sink), .user = d, .mesh = take_mesh, .line = take_line, .label = take_label};
    const tl_scene_drawing drawing = {.struct_size = sizeof(drawing), .labels = true, .zones = zones};
    *d = (drawn){.mesh_count = 0};
    assert_int_equal(tl_scene_draw(made->scene, &drawing, &sink, NULL), TL_OK);
}

/* Relative luminance of an sRGB colour (WCAG). */
static double luminance(tl_colour c) {
    const double part[3] = {(double)c.r, (double)c.g, (double)c.b}, weight[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += weight[i] * (part[i] <= 0.04045 ? part[i] / 12.92 : pow((part[i] + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static double contrast(tl_colour a, tl_colour b) {
    double x = luminance(a), y = luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

static void load(made_scene *made, const char *night) {
    made_load(made,
              "{'trueline':1,%s'table':{'width':900,'depth':600},"
              "'assets':{'a':{'core':{'shape':'cylinder','from':[0,0,0],'to':[0,0,30],'radius':8}}},"
              "'terrain':[{'id':'well','name':'Well','kind':'objective','disc':{'centre':[450,300],'radius':12}}],"
              "'units':[{'id':'u','name':'U','side':'red','class':'infantry','members':["
              "{'id':'u-1','asset':'a','at':[440,250]},{'id':'u-2','asset':'a','at':[200,100],'lit':true}]},"
              "{'id':'v','side':'blue','class':'infantry','members':[{'id':'v-1','asset':'a','at':[800,500]}]}],"
              "'scenario':{'zones':[{'id':'w','name':'West','side':'red','shape':'half','where':'west'},"
              "{'id':'e','name':'East','side':'blue','shape':'half','where':'east'}],"
              "'objectives':[{'id':'well'}]}}",
              night);
}

/* The colour of what has an id, of the first mesh of it. */
static tl_colour colour_of(const made_scene *made, const drawn *d, const char *id) {
    for (size_t i = 0; i < d->mesh_count; i++) {
        const char *its = tl_scene_id_of_key(made->scene, d->meshes[i].key);
        if (d->meshes[i].key != 0 && its != NULL && strcmp(its, id) == 0) {
            return d->meshes[i].colour;
        }
    }
    fail_msg("%s is not drawn", id);
    return (tl_colour){0};
}

static void night_is_dark_but_for_the_lit(void **state) {
    (void)state;
    static drawn day, night;
    made_scene made;
    made_begin(&made, "night");
    load(&made, "");
    draw(&made, false, &day);
    const tl_colour by_day[] = {colour_of(&made, &day, "table"), colour_of(&made, &day, "u-1"),
                                colour_of(&made, &day, "u-2"), colour_of(&made, &day, "v-1")};
    load(&made, "'night':true,");
    draw(&made, false, &night);
    const tl_colour by_night[] = {colour_of(&made, &night, "table"), colour_of(&made, &night, "u-1"),
                                  colour_of(&made, &night, "u-2"), colour_of(&made, &night, "v-1")};
    assert_true(luminance(by_night[0]) < 0.25 * luminance(by_day[0]));
    assert_true(luminance(by_night[1]) < luminance(by_day[1]));
    assert_memory_equal(&by_night[2], &by_day[2], sizeof(tl_colour)); /* the lit one */
    assert_true(luminance(by_night[2]) > luminance(by_night[1]));
    assert_true(night.mesh_count > day.mesh_count); /* with the light on the ground */
    /* sides stay apart: red is drawn as the first, blue as the second */
    assert_true(contrast(by_night[1], by_night[3]) > 1.5);
    assert_true(contrast(by_night[2], by_night[0]) > 1.5);
    assert_int_equal(day.label_count, night.label_count);
    made_end(&made);
}

/* Yes is green, no is vermillion, marginal and measured yellow or blue: each against the ground as it is drawn. */
static void verdicts_stand_out(void **state) {
    (void)state;
    static drawn d;
    made_scene made;
    made_begin(&made, "night-verdicts");
    for (int night = 0; night < 2; night++) {
        load(&made, night ? "'night':true," : "");
        draw(&made, false, &d);
        tl_colour ground = colour_of(&made, &d, "table");
        tl_question q = {.struct_size = sizeof(q), .query = "los", .from = "u-1", .to = "v-1"};
        const tl_draw_sink sink = {
            .struct_size = sizeof(sink), .user = &d, .mesh = NULL, .line = take_line, .label = NULL};
        tl_ruling *ruling = NULL;
        assert_int_equal(tl_scene_ask(made.scene, &q, &ruling, NULL), TL_OK);
        d.line_count = 0;
        assert_int_equal(tl_ruling_draw(ruling, made.scene, &sink, NULL), TL_OK);
        assert_true(d.line_count > 0);
        if (contrast(d.lines[0], ground) < (night ? 1.8 : 1.5)) {
            fail_msg("the line stands out by %.2f alone", contrast(d.lines[0], ground));
        }
        tl_ruling_destroy(ruling);
    }
    made_end(&made);
}

static bool has_label(const drawn *d, const char *text) {
    for (size_t i = 0; i < d->label_count; i++) {
        if (strcmp(d->labels[i], text) == 0) {
            return true;
        }
    }
    return false;
}

static void zones_are_drawn_when_wanted(void **state) {
    (void)state;
    static drawn d;
    made_scene made;
    made_begin(&made, "night-zones");
    load(&made, "");
    draw(&made, false, &d);
    size_t lines = d.line_count;
    assert_false(has_label(&d, "West"));
    draw(&made, true, &d);
    assert_true(d.line_count > lines);
    assert_true(has_label(&d, "West") && has_label(&d, "East"));
    assert_true(has_label(&d, "Well: red")); /* u-1 is 38 mm from its edge, nobody else is near */
    const char *edit = "{\"set\":\"u-1\",\"field\":\"at\",\"value\":[100,100]}";
    assert_int_equal(tl_scene_edit(made.scene, edit, strlen(edit), NULL, NULL), TL_OK);
    draw(&made, true, &d);
    assert_true(has_label(&d, "Well"));
    made_end(&made);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(night_is_dark_but_for_the_lit),
        cmocka_unit_test(verdicts_stand_out),
        cmocka_unit_test(zones_are_drawn_when_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
