/* Parts by their names, reports in words and pictures of them, and memory that runs out. */
#include "support/assert_geom.h"
#include "support/made_mesh.h"
#include "support/scarce.h"

#include "draw/draw_health.h"
#include "draw/draw_parts.h"
#include "scan/advice/core.h"
#include "scan/advice/forward.h"
#include "scan/advice/part_words.h"
#include "scan/report/report.h"
#include "scan/shaping/shaping.h"

#include <trueline/import.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tl_mesh *named(void **state, const char *const *names) {
    tl_mesh *mesh = tl_mesh_create(*state);
    for (int i = 0; names[i] != NULL; i++) {
        made_add_box(mesh, (tl_vec3){0, 0, 10.0 * i}, (tl_vec3){1, 1, 10.0 * i + 5});
        assert_true(tl_mesh_end_piece(mesh, names[i], TL_ROLE_CORE));
    }
    return mesh;
}

/* Patterns of one role with a blank behind each. */
static const char *list_of(const tl_scan_parts *parts, tl_role role, char *text) {
    text[0] = '\0';
    for (const char *const *p = parts->patterns[role]; p != NULL && *p != NULL; p++) {
        strcat(strcat(text, *p), " ");
    }
    return text;
}

static void names_suggest_roles(void **state) {
    static const char *const names[] = {"Hull_01\tsteel",
                                        "Hull_02",
                                        "turret.gun",
                                        "turret",
                                        "LeftArm\nrig",
                                        "Kopf",
                                        "roue.002",
                                        "thing\nbackpack\nx",
                                        "Sockel",
                                        "x\tAntenna_a\ny",
                                        "harmonica\nlegend",
                                        NULL};
    tl_mesh *mesh = named(state, names);
    tl_scan_parts parts;
    char text[512];
    assert_int_equal(tl_scan_parts_suggest(mesh, &parts, NULL), TL_OK);
    assert_true(tl_scan_parts_any(&parts));
    assert_string_equal(list_of(&parts, TL_ROLE_CORE, text), "Hull* turret Kopf ");
    assert_string_equal(list_of(&parts, TL_ROLE_LIMB, text), "LeftArm roue* ");
    assert_string_equal(list_of(&parts, TL_ROLE_GEAR, text), "turret.gun backpack Antenna* ");
    assert_string_equal(list_of(&parts, TL_ROLE_BASE, text), "Sockel ");
    assert_string_equal(list_of(&parts, TL_ROLE_STAND, text), "");
    assert_int_equal(tl_mesh_assign_roles(mesh, parts.patterns), 1); /* only the harmonica is left over */
    tl_scan_roles_report roles;
    tl_scan_roles_sum(mesh, &roles);
    assert_int_equal(roles.roles[TL_ROLE_CORE].pieces, 4);
    assert_int_equal(roles.roles[TL_ROLE_CORE].triangles, 48);
    assert_near(roles.roles[TL_ROLE_CORE].low, 0, 0);
    assert_near(roles.roles[TL_ROLE_CORE].high, 55, 0);
    assert_int_equal(roles.unmatched.pieces, 1);
    assert_near(roles.unmatched.low, 100, 0);
    tl_scan_parts_free(&parts);
    tl_mesh_destroy(mesh);
    /* "body*" would take the arm of the body as core, so whole names stand */
    static const char *const mixed[] = {"body_a", "body_b_arm", NULL};
    mesh = named(state, mixed);
    assert_int_equal(tl_scan_parts_suggest(mesh, &parts, NULL), TL_OK);
    assert_string_equal(list_of(&parts, TL_ROLE_CORE, text), "body_a ");
    assert_string_equal(list_of(&parts, TL_ROLE_LIMB, text), "body_b_arm ");
    tl_scan_parts_free(&parts);
    tl_mesh_destroy(mesh);
    static const char *const silent[] = {"", "mesh_0", NULL};
    mesh = named(state, silent);
    assert_int_equal(tl_scan_parts_suggest(mesh, &parts, NULL), TL_OK);
    assert_false(tl_scan_parts_any(&parts));
    tl_scan_parts_free(&parts);
    tl_mesh_destroy(mesh);
}

static void patterns_are_read(void **state) {
    tl_scan_parts parts;
    char text[512];
    assert_int_equal(tl_scan_parts_read(*state, " core = hull* , turret * ;gear=gun*;", &parts, NULL), TL_OK);
    assert_string_equal(list_of(&parts, TL_ROLE_CORE, text), "hull* turret * ");
    assert_string_equal(list_of(&parts, TL_ROLE_GEAR, text), "gun* ");
    assert_null(parts.patterns[TL_ROLE_LIMB]);
    tl_scan_parts_free(&parts);
    static const struct {
        const char *text, *message;
    } bad[] = {{"", "doesn't say"},
               {"hull*", "`hull*` doesn't say"},
               {"hulk=a", "no role `hulk`"},
               {"core=", "is empty"},
               {"core=a,,b", "is empty"},
               {"core=a;core=b", "stands twice"},
               {"core=a;;gear=b", "doesn't say"},
               {"=a", "doesn't say"}};
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        tl_error error = {0};
        assert_int_equal(tl_scan_parts_read(*state, bad[i].text, &parts, &error), TL_ERROR_ARGUMENT);
        if (strstr(error.message, bad[i].message) == NULL) {
            fail_msg("%s: %s", bad[i].text, error.message);
        }
        assert_string_equal(error.place, "--parts");
    }
}

/* --- Pictures, memory ----------------------------------------------------------------------------------------------
 */

/* What a picture was handed. */
typedef struct seen {
    size_t triangles, meshes, lines;
    char labels[512];
} seen;

static void see_mesh(void *user, const tl_draw_mesh *mesh) {
    seen *s = user;
    s->triangles += mesh->chosen != NULL ? mesh->chosen_count : mesh->triangle_count;
    s->meshes++;
}

static void see_line(void *user, const tl_draw_line *line) {
    seen *s = user;
    s->lines += line->count > 1;
}

static void see_label(void *user, const tl_draw_label *label) {
    seen *s = user;
    strcat(strcat(s->labels, label->text), "|");
}

static void pictures_show_roles_and_suggestions(void **state) {
    static const char *const names[] = {"hull", "gun_1", "gun_2", "thing", NULL};
    tl_mesh *mesh = named(state, names);
    tl_scan_parts parts;
    tl_scan_report report;
    assert_int_equal(tl_scan_parts_read(*state, "core=hull;gear=gun*", &parts, NULL), TL_OK);
    (void)tl_mesh_assign_roles(mesh, parts.patterns);
    assert_int_equal(tl_scan_report_make(mesh, "x.obj", NULL, &report, NULL), TL_OK);
    tl_scan_roles_report roles;
    tl_scan_roles_sum(mesh, &roles);
    report.roles = &roles;
    seen s = {0};
    const tl_draw_sink sink = {
        .struct_size = sizeof(tl_draw_sink), .user = &s, .mesh = see_mesh, .line = see_line, .label = see_label};
    assert_true(tl_draw_parts(&report, &sink));
    assert_int_equal(s.triangles, mesh->triangle_count); /* each once */
    assert_int_equal(s.meshes, 3);
    assert_string_equal(s.labels, "core|gear|matched by nothing|");
    tl_scan_report_free(&report);
    tl_scan_parts_free(&parts);
    tl_mesh_destroy(mesh);

    mesh = tl_mesh_create(*state);
    made_add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){16, 16}, 0, 3, 48);
    made_add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){6, 6}, 3, 33, 48);
    made_finish(mesh, "man");
    tl_scan_core_suggestion suggestion;
    assert_int_equal(tl_scan_core_suggest(mesh, &suggestion, NULL), TL_OK);
    assert_int_equal(tl_scan_report_make(mesh, "x.obj", NULL, &report, NULL), TL_OK);
    report.suggestion = &suggestion;
    s = (seen){0};
    assert_true(tl_draw_parts(&report, &sink));
    assert_true(s.meshes == 2 && s.lines == 1 && s.triangles > mesh->triangle_count);
    assert_non_null(strstr(s.labels, "base: disc of 32 mm|core: capsule, holds "));
    tl_scan_report_free(&report);
    tl_mesh_destroy(mesh);
}

/* Five crumbs beside a house: the largest three are labelled, the others counted where the next lies. */
static void specks_are_labelled(void **state) {
    static const double sizes[] = {0.1, 0.3, 0.2, 0.4, 0.25};
    tl_mesh *mesh = tl_mesh_create(*state);
    tl_scan_health health;
    tl_scan_report report;
    seen s = {0};
    const tl_draw_sink sink = {
        .struct_size = sizeof(tl_draw_sink), .user = &s, .mesh = see_mesh, .line = see_line, .label = see_label};
    made_add_box(mesh, (tl_vec3){0, 0, 0}, (tl_vec3){300, 200, 100});
    for (size_t i = 0; i < 5; i++) {
        double x = 310 + 10 * (double)i;
        made_add_box(mesh, (tl_vec3){x, 0, 0}, (tl_vec3){x + sizes[i], 0.05, 0.05});
    }
    made_finish(mesh, "house");
    assert_int_equal(tl_scan_health_make(mesh, &health, NULL), TL_OK);
    assert_int_equal(health.specks, 5);
    assert_int_equal(tl_scan_report_make(mesh, "x.obj", NULL, &report, NULL), TL_OK);
    tl_scan_report_set_health(&report, &health);
    assert_true(tl_draw_health(&report, &sink));
    assert_string_equal(s.labels, "speck, 0.4 mm|speck, 0.3 mm|speck, 0.25 mm|2 specks more|");
    tl_scan_report_free(&report);
    tl_scan_health_free(&health);
    tl_mesh_destroy(mesh);
}

/* A report on one of the sample meshes, in a language. */
static char *described(const char *language, const char *file, const tl_mesh_options *options) {
    char path[500], *text = NULL, *copy;
    tl_error error = {0};
    tl_context *context =
        tl_context_create(&(tl_context_options){.struct_size = sizeof(tl_context_options), .language = language});
    snprintf(path, sizeof(path), "%s/%s", TL_TEST_SOURCE_DIR, file);
    if (tl_mesh_describe(context, path, options, false, &text, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    copy = strdup(text);
    tl_text_free(context, text);
    tl_context_destroy(context);
    return copy;
}

static const char *next_line(const char *at) {
    const char *end = strchr(at, '\n');
    return end != NULL ? end + 1 : at + strlen(at);
}

/* Both say as much, line by line, and no line that has words is the same in both. What stands for a scene, names of
 * parts and numbers aren't words: they stand in lines that are set in, and there only those are compared that name
 * nothing. */
static void reports_speak_both_languages(void **state) {
    (void)state;
    static const char *const references[] = {"height = 54.2 mm", "base to head = 44.6 +- 0.5 mm"};
    const struct {
        const char *file, *english, *french;
        tl_mesh_options options;
    } cases[] = {
        {"models/trooper.obj",
         "scale: 1.499376 mm to a unit by 2 references",
         "\xc3\xa9"
         "chelle : 1,499376 mm par unit\xc3\xa9 d'apr\xc3\xa8s 2 r\xc3\xa9"
         "f\xc3\xa9rences",
         {.struct_size = sizeof(tl_mesh_options),
          .references = references,
          .reference_count = 2,
          .simplify_mm = 0.1,
          .crops = true,
          .crop_mm = {-5, -5, 5, 5},
          .parts = "core=hull*;gear=x*"}},
        {"models/trooper.obj",
         "base: a disc of 25 mm",
         "socle : un disque de 25 mm",
         {.struct_size = sizeof(tl_mesh_options), .suggest_core = true}},
        {"models/aircraft.obj",
         "forward: +x, perhaps",
         "avant : +x, peut-\xc3\xaatre",
         {.struct_size = sizeof(tl_mesh_options), .suggest_core = true}},
        {"terrain/board.obj",
         "base: none found",
         "socle : aucun trouv\xc3\xa9",
         {.struct_size = sizeof(tl_mesh_options), .suggest_core = true, .unit = "inch", .up = "+z", .level = true}},
        {"terrain/wood.obj",
         "repairs asked for: ",
         "r\xc3\xa9parations demand\xc3\xa9"
         "es : ",
         {.struct_size = sizeof(tl_mesh_options), .drop_specks_mm = 2, .reorient = true, .close_holes_mm = 30}},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *english = described("en", cases[i].file, &cases[i].options);
        char *french = described("fr", cases[i].file, &cases[i].options);
        assert_non_null(strstr(english, cases[i].english));
        assert_non_null(strstr(french, cases[i].french));
        const char *a = english, *b = french;
        for (; *a != '\0' && *b != '\0'; a = next_line(a), b = next_line(b)) {
            size_t length = (size_t)(next_line(a) - a);
            bool same = length == (size_t)(next_line(b) - b) && memcmp(a, b, length) == 0;
            if (same && strncmp(a, "  \"", 3) != 0) {
                fail_msg("the same in both languages: %.*s", (int)length, a);
            }
        }
        assert_true(*a == *b);
        free(english);
        free(french);
    }
}

/* All of it once, on a mesh that has something for everyone. */
static tl_status do_everything(const tl_mesh *mesh) {
    static const char *const references[] = {"width = 50.0 mm", "0,0,0 40,0,0 +- 1 = 40 +- 2 mm"};
    tl_context *context = mesh->context;
    tl_mesh *copy = tl_mesh_copy(mesh);
    tl_status status = copy != NULL ? TL_OK : TL_ERROR_MEMORY;
    tl_scan_calibration calibration = {0};
    tl_scan_parts given = {0}, suggested = {0};
    tl_scan_core_suggestion suggestion;
    tl_scan_forward_fit forward;
    tl_scan_shaped shaped;
    const tl_scan_shaping shaping = {.level = true, .crops = true, .crop = {{0, 0}, {20, 20}, false}};
    status = status == TL_OK ? tl_scan_calibrate(copy, TL_MESH_UNIT_MM, TL_AXIS_PZ, references, 2, &calibration, NULL)
                             : status;
    status = status == TL_OK ? tl_scan_parts_read(context, "core=a;gear=b", &given, NULL) : status;
    status = status == TL_OK ? tl_scan_parts_suggest(copy, &suggested, NULL) : status;
    status = status == TL_OK ? tl_scan_core_suggest(copy, &suggestion, NULL) : status;
    status = status == TL_OK ? tl_scan_forward_suggest(copy, 3, &forward, NULL) : status;
    status = status == TL_OK ? tl_scan_shape(copy, &shaping, &shaped, NULL) : status;
    tl_scan_calibration_free(&calibration);
    tl_scan_parts_free(&given);
    tl_scan_parts_free(&suggested);
    tl_mesh_destroy(copy);
    return status;
}

static void without_memory_nothing_leaks(void **state) {
    (void)state;
    scarce_left = SIZE_MAX;
    tl_context *context = tl_context_create(
        &(tl_context_options){.struct_size = sizeof(tl_context_options), .allocate = scarce_allocate});
    tl_mesh *mesh = tl_mesh_create(context);
    made_add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){25, 25}, 0, 3, 32);
    made_add_prism(mesh, (tl_vec2){0, 0}, (tl_vec2){6, 6}, 3, 33, 32);
    made_finish(mesh, "hull");
    tl_status status = TL_ERROR_MEMORY;
    size_t n = 0;
    for (; status != TL_OK; n++) {
        scarce_left = n;
        status = do_everything(mesh);
        assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
    }
    assert_true(n > 30);
    scarce_left = SIZE_MAX;
    tl_mesh_destroy(mesh);
    tl_context_destroy(context);
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
        cmocka_unit_test(names_suggest_roles),
        cmocka_unit_test(patterns_are_read),
        cmocka_unit_test(pictures_show_roles_and_suggestions),
        cmocka_unit_test(specks_are_labelled),
        cmocka_unit_test(reports_speak_both_languages),
        cmocka_unit_test(without_memory_nothing_leaks),
    };
    return cmocka_run_group_tests_name("scan report", tests, set_up, tear_down);
}
