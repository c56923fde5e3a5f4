/* check.c: what of a scene the rule system doesn't know, or can't be so. */
#include "judge/check.h"

#include <stdio.h>

enum { CHECK_NAMES = 128 }; /* among which the nearest is looked for */

/* The names of one sort that the rule system knows, and what is said of another one. */
typedef struct known_names {
    const char *sort, *effect; /* a skill: it changes nothing */
    const char *names[CHECK_NAMES];
    size_t count;
    char remedy[200]; /* when none is near */
} known_names;

static void warn_unknown(const tl_document *document, const tl_ruleset *ruleset, const known_names *known,
                         const tl_json_value *at, const char *name, tl_problems *problems) {
    char remedy[200];
    const char *nearest = tl_nearest_name(name, known->names, known->count);
    if (nearest != NULL) {
        snprintf(remedy, sizeof(remedy), "did you mean `%s`?", nearest);
    }
    tl_json_problem(document->json, at, false, problems, true, TL_ERROR_SCENE, nearest != NULL ? remedy : known->remedy,
                    "%s knows no %s `%s`: %s", tl_ruleset_title(ruleset), known->sort, name, known->effect);
}

/* --- Units -------------------------------------------------------------------------------------------------------- */

static void check_skills(const tl_document *document, const tl_ruleset *ruleset, const tl_json_value *owner,
                         const char *const *skills, size_t count, tl_problems *problems) {
    const tl_skills *all = tl_ruleset_skills(ruleset);
    const tl_json_value *list = tl_json_find(owner, "skills");
    known_names known = {.sort = "skill", .effect = "it changes nothing"};
    snprintf(known.remedy, sizeof(known.remedy), "`trueline rules %s` lists them", tl_ruleset_name(ruleset));
    for (; known.count < all->count && known.count < CHECK_NAMES; known.count++) {
        known.names[known.count] = all->items[known.count].name;
    }
    for (size_t i = 0; i < count; i++) {
        if (tl_skills_find(all, skills[i]) == NULL) {
            warn_unknown(document, ruleset, &known, list != NULL && i < list->count ? &list->items[i] : owner,
                         skills[i], problems);
        }
    }
}

/* A size that the rule system doesn't know binds nobody. */
static void check_size(const tl_document *document, const tl_ruleset *ruleset, const tl_document_unit *unit,
                       tl_problems *problems) {
    if (unit->size == NULL || tl_ruleset_size(ruleset, unit->size) != NULL) {
        return;
    }
    known_names known = {.sort = "size", .effect = "it binds nobody"};
    snprintf(known.remedy, sizeof(known.remedy), "`trueline rules %s --json` lists its sizes",
             tl_ruleset_name(ruleset));
    for (; known.count < tl_ruleset_size_count(ruleset) && known.count < CHECK_NAMES; known.count++) {
        known.names[known.count] = tl_ruleset_size_at(ruleset, known.count)->name;
    }
    warn_unknown(document, ruleset, &known, tl_json_find(unit->json, "size"), unit->size, problems);
}

/* The remedy for an id that nobody has: the nearest that somebody has, or `else_do`. */
static const char *nearest_or(const tl_document *document, const char *id, const char *else_do, char text[160]) {
    const char *name = tl_document_nearest_id(document, id);
    snprintf(text, 160, "did you mean `%s`?", name != NULL ? name : "");
    return name != NULL ? text : else_do;
}

/* The model that a unit rides on: a model of another unit that isn't carried itself, and no infantry. */
static void check_carrier(const tl_document *document, const tl_document_unit *unit, tl_problems *problems) {
    if (unit->aboard == NULL) {
        return;
    }
    const tl_json_value *value = tl_json_find(unit->json, "aboard");
    tl_document_found found = tl_document_find(document, unit->aboard);
    const char *message = NULL, *remedy = "name the vehicle or aircraft that carries the unit";
    char nearest[160];
    if (found.unit == NULL) {
        remedy = nearest_or(document, unit->aboard, remedy, nearest);
        message = "there is no model `%s` to carry the unit";
    } else if (found.unit == unit) {
        message = "`%s` can't carry itself";
    } else if (!found.unit->kind->carries) {
        message = "`%s` is infantry and carries nobody";
    } else if (found.unit->aboard != NULL) {
        message = "`%s` is carried itself";
    } else if (found.member == NULL && found.unit->member_count > 1) {
        message = "`%s` is a unit of several models";
        remedy = "name one of its members";
    }
    if (message != NULL) {
        tl_json_problem(document->json, value, false, problems, false, TL_ERROR_SCENE, remedy, message, unit->aboard);
    }
}

/* A way to stand that a class of models hasn't. */
static void check_stances(const tl_document *document, const tl_document_unit *unit, tl_problems *problems) {
    for (size_t m = 0; m < unit->member_count; m++) {
        const tl_document_member *member = &unit->members[m];
        const tl_stance_rule *stance = member->stance;
        if (stance != NULL && stance->classes != NULL && !tl_score_lists(stance->classes, unit->kind->name)) {
            tl_json_problem(document->json, tl_json_find(member->json, "stance"), false, problems, false,
                            TL_ERROR_SCENE, "remove `stance`, or give the unit a class that may stand so",
                            "`%s` is of the class `%s`, whose models are never `%s`", member->id, unit->kind->name,
                            stance->name);
        }
    }
}

/* The model that a unit's models keep near. */
static void check_leader(const tl_document *document, const tl_document_unit *unit, tl_problems *problems) {
    if (unit->leader == NULL) {
        return;
    }
    tl_document_found found = tl_document_find(document, unit->leader);
    const char *message = NULL, *remedy = "name one of the members";
    char nearest[160];
    if (found.unit == NULL) {
        remedy = nearest_or(document, unit->leader, remedy, nearest);
        message = "there is no model `%s` to lead the unit";
    } else if (found.member == NULL && found.unit->member_count > 1) {
        message = "`%s` is a unit of several models";
    }
    if (message != NULL) {
        tl_json_problem(document->json, tl_json_find(unit->json, "leader"), false, problems, false, TL_ERROR_SCENE,
                        remedy, message, unit->leader);
    }
}

/* --- Terrain ------------------------------------------------------------------------------------------------------ */

/* A height that does nothing: the kind stays flat, and players will think that it hides somebody. */
static void check_flat(const tl_document *document, const tl_ruleset *ruleset, const tl_document_terrain *terrain,
                       tl_problems *problems) {
    const tl_terrain_kind *kind = tl_ruleset_kind(ruleset, terrain->kind);
    bool drawn = terrain->mesh.name == NULL && terrain->asset == SIZE_MAX && terrain->has_height;
    if (kind != NULL && drawn && terrain->solid == TL_DOCUMENT_SOLID_AUTO && kind->blocks && !kind->raised &&
        kind->area == NULL) {
        tl_json_problem(document->json, tl_json_find(terrain->json, "height"), false, problems, true, TL_ERROR_SCENE,
                        "remove `height`, or write `\"solid\": true` when it is a body",
                        "`%s` is a %s without a mesh, which stays flat: its height has no effect, and sight passes it",
                        terrain->id, terrain->kind);
    }
}

static void check_kinds(const tl_document *document, const tl_ruleset *ruleset, tl_problems *problems) {
    known_names known = {.sort = "kind of terrain", .effect = "it counts as a solid obstacle"};
    snprintf(known.remedy, sizeof(known.remedy), "use one of the kinds of %s", tl_ruleset_title(ruleset));
    for (; known.count < tl_ruleset_kind_count(ruleset) && known.count < CHECK_NAMES; known.count++) {
        known.names[known.count] = tl_ruleset_kind_at(ruleset, known.count)->name;
    }
    for (size_t i = 0; i < document->terrain_count; i++) {
        const tl_document_terrain *terrain = &document->terrain[i];
        const tl_json_value *kind = tl_json_find(terrain->json, "kind");
        check_flat(document, ruleset, terrain, problems);
        if (tl_ruleset_kind(ruleset, terrain->kind) == NULL) {
            warn_unknown(document, ruleset, &known, kind != NULL ? kind : terrain->json, terrain->kind, problems);
        }
    }
}

void tl_check_scene(const tl_document *document, const tl_ruleset *ruleset, tl_problems *problems) {
    check_kinds(document, ruleset, problems);
    for (size_t u = 0; u < document->unit_count; u++) {
        const tl_document_unit *unit = &document->units[u];
        check_skills(document, ruleset, unit->json, unit->skills, unit->skill_count, problems);
        check_size(document, ruleset, unit, problems);
        for (size_t w = 0; w < unit->weapon_count; w++) {
            const tl_document_weapon *weapon = &unit->weapons[w];
            check_skills(document, ruleset, weapon->json, weapon->skills, weapon->skill_count, problems);
        }
        check_carrier(document, unit, problems);
        check_stances(document, unit, problems);
        check_leader(document, unit, problems);
    }
}
