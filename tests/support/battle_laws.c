/* battle_laws.c: asks battles, keeps the answers, and counts how often each law held. */
#include "support/battle_laws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Asking ------------------------------------------------------------------------------------------------------- */

static const tl_json_value *first_why(const tl_json_value *value) {
    if (value->key != NULL && strcmp(value->key, "why") == 0 && value->kind == TL_JSON_STRING) {
        return value;
    }
    bool has_items = value->kind == TL_JSON_OBJECT || value->kind == TL_JSON_ARRAY;
    for (size_t i = 0; has_items && i < value->count; i++) {
        const tl_json_value *found = first_why(&value->items[i]);
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

/* Counts what is too close to call by query and by why: the search's own word, else that it is a limit. */
static void count_marginal(battle_ledger *ledger, const tl_json_value *root) {
    ledger->asked++;
    if (battle_verdict(root, "verdict") != 'm') {
        return;
    }
    char name[24];
    const tl_json_value *why = first_why(root), *query = tl_json_find(root, "query");
    snprintf(name, sizeof(name), "%.12s: %.9s", query->text, why != NULL ? why->text : "limit");
    size_t i = 0;
    while (i < ledger->why_count && strcmp(ledger->whys[i].name, name) != 0) {
        i++;
    }
    if (i == ledger->why_count && i < sizeof(ledger->whys) / sizeof(ledger->whys[0])) {
        snprintf(ledger->whys[ledger->why_count++].name, sizeof(name), "%s", name);
    }
    ledger->marginal++;
    ledger->whys[i].count++;
}

const tl_json_value *battle_ask(battle_bout *bout, made_scene *made, const char *format, ...) {
    va_list list;
    tl_ruling *ruling = NULL;
    va_start(list, format);
    int length = vsnprintf(bout->last, sizeof(bout->last), format, list);
    va_end(list);
    assert_true(length > 0 && (size_t)length < sizeof(bout->last) && bout->answer_count < BATTLE_ANSWERS);
    for (char *c = bout->last; *c != '\0'; c++) {
        *c = *c == '\'' ? '"' : *c;
    }
    tl_status status = tl_scene_ask_json(made->scene, bout->last, strlen(bout->last), &ruling, &made->error);
    const tl_json_value *root = NULL;
    if (status == TL_OK) {
        const char *json = tl_ruling_json(ruling);
        tl_json **answer = &bout->answers[bout->answer_count++];
        assert_int_equal(tl_json_parse(bout->made.context, json, strlen(json), "answer", answer, NULL), TL_OK);
        root = tl_json_root(*answer);
        count_marginal(bout->ledger, root);
    }
    tl_ruling_destroy(ruling);
    return root;
}

void battle_bout_end(battle_bout *bout) {
    for (size_t i = 0; i < bout->answer_count; i++) {
        tl_json_destroy(bout->answers[i]);
    }
    bout->answer_count = 0;
    made_end(&bout->made);
}

/* --- The ledger --------------------------------------------------------------------------------------------------- */

static void save_scene(const battle_bout *bout, const char *law) {
    char path[512];
    size_t size;
    const char *text = tl_scene_text(bout->made.scene, &size);
    snprintf(path, sizeof(path), "%s/broken-%s-%zu.scene.json", bout->made.folder, law, bout->number);
    FILE *file = fopen(path, "wb");
    if (file != NULL) {
        fwrite(text, 1, size, file);
        fclose(file);
        print_error("  %s\n", path);
    }
}

void battle_hold(battle_bout *bout, size_t law, bool ok, const char *format, ...) {
    battle_ledger *ledger = bout->ledger;
    ledger->held[law]++;
    if (ok || ledger->broken[law]++ >= ledger->tell) {
        return;
    }
    char words[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof(words), format, list);
    va_end(list);
    print_error("battle %zu breaks `%s` (%s)%s%s: %s\n", bout->number, ledger->laws[law].name, ledger->laws[law].rule,
                ledger->laws[law].known != NULL ? ", known: " : "",
                ledger->laws[law].known != NULL ? ledger->laws[law].known : "", words);
    save_scene(bout, ledger->laws[law].name);
}

void battle_open(battle_bout *bout, size_t law) {
    bout->ledger->open[law]++;
}

size_t battle_ledger_tell(const battle_ledger *ledger) {
    size_t unknown = 0;
    print_message("%-28s %-10s %9s %7s %7s\n", "law", "rule", "looked at", "open", "broken");
    for (size_t i = 0; i < ledger->law_count; i++) {
        const battle_law *law = &ledger->laws[i];
        print_message("%-28s %-10s %9zu %7zu %7zu%s%s\n", law->name, law->rule, ledger->held[i], ledger->open[i],
                      ledger->broken[i], law->known != NULL ? "  known: " : "", law->known != NULL ? law->known : "");
        unknown += law->known == NULL ? ledger->broken[i] : 0;
    }
    print_message("%zu questions, %zu too close to call:\n", ledger->asked, ledger->marginal);
    for (size_t i = 0; i < ledger->why_count; i++) {
        print_message("  %-24s %zu\n", ledger->whys[i].name, ledger->whys[i].count);
    }
    return unknown;
}

/* --- Reading answers ---------------------------------------------------------------------------------------------- */

char battle_verdict(const tl_json_value *answer, const char *path) {
    const tl_json_value *value = answer != NULL ? made_find(answer, path) : NULL;
    return value != NULL && value->kind == TL_JSON_STRING ? value->text[0] : 0;
}

const tl_json_value *battle_item(const tl_json_value *answer, const char *path, const char *key, const char *id) {
    const tl_json_value *list = answer != NULL ? made_find(answer, path) : NULL;
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        const tl_json_value *found = tl_json_find(&list->items[i], key);
        if (found != NULL && found->kind == TL_JSON_STRING && strcmp(found->text, id) == 0) {
            return &list->items[i];
        }
    }
    return NULL;
}

bool battle_lists(const tl_json_value *list, const char *text) {
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        if (list->items[i].kind == TL_JSON_STRING && strcmp(list->items[i].text, text) == 0) {
            return true;
        }
    }
    return false;
}

/* --- Two answers -------------------------------------------------------------------------------------------------- */

static bool is_verdict_field(const tl_json_value *field) {
    static const char *const keys[] = {"verdict", "arc",   "range", "los",  "under",    "hit",
                                       "struck",  "cover", "end",   "turn", "in_range", NULL};
    for (size_t k = 0; keys[k] != NULL && field->kind == TL_JSON_STRING; k++) {
        if (strcmp(field->key, keys[k]) == 0) {
            return true;
        }
    }
    return false;
}

/* Lists of pairs and of things with ids; what a reason or a proof tells may differ. */
static bool is_compared_list(const char *key) {
    static const char *const keys[] = {"weapons", "members", "units", "pairs", "attackers", NULL};
    for (size_t k = 0; keys[k] != NULL; k++) {
        if (strcmp(key, keys[k]) == 0) {
            return true;
        }
    }
    return false;
}

static bool same_text(const tl_json_value *one, const tl_json_value *other, const char *key) {
    const tl_json_value *x = tl_json_find(one, key), *y = tl_json_find(other, key);
    return (x == NULL && y == NULL) || (x != NULL && y != NULL && x->kind == TL_JSON_STRING &&
                                        y->kind == TL_JSON_STRING && strcmp(x->text, y->text) == 0);
}

static const tl_json_value *twin_of(const tl_json_value *list, const tl_json_value *item) {
    bool by_id = tl_json_find(item, "id") != NULL || tl_json_find(item, "unit") != NULL;
    for (size_t i = 0; i < list->count; i++) {
        const tl_json_value *other = &list->items[i];
        bool pair = by_id || (same_text(item, other, "from") && same_text(item, other, "to"));
        if (same_text(item, other, "id") && same_text(item, other, "unit") && pair) {
            return other;
        }
    }
    return NULL;
}

bool battle_agrees(const tl_json_value *one, const tl_json_value *other, bool grows, char where[256]) {
    for (size_t i = 0; i < one->count; i++) {
        const tl_json_value *field = &one->items[i], *twin = tl_json_find(other, field->key);
        if (twin == NULL || twin->kind != field->kind) {
            continue;
        }
        if (is_verdict_field(field)) {
            bool differ = (field->text[0] == 'y' && twin->text[0] == 'n') ||
                          (!grows && field->text[0] == 'n' && twin->text[0] == 'y');
            /* longer ranges show less of what was too near, and cover is no range */
            if (differ && !(grows && strcmp(field->key, "cover") == 0)) {
                tl_json_path(field, where, 200);
                snprintf(where + strlen(where), 50, ": %s, the other %s", field->text, twin->text);
                return false;
            }
        } else if (field->kind == TL_JSON_ARRAY && is_compared_list(field->key)) {
            for (size_t k = 0; k < field->count; k++) {
                const tl_json_value *item = &field->items[k];
                const tl_json_value *found = item->kind == TL_JSON_OBJECT ? twin_of(twin, item) : NULL;
                if (found != NULL && !battle_agrees(item, found, grows, where)) {
                    return false;
                }
            }
        } else if (field->kind == TL_JSON_OBJECT && (strcmp(field->key, "placement") == 0)) {
            if (!battle_agrees(field, twin, grows, where)) {
                return false;
            }
        }
    }
    return true;
}
