/* tell_scatter.c: the dice of a throw, what each meant, where that leads, and who is hit there. */
#include "tell/tell_scatter.h"

#include "tell/tell_guesses.h"
#include "tell/tell_template.h"

#include <stdio.h>
#include <string.h>

/* --- Names -------------------------------------------------------------------------------------------------------- */

static const char *said(const tl_scatter *x, const char *key, const char *text) {
    return tl_ruleset_said(x->inquiry->referee->ruleset, x->inquiry->words->language, "deviations", key, text);
}

static const char *name_of(const tl_scatter *x, size_t member) {
    return x->inquiry->table->members[member].name;
}

/* What is thrown, with a large first letter. */
static void title_text(const tl_scatter *x, char *buffer, size_t size) {
    const char *text = said(x, x->rule->name, x->rule->text);
    snprintf(buffer, size, "%c%s", text[0] >= 'a' && text[0] <= 'z' ? text[0] - 'a' + 'A' : text[0],
             text[0] != '\0' ? text + 1 : "");
}

/* What the dice show, for players: "7", "hit", "30°". */
static const char *value_text(const tl_scatter *x, const tl_scatter_value *value, char buffer[TL_SCATTER_VALUE_SIZE]) {
    const tl_words *words = x->inquiry->words;
    if (value->face == TL_DEVIATION_FACE_HIT || value->face == TL_DEVIATION_FACE_MISFIRE) {
        return tl_phrase(words, value->face == TL_DEVIATION_FACE_HIT ? TL_SAY_SCATTER_HIT : TL_SAY_SCATTER_MISFIRE);
    }
    tl_scatter_value_text(value, buffer);
    if (value->face == TL_DEVIATION_FACE_ARROW) {
        tl_words_decimal_text(words, value->angle, 1, buffer);
        strcat(buffer, "\xc2\xb0");
    }
    return buffer;
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static void summary_line(const tl_scatter *x, tl_answer *answer) {
    const tl_words *words = x->inquiry->words;
    char title[96], a[TL_WORDS_LENGTH_SIZE], b[TL_WORDS_LENGTH_SIZE], number[TL_WORDS_LENGTH_SIZE], count[64];
    size_t hits = x->hits + (x->struck ? x->strike.hits : 0);
    title_text(x, title, sizeof(title));
    if (x->fails) {
        tl_say(words, answer->summary, sizeof(answer->summary), TL_SAY_SCATTER_FAILED, title);
        return;
    }
    bool illegal = x->has_reach && x->reach.verdict == TL_VERDICT_NO;
    tl_words_decimal_text(words, x->at.x, 1, a);
    tl_words_decimal_text(words, x->at.y, 1, b);
    tl_say(words, count, sizeof(count), TL_SAY_TEMPLATE_MANY, tl_tell_count_text(hits, number));
    tl_say(words, answer->summary, sizeof(answer->summary),
           x->verdict == TL_VERDICT_YES  ? illegal ? TL_SAY_SCATTER_WOULD_HIT : TL_SAY_SCATTER_HITS
           : x->verdict == TL_VERDICT_NO ? TL_SAY_SCATTER_NOBODY
                                         : TL_SAY_SCATTER_OPEN,
           title, a, b, count);
}

static tl_sentence sentence_of(const tl_scatter *x, const tl_scatter_step *s) {
    static const tl_sentence facts[TL_SCATTER_FACTS] = {
        [TL_SCATTER_REACH] = TL_SAY_SCATTER_REACH,   [TL_SCATTER_STAYS] = TL_SAY_SCATTER_STAYS,
        [TL_SCATTER_ARROW] = TL_SAY_SCATTER_ARROW,   [TL_SCATTER_DISTANCE] = TL_SAY_SCATTER_DISTANCE,
        [TL_SCATTER_BOUNCE] = TL_SAY_SCATTER_BOUNCE, [TL_SCATTER_FAILS] = TL_SAY_SCATTER_FAILS,
        [TL_SCATTER_STOPS] = TL_SAY_SCATTER_STOPS,   [TL_SCATTER_UNUSED] = TL_SAY_SCATTER_UNUSED};
    static const tl_sentence ways[] = {[TL_DEVIATION_AHEAD] = TL_SAY_SCATTER_AHEAD,
                                       [TL_DEVIATION_BACK] = TL_SAY_SCATTER_BACK,
                                       [TL_DEVIATION_LEFT] = TL_SAY_SCATTER_LEFT,
                                       [TL_DEVIATION_RIGHT] = TL_SAY_SCATTER_RIGHT,
                                       [TL_DEVIATION_STAYS] = TL_SAY_SCATTER_STAYS};
    bool thrown = s->fact == TL_SCATTER_SECTOR && s->sector->of_thrower && x->aim.has_thrower &&
                  s->sector->way == TL_DEVIATION_AHEAD;
    return thrown ? TL_SAY_SCATTER_SHORT : s->fact == TL_SCATTER_SECTOR ? ways[s->sector->way] : facts[s->fact];
}

static void step_text(const tl_scatter *x, const tl_scatter_step *s, char *buffer, size_t size) {
    const tl_words *words = x->inquiry->words;
    char value[TL_SCATTER_VALUE_SIZE], shown[96], length[TL_WORDS_LENGTH_SIZE] = "", total[TL_WORDS_LENGTH_SIZE];
    const char *what = length;
    snprintf(shown, sizeof(shown), "%s", s->value.given ? value_text(x, &s->value, value) : "\xe2\x80\x93");
    if (s->value.given && s->total != s->value.face && s->value.face >= 0) {
        snprintf(shown, sizeof(shown), "%s (%s)", value, tl_words_decimal_text(words, s->total, 0, total));
    }
    if (s->fact == TL_SCATTER_SECTOR) {
        what = s->sector->of_thrower && x->aim.has_thrower ? name_of(x, x->aim.thrower)
               : x->aim.has_target                         ? name_of(x, x->aim.target)
                                                           : tl_phrase(words, TL_SAY_SCATTER_THE_PLACE);
    } else if (s->fact == TL_SCATTER_ARROW) {
        tl_words_decimal_text(words, s->angle_deg, 1, length);
    } else if (s->fact == TL_SCATTER_STOPS) {
        what = tl_phrase(words, s->die->decides == TL_DEVIATION_DECIDES_BOUNCE ? TL_SAY_SCATTER_SINKS
                                                                               : TL_SAY_SCATTER_NO_FARTHER);
    } else {
        tl_words_length_text(words, s->mm, length);
    }
    tl_say(words, buffer, size, sentence_of(x, s), said(x, s->die->text, s->die->text), shown, what);
}

static void step_lines(const tl_scatter *x, tl_answer *answer) {
    char line[TL_REASON_TEXT];
    for (size_t i = 0; i < x->step_count; i++) {
        const tl_scatter_step *s = &x->steps[i];
        if (!s->value.given) {
            continue;
        }
        step_text(x, s, line, sizeof(line));
        tl_answer_line(answer, line);
        tl_reason *reason =
            tl_answer_reason(answer, s->cause, s->fact == TL_SCATTER_FAILS ? TL_VERDICT_NO : TL_VERDICT_YES, line);
        if (s->value.face >= 0 && s->value.given) {
            tl_answer_reason_number(reason, "total", s->total);
        }
        if (s->fact == TL_SCATTER_DISTANCE || s->fact == TL_SCATTER_BOUNCE || s->fact == TL_SCATTER_REACH) {
            tl_answer_reason_number(reason, "length_mm", s->mm);
        }
        if (s->fact == TL_SCATTER_SECTOR || s->fact == TL_SCATTER_ARROW) {
            tl_answer_reason_number(reason, "angle_deg", s->angle_deg);
        }
    }
}

static void reach_line(const tl_scatter *x, tl_answer *answer) {
    char line[TL_REASON_TEXT], distance[TL_WORDS_LENGTH_SIZE], limit[TL_WORDS_LENGTH_SIZE];
    if (!x->has_reach) {
        return;
    }
    answer->placed = true;
    answer->placement = x->reach.verdict;
    tl_say(x->inquiry->words, line, sizeof(line),
           x->reach.verdict == TL_VERDICT_YES  ? TL_SAY_SCATTER_REACHES
           : x->reach.verdict == TL_VERDICT_NO ? TL_SAY_SCATTER_TOO_FAR
                                               : TL_SAY_SCATTER_REACH_OPEN,
           name_of(x, x->aim.thrower), tl_words_length_text(x->inquiry->words, x->reach.distance, distance),
           tl_words_length_text(x->inquiry->words, x->reach.limit, limit));
    tl_reason *reason =
        tl_answer_reason(answer, tl_by_row(TL_CLAUSE_SCATTER_AIM, x->rule->rule), x->reach.verdict, line);
    tl_answer_reason_number(reason, "distance_mm", x->reach.distance);
    tl_answer_reason_number(reason, "limit_mm", x->reach.limit);
    tl_answer_reason_number(reason, "margin_mm", x->reach.margin);
    if (x->reach.verdict == TL_VERDICT_NO) {
        tl_answer_lead(answer, line);
    } else {
        tl_answer_line(answer, line);
    }
}

static void crossing_line(const tl_scatter *x, const tl_scatter_crossing *c, tl_answer *answer) {
    char line[TL_REASON_TEXT], margin[TL_WORDS_LENGTH_SIZE];
    tl_say(x->inquiry->words, line, sizeof(line),
           c->hit == TL_VERDICT_YES ? TL_SAY_SCATTER_CROSSED : TL_SAY_SCATTER_CROSSED_OPEN, name_of(x, c->member),
           tl_words_length_text(x->inquiry->words, tl_max(c->gap_mm, c->depth_mm), margin));
    tl_answer_line(answer, line);
    tl_reason *reason = tl_answer_reason(answer, tl_by_row(TL_CLAUSE_SCATTER_CROSSED, x->rule->rule), c->hit, line);
    tl_answer_reason_number(reason, "margin_mm", c->gap_mm > 0 ? -c->gap_mm : c->depth_mm);
    tl_tell_note_guesses(x->inquiry, c->member, 1, true, false, answer);
}

/* What stands below: the dice of a roll, places off the table, a landing that isn't certain. */
static void notes(const tl_scatter *x, tl_answer *answer) {
    const tl_words *words = x->inquiry->words;
    char line[TL_REASON_TEXT], list[160] = "", length[TL_WORDS_LENGTH_SIZE];
    if (x->dice.rolled) {
        size_t used = 0;
        for (size_t i = 0; i < x->dice.count && used < sizeof(list); i++) {
            char value[TL_SCATTER_VALUE_SIZE];
            if (x->dice.value[i].given) {
                used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s", i == 0 ? "" : ",",
                                         tl_scatter_value_text(&x->dice.value[i], value));
            }
        }
        tl_say(words, line, sizeof(line), TL_SAY_SCATTER_ROLLED, tl_words_decimal_text(words, x->dice.seed, 0, length),
               list);
        tl_answer_note(answer, line);
    }
    if (!x->fails && x->on_table != TL_VERDICT_YES) {
        tl_say(words, line, sizeof(line),
               x->on_table == TL_VERDICT_NO ? TL_SAY_SCATTER_OFF_TABLE : TL_SAY_SCATTER_TABLE_OPEN,
               tl_words_length_text(words, fabs(x->table_margin), length));
        tl_answer_note(answer, line);
    }
    if (!x->fails && x->off > 0) {
        tl_say(words, line, sizeof(line), TL_SAY_SCATTER_OFF, tl_words_length_text(words, x->off, length));
        tl_answer_note(answer, line);
    }
}

/* --- Fields ------------------------------------------------------------------------------------------------------- */

static void write_value(const tl_scatter_value *value, tl_json_writer *w) {
    char text[TL_SCATTER_VALUE_SIZE];
    if (value->face == TL_DEVIATION_FACE_ARROW) {
        tl_json_double(w, value->angle);
    } else if (value->face >= 0) {
        tl_json_double(w, value->face);
    } else {
        tl_json_string(w, tl_scatter_value_text(value, text));
    }
}

static void write_dice(const tl_scatter *x, tl_json_writer *w) {
    tl_json_open_array(w, "dice");
    for (size_t i = 0; i < x->dice.count; i++) {
        if (x->dice.value[i].given) {
            write_value(&x->dice.value[i], w);
        }
    }
    tl_json_end_array(w);
    if (x->dice.rolled) {
        tl_json_open_object(w, "rolled");
        tl_json_put_double(w, "seed", x->dice.seed);
        tl_json_end_object(w);
    }
}

static void write_step(const tl_scatter *x, const tl_scatter_step *s, tl_json_writer *w) {
    static const char *const facts[TL_SCATTER_FACTS] = {"reach",  "sector", "stays", "arrow", "distance",
                                                        "bounce", "fails",  "stops", "unused"};
    static const char *const ways[] = {"ahead", "back", "left", "right", "stays"};
    char text[TL_REASON_TEXT];
    step_text(x, s, text, sizeof(text));
    tl_json_begin_object(w);
    tl_json_put_string(w, "rule", tl_tell_cited(x->inquiry, s->cause));
    tl_json_put_string(w, "means", facts[s->fact]);
    tl_json_put_string(w, "text", text);
    if (s->value.given) {
        tl_json_key(w, "shows");
        write_value(&s->value, w);
    }
    if (s->value.given && s->value.face >= 0) {
        tl_json_put_double(w, "total", s->total);
    }
    if (s->sector != NULL) {
        tl_json_put_string(w, "of", s->sector->of_thrower ? "thrower" : "target");
        tl_json_put_string(w, "way", ways[s->sector->way]);
    }
    if (s->fact == TL_SCATTER_SECTOR || s->fact == TL_SCATTER_ARROW) {
        tl_json_put_double(w, "angle_deg", s->angle_deg);
    }
    if (s->fact == TL_SCATTER_DISTANCE || s->fact == TL_SCATTER_BOUNCE || s->fact == TL_SCATTER_REACH) {
        tl_json_put_double(w, "length_mm", s->mm);
    }
    tl_json_end_object(w);
}

static void write_plan(tl_json_writer *w, const char *key, tl_vec2 p) {
    const double point[2] = {p.x, p.y};
    tl_json_key(w, key);
    tl_json_numbers(w, point, 2);
}

static void write_aim(const tl_scatter *x, tl_json_writer *w) {
    const tl_scatter_aim *aim = &x->aim;
    tl_json_open_object(w, "aim");
    if (aim->has_thrower) {
        tl_json_put_string(w, "from", x->inquiry->table->members[aim->thrower].id);
    }
    if (aim->has_target) {
        tl_json_put_string(w, "toward", x->inquiry->table->members[aim->target].id);
    }
    write_plan(w, "at", aim->at);
    if (aim->directed) {
        tl_json_put_double(w, "angle_deg", aim->angle_deg);
    }
    if (x->has_reach) {
        tl_tell_put_verdict(w, "verdict", x->reach.verdict);
        tl_json_put_double(w, "distance_mm", x->reach.distance);
        tl_json_put_double(w, "limit_mm", x->reach.limit);
        tl_json_put_double(w, "margin_mm", x->reach.margin);
    }
    tl_json_end_object(w);
}

static void write_landing(const tl_scatter *x, tl_json_writer *w) {
    tl_json_open_object(w, "landing");
    tl_json_put_point(w, "at", x->at);
    write_plan(w, "from", x->origin);
    tl_json_put_double(w, "angle_deg", x->angle_deg);
    tl_json_put_double(w, "moved_mm", x->moved_mm);
    tl_json_put_double(w, "off_mm", x->off);
    tl_tell_put_verdict(w, "on_table", x->on_table);
    tl_json_put_double(w, "table_margin_mm", x->table_margin);
    tl_json_end_object(w);
}

static void write_bounce(const tl_scatter *x, tl_json_writer *w) {
    tl_json_open_object(w, "bounce");
    write_plan(w, "from", x->way.from);
    write_plan(w, "to", x->way.to);
    tl_json_put_double(w, "width_mm", 2 * x->way.half);
    tl_json_put_int(w, "count", (int64_t)x->hits);
    tl_json_put_int(w, "bases", (int64_t)x->bases);
    tl_json_put_int(w, "undecided", (int64_t)x->open);
    tl_json_open_array(w, "members");
    for (size_t i = 0; i < x->crossing_count; i++) {
        const tl_scatter_crossing *c = &x->crossings[i];
        tl_json_begin_object(w);
        tl_json_put_string(w, "id", x->inquiry->table->members[c->member].id);
        tl_tell_put_verdict(w, "hit", c->hit);
        tl_json_put_double(w, "gap_mm", c->gap_mm);
        tl_json_put_double(w, "depth_mm", c->depth_mm);
        tl_json_put_double(w, "error_mm", c->error_mm);
        tl_json_end_object(w);
    }
    tl_json_end_array(w);
    tl_json_end_object(w);
}

static void write_fields(const tl_scatter *x, tl_json_writer *w) {
    tl_json_put_string(w, "deviation", x->rule->name);
    write_dice(x, w);
    if (x->modifier != 0) {
        tl_json_put_double(w, "modifier", x->modifier);
    }
    tl_json_open_array(w, "steps");
    for (size_t i = 0; i < x->step_count; i++) {
        write_step(x, &x->steps[i], w);
    }
    tl_json_end_array(w);
    write_aim(x, w);
    tl_json_put_bool(w, "fails", x->fails);
    if (!x->fails) {
        write_landing(x, w);
    }
    if (x->bounces) {
        write_bounce(x, w);
    }
    if (x->struck) {
        tl_tell_strike_json(&x->strike, w);
    }
}

/* --- Pictures ----------------------------------------------------------------------------------------------------- */

static void throw_witness(tl_vec2 from, tl_vec2 to, double from_z, double to_z, tl_answer *answer) {
    if (from.x != to.x || from.y != to.y) {
        (void)tl_answer_witness(answer, TL_WITNESS_THROW, (tl_vec3){from.x, from.y, from_z},
                                (tl_vec3){to.x, to.y, to_z});
    }
}

/* From who throws to the aim, from there to the place, and on. */
static void witnesses(const tl_scatter *x, tl_answer *answer) {
    const tl_scatter_aim *aim = &x->aim;
    double z = aim->has_thrower ? x->inquiry->table->members[aim->thrower].body->box.low.z : x->at.z;
    if (aim->has_thrower && x->rule->aim != TL_DEVIATION_LYING) {
        throw_witness(aim->middle, aim->at, z, aim->has_height ? aim->height : x->at.z, answer);
    }
    if (x->fails) {
        return;
    }
    throw_witness(x->origin, tl_plan(x->at), aim->has_height ? aim->height : x->at.z, x->at.z, answer);
    if (x->bounces) {
        throw_witness(tl_plan(x->at), x->way.to, x->at.z, x->at.z, answer);
    }
    if (x->struck) {
        tl_tell_strike_witness(&x->strike, answer);
    }
}

void tl_tell_scatter(const tl_scatter *x, tl_answer *answer) {
    answer->cause = tl_scatter_cause(x);
    answer->verdict = x->verdict;
    summary_line(x, answer);
    step_lines(x, answer);
    reach_line(x, answer);
    for (size_t i = 0; i < x->crossing_count; i++) {
        crossing_line(x, &x->crossings[i], answer);
    }
    if (x->struck) {
        tl_tell_strike_units(&x->strike, answer);
    }
    notes(x, answer);
    write_fields(x, &answer->body);
    witnesses(x, answer);
}
