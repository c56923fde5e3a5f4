/* conform.c: a question that resists has the triangles that may matter to it cut where they meet.
 *
 * A shell slips into the seam of surfaces that meet without sharing edges, and dividing follows the seam for ever. Then
 * the triangles near what is still open are made to conform, for this question alone: which ones depends on the
 * question and on the work it has cost so far, on nothing that was asked before. Proofs found until then stand; from
 * then on crawls go over the joined triangles only, which is a choice of blockers like any other. */
#include "visibility/search.h"

#include "visibility/limits.h"

static tl_status list_pair(const tl_sight_search *search, const tl_sight_pair *pair, tl_sight_triangle_list *list) {
    tl_shaft shaft;
    tl_sight_shaft(search, pair->a, pair->b, &shaft);
    tl_shaft_grow(&shaft, TL_SIGHT_CONFORM_SLACK + search->options.min_clearance);
    return tl_patch_list(search->context, search->obstacles, &shaft, list);
}

/* Everything in the shafts of what is open, or in the question's shaft where that is too much to look at. */
static tl_status list_open(tl_sight_search *search, const tl_sight_pair *pair, tl_sight_triangle_list *list) {
    const tl_sight_pairs *open = search->open;
    if (open == NULL || open->count > TL_SIGHT_CONFORM_SHAFTS) {
        return tl_patch_list(search->context, search->obstacles, &search->patch.root, list);
    }
    tl_status status = list_pair(search, pair, list);
    for (size_t i = 0; i < open->count && status == TL_OK && !list->full; i++) {
        status = list_pair(search, &open->items[i], list);
    }
    return status;
}

static tl_status conform(tl_sight_search *search, tl_sight_triangle_list *list) {
    tl_patch fresh;
    tl_status status = tl_patch_start_some(&fresh, search->context, search->obstacles, &search->patch.root, list);
    if (status != TL_OK) {
        tl_patch_free(&fresh);
        return status;
    }
    size_t pieces = fresh.joined->face_count - fresh.joined->first[fresh.joined->slot_count];
    search->sight->work += TL_SIGHT_CONFORM_MEMBER * fresh.joined->member_count + TL_SIGHT_CONFORM_PIECE * pieces;
    fresh.limits = search->patch.limits;
    tl_patch_free(&search->patch);
    search->patch = fresh;
    search->conformed = true;
    return TL_OK;
}

tl_status tl_sight_conform(tl_sight_search *search, const tl_sight_pair *pair) {
    uint64_t work = search->sight->work,
             start = search->open != NULL ? TL_SIGHT_CONFORM_START : TL_SIGHT_CONFORM_COVER_START;
    if (search->conformed || !search->has_patch || search->options.slack > 0 || work < start ||
        work < search->conform_at) {
        return TL_OK;
    }
    search->conform_at = 2 * work;
    uint64_t left = search->options.budget > work ? (search->options.budget - work) / TL_SIGHT_CONFORM_SPARE : 0;
    tl_sight_triangle_list list = {.most = (left < work ? left : work) / TL_SIGHT_CONFORM_EACH};
    if (list.most == 0) {
        return TL_OK;
    }
    tl_status status = list_open(search, pair, &list);
    search->sight->work += TL_SIGHT_CONFORM_LISTED * (list.count / 2);
    if (status == TL_OK && !list.full && list.count > 0) {
        status = conform(search, &list);
    }
    tl_free(search->context, list.items);
    if (status == TL_ERROR_CANCELLED) {
        search->stopped = true;
        search->timed_out = tl_out_of_time(search->context);
        return tl_sight_stop_status(search);
    }
    return status;
}
