/* read_templates.c: reads what a template is besides a disc: its outline, and on what terms it is laid. */
#include "ruleset/system.h"

#include "geom/path2.h"
#include "geom/polygon2.h"
#include "ruleset/score.h"

#include <math.h>

/* None is longer, game units. */
#define MOST_UNITS 1e4

/* How far a flattened curve may lie from the true one, mm; in game units a hundredth of it. */
#define OUTLINE_TOLERANCE 0.005

/* The corners of a list of [x, y]; false with a problem noted. */
static tl_status read_corners(tl_form *form, const tl_json_value *list, tl_template_rule *made, bool *good,
                              tl_error *error) {
    made->outline = tl_alloc_array(form->context, list->count, sizeof(*made->outline));
    if (made->outline == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < list->count; i++) {
        const tl_json_value *v = &list->items[i];
        if (v->kind != TL_JSON_ARRAY || v->count != 2 || v->items[0].kind != TL_JSON_NUMBER ||
            v->items[1].kind != TL_JSON_NUMBER) {
            tl_form_problem(form, v, false, "write [x, y]", "a corner of an outline is two numbers");
            *good = false;
            return TL_OK;
        }
        made->outline[made->outline_count++] = (tl_vec2){v->items[0].number, v->items[1].number};
    }
    return TL_OK;
}

static void turn_counter_clockwise(tl_template_rule *made) {
    if (tl_polygon2_orientation(made->outline, made->outline_count) < 0) {
        for (size_t i = 0, j = made->outline_count - 1; i < j; i++, j--) {
            tl_vec2 corner = made->outline[i];
            made->outline[i] = made->outline[j];
            made->outline[j] = corner;
        }
    }
}

tl_status tl_ruleset_outline_read(tl_form *form, const tl_json_value *object, tl_template_rule *made, tl_error *error) {
    const tl_json_value *path = tl_form_member(form, object, "path", TL_JSON_STRING, false);
    const tl_json_value *list = tl_form_member(form, object, "outline", TL_JSON_ARRAY, false);
    if ((path == NULL) == (list == NULL)) {
        tl_form_problem(form, object, false, "give one of the two", "`%s` needs an `outline` or a `path`", made->name);
        return TL_OK;
    }
    bool good = true;
    tl_status status = TL_OK;
    if (path != NULL) {
        tl_error cause = {0};
        double tolerance = OUTLINE_TOLERANCE * (made->in_game_units ? 0.01 : 1);
        status = tl_path2_flatten(form->context, path->text, tolerance, &made->outline, &made->outline_count, &cause);
        made->outline_error = tolerance;
        if (status == TL_ERROR_MEMORY) {
            return tl_fail_memory(error);
        }
        if (status != TL_OK) {
            tl_form_problem(form, path, false, cause.remedy, "%s", cause.message);
            return TL_OK;
        }
    } else {
        status = read_corners(form, list, made, &good, error);
    }
    if (status != TL_OK || !good) {
        return status;
    }
    if (made->outline_count < 3 || !tl_polygon2_is_simple(made->outline, made->outline_count)) {
        tl_form_problem(form, path != NULL ? path : list, false, "draw one closed line that doesn't meet itself",
                        "the outline of `%s` crosses or touches itself", made->name);
        return TL_OK;
    }
    turn_counter_clockwise(made);
    return TL_OK;
}

/* Kinds of terrain that a disc keeps out of. */
static void read_keeps_out(const tl_ruleset *ruleset, tl_form *form, const tl_json_value *value,
                           tl_template_rule *made) {
    made->keeps_out = tl_form_words(form, value, "keeps_out");
    tl_ruleset_check_names(form, ruleset, TL_SECTION_TERRAIN, made->keeps_out, "kind of terrain");
    for (size_t i = 0; i < ruleset->kind_count && made->keeps_out != NULL; i++) {
        const tl_terrain_kind *kind = &ruleset->kinds[i];
        if (kind->area == NULL && tl_score_lists(made->keeps_out, kind->name)) {
            tl_form_problem(form, made->keeps_out, false, "name kinds that have an `area`", "`%s` is no area",
                            kind->name);
        }
    }
    if (made->keeps_out != NULL && made->flame) {
        tl_form_problem(form, made->keeps_out, false, "leave it out",
                        "only discs keep out of terrain, and `%s` is none", made->name);
    }
}

/* Terrain whose whole piece is struck, in place of a disc; and who stands against it. */
static void read_fills(const tl_ruleset *ruleset, tl_form *form, const tl_json_value *value, tl_template_rule *made) {
    made->fills = tl_form_words(form, value, "fills");
    made->against = tl_form_words(form, value, "against");
    tl_ruleset_check_names(form, ruleset, TL_SECTION_TERRAIN, made->against, "kind of terrain");
    tl_ruleset_check_names(form, ruleset, TL_SECTION_TERRAIN, made->fills, "kind of terrain");
    if (made->fills != NULL && made->flame) {
        tl_form_problem(form, made->fills, false, "give `cm` and `inch`, or leave it out",
                        "only discs fill terrain, and `%s` is none", made->name);
    }
    if (made->against != NULL && made->fills == NULL) {
        tl_form_problem(form, tl_json_find(value, "against"), false, "add \"fills\": [ ... ]",
                        "`%s` is thrown from against what it fills, and fills nothing", made->name);
    }
}

/* How far from the weapon an outline may begin. */
static void read_ahead(tl_form *form, const tl_json_value *value, tl_template_rule *made) {
    made->ahead = tl_form_number(form, value, "begins_ahead", 0, MOST_UNITS, 0);
    if (made->ahead > 0 && !made->flame) {
        tl_form_problem(form, tl_json_find(value, "begins_ahead"), false, "leave it out",
                        "only flames begin ahead of a weapon, and `%s` is none", made->name);
    }
}

/* What a die must show at least; 0: it isn't said. */
static int read_roll(tl_form *form, const tl_json_value *value) {
    double roll = tl_form_number(form, value, "partly_roll", 2, 100, 0);
    if (roll != floor(roll)) {
        tl_form_problem(form, tl_json_find(value, "partly_roll"), false, "write a whole number",
                        "`partly_roll` must be a whole number");
    }
    return (int)roll;
}

void tl_ruleset_read_terms(const tl_ruleset *ruleset, tl_form *form, const tl_json_value *value,
                           tl_template_rule *made) {
    made->partly_roll = read_roll(form, value);
    read_keeps_out(ruleset, form, value, made);
    read_fills(ruleset, form, value, made);
    read_ahead(form, value, made);
}
