/* ask_within.c: who is within a radius of a unit, a model, a piece of terrain or a point: orders, auras, markers
 * (DT-SPC-01 to -05, -12, -13; DT-FRT-11; DT-SCN-02). */
#include "judge/special.h"

#include "tell/ask.h"
#include "scene/settle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The middle: models, or one thing that is measured to. */
typedef struct centre {
    tl_party party; /* count 0: `volume` */
    tl_volume volume;
    tl_shape shape;
    const tl_document_unit *unit; /* NULL: terrain or a point */
    const char *name;
    bool is_point;
    tl_vec3 point;
    double point_off; /* its height may be off by so much, mm */
    size_t slot;      /* terrain: whose mesh; 0: none */
} centre;

/* One unit round it. */
typedef struct around {
    const tl_document_unit *unit; /* NULL: terrain */
    const char *name;
    tl_verdict verdict;
    size_t count;         /* models that count, certainly */
    size_t first, models; /* the unit's */
    size_t told;          /* the model whose distance is told: the nearest, or the farthest when all must be within */
    tl_limit limit;       /* ... held against the radius */
    tl_range_result range;
    size_t from;               /* measured from this model of the centre */
    bool walls;                /* ... and the walls of a fortification are between */
    tl_unseen unseen;          /* its camouflage, when sight is asked for */
    tl_verdict los;            /* some model is in sight; when sight is asked for */
    tl_pair_sight_result line; /* of the first model whose line rests on holes, or is too uncertain; else cleared */
} around;

typedef struct within {
    const tl_inquiry *inquiry;
    centre middle;
    const tl_skill *skill; /* NULL: a plain radius */
    const tl_skill *told;  /* that says how far: `skill`, or one that lifts its limits */
    double radius;
    bool sight, each;
    bool adjacent_action; /* a skill that reaches one game unit: it ends at the walls of a fortification (DT-FRT-07) */
    tl_effect_whom whom;
    tl_json_writer *writer;
    tl_answer *answer;
} within;

/* --- The middle --------------------------------------------------------------------------------------------------- */

/* Terrain as something to measure to: its mesh; without one a column over its disc or outline, so that the plan
 * counts. */
static tl_status volume_of_terrain(const tl_inquiry *inquiry, size_t index, tl_volume *volume, tl_shape *shape,
                                   tl_error *error) {
    enum { COLUMN = 100000 };
    const tl_document_terrain *source = &inquiry->table->document->terrain[index];
    const tl_placed *placed = &inquiry->table->terrain[index];
    const tl_terrain_kind *kind = tl_ruleset_kind(inquiry->referee->ruleset, source->kind);
    bool centred =
        kind != NULL && kind->marker && tl_settings_is(&inquiry->settings, "objective_from", "centre", false);
    *shape = (tl_shape){.pose = tl_pose_identity(), .low = -COLUMN, .high = COLUMN};
    *volume = (tl_volume){.shape = shape};
    if (centred && (source->has_disc || placed->body != NULL)) {
        tl_vec2 c = source->has_disc ? source->disc_centre : tl_plan(tl_box3_centre(placed->body->box));
        shape->kind = TL_SHAPE_BOX;
        shape->from = (tl_vec3){c.x, c.y, -COLUMN};
        shape->to = (tl_vec3){c.x, c.y, COLUMN};
        /* the middle of a box whose sides may each be off */
        volume->uncertainty = source->has_disc ? 0 : 1.4143 * placed->body->uncertainty;
    } else if (placed->body != NULL) {
        *volume = (tl_volume){.mesh = placed->body->solid,
                              .mesh_closed = placed->inside_blocks,
                              .uncertainty = tl_placed_uncertainty(placed)};
    } else if (source->has_disc) {
        shape->kind = TL_SHAPE_DISC;
        shape->radius = source->disc_radius;
        shape->pose.at = (tl_vec3){source->disc_centre.x, source->disc_centre.y, 0};
    } else if (source->outline != NULL) {
        shape->kind = TL_SHAPE_POLYGON;
        shape->outline = (tl_vec2 *)(uintptr_t)source->outline;
        shape->outline_count = source->outline_count;
    } else {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "give it an outline, a disc or a mesh",
                       "`%s` is nowhere", source->id);
    }
    return TL_OK;
}

static size_t terrain_of(const tl_inquiry *inquiry, const char *name) {
    tl_document_found found = name != NULL ? tl_document_find(inquiry->table->document, name) : (tl_document_found){0};
    return found.kind == TL_DOCUMENT_TERRAIN ? (size_t)(found.terrain - inquiry->table->document->terrain) : SIZE_MAX;
}

static tl_status find_middle(const tl_inquiry *inquiry, const tl_question *question, centre *middle, tl_error *error) {
    *middle = (centre){.name = tl_phrase(&inquiry->words, TL_SAY_THE_POINT)};
    if (question->from == NULL && question->at_count == 0) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from",
                       "name a unit, a model or a piece of terrain, or say `at`", "within what is missing");
    }
    if (question->from == NULL) {
        tl_surfaces surfaces = tl_table_surfaces(inquiry->table);
        middle->is_point = true;
        middle->point = (tl_vec3){question->at[0], question->at[1], question->at[2]};
        if (question->at_count == 2) {
            double height;
            middle->point.z =
                tl_surface_levels(&surfaces, question->at[0], question->at[1], 1, &height, 1) > 0 ? height : 0;
            middle->point_off = tl_surface_off(&surfaces, tl_plan(middle->point), 1, 0, middle->point.z);
        }
        middle->volume = tl_volume_of_point(middle->point, &middle->shape);
        middle->volume.uncertainty = middle->point_off;
        return TL_OK;
    }
    size_t terrain = terrain_of(inquiry, question->from);
    if (terrain != SIZE_MAX) {
        middle->name = inquiry->table->terrain[terrain].name;
        middle->slot = inquiry->table->terrain[terrain].slot;
        return volume_of_terrain(inquiry, terrain, &middle->volume, &middle->shape, error);
    }
    tl_status status = tl_referee_party(inquiry->referee, question->from, "from", &middle->party, error);
    middle->unit = status == TL_OK ? middle->party.unit : NULL;
    middle->name = status == TL_OK ? middle->party.name : NULL;
    return status;
}

/* The radius: a length, or a skill's. Without either the first skill of the unit that has one. */
static tl_status find_radius(within *x, const tl_question *question, tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    const tl_skills *known = tl_ruleset_skills(inquiry->referee->ruleset);
    const tl_skill_effect *effect = NULL;
    x->sight = question->sight;
    if (question->skill != NULL) {
        const char *names[128];
        size_t count = 0;
        for (size_t i = 0; i < known->count && count < 128; i++) {
            for (size_t k = 0; k < known->items[i].effect_count; k++) {
                if (known->items[i].effects[k].kind == TL_EFFECT_RADIUS) {
                    names[count++] = known->items[i].name;
                    effect = strcmp(known->items[i].name, question->skill) == 0 ? &known->items[i].effects[k] : effect;
                    x->skill = effect != NULL && x->skill == NULL ? &known->items[i] : x->skill;
                }
            }
        }
        if (effect == NULL) {
            const char *nearest = tl_nearest_name(question->skill, names, count);
            char remedy[160];
            snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "`trueline rules %s` lists them",
                     nearest != NULL ? nearest : tl_ruleset_name(inquiry->referee->ruleset));
            return tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "skill", remedy, "no skill `%s` acts within a radius",
                           question->skill);
        }
    } else if (!question->has_limit && x->middle.unit != NULL) {
        effect = tl_unit_effect(inquiry, x->middle.unit, TL_EFFECT_RADIUS, &x->skill);
    }
    if (effect == NULL && !question->has_limit) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "limit_mm", "say how far, or by which skill",
                       "%s has no skill with a radius", x->middle.name);
    }
    x->radius = question->has_limit ? question->limit_mm : tl_effect_length(inquiry, effect);
    const tl_skill_effect *anywhere =
        x->middle.unit != NULL ? tl_unit_effect(inquiry, x->middle.unit, TL_EFFECT_ANYWHERE, &x->told) : NULL;
    bool unlimited = !question->has_limit && anywhere != NULL && tl_effect_names(anywhere, x->skill->name);
    if (unlimited) {
        x->radius = INFINITY;
    } else {
        x->told = x->skill;
    }
    if (effect != NULL) {
        x->sight = x->sight || (effect->sight && !unlimited);
        x->each = effect->each;
        x->whom = effect->whom;
        x->adjacent_action = effect->units == 1;
    }
    return TL_OK;
}

/* --- Measuring ---------------------------------------------------------------------------------------------------- */

/* Whether `from`, a model of the middle, stands behind walls that end what it does: who mans a bunker or strongpoint
 * doesn't reach those outside, with what reaches one unit. */
static tl_status stopped_at_walls(const within *x, size_t from, size_t member, bool *stopped, tl_error *error) {
    size_t own, other;
    tl_status status = tl_inquiry_shelter(x->inquiry, from, &own, error);
    *stopped = false;
    if (status != TL_OK || own == SIZE_MAX || !x->inquiry->referee->shelters[own].kind->blocks) {
        return status;
    }
    status = tl_inquiry_shelter(x->inquiry, member, &other, error);
    *stopped = status == TL_OK && other != own;
    return status;
}

/* From the middle to one volume, from the model that reaches it best: the nearest, unless walls stop it and another one
 * does reach. `member`: whose volume it is; SIZE_MAX: terrain's. `walls`: they stop the one that is told. */
static tl_status measure_to(const within *x, const tl_volume *volume, size_t member, around *a, bool *walls,
                            tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    const tl_party *party = &x->middle.party;
    size_t count = party->count > 0 ? party->count : 1;
    tl_verdict verdict = TL_VERDICT_NO;
    for (size_t i = 0; i < count; i++) {
        tl_volume own = party->count > 0 ? tl_table_measured(inquiry->table, party->first + i) : x->middle.volume;
        tl_range_result one;
        tl_limit held;
        bool stopped = false;
        tl_status status = tl_range_between(inquiry->context, &own, volume, tl_inquiry_metric(inquiry), &one, error);
        if (status == TL_OK) {
            status = tl_volumes_within(inquiry, &own, volume, &one, x->radius, false, &held, error);
        }
        if (status == TL_OK && x->adjacent_action && party->count > 0 && member != SIZE_MAX &&
            held.verdict != TL_VERDICT_NO) {
            status = stopped_at_walls(x, party->first + i, member, &stopped, error);
        }
        if (status != TL_OK) {
            return status;
        }
        held.verdict = stopped ? TL_VERDICT_NO : held.verdict;
        tl_verdict either = tl_verdict_either(verdict, held.verdict);
        if (i == 0 || (either == held.verdict && (either != verdict || one.distance_mm < a->range.distance_mm))) {
            a->range = one;
            a->limit = held;
            a->from = party->first + i;
            *walls = stopped;
        }
        verdict = either;
    }
    return TL_OK;
}

/* The line that tells most: a yes that needs no hole, before one that does, before what is open, before a no. */
static void keep_sight(tl_pair_sight_result *kept, const tl_pair_sight_result *sight) {
    static const int order[3] = {[TL_VERDICT_NO] = 0, [TL_VERDICT_MARGINAL] = 2, [TL_VERDICT_YES] = 4};
    int now = order[sight->sight.verdict] + (sight->sight.verdict == TL_VERDICT_YES && sight->holes.count == 0);
    int before = order[kept->sight.verdict] + (kept->sight.verdict == TL_VERDICT_YES && kept->holes.count == 0);
    if (kept->cause.clause == TL_CLAUSE_NONE || now > before) {
        *kept = *sight;
    }
}

/* Whether some model of the middle sees a member; terrain sees nobody, and nobody is asked to. */
static tl_status look_to(const within *x, size_t member, tl_verdict *seen, tl_pair_sight_result *line,
                         tl_error *error) {
    const tl_inquiry *inquiry = x->inquiry;
    tl_pair_sight_result sight;
    *seen = TL_VERDICT_NO;
    if (x->middle.is_point) {
        tl_status status = tl_point_sight(inquiry, x->middle.point, x->middle.point_off, member, false, &sight, error);
        *seen = sight.sight.verdict;
        if (status == TL_OK) {
            keep_sight(line, &sight);
        }
        return status;
    }
    for (size_t i = 0; i < x->middle.party.count && *seen != TL_VERDICT_YES; i++) {
        tl_status status = tl_pair_sight(inquiry, x->middle.party.first + i, member, &sight, error);
        if (status != TL_OK) {
            return status;
        }
        *seen = tl_verdict_either(*seen, sight.sight.verdict);
        keep_sight(line, &sight);
    }
    return TL_OK;
}

/* What a line rests on, and why it isn't decided. */
static void write_line(const within *x, const tl_pair_sight_result *line, tl_verdict seen) {
    if (line->cause.clause == TL_CLAUSE_NONE) {
        return;
    }
    tl_holes_json(x->inquiry, &line->holes, x->writer);
    if (seen == TL_VERDICT_MARGINAL) {
        tl_json_put_string(x->writer, "why", tl_why_word(line->sight.why));
    }
    for (size_t i = 0; i < line->doubt.count; i++) {
        tl_answer_uncertain(x->answer, x->inquiry, line->doubt.slots[i]);
    }
}

static void put_margin(const within *x, double margin) {
    if (isfinite(margin)) {
        tl_json_put_double(x->writer, "margin_mm", margin);
    }
}

static tl_status judge_member(const within *x, size_t member, around *a, tl_error *error) {
    tl_volume volume = tl_table_measured(x->inquiry->table, member);
    around own = {.los = TL_VERDICT_NO};
    tl_verdict seen = TL_VERDICT_YES;
    tl_pair_sight_result line = {.cause = {TL_CLAUSE_NONE, NULL}};
    bool walls = false;
    tl_status status = measure_to(x, &volume, member, &own, &walls, error);
    const tl_limit limit = own.limit;
    if (status == TL_OK && x->sight && limit.verdict != TL_VERDICT_NO) {
        status = look_to(x, member, &seen, &line, error);
        seen = a->unseen.verdict == TL_VERDICT_NO    ? seen
               : a->unseen.verdict == TL_VERDICT_YES ? TL_VERDICT_NO
                                                     : tl_verdict_both(seen, TL_VERDICT_MARGINAL);
    }
    if (status != TL_OK) {
        return status;
    }
    bool first = member == a->first;
    bool tell = first || (x->each ? limit.margin < a->limit.margin : limit.margin > a->limit.margin);
    if (tell) {
        a->walls = walls;
        a->told = member;
        a->limit = limit;
        a->range = own.range;
        a->from = own.from;
    }
    tl_verdict counts = x->each ? limit.verdict : tl_verdict_both(limit.verdict, seen);
    a->los = limit.verdict == TL_VERDICT_NO && x->sight ? a->los : tl_verdict_either(a->los, seen);
    a->count += counts == TL_VERDICT_YES;
    a->verdict = first ? counts : x->each ? tl_verdict_both(a->verdict, counts) : tl_verdict_either(a->verdict, counts);
    tl_json_begin_object(x->writer);
    tl_json_put_string(x->writer, "id", x->inquiry->table->members[member].id);
    tl_json_put_verdict(x->writer, "verdict", counts);
    tl_json_put_double(x->writer, "distance_mm", limit.distance);
    if (limit.uncertainty > 0) {
        tl_json_put_double(x->writer, "uncertainty_mm", limit.uncertainty);
    }
    put_margin(x, limit.margin);
    if (x->sight && limit.verdict != TL_VERDICT_NO) {
        tl_json_put_verdict(x->writer, "los", seen);
        write_line(x, &line, seen);
    }
    tl_json_end_object(x->writer);
    if (line.cause.clause != TL_CLAUSE_NONE && (line.holes.count > 0 || line.doubt.decides) &&
        a->line.cause.clause == TL_CLAUSE_NONE) {
        a->line = line;
    }
    return TL_OK;
}

/* --- Telling ------------------------------------------------------------------------------------------------------ */

static void tell(const within *x, const around *a, bool with_tape, tl_answer *answer) {
    const tl_words *w = &x->inquiry->words;
    char tail[160], margin[TL_LENGTH_SIZE], distance[TL_LENGTH_SIZE], line[TL_REASON_TEXT], count[TL_LENGTH_SIZE],
        of[TL_LENGTH_SIZE];
    tl_length_text(w, fabs(a->limit.margin), margin);
    tl_length_text(w, a->limit.distance, distance);
    bool limited = isfinite(x->radius);
    tail[0] = '\0';
    if (limited) {
        tl_say(w, tail, sizeof(tail), a->limit.margin >= 0 ? TL_SAY_WITHIN_TO_SPARE : TL_SAY_WITHIN_TOO_FAR, margin);
    }
    if (a->walls) {
        size_t used = strlen(tail);
        tl_say(w, tail + used, sizeof(tail) - used, TL_SAY_WITHIN_INDOORS, NULL);
    }
    if (x->sight && a->limit.verdict != TL_VERDICT_NO && a->los != TL_VERDICT_YES) {
        size_t used = strlen(tail);
        tl_say(w, tail + used, sizeof(tail) - used,
               a->los == TL_VERDICT_NO ? TL_SAY_WITHIN_UNSEEN : TL_SAY_WITHIN_SIGHT_OPEN, NULL);
    }
    const char *member = a->unit != NULL ? x->inquiry->table->members[a->told].name : NULL;
    if (a->models <= 1) {
        tl_say(w, line, sizeof(line), TL_SAY_WITHIN_ONE, a->name, distance, tail);
    } else if (x->each) {
        tl_say(w, line, sizeof(line), TL_SAY_WITHIN_FARTHEST, a->name, member, distance, tail);
    } else {
        tl_count_text(a->count, count);
        tl_count_text(a->models, of);
        tl_say(w, line, sizeof(line), TL_SAY_WITHIN_UNIT, a->name, count, of, member, distance, tail);
    }
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, answer->cause, a->verdict, line);
    tl_reason_number(reason, "distance_mm", a->limit.distance);
    if (limited) {
        tl_reason_number(reason, "limit_mm", a->limit.limit);
        tl_reason_number(reason, "margin_mm", a->limit.margin);
    }
    if (a->limit.uncertainty > 0) {
        tl_reason_number(reason, "uncertainty_mm", a->limit.uncertainty);
    }
    tl_limit_tell(x->inquiry, &a->limit, answer);
    if (a->line.cause.clause != TL_CLAUSE_NONE) {
        tl_pair_sight_text(x->inquiry, &a->line, line, sizeof(line));
        tl_answer_line(answer, line);
        tl_answer_reason(answer, a->line.cause, a->line.sight.verdict, line);
        tl_holes_witness(x->inquiry, &a->line.holes, answer);
    }
    if (a->unseen.asked && a->unseen.verdict != TL_VERDICT_NO) {
        tl_unseen_text(x->inquiry, &a->unseen, x->middle.name, a->name, line, sizeof(line));
        tl_answer_line(answer, line);
        tl_answer_reason(answer, tl_by_row(TL_CLAUSE_SIGHT_UNSEEN, a->unseen.skill->rule),
                         a->unseen.verdict == TL_VERDICT_YES ? TL_VERDICT_NO : TL_VERDICT_MARGINAL, line);
    }
    tl_witness *tape = with_tape && answer->witness_count < 16
                           ? tl_answer_witness(answer, TL_WITNESS_MEASURE, a->range.from, a->range.to)
                           : NULL;
    if (tape != NULL) {
        snprintf(tape->label, sizeof(tape->label), "%s", distance);
    }
}

static void close_unit(const within *x, const around *a) {
    tl_json_writer *writer = x->writer;
    tl_json_put_verdict(writer, "verdict", a->verdict);
    tl_json_put_int(writer, "count", (int64_t)a->count);
    tl_json_put_double(writer, "distance_mm", a->limit.distance);
    if (a->limit.uncertainty > 0) {
        tl_json_put_double(writer, "uncertainty_mm", a->limit.uncertainty);
    }
    put_margin(x, a->limit.margin);
    if (a->walls) {
        tl_json_put_string(writer, "rule", tl_cited(x->inquiry, tl_by(TL_CLAUSE_SHELTER_WALLS)));
    }
    if (x->sight && a->unit != NULL) {
        tl_json_put_verdict(writer, "los", a->los);
    }
    if (a->unit != NULL && x->middle.party.count > 0) {
        tl_json_key(writer, "pair");
        tl_json_begin_array(writer);
        tl_json_string(writer, x->inquiry->table->members[a->from].id);
        tl_json_string(writer, x->inquiry->table->members[a->told].id);
        tl_json_end_array(writer);
    }
    tl_json_end_object(writer);
}

static tl_status judge_unit(within *x, const tl_party *party, around *a, tl_error *error) {
    tl_json_writer *writer = x->writer;
    *a = (around){.unit = party->unit, .name = party->name, .first = party->first, .models = party->count};
    a->verdict = a->los = a->unseen.verdict = TL_VERDICT_NO;
    tl_status status = TL_OK;
    if (x->sight && x->middle.unit != NULL) {
        status = tl_judge_unseen(x->inquiry, x->middle.unit, party->unit, &a->unseen, error);
    }
    tl_json_begin_object(writer);
    tl_json_put_string(writer, "unit", party->unit->id);
    tl_json_put_string(writer, "side", party->unit->side);
    if (x->middle.unit != NULL) {
        tl_json_put_bool(writer, "friend", !tl_are_enemies(x->middle.unit, party->unit));
    }
    tl_json_key(writer, "members");
    tl_json_begin_array(writer);
    for (size_t m = 0; m < party->count && status == TL_OK; m++) {
        status = judge_member(x, party->first + m, a, error);
    }
    tl_json_end_array(writer);
    if (x->each && x->sight) {
        a->verdict = tl_verdict_both(a->verdict, a->los);
    }
    close_unit(x, a);
    return status;
}

static tl_status judge_terrain(within *x, size_t index, around *a, tl_error *error) {
    tl_volume volume;
    tl_shape shape;
    bool walls = false;
    *a = (around){.name = x->inquiry->table->terrain[index].name, .los = TL_VERDICT_YES};
    tl_json_begin_object(x->writer);
    tl_json_put_string(x->writer, "terrain", x->inquiry->table->terrain[index].id);
    tl_status status = volume_of_terrain(x->inquiry, index, &volume, &shape, error);
    if (status == TL_OK) {
        status = measure_to(x, &volume, SIZE_MAX, a, &walls, error);
        a->verdict = a->limit.verdict;
    }
    close_unit(x, a);
    return status;
}

/* What pictures show. */
static void draw_ring(const within *x, tl_answer *answer) {
    const centre *middle = &x->middle;
    const tl_shape *shape = &middle->shape;
    if (!isfinite(x->radius)) {
        return;
    }
    if (middle->is_point || middle->party.count > 0) {
        tl_answer_rings(answer, &x->inquiry->words, middle->party.first, middle->party.count, middle->point, x->radius,
                        NULL);
    } else if (shape->kind == TL_SHAPE_DISC) {
        tl_answer_disc(answer, tl_plan(shape->pose.at), x->radius + shape->radius, 0);
    } else if (shape->kind == TL_SHAPE_BOX && shape->from.x == shape->to.x) {
        tl_answer_disc(answer, tl_plan(shape->from), x->radius, 0);
    }
}

/* --- The question ------------------------------------------------------------------------------------------------- */

static bool is_asked_about(const within *x, const tl_document_unit *unit, const tl_party *to) {
    if (unit == x->middle.unit || (to != NULL && to->unit != unit)) {
        return false;
    }
    bool enemies = x->middle.unit != NULL && tl_are_enemies(x->middle.unit, unit);
    return to != NULL || x->whom == TL_WHOM_ANYBODY || x->middle.unit == NULL ||
           enemies == (x->whom == TL_WHOM_ENEMIES);
}

static void sum_up(const within *x, const char *names, tl_answer *answer) {
    char length[TL_LENGTH_SIZE], line[TL_REASON_TEXT];
    bool limited = isfinite(x->radius);
    if (limited) {
        tl_length_text(&x->inquiry->words, x->radius, length);
    }
    if (answer->verdict == TL_VERDICT_YES) {
        tl_say(&x->inquiry->words, answer->summary, sizeof(answer->summary),
               limited ? TL_SAY_WITHIN_SOME : TL_SAY_WITHIN_ANYWHERE, limited ? length : x->skill->name, x->middle.name,
               names);
    } else if (!limited) {
        tl_say(&x->inquiry->words, answer->summary, sizeof(answer->summary), TL_SAY_WITHIN_NOBODY_ELSE, x->middle.name);
    } else {
        tl_say(&x->inquiry->words, answer->summary, sizeof(answer->summary),
               answer->verdict != TL_VERDICT_NO ? TL_SAY_WITHIN_OPEN
               : x->sight && !x->each           ? TL_SAY_WITHIN_NOBODY_SEEN
                                                : TL_SAY_WITHIN_NOBODY,
               length, x->middle.name);
    }
    if (x->skill != NULL) {
        const char *text = tl_term_text(x->inquiry->words.language, tl_ruleset_name(x->inquiry->referee->ruleset),
                                        "skills", x->told->name, x->told->text);
        tl_say(&x->inquiry->words, line, sizeof(line), TL_SAY_WITHIN_BY_SKILL, x->told->name, text);
        tl_answer_note(answer, line);
    }
}

/* The units asked about, in the order of the document. */
static tl_status judge_units(within *x, const tl_party *to, around *all, size_t *count, tl_answer *answer,
                             tl_error *error) {
    const tl_document *document = x->inquiry->table->document;
    tl_status status = TL_OK;
    for (size_t u = 0; u < document->unit_count && status == TL_OK; u++) {
        if (!is_asked_about(x, &document->units[u], to)) {
            continue;
        }
        tl_party party = to != NULL ? *to : tl_whole_unit(x->inquiry, &document->units[u]);
        bool same = x->middle.party.count > 0 && party.first < x->middle.party.first + x->middle.party.count &&
                    x->middle.party.first < party.first + party.count; /* who is aboard, and its carrier */
        if (!same) {
            status = judge_unit(x, &party, &all[(*count)++], error);
            tl_note_guesses(x->inquiry, party.first, party.count, true, false, answer);
        }
    }
    return status;
}

static tl_status judge_all(within *x, const tl_party *to, size_t terrain, tl_answer *answer, tl_error *error) {
    char names[TL_REASON_TEXT] = "";
    size_t used = 0, count = 0;
    around *all = tl_alloc_array(x->inquiry->context, x->inquiry->table->document->unit_count + 1, sizeof(*all));
    tl_status status = all == NULL           ? tl_fail_memory(error)
                       : terrain != SIZE_MAX ? judge_terrain(x, terrain, &all[count++], error)
                                             : judge_units(x, to, all, &count, answer, error);
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        answer->verdict = tl_verdict_either(answer->verdict, all[i].verdict);
        if (all[i].verdict == TL_VERDICT_YES && used < sizeof(names)) {
            used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%s",
                                     used > 0 ? tl_phrase(&x->inquiry->words, TL_SAY_COMMA) : "", all[i].name);
        }
    }
    for (size_t k = 0; k < 2 * count && status == TL_OK; k++) { /* first who counts, or may */
        const around *a = &all[k % count];
        if ((a->verdict != TL_VERDICT_NO) == (k < count)) {
            tell(x, a, k < count || answer->verdict == TL_VERDICT_NO, answer);
        }
    }
    sum_up(x, names, answer);
    tl_free(x->inquiry->context, all);
    return status;
}

/* What the distances were measured to and from, where it is uncertain. */
static void name_uncertain(const within *x, size_t terrain, tl_answer *answer) {
    const tl_table *table = x->inquiry->table;
    for (size_t i = 0; i < x->middle.party.count; i++) {
        if (tl_table_measured(table, x->middle.party.first + i).uncertainty > 0) {
            tl_answer_uncertain(answer, x->inquiry, table->members[x->middle.party.first + i].slot);
        }
    }
    if (x->middle.slot != 0) {
        tl_answer_uncertain(answer, x->inquiry, x->middle.slot);
    }
    if (terrain != SIZE_MAX) {
        tl_answer_uncertain(answer, x->inquiry, table->terrain[terrain].slot);
    }
    if (x->middle.point_off > 0) {
        tl_json_put_double(x->writer, "at_uncertainty_mm", x->middle.point_off);
    }
}

tl_status tl_ask_within(const tl_inquiry *inquiry, const tl_question *question, tl_answer *answer, tl_error *error) {
    within x = {.inquiry = inquiry, .writer = &answer->body, .answer = answer};
    tl_party to;
    size_t terrain = terrain_of(inquiry, question->to);
    tl_status status = find_middle(inquiry, question, &x.middle, error);
    if (status == TL_OK) {
        status = find_radius(&x, question, error);
    }
    if (status == TL_OK && question->to != NULL && terrain == SIZE_MAX) {
        status = tl_referee_party(inquiry->referee, question->to, "to", &to, error);
        if (status == TL_OK && to.unit == x.middle.unit) {
            status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "to", "name two different units or members",
                             "%s and %s are the same unit", x.middle.name, to.name);
        }
    }
    if (status != TL_OK) {
        return status;
    }
    answer->cause = x.skill != NULL ? tl_by_row(TL_CLAUSE_WITHIN_SKILL, x.skill->rule) : tl_by(TL_CLAUSE_MEASURE_LIMIT);
    answer->verdict = TL_VERDICT_NO;
    if (question->from != NULL) {
        tl_json_put_string(x.writer, "from", question->from);
    } else {
        tl_json_put_point(x.writer, "at", x.middle.point);
    }
    if (x.skill != NULL) {
        tl_json_put_string(x.writer, "skill", x.skill->name);
    }
    if (isfinite(x.radius)) {
        tl_json_put_double(x.writer, "limit_mm", x.radius);
    }
    tl_json_put_string(x.writer, "metric", tl_inquiry_metric(inquiry) == TL_METRIC_PLAN ? "plan" : "3d");
    tl_json_key(x.writer, "units");
    tl_json_begin_array(x.writer);
    status = judge_all(&x, question->to != NULL && terrain == SIZE_MAX ? &to : NULL, terrain, answer, error);
    tl_json_end_array(x.writer);
    draw_ring(&x, answer);
    name_uncertain(&x, terrain, answer);
    return status;
}
