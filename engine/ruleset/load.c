/* load.c: rule systems from files: the file itself, what it extends, and the rows that come of all of them. */
#include "ruleset/ruleset.h"

#include "io/file.h"
#include "ruleset/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Defined by the build: the files of `rulesets/`. */
typedef struct tl_builtin_ruleset {
    const char *name;
    const unsigned char *text;
    size_t size;
    int abstract; /* its file says so */
} tl_builtin_ruleset;
extern const tl_builtin_ruleset tl_builtin_rulesets[];

/* What version 1 had no words for is said by this one. */
#define BEFORE "dust-battlefield"

const char *tl_ruleset_builtin_name(size_t index) {
    for (const tl_builtin_ruleset *builtin = tl_builtin_rulesets; builtin->name != NULL; builtin++) {
        if (builtin->abstract == 0 && index-- == 0) {
            return builtin->name;
        }
    }
    return NULL;
}

static const tl_builtin_ruleset *find_builtin(const char *name) {
    for (const tl_builtin_ruleset *builtin = tl_builtin_rulesets; builtin->name != NULL; builtin++) {
        if (strcmp(builtin->name, name) == 0) {
            return builtin;
        }
    }
    return NULL;
}

void *tl_ruleset_memory(tl_ruleset *ruleset, size_t count, size_t size) {
    if (size > 0 && count > (SIZE_MAX / 2) / size) {
        return NULL;
    }
    tl_block *block = tl_alloc(ruleset->context, sizeof(*block) + count * size);
    if (block == NULL) {
        return NULL;
    }
    memset(block->data, 0, count * size);
    block->next = ruleset->blocks;
    ruleset->blocks = block;
    return block->data;
}

tl_ruleset *tl_ruleset_hold(tl_ruleset *ruleset) {
    if (ruleset != NULL) {
        atomic_fetch_add(&ruleset->holders, 1);
    }
    return ruleset;
}

void tl_ruleset_destroy(tl_ruleset *ruleset) {
    if (ruleset == NULL || atomic_fetch_sub(&ruleset->holders, 1) > 1) {
        return;
    }
    tl_context *context = ruleset->context;
    for (size_t i = 0; i < ruleset->template_count; i++) {
        tl_free(context, ruleset->templates[i].outline);
    }
    for (size_t i = 0; i < ruleset->layer_count; i++) {
        tl_json_destroy(ruleset->layers[i].json);
    }
    tl_json_destroy(ruleset->before);
    tl_skills_free(&ruleset->skills);
    tl_free(context, ruleset->said);
    for (tl_block *block = ruleset->blocks, *next; block != NULL; block = next) {
        next = block->next;
        tl_free(context, block);
    }
    tl_free(context, ruleset);
}

/* --- Files and what they extend ----------------------------------------------------------------------------------- */

/* Whether a text is the path of a rule file. */
static bool is_path(const char *name) {
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".json") == 0;
}

/* The form of the whole file; false with problems. A file of another version isn't looked into. */
static bool read_head(tl_form *form, const tl_json_value *root, int *version) {
    const tl_json_value *number = tl_json_find(root, "trueline_ruleset");
    *version = 0;
    if (number == NULL || number->kind != TL_JSON_NUMBER) {
        tl_form_problem(form, number, false, "begin the file with \"trueline_ruleset\": 2",
                        "this is no ruleset that can be read");
        return false;
    }
    if (number->number != 1 && number->number != TL_RULESET_VERSION) {
        tl_form_problem(form, number, false,
                        number->number > TL_RULESET_VERSION ? "update the program"
                                                            : "begin the file with \"trueline_ruleset\": 2",
                        "rule files have version 1 or 2, and this is no ruleset that can be read");
        return false;
    }
    *version = (int)number->number;
    return true;
}

/* How many rows a file has in all sections. */
static size_t count_rows(const tl_json_value *root) {
    size_t count = 0;
    for (size_t i = 0; i < root->count; i++) {
        const tl_json_value *section = &root->items[i];
        bool rows = section->kind == TL_JSON_ARRAY || section->kind == TL_JSON_OBJECT;
        count += rows && strncmp(section->key, "x-", 2) != 0 ? section->count : 0;
    }
    return count;
}

static void check_sections(tl_form *form, const tl_json_value *root) {
    static const char *const others[] = {"trueline_ruleset", "name",     "title",  "source",
                                         "extends",          "abstract", "$schema"};
    enum { OTHERS = sizeof(others) / sizeof(others[0]) };
    const char *names[OTHERS + TL_SECTION_COUNT];
    memcpy(names, others, sizeof(others));
    memcpy(names + OTHERS, tl_ruleset_section_names, sizeof(tl_ruleset_section_names));
    (void)tl_form_word(form, root, "source", false);
    (void)tl_form_bool(form, root, "abstract", false);
    (void)tl_form_object(form, root, "a rule system", names, OTHERS + TL_SECTION_COUNT);
    for (size_t i = 0; i < TL_SECTION_COUNT; i++) {
        (void)tl_form_member(form, root, tl_ruleset_section_names[i],
                             i == TL_SECTION_SETTINGS ? TL_JSON_ARRAY : TL_JSON_OBJECT, false);
    }
}

/* What version 1 leaves open. */
static tl_status read_before(tl_ruleset *ruleset, tl_error *error) {
    const tl_builtin_ruleset *builtin = find_builtin(BEFORE);
    return builtin == NULL || ruleset->before != NULL ? TL_OK
                                                      : tl_json_parse(ruleset->context, (const char *)builtin->text,
                                                                      builtin->size, BEFORE, &ruleset->before, error);
}

/* Adds a file to the layers. `*good` false: it can't be read, and a problem says so. */
static tl_status add_layer(tl_ruleset *ruleset, tl_form *form, const char *text, size_t size, const char *file,
                           bool *good, tl_error *error) {
    tl_error cause = {0};
    tl_layer *layer = &ruleset->layers[ruleset->layer_count];
    *good = false;
    tl_status status = tl_json_parse(ruleset->context, text, size, file, &layer->json, &cause);
    if (status == TL_ERROR_MEMORY) {
        return tl_fail_memory(error);
    }
    if (status != TL_OK) {
        tl_problems_add(form->problems, false, status, cause.file, cause.line, cause.column, cause.place, cause.remedy,
                        "%s", cause.message);
        return TL_OK;
    }
    ruleset->layer_count++;
    layer->root = tl_json_root(layer->json);
    layer->name = "";
    form->json = layer->json;
    form->owner = "";
    int version = 0;
    if (!read_head(form, layer->root, &version)) {
        return TL_OK;
    }
    if (count_rows(layer->root) > TL_RULESET_MOST_ROWS) {
        tl_form_problem(form, NULL, false, "leave out what the game doesn't use",
                        "a rule system has at most %d rows in all its sections", TL_RULESET_MOST_ROWS);
        return TL_OK;
    }
    layer->lenient = form->lenient = version == 1;
    layer->name = form->owner = tl_form_word(form, layer->root, "name", true);
    if (version == 1) {
        status = read_before(ruleset, error);
        if (status == TL_OK && ruleset->before != NULL) {
            status = tl_ruleset_upgrade(ruleset, layer, tl_json_root(ruleset->before), form, error);
        }
    } else {
        check_sections(form, layer->root);
    }
    *good = status == TL_OK;
    return status;
}

/* Whether a path stays in the folder of the file that names it. */
static bool stays_inside(const char *path) {
    if (path[0] == '/' || strpbrk(path, "\\:") != NULL) {
        return false;
    }
    for (const char *part = path; part != NULL; part = strchr(part, '/')) {
        part += part != path;
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0')) {
            return false;
        }
    }
    return true;
}

/* Adds a file beside the last one. `*good` false: a problem is noted. */
static tl_status add_file(tl_ruleset *ruleset, tl_form *form, const tl_json_value *extends, bool *good,
                          tl_error *error) {
    const tl_layer *above = &ruleset->layers[ruleset->layer_count - 1];
    const char *name = extends->text;
    while (strncmp(name, "./", 2) == 0) {
        name += 2;
    }
    *good = false;
    if (!stays_inside(name) || find_builtin(tl_json_file(above->json)) != NULL) {
        tl_form_problem(form, extends, false, "put the file beside this one, or in a folder there",
                        "`%s` leaves the folder of the rule file", extends->text);
        return TL_OK;
    }
    char *path = tl_file_path_beside(ruleset->context, tl_json_file(above->json), name), *data = NULL;
    size_t size = 0;
    if (path == NULL) {
        return tl_fail_memory(error);
    }
    bool circle = false;
    for (size_t i = 0; i < ruleset->layer_count; i++) {
        circle = circle || strcmp(tl_json_file(ruleset->layers[i].json), path) == 0;
    }
    tl_error cause = {0};
    tl_status status = TL_OK;
    if (circle) {
        tl_form_problem(form, extends, false, "extend another system", "`%s` extends itself", extends->text);
    } else if (tl_file_look(path, NULL, NULL, NULL) == TL_OK &&
               !tl_file_path_is_inside(tl_json_file(above->json), path)) {
        tl_form_problem(form, extends, false, "put the file itself beside this one",
                        "`%s` is a link that leaves the folder of the rule file", extends->text);
    } else {
        status = tl_file_read(ruleset->context, path, TL_RULESET_MOST_BYTES, &data, &size, &cause);
        if (status != TL_OK && status != TL_ERROR_MEMORY) {
            tl_form_problem(form, extends, false, cause.remedy, "`%s` can't be extended: %s", extends->text,
                            cause.message);
            status = TL_OK;
        } else if (status == TL_OK) {
            status = add_layer(ruleset, form, data, size, path, good, &cause);
        }
    }
    tl_free(ruleset->context, data);
    tl_free(ruleset->context, path);
    return status == TL_OK ? TL_OK : tl_fail_memory(error);
}

/* Adds a built-in system below the last file. */
static tl_status add_builtin(tl_ruleset *ruleset, tl_form *form, const tl_json_value *extends, bool *good,
                             tl_error *error) {
    const tl_builtin_ruleset *builtin = find_builtin(extends->text);
    *good = false;
    if (builtin == NULL) {
        const char *names[64];
        size_t count = 0;
        while (count < 64 && tl_builtin_rulesets[count].name != NULL) {
            names[count] = tl_builtin_rulesets[count].name;
            count++;
        }
        tl_form_unknown(form, extends, false, extends->text, names, count, "there is no built-in rule system `%s`",
                        extends->text);
        return TL_OK;
    }
    for (size_t i = 0; i < ruleset->layer_count; i++) {
        if (strcmp(tl_json_file(ruleset->layers[i].json), builtin->name) == 0) {
            tl_form_problem(form, extends, false, "extend another system", "`%s` extends itself", extends->text);
            return TL_OK;
        }
    }
    return add_layer(ruleset, form, (const char *)builtin->text, builtin->size, builtin->name, good, error);
}

/* Adds what the file extends, and what that extends. */
static tl_status add_bases(tl_ruleset *ruleset, tl_form *form, bool *good, tl_error *error) {
    tl_status status = TL_OK;
    while (status == TL_OK && *good) {
        const tl_json_value *root = ruleset->layers[ruleset->layer_count - 1].root;
        const tl_json_value *extends = tl_json_find(root, "extends");
        if (extends == NULL) {
            return TL_OK;
        }
        if (tl_form_word(form, root, "extends", true)[0] == '\0') {
            *good = false;
        } else if (ruleset->layer_count > TL_RULESET_DEEPEST) {
            tl_form_problem(form, extends, false, "extend a system that extends fewer",
                            "rule files extend one another more than %d deep", TL_RULESET_DEEPEST);
            *good = false;
        } else if (is_path(extends->text)) {
            status = add_file(ruleset, form, extends, good, error);
        } else {
            status = add_builtin(ruleset, form, extends, good, error);
        }
    }
    return status;
}

/* --- Rows --------------------------------------------------------------------------------------------------------- */

static const char *name_of(tl_section section, const tl_json_value *row) {
    const tl_json_value *name = section == TL_SECTION_SETTINGS ? tl_json_find(row, "name") : NULL;
    return section != TL_SECTION_SETTINGS ? row->key : name != NULL && name->kind == TL_JSON_STRING ? name->text : "";
}

/* Takes out the rows that a higher file removed. */
static void drop_removed(tl_rows *rows, tl_section section) {
    size_t kept = 0;
    for (size_t i = 0; i < rows->count; i++) {
        if (rows->items[i].value->kind != TL_JSON_NULL || section == TL_SECTION_SETTINGS) {
            rows->items[kept++] = rows->items[i];
        }
    }
    rows->count = kept;
}

/* Puts a row of a higher file in the place of the lower one's of the same name, or behind all. */
static void put_row(tl_form *form, tl_rows *rows, tl_section section, const tl_json_value *value, const tl_layer *layer,
                    size_t below) {
    const char *name = name_of(section, value);
    size_t place = rows->count;
    for (size_t i = 0; i < below && place == rows->count; i++) {
        place = strcmp(name_of(section, rows->items[i].value), name) == 0 ? i : place;
    }
    bool removes = value->kind == TL_JSON_NULL && section != TL_SECTION_SETTINGS;
    if (removes && (place == rows->count || rows->items[place].value->kind == TL_JSON_NULL)) {
        tl_form_turn_to(form, &(tl_row){value, layer});
        tl_form_problem(form, value, true, "remove it here, or write its fields",
                        "there is no `%s` below that could be removed", name);
        return;
    }
    rows->items[place] = (tl_row){value, layer};
    rows->count += place == rows->count;
}

/* The rows of a section, of the lowest file first; removed ones are left out. */
static tl_status gather_rows(tl_ruleset *ruleset, tl_form *form, tl_section section, tl_error *error) {
    tl_rows *rows = &ruleset->rows[section];
    size_t most = 0;
    for (size_t k = 0; k < ruleset->layer_count; k++) {
        const tl_json_value *list = tl_json_find(ruleset->layers[k].root, tl_ruleset_section_names[section]);
        most += list != NULL ? list->count : 0;
    }
    rows->items = tl_ruleset_memory(ruleset, most, sizeof(*rows->items));
    if (rows->items == NULL) {
        return tl_fail_memory(error);
    }
    tl_json_kind kind = section == TL_SECTION_SETTINGS ? TL_JSON_ARRAY : TL_JSON_OBJECT;
    for (size_t k = ruleset->layer_count; k-- > 0;) {
        const tl_json_value *list = tl_json_find(ruleset->layers[k].root, tl_ruleset_section_names[section]);
        size_t below = rows->count;
        for (size_t i = 0; list != NULL && list->kind == kind && i < list->count; i++) {
            if (list->items[i].key != NULL && list->items[i].key[0] == '\0') {
                tl_form_turn_to(form, &(tl_row){NULL, &ruleset->layers[k]});
                tl_form_problem(form, &list->items[i], true, "write a name between the quotes",
                                "a row of `%s` has an empty name", tl_ruleset_section_names[section]);
                continue;
            }
            bool aside = list->items[i].key != NULL && strncmp(list->items[i].key, "x-", 2) == 0;
            if (!aside) {
                put_row(form, rows, section, &list->items[i], &ruleset->layers[k], below);
            }
        }
    }
    drop_removed(rows, section);
    return TL_OK;
}

/* The title of the highest file that has one. */
static const char *read_title(const tl_ruleset *ruleset, tl_form *form) {
    const tl_layer *layer = &ruleset->layers[0];
    while (tl_json_find(layer->root, "title") == NULL && layer + 1 < ruleset->layers + ruleset->layer_count) {
        layer++;
    }
    tl_form_turn_to(form, &(tl_row){NULL, layer});
    return tl_form_text(form, layer->root, "title", true);
}

/* Reads everything of the layers. */
static tl_status read_all(tl_ruleset *ruleset, tl_form *form, tl_error *error) {
    const tl_layer *top = &ruleset->layers[0];
    tl_status status = TL_OK;
    size_t rows = 0;
    for (int s = 0; s < TL_SECTION_COUNT && status == TL_OK; s++) {
        status = gather_rows(ruleset, form, (tl_section)s, error);
        rows += ruleset->rows[s].count;
    }
    ruleset->name = top->name;
    ruleset->title = read_title(ruleset, form);
    const tl_json_value *abstract = tl_json_find(top->root, "abstract");
    ruleset->abstract = abstract != NULL && abstract->kind == TL_JSON_BOOL && abstract->boolean;
    if (status == TL_OK && rows > TL_RULESET_MOST_ROWS) {
        tl_form_problem(form, NULL, false, "leave out what the game doesn't use",
                        "with what it extends a rule system has at most %d rows in all its sections",
                        TL_RULESET_MOST_ROWS);
        return TL_OK;
    }
    status = status == TL_OK ? tl_ruleset_read_rows(ruleset, form, error) : status;
    if (status == TL_OK && form->no_memory) {
        status = tl_fail_memory(error);
    }
    return status;
}

/* Reads a system from a text; what's wrong goes to `problems`. */
static tl_status read_text(tl_context *context, const char *text, size_t size, const char *file, tl_problems *problems,
                           tl_ruleset **ruleset, tl_error *error) {
    *ruleset = NULL;
    tl_ruleset *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    made->context = context;
    atomic_init(&made->holders, 1);
    tl_form form = {.context = context, .problems = problems, .owner = ""};
    bool good = false;
    tl_status status = add_layer(made, &form, text, size, file, &good, error);
    if (status == TL_OK) {
        status = add_bases(made, &form, &good, error);
    }
    if (status == TL_OK && good) {
        status = read_all(made, &form, error);
    }
    if (form.said_count > 0) {
        qsort(form.said, form.said_count, sizeof(*form.said), tl_form_said_compare);
    }
    made->said = form.said;
    made->said_count = form.said_count;
    if (status == TL_OK && problems->errors == 0) {
        *ruleset = made;
        return TL_OK;
    }
    tl_ruleset_destroy(made);
    return status;
}

/* The first problem of several as an error. */
static tl_status first_problem(tl_problems *problems, tl_error *error) {
    tl_problems_sort(problems);
    for (size_t i = 0; i < problems->count; i++) {
        if (!problems->items[i].warning) {
            if (error != NULL && error->status == TL_OK) {
                *error = problems->items[i].error;
            }
            return problems->items[i].error.status;
        }
    }
    return problems->errors > 0 ? tl_fail_memory(error) : TL_OK;
}

tl_status tl_ruleset_parse(tl_context *context, const char *text, size_t size, const char *file, tl_ruleset **ruleset,
                           tl_error *error) {
    tl_problems problems;
    tl_ruleset *made = NULL;
    tl_problems_init(&problems, context);
    tl_status status = read_text(context, text, size, file, &problems, &made, error);
    if (status == TL_OK && made == NULL) {
        status = first_problem(&problems, error);
    }
    if (status == TL_OK) {
        *ruleset = made;
    }
    tl_problems_free(&problems);
    return status;
}

tl_status tl_ruleset_load(tl_context *context, const char *name, tl_ruleset **ruleset, tl_error *error) {
    if (is_path(name)) {
        char *data = NULL;
        size_t size = 0;
        tl_status status = tl_file_read(context, name, TL_RULESET_MOST_BYTES, &data, &size, error);
        if (status == TL_OK) {
            status = tl_ruleset_parse(context, data, size, name, ruleset, error);
            tl_free(context, data);
        }
        return status;
    }
    const tl_builtin_ruleset *builtin = find_builtin(name);
    if (builtin != NULL) {
        return tl_ruleset_parse(context, (const char *)builtin->text, builtin->size, name, ruleset, error);
    }
    const char *known[64];
    size_t count = 0;
    while (count < 64 && tl_ruleset_builtin_name(count) != NULL) {
        known[count] = tl_ruleset_builtin_name(count);
        count++;
    }
    const char *nearest = tl_nearest_name(name, known, count);
    char remedy[200];
    snprintf(remedy, sizeof(remedy), "did you mean `%s`? `trueline rules` lists them all",
             nearest != NULL ? nearest : known[0]);
    return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "ruleset", remedy, "there is no ruleset `%s`", name);
}

/* Rows of sections stand on one line. */
static void write_value(tl_json_writer *writer, const tl_json_value *value, int depth) {
    if (depth >= 2) {
        tl_json_inline_next(writer);
    }
    switch (value->kind) {
    case TL_JSON_OBJECT:
        tl_json_begin_object(writer);
        for (size_t i = 0; i < value->count; i++) {
            tl_json_key(writer, value->items[i].key);
            write_value(writer, &value->items[i], depth + 1);
        }
        tl_json_end_object(writer);
        return;
    case TL_JSON_ARRAY:
        tl_json_begin_array(writer);
        for (size_t i = 0; i < value->count; i++) {
            write_value(writer, &value->items[i], depth + 1);
        }
        tl_json_end_array(writer);
        return;
    case TL_JSON_STRING:
        tl_json_string_n(writer, value->text, value->text_length);
        return;
    case TL_JSON_NUMBER:
        value->is_integer ? tl_json_int(writer, value->integer) : tl_json_double(writer, value->number);
        return;
    case TL_JSON_BOOL:
        tl_json_bool(writer, value->boolean);
        return;
    case TL_JSON_NULL:
        tl_json_null(writer);
        return;
    }
}

tl_status tl_ruleset_upgraded(tl_context *context, const char *path, char **text, tl_error *error) {
    tl_ruleset *ruleset = NULL;
    tl_status status = tl_ruleset_load(context, path, &ruleset, error);
    if (status == TL_OK) {
        tl_json_writer writer;
        tl_json_writer_init(&writer, context, true);
        write_value(&writer, ruleset->layers[0].root, 0);
        status = tl_json_writer_finish(&writer, text, NULL, error);
        tl_json_writer_free(&writer);
    }
    tl_ruleset_destroy(ruleset);
    return status;
}

tl_status tl_ruleset_check(tl_context *context, const char *path, tl_ruleset **ruleset, tl_problems *problems,
                           tl_error *error) {
    char *data = NULL;
    size_t size = 0;
    tl_error cause = {0};
    *ruleset = NULL;
    tl_status status = tl_file_read(context, path, TL_RULESET_MOST_BYTES, &data, &size, &cause);
    if (status == TL_ERROR_MEMORY) {
        return tl_fail_memory(error);
    }
    if (status != TL_OK) {
        tl_problems_add(problems, false, status, cause.file, 0, 0, cause.place, cause.remedy, "%s", cause.message);
        return TL_OK;
    }
    status = read_text(context, data, size, path, problems, ruleset, error);
    tl_problems_sort(problems);
    tl_free(context, data);
    return status;
}
