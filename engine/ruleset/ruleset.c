/* ruleset.c: asking a rule system what it says. */
#include "ruleset/ruleset.h"

#include "ruleset/system.h"

#include <stdlib.h>
#include <string.h>

const char *tl_ruleset_name(const tl_ruleset *ruleset) {
    return ruleset->name;
}

const char *tl_ruleset_title(const tl_ruleset *ruleset) {
    return ruleset->title;
}

uint64_t tl_ruleset_hash(const tl_ruleset *ruleset) {
    uint64_t hash = 0;
    size_t size = 0;
    for (size_t i = 0; i < ruleset->layer_count; i++) {
        const char *text = tl_json_source(ruleset->layers[i].json, &size);
        hash = tl_hash(hash, text, size + 1); /* with the zero that ends it */
    }
    if (ruleset->before != NULL) {
        const char *text = tl_json_source(ruleset->before, &size);
        hash = tl_hash(hash, text, size + 1);
    }
    return hash;
}

size_t tl_ruleset_setting_count(const tl_ruleset *ruleset) {
    return ruleset->setting_count;
}

const tl_setting *tl_ruleset_setting(const tl_ruleset *ruleset, size_t index) {
    return &ruleset->settings[index];
}

size_t tl_ruleset_kind_count(const tl_ruleset *ruleset) {
    return ruleset->kind_count;
}

const tl_terrain_kind *tl_ruleset_kind_at(const tl_ruleset *ruleset, size_t index) {
    return &ruleset->kinds[index];
}

const tl_terrain_kind *tl_ruleset_kind(const tl_ruleset *ruleset, const char *name) {
    for (size_t i = 0; i < ruleset->kind_count; i++) {
        if (strcmp(ruleset->kinds[i].name, name) == 0) {
            return &ruleset->kinds[i];
        }
    }
    return NULL;
}

bool tl_ruleset_is_abstract(const tl_ruleset *ruleset) {
    return ruleset->abstract;
}

bool tl_ruleset_is_kin(const tl_ruleset *a, const tl_ruleset *b) {
    for (size_t i = 0; i < a->layer_count; i++) {
        for (size_t k = 0; k < b->layer_count; k++) {
            if (strcmp(tl_json_file(a->layers[i].json), tl_json_file(b->layers[k].json)) == 0) {
                return true;
            }
        }
    }
    return false;
}

bool tl_ruleset_has_length(const tl_ruleset *ruleset, const char *name) {
    for (size_t i = 0; i < ruleset->length_count; i++) {
        if (strcmp(ruleset->lengths[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

double tl_ruleset_length(const tl_ruleset *ruleset, const char *name, int units) {
    for (size_t i = 0; i < ruleset->length_count; i++) {
        if (strcmp(ruleset->lengths[i].name, name) == 0) {
            return ruleset->lengths[i].mm[units != 0];
        }
    }
    return 0;
}

size_t tl_ruleset_template_count(const tl_ruleset *ruleset) {
    return ruleset->template_count;
}

const tl_template_rule *tl_ruleset_template_at(const tl_ruleset *ruleset, size_t index) {
    return &ruleset->templates[index];
}

const tl_template_rule *tl_ruleset_template(const tl_ruleset *ruleset, const char *name) {
    for (size_t i = 0; i < ruleset->template_count; i++) {
        if (strcmp(ruleset->templates[i].name, name) == 0) {
            return &ruleset->templates[i];
        }
    }
    return NULL;
}

size_t tl_ruleset_size_count(const tl_ruleset *ruleset) {
    return ruleset->size_count;
}

const tl_size_rule *tl_ruleset_size_at(const tl_ruleset *ruleset, size_t index) {
    return &ruleset->sizes[index];
}

const tl_size_rule *tl_ruleset_size(const tl_ruleset *ruleset, const char *name) {
    for (size_t i = 0; i < ruleset->size_count; i++) {
        if (name == NULL || strcmp(ruleset->sizes[i].name, name) == 0) {
            return &ruleset->sizes[i];
        }
    }
    return NULL;
}

/* Whether a list (may be NULL) of words holds one. */
static bool lists(const tl_json_value *list, const char *word) {
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        if (list->items[i].kind == TL_JSON_STRING && strcmp(list->items[i].text, word) == 0) {
            return true;
        }
    }
    return false;
}

bool tl_ruleset_size_turns_no_farther(const tl_size_rule *size, const char *class_word) {
    return size != NULL && lists(size->turns_no_farther, class_word);
}

bool tl_ruleset_kind_never_hits(const tl_terrain_kind *kind, const char *class_word) {
    return lists(kind->never_hits, class_word);
}

bool tl_ruleset_kind_traps(const tl_ruleset *ruleset, const tl_terrain_kind *kind, const char *class_word) {
    if (kind->going != TL_GOING_TRAP) {
        return false;
    }
    const tl_class_rule *its = tl_ruleset_class(ruleset, class_word);
    return kind->trap_for != NULL ? lists(kind->trap_for, class_word) : its == NULL || !its->climbs;
}

const tl_reach_rule *tl_ruleset_reach_at(const tl_ruleset *ruleset, size_t index) {
    return index < ruleset->reach_count ? &ruleset->reaches[index] : NULL;
}

const tl_stance_rule *tl_ruleset_stance_at(const tl_ruleset *ruleset, size_t index) {
    return index < ruleset->stance_count ? &ruleset->stances[index] : NULL;
}

const tl_grade_rule *tl_ruleset_grade_at(const tl_ruleset *ruleset, size_t index) {
    return index < ruleset->grade_count ? &ruleset->grades[index] : NULL;
}

size_t tl_ruleset_grade_count(const tl_ruleset *ruleset) {
    return ruleset->grade_count;
}

const tl_weapon_rule *tl_ruleset_weapon_at(const tl_ruleset *ruleset, size_t index) {
    return index < ruleset->weapon_count ? &ruleset->weapons[index] : NULL;
}

const tl_score_rule *tl_ruleset_score_at(const tl_ruleset *ruleset, size_t index) {
    return index < ruleset->score_count ? &ruleset->scores[index] : NULL;
}

const tl_score_rule *tl_ruleset_score(const tl_ruleset *ruleset, const char *name) {
    for (size_t i = 0; i < ruleset->score_count; i++) {
        if (strcmp(ruleset->scores[i].name, name) == 0) {
            return &ruleset->scores[i];
        }
    }
    return NULL;
}

const tl_skills *tl_ruleset_skills(const tl_ruleset *ruleset) {
    return &ruleset->skills;
}

const tl_move_rule *tl_ruleset_move_at(const tl_ruleset *ruleset, size_t index) {
    return index < ruleset->move_count ? &ruleset->moves[index] : NULL;
}

bool tl_ruleset_kind_meets(const tl_terrain_kind *kind, const char *class_word) {
    return kind->meets && (kind->meets_for == NULL || lists(kind->meets_for, class_word));
}

size_t tl_ruleset_deviation_count(const tl_ruleset *ruleset) {
    return ruleset->deviation_count;
}

const tl_deviation_rule *tl_ruleset_deviation_at(const tl_ruleset *ruleset, size_t index) {
    return &ruleset->deviations[index];
}

const char *tl_ruleset_rule_text(const tl_ruleset *ruleset, const char *id) {
    for (size_t i = 0; i < ruleset->rule_count; i++) {
        if (strcmp(ruleset->rules[i].id, id) == 0) {
            return ruleset->rules[i].text;
        }
    }
    return NULL;
}

size_t tl_ruleset_class_count(const tl_ruleset *ruleset) {
    return ruleset->class_count;
}

const tl_class_rule *tl_ruleset_class_at(const tl_ruleset *ruleset, size_t index) {
    return &ruleset->classes[index];
}

const tl_class_rule *tl_ruleset_class(const tl_ruleset *ruleset, const char *name) {
    for (size_t i = 0; name != NULL && i < ruleset->class_count; i++) {
        if (strcmp(ruleset->classes[i].name, name) == 0) {
            return &ruleset->classes[i];
        }
    }
    return NULL;
}

size_t tl_ruleset_locomotion_count(const tl_ruleset *ruleset) {
    return ruleset->locomotion_count;
}

const tl_locomotion_rule *tl_ruleset_locomotion_at(const tl_ruleset *ruleset, size_t index) {
    return &ruleset->locomotions[index];
}

size_t tl_ruleset_arc_count(const tl_ruleset *ruleset) {
    return ruleset->arc_count;
}

const tl_arc_rule *tl_ruleset_arc_at(const tl_ruleset *ruleset, size_t index) {
    return &ruleset->arcs[index];
}

const char *tl_ruleset_said(const tl_ruleset *ruleset, const tl_language *language, const char *section,
                            const char *key, const char *text) {
    const tl_said wanted = {.text = text};
    const tl_said *said = ruleset->said_count > 0 ? bsearch(&wanted, ruleset->said, ruleset->said_count,
                                                            sizeof(*ruleset->said), tl_form_said_compare)
                                                  : NULL;
    const tl_json_value *spoken = said != NULL ? tl_json_find(said->spoken, language->tag) : NULL;
    if (spoken != NULL && spoken->kind == TL_JSON_STRING) {
        return spoken->text;
    }
    return tl_words_term_text(language, said != NULL ? said->owner : ruleset->name, section, key, text);
}

const char *tl_ruleset_cited(const tl_ruleset *ruleset, tl_cause cause) {
    const char *id = cause.of_row != NULL ? cause.of_row : ruleset->cites[cause.clause];
    return id != NULL ? id : "";
}

bool tl_ruleset_pending(const tl_ruleset *ruleset, size_t index, const char **rule, const char **text) {
    if (index >= ruleset->pending_count) {
        return false;
    }
    *rule = ruleset->pending[index].id;
    *text = ruleset->pending[index].text;
    return true;
}
