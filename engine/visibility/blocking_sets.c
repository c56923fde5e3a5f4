/* blocking_sets.c: whose removal would open a line. */
#include "visibility/blocking_sets.h"

#include "visibility/limits.h"

#include <string.h>

/* --- Cores -------------------------------------------------------------------------------------------------------- */

void tl_blocking_core_add(tl_blocking_core *core, uint32_t owner) {
    TL_ASSERT(core->count <= TL_SIGHT_OWNERS, "a core has room for its owners");
    for (size_t i = 0; i < core->count; i++) {
        if (core->owners[i] == owner) {
            return;
        }
    }
    if (core->count == TL_SIGHT_OWNERS) {
        core->unknown = true;
    } else {
        core->owners[core->count++] = owner;
    }
}

static bool collect(void *user, const tl_proved *part) {
    tl_blocking_core *core = user;
    core->unknown = core->unknown || part->owner_count == 0;
    for (size_t i = 0; i < part->owner_count; i++) {
        tl_blocking_core_add(core, part->owners[i]);
    }
    return true;
}

tl_sight_recorder tl_blocking_core_recorder(tl_blocking_core *core) {
    return (tl_sight_recorder){.user = core, .proved = collect};
}

/* --- Sets --------------------------------------------------------------------------------------------------------- */

/* Owners are numbered as they turn up in cores; sets of them are words of bits. */

typedef struct core_of_pair {
    uint32_t mask; /* 0: nothing that can be taken away is in it: the pair is closed for good */
    size_t next;   /* another core of the same pair, plus 1; 0: none */
} core_of_pair;

/* A question that had no answer, or one that told no core. */
typedef struct dead_end {
    size_t pair;
    uint32_t mask;
    bool open; /* no answer: it may be yes */
} dead_end;

typedef struct search_for_sets {
    const tl_blocking_question *question;
    tl_blocking_sets *blocking;
    uint8_t *removed;
    uint32_t owner[TL_SIGHT_BLOCKING_OWNERS]; /* sorted: the order of the scene */
    size_t owner_count;
    bool too_many; /* some owner has no number */
    bool untold;   /* some answer told no core */
    bool gave_up;  /* too many sets to look at */
    core_of_pair cores[TL_SIGHT_BLOCKING_CORES];
    size_t first_core[TL_BLOCKING_PAIRS]; /* plus 1 */
    size_t core_count;
    dead_end ends[TL_SIGHT_BLOCKING_QUESTIONS];
    size_t end_count;
    uint32_t found[TL_BLOCKING_SETS];
} search_for_sets;

static bool is_fixed(const search_for_sets *s, uint32_t owner) {
    return owner >= s->question->slot_count || (s->question->fixed != NULL && s->question->fixed[owner] != 0);
}

/* Makes room for a bit in the middle of every set. */
static uint32_t open_gap(uint32_t mask, size_t at) {
    uint32_t below = ((uint32_t)1 << at) - 1;
    return (mask & below) | ((mask & ~below) << 1);
}

static void give_number(search_for_sets *s, uint32_t owner) {
    size_t at = 0;
    while (at < s->owner_count && s->owner[at] < owner) {
        at++;
    }
    if (at < s->owner_count && s->owner[at] == owner) {
        return;
    }
    if (s->owner_count == TL_SIGHT_BLOCKING_OWNERS) {
        s->too_many = true;
        return;
    }
    memmove(s->owner + at + 1, s->owner + at, (s->owner_count - at) * sizeof(s->owner[0]));
    s->owner[at] = owner;
    s->owner_count++;
    for (size_t i = 0; i < s->core_count; i++) {
        s->cores[i].mask = open_gap(s->cores[i].mask, at);
    }
    for (size_t i = 0; i < s->end_count; i++) {
        s->ends[i].mask = open_gap(s->ends[i].mask, at);
    }
    for (size_t i = 0; i < s->blocking->count; i++) {
        s->found[i] = open_gap(s->found[i], at);
    }
}

/* False when the core tells nothing, or there is no room for it. */
static bool add_core(search_for_sets *s, size_t pair, const tl_blocking_core *core) {
    for (size_t i = 0; i < core->count; i++) {
        if (!is_fixed(s, core->owners[i])) {
            give_number(s, core->owners[i]);
        }
    }
    if (core->unknown || s->core_count == TL_SIGHT_BLOCKING_CORES) {
        s->untold = true;
        return false;
    }
    /* whoever has no number is never taken away, so those who have one are a core among candidates */
    uint32_t mask = 0;
    for (size_t i = 0; i < core->count; i++) {
        for (size_t k = 0; k < s->owner_count; k++) {
            mask |= s->owner[k] == core->owners[i] && !is_fixed(s, core->owners[i]) ? (uint32_t)1 << k : 0;
        }
    }
    s->cores[s->core_count++] = (core_of_pair){mask, s->first_core[pair]};
    s->first_core[pair] = s->core_count;
    return true;
}

static bool hits_all(const search_for_sets *s, size_t pair, uint32_t mask) {
    for (size_t i = s->first_core[pair]; i > 0; i = s->cores[i - 1].next) {
        if ((s->cores[i - 1].mask & mask) == 0) {
            return false;
        }
    }
    return true;
}

static bool was_asked(const search_for_sets *s, size_t pair, uint32_t mask) {
    for (size_t i = 0; i < s->end_count; i++) {
        if (s->ends[i].pair == pair && s->ends[i].mask == mask) {
            return true;
        }
    }
    return false;
}

/* The next set of the same size in the order of numbers, smallest first number first: read as digits from bit 0. */
static bool next_set(uint8_t *chosen, size_t size, size_t count) {
    for (size_t i = size; i-- > 0;) {
        if (chosen[i] + (size - i) < count) {
            chosen[i]++;
            for (size_t k = i + 1; k < size; k++) {
                chosen[k] = (uint8_t)(chosen[k - 1] + 1);
            }
            return true;
        }
    }
    return false;
}

/* A minimal set that hits a pair's cores has an own core for each of its members: it is no larger than their number. */
static size_t largest_size(const search_for_sets *s) {
    size_t most = 0;
    for (size_t pair = 0; pair < s->question->pair_count; pair++) {
        size_t count = 0;
        for (size_t i = s->first_core[pair]; i > 0; i = s->cores[i - 1].next) {
            count++;
        }
        most = count > most ? count : most;
    }
    return s->untold || most > s->owner_count ? s->owner_count : most;
}

/* The first set, by size and order, that may open a line and wasn't asked about. */
static bool next_candidate(search_for_sets *s, uint32_t *mask, size_t *pair) {
    size_t largest = largest_size(s), looked_at = 0;
    for (size_t size = 1; size <= largest && size <= TL_SIGHT_NAMED; size++) {
        uint8_t chosen[TL_SIGHT_BLOCKING_OWNERS];
        for (size_t i = 0; i < size; i++) {
            chosen[i] = (uint8_t)i;
        }
        do {
            uint32_t set = 0;
            bool contains = false;
            for (size_t i = 0; i < size; i++) {
                set |= (uint32_t)1 << chosen[i];
            }
            for (size_t i = 0; i < s->blocking->count; i++) {
                contains = contains || (set & s->found[i]) == s->found[i];
            }
            for (size_t p = 0; p < s->question->pair_count && !contains; p++) {
                if (hits_all(s, p, set) && !was_asked(s, p, set)) {
                    *mask = set;
                    *pair = p;
                    return true;
                }
            }
            s->gave_up = ++looked_at == TL_SIGHT_BLOCKING_LOOKED_AT;
        } while (!s->gave_up && next_set(chosen, size, s->owner_count));
        if (s->gave_up) {
            return false;
        }
    }
    return false;
}

static void keep(search_for_sets *s, uint32_t mask, size_t pair, const tl_sight *sight) {
    TL_ASSERT(s->blocking->count < TL_BLOCKING_SETS, "there is room for another set");
    tl_blocking_sets *blocking = s->blocking;
    tl_opening *opening = &blocking->sets[blocking->count];
    *opening = (tl_opening){.pair = pair, .sight = *sight};
    for (size_t i = 0; i < s->owner_count; i++) {
        if ((mask >> i & 1) != 0) {
            opening->owners[opening->count++] = s->owner[i];
        }
    }
    s->found[blocking->count++] = mask;
}

static tl_status ask_without(search_for_sets *s, uint32_t mask, size_t pair, tl_error *error) {
    tl_blocking_sets *blocking = s->blocking;
    const tl_blocking_question *q = s->question;
    uint64_t total = q->budget > 0 ? q->budget : TL_SIGHT_BLOCKING_BUDGET, left = total - blocking->work;
    memset(s->removed, 0, q->slot_count);
    for (size_t i = 0; i < s->owner_count; i++) {
        s->removed[s->owner[i]] = (mask >> i & 1) != 0;
    }
    tl_blocking_core core = {.count = 0};
    tl_sight_recorder recorder = tl_blocking_core_recorder(&core);
    tl_sight sight;
    tl_status status = q->ask(q->user, pair, s->removed, &recorder,
                              left < TL_SIGHT_ASKING_BUDGET ? left : TL_SIGHT_ASKING_BUDGET, &sight, error);
    if (status != TL_OK) {
        return status;
    }
    blocking->work += sight.work + TL_SIGHT_WORK_RAY;
    blocking->asked++;
    if (sight.verdict == TL_VERDICT_YES) {
        keep(s, mask, pair, &sight);
        return TL_OK;
    }
    bool proved = sight.verdict == TL_VERDICT_NO, told = proved && add_core(s, pair, &core);
    mask = 0; /* numbers may have moved */
    for (size_t i = 0; i < s->owner_count; i++) {
        mask |= s->removed[s->owner[i]] != 0 ? (uint32_t)1 << i : 0;
    }
    if (!told || hits_all(s, pair, mask)) {
        TL_ASSERT(s->end_count < TL_SIGHT_BLOCKING_QUESTIONS, "there is room for every question's dead end");
        s->ends[s->end_count++] = (dead_end){pair, mask, !proved};
    }
    return TL_OK;
}

/* Whether with one member put back every pair is closed for certain. */
static bool closed_without(const search_for_sets *s, uint32_t mask) {
    for (size_t pair = 0; pair < s->question->pair_count; pair++) {
        bool closed = mask == 0 || !hits_all(s, pair, mask);
        for (size_t i = 0; i < s->end_count && !closed; i++) {
            closed = s->ends[i].pair == pair && !s->ends[i].open && (mask & ~s->ends[i].mask) == 0;
        }
        if (!closed) {
            return false;
        }
    }
    return true;
}

static void certify(search_for_sets *s) {
    for (size_t k = 0; k < s->blocking->count; k++) {
        bool certain = true;
        for (size_t i = 0; i < s->owner_count; i++) {
            uint32_t bit = (uint32_t)1 << i;
            certain = certain && ((s->found[k] & bit) == 0 || closed_without(s, s->found[k] & ~bit));
        }
        s->blocking->sets[k].certain = certain;
    }
}

static bool comes_before(const tl_opening *a, const tl_opening *b) {
    for (size_t i = 0; a->count == b->count && i < a->count; i++) {
        if (a->owners[i] != b->owners[i]) {
            return a->owners[i] < b->owners[i];
        }
    }
    return a->count < b->count;
}

/* Owners get their numbers late, and sets found late may be smaller when some question had no answer: so they are put
 * in order, and those that contain another are left out. */
static void put_in_order(search_for_sets *s) {
    tl_blocking_sets *blocking = s->blocking;
    for (size_t i = 1; i < blocking->count; i++) {
        for (size_t k = i; k > 0 && comes_before(&blocking->sets[k], &blocking->sets[k - 1]); k--) {
            uint32_t mask = s->found[k];
            tl_opening opening = blocking->sets[k];
            s->found[k] = s->found[k - 1];
            blocking->sets[k] = blocking->sets[k - 1];
            s->found[k - 1] = mask;
            blocking->sets[k - 1] = opening;
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < blocking->count; i++) {
        bool contains = false;
        for (size_t k = 0; k < kept; k++) {
            contains = contains || (s->found[i] & s->found[k]) == s->found[k];
        }
        if (!contains) {
            s->found[kept] = s->found[i];
            blocking->sets[kept++] = blocking->sets[i];
        }
    }
    blocking->count = kept;
}

/* Nothing is left to try. Is that because there is nothing? */
static void conclude(search_for_sets *s, bool exhausted) {
    bool closed = !s->too_many;
    for (size_t pair = 0; pair < s->question->pair_count; pair++) {
        closed = closed && !hits_all(s, pair, UINT32_MAX);
    }
    s->blocking->fixed = closed;
    s->blocking->complete = exhausted && !s->too_many && !s->untold && !s->gave_up && s->end_count == 0 &&
                            largest_size(s) <= TL_SIGHT_NAMED;
}

tl_status tl_blocking_sets_find(tl_context *context, const tl_blocking_question *question, tl_blocking_sets *blocking,
                                tl_error *error) {
    TL_ASSERT(question->pair_count <= TL_BLOCKING_PAIRS, "no more pairs are asked about than there is room for");
    TL_ASSERT(question->ask != NULL, "there is somebody to ask");
    memset(blocking, 0, sizeof(*blocking));
    search_for_sets *s = tl_alloc_array(context, 1, sizeof(*s));
    uint8_t *removed = tl_alloc_array(context, question->slot_count, 1);
    tl_status status = s != NULL && removed != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        s->question = question;
        s->blocking = blocking;
        s->removed = removed;
        for (size_t i = 0; i < question->pair_count; i++) {
            add_core(s, i, &question->cores[i]);
        }
        uint64_t budget = question->budget > 0 ? question->budget : TL_SIGHT_BLOCKING_BUDGET;
        bool exhausted = false;
        uint32_t mask;
        size_t pair;
        while (status == TL_OK && !exhausted && blocking->count < TL_BLOCKING_SETS && blocking->work < budget &&
               s->end_count < TL_SIGHT_BLOCKING_QUESTIONS && blocking->asked < TL_SIGHT_BLOCKING_QUESTIONS &&
               !tl_out_of_time(context)) {
            exhausted = !next_candidate(s, &mask, &pair);
            if (!exhausted) {
                status = ask_without(s, mask, pair, error);
            }
        }
        if (status == TL_OK && blocking->count == TL_BLOCKING_SETS) {
            exhausted = !next_candidate(s, &mask, &pair);
        }
        put_in_order(s);
        certify(s);
        conclude(s, exhausted);
    }
    tl_free(context, removed);
    tl_free(context, s);
    return status;
}
