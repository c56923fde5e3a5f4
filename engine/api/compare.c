/* compare.c: one question of a scene under several rule systems, behind the public wall. */
#include "api/door.h"
#include "api/rules_change.h"
#include "api/rules_words.h"

#include "question/comparison.h"
#include "question/question.h"

#include <string.h>

typedef struct comparing {
    const tl_scene *scene;
    tl_question question;
    const tl_question_row *row;
    tl_comparison *made;
} comparing;

/* --- What a rule system doesn't know ------------------------------------------------------------------------------ */

/* Sorts whose words are part of every answer, or of those in which weapons count; of the others what isn't known is no
 * rule there. Weapons are looked at one by one. */
static bool counts(tl_rules_sort sort) {
    return sort == TL_RULES_KIND || sort == TL_RULES_CLASS || sort == TL_RULES_STANCE;
}

static bool is_left(tl_rules_sort sort) {
    return sort == TL_RULES_SETTING || sort == TL_RULES_SIZE || sort == TL_RULES_SKILL;
}

static bool add(const comparing *c, tl_comparison_words *words, tl_rules_sort sort, const tl_rules_stranger *stranger) {
    return tl_comparison_add(c->made->context, words, tl_rules_one(sort), stranger->word, stranger->thing,
                             stranger->count);
}

static bool is_of(const tl_document_unit *unit, const char *name) {
    bool found = name != NULL && strcmp(unit->id, name) == 0;
    for (size_t i = 0; i < unit->member_count && name != NULL && !found; i++) {
        found = strcmp(unit->members[i].id, name) == 0;
    }
    return found;
}

static bool note_strangers(const comparing *c, const tl_rules_change *change, tl_comparison_column *column) {
    tl_rules_stranger stranger;
    const char *there;
    bool good = true;
    for (size_t i = 0; good && tl_rules_change_stranger(change, i, &stranger); i++) {
        bool said = tl_rules_change_there(change, i, &there);
        if (counts(stranger.sort) && !said && !c->row->alone) {
            good = add(c, &column->unknown, stranger.sort, &stranger);
        } else if (is_left(stranger.sort) && !(said && there != NULL)) {
            good = add(c, &column->left, stranger.sort, &stranger);
        }
    }
    return good;
}

/* Whether the other system knows a word of a sort, by itself or by what the scene says that it is there. */
static bool is_known(const tl_rules_change *change, tl_rules_sort sort, const char *own) {
    const char *there;
    tl_rules_word word;
    bool known = own == NULL || tl_rules_change_said(change, sort, own, &there);
    for (size_t i = 0; !known && tl_rules_change_word(change, sort, i, &word); i++) {
        known = strcmp(word.name, own) == 0;
    }
    return known;
}

/* Ranges in game units are those of the scene's own system. */
static bool has_own_range(const tl_document_weapon *weapon) {
    const tl_json_value *range = tl_json_find(weapon->json, "range");
    return range != NULL && (range->kind == TL_JSON_NUMBER || range->kind == TL_JSON_ARRAY);
}

static bool note_weapon(const comparing *c, const tl_rules_change *change, const tl_document_unit *unit,
                        const tl_document_weapon *weapon, tl_comparison_column *column) {
    const char *kind = tl_thing_word(tl_json_find(weapon->json, "kind")), *there;
    const char *arc = tl_thing_word(tl_json_find(weapon->json, "arc"));
    const char *template_name = tl_thing_word(tl_json_find(weapon->json, "template"));
    bool kin = tl_ruleset_is_kin(c->scene->ruleset, tl_rules_change_system(change));
    bool row = kin || (kind != NULL && is_known(change, TL_RULES_WEAPON, kind) &&
                       !(tl_rules_change_said(change, TL_RULES_WEAPON, kind, &there) && there == NULL) &&
                       !has_own_range(weapon));
    if (tl_rules_change_weapon_said(change, weapon)) {
        return true;
    }
    if (!row) {
        return tl_comparison_add(c->made->context, &column->unknown, "row", weapon->id, unit->id, 1);
    }
    const struct {
        tl_rules_sort sort;
        const char *own;
    } words[] = {{TL_RULES_WEAPON, kind}, {TL_RULES_ARC, arc}, {TL_RULES_TEMPLATE, template_name}};
    bool good = true;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]) && good; i++) {
        good = is_known(change, words[i].sort, words[i].own) ||
               tl_comparison_add(c->made->context, &column->unknown, tl_rules_one(words[i].sort), words[i].own,
                                 unit->id, 1);
    }
    return good;
}

static bool note_unknown(const comparing *c, const tl_rules_change *change, tl_rules_sort sort, const tl_json_value *of,
                         const char *thing, tl_comparison_column *column) {
    const char *own = tl_thing_word(tl_json_find(of, sort == TL_RULES_CLASS ? "class" : "stance"));
    return is_known(change, sort, own) ||
           tl_comparison_add(c->made->context, &column->unknown, tl_rules_one(sort), own, thing, 1);
}

/* Those whom a question names, when it is about nobody else. */
static bool note_named(const comparing *c, const tl_rules_change *change, tl_comparison_column *column) {
    const tl_document *document = c->scene->table->document;
    const tl_question *q = &c->question;
    bool good = true;
    for (size_t u = 0; u < document->unit_count; u++) {
        const tl_document_unit *unit = &document->units[u];
        if (is_of(unit, q->from) || is_of(unit, q->to) || is_of(unit, q->unit)) {
            good = good && note_unknown(c, change, TL_RULES_CLASS, unit->json, unit->id, column);
            for (size_t m = 0; m < unit->member_count && good; m++) {
                good = note_unknown(c, change, TL_RULES_STANCE, unit->members[m].json, unit->members[m].id, column);
            }
        }
    }
    return good;
}

/* Whether a weapon of a unit is carried by the model of that name; by one of its models, when it is none of theirs. */
static bool carries(const tl_document_unit *unit, size_t weapon, const char *name) {
    for (size_t i = 0; i < unit->member_count; i++) {
        const tl_document_member *member = &unit->members[i];
        bool has = !member->has_weapons;
        for (size_t k = 0; k < member->weapon_count; k++) {
            has = has || member->weapons[k] == weapon;
        }
        if (strcmp(member->id, name) == 0) {
            return has;
        }
    }
    return true;
}

/* Weapons of who asks, and of those aboard of them. */
static bool note_weapons(const comparing *c, const tl_rules_change *change, tl_comparison_column *column) {
    const tl_document *document = c->scene->table->document;
    const char *from = c->question.from, *weapon = c->question.weapon;
    const tl_document_unit *asks = NULL;
    bool good = true;
    for (size_t u = 0; u < document->unit_count && from != NULL; u++) {
        asks = is_of(&document->units[u], from) ? &document->units[u] : asks;
    }
    for (size_t u = 0; u < document->unit_count && asks != NULL; u++) {
        const tl_document_unit *unit = &document->units[u];
        bool takes_part = unit == asks || (unit->aboard != NULL && is_of(asks, unit->aboard));
        for (size_t w = 0; w < unit->weapon_count && takes_part && good; w++) {
            bool asked = (weapon == NULL || strcmp(unit->weapons[w].id, weapon) == 0) && carries(unit, w, from);
            good = !asked || note_weapon(c, change, unit, &unit->weapons[w], column);
        }
    }
    return good;
}

/* --- Asking ------------------------------------------------------------------------------------------------------- */

/* A class for somebody on whom nothing rests: one that may carry others, should somebody be aboard. */
static const char *any_class(const tl_ruleset *rules) {
    const char *any = NULL;
    for (size_t i = tl_ruleset_class_count(rules); i-- > 0;) {
        const tl_class_rule *rule = tl_ruleset_class_at(rules, i);
        any = any == NULL || rule->carries ? rule->name : any;
    }
    return any;
}

/* The scene with the other rule system. */
static tl_status make_scene(const comparing *c, const tl_rules_change *change, tl_scene **made, tl_error *error) {
    tl_context *context = c->made->context;
    tl_rules_stranger stranger;
    tl_scene *clone = NULL;
    char *edits = NULL;
    size_t count = 0;
    while (tl_rules_change_stranger(change, count, &stranger)) {
        count++;
    }
    const char **chosen = tl_alloc_array(context, count + 1, sizeof(*chosen));
    tl_status status = chosen != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        bool said = tl_rules_change_there(change, i, &chosen[i]);
        if (!said && tl_rules_change_stranger(change, i, &stranger) && stranger.needed) {
            chosen[i] = any_class(tl_rules_change_system(change)); /* of somebody whom the question isn't about */
        }
    }
    status = status == TL_OK ? tl_rules_change_edit(change, chosen, &edits, error) : status;
    status = status == TL_OK ? tl_scene_clone(c->scene, NULL, &clone, error) : status;
    status = status == TL_OK ? tl_scene_edit(clone, edits, strlen(edits), NULL, error) : status;
    tl_free(context, chosen);
    tl_free(context, edits);
    if (status != TL_OK) {
        tl_scene_destroy(clone);
        return status;
    }
    *made = clone;
    return TL_OK;
}

/* What asking under a system failed of, when that is told in its column. */
static bool is_told(tl_status status) {
    return status == TL_ERROR_NO_RULE || status == TL_ERROR_NOT_FOUND || status == TL_ERROR_ARGUMENT ||
           status == TL_ERROR_UNSUPPORTED || status == TL_ERROR_SCENE;
}

static tl_status ask(const comparing *c, const tl_scene *scene, const tl_rules_change *change,
                     tl_comparison_column *column, tl_error *error) {
    tl_question question = c->question;
    const char *shape = NULL;
    if (change != NULL && question.shape != NULL &&
        tl_rules_change_said(change, TL_RULES_TEMPLATE, question.shape, &shape) && shape != NULL) {
        question.shape = shape;
    }
    tl_status status = tl_scene_ask(scene, &question, &column->ruling, &column->cause);
    if (status == TL_OK || is_told(status)) {
        return TL_OK;
    }
    if (error != NULL) {
        *error = column->cause;
    }
    return status;
}

static tl_status fill_other(const comparing *c, tl_comparison_column *column, tl_error *error) {
    tl_rules_change *change = NULL;
    tl_status status = tl_rules_change_begin(c->scene, column->system, c->question.language, &change, error);
    if (status != TL_OK) {
        return status;
    }
    column->title = tl_duplicate_text(c->made->context, tl_rules_change_title(change));
    bool good = column->title != NULL && note_strangers(c, change, column) &&
                (!c->row->alone || note_named(c, change, column)) &&
                (!c->row->by_weapons || note_weapons(c, change, column));
    status = good ? tl_rules_change_check(change, error) : tl_fail_memory(error);
    if (status == TL_OK && column->unknown.count == 0) {
        status = make_scene(c, change, &column->scene, &column->cause);
        if (status == TL_OK) {
            status = ask(c, column->scene, change, column, error);
        } else if (is_told(status)) {
            status = TL_OK;
        } else if (error != NULL) {
            *error = column->cause;
        }
    }
    tl_rules_change_destroy(change);
    return status;
}

static tl_status fill_own(const comparing *c, tl_comparison_column *column, tl_error *error) {
    const tl_ruleset *rules = c->scene->ruleset;
    column->title = tl_duplicate_text(
        c->made->context, tl_ruleset_said(rules, c->made->words.language, "about", "title", tl_ruleset_title(rules)));
    return column->title != NULL ? ask(c, c->scene, NULL, column, error) : tl_fail_memory(error);
}

static tl_status fill(const comparing *c, const char *system, tl_comparison_column *column, tl_error *error) {
    const char *own = c->scene->table->document->ruleset;
    column->system = tl_duplicate_text(c->made->context, system);
    if (column->system == NULL) {
        return tl_fail_memory(error);
    }
    own = own != NULL ? own : tl_ruleset_builtin_name(0);
    return strcmp(system, own) == 0 ? fill_own(c, column, error) : fill_other(c, column, error);
}

/* Nobody answers, and not for want of a rule or a word: the question itself is wrong. */
static tl_status check_asked(const tl_comparison *made, tl_error *error) {
    const tl_error *wrong = NULL;
    for (size_t i = 0; i < made->count; i++) {
        const tl_comparison_column *column = &made->columns[i];
        if (column->ruling != NULL || column->cause.status == TL_ERROR_NO_RULE) {
            return TL_OK;
        }
        wrong = wrong == NULL && column->unknown.count == 0 ? &column->cause : wrong;
    }
    if (wrong != NULL && error != NULL) {
        *error = *wrong;
    }
    return wrong != NULL ? wrong->status : TL_OK;
}

/* --- The comparison ----------------------------------------------------------------------------------------------- */

static tl_status check_systems(const char *const *systems, size_t count, tl_error *error) {
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(systems[i], systems[k]) == 0) {
                return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "rules", "name each once",
                               "the rule system `%s` is named twice", systems[i]);
            }
        }
    }
    return count > 0 ? TL_OK
                     : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "rules", "name one or more rule systems",
                               "no rule system is named");
}

static tl_status check_query(const comparing *c, tl_error *error) {
    if (c->row == NULL) {
        return tl_query_unknown(c->question.query, error);
    }
    return c->row->compares
               ? TL_OK
               : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "query", "compare range, los, cover, attack, or another one",
                         "`%s` is asked in the lengths or names of one rule system, so it can't be compared",
                         c->question.query);
}

/* Whom a question names has to be there, whatever the systems know. */
static tl_status check_named(const comparing *c, const tl_scene *scene, tl_error *error) {
    const struct {
        const char *name, *field;
    } named[] = {{c->row->parties ? c->question.from : NULL, "from"},
                 {c->row->parties ? c->question.to : NULL, "to"},
                 {c->question.unit, "unit"}};
    tl_status status = TL_OK;
    for (size_t i = 0; i < sizeof(named) / sizeof(named[0]) && status == TL_OK; i++) {
        tl_party party;
        status = named[i].name != NULL ? tl_referee_party(scene->referee, named[i].name, named[i].field, &party, error)
                                       : TL_OK;
    }
    return status;
}

tl_status tl_scene_compare(const tl_scene *scene, const char *const *systems, size_t count, const tl_question *question,
                           tl_comparison **comparison, tl_error *error) {
    if (scene == NULL || systems == NULL || question == NULL || comparison == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL,
                       "scene, systems, question and comparison must be given");
    }
    comparing c = {.scene = scene};
    tl_handle_seen seen = {.scene = NULL};
    tl_status status = tl_question_take(question, &c.question, error);
    status = status == TL_OK ? check_systems(systems, count, error) : status;
    c.row = status == TL_OK ? tl_question_row_named(c.question.query) : NULL;
    status = status == TL_OK ? check_query(&c, error) : status;
    status = status == TL_OK ? tl_handle_view(scene, c.question.for_side, &seen, error) : status;
    status = status == TL_OK ? check_named(&c, seen.scene, error) : status;
    if (status != TL_OK) {
        tl_handle_leave(&seen);
        return status;
    }
    c.scene = seen.scene;
    c.question.for_side = NULL;
    c.made = tl_alloc_array(scene->context, 1, sizeof(*c.made));
    tl_comparison_column *columns = tl_alloc_array(scene->context, count, sizeof(*columns));
    if (c.made == NULL || columns == NULL) {
        tl_free(scene->context, c.made);
        tl_free(scene->context, columns);
        tl_handle_leave(&seen);
        return tl_fail_memory(error);
    }
    const tl_language *language = c.question.language != NULL ? tl_language_find(c.question.language) : NULL;
    *c.made = (tl_comparison){.context = scene->context,
                              .words = {language != NULL ? language : tl_language_of(scene->context), 0},
                              .query = c.row->query.name,
                              .columns = columns,
                              .count = count};
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        status = fill(&c, systems[i], &columns[i], error);
    }
    status = status == TL_OK ? check_asked(c.made, error) : status;
    status = status == TL_OK ? tl_comparison_tell(c.made, c.scene->table->document->name, error) : status;
    tl_handle_leave(&seen);
    if (status != TL_OK) {
        tl_comparison_destroy(c.made);
        return status;
    }
    *comparison = c.made;
    return TL_OK;
}

static void free_words(tl_context *context, tl_comparison_words *words) {
    for (size_t i = 0; i < words->count; i++) {
        tl_free(context, words->items[i].sort);
        tl_free(context, words->items[i].word);
        tl_free(context, words->items[i].thing);
    }
    tl_free(context, words->items);
}

void tl_comparison_destroy(tl_comparison *comparison) {
    if (comparison == NULL) {
        return;
    }
    tl_context *context = comparison->context;
    for (size_t i = 0; i < comparison->count; i++) {
        tl_comparison_column *column = &comparison->columns[i];
        tl_free(context, column->system);
        tl_free(context, column->title);
        tl_free(context, column->told);
        tl_free(context, column->rule);
        tl_ruling_destroy(column->ruling);
        tl_scene_destroy(column->scene);
        free_words(context, &column->unknown);
        free_words(context, &column->left);
    }
    tl_free(context, comparison->columns);
    tl_free(context, comparison->json);
    tl_free(context, comparison->text);
    tl_free(context, comparison);
}

/* --- Reading it --------------------------------------------------------------------------------------------------- */

const char *tl_comparison_system(const tl_comparison *comparison, size_t index) {
    return index < comparison->count ? comparison->columns[index].system : NULL;
}

const char *tl_comparison_title(const tl_comparison *comparison, size_t index) {
    return comparison->columns[index].title;
}

tl_comparison_outcome tl_comparison_outcome_of(const tl_comparison *comparison, size_t index) {
    const tl_comparison_column *column = &comparison->columns[index];
    return column->ruling != NULL      ? TL_COMPARISON_ANSWERED
           : column->unknown.count > 0 ? TL_COMPARISON_UNKNOWN
                                       : TL_COMPARISON_FAILED;
}

const tl_ruling *tl_comparison_ruling(const tl_comparison *comparison, size_t index) {
    return comparison->columns[index].ruling;
}

const tl_scene *tl_comparison_scene(const tl_comparison *comparison, size_t index) {
    return comparison->columns[index].scene;
}

const char *tl_comparison_told(const tl_comparison *comparison, size_t index) {
    return comparison->columns[index].told;
}

const char *tl_comparison_rule(const tl_comparison *comparison, size_t index) {
    const char *rule = comparison->columns[index].rule;
    return rule != NULL ? rule : "";
}

const tl_error *tl_comparison_error(const tl_comparison *comparison, size_t index) {
    return &comparison->columns[index].cause;
}

const char *tl_comparison_end(const tl_comparison *comparison) {
    return comparison->text + comparison->end;
}

bool tl_comparison_differs(const tl_comparison *comparison) {
    return comparison->differs;
}

const char *tl_comparison_json(const tl_comparison *comparison) {
    return comparison->json;
}

const char *tl_comparison_text(const tl_comparison *comparison) {
    return comparison->text;
}
