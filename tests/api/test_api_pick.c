/* Pointing at things of a scene, and where things were put. */
#include "support/assert_geom.h"

#include <trueline/ruling.h>
#include <trueline/scene.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static tl_context *context;
static tl_scene *scene;

static int load(void **state) {
    (void)state;
    tl_error error = {0};
    context = tl_context_create(NULL);
    if (tl_scene_load(context, TL_TEST_SOURCE_DIR "/terrain/crossroads.scene.json", NULL, &scene, NULL, &error) !=
        TL_OK) {
        fail_msg("%s", error.message);
    }
    return 0;
}

static int unload(void **state) {
    (void)state;
    tl_scene_destroy(scene);
    tl_context_destroy(context);
    return 0;
}

static tl_pick pick_at(tl_vec3 from, tl_vec3 direction, bool members) {
    tl_pick pick;
    tl_error error = {0};
    if (tl_scene_pick(scene, from, direction, members, NULL, &pick, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return pick;
}

/* Everything that is drawn, triangle by triangle, with the key it is drawn under. */
typedef struct drawn {
    tl_vec3 (*corners)[3];
    uint32_t *keys;
    size_t count, capacity;
    uint32_t outlined_key;
} drawn;

static void take_drawn(void *user, const tl_draw_mesh *mesh) {
    drawn *d = user;
    if (mesh->style & TL_DRAW_TRANSLUCENT) {
        return;
    }
    if (mesh->style & TL_DRAW_OUTLINED) {
        d->outlined_key = mesh->key;
    }
    size_t count = mesh->chosen != NULL ? mesh->chosen_count : mesh->triangle_count;
    for (size_t i = 0; i < count && d->count < d->capacity; i++) {
        const uint32_t *t = mesh->triangles + 3 * (mesh->chosen != NULL ? mesh->chosen[i] : i);
        for (int j = 0; j < 3; j++) {
            d->corners[d->count][j] = mesh->vertices[t[j]];
        }
        d->keys[d->count++] = mesh->key;
    }
}

/* Where a ray meets a triangle, INFINITY where it doesn't: Moeller and Trumbore's way. */
static double meet(tl_vec3 from, tl_vec3 along, const tl_vec3 c[3]) {
    tl_vec3 e = tl_sub(c[1], c[0]), f = tl_sub(c[2], c[0]), h = tl_cross(along, f), s = tl_sub(from, c[0]);
    double det = tl_dot(e, h), u = tl_dot(s, h) / det;
    tl_vec3 q = tl_cross(s, e);
    double v = tl_dot(along, q) / det, t = tl_dot(f, q) / det;
    return det != 0 && u >= 0 && v >= 0 && u + v <= 1 && t > 0 ? t : INFINITY;
}

/* Against every triangle that is drawn, without any hierarchy. */
static void what_is_met_is_what_is_drawn(void **state) {
    (void)state;
    size_t capacity = tl_scene_triangle_count(scene), members = tl_scene_member_count(scene);
    drawn d = {.corners = calloc(capacity, sizeof(*d.corners)),
               .keys = calloc(capacity, sizeof(*d.keys)),
               .capacity = capacity};
    uint32_t *key_of = calloc(members, sizeof(*key_of));
    assert_non_null(d.corners);
    assert_non_null(d.keys);
    assert_non_null(key_of);
    tl_draw_sink sink = {.struct_size = sizeof(tl_draw_sink), .user = &d, .mesh = take_drawn};
    for (size_t i = 0; i < members; i++) {
        const char *const name[] = {tl_scene_member(scene, i), NULL};
        d.count = 0;
        assert_int_equal(tl_scene_draw(scene,
                                       &(tl_scene_drawing){.struct_size = sizeof(tl_scene_drawing), .outlined = name},
                                       &sink, NULL),
                         TL_OK);
        key_of[i] = d.outlined_key;
    }
    assert_int_equal(d.count, capacity);
    uint32_t first = key_of[0]; /* members come behind table and terrain */
    test_random numbers = test_random_start("pick", 3);
    size_t found[4] = {0, 0, 0, 0};
    for (int i = 0; i < 300; i++) {
        const tl_vec3 *aim = d.corners[(size_t)test_random_below(&numbers, (int)d.count)];
        tl_vec3 to = tl_scale(tl_add(tl_add(aim[0], aim[1]), aim[2]), 1.0 / 3);
        tl_vec3 from = tl_madd(to, test_random_direction(&numbers), test_random_between(&numbers, 50, 2000));
        tl_vec3 along = tl_sub(to, from);
        for (int through = 0; through < 2; through++) {
            double nearest = INFINITY, own = INFINITY;
            tl_pick pick = pick_at(from, along, !through);
            uint32_t key = 1; /* of what is said to be met; terrain's is not known here */
            for (size_t m = 0; m < members && pick.kind == TL_PICK_MEMBER; m++) {
                key = strcmp(pick.id, tl_scene_member(scene, m)) == 0 ? key_of[m] : key;
            }
            for (size_t k = 0; k < d.count; k++) {
                double t = through && d.keys[k] >= first ? INFINITY : meet(from, along, d.corners[k]);
                own = d.keys[k] == key ? fmin(own, t) : own;
                nearest = fmin(nearest, t);
            }
            found[pick.kind]++;
            assert_true((pick.kind == TL_PICK_NOTHING) == isinf(nearest));
            if (pick.kind == TL_PICK_NOTHING) {
                continue;
            }
            assert_point_near(pick.point, tl_madd(from, along, nearest), 1e-6);
            /* surfaces may coincide: a wall's underside and the ground */
            if (pick.kind != TL_PICK_TERRAIN) {
                assert_point_near(tl_madd(from, along, own), pick.point, 1e-6);
            }
        }
    }
    assert_true(found[TL_PICK_TABLE] > 5 && found[TL_PICK_TERRAIN] > 20 && found[TL_PICK_MEMBER] > 20);
    free(d.corners);
    free(d.keys);
    free(key_of);
}

static void terrain_and_table_are_met(void **state) {
    (void)state;
    const tl_vec3 down = {0, 0, -1};
    tl_box3 box;
    assert_int_equal(tl_scene_box_of(scene, "farmhouse", &box, NULL), TL_OK);
    tl_pick pick = pick_at((tl_vec3){1090, 778, 5000}, down, true);
    assert_int_equal(pick.kind, TL_PICK_TERRAIN);
    assert_string_equal(pick.id, "farmhouse");
    assert_true(pick.point.z > 0.5 * box.high.z && pick.point.z <= box.high.z + 1e-9);
    pick = pick_at((tl_vec3){60, 1100, 300}, down, true);
    assert_int_equal(pick.kind, TL_PICK_TABLE);
    assert_null(pick.id);
    assert_true(fabs(pick.point.z) < 5);
    /* away from everything, beside the table, from very far */
    assert_int_equal(pick_at((tl_vec3){60, 1100, 300}, (tl_vec3){0, 0, 1}, true).kind, TL_PICK_NOTHING);
    assert_int_equal(pick_at((tl_vec3){-900, 600, 300}, down, true).kind, TL_PICK_NOTHING);
    pick = pick_at((tl_vec3){60, 1100, 3e7}, (tl_vec3){0, 0, -1e-3}, true);
    assert_int_equal(pick.kind, TL_PICK_TABLE);
}

static void bad_lines_are_refused(void **state) {
    (void)state;
    tl_pick pick;
    const tl_vec3 zero = {0, 0, 0}, up = {0, 0, 1};
    assert_int_equal(tl_scene_pick(scene, zero, zero, true, NULL, &pick, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_scene_pick(scene, (tl_vec3){NAN, 0, 0}, up, true, NULL, &pick, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_scene_pick(scene, zero, (tl_vec3){INFINITY, 0, 0}, true, NULL, &pick, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_scene_pick(NULL, zero, up, true, NULL, &pick, NULL), TL_ERROR_ARGUMENT);
}

/* Put on the floor that was pointed at, a model stands there; and goes back to where it was. */
static void levels_are_what_was_pointed_at(void **state) {
    (void)state;
    tl_place before = TL_PLACE_INIT, after = TL_PLACE_INIT;
    size_t low = 9, high = 9;
    tl_box3 ground, upstairs;
    assert_int_equal(tl_scene_place_of(scene, "herons-1", &before, NULL), TL_OK);
    assert_int_equal(before.coordinates, 2);
    const double inside[2] = {1032, 717};
    assert_int_equal(tl_scene_level_at(scene, "herons-1", (tl_vec3){inside[0], inside[1], 0}, &low, NULL), TL_OK);
    assert_int_equal(tl_scene_level_at(scene, "herons-1", (tl_vec3){inside[0], inside[1], 62}, &high, NULL), TL_OK);
    assert_int_equal(low, 0);
    assert_int_equal(high, 1);
    assert_int_equal(tl_scene_place(scene, "herons-1", inside, 2, 90, low, NULL), TL_OK);
    assert_int_equal(tl_scene_box_of(scene, "herons-1", &ground, NULL), TL_OK);
    assert_int_equal(tl_scene_place(scene, "herons-1", inside, 2, 90, high, NULL), TL_OK);
    assert_int_equal(tl_scene_box_of(scene, "herons-1", &upstairs, NULL), TL_OK);
    assert_true(upstairs.low.z > ground.low.z + 30);
    assert_int_equal(tl_scene_place_of(scene, "herons-1", &after, NULL), TL_OK);
    assert_int_equal(after.level, 1);
    assert_near(after.facing, 90, 0);
    assert_near(after.at[0], inside[0], 0);
    assert_int_equal(
        tl_scene_place(scene, "herons-1", before.at, before.coordinates, before.facing, before.level, NULL), TL_OK);
    assert_int_equal(tl_scene_place_of(scene, "herons-1", &after, NULL), TL_OK);
    assert_memory_equal(&after, &before, sizeof(after));
    assert_int_equal(tl_scene_level_at(scene, "nobody", (tl_vec3){0, 0, 0}, &low, NULL), TL_ERROR_NOT_FOUND);
    assert_int_equal(tl_scene_level_at(scene, "herons-1", (tl_vec3){NAN, 0, 0}, &low, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(tl_scene_place_of(scene, "herons", &after, NULL), TL_ERROR_ARGUMENT);
}

/* From within a model, through it: what lies beyond, never itself. */
static void eyes_see_past_themselves(void **state) {
    (void)state;
    tl_pick with, without;
    tl_vec3 eye, forward;
    assert_int_equal(tl_scene_eye(scene, "mastiff-1", &eye, &forward, NULL), TL_OK);
    const tl_vec3 down = {0, 0, -1};
    assert_int_equal(tl_scene_pick(scene, eye, down, true, NULL, &with, NULL), TL_OK);
    assert_int_equal(tl_scene_pick(scene, eye, down, true, "mastiff-1", &without, NULL), TL_OK);
    assert_int_equal(with.kind, TL_PICK_MEMBER);
    assert_int_equal(without.kind, TL_PICK_TABLE);
    assert_int_equal(tl_scene_pick(scene, eye, down, true, "nobody", &without, NULL), TL_ERROR_NOT_FOUND);
}

static void names_and_units(void **state) {
    (void)state;
    assert_string_equal(tl_scene_unit_of(scene, "foxes-3"), "foxes");
    assert_string_equal(tl_scene_unit_of(scene, "foxes"), "foxes");
    assert_null(tl_scene_unit_of(scene, "farmhouse"));
    assert_string_equal(tl_scene_name_of(scene, "foxes"), "Marsh Foxes");
    assert_string_equal(tl_scene_name_of(scene, "nobody"), "nobody");
}

typedef struct outlined {
    size_t meshes, triangles;
} outlined;

static void count_outlined(void *user, const tl_draw_mesh *mesh) {
    if ((mesh->style & TL_DRAW_OUTLINED) && !(mesh->style & TL_DRAW_TRANSLUCENT)) {
        outlined *o = user;
        o->meshes++;
        o->triangles += mesh->chosen_count;
    }
}

static void outlines_are_those_asked_for(void **state) {
    (void)state;
    const char *const one[] = {"foxes-1", NULL}, *const unit[] = {"foxes", NULL};
    outlined none = {0}, single = {0}, all = {0};
    tl_draw_sink sink = {.struct_size = sizeof(tl_draw_sink), .user = &none, .mesh = count_outlined};
    assert_int_equal(tl_scene_draw(scene, NULL, &sink, NULL), TL_OK);
    sink.user = &single;
    assert_int_equal(tl_scene_draw(scene, &(tl_scene_drawing){.struct_size = sizeof(tl_scene_drawing), .outlined = one},
                                   &sink, NULL),
                     TL_OK);
    sink.user = &all;
    assert_int_equal(tl_scene_draw(scene,
                                   &(tl_scene_drawing){.struct_size = sizeof(tl_scene_drawing), .outlined = unit},
                                   &sink, NULL),
                     TL_OK);
    assert_int_equal(none.meshes, 0);
    assert_true(single.triangles > 0);
    assert_true(all.meshes >= 5 * single.meshes - 10 && all.triangles > 3 * single.triangles);
}

/* --- Before there is an answer --------------------------------------------------------------------------------- */

typedef struct preview {
    size_t meshes, lines, names;
    double least_deg, most_deg, far; /* of the fan, about its apex */
    bool on_table;
    tl_box3 lined;
} preview;

static void take_fan(void *user, const tl_draw_mesh *mesh) {
    preview *p = user;
    p->meshes++;
    for (size_t i = 1; i < mesh->vertex_count; i++) {
        tl_vec3 v = mesh->vertices[i], apex = mesh->vertices[0];
        double deg = atan2(v.y - apex.y, v.x - apex.x) * 180 / 3.14159265358979323846;
        p->least_deg = fmin(p->least_deg, deg);
        p->most_deg = fmax(p->most_deg, deg);
        p->far = fmax(p->far, hypot(v.y - apex.y, v.x - apex.x));
        p->on_table = p->on_table && v.x >= -1e-6 && v.y >= -1e-6 && v.x <= 1800 + 1e-6 && v.y <= 1200 + 1e-6;
    }
}

static void take_rim(void *user, const tl_draw_line *line) {
    preview *p = user;
    p->lines++;
    for (size_t i = 0; i < line->count; i++) {
        tl_vec3 v = line->points[i];
        p->lined.low = (tl_vec3){fmin(p->lined.low.x, v.x), fmin(p->lined.low.y, v.y), fmin(p->lined.low.z, v.z)};
        p->lined.high = (tl_vec3){fmax(p->lined.high.x, v.x), fmax(p->lined.high.y, v.y), fmax(p->lined.high.z, v.z)};
    }
}

static void take_name(void *user, const tl_draw_label *label) {
    preview *p = user;
    p->names += strcmp(label->text, "Twin cannons") == 0 || strcmp(label->text, "Chin machine gun") == 0;
}

static preview previewed(const tl_question *question) {
    preview p = {.least_deg = 400, .most_deg = -400, .on_table = true, .lined = {{1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}}};
    const tl_draw_sink sink = {
        .struct_size = sizeof(tl_draw_sink), .user = &p, .mesh = take_fan, .line = take_rim, .label = take_name};
    tl_error error = {0};
    if (tl_scene_draw_preview(scene, question, &sink, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    return p;
}

/* The Mastiff faces 75 degrees: its cannons reach 45 to either side, 1400 mm or to the table's edge; its machine gun
 * is named, too. A flame lies ahead of who lays it. */
static void questions_are_shown_before_they_are_answered(void **state) {
    (void)state;
    preview p = previewed(&(tl_question){.struct_size = sizeof(tl_question), .query = "arc", .from = "mastiff-1"});
    assert_int_equal(p.meshes, 1);
    assert_int_equal(p.names, 2);
    assert_near(p.least_deg, 30, 1e-6);
    assert_near(p.most_deg, 120, 1e-6);
    assert_true(p.on_table && p.far <= 1400 + 1e-6 && p.far > 1000);
    p = previewed(
        &(tl_question){.struct_size = sizeof(tl_question), .query = "arc", .from = "badgers-4", .weapon = "rifle"});
    assert_int_equal(p.meshes, 0); /* all round: 400 mm from the edge of a base of 25 mm */
    assert_near(p.lined.low.x, 529 - 412.5, 1e-6);
    assert_near(p.lined.high.x, 529 + 412.5, 1e-6);
    p = previewed(&(tl_question){.struct_size = sizeof(tl_question),
                                 .query = "template",
                                 .shape = "flame-1",
                                 .from = "badgers-4",
                                 .has_angle = true,
                                 .angle_deg = 0});
    assert_int_equal(p.lines, 1);
    assert_true(p.lined.low.x > 529 + 12 && p.lined.low.x < 529 + 13.5);
    p = previewed(
        &(tl_question){.struct_size = sizeof(tl_question), .query = "los", .from = "mastiff-1", .to = "boar-1"});
    assert_int_equal(p.meshes + p.lines + p.names, 0);
    const tl_draw_sink sink = {
        .struct_size = sizeof(tl_draw_sink), .user = &p, .mesh = take_fan, .line = take_rim, .label = take_name};
    tl_error error = {0};
    assert_int_equal(
        tl_scene_draw_preview(
            scene, &(tl_question){.struct_size = sizeof(tl_question), .query = "arc", .from = "nobody"}, &sink, &error),
        TL_ERROR_NOT_FOUND);
}

/* Who would stand on a mesh that may be off is told so, who stands beside it is not. */
static void uncertain_ground_is_told_where_one_would_stand(void **state) {
    (void)state;
    static const char text[] =
        "{\"trueline\":1,\"table\":{\"width\":900,\"depth\":900},\"assets\":{\"pawn\":{\"core\":"
        "{\"shape\":\"cylinder\",\"from\":[0,0,3],\"to\":[0,0,30],\"radius\":8}}},\"terrain\":["
        "{\"id\":\"hill\",\"kind\":\"hill\",\"mesh\":\"" TL_TEST_SOURCE_DIR
        "/terrain/hill.obj\",\"uncertainty\":0.5,\"at\":[450,450]}],\"units\":[{\"id\":\"a\",\"class\":\"infantry\","
        "\"members\":[{\"id\":\"a-1\",\"asset\":\"pawn\",\"at\":[30,30]}]}]}";
    tl_scene *own = NULL;
    tl_error error = {0};
    tl_fit fit;
    if (tl_scene_read(context, text, sizeof(text) - 1, "hill.scene.json", NULL, &own, NULL, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    assert_int_equal(tl_scene_fit(own, "a-1", NULL, &fit, NULL), TL_OK);
    assert_near(fit.off_mm, 0, 0);
    assert_string_equal(fit.words, "");
    assert_int_equal(
        tl_scene_fit(
            own, "a-1",
            &(tl_place){.struct_size = sizeof(tl_place), .at = {450, 450}, .coordinates = 2, .facing = 0, .level = 0},
            &fit, NULL),
        TL_OK);
    assert_true(fit.stands && fit.at.z > 10);
    assert_true(fit.off_mm >= 0.5 && fit.off_mm < 1);
    assert_non_null(strstr(fit.words, "may be off by 0."));
    tl_scene_destroy(own);
}

/* The first sentence is that of a weapon which decides. */
static void arcs_begin_with_what_decides(void **state) {
    (void)state;
    tl_ruling *ruling = NULL;
    tl_error error = {0};
    const tl_question question = {
        .struct_size = sizeof(tl_question), .query = "arc", .from = "mastiff-1", .to = "boar-1"};
    assert_int_equal(tl_scene_ask(scene, &question, &ruling, &error), TL_OK);
    assert_int_equal(tl_ruling_verdict(ruling), TL_VERDICT_YES);
    assert_string_equal(tl_ruling_summary(ruling), "Chin machine gun: fire all round.");
    assert_non_null(strstr(tl_ruling_text(ruling), "\nMastiff: Boar lies outside the front arc of Twin cannons"));
    tl_ruling_destroy(ruling);
}

/* --- Terrain and areas -------------------------------------------------------------------------------------------- */

static void areas_are_pointed_at(void **state) {
    (void)state;
    static const char text[] =
        "{\"trueline\":1,\"table\":{\"width\":900,\"depth\":600},\"terrain\":["
        "{\"id\":\"wood\",\"name\":\"The "
        "wood\",\"kind\":\"wood\",\"outline\":[[100,100],[100,400],[200,200],[400,100]]},"
        "{\"id\":\"copse\",\"kind\":\"wood\",\"outline\":[[110,110],[150,110],[150,150],[110,150]]},"
        "{\"id\":\"fog\",\"kind\":\"smoke\",\"disc\":{\"centre\":[700,400],\"radius\":80}}]}";
    tl_scene *own = NULL;
    tl_vec2 corners[8], centre;
    tl_box3 box;
    double radius = 0;
    assert_int_equal(tl_scene_read(context, text, sizeof(text) - 1, "own.json", NULL, &own, NULL, NULL), TL_OK);
    static const struct {
        double x, y;
        const char *id;
    } cases[] = {{120, 120, "copse"}, {105, 300, "wood"}, {300, 110, "wood"}, {210, 220, NULL}, /* in the notch */
                 {640, 400, "fog"},   {640, 341, NULL},   {50, 50, NULL},     {-5, 1e6, NULL}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const char *id = tl_scene_area_at(own, cases[i].x, cases[i].y);
        assert_true((id == NULL) == (cases[i].id == NULL));
        if (id != NULL) {
            assert_string_equal(id, cases[i].id);
        }
    }
    /* counter-clockwise, whatever the file says, and no more of it than there is room for */
    assert_int_equal(tl_scene_outline(own, "wood", corners, 8), 4);
    assert_near(corners[0].x, 400, 0);
    assert_near(corners[3].y, 100, 0);
    corners[2].x = -1;
    assert_int_equal(tl_scene_outline(own, "wood", corners, 2), 4);
    assert_near(corners[2].x, -1, 0);
    assert_int_equal(tl_scene_outline(own, "fog", NULL, 0), 0);
    assert_int_equal(tl_scene_outline(own, "nobody", NULL, 0), 0);
    assert_true(tl_scene_disc(own, "fog", &centre, &radius));
    assert_near(centre.x, 700, 0);
    assert_near(radius, 80, 0);
    assert_false(tl_scene_disc(own, "wood", &centre, &radius));
    assert_int_equal(tl_scene_box_of(own, "fog", &box, NULL), TL_OK);
    assert_point_near(box.low, ((tl_vec3){620, 320, 0}), 0);
    assert_int_equal(tl_scene_box_of(own, "wood", &box, NULL), TL_OK);
    assert_point_near(box.high, ((tl_vec3){400, 400, 0}), 0);
    assert_string_equal(tl_scene_name_of(own, "wood"), "The wood");
    assert_string_equal(tl_scene_name_of(own, "copse"), "copse");
    tl_scene_destroy(own);
}

static void kinds_are_told(void **state) {
    (void)state;
    tl_kind kind, french;
    bool building = false, wire = false;
    size_t count = 0;
    for (; tl_scene_kind(scene, count, NULL, &kind); count++) {
        assert_true(tl_scene_kind(scene, count, "fr", &french));
        assert_string_equal(kind.name, french.name);
        if (strcmp(kind.name, "building") == 0) {
            building = kind.depth && kind.blocks && kind.cover && strcmp(kind.going, "walls") == 0;
            assert_string_equal(kind.rule, "DB-ARE-01");
            assert_string_not_equal(kind.text, french.text);
        }
        wire = wire || (strcmp(kind.name, "wire") == 0 && !kind.blocks && !kind.cover && !kind.depth);
    }
    assert_true(building && wire && count > 10);
    assert_false(tl_scene_kind(scene, count + 5, NULL, &kind));
    tl_skill_info skill, in_french;
    bool artillery = false;
    for (count = 0; tl_scene_skill(scene, count, NULL, &skill); count++) {
        assert_true(tl_scene_skill(scene, count, "fr", &in_french));
        assert_string_equal(in_french.name, skill.name);
        assert_string_not_equal(in_french.text, skill.text);
        artillery = artillery || (strcmp(skill.name, "artillery") == 0 && strcmp(skill.rule, "DT-SPC-08") == 0);
    }
    assert_true(artillery);
    assert_false(tl_scene_skill(scene, count + 5, NULL, &skill));
}

/* Terrain that is being placed is looked through, like the member whose eyes these are. */
static void terrain_is_looked_through(void **state) {
    (void)state;
    const tl_vec3 from = {1090, 778, 5000}, down = {0, 0, -1};
    tl_pick pick;
    assert_int_equal(tl_scene_pick(scene, from, down, false, "farmhouse", &pick, NULL), TL_OK);
    assert_int_equal(pick.kind, TL_PICK_TABLE);
    assert_int_equal(tl_scene_pick(scene, from, down, false, "ruin", &pick, NULL), TL_OK);
    assert_string_equal(pick.id, "farmhouse");
    assert_int_equal(tl_scene_pick(scene, from, down, false, "nothing", &pick, NULL), TL_ERROR_NOT_FOUND);
}

typedef struct outlines {
    size_t meshes, lines;
    tl_box3 box;
} outlines;

static void take_outline(void *user, const tl_draw_mesh *mesh) {
    outlines *o = user;
    if ((mesh->style & TL_DRAW_OUTLINED) != 0 && (mesh->style & TL_DRAW_TRANSLUCENT) != 0) {
        o->meshes++;
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            o->box = o->meshes == 1 && i == 0 ? (tl_box3){mesh->vertices[0], mesh->vertices[0]}
                                              : tl_box3_add(o->box, mesh->vertices[i]);
        }
    }
}

static void take_border(void *user, const tl_draw_line *line) {
    outlines *o = user;
    o->lines += line->count == 65; /* a disc's, closed */
}

/* What is selected is outlined beside what stays where it is: in the second part of a picture. */
static void terrain_is_outlined(void **state) {
    (void)state;
    outlines seen = {0};
    tl_box3 box;
    const char *const names[] = {"farmhouse", "smoke-1", NULL};
    const tl_draw_sink sink = {
        .struct_size = sizeof(tl_draw_sink), .user = &seen, .mesh = take_outline, .line = take_border};
    assert_int_equal(
        tl_scene_draw(
            scene, &(tl_scene_drawing){.struct_size = sizeof(tl_scene_drawing), .outlined = names, .no_terrain = true},
            &sink, NULL),
        TL_OK);
    assert_int_equal(seen.meshes, 1);
    assert_int_equal(seen.lines, 1);
    assert_int_equal(tl_scene_box_of(scene, "farmhouse", &box, NULL), TL_OK);
    assert_point_near(seen.box.low, box.low, 1e-9);
    assert_point_near(seen.box.high, box.high, 1e-9);
    seen = (outlines){0};
    assert_int_equal(tl_scene_draw(scene,
                                   &(tl_scene_drawing){.struct_size = sizeof(tl_scene_drawing), .no_terrain = true},
                                   &sink, NULL),
                     TL_OK);
    assert_int_equal(seen.meshes + seen.lines, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_met_is_what_is_drawn),
        cmocka_unit_test(terrain_and_table_are_met),
        cmocka_unit_test(bad_lines_are_refused),
        cmocka_unit_test(levels_are_what_was_pointed_at),
        cmocka_unit_test(eyes_see_past_themselves),
        cmocka_unit_test(names_and_units),
        cmocka_unit_test(outlines_are_those_asked_for),
        cmocka_unit_test(questions_are_shown_before_they_are_answered),
        cmocka_unit_test(arcs_begin_with_what_decides),
        cmocka_unit_test(uncertain_ground_is_told_where_one_would_stand),
        cmocka_unit_test(areas_are_pointed_at),
        cmocka_unit_test(kinds_are_told),
        cmocka_unit_test(terrain_is_looked_through),
        cmocka_unit_test(terrain_is_outlined),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
