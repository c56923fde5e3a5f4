/* upgrade.c: rule files of version 1, put into the form of version 2.
 *
 * What version 1 says is a tree of JSON values; the same values are hung into a new tree, so that a problem with one is
 * told where it stands in the file. What version 1 had no words for comes from the built-in system that it was made
 * for, by name. */
#include "ruleset/system.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A value under construction. */
typedef struct upgrade_node {
    tl_json_value *items;
    size_t count, room;
} upgrade_node;

typedef struct upgrade {
    tl_ruleset *ruleset;
    tl_form *form;
    const tl_json_value *old, *before;
    bool no_memory;
} upgrade;

static upgrade_node make_node(upgrade *u, size_t room) {
    upgrade_node made = {tl_ruleset_memory(u->ruleset, room, sizeof(tl_json_value)), 0, room};
    u->no_memory = u->no_memory || made.items == NULL;
    made.room = made.items != NULL ? room : 0;
    return made;
}

/* Hangs a value (NULL: none) under a key. */
static void hang(upgrade_node *object, const char *key, const tl_json_value *value) {
    if (value != NULL && object->count < object->room) {
        object->items[object->count] = *value;
        object->items[object->count++].key = key;
    }
}

static tl_json_value object_of(const upgrade_node *made, const tl_json_value *from) {
    tl_json_value object = from != NULL ? *from : (tl_json_value){0};
    object.kind = TL_JSON_OBJECT;
    object.items = made->items;
    object.count = made->count;
    return object;
}

/* The members of an object that have these names. */
static void hang_known(upgrade_node *object, const tl_json_value *from, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++) {
        hang(object, names[i], tl_json_find(from, names[i]));
    }
}

static const tl_json_value *before_row(const upgrade *u, const char *section, const char *name) {
    return tl_json_find(tl_json_find(u->before, section), name);
}

/* --- Rows --------------------------------------------------------------------------------------------------------- */

typedef void (*row_maker)(upgrade *u, const tl_json_value *row, const char *name, upgrade_node *made);

static void make_rule_row(upgrade *u, const tl_json_value *row, const char *name, upgrade_node *made) {
    (void)u;
    (void)name;
    static const char *const names[] = {"text"};
    hang_known(made, row, names, COUNT(names));
}

static void make_length_row(upgrade *u, const tl_json_value *row, const char *name, upgrade_node *made) {
    (void)u;
    (void)name;
    static const char *const names[] = {"cm", "inch", "rule", "text"};
    hang_known(made, row, names, COUNT(names));
}

static void make_size_row(upgrade *u, const tl_json_value *row, const char *name, upgrade_node *made) {
    (void)u;
    (void)name;
    static const char *const names[] = {"rule", "turns_no_farther", "text"};
    hang_known(made, row, names, COUNT(names));
}

static void make_area_row(upgrade *u, const tl_json_value *row, const char *name, upgrade_node *made) {
    static const char *const filled[] = {"levels", "drawn_height"};
    static const tl_json_value one = {.kind = TL_JSON_NUMBER, .is_integer = true, .number = 1, .integer = 1};
    const tl_json_value *edge = tl_json_find(row, "edge_units"), *inside = tl_json_find(row, "inside_units");
    hang(made, "into", edge != NULL ? edge : &one);
    hang(made, "through", edge != NULL ? edge : &one);
    if (inside == NULL || inside->kind != TL_JSON_NUMBER || inside->number >= 0) {
        hang(made, "inside", inside); /* below 0: no limit */
    }
    hang_known(made, before_row(u, "areas", name), filled, COUNT(filled));
    const tl_json_value *edge_rule = tl_json_find(row, "edge_rule"), *inside_rule = tl_json_find(row, "inside_rule");
    upgrade_node cites = make_node(u, 2);
    hang(&cites, "edge", edge_rule);
    hang(&cites, "inside", inside_rule);
    tl_json_value object = object_of(&cites, edge_rule);
    hang(made, "cites", cites.count > 0 ? &object : NULL);
}

/* Words that only the name of a kind said. */
static void fill_kind(upgrade *u, const tl_json_value *row, const char *name, upgrade_node *made) {
    static const char *const filled[] = {"trap_for", "lies", "colour"};
    static const tl_json_value carpet = {.kind = TL_JSON_STRING, .text = "carpet", .text_length = 6};
    const tl_json_value *before = before_row(u, "terrain", name), *blocks = tl_json_find(row, "blocks");
    const tl_json_value *if_solid = tl_json_find(before, "blocks");
    bool open = blocks != NULL && blocks->kind == TL_JSON_BOOL && !blocks->boolean;
    bool solid = open && if_solid != NULL && if_solid->kind == TL_JSON_STRING;
    hang(made, "blocks", solid ? if_solid : blocks);
    bool is_area = open && tl_json_find(row, "area") != NULL;
    const tl_json_value *lies = tl_json_find(before, "lies");
    bool lies_as_area = lies != NULL && lies->kind == TL_JSON_STRING && strcmp(lies->text, "relief") != 0;
    for (size_t i = 0; i < COUNT(filled); i++) {
        bool is_lies = strcmp(filled[i], "lies") == 0;
        const tl_json_value *value = tl_json_find(before, filled[i]);
        if (is_lies && is_area) {
            value = lies_as_area ? lies : &carpet;
        } else if (is_lies && lies_as_area) {
            value = NULL; /* only areas that don't block lie on the ground as one */
        }
        hang(made, filled[i], value);
    }
}

static void make_kind_row(upgrade *u, const tl_json_value *row, const char *name, upgrade_node *made) {
    static const char *const names[] = {"area", "cover", "raised", "going", "marker", "shelter", "rule", "text"};
    hang_known(made, row, names, COUNT(names));
    fill_kind(u, row, name, made);
}

static void make_template_row(upgrade *u, const tl_json_value *row, const char *name, upgrade_node *made) {
    (void)u;
    (void)name;
    static const char *const names[] = {"outline",         "path", "measure", "flame", "placeholder",
                                        "outline_setting", "rule", "text"};
    const tl_json_value *cm = tl_json_find(row, "cm"), *inch = tl_json_find(row, "inch");
    if (cm == NULL) { /* an outline, whatever `inch` says */
        hang_known(made, row, names, COUNT(names));
        return;
    }
    hang(made, "cm", cm);
    hang(made, "inch", inch != NULL ? inch : cm);
    hang_known(made, row, names + 3, COUNT(names) - 3);
}

static void make_skill_row(upgrade *u, const tl_json_value *row, const char *name, upgrade_node *made) {
    (void)u;
    (void)name;
    static const char *const names[] = {"rule", "text", "effects"};
    hang_known(made, row, names, COUNT(names));
}

/* --- Sections ----------------------------------------------------------------------------------------------------- */

static bool holds(const upgrade_node *object, const char *key) {
    for (size_t i = 0; i < object->count; i++) {
        if (strcmp(object->items[i].key, key) == 0) {
            return true;
        }
    }
    return false;
}

/* The list `section` of version 1 as an object; `more` rows of room are left. */
static upgrade_node make_section(upgrade *u, const char *section, const char *key, row_maker make, bool required,
                                 size_t more) {
    enum { MEMBERS = 16 };
    const tl_json_value *list = tl_form_member(u->form, u->old, section, TL_JSON_ARRAY, required);
    size_t count = list != NULL ? list->count : 0;
    upgrade_node rows = make_node(u, count + more);
    for (size_t i = 0; i < count && !u->no_memory; i++) {
        const tl_json_value *row = &list->items[i];
        const char *name = tl_form_word(u->form, row, key, true);
        if (name[0] == '\0' || holds(&rows, name)) { /* of two of one name the first was found */
            continue;
        }
        const tl_json_value *sentence = make == make_rule_row ? tl_json_find(row, "text") : NULL;
        if (sentence != NULL) {
            hang(&rows, name, sentence);
            continue;
        }
        upgrade_node made = make_node(u, MEMBERS);
        make(u, row, name, &made);
        tl_json_value object = object_of(&made, row);
        hang(&rows, name, &object);
    }
    return rows;
}

static void hang_section(upgrade *u, upgrade_node *root, const char *section, const upgrade_node *rows,
                         const char *was) {
    tl_json_value object = object_of(rows, tl_json_find(u->old, was));
    if (rows->count > 0) {
        hang(root, section, &object);
    }
}

/* Sentences of rules that are cited and that the file leaves out. */
static void add_cited(upgrade *u, upgrade_node *rules) {
    const tl_json_value *sections[2] = {tl_json_find(u->before, "rules"), tl_json_find(u->before, "cites")};
    for (size_t i = 0; sections[0] != NULL && sections[1] != NULL && i < sections[1]->count; i++) {
        const tl_json_value *cite = &sections[1]->items[i];
        const tl_json_value *sentence = cite->kind == TL_JSON_STRING ? tl_json_find(sections[0], cite->text) : NULL;
        if (sentence != NULL && !holds(rules, cite->text)) {
            hang(rules, cite->text, sentence);
        }
    }
}

/* The settings, each with its known members. */
static void hang_settings(upgrade *u, upgrade_node *root) {
    static const char *const names[] = {"name", "type", "default", "values", "low", "high", "rule", "text"};
    const tl_json_value *list = tl_form_member(u->form, u->old, "settings", TL_JSON_ARRAY, true);
    upgrade_node rows = make_node(u, list != NULL ? list->count : 0);
    for (size_t i = 0; list != NULL && i < list->count && !u->no_memory; i++) {
        const tl_json_value *name = tl_json_find(&list->items[i], "name");
        if (name != NULL && name->kind == TL_JSON_STRING && tl_settings_named(name->text) == TL_SETTING_COUNT) {
            tl_json_problem(u->form->json, name, false, u->form->problems, true, TL_ERROR_FORMAT, "remove it",
                            "the engine has no setting `%s`: it is left out", name->text);
            continue;
        }
        upgrade_node made = make_node(u, COUNT(names));
        hang_known(&made, &list->items[i], names, COUNT(names));
        tl_json_value object =
            list->items[i].kind == TL_JSON_OBJECT ? object_of(&made, &list->items[i]) : list->items[i];
        hang(&rows, NULL, &object);
    }
    tl_json_value array = object_of(&rows, list);
    array.kind = TL_JSON_ARRAY;
    hang(root, "settings", &array);
}

tl_status tl_ruleset_upgrade(tl_ruleset *ruleset, tl_layer *layer, const tl_json_value *before, tl_form *form,
                             tl_error *error) {
    static const char *const said[] = {"name", "title", "source"};
    static const char *const unsaid[] = {"cites", "classes", "locomotions", "arcs"};
    static const tl_json_value two = {.kind = TL_JSON_NUMBER, .is_integer = true, .number = 2, .integer = 2};
    upgrade u = {ruleset, form, layer->root, before, false};
    upgrade_node root = make_node(&u, 24);
    hang(&root, "trueline_ruleset", &two);
    hang_known(&root, u.old, said, COUNT(said));
    hang_settings(&u, &root);
    upgrade_node rules = make_section(&u, "rules", "id", make_rule_row, true, TL_CLAUSE_COUNT);
    add_cited(&u, &rules);
    hang_section(&u, &root, "rules", &rules, "rules");
    hang_known(&root, before, unsaid, COUNT(unsaid));
    static const struct {
        const char *was, *is;
        row_maker make;
        bool required;
    } sections[] = {{"lengths", "lengths", make_length_row, true},
                    {"sizes", "sizes", make_size_row, false},
                    {"areas", "areas", make_area_row, true},
                    {"kinds", "terrain", make_kind_row, true},
                    {"templates", "templates", make_template_row, false},
                    {"skills", "skills", make_skill_row, false}};
    for (size_t i = 0; i < COUNT(sections); i++) {
        upgrade_node rows = make_section(&u, sections[i].was, "name", sections[i].make, sections[i].required, 0);
        hang_section(&u, &root, sections[i].is, &rows, sections[i].was);
    }
    if (u.no_memory) {
        return tl_fail_memory(error);
    }
    tl_json_value *made = tl_ruleset_memory(ruleset, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    *made = object_of(&root, layer->root);
    layer->root = made;
    return TL_OK;
}
