/* Frames, names of pieces and the roles they give. */
#include "support/assert_geom.h"
#include "support/loose_mesh.h"

#include "mesh/mesh.h"

#include <stdio.h>

static tl_vec3 axis_vector(tl_axis axis) {
    const tl_vec3 v[] = {{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    return v[axis];
}

static void every_frame_turns_up_to_z_and_forward_to_x(void **state) {
    for (int up = TL_AXIS_PX; up <= TL_AXIS_NZ; up++) {
        for (int forward = TL_AXIS_PX; forward <= TL_AXIS_NZ; forward++) {
            tl_mesh *mesh = loose_start(state);
            loose_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 2, 3});
            loose_triangle(mesh, axis_vector((tl_axis)up), axis_vector((tl_axis)forward), (tl_vec3){9, 9, 9});
            size_t marks = mesh->vertex_count - 3;
            tl_error error = {0};
            tl_frame frame = {TL_MESH_UNIT_CM, (tl_axis)up, (tl_axis)forward, 0.5};
            tl_status status = tl_mesh_to_millimetres(mesh, &frame, &error);
            if ((up - 1) / 2 == (forward - 1) / 2) {
                assert_int_equal(status, TL_ERROR_ARGUMENT);
                assert_string_equal(error.message, "`forward` lies along `up`");
            } else {
                assert_int_equal(status, TL_OK);
                assert_point_near(mesh->vertices[marks], ((tl_vec3){0, 0, 5}), 0);
                assert_point_near(mesh->vertices[marks + 1], ((tl_vec3){5, 0, 0}), 0);
                assert_int_equal(mesh->unit, TL_MESH_UNIT_MM);
                assert_int_equal(mesh->up, TL_AXIS_PZ);
                mesh->triangle_count--; /* the marks; the box keeps its handedness */
                assert_near(tl_mesh_volume(mesh), 6 * 125, 1e-10);
            }
            tl_mesh_destroy(mesh);
        }
    }
}

static tl_vec3 framed(void **state, tl_frame frame, tl_vec3 p, tl_status expected) {
    tl_mesh *mesh = loose_start(state);
    loose_triangle(mesh, p, (tl_vec3){1, 0, 0}, (tl_vec3){0, 1, 0});
    assert_int_equal(tl_mesh_to_millimetres(mesh, &frame, NULL), expected);
    tl_vec3 result = mesh->vertices[0];
    tl_mesh_destroy(mesh);
    return result;
}

static void frames_have_their_defaults_and_limits(void **state) {
    const tl_vec3 p = {1, 2, 3};
    assert_point_near(framed(state, (tl_frame){0}, p, TL_OK), p, 0);
    assert_point_near(framed(state, (tl_frame){.unit = TL_MESH_UNIT_M, .up = TL_AXIS_PY}, p, TL_OK),
                      ((tl_vec3){3000, 1000, 2000}), 0);
    assert_point_near(framed(state, (tl_frame){.unit = TL_MESH_UNIT_INCH}, p, TL_OK), ((tl_vec3){25.4, 50.8, 76.2}),
                      2e-14);
    assert_point_near(framed(state, (tl_frame){.unit = TL_MESH_UNIT_FOOT, .scale = 0.01}, p, TL_OK),
                      ((tl_vec3){3.048, 6.096, 9.144}), 1e-14);
    assert_point_near(framed(state, (tl_frame){.up = TL_AXIS_PX}, p, TL_OK), ((tl_vec3){2, 3, 1}), 0);
    const double bad[] = {-1, INFINITY, NAN};
    for (int i = 0; i < 3; i++) {
        assert_point_near(framed(state, (tl_frame){.scale = bad[i]}, p, TL_ERROR_ARGUMENT), p, 0);
    }
    assert_point_near(framed(state, (tl_frame){.scale = 1e9}, p, TL_ERROR_ARGUMENT), p, 0);
    assert_point_near(framed(state, (tl_frame){0}, (tl_vec3){1e9, -1e9, 0}, TL_OK), ((tl_vec3){1e9, -1e9, 0}), 0);
    tl_vec3 tiny = framed(state, (tl_frame){0}, (tl_vec3){1e-61, -1e-61, 1e-59}, TL_OK);
    assert_true(tiny.x == 0 && tiny.y == 0 && !signbit(tiny.y) && tiny.z == 1e-59);
}

static void wildcards_match_whole_names(void **state) {
    (void)state;
    const struct {
        const char *pattern, *name;
        bool match;
    } cases[] = {
        {"hull", "hull", true},
        {"hull", "Hull", true},
        {"HULL*", "hull_left.001", true},
        {"hull", "hull2", false},
        {"hull", "my hull", false},
        {"*hull*", "my hull 2", true},
        {"*", "", true},
        {"*", "anything", true},
        {"", "", true},
        {"", "x", false},
        {"?", "", false},
        {"?", "x", true},
        {"?", "\xc3\xa4", true},
        {"??", "\xc3\xa4", false},
        {"gun?", "gun\xe2\x82\xac", true},
        {"*a*b*c", "xaybzc", true},
        {"*a*b*c", "xaybzcd", false},
        {"*ab", "aab", true},
        {"a*?b", "ab", false},
        {"a*?b", "acb", true},
        {"**", "x", true},
        {"mesh.*.L", "mesh.arm.l", true},
        {"[x]", "[X]", true},
        {"*aaab", "aaaaaaaaaaaaaaaaaaaaaaab", true},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (tl_role_wildcard_match(cases[i].pattern, cases[i].name) != cases[i].match) {
            fail_msg("`%s` on `%s`", cases[i].pattern, cases[i].name);
        }
    }
}

static void the_nearest_matching_level_gives_the_role(void **state) {
    const char *const core[] = {"hull*", "torso", NULL};
    const char *const limb[] = {"leg*", "*arm", NULL};
    const char *const gear[] = {"gun", NULL};
    const char *const base[] = {"*base*", NULL};
    const char *const *const patterns[TL_ROLE_COUNT] = {core, limb, gear, base, NULL};
    const struct {
        const char *names;
        tl_role role;
    } cases[] = {
        {"Hull_01\tmetal", TL_ROLE_CORE},
        {"torso\tmetal", TL_ROLE_CORE},
        {"mesh7\tLeg left\nhull", TL_ROLE_LIMB}, /* its own level first */
        {"mesh7\nnode\nhull", TL_ROLE_CORE},     /* then its ancestors */
        {"gun\tarm\thull\nbase", TL_ROLE_CORE},  /* within a level the order of roles */
        {"gun\nhull", TL_ROLE_GEAR},             /* matched, not left over */
        {"\nbase", TL_ROLE_BASE},                /* a level without names */
        {"torso2\nmodel", TL_ROLE_GEAR},         /* nothing */
        {"", TL_ROLE_GEAR},                      /* nothing at all */
    };
    enum { COUNT = sizeof(cases) / sizeof(cases[0]) };
    tl_mesh *mesh = loose_start(state);
    for (size_t i = 0; i < COUNT; i++) {
        loose_triangle(mesh, (tl_vec3){(double)i, 0, 0}, (tl_vec3){1, 1, 0}, (tl_vec3){0, 1, 1});
        assert_true(tl_mesh_end_piece(mesh, cases[i].names, TL_ROLE_CORE));
    }
    assert_int_equal(tl_mesh_assign_roles(mesh, patterns), 2);
    for (size_t i = 0; i < COUNT; i++) {
        if (mesh->pieces[i].role != cases[i].role) {
            fail_msg("piece %zu has role %d", i, (int)mesh->pieces[i].role);
        }
    }
    tl_mesh_destroy(mesh);
}

/* `*` is everything, also what has no name; `?*` is whatever has one. */
static void a_star_matches_what_has_no_name(void **state) {
    static const char *const star[] = {"**", NULL}, *const named[] = {"?*", "", NULL};
    const char *const *const by_star[TL_ROLE_COUNT] = {[TL_ROLE_LIMB] = star};
    const char *const *const by_name[TL_ROLE_COUNT] = {[TL_ROLE_LIMB] = named};
    tl_mesh *mesh = loose_start(state);
    loose_triangle(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 0, 0}, (tl_vec3){0, 1, 0});
    assert_true(tl_mesh_end_piece(mesh, "", TL_ROLE_CORE));
    loose_triangle(mesh, (tl_vec3){0, 0, 1}, (tl_vec3){1, 0, 1}, (tl_vec3){0, 1, 1});
    assert_true(tl_mesh_end_piece(mesh, "hull", TL_ROLE_CORE));
    assert_int_equal(tl_mesh_assign_roles(mesh, by_star), 0);
    assert_true(mesh->pieces[0].role == TL_ROLE_LIMB && mesh->pieces[1].role == TL_ROLE_LIMB);
    (void)tl_mesh_assign_roles(mesh, by_name);
    assert_true(mesh->pieces[1].role == TL_ROLE_LIMB);
    tl_mesh_destroy(mesh);
}

/* Names come from files that strangers made, and end on terminals and in reports. */
static void names_and_warnings_are_tamed(void **state) {
    const struct {
        const char *text, *tame;
    } cases[] = {
        {"plain", "plain"},
        {"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80", "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80"},
        {"\033[2J\177", "?[2J?"},
        {"\xc2\x80\xc2\x9f\xc2\xa0", "????\xc2\xa0"},                   /* U+0080, U+009F are controls */
        {"\xe2\x80\xae\xe2\x81\xa7\xe2\x80\xa7", "??????\xe2\x80\xa7"}, /* U+202E, U+2067, U+2027 */
        {"\xff\xc0\xaf\xe0\x80\xaf\xf0\x80\x80\xaf", "??????????"},     /* overlong slashes */
        {"\xed\xa0\x80\xf4\x90\x80\x80", "???????"},                    /* a surrogate; beyond U+10FFFF */
        {"\xc3", "?"},
        {"\xe2\x82", "??"},
        {"\xf0\x9f\x98", "???"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tl_mesh *mesh = loose_start(state);
        loose_triangle(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 0, 0}, (tl_vec3){0, 1, 0});
        assert_true(tl_mesh_end_piece(mesh, cases[i].text, TL_ROLE_CORE));
        assert_true(tl_mesh_warn(mesh, "`%s`\n", cases[i].text));
        char warning[80];
        snprintf(warning, sizeof(warning), "`%s`?", cases[i].tame);
        assert_string_equal(mesh->pieces[0].names, cases[i].tame);
        assert_string_equal(mesh->warnings[0], warning);
        tl_mesh_destroy(mesh);
    }
    tl_mesh *mesh = loose_start(state);
    loose_triangle(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){1, 0, 0}, (tl_vec3){0, 1, 0});
    assert_true(tl_mesh_end_piece(mesh, "own\tother\nparent\r", TL_ROLE_CORE)); /* levels and names stay apart */
    assert_string_equal(mesh->pieces[0].names, "own\tother\nparent?");
    tl_mesh_destroy(mesh);
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
        cmocka_unit_test(every_frame_turns_up_to_z_and_forward_to_x),
        cmocka_unit_test(frames_have_their_defaults_and_limits),
        cmocka_unit_test(wildcards_match_whole_names),
        cmocka_unit_test(the_nearest_matching_level_gives_the_role),
        cmocka_unit_test(a_star_matches_what_has_no_name),
        cmocka_unit_test(names_and_warnings_are_tamed),
    };
    return cmocka_run_group_tests_name("mesh, names", tests, set_up, tear_down);
}
