/* scatter.c: judges where something comes down by the dice that were thrown, and who is hit there. */
#include "judge/scatter/scatter.h"

#include "judge/template/anchor.h"
#include "judge/template/levels.h"
#include "judge/verdict.h"

#include <stdio.h>
#include <string.h>

tl_cause tl_scatter_cause(const tl_scatter *x) {
    return tl_by_row(TL_CLAUSE_SCATTER_DICE, x->rule->rule);
}

/* --- What is thrown ----------------------------------------------------------------------------------------------- */

static tl_status find_rule(const tl_inquiry *inquiry, const char *name, const tl_deviation_rule **rule,
                           tl_error *error) {
    const tl_ruleset *rules = inquiry->referee->ruleset;
    const char *names[128] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < tl_ruleset_deviation_count(rules); i++) {
        *rule = tl_ruleset_deviation_at(rules, i);
        if (name != NULL && strcmp((*rule)->name, name) == 0) {
            return TL_OK;
        }
        if (count < 128) {
            names[count++] = (*rule)->name;
        }
    }
    if (count == 0) {
        return tl_fail(error, TL_ERROR_NO_RULE, NULL, "deviation", "lay a template with `template`",
                       "the rule system has no rule for dice that say where something comes down");
    }
    const char *nearest = name != NULL ? tl_nearest_name(name, names, count) : NULL;
    char remedy[240] = "name ";
    size_t used = strlen(remedy);
    for (size_t i = 0; i < count && used < sizeof(remedy) && nearest == NULL; i++) {
        const char *before = i == 0 ? "" : i + 1 == count ? " or " : ", ";
        used += (size_t)snprintf(remedy + used, sizeof(remedy) - used, "%s%s", before, names[i]);
    }
    if (nearest != NULL) {
        snprintf(remedy, sizeof(remedy), "did you mean `%s`?", nearest);
    }
    return name != NULL ? tl_fail(error, TL_ERROR_NOT_FOUND, NULL, "deviation", remedy, "%s has no deviation `%s`",
                                  tl_ruleset_title(rules), name)
                        : tl_fail(error, TL_ERROR_ARGUMENT, NULL, "deviation", remedy,
                                  "`deviation` is missing: what was thrown or fired");
}

/* The template that the question names, else the deviation's. */
static tl_status find_shape(const tl_inquiry *inquiry, const tl_question *q, tl_scatter *x, tl_error *error) {
    const char *name = q->shape != NULL ? q->shape : x->rule->template_name;
    if (name == NULL) {
        return TL_OK;
    }
    tl_status status = tl_placing_rule(inquiry, name, &x->shape, error);
    bool laid = x->rule->aim == TL_DEVIATION_LAID;
    if (status == TL_OK && (x->rule->template_name == NULL || x->shape->flame != laid)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "shape",
                       x->rule->template_name == NULL ? "leave it out"
                       : laid                         ? "name a template with an outline"
                                                      : "name a disc",
                       "`%s` can't come down as `%s`", name, x->rule->name);
    }
    return status;
}

/* --- Steps -------------------------------------------------------------------------------------------------------- */

static double unit_of(const tl_inquiry *inquiry, tl_deviation_unit unit) {
    bool cm = tl_settings_is_at(&inquiry->settings, TL_SETTING_DIE_UNITS, TL_CHOICE_DIE_UNITS_CM);
    return unit == TL_DEVIATION_CM || (unit == TL_DEVIATION_DIE_UNITS && cm) ? 10
           : unit == TL_DEVIATION_GAME_UNIT                                  ? inquiry->game_unit
                                                                             : 25.4;
}

/* Where 0 degrees of an arrow point, and ahead is. */
static double frame_of(const tl_scatter *x) {
    bool table = x->rule->frame == TL_DEVIATION_BY_TABLE ||
                 (x->rule->frame == TL_DEVIATION_BY_DRIFT &&
                  tl_settings_is_at(&x->inquiry->settings, TL_SETTING_DRIFT_FRAME, TL_CHOICE_DRIFT_FRAME_TABLE));
    return table ? 0 : x->aim.angle_deg;
}

static double turn_of(tl_deviation_way way) {
    static const double turns[] = {[TL_DEVIATION_AHEAD] = 0,
                                   [TL_DEVIATION_BACK] = 180,
                                   [TL_DEVIATION_LEFT] = 90,
                                   [TL_DEVIATION_RIGHT] = -90,
                                   [TL_DEVIATION_STAYS] = 0};
    return turns[way];
}

static void read_step(tl_scatter *x, size_t i, tl_scatter_step *s) {
    static const tl_scatter_fact facts[] = {[TL_DEVIATION_DECIDES_SECTOR] = TL_SCATTER_SECTOR,
                                            [TL_DEVIATION_DECIDES_ARROW] = TL_SCATTER_ARROW,
                                            [TL_DEVIATION_DECIDES_DISTANCE] = TL_SCATTER_DISTANCE,
                                            [TL_DEVIATION_DECIDES_BOUNCE] = TL_SCATTER_BOUNCE,
                                            [TL_DEVIATION_DECIDES_REACH] = TL_SCATTER_REACH};
    const tl_deviation_die *die = x->dice.die[i];
    *s = (tl_scatter_step){.fact = facts[die->decides],
                           .cause = tl_by_row(TL_CLAUSE_SCATTER_DICE, die->rule),
                           .die = die,
                           .value = x->dice.value[i]};
    s->total = s->value.face >= 0 ? s->value.face + (die->modified ? x->modifier : 0) : 0;
    if (!x->dice.needed[i]) {
        s->fact = TL_SCATTER_UNUSED;
    } else if (tl_scatter_dice_fail(die, &s->value)) {
        s->fact = TL_SCATTER_FAILS;
        x->fails = true;
    } else if (die->decides == TL_DEVIATION_DECIDES_SECTOR) {
        s->sector = tl_scatter_sector_of(x->inquiry, die, s->total);
        s->fact = s->sector->way == TL_DEVIATION_STAYS ? TL_SCATTER_STAYS : s->fact;
        s->angle_deg = tl_wrap_deg(frame_of(x) + turn_of(s->sector->way));
    } else if (tl_scatter_dice_hit(die, &s->value)) {
        s->fact = s->value.face == TL_DEVIATION_FACE_HIT ? TL_SCATTER_STAYS : TL_SCATTER_STOPS;
    } else if (s->value.face == TL_DEVIATION_FACE_MISFIRE) {
        s->fact = TL_SCATTER_STOPS;
    } else if (die->decides == TL_DEVIATION_DECIDES_ARROW) {
        s->angle_deg = tl_wrap_deg(frame_of(x) + s->value.angle);
    } else {
        s->mm = tl_max(0, s->total * die->each + die->plus) * unit_of(x->inquiry, die->unit);
    }
}

/* Errors: a place is told from the thrower, and nobody throws. */
static tl_status read_steps(tl_scatter *x, tl_error *error) {
    tl_status status = TL_OK;
    for (; x->step_count < x->dice.count && status == TL_OK; x->step_count++) {
        tl_scatter_step *s = &x->steps[x->step_count];
        read_step(x, x->step_count, s);
        if (s->fact == TL_SCATTER_SECTOR && s->sector->of_thrower && !x->aim.has_thrower) {
            status =
                tl_fail(error, TL_ERROR_ARGUMENT, NULL, "from", "name the model that throws",
                        "`%s` comes down as far from the thrower as the dice say, and nobody throws it", x->rule->name);
        }
    }
    return status;
}

static const tl_scatter_step *step_of(const tl_scatter *x, tl_scatter_fact fact) {
    for (size_t i = 0; i < x->step_count; i++) {
        if (x->steps[i].fact == fact) {
            return &x->steps[i];
        }
    }
    return NULL;
}

/* --- The place ---------------------------------------------------------------------------------------------------- */

/* From where it deviates: the aim, or the thrower; from their edges where the setting says so. `*edge`: how far that is
 * from the middle, `*off` by how much all of that may be off. */
static void find_origin(tl_scatter *x, const tl_scatter_step *sector, double *edge, double *off) {
    const tl_inquiry *inquiry = x->inquiry;
    const tl_scatter_aim *aim = &x->aim;
    bool by_edge = tl_settings_is_at(&inquiry->settings, TL_SETTING_DEVIATION_ORIGIN, TL_CHOICE_DEVIATION_ORIGIN_EDGE);
    bool thrower = sector != NULL && sector->sector->of_thrower && aim->has_thrower;
    x->origin = thrower ? aim->middle : aim->at;
    *off = thrower ? aim->middle_off : aim->at_off + aim->turn * aim->at_far;
    *edge = 0;
    if (by_edge && sector != NULL && (thrower || aim->has_target)) {
        size_t member = thrower ? aim->thrower : aim->target;
        tl_vec2 d;
        tl_sincos_deg(x->angle_deg, &d.y, &d.x);
        *edge = tl_member_reach(inquiry, member, x->origin, d);
        *off += tl_table_measured(inquiry->table, member).uncertainty;
    }
}

/* The place in plan, the way to it, and by how much it may be off. */
static tl_vec2 find_place(tl_scatter *x) {
    const tl_scatter_step *sector = step_of(x, TL_SCATTER_SECTOR), *arrow = step_of(x, TL_SCATTER_ARROW);
    const tl_scatter_step *distance = step_of(x, TL_SCATTER_DISTANCE);
    const tl_scatter_step *way = sector != NULL ? sector : arrow;
    double edge, off;
    tl_vec2 d;
    bool stays = distance == NULL;
    x->angle_deg = way != NULL ? way->angle_deg : x->aim.angle_deg;
    find_origin(x, stays ? NULL : sector, &edge, &off);
    x->moved_mm = stays ? 0 : edge + distance->mm;
    bool by_aim = way == NULL || frame_of(x) == x->aim.angle_deg;
    x->off = off + (by_aim ? x->aim.turn * x->moved_mm : 0);
    tl_sincos_deg(x->angle_deg, &d.y, &d.x);
    return tl_add2(x->origin, tl_scale2(d, x->moved_mm));
}

static void judge_table(tl_scatter *x) {
    const tl_document *document = x->inquiry->table->document;
    x->table_margin = tl_min(tl_min(x->at.x, document->width - x->at.x), tl_min(x->at.y, document->depth - x->at.y));
    x->on_table = tl_verdict_of_margin(x->table_margin, x->off, x->inquiry->tolerance + x->off);
}

/* --- Who is hit --------------------------------------------------------------------------------------------------- */

/* The template as it comes down: laid at the place by nobody, then told who threw it. */
static tl_status lay(tl_scatter *x, const tl_question *q, bool exact, tl_placing *p, tl_error *error) {
    const tl_scatter_aim *aim = &x->aim;
    tl_question laid = {.struct_size = sizeof(laid), .query = q->query, .shape = x->shape->name};
    laid.at[0] = x->at.x;
    laid.at[1] = x->at.y;
    laid.at[2] = x->at.z;
    laid.at_count = exact ? 3 : 2;
    laid.has_level = aim->has_level;
    laid.level = aim->level;
    laid.has_angle = x->shape->flame;
    laid.angle_deg = aim->angle_deg;
    if (x->shape->sees_from == TL_SEES_FROM_FIRER && aim->has_thrower) {
        laid.from = x->inquiry->table->members[aim->thrower].id;
    }
    tl_status status = tl_placing_make(x->inquiry, &laid, p, error);
    if (status != TL_OK) {
        return status;
    }
    p->shape.error_mm += x->off;
    p->at_off += exact ? x->off + aim->height_off : x->off;
    if (aim->has_thrower) {
        p->has_firer = true;
        p->firers = aim->throwers;
        p->firer = aim->thrower;
        p->weapon = NULL;
        p->finding_count = 0;
        p->has_arc = false;
        p->observer = SIZE_MAX;
        p->bar = (tl_bar){.terrain = SIZE_MAX};
        p->verdict = x->has_reach ? x->reach.verdict : TL_VERDICT_YES;
    }
    x->at.z = p->at.z;
    return TL_OK;
}

static tl_status strike(tl_scatter *x, const tl_question *q, bool exact, tl_error *error) {
    tl_placing placing;
    tl_status status = lay(x, q, exact, &placing, error);
    if (status == TL_OK) {
        status = tl_strike_begin(&x->strike, x->inquiry, &placing, error);
    }
    if (status == TL_OK) {
        x->struck = true;
        status = tl_strike_judge(&x->strike, false, error);
    }
    return status;
}

/* Every model that a ball may meet, but who fired it and who is inside something. */
static tl_status cross(tl_scatter *x, tl_error *error) {
    const tl_table *table = x->inquiry->table;
    x->crossings = tl_alloc_array(x->inquiry->context, table->member_count, sizeof(*x->crossings));
    tl_status status = x->crossings != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < table->member_count && status == TL_OK; i++) {
        tl_scatter_crossing *c = &x->crossings[x->crossing_count];
        if ((x->aim.has_thrower && i == x->aim.thrower) ||
            tl_bar_unit_is_inside(x->inquiry, tl_table_unit_of(table, i))) {
            continue;
        }
        status = tl_scatter_cross(x->inquiry, &x->way, i, c, error);
        if (status == TL_OK && c->hit != TL_VERDICT_NO) {
            size_t figures = tl_table_figures(table, i);
            x->bases += c->hit == TL_VERDICT_YES;
            x->hits += c->hit == TL_VERDICT_YES ? figures : 0;
            x->open += c->hit == TL_VERDICT_MARGINAL ? figures : 0;
            x->crossing_count++;
        }
    }
    return status;
}

/* The line on which it goes on, and with the setting for it the whole flight. */
static tl_status bounce(tl_scatter *x, const tl_scatter_step *step, tl_error *error) {
    const tl_settings *s = &x->inquiry->settings;
    bool flight = tl_settings_is_at(s, TL_SETTING_BALL_PATH, TL_CHOICE_BALL_PATH_FLIGHT);
    tl_vec2 d, at = tl_plan(x->at);
    tl_sincos_deg(x->aim.angle_deg, &d.y, &d.x);
    x->bounces = true;
    x->way = (tl_scatter_way){.from = flight && x->aim.has_thrower ? x->aim.middle : at,
                              .to = tl_add2(at, tl_scale2(d, step->mm)),
                              .half = 0.5 * tl_settings_number_of(s, TL_SETTING_BALL_WIDTH_MM),
                              .off = x->off + x->aim.turn * step->mm};
    return cross(x, error);
}

/* --- All ---------------------------------------------------------------------------------------------------------- */

/* How far it is thrown at most: as the rules state, or as was rolled. */
static tl_status judge_reach(tl_scatter *x, tl_error *error) {
    const tl_scatter_step *rolled = step_of(x, TL_SCATTER_REACH);
    double length = rolled != NULL ? rolled->mm : 0;
    if (!x->aim.has_thrower || (rolled == NULL && x->rule->reach == NULL) ||
        (rolled == NULL && tl_scatter_aim_is_exact(x->inquiry, x->rule))) {
        return TL_OK;
    }
    tl_status status = rolled != NULL ? TL_OK : tl_inquiry_length(x->inquiry, x->rule->reach, "throws", &length, error);
    x->has_reach = true;
    return status == TL_OK ? tl_scatter_aim_reaches(x->inquiry, &x->aim, length, &x->reach, error) : status;
}

/* The last throw that says how far it bounces, also when a misfire ends that. */
static const tl_scatter_step *bounce_of(const tl_scatter *x) {
    const tl_scatter_step *last = x->step_count > 0 ? &x->steps[x->step_count - 1] : NULL;
    return last != NULL && last->die->decides == TL_DEVIATION_DECIDES_BOUNCE ? last : NULL;
}

static tl_status come_down(tl_scatter *x, const tl_question *q, tl_error *error) {
    tl_vec2 place = find_place(x);
    bool stays = x->moved_mm == 0 && x->origin.x == x->aim.at.x && x->origin.y == x->aim.at.y;
    bool exact = x->aim.has_height && !x->aim.has_level && (stays || x->rule->aim == TL_DEVIATION_LAID);
    double off;
    x->at = (tl_vec3){place.x, place.y, x->aim.height};
    tl_status status = TL_OK;
    if (!(fabs(place.x) <= TL_DOCUMENT_REACH && fabs(place.y) <= TL_DOCUMENT_REACH)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL,
                       q->has_guess      ? "guess_mm"
                       : q->at_count > 0 ? "at"
                                         : "dice",
                       "aim at something on the table", "it comes down too far away");
    }
    if (!exact && x->shape == NULL) {
        status = tl_level_height(x->inquiry, place, x->aim.level, 1, &x->at.z, &off, error);
    }
    judge_table(x);
    if (status == TL_OK && x->shape != NULL) {
        status = strike(x, q, exact, error);
    }
    if (status == TL_OK && bounce_of(x) != NULL) {
        status = bounce(x, bounce_of(x), error);
    }
    return status;
}

tl_status tl_scatter_make(const tl_inquiry *inquiry, const tl_question *q, tl_scatter *x, tl_error *error) {
    *x = (tl_scatter){.inquiry = inquiry,
                      .verdict = TL_VERDICT_NO,
                      .on_table = TL_VERDICT_YES,
                      .modifier = q->has_modifier ? q->modifier : 0};
    tl_status status = find_rule(inquiry, q->deviation, &x->rule, error);
    if (status == TL_OK) {
        status = find_shape(inquiry, q, x, error);
    }
    if (status == TL_OK) {
        status = tl_scatter_dice_read(inquiry, q, x->rule, &x->dice, error);
    }
    if (status == TL_OK) {
        status = tl_scatter_aim_find(inquiry, q, x->rule, x->shape, &x->aim, error);
    }
    if (status == TL_OK) {
        status = read_steps(x, error);
    }
    if (status == TL_OK) {
        status = judge_reach(x, error);
    }
    if (status == TL_OK && !x->fails) {
        status = come_down(x, q, error);
    }
    if (status != TL_OK) {
        tl_scatter_free(x);
        return status;
    }
    bool yes = x->hits > 0 || (x->struck && x->strike.hits > 0);
    x->verdict = tl_verdict_any(yes, x->open > 0 || (x->struck && x->strike.open > 0));
    return TL_OK;
}

void tl_scatter_free(tl_scatter *x) {
    if (x->struck) {
        tl_strike_free(&x->strike);
    }
    tl_free(x->inquiry->context, x->crossings);
    x->struck = false;
    x->crossings = NULL;
}
