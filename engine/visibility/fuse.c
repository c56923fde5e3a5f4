/* fuse.c: blockers that close together what none of them closes alone. A plane between two cells is divided into
 * portals until the lines through each of them are blocked by a shell of their own (docs/math/visibility.md). */
#include "visibility/shells.h"

#include "visibility/limits.h"

typedef enum portal_state { PORTAL_BLOCKED, PORTAL_OPEN, PORTAL_FREE } portal_state;

/* An attempt on one pair. */
typedef struct fusion {
    tl_sight_search *search;
    const tl_shaft *shaft;
    const tl_sight_pair *pair;
    tl_portal_plane plane;
} fusion;

/* Whether all lines through one portal are blocked: if not, what they went round, seen from which line. */
static portal_state portal_blocked(fusion *f, const tl_portal *portal, tl_probe *line, tl_failure *why) {
    tl_sight_search *search = f->search;
    tl_shaft through[2];
    search->sight->work += TL_SIGHT_WORK_SHAFT + (f->pair->a->point_count + f->pair->b->point_count) / 2;
    if (!tl_portal_halves(&f->plane, portal, through)) {
        return PORTAL_BLOCKED;
    }
    for (int i = 0; i < TL_SIGHT_PORTAL_PROBES; i++) {
        uint64_t looked = f->plane.looked;
        tl_portal_found found = tl_portal_line(&f->plane, portal, &search->random, &line->p, &line->q);
        search->sight->work += (f->plane.looked - looked) / TL_SIGHT_PORTAL_POINTS_A_UNIT;
        if (found == TL_PORTAL_EMPTY) {
            return PORTAL_BLOCKED;
        }
        if (found == TL_PORTAL_NONE || tl_sight_below_plane(search->obstacles, line->p) ||
            tl_sight_below_plane(search->obstacles, line->q)) {
            continue;
        }
        bool plain, free_line;
        tl_sight_follow(search, line, &plain, &free_line);
        if (free_line) {
            return PORTAL_FREE;
        }
        if (plain) {
            return tl_sight_shells_block(search, f->shaft, through, f->pair, line, why) ? PORTAL_BLOCKED : PORTAL_OPEN;
        }
    }
    return PORTAL_OPEN;
}

/* By the best edge that divides it. */
static bool divide(const fusion *f, const tl_portal *portal, const tl_probe *line, const tl_failure *why,
                   tl_portal parts[2]) {
    for (size_t i = 0; i < why->count; i++) {
        const tl_sight_turning *edge = &why->edges[(why->best + i) % why->count];
        if (tl_portal_split(&f->plane, portal, edge->u, edge->v, line->p, line->q, parts)) {
            return true;
        }
    }
    return false;
}

/* One portal after another, the parts of a divided one next. `left` gets the one that can't be closed. */
static bool close_all(fusion *f, const tl_portal parts[2], tl_portal_rest *left) {
    tl_portal waiting[TL_SIGHT_PORTALS + 2] = {parts[0], parts[1]};
    size_t count = 2;
    for (size_t tried = 1; count > 0 && tl_sight_may_try(f->search); tried++) {
        tl_portal portal = waiting[--count];
        tl_probe line;
        tl_failure why = {.count = 0};
        portal_state state = portal_blocked(f, &portal, &line, &why);
        if (state == PORTAL_BLOCKED) {
            continue;
        }
        if (state == PORTAL_FREE || tried + count + 2 > TL_SIGHT_PORTALS ||
            !divide(f, &portal, &line, &why, waiting + count)) {
            *left = (tl_portal_rest){.known = true, .frame = f->plane.frame, .portal = portal};
            return false;
        }
        count += 2;
    }
    return count == 0;
}

tl_status tl_sight_portals_block(tl_sight_search *search, const tl_shaft *shaft, const tl_sight_pair *pair,
                                 const tl_probe *first, const tl_failure *reason, tl_portal_rest *left, bool *proved) {
    TL_ASSERT(reason->count <= TL_FAILURE_EDGES && (reason->count == 0 || reason->best < reason->count),
              "the best edge of a failure is one of its edges");
    *proved = false;
    left->known = false;
    const tl_sight_recorder *recorder = search->options.recorder;
    if (reason->count == 0 || (recorder != NULL && recorder->apart && pair->depth < TL_SIGHT_APART_DEPTH)) {
        return TL_OK;
    }
    fusion f = {.search = search, .shaft = shaft, .pair = pair};
    const tl_sight_turning *edge = &reason->edges[reason->best];
    bool usable;
    search->sight->work += TL_SIGHT_WORK_SHAFT + (uint64_t)pair->a->point_count + pair->b->point_count;
    if (!tl_portal_start(&f.plane, search->context, shaft, pair->a, pair->b, edge->u, edge->v, &usable)) {
        return TL_ERROR_MEMORY;
    }
    tl_portal parts[2];
    tl_sight *sight = search->sight; /* what a failed attempt has named is forgotten */
    size_t named = sight->named_count, owners = search->owner_count;
    double gap = sight->closed_gap;
    *proved = usable && divide(&f, &f.plane.whole, first, reason, parts) && close_all(&f, parts, left);
    tl_portal_end(&f.plane);
    if (!*proved) {
        sight->named_count = named;
        sight->closed_gap = gap;
        search->owner_count = owners;
    }
    return TL_OK;
}
