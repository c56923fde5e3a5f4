/* look.c: a few lines tell what is worth proving; then one proof is tried. */
#include "board/region/look.h"

#include "board/limits.h"
#include "geom/geom.h"
#include "judge/between/between.h"

#include <string.h>

/* --- Ends --------------------------------------------------------------------------------------------------------- */

static void measured_heights(const tl_board_body *body, double at_low, double at_high, tl_region *region) {
    double low = body->measured_from_base ? body->low : body->core_low;
    double high = body->measured_from_base ? body->high : body->core_high;
    region->bottom_low = low + at_low;
    region->bottom_high = low + at_high;
    region->tall = high - low;
}

tl_board_end tl_board_end_in(const tl_board_body *body, tl_board_rect rect, const tl_board_ground *ground) {
    tl_board_end end = {.places = tl_board_region_on(body, rect, ground), .over_ground = ground->over_ground};
    end.region = (tl_region){.member = SIZE_MAX,
                             .kind = body->kind,
                             .from_base = body->measured_from_base,
                             .measured = body->measured,
                             .covers = body->covers,
                             .low = {rect.x0, rect.y0},
                             .high = {rect.x1, rect.y1}};
    measured_heights(body, end.places.at.low.z, end.places.at.high.z, &end.region);
    return end;
}

tl_board_end tl_board_end_of(const tl_board_body *body, const tl_table *table, size_t member) {
    tl_board_end end = {.places = {.body = body}};
    tl_vec2 at = tl_plan(table->members[member].body->pose.at);
    end.region = (tl_region){.member = member,
                             .kind = body->kind,
                             .from_base = body->measured_from_base,
                             .measured = body->measured,
                             .covers = body->covers,
                             .low = at,
                             .high = at};
    measured_heights(body, 0, 0, &end.region);
    return end;
}

tl_box3 tl_board_core_box(const tl_board_end *end) {
    const tl_board_body *b = end->places.body;
    tl_box3 at = end->places.at;
    tl_box3 box = {{at.low.x - b->reach[4], at.low.y - b->reach[6], at.low.z + b->core_low},
                   {at.high.x + b->reach[0], at.high.y + b->reach[2], at.high.z + b->core_high}};
    return box;
}

/* --- Looker ------------------------------------------------------------------------------------------------------- */

static double grown_by(const tl_region_rules *rules) {
    return rules->grown ? tl_max(rules->inquiry->tolerance, TL_BOARD_LEAST_GROWN) : 0;
}

/* Holds every case of ends in a box: cases are a hair larger than cores; their tops are not. */
static tl_box3 around_cases(tl_box3 box, double grown) {
    return (tl_box3){{box.low.x - TL_BOARD_AROUND - grown, box.low.y - TL_BOARD_AROUND - grown, box.low.z - grown},
                     {box.high.x + TL_BOARD_AROUND + grown, box.high.y + TL_BOARD_AROUND + grown, box.high.z + grown}};
}

void tl_board_looker_start(tl_board_looker *looker, tl_context *context, const tl_region_rules *rules,
                           const tl_board_terrain *terrain, tl_box3 from, tl_box3 to, double effort) {
    *looker = (tl_board_looker){.context = context,
                                .rules = rules,
                                .terrain = terrain,
                                .effort = effort,
                                .patience = 1,
                                .hope = TL_BOARD_LOOK_HOPE * effort};
    looker->least = rules->common;
    looker->least.sheet = terrain->sheet ? &terrain->sheet_over : NULL;
    memset(looker->stops, 0xff, sizeof(looker->stops));
    looker->scale = tl_wholly_scale(&looker->least, from, to);
    looker->around[0] = from;
    looker->around[1] = to;
}

double tl_board_ends_off(const tl_board_end *from, const tl_board_end *to) {
    return tl_max(from->places.body->off, to->places.body->off);
}

double tl_board_slack(const tl_region_rules *rules, double ends) {
    return rules->give > 0 || ends > 0 ? rules->give + ends + TL_BOARD_ROUNDING : 0;
}

void tl_board_looker_end(tl_board_looker *looker) {
    tl_board_proofs_end(&looker->shared, looker->context);
}

/* --- Lines -------------------------------------------------------------------------------------------------------- */

/* Points of a body as seen along the way: its top, up on both sides, its bottom, low on both sides. */
enum { TOP, LEFT, RIGHT, BOTTOM, LOW_LEFT, LOW_RIGHT, ROLES };

static const double role_weight[ROLES][2] = {
    {0, 1}, {1, 0.5}, {-1, 0.5}, {0, -1}, {1, -TL_BOARD_LOW_SIDE}, {-1, -TL_BOARD_LOW_SIDE}};

static void choose_points(const tl_board_body *body, tl_vec2 way, uint8_t chosen[ROLES]) {
    tl_vec2 side = {-way.y, way.x};
    for (int k = 0; k < ROLES; k++) {
        double best = -INFINITY;
        for (size_t i = 0; i < body->point_count; i++) {
            double d =
                role_weight[k][0] * tl_dot2(side, tl_plan(body->points[i])) + role_weight[k][1] * body->points[i].z;
            if (d > best) {
                best = d;
                chosen[k] = (uint8_t)i;
            }
        }
    }
}

/* The same of inner boxes: what counts is how far out the point is in the worst case, and that few points are needed.
 */
static void choose_inner(const tl_board_region *places, tl_vec2 way, uint8_t chosen[ROLES]) {
    tl_vec2 side = {-way.y, way.x};
    double best[ROLES];
    for (int k = 0; k < ROLES; k++) {
        best[k] = -INFINITY;
    }
    for (size_t i = places->body->point_count; i < tl_board_aim_count(places->body); i++) {
        tl_box3 box = tl_board_aim_box(places, i);
        tl_vec3 middle = tl_box3_centre(box), half = tl_scale(tl_box3_size(box), 0.5);
        double beside = tl_dot2(side, tl_plan(middle));
        for (int k = 0; k < ROLES; k++) {
            double d = role_weight[k][0] * beside + role_weight[k][1] * middle.z - (half.x + half.y + half.z);
            if (d > best[k]) {
                best[k] = d;
                chosen[k] = (uint8_t)i;
            }
        }
    }
}

/* Which points lines join: past the same side of what is in the way first. */
static const uint8_t joins[][2] = {
    {TOP, TOP},       {LEFT, LEFT},         {RIGHT, RIGHT},         {BOTTOM, BOTTOM},      {LEFT, RIGHT},
    {RIGHT, LEFT},    {LOW_LEFT, LOW_LEFT}, {LOW_RIGHT, LOW_RIGHT}, {TOP, LEFT},           {TOP, RIGHT},
    {LEFT, TOP},      {RIGHT, TOP},         {TOP, BOTTOM},          {LOW_LEFT, LOW_RIGHT}, {LOW_RIGHT, LOW_LEFT},
    {LEFT, LOW_LEFT}, {RIGHT, LOW_RIGHT}};
enum {
    THOROUGH_JOINS = sizeof(joins) / sizeof(joins[0]),
    MOST_JOINS = TL_BOARD_RECENT + THOROUGH_JOINS + TL_BOARD_LOOK_ROOM_JOINS + TL_BOARD_LOOK_GUESSES
};

/* Where a line from or to an aim ends while the body is at one of five places: the middle, the corners. */
static tl_vec3 aimed(const tl_board_region *places, size_t aim, int k) {
    if (aim < places->body->point_count) {
        tl_vec3 middle = tl_box3_centre(places->at), p = places->body->points[aim];
        return k == 0 ? tl_add(p, middle)
                      : (tl_vec3){p.x + ((k & 1) != 0 ? places->at.low.x : places->at.high.x),
                                  p.y + ((k & 2) != 0 ? places->at.low.y : places->at.high.y), p.z + middle.z};
    }
    tl_box3 box = tl_board_aim_box(places, aim);
    tl_vec3 middle = tl_box3_centre(box);
    return k == 0 ? middle
                  : (tl_vec3){(k & 1) != 0 ? box.low.x : box.high.x, (k & 2) != 0 ? box.low.y : box.high.y, middle.z};
}

typedef struct glance {
    tl_board_looker *looker;
    const tl_between *between;
    const tl_board_end *from, *to;
    tl_board_join join[MOST_JOINS]; /* what of either body lines join */
    size_t count;
    uint64_t common;  /* bit i: join i was free at every place */
    int seen, unseen; /* places at which some line was free; none was */
} glance;

static bool moves(tl_box3 at) {
    return at.high.x > at.low.x || at.high.y > at.low.y;
}

/* Whoever looks is certainly outside of the other's core: only then does a line into an inner box pass its surface. */
static bool apart(const glance *g) {
    return !tl_box3_overlap(tl_box3_grow(tl_board_core_box(g->from), 1), tl_board_core_box(g->to));
}

static void add_join(glance *g, size_t from, size_t to) {
    for (size_t i = 0; i < g->count; i++) {
        if (g->join[i].from == from && g->join[i].to == to) {
            return;
        }
    }
    g->join[g->count++] = (tl_board_join){(uint8_t)from, (uint8_t)to};
}

/* First what was free lately, then inner boxes: one line may do for all places. */
static void choose_joins(glance *g, bool thorough) {
    const tl_board_looker *l = g->looker;
    tl_vec3 a = tl_box3_centre(tl_board_core_box(g->from)), b = tl_box3_centre(tl_board_core_box(g->to));
    tl_vec2 way = tl_sub2(tl_plan(b), tl_plan(a));
    double length = tl_length2(way);
    way = length > 0 ? tl_scale2(way, 1 / length) : (tl_vec2){1, 0};
    uint8_t points[2][ROLES];
    choose_points(g->from->places.body, way, points[0]);
    choose_points(g->to->places.body, way, points[1]);
    g->count = 0;
    bool inner_counts = apart(g);
    size_t aims[2] = {inner_counts ? tl_board_aim_count(g->from->places.body) : g->from->places.body->point_count,
                      inner_counts ? tl_board_aim_count(g->to->places.body) : g->to->places.body->point_count};
    for (size_t i = 0; i < l->recent_count; i++) {
        if (l->recent[i].from < aims[0] && l->recent[i].to < aims[1]) {
            add_join(g, l->recent[i].from, l->recent[i].to);
        }
    }
    if (g->to->places.body->inner_count > 0 && inner_counts) {
        uint8_t inside[2][ROLES];
        choose_inner(&g->to->places, way, inside[1]);
        memcpy(inside[0], points[0], sizeof(inside[0]));
        if (g->from->places.body->inner_count > 0 && moves(g->from->places.at)) {
            choose_inner(&g->from->places, way, inside[0]);
        }
        for (size_t i = 0; i < TL_BOARD_LOOK_ROOM_JOINS; i++) {
            add_join(g, inside[0][joins[i][0]], inside[1][joins[i][1]]);
        }
        const double seed[3] = {b.x, b.y, a.x};
        tl_sight_random random = {.state = tl_hash(0, seed, sizeof(seed))};
        for (int i = 0; i < (thorough ? TL_BOARD_LOOK_GUESSES : 0); i++) {
            uint32_t from = tl_sight_random_below(&random, (uint32_t)aims[0]);
            add_join(g, from, inside[1][tl_sight_random_below(&random, ROLES)]);
        }
    }
    for (size_t i = 0; i < (thorough ? THOROUGH_JOINS : TL_BOARD_LOOK_JOINS); i++) {
        add_join(g, points[0][joins[i][0]], points[1][joins[i][1]]);
    }
    g->common = (1ULL << g->count) - 1;
}

/* A join that turned out well, or might. */
static void remember(tl_board_looker *l, tl_board_join join) {
    size_t at = 0;
    while (at < l->recent_count && (l->recent[at].from != join.from || l->recent[at].to != join.to)) {
        at++;
    }
    at = at == l->recent_count ? (l->recent_count < TL_BOARD_RECENT ? l->recent_count++ : at - 1) : at;
    memmove(l->recent + 1, l->recent, at * sizeof(join));
    l->recent[0] = join;
}

/* A free line between the cases: the points nearest to its ends may be joined by one, too. */
static uint8_t nearest_aim(const tl_board_region *places, tl_vec3 p) {
    uint8_t at = 0;
    double best = INFINITY;
    for (size_t i = 0; i < tl_board_aim_count(places->body); i++) {
        double d = tl_distance(tl_box3_centre(tl_board_aim_box(places, i)), p);
        if (d < best) {
            best = d;
            at = (uint8_t)i;
        }
    }
    return at;
}

typedef enum line_state { LINE_BLOCKED, LINE_REFUSED, LINE_FREE } line_state;

static bool stops_again(const tl_obstacles *o, const tl_board_stop *stop, tl_vec3 p, tl_vec3 q) {
    if (stop->slot == UINT32_MAX || o->blockers[stop->slot] != TL_ROLES_ALL) {
        return false;
    }
    tl_vec3 c[3];
    tl_bvh_corners(tl_world_get(o->world, stop->slot), stop->triangle, c);
    return tl_math_segment_triangle(p, q, c[0], c[1], c[2]) != TL_CROSSING_NONE;
}

/* Refused: by a condition, though nothing is in the way. `stop` may be NULL. */
static line_state try_line(const tl_obstacles *o, tl_vec3 p, tl_vec3 q, tl_board_stop *stop) {
    if ((o->ground_slot < 0 && !(p.z > 0 && q.z > 0)) || (stop != NULL && stops_again(o, stop, p, q))) {
        return LINE_BLOCKED;
    }
    tl_hit hit;
    if (tl_world_blocked(o->world, p, q, o->blockers, stop != NULL ? &hit : NULL)) {
        if (stop != NULL) {
            *stop = (tl_board_stop){hit.slot, hit.triangle};
        }
        return LINE_BLOCKED;
    }
    for (size_t i = 0; i < o->condition_count; i++) {
        if (!o->conditions[i].line(o->conditions[i].user, p, q)) {
            return LINE_REFUSED;
        }
    }
    return LINE_FREE;
}

bool tl_board_line_free(const tl_obstacles *o, tl_vec3 p, tl_vec3 q) {
    return try_line(o, p, q, NULL) == LINE_FREE;
}

/* The lines that are free at one place: first those that were at all others, and if one of them is, no others. */
static void glance_at(glance *g, int k, int m) {
    uint64_t all = (1ULL << g->count) - 1, found = 0;
    int refused = 0; /* where areas refuse a few lines they mostly refuse all */
    for (int round = 0; round < 2 && found == 0; round++) {
        uint64_t others = k == 0 ? all & ~g->common : all & ~g->common & ((1ULL << TL_BOARD_LOOK_ELSEWHERE) - 1);
        for (uint64_t left = round == 0 ? g->common : others; left != 0 && refused < TL_BOARD_LOOK_REFUSALS;
             left &= left - 1) {
            uint32_t bit = (uint32_t)__builtin_ctzll(left);
            tl_board_join join = g->join[bit];
            line_state state =
                try_line(&g->between->most, aimed(&g->from->places, join.from, k), aimed(&g->to->places, join.to, m),
                         &g->looker->stops[(7U * join.from + join.to) % TL_BOARD_STOPS]); /* costs only time */
            refused += state == LINE_REFUSED && found == 0 ? 1 : 0;
            if (state == LINE_FREE) {
                found |= 1ULL << bit;
                if (round == 1 || (g->seen + g->unseen == 0 && __builtin_popcountll(found) == TL_BOARD_LOOK_KEPT)) {
                    break; /* one is enough to know that something is seen here, a few to choose from elsewhere */
                }
            }
        }
    }
    g->common &= found;
    *(found != 0 ? &g->seen : &g->unseen) += 1;
}

/* --- All ---------------------------------------------------------------------------------------------------------- */

/* One point of either body: from every place of the one to every place of the other the line between them is free. */
static tl_status try_bundles(const glance *g, bool *all) {
    const tl_obstacles *o = &g->between->most;
    const tl_region_rules *rules = g->looker->rules;
    double ends = tl_board_ends_off(g->from, g->to);
    tl_status status = TL_OK;
    int tried = 0;
    *all = false;
    for (uint64_t left = g->common; left != 0 && tried < TL_BOARD_LOOK_BUNDLES && !*all && status == TL_OK;
         left &= left - 1, tried++) {
        tl_board_join join = g->join[__builtin_ctzll(left)];
        tl_wholly_end_box a = {tl_board_aim_box(&g->from->places, join.from), g->from->over_ground};
        tl_wholly_end_box b = {tl_board_aim_box(&g->to->places, join.to), g->to->over_ground};
        if (tl_region_areas_allow(g->between, a.box, b.box, ends)) {
            status = tl_wholly_free(g->looker->context, o, g->looker->terrain->only_ground, g->looker->scale, &a, &b,
                                    rules->clearance + (ends > 0 ? ends + TL_BOARD_ROUNDING : 0), all);
        }
        if (*all && rules->give > 0) { /* ... and clear of what may be off, by as much */
            tl_obstacles unsure = *o;
            unsure.blockers = rules->unsure;
            status = tl_wholly_free(g->looker->context, &unsure, g->looker->terrain->only_ground, g->looker->scale, &a,
                                    &b, rules->clearance + tl_board_slack(rules, ends), all);
        }
        if (*all) {
            remember(g->looker, join);
        }
    }
    return status;
}

/* --- None --------------------------------------------------------------------------------------------------------- */

static tl_status try_none(tl_board_looker *looker, const glance *g, uint64_t budget, bool *none) {
    tl_wholly_search own, *search = &looker->shared.search;
    bool apart = g->between->own_least;
    double ends = tl_board_ends_off(g->from, g->to), grown = grown_by(looker->rules);
    const tl_wholly_slack give = {tl_board_slack(looker->rules, ends), looker->rules->ground_gives};
    tl_obstacles bare = g->between->least; /* without areas: depths may be off, too */
    tl_status status = TL_OK;
    if (apart) { /* some walls are open here: nothing that was looked up elsewhere holds */
        search = &own;
        bare.condition_count = 0;
        status = tl_board_proof_start(search, looker->context, ends > 0 ? &bare : &g->between->least,
                                      around_cases(tl_board_core_box(g->from), grown + ends),
                                      around_cases(tl_board_core_box(g->to), grown + ends), &give);
    } else {
        status = tl_board_proofs_start(&looker->shared, looker->context, &looker->least,
                                       around_cases(looker->around[0], grown + ends),
                                       around_cases(looker->around[1], grown + ends), &give);
    }
    looker->least.conditions = g->between->least.conditions;
    looker->least.condition_count = ends > 0 ? 0 : g->between->least.condition_count; /* depths may be off, too */
    if (status == TL_OK) {
        double off[2] = {grown + g->from->places.body->off, grown + g->to->places.body->off};
        tl_cell *a = apart ? tl_board_swept_cell(search, &g->from->places, off[0])
                           : tl_board_proofs_from(&looker->shared, looker->context, &g->from->places, off[0]);
        tl_cell *b = tl_board_swept_cell(search, &g->to->places, off[1]);
        tl_wholly found = TL_WHOLLY_OPEN;
        bool brief = looker->hope < 1;
        status = a != NULL && b != NULL ? tl_wholly_blocked(search, a, b, budget, brief, &found) : TL_ERROR_MEMORY;
        *none = found == TL_WHOLLY_BLOCKED;
        looker->hope += brief                        ? TL_BOARD_LOOK_HOPE_BACK
                        : search->brief              ? 0
                        : found == TL_WHOLLY_BLOCKED ? TL_BOARD_LOOK_HOPE * looker->effort - looker->hope
                                                     : -1;
        looker->worth += *none ? TL_BOARD_LOOK_WORTH_STEP * ((double)search->sight.work - looker->worth) : 0;
        looker->patience = *none                     ? tl_min(1, 2 * looker->patience)
                           : found == TL_WHOLLY_OPEN ? TL_BOARD_LOOK_PATIENCE * looker->patience
                                                     : looker->patience;
        if (found == TL_WHOLLY_SEEN && search->sight.has_line) {
            remember(looker, (tl_board_join){nearest_aim(&g->from->places, search->sight.from),
                                             nearest_aim(&g->to->places, search->sight.to)});
        }
        looker->proofs++;
        looker->work += search->sight.work;
        tl_cell_release(looker->context, b);
        if (apart) {
            tl_cell_release(looker->context, a);
        }
    }
    looker->least.conditions = NULL;
    looker->least.condition_count = 0;
    if (apart) {
        tl_wholly_end(search);
    }
    return status;
}

/* --- Both --------------------------------------------------------------------------------------------------------- */

static tl_status look(tl_board_looker *looker, glance *g, bool thorough, tl_board_answer *answer, bool *likely) {
    *likely = false;
    choose_joins(g, thorough);
    bool from = moves(g->from->places.at), to = moves(g->to->places.at);
    for (int k = 0; k < TL_BOARD_LOOK_PLACES; k++) {
        glance_at(g, from ? k : 0, to ? k : 0);
        if (k > 0 && from && to) {
            glance_at(g, k, TL_BOARD_LOOK_PLACES - k); /* the corner across */
        }
        *likely = *likely || (k == 0 && g->seen > 0); /* in the middle */
        if (!from && !to) {
            break; /* the only places */
        }
        if (g->seen > 0 && g->unseen > 0) {
            return TL_OK; /* some of each: only parts can be settled */
        }
    }
    looker->dark = g->seen == 0;
    bool settled = false;
    tl_status status = TL_OK;
    if (g->common != 0 && !g->between->never_free) {
        status = try_bundles(g, &settled);
        *answer = settled ? TL_BOARD_ALL : *answer;
    }
    if (status == TL_OK && g->seen == 0) {
        double most = looker->effort * (!from && !to ? TL_BOARD_LOOK_PLACE_BUDGET
                                        : thorough   ? TL_BOARD_LOOK_THOROUGH_BUDGET
                                                     : TL_BOARD_LOOK_BUDGET);
        double least = tl_max(looker->effort * TL_BOARD_LOOK_LEAST_BUDGET, TL_BOARD_LOOK_WORTH * looker->worth);
        double budget = tl_max(tl_min(least, most), looker->patience * most);
        status = try_none(looker, g, (uint64_t)budget, &settled);
        *answer = settled ? TL_BOARD_NONE : *answer;
    }
    return status;
}

tl_status tl_board_look(tl_board_looker *looker, const tl_board_end *from, const tl_board_end *to, bool thorough,
                        tl_board_answer *answer, bool *likely, tl_error *error) {
    *answer = TL_BOARD_OPEN;
    *likely = false;
    looker->rulings++;
    looker->dark = false;
    tl_between between;
    tl_status status =
        tl_region_between_make(looker->rules, looker->context, &from->region, &to->region, &between, error);
    if (status == TL_OK) {
        glance g = {.looker = looker, .between = &between, .from = from, .to = to};
        status = look(looker, &g, thorough, answer, likely);
    }
    tl_between_free(&between);
    return status == TL_ERROR_MEMORY ? tl_fail_memory(error) : status;
}

tl_status tl_board_glimpse(tl_board_looker *looker, const tl_board_end *from, const tl_board_end *to, bool *seen,
                           tl_error *error) {
    tl_between between;
    *seen = false;
    tl_status status =
        tl_region_between_make(looker->rules, looker->context, &from->region, &to->region, &between, error);
    if (status == TL_OK) {
        glance g = {.looker = looker, .between = &between, .from = from, .to = to};
        choose_joins(&g, true);
        glance_at(&g, 0, 0);
        *seen = g.seen > 0;
    }
    tl_between_free(&between);
    return status == TL_ERROR_MEMORY ? tl_fail_memory(error) : status;
}
