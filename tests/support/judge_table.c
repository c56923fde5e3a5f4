/* judge_table.c: makes tables in memory for the tests of judges. */
#include "support/judge_table.h"

#include "judge/shaping.h"
#include "question/ruling.h"
#include "support/made_mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ASSETS                                                                                                         \
    "\"man\":{\"core\":{\"shape\":\"cylinder\",\"from\":[0,0,3],\"to\":[0,0,30],\"radius\":8},"                        \
    "\"base\":{\"shape\":\"disc\",\"diameter\":25}},"                                                                  \
    "\"post\":{\"core\":{\"shape\":\"box\",\"min\":[-5,-5,3],\"max\":[5,5,40]},"                                       \
    "\"base\":{\"shape\":\"disc\",\"diameter\":25}},"                                                                  \
    "\"tank\":{\"core\":{\"shape\":\"box\",\"min\":[-50,-30,0],\"max\":[50,30,40]}},"                                  \
    "\"flyer\":{\"core\":{\"shape\":\"box\",\"min\":[-40,-20,-10],\"max\":[40,20,10]}}"

/* --- Texts -------------------------------------------------------------------------------------------------------- */

static char *made_text(const char *format, va_list list) {
    va_list again;
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    char *text = malloc((size_t)length + 1);
    assert_non_null(text);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    return text;
}

/* Appends an item, which it frees, to a list. */
static void append(char **list, char *item) {
    size_t before = *list != NULL ? strlen(*list) : 0, size = before + strlen(item) + 2;
    *list = realloc(*list, size);
    assert_non_null(*list);
    snprintf(*list + before, size - before, "%s%s", before > 0 ? "," : "", item);
    free(item);
}

#define APPEND(list, format)                                                                                           \
    do {                                                                                                               \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        char *item = made_text(format, arguments);                                                                     \
        va_end(arguments);                                                                                             \
        append(&(list), item);                                                                                         \
    } while (0)

void judge_setting(judge_table *t, const char *format, ...) {
    APPEND(t->settings, format);
}

void judge_asset(judge_table *t, const char *format, ...) {
    APPEND(t->assets, format);
}

void judge_ground(judge_table *t, const char *format, ...) {
    APPEND(t->ground, format);
}

void judge_scenario(judge_table *t, const char *format, ...) {
    APPEND(t->scenario, format);
}

void judge_terrain(judge_table *t, const char *format, ...) {
    APPEND(t->terrain, format);
}

void judge_unit(judge_table *t, const char *format, ...) {
    APPEND(t->units, format);
}

void judge_area(judge_table *t, const char *id, const char *kind, tl_vec2 low, tl_vec2 high, double height) {
    char stated[64] = "";
    if (height >= 0) {
        snprintf(stated, sizeof(stated), ",'height':%.17g", height);
    }
    judge_terrain(t, "{'id':'%s','kind':'%s','outline':[[%.17g,%.17g],[%.17g,%.17g],[%.17g,%.17g],[%.17g,%.17g]]%s}",
                  id, kind, low.x, low.y, high.x, low.y, high.x, high.y, low.x, high.y, stated);
}

void judge_wall(judge_table *t, const char *id, tl_vec2 low, tl_vec2 high, double height) {
    judge_area(t, id, "wall", low, high, height);
}

void judge_model(judge_table *t, const char *id, const char *side, const char *class, const char *asset, double x,
                 double y, double facing, const char *more) {
    judge_unit(t,
               "{'id':'%s','side':'%s','class':'%s','members':[{'id':'%s1','asset':'%s','at':[%.17g,%.17g],"
               "'facing':%.17g}]%s%s}",
               id, side, class, id, asset, x, y, facing, more[0] != '\0' ? "," : "", more);
}

void judge_man(judge_table *t, const char *id, double x, double y) {
    judge_model(t, id, "red", "infantry", "man", x, y, 0, "");
}

void judge_tank(judge_table *t, const char *id, double x, double y, double facing) {
    judge_model(t, id, "red", "vehicle", "tank", x, y, facing, "");
}

/* --- Making the table --------------------------------------------------------------------------------------------- */

/* A box along x without its two ends. */
static void add_tube(tl_mesh *mesh, tl_vec3 low, tl_vec3 high) {
    uint32_t v[8];
    for (int i = 0; i < 8; i++) {
        v[i] = made_vertex(mesh, i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    }
    made_quad(mesh, v[0], v[2], v[3], v[1]);
    made_quad(mesh, v[4], v[5], v[7], v[6]);
    made_quad(mesh, v[0], v[1], v[5], v[4]);
    made_quad(mesh, v[2], v[6], v[7], v[3]);
}

/* A box whose top is so much smaller on every side. */
static void add_bank(tl_mesh *mesh, tl_vec3 low, tl_vec3 high, double in) {
    uint32_t v[8];
    for (int i = 0; i < 8; i++) {
        double by = i & 4 ? in : 0;
        v[i] = made_vertex(mesh, i & 1 ? high.x - by : low.x + by, i & 2 ? high.y - by : low.y + by,
                           i & 4 ? high.z : low.z);
    }
    made_quad(mesh, v[0], v[2], v[3], v[1]);
    made_quad(mesh, v[4], v[5], v[7], v[6]);
    made_quad(mesh, v[0], v[1], v[5], v[4]);
    made_quad(mesh, v[2], v[6], v[7], v[3]);
    made_quad(mesh, v[0], v[4], v[6], v[2]);
    made_quad(mesh, v[1], v[3], v[7], v[5]);
}

/* One level or sloping sheet, from the first corner's height at the lowest x to the second's at the highest. */
static void add_tile(tl_mesh *mesh, tl_vec3 low, tl_vec3 high) {
    uint32_t a = made_vertex(mesh, low.x, low.y, low.z), b = made_vertex(mesh, high.x, low.y, high.z),
             c = made_vertex(mesh, high.x, high.y, high.z), d = made_vertex(mesh, low.x, high.y, low.z);
    made_quad(mesh, a, b, c, d);
}

/* A "mesh file" is its own name: box after box. */
static tl_status load_boxes(void *user, const char *path, tl_mesh **mesh, tl_error *error) {
    judge_table *t = user;
    (void)error;
    *mesh = tl_mesh_create(t->context);
    assert_non_null(*mesh);
    int count = 0;
    for (const char *at = strpbrk(path, "bt"); at != NULL; at = strpbrk(at + 4, "bt")) {
        tl_vec3 low, high;
        char kind[8];
        double in = 0;
        int read =
            sscanf(at, "%7s %lf %lf %lf %lf %lf %lf %lf", kind, &low.x, &low.y, &low.z, &high.x, &high.y, &high.z, &in);
        assert_int_equal(read, strcmp(kind, "bank") == 0 ? 8 : 7);
        if (read == 8) {
            add_bank(*mesh, low, high, in);
        } else {
            (strcmp(kind, "tube") == 0   ? add_tube
             : strcmp(kind, "tile") == 0 ? add_tile
                                         : made_add_box)(*mesh, low, high);
        }
        char name[32];
        snprintf(name, sizeof(name), "box%d", count++);
        assert_true(tl_mesh_end_piece(*mesh, name, TL_ROLE_CORE));
    }
    assert_int_not_equal(count, 0);
    assert_int_equal(tl_mesh_weld(*mesh, NULL, NULL), TL_OK);
    return TL_OK;
}

/* As loading a scene has it (api/load.c): woods bear on their plates only, smoke not at all. */
static tl_ground_kind ground_kind(void *user, const char *name) {
    const judge_table *t = user;
    const tl_terrain_kind *kind = tl_ruleset_kind(t->ruleset, name);
    if (kind != NULL && kind->area != NULL && !kind->blocks) {
        return strcmp(kind->name, "smoke") == 0 ? TL_GROUND_NONE : TL_GROUND_CARPET;
    }
    return TL_GROUND_SOLID;
}

static bool kind_is_solid(void *user, const char *name) {
    const judge_table *t = user;
    const tl_terrain_kind *kind = tl_ruleset_kind(t->ruleset, name);
    return kind == NULL || kind->raised;
}

static tl_posture posture_of(void *user, const tl_stance_rule *stance) {
    const judge_table *t = user;
    return tl_referee_posture(&t->shaping, stance);
}

/* The rule system is read before the scene: it knows the classes. */
static const tl_ruleset *find_rules(void *user, const tl_document *document, tl_problems *problems,
                                    const tl_document_field **fields, size_t *field_count) {
    const judge_table *t = user;
    (void)document;
    (void)problems;
    (void)fields;
    (void)field_count;
    return t->ruleset;
}

void judge_begin(judge_table *t) {
    memset(t, 0, sizeof(*t));
    t->purse.left = -1;
    tl_context_options options = {
        .struct_size = sizeof(tl_context_options), .allocate = test_purse_allocate, .user = &t->purse};
    t->context = tl_context_create(&options);
    assert_non_null(t->context);
    t->told.context = t->context;
}

void judge_end(judge_table *t) {
    if (t->begun) {
        tl_inquiry_free(&t->inquiry);
    }
    tl_json_destroy(t->told.answer);
    free(t->told.text);
    tl_referee_destroy(t->referee);
    tl_table_destroy(t->table);
    tl_ruleset_destroy(t->ruleset);
    tl_context_destroy(t->context);
    free(t->settings);
    free(t->assets);
    free(t->terrain);
    free(t->units);
    free(t->scenario);
    free(t->ground);
    assert_int_equal(t->purse.held, 0);
    memset(t, 0, sizeof(*t));
}

static const char *or_nothing(const char *text) {
    return text != NULL ? text : "";
}

tl_status judge_try(judge_table *t, tl_error *error) {
    const char *rules = t->rules != NULL ? t->rules : "dust-battlefield";
    char *text = NULL;
    int length = -1;
    for (int round = 0; round < 2; round++) {
        length =
            snprintf(text, length < 0 ? 0 : (size_t)length + 1,
                     "{\"trueline\":1,\"name\":\"Made\",\"ruleset\":\"%s\",\"settings\":{%s},%s"
                     "\"table\":{\"width\":%.17g,\"depth\":%.17g%s%s},\"assets\":{" ASSETS "%s%s},\"terrain\":[%s],"
                     "\"units\":[%s]%s%s}",
                     rules, or_nothing(t->settings), t->night ? "\"night\":true," : "", t->width > 0 ? t->width : 3000,
                     t->depth > 0 ? t->depth : 3000, t->ground != NULL ? "," : "", or_nothing(t->ground),
                     t->assets != NULL ? "," : "", or_nothing(t->assets), or_nothing(t->terrain), or_nothing(t->units),
                     t->scenario != NULL ? ",\"scenario\":" : "", or_nothing(t->scenario));
        text = text != NULL ? text : malloc((size_t)length + 1);
        assert_non_null(text);
    }
    tl_document *document = NULL;
    tl_problems problems;
    tl_problems_init(&problems, t->context);
    memset(error, 0, sizeof(*error));
    tl_status status = tl_ruleset_load(t->context, rules, &t->ruleset, error);
    if (status == TL_OK) {
        const tl_document_options options = {.rules = find_rules, .user = t};
        status = tl_document_parse(t->context, text, (size_t)length, "", &options, &document, &problems, error);
    }
    if (status == TL_OK) {
        status = tl_referee_shaping_settings(t->context, t->ruleset, document, NULL, 0, &t->shaping, error);
    }
    if (status == TL_OK) {
        const tl_table_options how = {.load = load_boxes,
                                      .load_user = t,
                                      .ground_kind = ground_kind,
                                      .kind_is_solid = kind_is_solid,
                                      .posture = posture_of,
                                      .ground_user = t};
        status = tl_table_create(t->context, document, &how, &t->table, &problems, error);
        tl_settings_free(t->context, &t->shaping);
    }
    if (status == TL_OK) {
        status = tl_referee_create(t->context, t->table, t->ruleset, NULL, &t->referee, &problems, error);
    }
    tl_problems_free(&problems);
    free(text);
    return status;
}

static void must(tl_status status, const tl_error *error) {
    if (status != TL_OK) {
        char report[2048];
        tl_error_text(error, report, sizeof(report));
        fail_msg("%s", report);
    }
}

void judge_ready(judge_table *t) {
    tl_error error;
    must(judge_try(t, &error), &error);
    judge_set(t, -1, NULL);
}

/* --- Asking ------------------------------------------------------------------------------------------------------- */

const tl_inquiry *judge_set(judge_table *t, double tolerance, ...) {
    const char *set[33] = {NULL};
    va_list list;
    va_start(list, tolerance);
    for (int i = 0; i < 32 && (set[i] = va_arg(list, const char *)) != NULL; i++) {
    }
    va_end(list);
    if (t->begun) {
        tl_inquiry_free(&t->inquiry);
    }
    tl_error error = {0};
    must(tl_inquiry_begin(t->referee, set, tolerance, &t->inquiry, &error), &error);
    t->begun = true;
    return &t->inquiry;
}

size_t judge_who(const judge_table *t, const char *id) {
    for (size_t i = 0; i < t->table->member_count; i++) {
        if (strcmp(t->table->members[i].id, id) == 0) {
            return i;
        }
    }
    fail_msg("there is no member %s", id);
    return SIZE_MAX;
}

tl_party judge_party(const judge_table *t, const char *id) {
    tl_party party;
    tl_error error = {0};
    must(tl_referee_party(t->referee, id, "from", &party, &error), &error);
    return party;
}

const tl_document_weapon *judge_weapon(const judge_table *t, const char *unit, const char *weapon) {
    const tl_document_unit *owner = tl_document_find(t->table->document, unit).unit;
    assert_non_null(owner);
    for (size_t i = 0; i < owner->weapon_count; i++) {
        if (strcmp(owner->weapons[i].id, weapon) == 0) {
            return &owner->weapons[i];
        }
    }
    fail_msg("%s has no %s", unit, weapon);
    return NULL;
}

static tl_status ask(judge_table *t, char *line, tl_error *error) {
    tl_question_line question;
    tl_ruling *ruling = NULL;
    tl_json_destroy(t->told.answer);
    free(t->told.text);
    t->told.answer = NULL;
    t->told.text = NULL;
    memset(error, 0, sizeof(*error));
    tl_status status = tl_question_line_read(t->context, line, strlen(line), &question, error);
    if (status == TL_OK) {
        status = tl_question_ask(t->referee, &question.question, &ruling, error);
    }
    tl_question_line_free(t->context, &question);
    free(line);
    if (status == TL_OK) {
        const char *json = tl_ruling_json(ruling);
        assert_int_equal(tl_json_parse(t->context, json, strlen(json), "answer", &t->told.answer, NULL), TL_OK);
        t->told.text = strdup(tl_ruling_text(ruling));
    }
    tl_ruling_destroy(ruling);
    return status;
}

void judge_ask(judge_table *t, const char *format, ...) {
    va_list list;
    va_start(list, format);
    char *line = made_text(format, list);
    va_end(list);
    tl_error error;
    must(ask(t, line, &error), &error);
}

void judge_refused(judge_table *t, const char *words, const char *format, ...) {
    va_list list;
    va_start(list, format);
    char *line = made_text(format, list);
    va_end(list);
    tl_error error;
    assert_int_not_equal(ask(t, line, &error), TL_OK);
    char report[2048];
    tl_error_text(&error, report, sizeof(report));
    if (strstr(report, words) == NULL) {
        fail_msg("`%s` isn't in: %s", words, report);
    }
}
