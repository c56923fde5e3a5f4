/* watch.c: looks along the way of a model, from its start, for where it comes in sight and under fire. */
#include "judge/sight/watch.h"

#include "judge/attack/attack.h"
#include "judge/between/between.h"
#include "judge/move/journey.h"
#include "judge/party.h"
#include "judge/sight/pair_sight.h"
#include "judge/sight/unseen.h"
#include "judge/variant.h"
#include "judge/verdict.h"
#include "visibility/margin.h"

/* mm: stretches shorter than this are cut no further, and places are told to this. Costs, and how finely it is told. */
#define FINE 0.02
/* mm: enclosures as large as this have no thin triangles. */
#define LARGE 5.0
/* A proof that a body stays hidden: into how many parts bodies are cut, and how much work it may take. */
enum { PIECES = 16, WORK = 400000, SAMPLES = 40, HALVES = 16, TURNS = 8 };

typedef struct looking {
    tl_watch *watch;
    const tl_inquiry *inquiry;
    size_t member;
    const tl_document_weapon *weapons;
    size_t weapon_count;
    bool fire;          /* else sight */
    bool unsure;        /* meshes are uncertain: nothing is proved by moving bodies */
    tl_variant variant; /* with the model somewhere on its way */
    double reach;       /* no point of the model is farther from its origin */
} looking;

/* --- Places ------------------------------------------------------------------------------------------------------- */

static tl_status stand(looking *x, tl_vec3 at, double facing_deg, tl_error *error) {
    const tl_document_pose *stated = &tl_table_member(x->inquiry->table, x->member)->pose;
    at.z += x->watch->journey.moving.drop;
    const tl_pose pose = tl_pose_turned_tilted(at, facing_deg, stated->roll, stated->pitch);
    tl_status status = tl_variant_move(&x->variant, &pose, error);
    if (status == TL_OK) {
        tl_variant_face(&x->variant, facing_deg);
    }
    return status;
}

static double facing_at(const looking *x, double plan) {
    const tl_journey *j = &x->watch->journey;
    for (size_t i = 1; i < j->path.count; i++) {
        if (plan <= j->path.nodes[i].plan && j->path.nodes[i].plan > j->path.nodes[i - 1].plan) {
            return j->facings[j->path.nodes[i].leg];
        }
    }
    return j->facing_deg;
}

/* --- Surely ------------------------------------------------------------------------------------------------------- */

static tl_status is_seen(looking *x, tl_verdict *seen, size_t *who, tl_error *error) {
    const tl_inquiry *inquiry = &x->variant.inquiry;
    const tl_party *from = x->watch->from;
    tl_unseen unseen;
    tl_status status =
        tl_judge_unseen(inquiry, from->unit, tl_table_unit_of(inquiry->table, x->member), &unseen, error);
    *seen = TL_VERDICT_NO;
    for (size_t i = 0; i < from->count && status == TL_OK && *seen != TL_VERDICT_YES; i++) {
        tl_pair_sight_result line;
        status = tl_pair_sight(inquiry, from->first + i, x->member, &line, error);
        *who = status == TL_OK && line.sight.verdict == TL_VERDICT_YES ? from->first + i : *who;
        *seen = status == TL_OK ? tl_verdict_either(*seen, line.sight.verdict) : *seen;
    }
    *seen = tl_verdict_both(*seen, tl_unseen_sees(&unseen));
    return status;
}

/* Judges all weapons on the model where it stands; the attack is the caller's to end. */
static tl_status aim(looking *x, const tl_party *to, tl_attack *attack, tl_error *error) {
    tl_status status =
        tl_attack_begin(attack, &x->variant.inquiry, x->watch->from, to, x->weapons, x->weapon_count, error);
    return status == TL_OK ? tl_attack_judge(attack, error) : status;
}

static tl_party target_of(const looking *x) {
    const tl_table *table = x->variant.inquiry.table;
    return (tl_party){.unit = tl_table_unit_of(table, x->member),
                      .name = table->members[x->member].name,
                      .first = x->member,
                      .count = 1};
}

static tl_status is_under_fire(looking *x, tl_verdict *fires, tl_error *error) {
    tl_attack attack = {.inquiry = NULL};
    tl_party to = target_of(x);
    tl_status status = aim(x, &to, &attack, error);
    *fires = TL_VERDICT_NO;
    for (size_t w = 0; w < x->weapon_count && status == TL_OK; w++) {
        tl_verdict one =
            x->weapons[w].range != TL_WEAPON_RANGE_CLOSE ? tl_attack_weapon_verdict(&attack, w) : TL_VERDICT_NO;
        x->watch->weapon = one == TL_VERDICT_YES && *fires != TL_VERDICT_YES ? &x->weapons[w] : x->watch->weapon;
        *fires = tl_verdict_either(*fires, one);
    }
    if (attack.inquiry != NULL) {
        tl_attack_end(&attack);
    }
    return status;
}

/* Whether it is found where the way has this length. */
static tl_status ask_at(looking *x, double plan, tl_verdict *found, tl_error *error) {
    tl_status status = stand(x, tl_path_at_plan(&x->watch->journey.path, plan, NULL), facing_at(x, plan), error);
    if (status != TL_OK) {
        return status;
    }
    return x->fire ? is_under_fire(x, found, error) : is_seen(x, found, &x->watch->watcher, error);
}

/* --- Surely not --------------------------------------------------------------------------------------------------- */

/* Areas and shelters decide by where a model stands: within `radius` it stands to each of them as it does here. */
static bool keeps_its_places(const looking *x, double radius) {
    const tl_referee *referee = x->inquiry->referee;
    tl_vec2 at = tl_plan(x->variant.inquiry.table->members[x->member].body->pose.at);
    double near = x->reach + radius + x->inquiry->tolerance;
    for (size_t i = 0; i < referee->shelter_count; i++) {
        if (tl_outline_border_distance(&referee->shelters[i].outline, at) <= near) {
            return false;
        }
    }
    for (size_t i = 0; i < referee->area_count; i++) {
        if (tl_outline_border_distance(&referee->areas[i].outline, at) <= near) {
            return false;
        }
    }
    return true;
}

/* Whether one who watches doesn't see it, wherever within `radius` of here it may be. */
static tl_status stays_hidden_from(looking *x, size_t watcher, double radius, bool *hidden, tl_error *error) {
    const tl_inquiry *inquiry = &x->variant.inquiry;
    const tl_table *table = inquiry->table;
    tl_between between;
    uint64_t work = 0;
    *hidden = false;
    tl_status status = tl_between_sight(inquiry, watcher, x->member, &between, error);
    if (status != TL_OK) {
        return status;
    }
    const tl_sight_options options = {.tolerance = inquiry->tolerance, .prove = true, .budget = WORK};
    /* triangles of small enclosures may be too thin to be trusted; hidden in a larger one is hidden, too */
    double by = radius + inquiry->tolerance;
    for (int i = 0; i < 3 && status == TL_OK && !between.grain_open && !*hidden; i++, by = tl_max(5 * by, 0.25)) {
        status =
            tl_margin_hidden(inquiry->context, &between.obstacles, table->members[watcher].body->core,
                             table->members[x->member].body->core, by, false, PIECES, &options, hidden, &work, error);
        if (by > LARGE) {
            break;
        }
    }
    tl_between_free(&between);
    return status;
}

/* Whether one shooter's weapon can't be fired at it, for range or arc, wherever within `radius` it may be. */
static tl_status stays_out_of(looking *x, const tl_attack *attack, size_t w, size_t i, double radius, bool *out,
                              tl_error *error) {
    const tl_shot *shot = &attack->shots[w * attack->from->count + i];
    double beyond = -(radius + 2 * x->inquiry->tolerance);
    *out = shot->absent || x->weapons[w].range == TL_WEAPON_RANGE_CLOSE ||
           (shot->bar.kind != TL_BAR_NONE && shot->bar.terrain == SIZE_MAX) ||
           (shot->range == TL_VERDICT_NO && shot->limit.margin < beyond);
    if (*out || shot->arc != TL_VERDICT_NO) {
        return TL_OK;
    }
    tl_pair_arc_result arc;
    tl_status status = tl_attack_arc(attack, &x->weapons[w], i, 0, &arc, error);
    *out = status == TL_OK && arc.margin_mm < beyond;
    return status;
}

static tl_status stays_out_of_fire(looking *x, double radius, bool *out, tl_error *error) {
    const tl_party *from = x->watch->from;
    tl_attack attack = {.inquiry = NULL};
    tl_party to = target_of(x);
    tl_status status = aim(x, &to, &attack, error);
    *out = status == TL_OK;
    for (size_t i = 0; i < from->count && status == TL_OK && *out; i++) {
        bool all = true, hidden = false;
        for (size_t w = 0; w < x->weapon_count && status == TL_OK && all; w++) {
            status = stays_out_of(x, &attack, w, i, radius, &all, error);
        }
        if (status == TL_OK && !all && !x->unsure && keeps_its_places(x, radius)) {
            status = stays_hidden_from(x, from->first + i, radius, &hidden, error);
        }
        *out = all || hidden;
    }
    if (attack.inquiry != NULL) {
        tl_attack_end(&attack);
    }
    return status;
}

static tl_status stays_hidden(looking *x, double radius, bool *hidden, tl_error *error) {
    *hidden = !x->unsure && keeps_its_places(x, radius);
    tl_status status = TL_OK;
    for (size_t i = 0; i < x->watch->from->count && status == TL_OK && *hidden; i++) {
        status = stays_hidden_from(x, x->watch->from->first + i, radius, hidden, error);
    }
    return status;
}

/* Within `radius` of a place, however it faces there. */
static tl_status surely_not(looking *x, tl_vec3 at, double facing_deg, double radius, bool *not_there,
                            tl_error *error) {
    if (!tl_work_on(x->inquiry->context, WORK / 100, "watch")) {
        return tl_fail_cancelled(error, "looking along the way");
    }
    tl_status status = stand(x, at, facing_deg, error);
    if (status == TL_OK) {
        status = x->fire ? stays_out_of_fire(x, radius, not_there, error) : stays_hidden(x, radius, not_there, error);
    }
    return status;
}

/* --- Along the way ------------------------------------------------------------------------------------------------ */

/* A straight stretch of the way, as shares from 0 to 1. */
typedef struct stretch {
    tl_vec3 a, b;
    double length, facing_deg;
} stretch;

/* Proves all of a stretch, from its begin; `*proved`: the share up to where that succeeds. */
static tl_status prove_stretch(looking *x, const stretch *s, double low, double high, double *proved, tl_error *error) {
    double radius = 0.5 * s->length * (high - low);
    bool not_there = false;
    tl_status status =
        surely_not(x, tl_lerp(s->a, s->b, 0.5 * (low + high)), s->facing_deg, radius + 1e-9, &not_there, error);
    *proved = not_there ? high : low;
    if (status != TL_OK || not_there || radius < FINE) {
        return status;
    }
    double middle = 0.5 * (low + high);
    status = prove_stretch(x, s, low, middle, proved, error);
    return status == TL_OK && *proved == middle ? prove_stretch(x, s, middle, high, proved, error) : status;
}

/* Turning on the spot, in steps: no point moves farther than the chord. */
static tl_status prove_turn(looking *x, tl_vec3 at, double from_deg, double to_deg, bool *proved, tl_error *error) {
    double by = tl_wrap_deg(to_deg - from_deg) / TURNS, s, c;
    tl_sincos_deg(0.5 * by, &s, &c);
    *proved = true;
    tl_status status = TL_OK;
    for (int i = 0; i < TURNS && by != 0 && status == TL_OK && *proved; i++) {
        status = surely_not(x, at, from_deg + (i + 0.5) * by, 2 * x->reach * fabs(s) + 1e-9, proved, error);
    }
    return status;
}

static tl_status prove(looking *x, tl_watched *found, bool *all, tl_error *error) {
    const tl_journey *j = &x->watch->journey;
    double facing = j->moving.facing_deg, plan_end = j->path.nodes[j->path.count - 1].plan;
    tl_status status = TL_OK;
    *all = true;
    found->until = 0;
    bool still = plan_end == 0;
    if (still) {
        status = surely_not(x, j->path.nodes[0].at, facing, 1e-9, all, error);
    }
    for (size_t i = 1; i < j->path.count && status == TL_OK && *all; i++) {
        const tl_path_node *a = &j->path.nodes[i - 1], *b = &j->path.nodes[i];
        double next = j->facings[b->leg], proved = 0;
        const stretch s = {a->at, b->at, tl_distance(a->at, b->at), next};
        status = prove_turn(x, a->at, facing, next, all, error);
        if (status == TL_OK && *all) {
            status = prove_stretch(x, &s, 0, 1, &proved, error);
            *all = proved == 1;
            found->until = a->plan + proved * (b->plan - a->plan);
        }
        facing = next;
    }
    if (status == TL_OK && *all) {
        status = prove_turn(x, j->path.nodes[j->path.count - 1].at, facing, j->facing_deg, all, error);
    }
    return status;
}

/* The first place that is found behind one up to which nothing is, looked at in growing steps, then narrowed down. */
static tl_status search(looking *x, tl_watched *found, tl_error *error) {
    double end = x->watch->journey.path.nodes[x->watch->journey.path.count - 1].plan, before = found->until,
           at = before, step = FINE;
    double longest = tl_max(FINE, (end - before) / SAMPLES);
    tl_verdict verdict = TL_VERDICT_NO;
    tl_status status = ask_at(x, at, &verdict, error);
    while (status == TL_OK && verdict != TL_VERDICT_YES && at < end) {
        before = at;
        at = tl_min(end, at + step);
        step = tl_min(1.5 * step, longest);
        status = ask_at(x, at, &verdict, error);
    }
    if (status != TL_OK || verdict != TL_VERDICT_YES) {
        return status;
    }
    found->from = at;
    for (int i = 0; i < HALVES && found->from - before > 0.5 * FINE && status == TL_OK; i++) {
        double middle = 0.5 * (before + found->from);
        status = ask_at(x, middle, &verdict, error);
        *(verdict == TL_VERDICT_YES ? &found->from : &before) = middle;
    }
    return status == TL_OK ? ask_at(x, found->from, &verdict, error) : status;
}

static tl_status look(looking *x, tl_watched *found, tl_error *error) {
    bool all;
    found->from = INFINITY;
    tl_status status = prove(x, found, &all, error);
    if (status == TL_OK && !all) {
        status = search(x, found, error);
    }
    found->verdict = all ? TL_VERDICT_NO : found->from < INFINITY ? TL_VERDICT_YES : TL_VERDICT_MARGINAL;
    return status;
}

/* Whether anything on the table may lie elsewhere than it is said to. */
static bool anything_unsure(const tl_table *table) {
    for (size_t i = 0; i < table->member_count; i++) {
        if (tl_placed_uncertainty(&table->members[i]) > 0) {
            return true;
        }
    }
    for (size_t i = 0; i < table->terrain_count; i++) {
        if (tl_placed_uncertainty(&table->terrain[i]) > 0) {
            return true;
        }
    }
    return tl_placed_uncertainty(&table->ground) > 0;
}

static double reach_of(const tl_placed *placed) {
    tl_vec3 corner[8], at = placed->body->pose.at;
    double far = 0;
    tl_box3_corners(placed->body->box, corner);
    for (int i = 0; i < 8; i++) {
        far = tl_max(far, tl_distance(corner[i], at));
    }
    return far;
}

tl_status tl_watch_find(const tl_inquiry *inquiry, const tl_party *from, size_t member, const tl_question *question,
                        tl_watch *watch, tl_error *error) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    *watch = (tl_watch){.inquiry = inquiry, .from = from, .watcher = SIZE_MAX};
    looking x = {.watch = watch, .inquiry = inquiry, .member = member};
    x.unsure = anything_unsure(inquiry->table);
    x.reach = reach_of(&inquiry->table->members[member]);
    tl_status status = tl_party_weapons(inquiry, from, question->weapon, &x.weapons, &x.weapon_count, error);
    watch->journey.inquiry = inquiry;
    status = status == TL_OK ? tl_journey_make(inquiry, member, question, &watch->journey, error) : status;
    if (status != TL_OK) {
        return status;
    }
    for (size_t w = 0; w < x.weapon_count; w++) {
        watch->armed = watch->armed ||
                       (x.weapons[w].range != TL_WEAPON_RANGE_CLOSE && tl_party_carries(from, SIZE_MAX, &x.weapons[w]));
    }
    status = tl_variant_begin(&x.variant, inquiry, inquiry->context, member, error);
    if (status == TL_OK) {
        status = look(&x, &watch->sight, error);
    }
    if (status == TL_OK && watch->armed) {
        x.fire = true;
        status = look(&x, &watch->fire, error);
        watch->weapon = watch->fire.verdict == TL_VERDICT_YES ? watch->weapon : NULL;
    }
    tl_variant_end(&x.variant);
    return status;
}

void tl_watch_free(tl_watch *watch) {
    tl_journey_free(&watch->journey);
}
