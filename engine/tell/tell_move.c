/* tell_move.c: a judged move in words, fields and pictures. */
#include "tell/tell_move.h"

#include "tell/tell_spend.h"
#include "tell/tell_ways.h"

#include "geom/hull2.h"
#include "math/angle.h"

#include <string.h>

static const char *name_of(const tl_journey *j) {
    return j->inquiry->table->members[j->moving.member].name;
}

static const char *length_text(const tl_journey *j, double mm, char buffer[TL_WORDS_LENGTH_SIZE]) {
    return tl_words_length_text(j->inquiry->words, mm, buffer);
}

/* With the length left and the name of what it is about. */
static const tl_sentence halts[TL_HALT_KINDS] = {[TL_HALT_FAR] = TL_SAY_MOVE_FAR,
                                                 [TL_HALT_BEHIND] = TL_SAY_MOVE_BEHIND,
                                                 [TL_HALT_FORBIDDEN] = TL_SAY_MOVE_FORBIDDEN,
                                                 [TL_HALT_TURN_COST] = TL_SAY_MOVE_TURN_COST,
                                                 [TL_HALT_SLOWED] = TL_SAY_MOVE_SLOWED,
                                                 [TL_HALT_BEFORE_TERRAIN] = TL_SAY_MOVE_BEFORE_TERRAIN,
                                                 [TL_HALT_WALL] = TL_SAY_MOVE_WALL,
                                                 [TL_HALT_TRAP] = TL_SAY_MOVE_TRAP,
                                                 [TL_HALT_FOE] = TL_SAY_MOVE_FOE,
                                                 [TL_HALT_NEAR] = TL_SAY_MOVE_NEAR,
                                                 [TL_HALT_FRIEND] = TL_SAY_MOVE_FRIEND,
                                                 [TL_HALT_EDGE] = TL_SAY_MOVE_EDGE,
                                                 [TL_HALT_SHORE] = TL_SAY_MOVE_SHORE,
                                                 [TL_HALT_ASHORE] = TL_SAY_MOVE_ASHORE,
                                                 [TL_HALT_TURN] = TL_SAY_MOVE_TURN,
                                                 [TL_HALT_FLOOR_CLASS] = TL_SAY_MOVE_FLOOR_CLASS,
                                                 [TL_HALT_FLOOR_OUTSIDE] = TL_SAY_MOVE_FLOOR_OUTSIDE,
                                                 [TL_HALT_IN_OPENING] = TL_SAY_MOVE_IN_WINDOW,
                                                 [TL_HALT_GROUND] = TL_SAY_MOVE_GROUND,
                                                 [TL_HALT_ON_MODEL] = TL_SAY_MOVE_END,
                                                 [TL_HALT_RISES] = TL_SAY_MOVE_RISES,
                                                 [TL_HALT_NO_END] = TL_SAY_MOVE_OVER_END,
                                                 [TL_HALT_UNEVEN] = TL_SAY_MOVE_NOT_FLAT,
                                                 [TL_HALT_ROUND] = TL_SAY_MOVE_ROUND,
                                                 [TL_HALT_ROOM] = TL_SAY_MOVE_ROOM};

static void halt_text(const tl_journey *j, const tl_halt *halt, char *buffer, size_t size) {
    char rest[TL_WORDS_LENGTH_SIZE];
    length_text(j, tl_max(0, j->length - halt->cost), rest);
    tl_say(j->inquiry->words, buffer, size, halts[halt->kind], rest,
           halt->has_slot ? tl_tell_slot_name(j->inquiry->words, j->inquiry->table, halt->slot) : "");
}

static void summarise(const tl_journey *j, tl_answer *answer) {
    char text[TL_REASON_TEXT] = "", after[TL_WORDS_LENGTH_SIZE], whole[TL_WORDS_LENGTH_SIZE];
    const tl_halt *stop = j->stop;
    if (stop != NULL) {
        halt_text(j, stop, text, sizeof(text));
    }
    if (tl_tell_plan_summary(j, text, answer)) {
        return;
    }
    bool turn = stop == NULL && j->verdict != TL_VERDICT_YES;
    tl_say(j->inquiry->words, answer->summary, sizeof(answer->summary),
           j->verdict == TL_VERDICT_YES          ? TL_SAY_MOVE_YES
           : turn && j->verdict == TL_VERDICT_NO ? TL_SAY_MOVE_NO_TURN
           : turn                                ? TL_SAY_MOVE_MARGINAL_TURN
           : j->verdict == TL_VERDICT_MARGINAL   ? TL_SAY_MOVE_MARGINAL
           : stop->cost < 0.05                   ? TL_SAY_MOVE_NO_START
                                                 : TL_SAY_MOVE_NO,
           name_of(j),
           stop != NULL && (j->verdict == TL_VERDICT_MARGINAL || stop->cost < 0.05)
               ? text
               : length_text(j, stop != NULL ? stop->cost : j->length, after),
           length_text(j, stop != NULL ? j->length : j->allowance, whole), text);
    answer->cause = stop != NULL ? stop->cause : tl_by(turn ? TL_CLAUSE_MOVE_TURN : TL_CLAUSE_MOVE_LENGTH);
}

static void length_reason(const tl_journey *j, tl_answer *answer) {
    char text[TL_REASON_TEXT], a[TL_WORDS_LENGTH_SIZE], b[TL_WORDS_LENGTH_SIZE], c[TL_WORDS_LENGTH_SIZE];
    tl_verdict verdict = j->length_verdict;
    double margin = j->allowance - j->length;
    tl_say(j->inquiry->words, text, sizeof(text),
           verdict == TL_VERDICT_YES  ? TL_SAY_MOVE_LENGTH_YES
           : verdict == TL_VERDICT_NO ? TL_SAY_MOVE_LENGTH_NO
                                      : TL_SAY_MOVE_LENGTH_MARGINAL,
           length_text(j, j->length, a), length_text(j, j->allowance, b), length_text(j, fabs(margin), c));
    tl_answer_line(answer, text);
    tl_reason *reason = tl_answer_reason(
        answer, tl_by(j->allowance < j->own ? TL_CLAUSE_MOVE_TERRAIN : TL_CLAUSE_MOVE_LENGTH), verdict, text);
    tl_answer_reason_number(reason, "length_mm", j->length);
    tl_answer_reason_number(reason, "allowance_mm", j->allowance);
    tl_answer_reason_number(reason, "margin_mm", margin);
    double plan = j->path.nodes[j->path.count - 1].plan;
    if (j->length - plan > 0.05) {
        tl_say(j->inquiry->words, text, sizeof(text), TL_SAY_MOVE_CLIMB, length_text(j, j->length - plan, a));
        tl_answer_line(answer, text);
        tl_answer_reason_number(tl_answer_reason(answer, tl_by(TL_CLAUSE_MOVE_FLOORS), TL_VERDICT_YES, text),
                                "climb_mm", j->length - plan);
    }
    if (j->in_terrain_counts && j->in_terrain < j->own) {
        const tl_table *table = j->inquiry->table;
        tl_say(j->inquiry->words, text, sizeof(text), j->terrain_after > 0.05 ? TL_SAY_MOVE_MEETS : TL_SAY_MOVE_BEGINS,
               table->terrain[j->terrain].name,
               length_text(j, j->terrain_after > 0.05 ? j->terrain_after : j->in_terrain, a),
               length_text(j, j->in_terrain, b));
        tl_answer_line(answer, text);
        reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_MOVE_TERRAIN), verdict, text);
        tl_answer_reason_number(reason, "after_mm", j->terrain_after);
        tl_answer_reason_number(reason, "inside_mm", j->inside);
        tl_answer_reason_number(reason, "limit_mm", j->in_terrain);
    }
}

static bool is_length(const tl_halt *halt) {
    return halt->kind == TL_HALT_FAR || halt->kind == TL_HALT_BEHIND || halt->kind == TL_HALT_TURN_COST ||
           halt->kind == TL_HALT_SLOWED || halt->kind == TL_HALT_BEFORE_TERRAIN;
}

static void way_reasons(const tl_journey *j, tl_answer *answer) {
    char text[TL_REASON_TEXT], a[TL_WORDS_LENGTH_SIZE], b[TL_WORDS_LENGTH_SIZE];
    bool free = true;
    for (size_t i = 0; i < j->halt_count; i++) {
        const tl_halt *halt = &j->halts[i];
        halt_text(j, halt, text, sizeof(text));
        if (halt != j->stop) {
            tl_answer_line(answer, text);
        }
        tl_reason *reason = tl_answer_reason(answer, halt->cause, halt->verdict, text);
        tl_answer_reason_number(reason, "after_mm", halt->cost);
        tl_answer_reason_number(reason, "short_mm", j->length - halt->cost);
        free = free && (is_length(halt) || halt->kind == TL_HALT_ON_MODEL || halt->kind == TL_HALT_RISES ||
                        halt->kind == TL_HALT_NO_END);
    }
    for (size_t i = 0; i < j->contacts.count; i++) {
        const tl_move_contact *c = &j->contacts.items[i];
        double cost;
        if (c->opening) {
            tl_path_at_plan(&j->path, c->touch, &cost);
            tl_say(j->inquiry->words, text, sizeof(text), TL_SAY_MOVE_WINDOW,
                   tl_tell_slot_name(j->inquiry->words, j->inquiry->table, c->slot), length_text(j, cost, a),
                   length_text(j, c->sill, b));
            tl_answer_line(answer, text);
            tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_MOVE_OPENINGS), TL_VERDICT_YES, text);
            tl_answer_reason_number(reason, "after_mm", cost);
            tl_answer_reason_number(reason, "sill_mm", c->sill);
        }
    }
    bool bare = j->overrun_count == 0; /* whom it runs over was in its way */
    for (size_t i = 0; i < j->meeting_count; i++) {
        bare = bare && !j->meetings[i].die;
    }
    if (free && bare && (j->stop == NULL || j->moving.flies)) { /* a way that ends early isn't called free */
        tl_sentence say = j->moving.flies          ? TL_SAY_MOVE_OVER
                          : j->moving.over != NULL ? TL_SAY_MOVE_OVER_TERRAIN
                                                   : TL_SAY_MOVE_FREE;
        tl_answer_line(answer, tl_phrase(j->inquiry->words, say));
        tl_answer_reason(answer,
                         j->moving.flies          ? tl_by(TL_CLAUSE_MOVE_LANDING)
                         : j->moving.over != NULL ? tl_by_row(TL_CLAUSE_MOVE_OVER, j->moving.over->rule)
                                                  : tl_by(TL_CLAUSE_MOVE_MODELS),
                         TL_VERDICT_YES, tl_phrase(j->inquiry->words, say));
    }
    if (free && j->way != TL_TURNING_LAST && j->way != TL_TURNING_DRIVES) {
        tl_sentence say = j->way == TL_TURNING_FIRST   ? TL_SAY_MOVE_TURNS_FIRST
                          : j->way == TL_TURNING_ALONG ? TL_SAY_MOVE_TURNS_ALONG
                                                       : TL_SAY_MOVE_TURNS_BACK;
        tl_answer_line(answer, tl_phrase(j->inquiry->words, say));
        tl_answer_reason(answer, tl_by(TL_CLAUSE_MOVE_TURN), TL_VERDICT_YES, tl_phrase(j->inquiry->words, say));
    }
    if (j->end == TL_VERDICT_YES) {
        tl_answer_reason(answer, tl_by(TL_CLAUSE_MOVE_END), TL_VERDICT_YES,
                         tl_phrase(j->inquiry->words, TL_SAY_MOVE_END_FREE));
    }
}

static void other_reasons(const tl_journey *j, tl_answer *answer) {
    char text[TL_REASON_TEXT], a[TL_WORDS_LENGTH_SIZE], b[TL_WORDS_LENGTH_SIZE];
    if (j->rotation_looked) {
        double limit = j->rotation_limit;
        tl_say(j->inquiry->words, text, sizeof(text),
               j->rotation == TL_VERDICT_YES  ? TL_SAY_MOVE_ROTATION_YES
               : j->rotation == TL_VERDICT_NO ? TL_SAY_MOVE_ROTATION_NO
                                              : TL_SAY_MOVE_ROTATION_MARGINAL,
               length_text(j, j->rotation_mm, a), length_text(j, limit, b));
        tl_answer_line(answer, text);
        tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_MOVE_TURN), j->rotation, text);
        tl_answer_reason_number(reason, "farthest_mm", j->rotation_mm);
        tl_answer_reason_number(reason, "margin_mm", limit - j->rotation_mm);
    }
    if (j->moving.flies && !j->plan.asked) {
        char degrees[TL_WORDS_LENGTH_SIZE];
        tl_words_decimal_text(j->inquiry->words, j->flat_deg, 1, degrees);
        strcat(degrees, "\xc2\xb0");
        tl_say(j->inquiry->words, text, sizeof(text), TL_SAY_MOVE_FLAT, length_text(j, j->flat_mm, a), degrees);
        tl_answer_line(answer, text);
        tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_MOVE_LANDING), j->flat, text);
        tl_answer_reason_number(reason, "uneven_mm", j->flat_mm);
        tl_answer_reason_number(reason, "slope_deg", j->flat_deg);
    }
    for (size_t i = 0; i < j->crossing_count; i++) {
        const tl_journey_crossing *c = &j->crossings[i];
        if (c->rolls && (j->stop == NULL || c->cost < j->stop->cost - 1e-6)) {
            tl_say(j->inquiry->words, text, sizeof(text), c->leaves ? TL_SAY_MOVE_ROLL_OUT : TL_SAY_MOVE_ROLL_IN,
                   length_text(j, c->cost, a), j->inquiry->table->terrain[c->terrain].name);
            tl_answer_line(answer, text);
            tl_answer_reason_number(tl_answer_reason(answer, tl_by(TL_CLAUSE_MOVE_ROLL), TL_VERDICT_YES, text),
                                    "after_mm", c->cost);
        }
    }
}

static tl_vec3 origin_at(const tl_journey *j, tl_vec3 ground) {
    ground.z += j->moving.drop;
    return ground;
}

/* Terrain whose crossing is told, as far as the move goes. */
static void meeting_reasons(const tl_journey *j, tl_answer *answer) {
    char text[TL_REASON_TEXT], a[TL_WORDS_LENGTH_SIZE], b[TL_WORDS_LENGTH_SIZE];
    for (size_t i = 0; i < j->meeting_count; i++) {
        const tl_journey_meeting *m = &j->meetings[i];
        if (j->stop != NULL && m->from > j->stop->cost) {
            continue;
        }
        tl_say(j->inquiry->words, text, sizeof(text),
               m->die && m->verdict == TL_VERDICT_YES ? TL_SAY_MOVE_MEETS_DIE
               : m->die                               ? TL_SAY_MOVE_MEETS_DIE_OPEN
               : m->verdict != TL_VERDICT_YES         ? TL_SAY_MOVE_MEETS_OPEN
               : m->begins                            ? TL_SAY_MOVE_MEETS_BEGINS
                                                      : TL_SAY_MOVE_MEETS_AFTER,
               j->inquiry->table->terrain[m->terrain].name, length_text(j, m->from, a),
               length_text(j, m->die ? m->to : m->to - m->from, b));
        tl_answer_line(answer, text);
        tl_reason *reason = tl_answer_reason(answer, tl_by_row(TL_CLAUSE_MOVE_MEETS, m->rule), m->verdict, text);
        tl_answer_reason_number(reason, "after_mm", m->from);
        tl_answer_reason_number(reason, "inside_mm", m->to - m->from);
    }
}

static void write_meetings(const tl_journey *j, tl_json_writer *writer) {
    if (j->moving.meeting_count == 0) {
        return;
    }
    tl_json_open_array(writer, "meets");
    for (size_t i = 0; i < j->meeting_count; i++) {
        const tl_journey_meeting *m = &j->meetings[i];
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "terrain", j->inquiry->table->terrain[m->terrain].id);
        tl_json_put_string(writer, "rule", m->rule);
        tl_tell_put_verdict(writer, "verdict", m->verdict);
        tl_json_put_double(writer, "after_mm", m->from);
        tl_json_put_double(writer, "until_mm", m->to);
        tl_json_put_point(writer, "at", origin_at(j, m->at));
        tl_json_put_point(writer, "until", origin_at(j, m->out));
        tl_json_put_bool(writer, "begins", m->begins);
        tl_json_put_bool(writer, "ends", m->ends);
        if (m->die) {
            tl_json_put_bool(writer, "die", true);
        }
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

/* The enemy that it comes nearest to, of those that are near. */
static void gap_reasons(const tl_journey *j, tl_answer *answer) {
    char text[TL_REASON_TEXT], a[TL_WORDS_LENGTH_SIZE], b[TL_WORDS_LENGTH_SIZE];
    for (size_t i = 0; i < j->gap_count; i++) {
        const tl_journey_gap *g = &j->gaps[i];
        bool engages = g->engages == TL_VERDICT_YES;
        if (!engages && g->verdict == TL_VERDICT_YES && g->distance > 2 * g->limit) {
            continue;
        }
        tl_say(j->inquiry->words, text, sizeof(text),
               engages                        ? TL_SAY_MOVE_ENGAGES
               : g->verdict == TL_VERDICT_YES ? TL_SAY_MOVE_GAP_YES
               : g->verdict == TL_VERDICT_NO  ? TL_SAY_MOVE_GAP_NO
                                              : TL_SAY_MOVE_GAP_MARGINAL,
               tl_tell_slot_name(j->inquiry->words, j->inquiry->table, g->slot), length_text(j, g->distance, a),
               length_text(j, g->limit, b));
        tl_answer_line(answer, text);
        tl_reason *reason = tl_answer_reason(answer, tl_by(TL_CLAUSE_MOVE_GAP), g->verdict, text);
        tl_answer_reason_number(reason, "distance_mm", g->distance);
        tl_answer_reason_number(reason, "limit_mm", g->limit);
        tl_answer_reason_number(reason, "margin_mm", g->distance - g->limit);
    }
}

/* --- Fields ------------------------------------------------------------------------------------------------------- */

static void write_stop(const tl_journey *j, tl_json_writer *writer) {
    const tl_halt *stop = j->stop;
    tl_json_open_object(writer, "stop");
    tl_json_put_point(writer, "at", origin_at(j, tl_path_at_plan(&j->path, stop->plan, NULL)));
    tl_json_put_double(writer, "after_mm", stop->cost);
    tl_json_put_string(writer, "rule", tl_tell_cited(j->inquiry, stop->cause));
    tl_json_put_double(writer, "short_mm", j->length - stop->cost);
    if (stop->latest < INFINITY) {
        double latest;
        tl_path_at_plan(&j->path, stop->latest, &latest);
        tl_json_put_double(writer, "at_latest_mm", tl_max(latest, stop->cost));
    }
    if (stop->has_slot) {
        tl_json_put_string(writer, "by", tl_table_slot_name(j->inquiry->table, stop->slot));
    }
    tl_json_end_object(writer);
}

static void write_events(const tl_journey *j, tl_json_writer *writer) {
    tl_json_open_array(writer, "crossings");
    for (size_t i = 0; i < j->crossing_count; i++) {
        const tl_journey_crossing *c = &j->crossings[i];
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "terrain", j->inquiry->table->terrain[c->terrain].id);
        tl_json_put_string(writer, "event", c->leaves ? "leaves" : "enters");
        tl_json_put_point(writer, "at", origin_at(j, c->at));
        tl_json_put_double(writer, "after_mm", c->cost);
        tl_json_put_bool(writer, "roll", c->rolls);
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
    tl_json_open_array(writer, "windows");
    for (size_t i = 0; i < j->contacts.count; i++) {
        const tl_move_contact *c = &j->contacts.items[i];
        double cost;
        if (c->opening) {
            tl_json_begin_object(writer);
            tl_json_put_string(writer, "terrain", tl_table_slot_name(j->inquiry->table, c->slot));
            tl_json_put_point(writer, "at", origin_at(j, tl_path_at_plan(&j->path, c->touch, &cost)));
            tl_json_put_double(writer, "after_mm", cost);
            tl_json_put_double(writer, "sill_mm", c->sill);
            tl_json_end_object(writer);
        }
    }
    tl_json_end_array(writer);
}

static void write(const tl_journey *j, tl_json_writer *writer) {
    static const char *const ways[] = {"last", "first", "along", "backward", "drives"};
    const tl_path_node *end = &j->path.nodes[j->path.count - 1];
    tl_json_put_string(writer, "member", j->inquiry->table->members[j->moving.member].id);
    tl_json_put_bool(writer, "march", j->march);
    tl_json_put_double(writer, "length_mm", j->length);
    tl_json_put_double(writer, "plan_mm", end->plan);
    tl_json_put_double(writer, "allowance_mm", j->allowance);
    tl_json_put_double(writer, "margin_mm", j->allowance - j->length);
    tl_json_put_double(writer, "rating_mm", j->rated);
    if (j->in_terrain_counts) {
        tl_json_put_string(writer, "terrain", j->inquiry->table->terrain[j->terrain].id);
        tl_json_put_double(writer, "terrain_after_mm", j->terrain_after);
        tl_json_put_double(writer, "terrain_inside_mm", j->inside);
    }
    if (j->stop != NULL) {
        write_stop(j, writer);
    }
    tl_json_open_array(writer, "path");
    for (size_t i = 0; i <= j->path.corner_count; i++) {
        tl_vec3 at = origin_at(j, j->path.nodes[i == 0 ? 0 : j->path.corners[i - 1]].at);
        const double numbers[3] = {at.x, at.y, at.z};
        tl_json_begin_array(writer);
        for (int k = 0; k < 3; k++) {
            tl_json_double(writer, numbers[k]);
        }
        tl_json_end_array(writer);
    }
    tl_json_end_array(writer);
    tl_json_put_double(writer, "facing_deg", j->facing_deg);
    if (!j->moving.mover.round) {
        tl_json_put_string(writer, "turns", ways[j->way]);
    }
    if (j->rotation_looked) {
        tl_json_open_object(writer, "rotation");
        tl_tell_put_verdict(writer, "verdict", j->rotation);
        tl_json_put_double(writer, "farthest_mm", j->rotation_mm);
        tl_json_put_double(writer, "margin_mm", j->rotation_limit - j->rotation_mm);
        tl_json_end_object(writer);
    }
    tl_tell_put_verdict(writer, "end", j->end);
    if (j->moving.flies && !j->plan.asked) {
        tl_json_put_double(writer, "uneven_mm", j->flat_mm);
        tl_json_put_double(writer, "slope_deg", j->flat_deg);
    }
    write_events(j, writer);
    tl_tell_spend_fields(j, writer);
    write_meetings(j, writer);
    tl_tell_ways_fields(j, writer);
    if (j->moving.gap > 0) {
        tl_json_open_array(writer, "enemies");
        for (size_t i = 0; i < j->gap_count; i++) {
            const tl_journey_gap *g = &j->gaps[i];
            tl_json_begin_object(writer);
            tl_json_put_string(writer, "id", tl_table_slot_name(j->inquiry->table, g->slot));
            tl_tell_put_verdict(writer, "verdict", g->verdict);
            tl_tell_put_verdict(writer, "engages", g->engages);
            tl_json_put_double(writer, "distance_mm", g->distance);
            tl_json_put_double(writer, "limit_mm", g->limit);
            tl_json_put_double(writer, "margin_mm", g->distance - g->limit);
            tl_json_end_object(writer);
        }
        tl_json_end_array(writer);
    }
}

/* --- Pictures ----------------------------------------------------------------------------------------------------- */

/* The outline at the place where the move ends: a disc, or the hull of what it stands on. */
static void lay_footprint(const tl_journey *j, tl_vec3 at, tl_answer *answer) {
    const tl_mover_part *part = &j->moving.footprint_part;
    tl_vec2 *corners = tl_alloc_array(answer->context, part->count * TL_FIGURE_CORNERS, sizeof(*corners));
    tl_vec2 *hull = tl_alloc_array(answer->context, part->count * TL_FIGURE_CORNERS + 1, sizeof(*hull));
    size_t count = 0;
    double s, c;
    tl_sincos_deg(j->facing_deg, &s, &c);
    if (corners == NULL || hull == NULL) {
        answer->status = TL_ERROR_MEMORY;
    } else if (part->figures[0].count == 1) {
        tl_answer_disc(answer, tl_figure_turned(&part->figures[0], c, s, tl_plan(at)).corner[0],
                       part->figures[0].radius, at.z);
    } else {
        for (size_t i = 0; i < part->count; i++) {
            tl_figure placed = tl_figure_turned(&part->figures[i], c, s, tl_plan(at));
            for (int k = 0; k < placed.count; k++) {
                corners[count++] = placed.corner[k];
            }
        }
        size_t size = tl_geom_convex_hull2(corners, count, hull);
        tl_answer_outline(answer, hull, size, at.z);
    }
    tl_free(answer->context, corners);
    tl_free(answer->context, hull);
}

static void witness(const tl_journey *j, tl_answer *answer) {
    double until = j->stop != NULL ? j->stop->plan : INFINITY;
    const tl_path *path = &j->path;
    tl_vec3 last = path->nodes[0].at;
    for (size_t i = 1; i < path->count && answer->status == TL_OK; i++) {
        const tl_path_node *a = &path->nodes[i - 1], *b = &path->nodes[i];
        bool before = a->plan<until, after = b->plan> until;
        /* many small rises in a row are drawn as one */
        bool corner = i + 1 == path->count || path->nodes[i + 1].leg != b->leg || path->nodes[i + 1].rise != TL_PATH_ON;
        if (before && after) {
            tl_vec3 at = tl_path_at_plan(path, until, NULL);
            tl_answer_witness(answer, TL_WITNESS_PATH, last, at);
            last = at;
        }
        if (corner || tl_distance(last, b->at) > 8) {
            tl_answer_witness(answer, after || !before ? TL_WITNESS_BEYOND : TL_WITNESS_PATH, last, b->at);
            last = b->at;
        }
    }
    tl_vec3 at = j->stop != NULL ? tl_path_at_plan(path, until, NULL) : path->nodes[path->count - 1].at;
    for (size_t k = answer->witness_count; k > 0; k--) {
        tl_witness *w = &answer->witnesses[k - 1];
        if (w->kind == TL_WITNESS_PATH || k == 1) {
            tl_words_length_text(j->inquiry->words, j->stop != NULL ? j->stop->cost : j->length, w->label);
            break;
        }
    }
    if (j->stop != NULL && j->stop->has_slot) {
        tl_witness *w = tl_answer_witness(answer, TL_WITNESS_BLOCKER, at, at);
        if (w != NULL) {
            w->slot = j->stop->slot;
        }
    }
    lay_footprint(j, at, answer);
}

/* Whose surfaces may be off, and what that does. */
static void tell_uncertain(const tl_journey *j, tl_answer *answer) {
    char text[TL_REASON_TEXT], by[TL_WORDS_LENGTH_SIZE], list[200];
    for (size_t i = 0; i < j->uncertain_count; i++) {
        tl_answer_uncertain(answer, j->inquiry, j->uncertain[i]);
    }
    if (j->uncertainty > 0) {
        tl_json_put_double(&answer->body, "uncertainty_mm", j->uncertainty);
    }
    if (j->uncertainty > 0 && j->verdict == TL_VERDICT_MARGINAL) {
        tl_tell_slots_text(j->inquiry->words, j->inquiry->table, j->uncertain, j->uncertain_count, list, sizeof(list));
        tl_say(j->inquiry->words, text, sizeof(text), TL_SAY_MOVE_UNCERTAIN, length_text(j, j->uncertainty, by), list);
        tl_answer_line(answer, text);
        tl_answer_reason_number(tl_answer_reason(answer, tl_by(TL_CLAUSE_MOVE_LENGTH), TL_VERDICT_MARGINAL, text),
                                "uncertainty_mm", j->uncertainty);
    }
}

void tl_tell_journey(const tl_journey *j, tl_answer *answer) {
    answer->verdict = j->verdict;
    summarise(j, answer);
    length_reason(j, answer);
    tl_tell_spend_reasons(j, answer);
    gap_reasons(j, answer);
    meeting_reasons(j, answer);
    tl_tell_ways_reasons(j, answer);
    way_reasons(j, answer);
    other_reasons(j, answer);
    write(j, &answer->body);
    tell_uncertain(j, answer);
    witness(j, answer);
}
