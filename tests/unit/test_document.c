/* Scene documents: what is read, what is refused and in which words, what an edit leaves alone. */
#include "scene/document.h"

#include "io/file.h"
#include "ruleset/ruleset.h"
#include "support/assert_geom.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static tl_context *context;
static tl_ruleset *dust; /* whose classes, ways to move and arcs the scenes use */

static int set_up(void **state) {
    (void)state;
    context = tl_context_create(NULL);
    return context == NULL || tl_ruleset_load(context, "dust-battlefield", &dust, NULL) != TL_OK;
}

static const tl_ruleset *dust_rules(void *user, const tl_document *document, tl_problems *problems,
                                    const tl_document_field **fields, size_t *count) {
    (void)user;
    (void)document;
    (void)problems;
    (void)fields;
    (void)count;
    return dust;
}

static const tl_document_options with_dust = {.rules = dust_rules};

static int tear_down(void **state) {
    (void)state;
    tl_ruleset_destroy(dust);
    tl_context_destroy(context);
    return 0;
}

static void fail_with(const tl_error *error) {
    char line[1600];
    tl_error_text(error, line, sizeof(line));
    fail_msg("%s", line);
}

static tl_document *parse_with(const char *text, const tl_document_options *options) {
    tl_document *document = NULL;
    tl_error error = {0};
    if (tl_document_parse(context, text, strlen(text), "folder/s.json", options, &document, NULL, &error) != TL_OK) {
        fail_with(&error);
    }
    return document;
}

static tl_document *parse(const char *text) {
    return parse_with(text, &with_dust);
}

static const tl_document_asset *asset_of(const tl_document *document, const char *name) {
    for (size_t i = 0; i < document->asset_count; i++) {
        if (strcmp(document->assets[i].name, name) == 0) {
            return &document->assets[i];
        }
    }
    return NULL;
}

static tl_document *load(const char *path) {
    tl_document *document = NULL;
    tl_error error = {0};
    if (tl_document_load(context, path, &with_dust, &document, NULL, &error) != TL_OK) {
        fail_with(&error);
    }
    return document;
}

#define GOOD TL_TEST_SOURCE_DIR "/tests/cases/scene-good/"
#define BAD  TL_TEST_SOURCE_DIR "/tests/bad/scene/"

static void test_contract_scene(void **state) {
    (void)state;
    tl_document *d = load(GOOD "contract.json");
    assert_string_equal(d->name, "Farmhouse crossroads");
    assert_string_equal(d->ruleset, "dust-battlefield");
    assert_int_equal(d->setting_count, 2);
    assert_string_equal(d->settings[1].name, "area_through");
    assert_string_equal(d->settings[1].value->text, "far_edge");
    assert_near(d->width, 1800, 0);
    assert_near(d->depth, 1200, 0);
    assert_string_equal(d->table_mesh.name, "terrain/board.glb");
    assert_string_equal(d->table_mesh.path, GOOD "terrain/board.glb");
    assert_int_equal(d->asset_count, 2);
    const tl_document_asset *walker = asset_of(d, "walker");
    assert_non_null(walker);
    assert_true(walker->parts.given);
    assert_string_equal(walker->parts.patterns[TL_ROLE_CORE][0], "hull*");
    assert_string_equal(walker->parts.patterns[TL_ROLE_CORE][1], "turret*");
    assert_null(walker->parts.patterns[TL_ROLE_CORE][2]);
    assert_string_equal(walker->parts.patterns[TL_ROLE_LIMB][0], "leg*");
    assert_null(walker->parts.patterns[TL_ROLE_STAND]);
    assert_near(walker->mesh.frame.scale, 1, 0);
    assert_int_equal(walker->base.kind, TL_SHAPE_NONE);
    const tl_document_asset *trooper = asset_of(d, "trooper");
    assert_int_equal(trooper->base.kind, TL_SHAPE_DISC);
    assert_near(trooper->base.radius, 12.5, 0);
    assert_near(trooper->base.high, 3, 0);
    assert_int_equal(trooper->core.kind, TL_SHAPE_CAPSULE);
    assert_near(trooper->core.to.z, 28, 0);
    assert_near(trooper->core.radius, 6, 0);
    assert_int_equal(d->terrain_count, 3);
    assert_near(d->terrain[0].pose.turn, 30, 0);
    assert_int_equal(d->terrain[0].pose.at_count, 2);
    assert_string_equal(d->terrain[0].kind, "building");
    assert_int_equal(d->terrain[1].outline_count, 4);
    assert_near(d->terrain[1].height, 90, 0);
    /* (560, 980) turns left after (520, 690): the list runs counter-clockwise already and keeps its order. */
    assert_near(d->terrain[1].outline[1].x, 520, 0);
    assert_true(d->terrain[2].has_disc);
    assert_near(d->terrain[2].disc_centre.y, 400, 0);
    assert_near(d->terrain[2].disc_radius, 75, 0);
    assert_int_equal(d->unit_count, 2);
    assert_int_equal(d->member_count, 3);
    const tl_document_unit *ludwig = &d->units[0];
    assert_string_equal(ludwig->kind->name, "vehicle");
    assert_string_equal(ludwig->side, "axis");
    assert_int_equal(ludwig->weapon_count, 2);
    assert_int_equal(ludwig->weapons[0].range, TL_WEAPON_RANGE_UNITS);
    assert_near(ludwig->weapons[0].range_max, 14, 0);
    assert_string_equal(ludwig->weapons[0].arc->name, "front");
    assert_string_equal(ludwig->weapons[1].arc->name, "turret");
    assert_string_equal(ludwig->weapons[1].name, "mg");
    assert_near(ludwig->members[0].pose.turn, 45, 0);
    const tl_document_found ghost = tl_document_find(d, "ghosts-2");
    assert_int_equal(ghost.kind, TL_DOCUMENT_MEMBER);
    assert_int_equal(ghost.member->pose.at_count, 3);
    assert_near(ghost.member->pose.at[2], 62.5, 0);
    assert_string_equal(d->assets[ghost.member->asset].name, "trooper");
    assert_string_equal(ghost.unit->name, "ghosts");
    assert_int_equal(ghost.member->unit, 1);
    assert_int_equal(tl_document_find(d, "ghosts").kind, TL_DOCUMENT_UNIT);
    assert_int_equal(tl_document_find(d, "smoke-1").kind, TL_DOCUMENT_TERRAIN);
    assert_int_equal(tl_document_find(d, "nobody").kind, TL_DOCUMENT_NOTHING);
    assert_string_equal(tl_document_nearest_id(d, "ghots-1"), "ghosts-1");
    assert_null(tl_document_nearest_id(d, "xyzzy"));
    tl_document_destroy(d);
}

static char *text_of(const char *path) {
    char *text = NULL;
    size_t size = 0;
    tl_error error = {0};
    if (tl_file_read(context, path, TL_JSON_SIZE_LIMIT, &text, &size, &error) != TL_OK) {
        fail_with(&error);
    }
    return text;
}

static void text_is(const tl_document *document, const char *expected) {
    assert_string_equal(tl_document_text(document, NULL), expected);
}

static void done(tl_status status, const tl_error *error) {
    if (status != TL_OK) {
        fail_with(error);
    }
}

/* `text` with its first `what` replaced; the last few results live. */
static const char *with(const char *text, const char *what, const char *by) {
    static char buffers[4][20000];
    static int next;
    char *buffer = buffers[next++ % 4];
    const char *at = strstr(text, what);
    assert_non_null(at);
    size_t before = (size_t)(at - text);
    size_t added = strlen(by);
    const char *rest = at + strlen(what);
    assert_true(before + added + strlen(rest) < sizeof(buffers[0]));
    memmove(buffer, text, before);
    memmove(buffer + before, by, added);
    memmove(buffer + before + added, rest, strlen(rest) + 1);
    return buffer;
}

/* Puts a member somewhere else, on the level that it is on. */
static tl_status place(tl_document *d, const char *id, const double *at, int count, double facing, tl_error *error) {
    tl_document_pose pose = tl_document_find(d, id).member->pose;
    memcpy(pose.at, at, (size_t)count * sizeof(*at));
    pose.at_count = count;
    pose.turn = facing;
    return tl_document_place(d, tl_document_find(d, id).member, &pose, error);
}

static void test_places(void **state) {
    (void)state;
    tl_error error = {0};
    tl_document *d = load(GOOD "contract.json");
    char *was = text_of(GOOD "contract.json");
    text_is(d, was);
    /* The same numbers: not a byte changes. */
    done(place(d, "ludwig-1", (double[]){300, 300}, 2, 45, &error), &error);
    text_is(d, was);
    done(place(d, "ludwig-1", (double[]){420.1, 300}, 2, -30, &error), &error);
    const char *now = with(was, "[300, 300], \"facing\": 45", "[420.1, 300], \"facing\": -30");
    text_is(d, now);
    assert_near(tl_document_find(d, "ludwig-1").member->pose.at[0], 420.1, 0);
    done(place(d, "ghosts-1", (double[]){1, 2, 3.5}, 3, 90, &error), &error);
    now = with(now, "[640, 410]", "[1, 2, 3.5], \"facing\": 90");
    text_is(d, now);
    done(place(d, "ghosts-2", (double[]){660, 380}, 2, 0, &error), &error);
    now = with(now, "[660, 380, 62.5], \"facing\": 90", "[660, 380], \"facing\": 0");
    text_is(d, now);
    done(place(d, "ghosts-1", (double[]){-0.0, 1e-7, 3.5}, 3, 90, &error), &error);
    now = with(now, "[1, 2, 3.5]", "[0, 1e-7, 3.5]");
    text_is(d, now);
    /* What fails changes nothing. */
    assert_int_equal(place(d, "ghosts-1", (double[]){1, NAN}, 2, 0, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(place(d, "ghosts-1", (double[]){1, 2}, 2, INFINITY, NULL), TL_ERROR_ARGUMENT);
    assert_int_equal(place(d, "ghosts-1", (double[]){1, 2e6}, 2, 0, NULL), TL_ERROR_SCENE);
    text_is(d, now);
    tl_free(context, was);
    tl_document_destroy(d);
}

static const char tiny[] =
    "{\"trueline\":1,\"table\":{\"width\":600,\"depth\":400},"
    "\"assets\":{\"a\":{\"core\":{\"shape\":\"box\",\"min\":[0,0,0],\"max\":[1,1,1]}}},"
    "\"units\":[{\"id\":\"u\",\"class\":\"hero\",\"members\":[{\"id\":\"m\",\"asset\":\"a\",\"at\":[1,2]}]}]}";

static void test_compact_style(void **state) {
    (void)state;
    tl_error error = {0};
    tl_document *d = parse(tiny);
    done(place(d, "m", (double[]){1, 2, 3}, 3, 5, &error), &error);
    const char *now = with(tiny, "[1,2]", "[1,2,3],\"facing\":5");
    text_is(d, now);
    tl_document_pose pose = tl_document_find(d, "m").member->pose;
    pose.at_count = 2;
    pose.level = 1;
    done(tl_document_place(d, tl_document_find(d, "m").member, &pose, &error), &error);
    now = with(now, "[1,2,3],\"facing\":5", "[1,2],\"level\":1,\"facing\":5");
    text_is(d, now);
    tl_document_destroy(d);
}

static void test_line_ends(void **state) {
    (void)state;
    tl_error error = {0};
    static const char text[] =
        "\xef\xbb\xbf{\r\n\t\"trueline\" : 1 ,\r\n\t\"x-note\" : {\"kept\":  [1 ,2]},\r\n\t\"table\" : "
        "{\"width\":600.0,\"depth\":4e2},\r\n"
        "\t\"assets\":{\"a\":{\"mesh\":\"a.stl\",\"x-why\":null}},\r\n\t\"units\" : [\r\n\t\t{ \"members\": [\r\n"
        "\t\t\t{ \"id\": \"m\", \"asset\": \"a\", \"at\": [ 1.0 ,2.00 ] }\r\n\t\t], \"id\": \"u\", \"class\": "
        "\"infantry\" }\r\n\t]\r\n}";
    tl_document *d = parse(text);
    done(place(d, "m", (double[]){1, 2.5, 7}, 3, 0, &error), &error);
    const char *now = with(text, "[ 1.0 ,2.00 ]", "[ 1.0 ,2.5 ,7 ]");
    text_is(d, now);
    tl_document_destroy(d);
}

static void test_saving(void **state) {
    (void)state;
    tl_error error = {0};
    char folder[] = "/tmp/trueline-document-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char path[256];
    char below[256];
    char other[300];
    snprintf(path, sizeof(path), "%s/one.json", folder);
    snprintf(below, sizeof(below), "%s/below", folder);
    snprintf(other, sizeof(other), "%s/two.json", below);
    assert_int_equal(mkdir(below, 0700), 0);
    char *was = text_of(GOOD "contract.json");
    done(tl_file_save(context, path, was, strlen(was), &error), &error);
    assert_int_equal(chmod(path, 0640), 0);
    tl_document *d = load(path);
    done(tl_document_save(d, NULL, &error), &error);
    char *now = text_of(path);
    assert_string_equal(now, was);
    tl_free(context, now);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    done(place(d, "ludwig-1", (double[]){300, 301}, 2, 45, &error), &error);
    done(tl_document_save(d, NULL, &error), &error);
    now = text_of(path);
    assert_string_equal(now, with(was, "[300, 300]", "[300, 301]"));
    tl_free(context, now);
    /* In another folder, relative paths still find their meshes; the rest stays. */
    done(tl_document_save(d, other, &error), &error);
    now = text_of(other);
    const char *expected = with(was, "[300, 300]", "[300, 301]");
    expected = with(expected, "\"terrain/board.glb", "\"../terrain/board.glb");
    expected = with(expected, "\"models/walker.glb", "\"../models/walker.glb");
    expected = with(expected, "\"models/trooper.stl", "\"../models/trooper.stl");
    expected = with(expected, "\"terrain/farmhouse.glb", "\"../terrain/farmhouse.glb");
    assert_string_equal(now, expected);
    tl_free(context, now);
    tl_document_destroy(d);
    /* And back up: through the folder's name. */
    d = load(other);
    done(tl_document_save(d, path, &error), &error);
    tl_document_destroy(d);
    d = load(path);
    assert_string_equal(d->table_mesh.name, "below/../terrain/board.glb");
    assert_int_equal(tl_document_save(d, "/no such folder/x.json", &error), TL_ERROR_FILE);
    tl_document_destroy(d);
    d = NULL;
    error = (tl_error){0};
    tl_problems problems;
    tl_problems_init(&problems, context);
    assert_int_equal(tl_document_load(context, "/no such file", NULL, &d, &problems, &error), TL_ERROR_FILE);
    assert_null(d);
    assert_int_equal(problems.count, 1);
    assert_int_equal(problems.items[0].error.status, TL_ERROR_FILE);
    tl_problems_free(&problems);
    d = parse(tiny);
    tl_document *nameless = NULL;
    done(tl_document_parse(context, tiny, strlen(tiny), NULL, NULL, &nameless, NULL, &error), &error);
    assert_int_equal(tl_document_save(nameless, NULL, NULL), TL_ERROR_ARGUMENT);
    done(tl_document_save(nameless, other, &error), &error);
    tl_document_destroy(nameless);
    tl_document_destroy(d);
    tl_free(context, was);
    (void)unlink(path);
    (void)unlink(other);
    (void)rmdir(below);
    assert_int_equal(rmdir(folder), 0); /* nothing else was left behind */
}

/* Everything the loader says of a file, a line each, as the command line prints it with the file's bare name. */
static char *said_of(const char *folder, const char *name, bool *good) {
    char path[1200];
    snprintf(path, sizeof(path), "%s%s", folder, name);
    size_t size = 0;
    char *text = NULL;
    tl_error error = {0};
    done(tl_file_read(context, path, TL_JSON_SIZE_LIMIT, &text, &size, &error), &error);
    tl_document *document = NULL;
    tl_problems problems;
    tl_problems_init(&problems, context);
    tl_status status = tl_document_parse(context, text, size, name, &with_dust, &document, &problems, &error);
    *good = status == TL_OK;
    assert_int_equal(status == TL_OK, problems.errors == 0);
    assert_int_equal(error.status, status);
    char *said = tl_alloc_array(context, problems.count + 1, 1600);
    assert_non_null(said);
    size_t used = 0;
    int line = 0;
    for (size_t i = 0; i < problems.count; i++) {
        const tl_problem *p = &problems.items[i];
        assert_true(p->error.line >= line && p->error.line > 0 && p->error.column > 0);
        assert_true(p->error.remedy[0] != '\0');
        line = p->error.line;
        used += (size_t)sprintf(said + used, "%s", p->warning ? "warning: " : "");
        used += tl_error_text(&p->error, said + used, 1500);
        used += (size_t)sprintf(said + used, "\n");
    }
    tl_problems_free(&problems);
    tl_document_destroy(document);
    tl_free(context, text);
    return said;
}

static int check_folder(const char *folder, bool want_good) {
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    int count = 0;
    for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
        size_t length = strlen(entry->d_name);
        if (length < 6 || strcmp(entry->d_name + length - 5, ".json") != 0) {
            continue;
        }
        char path[1200];
        snprintf(path, sizeof(path), "%s%.*s.message", folder, (int)(length - 5), entry->d_name);
        bool good = false;
        char *said = said_of(folder, entry->d_name, &good);
        char *expected = NULL;
        size_t size = 0;
        if (tl_file_read(context, path, 1 << 20, &expected, &size, NULL) != TL_OK) {
            expected = tl_duplicate_text(context, "");
        }
        if (good != want_good || strcmp(said, expected) != 0) {
            fail_msg("%s%s: the loader says\n%s\nexpected is\n%s", folder, entry->d_name, said, expected);
        }
        tl_free(context, said);
        tl_free(context, expected);
        count++;
    }
    closedir(directory);
    return count;
}

static void test_messages(void **state) {
    (void)state;
    assert_true(check_folder(BAD, false) >= 24);
    assert_true(check_folder(GOOD, true) >= 4);
}

static void test_everything(void **state) {
    (void)state;
    tl_document *d = load(GOOD "everything.json");
    assert_int_equal(d->table_mesh.frame.unit, TL_MESH_UNIT_M);
    assert_int_equal(d->table_mesh.frame.up, TL_AXIS_PY);
    assert_int_equal(d->table_mesh.frame.forward, TL_AXIS_PZ);
    assert_near(d->table_mesh.frame.scale, 0.001, 0);
    assert_string_equal(d->table_mesh.path, "/boards/board.glb");
    assert_int_equal(d->setting_count, 4);
    const tl_document_asset *a = asset_of(d, "parts");
    assert_string_equal(a->mesh.path, GOOD "../models/a b.glb");
    assert_int_equal(a->mesh.frame.unit, TL_MESH_UNIT_INCH);
    assert_int_equal(a->mesh.frame.forward, TL_AXIS_NY);
    assert_int_equal(a->base.kind, TL_SHAPE_OVAL);
    assert_near(a->base.size.x, 60, 0);
    assert_near(a->base.size.y, 46, 0);
    assert_null(a->parts.patterns[TL_ROLE_LIMB][0]);
    assert_string_equal(a->parts.patterns[TL_ROLE_STAND][0], "rod");
    a = asset_of(d, "disc");
    assert_near(a->base.high, 4.5, 0);
    assert_int_equal(a->core.kind, TL_SHAPE_CYLINDER);
    assert_point_near(a->core.pose.x, ((tl_vec3){1, 0, 0}), 0);
    a = asset_of(d, "rectangle");
    assert_int_equal(a->base.kind, TL_SHAPE_BOX);
    assert_point_near(a->base.from, ((tl_vec3){-30, -17.5, 0}), 0);
    assert_point_near(a->base.to, ((tl_vec3){30, 17.5, 3}), 0);
    assert_true(a->has_hull_above);
    assert_near(a->hull_above, 12, 0);
    a = asset_of(d, "polygon");
    assert_int_equal(a->base.kind, TL_SHAPE_POLYGON);
    assert_int_equal(a->base.outline_count, 3);
    assert_near(a->base.outline[0].x, -10, 0); /* clockwise in the file */
    assert_null(a->mesh.name);
    assert_false(a->find_base);
    a = asset_of(d, "a big gun");
    assert_true(a->find_base);
    assert_int_equal(a->base.kind, TL_SHAPE_NONE);
    a = asset_of(d, "cuts");
    assert_int_equal(a->cut_count, 2);
    assert_false(a->cuts[0].keep);
    assert_false(a->cuts[0].is_plane);
    assert_near(a->cuts[0].high.z, 3, 0);
    assert_true(a->cuts[1].keep);
    assert_true(a->cuts[1].is_plane);
    assert_near(a->cuts[1].normal.z, 2, 0);
    assert_near(a->cuts[1].offset, -5, 0);
    const tl_document_terrain *t = tl_document_find(d, "hut").terrain;
    assert_string_equal(d->assets[t->asset].name, "a big gun");
    assert_near(t->pose.pitch, 3, 0);
    assert_near(t->pose.at[2], 12.5, 0);
    assert_int_equal(t->solid, TL_DOCUMENT_SOLID_AUTO);
    t = tl_document_find(d, "block").terrain;
    assert_int_equal(t->asset, SIZE_MAX);
    assert_int_equal(t->pose.at_count, 0);
    assert_int_equal(t->solid, TL_DOCUMENT_SOLID_YES);
    assert_true(t->abstract_interior);
    assert_string_equal(t->kind, "obstacle");
    assert_near(t->outline[0].y, 0, 0);
    assert_near(t->outline[0].x, 100, 0);
    t = tl_document_find(d, "fence").terrain;
    assert_int_equal(t->pose.level, 1);
    assert_near(t->pose.roll, 1, 0);
    assert_near(t->pose.pitch, -2, 0);
    assert_int_equal(t->solid, TL_DOCUMENT_SOLID_NO);
    const tl_document_unit *u = &d->units[0];
    assert_string_equal(u->name, "");
    assert_true(u->has_move && u->has_march);
    assert_true(d->night && u->members[0].moved && u->members[0].lit && !u->members[0].fired && u->members[0].hidden);
    assert_null(u->members[0].stance); /* the rule system has none: any word will do */
    assert_null(u->weapons[1].kind);
    assert_near(u->move, 6, 0);
    assert_string_equal(u->locomotion->name, "foot");
    assert_int_equal(u->skill_count, 2);
    assert_string_equal(u->skills[1], "berserk");
    assert_near(u->weapons[0].range_min, 2, 0);
    assert_near(u->weapons[0].range_max, 14, 0);
    assert_int_equal(u->weapons[0].count, 2);
    assert_int_equal(u->weapons[1].range, TL_WEAPON_RANGE_CLOSE);
    assert_int_equal(u->weapons[2].range, TL_WEAPON_RANGE_MM);
    assert_near(u->weapons[2].range_max, 600, 0);
    assert_string_equal(u->weapons[2].template_name, "flame-1");
    assert_int_equal(u->weapons[4].range, TL_WEAPON_RANGE_UNSTATED);
    assert_string_equal(u->weapons[5].arc->name, "right");
    assert_near(u->members[0].pose.turn, -720, 0);
    assert_true(u->members[0].has_weapons);
    assert_int_equal(u->members[0].weapon_count, 2);
    for (size_t i = 0; i < u->weapon_count; i++) {
        assert_int_equal(tl_document_carries(u, &u->members[0], &u->weapons[i]), i == 0 || i == 2);
        assert_true(tl_document_carries(&d->units[1], &d->units[1].members[0], &d->units[1].weapons[0]));
    }
    assert_null(u->size);
    assert_string_equal(d->units[1].locomotion->name, "half-tracked");
    assert_string_equal(d->units[1].size, "large");
    assert_string_equal(d->units[3].kind->name, "support-weapon");
    assert_false(d->units[3].has_move);
    assert_string_equal(d->units[3].side, "");
    assert_int_equal(d->member_count, 7);
    tl_document_destroy(d);
}

static const tl_ruleset *rules(void *user, const tl_document *document, tl_problems *problems,
                               const tl_document_field **fields, size_t *count) {
    static const tl_document_field known[] = {{"unit", "armour", "number"},
                                              {"member", "destroyed", "boolean"},
                                              {"weapon", "keywords", "texts"},
                                              {"terrain", "garrison", "text"},
                                              {"asset", "anything", "any"}};
    assert_string_equal(user, "me");
    if (document->ruleset == NULL || strcmp(document->ruleset, "mine") != 0) {
        tl_json_problem(document->json, tl_json_find(tl_json_root(document->json), "ruleset"), false, problems, false,
                        TL_ERROR_SCENE, "write mine", "no such ruleset");
        return NULL;
    }
    *fields = known;
    *count = sizeof(known) / sizeof(known[0]);
    return NULL;
}

static void test_ruleset_fields(void **state) {
    (void)state;
    tl_document_options options = {.rules = rules, .user = (void *)"me"};
    const char *scene =
        "{\"trueline\":1,\"ruleset\":\"mine\",\"table\":{\"width\":6,\"depth\":4},"
        "\"assets\":{\"a\":{\"mesh\":\"a\",\"anything\":{}}},\"terrain\":[{\"id\":\"t\",\"asset\":\"a\",\"garrison\":"
        "\"u\"}],"
        "\"units\":[{\"id\":\"u\",\"class\":\"hero\",\"armour\":3,\"weapons\":[{\"id\":\"w\",\"keywords\":[\"x\"]}],"
        "\"members\":[{\"id\":\"m\",\"asset\":\"a\",\"at\":[1,2],\"destroyed\":true}]}]}";
    tl_document *d = parse_with(scene, &options);
    assert_near(tl_json_find(d->units[0].json, "armour")->number, 3, 0);
    tl_error error = {0};
    /* Edits know them, too. */
    done(place(d, "m", (double[]){1, 3}, 2, 0, &error), &error);
    tl_document_destroy(d);
    static const struct {
        const char *what, *by, *message;
    } cases[] = {
        {"3", "true", "`armour` should be a number, not true or false"},
        {"\"destroyed\":true", "\"destroyed\":1", "`destroyed` should be true or false, not a number"},
        {"[\"x\"]", "[1]", "`keywords` should be a list of texts"},
        {"\"garrison\":\"u\"", "\"garrison\":1", "`garrison` should be a text, not a number"},
        {"armour", "armor", "unknown field `armor`: did you mean `armour`?"},
        {"\"at\"", "\"armour\":1,\"at\"", "unknown field `armour`"},
        {"mine", "yours", "no such ruleset"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        error = (tl_error){0};
        const char *text = with(scene, cases[i].what, cases[i].by);
        assert_int_equal(tl_document_parse(context, text, strlen(text), "", &options, &d, NULL, &error),
                         TL_ERROR_SCENE);
        assert_string_equal(error.message, cases[i].message);
    }
}

static void test_many_problems(void **state) {
    (void)state;
    size_t size = 0;
    char *text = tl_alloc(context, 30000);
    size += (size_t)sprintf(text, "{\"trueline\":1,\"table\":{\"width\":1,\"depth\":1},\"units\":[");
    for (int i = 0; i < 1000; i++) {
        size += (size_t)sprintf(text + size, "%s\n%d", i > 0 ? "," : "", i);
    }
    size += (size_t)sprintf(text + size, "]}");
    tl_document *d = NULL;
    tl_problems problems;
    tl_problems_init(&problems, context);
    tl_error error = {0};
    assert_int_equal(tl_document_parse(context, text, size, "f", NULL, &d, &problems, &error), TL_ERROR_SCENE);
    assert_int_equal(problems.count, TL_DOCUMENT_PROBLEM_LIMIT + 1);
    assert_string_equal(problems.items[TL_DOCUMENT_PROBLEM_LIMIT].error.message, "800 more problems are not listed");
    assert_int_equal(error.line, 2);
    tl_problems_free(&problems);
    tl_free(context, text);
}

/* Outlines with corners on a small grid against integer arithmetic and all pairs of edges. */
typedef struct corner {
    int x, y;
} corner;

static int turn(corner a, corner b, corner c) {
    int d = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return (d > 0) - (d < 0);
}

static bool on(corner a, corner b, corner p) {
    return turn(a, b, p) == 0 && (p.x - a.x) * (p.x - b.x) + (p.y - a.y) * (p.y - b.y) <= 0;
}

static bool simple(const corner *c, int n) {
    for (int i = 0; i < n; i++) {
        corner a = c[i];
        corner b = c[(i + 1) % n];
        if (a.x == b.x && a.y == b.y) {
            return false;
        }
        for (int k = i + 1; k < n; k++) {
            corner p = c[k];
            corner q = c[(k + 1) % n];
            if (k == i + 1 || (i == 0 && k == n - 1)) {
                corner middle = k == i + 1 ? b : a;
                corner far = k == i + 1 ? q : p;
                corner near = k == i + 1 ? a : b;
                if ((n > 2 && on(middle, near, far)) || on(middle, far, near)) {
                    return false;
                }
                continue;
            }
            bool cross = turn(a, b, p) * turn(a, b, q) < 0 && turn(p, q, a) * turn(p, q, b) < 0;
            if (cross || on(a, b, p) || on(a, b, q) || on(p, q, a) || on(p, q, b)) {
                return false;
            }
        }
    }
    return true;
}

static void test_outlines(void **state) {
    (void)state;
    test_random random = test_random_start("outlines", 77);
    int accepted = 0;
    for (int round = 0; round < 20000; round++) {
        int n = 3 + test_random_below(&random, 6);
        int grid = 3 + test_random_below(&random, 6);
        corner c[8];
        char text[400];
        int length = sprintf(
            text, "{\"trueline\":1,\"table\":{\"width\":6,\"depth\":4},\"terrain\":[{\"id\":\"t\",\"outline\":[");
        long area = 0;
        for (int i = 0; i < n; i++) {
            c[i] = (corner){test_random_below(&random, grid), test_random_below(&random, grid)};
            length += sprintf(text + length, "%s[%d.5,%d]", i > 0 ? "," : "", c[i].x, c[i].y);
        }
        for (int i = 0; i < n; i++) {
            area += (long)c[i].x * c[(i + 1) % n].y - (long)c[(i + 1) % n].x * c[i].y;
        }
        length += sprintf(text + length, "]}]}");
        bool closed = n > 3 && c[0].x == c[n - 1].x && c[0].y == c[n - 1].y;
        bool good = simple(c, closed ? n - 1 : n);
        tl_document *d = NULL;
        tl_status status = tl_document_parse(context, text, (size_t)length, "", NULL, &d, NULL, NULL);
        if ((status == TL_OK) != good) {
            fail_msg("%s should be %s", text, good ? "good" : "refused");
        }
        if (good) {
            accepted++;
            double twice = 0;
            const tl_document_terrain *t = &d->terrain[0];
            for (size_t i = 0; i < t->outline_count; i++) {
                twice += tl_cross2(t->outline[i], t->outline[(i + 1) % t->outline_count]);
            }
            assert_near(twice, (double)labs(area), 1e-9);
        }
        tl_document_destroy(d);
    }
    assert_true(accepted > 2000 && accepted < 18000);
}

typedef struct chaos {
    int left;
    int live;
} chaos;

static void *chaos_allocate(void *user, void *memory, size_t size) {
    chaos *c = user;
    if (size == 0) {
        c->live -= memory != NULL ? 1 : 0;
        free(memory);
        return NULL;
    }
    if (c->left > 0 && --c->left == 0) {
        return NULL;
    }
    c->live += memory == NULL ? 1 : 0;
    return realloc(memory, size);
}

/* The n-th allocation fails, once, for every n: the status says so, nothing leaks, and an edited document is either as
 * it was or as it should be. */
static void test_memory(void **state) {
    (void)state;
    char *text = text_of(GOOD "everything.json");
    char *bad = text_of(BAD "numbers.json");
    bool all = false;
    int n = 0;
    while (!all) {
        n++;
        chaos c = {0, 0};
        tl_context *poor = tl_context_create(
            &(tl_context_options){.struct_size = sizeof(tl_context_options), .user = &c, .allocate = chaos_allocate});
        assert_non_null(poor);
        c.left = n;
        tl_document *d = NULL;
        tl_error error = {0};
        tl_problems problems;
        tl_problems_init(&problems, poor);
        tl_status status = tl_document_parse(poor, bad, strlen(bad), "f/s", NULL, &d, &problems, &error);
        assert_null(d);
        assert_true(status == TL_ERROR_SCENE || status == TL_ERROR_MEMORY);
        assert_int_equal(error.status, status);
        tl_problems_free(&problems);
        bool spent = c.left == 0;
        c.left = spent ? 0 : c.left;
        error = (tl_error){0};
        status = tl_document_parse(poor, text, strlen(text), "f/s", NULL, &d, NULL, &error);
        assert_true(status == TL_OK || (status == TL_ERROR_MEMORY && error.status == status && d == NULL));
        if (status == TL_OK) {
            status = place(d, "m1", (double[]){7, 8, 9}, 3, 1, NULL);
            assert_true(status == TL_OK || status == TL_ERROR_MEMORY);
            assert_near(tl_document_find(d, "m1").member->pose.at[0], status == TL_OK ? 7 : 1, 0);
        }
        tl_document_destroy(d);
        all = c.left > 0;
        tl_context_destroy(poor);
        assert_int_equal(c.live, 0);
        assert_true(n < 20000);
    }
    print_message("document: %d allocations failed in turn\n", n - 1);
    tl_free(context, text);
    tl_free(context, bad);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contract_scene), cmocka_unit_test(test_messages),
        cmocka_unit_test(test_everything),     cmocka_unit_test(test_ruleset_fields),
        cmocka_unit_test(test_many_problems),  cmocka_unit_test(test_outlines),
        cmocka_unit_test(test_memory),         cmocka_unit_test(test_places),
        cmocka_unit_test(test_compact_style),  cmocka_unit_test(test_line_ends),
        cmocka_unit_test(test_saving),
    };
    return cmocka_run_group_tests_name("document", tests, set_up, tear_down);
}
