/* spend.c: which rows hold for a move, how fast it goes where, and what all of a way uses of it. */
#include "judge/move/spend.h"

#include "math/angle.h"

#include <string.h>

/* --- Making ------------------------------------------------------------------------------------------------------- */

/* What a kind of terrain does to who is on it. */
static uint32_t does_of(const tl_spend *s, const tl_terrain_kind *kind) {
    uint32_t does = (kind->road && s->has_road ? TL_SPEND_ROAD : 0) | (kind->clears ? TL_SPEND_CLEARS : 0);
    for (size_t i = 0; i < s->row_count; i++) {
        const tl_json_value *on = s->rows[i]->does == TL_MOVE_DOES_GO ? s->rows[i]->on : s->rows[i]->not_on;
        does |= tl_score_lists(on, kind->name) ? TL_SPEND_ROW << i : 0;
    }
    return does;
}

static tl_status add_zones(const tl_moving *moving, tl_spend *s, tl_error *error) {
    const tl_table *table = moving->inquiry->table;
    s->zones = tl_alloc_array(s->context, table->terrain_count, sizeof(*s->zones));
    tl_status status = s->zones != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < table->terrain_count && status == TL_OK && !moving->flies && moving->over == NULL; i++) {
        const tl_terrain_kind *kind =
            tl_ruleset_kind(moving->inquiry->referee->ruleset, table->document->terrain[i].kind);
        uint32_t does = kind != NULL ? does_of(s, kind) : 0;
        if (does != 0 && tl_moving_has_outline(moving, i)) {
            tl_spend_zone *zone = &s->zones[s->zone_count++];
            *zone = (tl_spend_zone){.does = does};
            status = tl_moving_outline(moving, i, &zone->outline, &zone->own, &zone->off, error);
        }
    }
    return status;
}

/* The next number of a list such as "4,2"; false where there is none. */
static bool next_die(const char **dice, double *number) {
    const char *at = *dice;
    *number = 0;
    while (at != NULL && (*at == ' ' || *at == ',')) {
        at++;
    }
    bool any = at != NULL && *at >= '0' && *at <= '9';
    for (; any && *at >= '0' && *at <= '9'; at++) {
        *number = tl_min(10 * *number + (*at - '0'), 1e6);
    }
    *dice = any ? at : *dice;
    return any;
}

static const char *said(const tl_inquiry *inquiry, const tl_move_rule *rule) {
    return tl_ruleset_said(inquiry->referee->ruleset, inquiry->words->language, "moves", rule->name, rule->text);
}

/* What the dice give, in the order of the rows. */
static tl_status roll(const tl_moving *moving, bool march, const char *dice, tl_spend *s, tl_error *error) {
    const tl_inquiry *inquiry = moving->inquiry;
    const tl_move_rule *rule;
    double number;
    for (size_t i = 0; (rule = tl_ruleset_move_at(inquiry->referee->ruleset, i)) != NULL; i++) {
        if (s->row_count >= TL_SPEND_ROWS || rule->does != TL_MOVE_DOES_ROLL ||
            !tl_moving_row_holds(inquiry, moving->member, march, rule)) {
            continue;
        }
        bool behind = rule->gives == TL_MOVE_GIVES_BEHIND, given = next_die(&dice, &number);
        if (!given && !behind) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "dice",
                           moving->crosses ? "give `dice`, what it shows" : "ask `move` for a way, with `dice`",
                           "how far %s goes hangs on a die (%s)", inquiry->table->members[moving->member].name,
                           said(inquiry, rule));
        }
        if (given && !(number >= 1 && number <= rule->sides)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "dice", "write what it shows",
                           "a die with %u sides doesn't show %g", rule->sides, number);
        }
        double mm = number * rule->each * inquiry->game_unit;
        s->behind = behind ? rule : s->behind;
        s->behind_mm = behind ? (given ? mm : NAN) : s->behind_mm;
        if (!behind) {
            bool instead = rule->gives == TL_MOVE_GIVES_INSTEAD;
            s->rating = instead ? mm : s->rating + mm;
            s->road = instead ? mm : s->road + mm;
            s->rolled = true;
            s->rolled_mm[s->row_count] = mm;
            s->rows[s->row_count++] = rule;
        }
    }
    if (next_die(&dice, &number)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "dice", "leave it out",
                       "no die is thrown for this move of %s, or not so many",
                       inquiry->table->members[moving->member].name);
    }
    return TL_OK;
}

tl_status tl_spend_make(const tl_moving *moving, bool march, const char *dice, tl_spend *s, tl_error *error) {
    const tl_inquiry *inquiry = moving->inquiry;
    const tl_document_unit *unit = moving->unit;
    double reach = tl_mover_reach(&moving->mover);
    *s = (tl_spend){.inquiry = inquiry, .context = moving->context};
    s->rating = (march ? unit->march : unit->move) * inquiry->game_unit;
    s->has_road = !march && unit->has_move_road;
    s->road = s->has_road ? unit->move_road * inquiry->game_unit : s->rating;
    s->turning = unit->kind->turning.slice_deg > 0 && !moving->flies ? &unit->kind->turning : NULL;
    s->turn_off = reach > 0 ? tl_atan2_deg(inquiry->tolerance, reach) : 0;
    enum { ROLLS = 4 }; /* rows that are kept free for dice */
    for (size_t i = 0; s->row_count < TL_SPEND_ROWS - ROLLS; i++) {
        const tl_move_rule *rule = tl_ruleset_move_at(inquiry->referee->ruleset, i);
        if (rule == NULL) {
            break;
        }
        bool changes = rule->does == TL_MOVE_DOES_SHARE || rule->does == TL_MOVE_DOES_SPEND ||
                       (rule->does == TL_MOVE_DOES_GO && !moving->flies);
        if (changes && tl_moving_row_holds(inquiry, moving->member, march, rule)) {
            s->rows[s->row_count++] = rule;
            s->spent += rule->does == TL_MOVE_DOES_SPEND ? rule->amount : 0;
        }
    }
    tl_status status = roll(moving, march, dice, s, error);
    if (status != TL_OK) {
        return status;
    }
    s->counts = s->row_count > 0 || s->has_road || s->turning != NULL;
    return add_zones(moving, s, error);
}

void tl_spend_free(tl_spend *s) {
    for (size_t i = 0; i < s->zone_count; i++) {
        tl_outline_free(&s->zones[i].own);
    }
    if (s->context != NULL) {
        tl_free(s->context, s->zones);
    }
    s->zones = NULL;
    s->zone_count = 0;
}

/* --- Speeds ------------------------------------------------------------------------------------------------------- */

double tl_spend_rating(const tl_spend *s, uint32_t does) {
    double rating = (does & TL_SPEND_ROAD) != 0 ? s->road : s->rating;
    for (size_t i = 0; i < s->row_count; i++) {
        bool counts = s->rows[i]->does == TL_MOVE_DOES_GO && (does & (TL_SPEND_ROW << i)) != 0;
        rating = counts ? s->rows[i]->amount * s->inquiry->game_unit : rating;
    }
    return rating;
}

/* What gives a piece of terrain a speed of its own, faster or slower: roads, and rows that say how far one goes there.
 */
static uint32_t own_speeds(const tl_spend *s) {
    uint32_t bits = TL_SPEND_ROAD;
    for (size_t i = 0; i < s->row_count; i++) {
        bits |= s->rows[i]->does == TL_MOVE_DOES_GO ? TL_SPEND_ROW << i : 0;
    }
    return bits;
}

/* The least, or the most, of what `speed` is with any of some bits set beside those that are. */
static double bound_of(const tl_spend *s, uint32_t sure, uint32_t open, bool most,
                       double (*speed)(const tl_spend *, uint32_t)) {
    double found = speed(s, sure);
    for (uint32_t some = open; some != 0; some = (some - 1) & open) {
        double one = speed(s, sure | some);
        found = most ? tl_max(found, one) : tl_min(found, one);
    }
    return found;
}

double tl_spend_speed(const tl_spend *s, uint32_t does) {
    double speed = tl_spend_rating(s, does);
    for (size_t i = 0; i < s->row_count; i++) {
        bool counts = s->rows[i]->does == TL_MOVE_DOES_SHARE && (does & (TL_SPEND_ROW << i)) == 0;
        speed *= counts ? s->rows[i]->amount : 1;
    }
    return speed;
}

/* Shares make a move shorter, so where fewer of them are left out it is slower; roads may be slower than open ground,
 * and so may what has a speed of its own. */
double tl_spend_slowest(const tl_spend *s, uint32_t sure, uint32_t perhaps) {
    return bound_of(s, sure, perhaps & ~sure & own_speeds(s), false, tl_spend_speed);
}

double tl_spend_fastest(const tl_spend *s, uint32_t sure, uint32_t perhaps) {
    uint32_t own = own_speeds(s);
    return bound_of(s, sure | (perhaps & ~own), perhaps & ~sure & own, true, tl_spend_speed);
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

/* All of a way goes at the slower of both speeds, when any of it lies beside roads (setting road_mix). */
static bool keeps_to_slower(const tl_spend *s, const tl_spend_pieces *pieces, bool dear) {
    bool beside = (pieces->end_sure & TL_SPEND_ROAD) == 0;
    if (!s->has_road || !tl_settings_is_at(&s->inquiry->settings, TL_SETTING_ROAD_MIX, TL_CHOICE_ROAD_MIX_SLOWEST)) {
        return false;
    }
    beside = beside && (dear || (pieces->end_perhaps & TL_SPEND_ROAD) == 0);
    for (size_t i = 0; i < pieces->count; i++) {
        uint32_t on = dear ? pieces->items[i].sure : pieces->items[i].sure | pieces->items[i].perhaps;
        beside = beside || (on & TL_SPEND_ROAD) == 0;
    }
    return beside;
}

typedef struct adding {
    const tl_spend *s;
    bool dear, slower;
    tl_spend_sum sum;
    bool over;
} adding;

static double speed_at(const adding *a, uint32_t sure, uint32_t perhaps, bool rated) {
    const tl_spend *s = a->s;
    if (a->slower) { /* as if no road were there, or all of it were one */
        uint32_t road = s->road < s->rating ? TL_SPEND_ROAD : 0;
        sure = (sure & ~TL_SPEND_ROAD) | road;
        perhaps = (perhaps & ~TL_SPEND_ROAD) | road;
    }
    uint32_t open = perhaps & ~sure & own_speeds(s);
    double most = bound_of(s, sure, open, true, tl_spend_rating);
    double least = bound_of(s, sure, open, false, tl_spend_rating);
    return rated     ? (a->dear ? least : most)
           : a->dear ? tl_spend_slowest(s, sure, perhaps)
                     : tl_spend_fastest(s, sure, perhaps);
}

static double share_of(double length, double speed) {
    return length <= 0 ? 0 : speed > 0 ? length / speed : INFINITY;
}

static void add_pivot(adding *a, const tl_spend_pivot *pivot) {
    double cost = a->dear ? pivot->high : pivot->low;
    a->sum.used += cost;
    a->sum.turned += cost;
    if (!a->over && cost > 0 && a->sum.used > 1 + TL_SPEND_ROUNDING) {
        a->over = a->sum.by_turn = true;
        a->sum.stop = pivot->at;
    }
}

static void add_piece(adding *a, const tl_spend_piece *piece) {
    double speed = speed_at(a, piece->sure, piece->perhaps, false), length = piece->to - piece->from;
    double left = 1 - a->sum.used;
    a->sum.used += share_of(length, speed);
    a->sum.way += share_of(length, speed_at(a, piece->sure, piece->perhaps, true));
    a->sum.road += (piece->sure & TL_SPEND_ROAD) != 0 ? length : 0;
    if (!a->over && a->sum.used > 1 + TL_SPEND_ROUNDING) {
        a->over = true;
        a->sum.stop = tl_min(piece->to, piece->from + (speed > 0 ? tl_max(0, left) * speed : 0));
    }
}

tl_spend_sum tl_spend_add(const tl_spend *s, const tl_spend_pieces *pieces, const tl_spend_pivot *pivots,
                          size_t pivot_count, double length, bool dear) {
    adding a = {.s = s, .dear = dear, .slower = keeps_to_slower(s, pieces, dear)};
    size_t next = 0;
    a.sum = (tl_spend_sum){.used = s->spent + s->climb[dear ? 1 : 0]};
    a.over = a.sum.used > 1 + TL_SPEND_ROUNDING;
    a.sum.stop = a.over ? 0 : length;
    for (size_t i = 0; i < pieces->count; i++) {
        tl_spend_piece piece = pieces->items[i];
        while (next < pivot_count && pivots[next].at < piece.to) { /* it turns in the middle of a piece */
            tl_spend_piece before = piece;
            before.to = tl_max(piece.from, pivots[next].at);
            add_piece(&a, &before);
            add_pivot(&a, &pivots[next++]);
            piece.from = before.to;
        }
        add_piece(&a, &piece);
    }
    while (next < pivot_count) {
        add_pivot(&a, &pivots[next++]);
    }
    uint32_t sure = pieces->count > 0 ? pieces->items[pieces->count - 1].sure : pieces->end_sure;
    uint32_t perhaps = pieces->count > 0 ? pieces->items[pieces->count - 1].perhaps : pieces->end_perhaps;
    a.sum.speed = speed_at(&a, sure, perhaps, false);
    double pace = a.sum.speed > 0 || a.sum.used < 1 ? a.sum.speed : s->rating; /* ... that is too much is too much */
    double beyond = a.sum.used < INFINITY ? (1 - a.sum.used) * pace : -INFINITY;
    bool at_end = a.sum.by_turn && a.sum.stop >= length;
    a.sum.limit = !a.over || at_end ? length + beyond : a.sum.stop;
    return a.sum;
}
