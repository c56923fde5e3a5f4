/* Base, core and what looks forward, on meshes whose answer is known because they were made so. */
#include "support/assert_geom.h"
#include "support/made_mesh.h"

#include "body/found_base.h"
#include "geom/hull2.h"
#include "io/json.h"
#include "math/angle.h"
#include "scan/advice/core.h"
#include "scan/advice/forward.h"
#include "scan/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tl_found_base base_of(const tl_mesh *mesh) {
    tl_found_base found;
    assert_int_equal(tl_found_base_find(mesh, &found, NULL), TL_OK);
    return found;
}

static void discs_and_ovals_are_found(void **state) {
    test_random random = test_random_start("bases", 6);
    for (int trial = 0; trial < 60; trial++) {
        bool oval = trial % 2 == 1;
        int corners = 12 + 2 * test_random_below(&random, 60);
        tl_vec2 middle = {test_random_between(&random, -40, 40), test_random_between(&random, -40, 40)};
        double x = test_random_between(&random, 10, 60), y = oval ? x * test_random_between(&random, 0.5, 0.8) : x;
        double low = test_random_between(&random, -20, 20), height = test_random_between(&random, 2, 6);
        tl_mesh *mesh = tl_mesh_create(*state);
        made_add_prism(mesh, middle, (tl_vec2){x, y}, low, low + height, corners);
        made_add_prism(mesh, (tl_vec2){middle.x + 2, middle.y}, (tl_vec2){0.4 * x, 0.4 * y}, low + height, low + 60,
                       24);
        made_add_box(mesh, (tl_vec3){middle.x, middle.y - 1, low + 40},
                     (tl_vec3){middle.x + 1.3 * x, middle.y + 1, low + 42});
        made_finish(mesh, "figure");
        tl_found_base found = base_of(mesh);
        assert_int_equal(found.shape.kind, oval ? TL_SHAPE_OVAL : TL_SHAPE_DISC);
        /* corners a quarter turn apart lie on both axes when their number divides by 4; else y falls a little short */
        double sine, cosine;
        tl_sincos_deg(90.0 - (corners % 4 == 0 ? 0 : 180.0 / corners), &sine, &cosine);
        assert_near(found.size.x, 2 * x, 2 * x * (1 - sine) * (oval ? 1 : 1e-9) + 1e-9);
        assert_near(found.size.y, 2 * y, 2 * y * (1 - sine) * 1.0001 + 1e-9);
        assert_near(found.shape.pose.at.x, middle.x, 1e-9);
        assert_near(found.shape.pose.at.y, middle.y, 1e-9);
        assert_near(found.shape.low, low, 1e-12);
        assert_true(found.height_seen);
        assert_near(found.shape.high, low + height, 1e-12);
        tl_sincos_deg(180.0 / corners, &sine, &cosine);
        if (!oval) { /* how far the chords keep inside */
            assert_near(found.residual_mm, x * (1 - cosine), 1e-9);
        }
        tl_mesh_destroy(mesh);
    }
    assert_near(tl_found_base_common_size(25.3), 25, 0);
    assert_near(tl_found_base_common_size(28.4), 28.5, 0);
    assert_near(tl_found_base_common_size(45), 0, 0);
}

/* Turns every vertex of a mesh about the origin. */
static void turn_mesh(tl_mesh *mesh, double deg) {
    const tl_pose pose = tl_pose_turned((tl_vec3){0, 0, 0}, deg);
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        mesh->vertices[i] = tl_pose_point(&pose, mesh->vertices[i]);
    }
}

/* Ellipses known in closed form, in any direction, their rims rough: the ellipse found holds every corner, the one
 * shrunk by the residual lies inside the outline, and both are near the one that was made. */
static void ovals_are_found_in_any_direction(void **state) {
    test_random random = test_random_start("turned ovals", 11);
    for (int trial = 0; trial < 60; trial++) {
        int corners = 14 + 2 * test_random_below(&random, 60);
        double x = test_random_between(&random, 20, 80), y = x * test_random_between(&random, 0.4, 0.85);
        double turn = test_random_between(&random, -90, 90), rough = trial % 3 == 0 ? 0 : 0.004 * y;
        tl_vec2 middle = {test_random_between(&random, -40, 40), test_random_between(&random, -40, 40)};
        tl_mesh *mesh = tl_mesh_create(*state);
        made_add_prism(mesh, middle, (tl_vec2){x, y}, -1, 2.5, corners);
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            tl_vec3 *p = &mesh->vertices[i];
            if (p->x != middle.x || p->y != middle.y) { /* both ends of an edge of the rim are moved alike */
                double wave = 977 * p->x + 1531 * p->y;
                double by = rough * (wave - floor(wave));
                double away = tl_hypot(p->x - middle.x, p->y - middle.y);
                p->x -= by * (p->x - middle.x) / away;
                p->y -= by * (p->y - middle.y) / away;
            }
        }
        turn_mesh(mesh, turn);
        made_finish(mesh, "oval");
        tl_found_base found = base_of(mesh);
        assert_int_equal(found.shape.kind, TL_SHAPE_OVAL);
        double along = tl_wrap_deg(2 * (found.turn_deg - turn)) / 2; /* an axis has two directions */
        bool swapped = fabs(along) > 45;
        double off = swapped ? 90 - fabs(along) : fabs(along), most = rough == 0 ? 0.006 : 2;
        assert_true(fabs(found.turn_deg) <= 45 && off <= most);
        /* turned by half a hundredth of a degree, the ellipse round the corners grows by that times its length */
        double slack = rough == 0 ? 2 * x * 1e-4 * (x / y) : 3 * rough;
        assert_near(swapped ? found.size.y : found.size.x, 2 * x, slack);
        assert_near(swapped ? found.size.x : found.size.y, 2 * y, slack);
        double sine, cosine;
        tl_sincos_deg(180.0 / corners, &sine, &cosine);
        assert_true(found.residual_mm >= x * (1 - cosine) - 1e-9);
        assert_true(found.residual_mm <= x * (1 - cosine) + slack + 2 * rough * x / y);
        for (size_t i = 0; i < mesh->vertex_count; i++) { /* nothing stands out */
            tl_vec3 p = tl_pose_local(&found.shape.pose, mesh->vertices[i]);
            assert_true(tl_hypot(p.x / found.shape.size.x, p.y / found.shape.size.y) <= 1 + 1e-12);
        }
        /* the bound, by hand: every point of the ellipse is within the residual of the hull of the corners */
        tl_vec2 *rim = calloc(2 * mesh->vertex_count + 1, sizeof(*rim)), *hull = rim + mesh->vertex_count;
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            rim[i] = tl_plan(mesh->vertices[i]);
        }
        size_t count = tl_geom_convex_hull2(rim, mesh->vertex_count, hull);
        for (int k = 0; k < 720; k++) {
            double s, c, nearest = INFINITY;
            tl_sincos_deg(0.5 * k, &s, &c);
            tl_vec2 p =
                tl_plan(tl_pose_point(&found.shape.pose, (tl_vec3){found.shape.size.x * c, found.shape.size.y * s, 0}));
            for (size_t i = 0; i < count; i++) {
                tl_vec2 a = hull[i], d = tl_sub2(hull[(i + 1) % count], a);
                double t = tl_min(1, tl_max(0, tl_dot2(tl_sub2(p, a), d) / tl_dot2(d, d)));
                nearest = tl_min(nearest, tl_length2(tl_sub2(p, tl_add2(a, tl_scale2(d, t)))));
            }
            assert_true(nearest <= found.residual_mm + 1e-9);
        }
        free(rim);
        tl_mesh_destroy(mesh);
    }
}

static void what_is_no_base_is_not_found(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state); /* eight corners are an octagon */
    made_add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){20, 20}, 0, 3, 8);
    made_finish(mesh, "octagon");
    assert_int_equal(base_of(mesh).shape.kind, TL_SHAPE_NONE);
    tl_mesh_destroy(mesh);
    mesh = tl_mesh_create(*state); /* a house */
    made_add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){100, 80, 60});
    made_finish(mesh, "house");
    assert_int_equal(base_of(mesh).shape.kind, TL_SHAPE_NONE);
    tl_mesh_destroy(mesh);
    mesh = tl_mesh_create(*state); /* two feet */
    made_add_prism(mesh, (tl_vec2){-6, 0}, (tl_vec2){3, 3}, 0, 30, 24);
    made_add_prism(mesh, (tl_vec2){6, 0}, (tl_vec2){3, 3}, 0, 30, 24);
    made_finish(mesh, "feet");
    assert_int_equal(base_of(mesh).shape.kind, TL_SHAPE_NONE);
    tl_mesh_destroy(mesh);
    mesh = tl_mesh_create(*state); /* a table on one leg: that is no base for it */
    made_add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){6, 6}, 0, 30, 24);
    made_add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){40, 40}, 30, 33, 24);
    made_finish(mesh, "table");
    assert_int_equal(base_of(mesh).shape.kind, TL_SHAPE_NONE);
    tl_mesh_destroy(mesh);
}

/* A man of a cylinder and a ball's worth of head on a disc, with a long gun: the capsule stands in the cylinder. */
static void a_core_is_suggested_round_the_body(void **state) {
    tl_mesh *mesh = tl_mesh_create(*state);
    made_add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){12.5, 12.5}, 0, 3, 48);
    made_add_prism(mesh, (tl_vec2){1, -2}, (tl_vec2){6, 6}, 3, 33, 48);
    made_add_box(mesh, (tl_vec3){1, -2.5, 20}, (tl_vec3){28, -1.5, 21});
    made_finish(mesh, "man");
    tl_scan_core_suggestion s;
    assert_int_equal(tl_scan_core_suggest(mesh, &s, NULL), TL_OK);
    assert_int_equal(s.base.shape.kind, TL_SHAPE_DISC);
    assert_near(s.base.size.x, 25, 1e-9);
    assert_near(s.base_top, 3, 1e-12);
    assert_int_equal(s.count, TL_SCAN_CORE_KINDS);
    const tl_scan_core_fit *capsule = &s.fits[0];
    assert_int_equal(capsule->kind, TL_SCAN_CORE_CAPSULE);
    assert_near(capsule->from.x, 1, 0.5);
    assert_near(capsule->from.y, -2, 0.5);
    assert_near(capsule->radius, 6, 0.3);
    assert_near(capsule->from.z - capsule->radius, 3, 0.11);
    assert_near(capsule->to.z + capsule->radius, 33, 0.11);
    for (size_t i = 0; i < s.count; i++) {
        assert_true(s.fits[i].holds >= 0 && s.fits[i].holds <= 1);
        assert_true(s.fits[i].kind != TL_SCAN_CORE_HULL_ABOVE || s.fits[i].holds == 1);
    }
    tl_mesh_destroy(mesh);
    mesh = tl_mesh_create(*state); /* nothing but a base */
    made_add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){12.5, 12.5}, 0, 3, 48);
    made_finish(mesh, "base");
    assert_int_equal(tl_scan_core_suggest(mesh, &s, NULL), TL_OK);
    assert_int_equal(s.count, 0);
    tl_mesh_destroy(mesh);
}

/* A hull between two tracks, a turret, and a gun whose end lies `gun` in front of the tracks, with a tail behind. */
static tl_mesh *made_tank(tl_context *context, double gun, double tail) {
    tl_mesh *mesh = tl_mesh_create(context);
    made_add_box(mesh, (tl_vec3){-30, -12, 4}, (tl_vec3){30, 12, 16});
    made_add_box(mesh, (tl_vec3){-34, -20, 0}, (tl_vec3){34, -12, 14});
    made_add_box(mesh, (tl_vec3){-34, 12, 0}, (tl_vec3){34, 20, 14});
    made_add_box(mesh, (tl_vec3){-15, -10, 16}, (tl_vec3){12, 10, 26});
    made_add_box(mesh, (tl_vec3){12, -1.5, 19}, (tl_vec3){34 + gun, 1.5, 22});
    made_add_box(mesh, (tl_vec3){-34 - tail, -1, 8}, (tl_vec3){-30, 1, 10});
    return mesh;
}

/* In any direction: the evidence, the direction, and that the plane cuts off the gun alone. */
static void forward_is_told_by_what_sticks_out(void **state) {
    for (int i = 0; i < 4; i++) {
        double turn = i < 2 ? 90.0 * i : 47.7 * i - 180;
        tl_mesh *mesh = made_tank(*state, 30, 2);
        turn_mesh(mesh, turn);
        made_finish(mesh, "tank");
        tl_scan_forward_fit fit;
        assert_int_equal(tl_scan_forward_suggest(mesh, -1, &fit, NULL), TL_OK);
        assert_int_equal(fit.evidence, TL_SCAN_FORWARD_TOLD);
        assert_true(fit.mirrored > 0.95);
        assert_near(tl_wrap_deg(fit.turn_deg - turn), 0, i < 2 ? 1e-9 : 1.01);
        assert_near(fit.out_mm, 30, 3.1); /* cells of a millimetre, a degree of a width of 40 */
        assert_near(fit.from_mm, 35, 1.5);
        tl_mesh_destroy(mesh);
    }
    static const struct {
        double gun, tail;
        tl_scan_forward_evidence evidence;
    } cases[] = {{1, 1, TL_SCAN_FORWARD_BLUNT}, {30, 25, TL_SCAN_FORWARD_BOTH_ENDS}, {4, 30, TL_SCAN_FORWARD_TOLD}};
    for (size_t i = 0; i < 3; i++) {
        tl_mesh *mesh = made_tank(*state, cases[i].gun, cases[i].tail);
        made_finish(mesh, "tank");
        tl_scan_forward_fit fit;
        assert_int_equal(tl_scan_forward_suggest(mesh, -1, &fit, NULL), TL_OK);
        assert_int_equal(fit.evidence, cases[i].evidence);
        assert_true(i != 2 || fit.turn_deg == 180);
        tl_mesh_destroy(mesh);
    }
    tl_mesh *mesh = made_tank(*state, 30, 2); /* with something on one side only */
    made_add_box(mesh, (tl_vec3){-30, 20, 0}, (tl_vec3){-5, 60, 40});
    made_finish(mesh, "tank with a shed");
    tl_scan_forward_fit fit;
    assert_int_equal(tl_scan_forward_suggest(mesh, -1, &fit, NULL), TL_OK);
    assert_int_equal(fit.evidence, TL_SCAN_FORWARD_NOT_ALIKE);
    assert_int_equal(tl_scan_forward_suggest(mesh, 1000, &fit, NULL), TL_OK); /* nothing lies up there */
    assert_int_equal(fit.evidence, TL_SCAN_FORWARD_NOT_ALIKE);
    tl_mesh_destroy(mesh);
}

/* Says no when it has been asked often enough. */
static bool watch(void *user, double done, const char *what) {
    int *left = user;
    assert_true(done >= 0 && done <= 1 && what != NULL);
    return (*left)-- > 0;
}

static void suggestions_can_be_cancelled(void **state) {
    (void)state;
    int left = 1000, asked = 0;
    tl_context *context = tl_context_create(
        &(tl_context_options){.struct_size = sizeof(tl_context_options), .user = &left, .progress = watch});
    tl_mesh *mesh = made_tank(context, 30, 2);
    made_finish(mesh, "tank");
    tl_scan_core_suggestion suggestion;
    tl_scan_forward_fit forward;
    tl_status status = TL_ERROR_CANCELLED;
    for (asked = 0; status != TL_OK; asked++) {
        tl_error error = {0};
        left = asked;
        status = tl_scan_core_suggest(mesh, &suggestion, &error);
        assert_true(status == TL_OK ||
                    (status == TL_ERROR_CANCELLED && strstr(error.message, "fitting a core") != NULL));
    }
    assert_true(asked > 5); /* each way of fitting asks */
    left = 0;
    assert_int_equal(tl_scan_forward_suggest(mesh, -1, &forward, NULL), TL_ERROR_CANCELLED);
    left = 1000;
    tl_mesh_destroy(mesh);
    tl_context_destroy(context);
}

/* Whether the report's JSON holds a text. */
static void assert_told(const tl_scan_report *report, const char *wanted) {
    char *text = NULL;
    assert_int_equal(tl_scan_report_json(report, &text, NULL), TL_OK);
    if (strstr(text, wanted) == NULL) {
        fail_msg("%s is not in %s", wanted, text);
    }
    tl_free(report->mesh->context, text);
}

/* Ready for a scene: cuts at the base's top and where the gun leaves, all of it turned with the axis that looks
 * forward; an oval under it keeps its own axes, which change places. */
static void cuts_and_forward_are_written_as_a_scene_takes_them(void **state) {
    for (int quarter = 1; quarter < 4; quarter += 2) {
        tl_mesh *tank = made_tank(*state, 30, 2);
        for (size_t i = 0; i < tank->vertex_count; i++) {
            tank->vertices[i].z += 3;
        }
        made_add_prism(tank, (tl_vec2){0, 0}, (tl_vec2){45, 30}, 0, 3, 96);
        turn_mesh(tank, 90.0 * quarter);
        made_finish(tank, "tank");
        tl_scan_core_suggestion suggestion;
        tl_scan_forward_fit forward;
        tl_scan_report report;
        assert_int_equal(tl_scan_core_suggest(tank, &suggestion, NULL), TL_OK);
        assert_int_equal(tl_scan_forward_suggest(tank, suggestion.base_top, &forward, NULL), TL_OK);
        assert_int_equal(tl_scan_report_make(tank, "x.obj", NULL, &report, NULL), TL_OK);
        report.suggestion = &suggestion;
        report.forward = &forward;
        static const char *const axes[] = {"+x", "+y", "-x", "-y"}, *const out[] = {"1,0", "0,1", "-1,0", "0,-1"};
        char wanted[400], number[TL_JSON_NUMBER_SIZE];
        tl_json_format_double(floor(forward.from_mm * 10 + 0.5) / 10, number);
        assert_near(forward.from_mm, 35, 1.5);
        snprintf(wanted, sizeof(wanted),
                 "\"cuts\":[{\"keep\":{\"plane\":{\"normal\":[0,0,1],\"offset\":3}}},"
                 "{\"drop\":{\"plane\":{\"normal\":[%s,0],\"offset\":%s}}}]",
                 out[quarter], number);
        assert_told(&report, wanted);
        snprintf(wanted, sizeof(wanted),
                 "\"scene\":{\"forward\":\"%s\",\"base\":{\"shape\":\"oval\",\"size\":[90,60],\"height\":3},"
                 "\"core\":{\"cuts\":[{\"keep\":{\"plane\":{\"normal\":[0,0,1],\"offset\":3}}},"
                 "{\"drop\":{\"plane\":{\"normal\":[1,0,0],\"offset\":%s}}}]}}",
                 axes[quarter], number);
        assert_told(&report, wanted);
        tl_scan_report_free(&report);
        tl_mesh_destroy(tank);
    }
}

static int set_up(void **state) {
    *state = tl_context_create(NULL);
    return *state == NULL;
}

static int tear_down(void **state) {
    tl_context_destroy(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(discs_and_ovals_are_found),
        cmocka_unit_test(ovals_are_found_in_any_direction),
        cmocka_unit_test(what_is_no_base_is_not_found),
        cmocka_unit_test(a_core_is_suggested_round_the_body),
        cmocka_unit_test(forward_is_told_by_what_sticks_out),
        cmocka_unit_test(suggestions_can_be_cancelled),
        cmocka_unit_test(cuts_and_forward_are_written_as_a_scene_takes_them),
    };
    return cmocka_run_group_tests_name("scan core", tests, set_up, tear_down);
}
