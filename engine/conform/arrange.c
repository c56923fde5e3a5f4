/* arrange.c: from a soup to the pieces that replace some of its triangles. */
#include "conform/arrange.h"

#include "conform/pieces.h"
#include "geom/geom.h"

#include <string.h>

#define COORDINATE_LIMIT 1e12
#define TRIANGLE_LIMIT   ((size_t)1 << 28)
#define ROUNDS           6
/* A triangle that meets more others than this isn't looked at further; and all together. */
#define MEETINGS_EACH ((size_t)1 << 16)
#define MEETINGS_ALL  ((size_t)1 << 20)

static tl_status check_soup(const tl_conform_soup *soup, tl_error *error) {
    if (soup->triangle_count > TRIANGLE_LIMIT || soup->point_count > 3 * TRIANGLE_LIMIT) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, NULL, "more than %zu triangles can't be joined",
                       TRIANGLE_LIMIT);
    }
    for (size_t i = 0; i < soup->point_count; i++) {
        tl_vec3 p = soup->points[i];
        if (!(fabs(p.x) <= COORDINATE_LIMIT && fabs(p.y) <= COORDINATE_LIMIT && fabs(p.z) <= COORDINATE_LIMIT)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "point %zu isn't a place", i);
        }
    }
    for (size_t i = 0; i < 3 * soup->triangle_count; i++) {
        if (soup->corners[i] >= soup->point_count) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL,
                           "triangle %zu has a corner %u, which is no point", i / 3, (unsigned)soup->corners[i]);
        }
    }
    return TL_OK;
}

/* --- The result --------------------------------------------------------------------------------------------------- */

/* Where each parent's pieces lie in `order`: first[parent] .. first[parent + 1]. */
static bool sort_by_parent(const tl_complex *complex, size_t parents, uint32_t **first, uint32_t **order) {
    *first = tl_alloc_array(complex->context, parents + 2, sizeof(uint32_t));
    *order = tl_alloc_array(complex->context, complex->count, sizeof(uint32_t));
    if (*first == NULL || *order == NULL) {
        return false;
    }
    for (size_t i = 0; i < complex->count; i++) {
        (*first)[complex->parents[i] + 2]++;
    }
    for (size_t i = 2; i < parents + 2; i++) {
        (*first)[i] += (*first)[i - 1];
    }
    for (size_t i = 0; i < complex->count; i++) {
        (*order)[(*first)[complex->parents[i] + 1]++] = (uint32_t)i;
    }
    return true;
}

/* How far a piece may lie from its parent: both are convex, so its farthest point is a corner. The nearest point is a
 * combination of the parent's corners that rounding moves by less than 1e-14 of their size. */
static double gap_of(const tl_complex *complex, const tl_conform_soup *soup, const uint32_t *corners, size_t parent) {
    tl_vec3 whole[3];
    double gap = 0;
    for (int k = 0; k < 3; k++) {
        whole[k] = soup->points[soup->corners[3 * parent + (size_t)k]];
    }
    for (int k = 0; k < 3; k++) {
        tl_vec3 p = complex->points[corners[k]];
        if (!tl_same_point(p, whole[0]) && !tl_same_point(p, whole[1]) && !tl_same_point(p, whole[2])) {
            double d = tl_distance(p, tl_geom_nearest_on_triangle(p, whole));
            gap = tl_max(gap, d * (1 + 1e-14) + 1e-14 * complex->scale);
        }
    }
    return gap;
}

/* Whether a parent is still whole: one piece with its own corners. */
static bool is_whole(const tl_complex *complex, const tl_conform_soup *soup, size_t parent, const uint32_t *pieces,
                     size_t count) {
    if (count != 1) {
        return false;
    }
    for (int k = 0; k < 3; k++) {
        uint32_t corner = soup->corners[3 * parent + (size_t)k];
        if (!tl_same_point(complex->points[complex->corners[3 * pieces[0] + (uint32_t)k]], soup->points[corner])) {
            return false;
        }
    }
    return true;
}

static bool make_room(tl_context *context, tl_arranged *out, size_t replaced, size_t pieces, size_t points,
                      size_t given) {
    out->replaced = tl_alloc_array(context, replaced, sizeof(uint32_t));
    out->corners = tl_alloc_array(context, 3 * pieces, sizeof(uint32_t));
    out->parents = tl_alloc_array(context, pieces, sizeof(uint32_t));
    out->gaps = tl_alloc_array(context, pieces, sizeof(double));
    out->new_points = tl_alloc_array(context, points, sizeof(tl_vec3));
    out->same = tl_alloc_array(context, given, sizeof(uint32_t));
    return out->replaced != NULL && out->corners != NULL && out->parents != NULL && out->gaps != NULL &&
           out->new_points != NULL && out->same != NULL;
}

/* Whether a parent stays as the soup has it: nothing happened to it, or its pieces have strayed too far. */
static bool stays(const tl_complex *complex, const tl_conform_soup *soup, size_t parent, const uint32_t *pieces,
                  size_t count, double limit) {
    if (is_whole(complex, soup, parent, pieces, count)) {
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        if (gap_of(complex, soup, complex->corners + 3 * (size_t)pieces[i], parent) > limit) {
            return true;
        }
    }
    return false;
}

/* Hands over the triangles that changed, and the points that are in use. `number` is scratch: new numbers of points. */
static bool collect(const tl_complex *complex, const tl_conform_soup *soup, const uint32_t *same, const uint32_t *first,
                    const uint32_t *order, uint32_t *number, double limit, tl_arranged *out) {
    size_t replaced = 0, pieces = 0, points = 0;
    for (size_t p = 0; p < soup->triangle_count; p++) {
        size_t count = first[p + 1] - first[p];
        if (!stays(complex, soup, p, order + first[p], count, limit)) {
            replaced++;
            pieces += count;
            for (size_t i = 3 * (size_t)first[p]; i < 3 * (size_t)first[p + 1]; i++) {
                uint32_t point = complex->corners[3 * order[i / 3] + i % 3];
                if (point >= complex->given && number[point - complex->given] == 0) {
                    number[point - complex->given] = (uint32_t)++points;
                }
            }
        }
    }
    if (!make_room(complex->context, out, replaced, pieces, points, soup->point_count)) {
        return false;
    }
    out->new_point_count = points;
    for (size_t i = complex->given; i < complex->point_count; i++) {
        if (number[i - complex->given] > 0) {
            out->new_points[number[i - complex->given] - 1] = complex->points[i];
        }
    }
    if (soup->point_count > 0) {
        memcpy(out->same, same, soup->point_count * sizeof(*same));
    }
    for (size_t p = 0; p < soup->triangle_count; p++) {
        size_t count = first[p + 1] - first[p];
        if (stays(complex, soup, p, order + first[p], count, limit)) {
            out->strayed += is_whole(complex, soup, p, order + first[p], count) ? 0 : 1;
            continue;
        }
        out->replaced[out->replaced_count++] = (uint32_t)p;
        for (size_t i = first[p]; i < first[p + 1]; i++) {
            const uint32_t *c = complex->corners + 3 * order[i];
            size_t n = out->triangle_count++;
            for (int k = 0; k < 3; k++) {
                out->corners[3 * n + (size_t)k] =
                    c[k] < complex->given ? c[k] : (uint32_t)complex->given + number[c[k] - complex->given] - 1;
            }
            out->parents[n] = (uint32_t)p;
            out->gaps[n] = gap_of(complex, soup, c, p);
            out->gap = tl_max(out->gap, out->gaps[n]);
        }
    }
    out->doubled = complex->doubled;
    out->joined = complex->joined;
    return true;
}

static bool hand_over(const tl_complex *complex, const tl_conform_soup *soup, const uint32_t *same, double limit,
                      tl_arranged *out) {
    uint32_t *first = NULL, *order = NULL;
    uint32_t *number = tl_alloc_array(complex->context, complex->point_count - complex->given, sizeof(*number));
    bool fits = number != NULL && sort_by_parent(complex, soup->triangle_count, &first, &order) &&
                collect(complex, soup, same, first, order, number, limit, out);
    tl_free(complex->context, first);
    tl_free(complex->context, order);
    tl_free(complex->context, number);
    return fits;
}

/* --- The work ----------------------------------------------------------------------------------------------------- */

/* How near things are joined. Points become one as near as `points` in every round. The first round also bends edges
 * and triangles to points that lie so close beside them, and lets edges cross that pass each other so; each later round
 * only does it from a quarter of the distance, and lets edges cross only where they truly do. Otherwise two points
 * close together on a long edge might take turns in bending it, and bundles of long thin pieces might cross for ever.
 */
static tl_reaches reaches_of(double weld, double scale, int round) {
    tl_reaches r = {.rounding = 0x1p-40 * scale};
    r.points = tl_max(0.25 * weld, r.rounding);
    r.beside = tl_max(ldexp(r.points, -2 * round), 0.0625 * r.rounding);
    r.crossing = round == 0 ? r.points : r.rounding;
    r.drift = round == 0 ? 0 : tl_max(weld, 4 * r.rounding);
    return r;
}

/* One round: what lies together becomes one, what meets is found and, unless it is the last round, cut. */
static tl_status one_round(tl_complex *complex, tl_neighbours *neighbours, size_t parents, double weld, int round,
                           tl_arranged *out) {
    tl_reaches reach = reaches_of(weld, complex->scale, round);
    complex->merge = reach.rounding;
    if (!tl_complex_weld(complex, reach.points) || !tl_complex_drop_doubles(complex)) {
        return TL_ERROR_MEMORY;
    }
    tl_status status = round == 0 ? tl_neighbours_start(neighbours, complex, parents) : TL_OK;
    if (status != TL_OK) {
        return status;
    }
    tl_contacts contacts;
    size_t most = MEETINGS_ALL + 2 * complex->count;
    status = tl_contacts_find(&contacts, complex, neighbours, &reach, MEETINGS_EACH, most);
    tl_log(complex->context, TL_LOG_DEBUG,
           "joining, round %d within %.3g mm: %zu triangles, %zu pairs meet, %zu points on edges, %zu inside", round,
           reach.beside, complex->count, contacts.meeting_count, contacts.split_count, contacts.inside_count);
    bool grows = round > 1 && contacts.meeting_count >= out->unresolved;
    out->limited = out->limited || contacts.limited;
    out->unresolved = contacts.meeting_count;
    out->rounds = round;
    size_t misfits = 0;
    if (status == TL_OK && out->unresolved > 0 && round < ROUNDS && !grows) {
        out->pairs += contacts.meeting_count;
        out->rounds = round + 1;
        status = tl_conform_cut_pieces(complex, &contacts, reach.beside, &misfits);
    }
    tl_contacts_free(complex->context, &contacts);
    return status;
}

static tl_status join(tl_complex *complex, double weld, size_t parents, tl_arranged *out) {
    tl_neighbours neighbours = {0};
    tl_status status = tl_complex_drop_doubles(complex) ? TL_OK : TL_ERROR_MEMORY;
    for (int round = 0; status == TL_OK && round == out->rounds; round++) {
        status = one_round(complex, &neighbours, parents, weld, round, out);
    }
    tl_neighbours_free(complex->context, &neighbours);
    return status;
}

tl_status tl_conform_arrange(tl_context *context, const tl_conform_soup *soup, const tl_arrange_options *options,
                             tl_arranged *arranged, tl_error *error) {
    TL_ASSERT(soup->corners != NULL || soup->triangle_count == 0, "corners are given where there are triangles");
    double weld = options == NULL || options->weld == 0 ? TL_ARRANGE_WELD : tl_max(options->weld, 0);
    *arranged = (tl_arranged){0};
    tl_status status = check_soup(soup, error);
    if (status != TL_OK) {
        return status;
    }
    tl_complex complex;
    uint32_t *same = tl_alloc_array(context, soup->point_count, sizeof(*same));
    status = tl_complex_start(&complex, context, soup);
    if (same == NULL) {
        status = TL_ERROR_MEMORY;
    }
    if (status == TL_OK) {
        if (soup->point_count > 0) {
            memcpy(same, complex.same, soup->point_count * sizeof(*same));
        }
        status = join(&complex, weld, soup->triangle_count, arranged);
    }
    if (status == TL_OK && !hand_over(&complex, soup, same, tl_max(weld, 0x1p-38 * complex.scale), arranged)) {
        status = TL_ERROR_MEMORY;
    }
    tl_complex_free(&complex);
    tl_free(context, same);
    if (status != TL_OK) {
        tl_arranged_free(context, arranged);
    }
    return status == TL_ERROR_MEMORY      ? tl_fail_memory(error)
           : status == TL_ERROR_CANCELLED ? tl_fail(error, status, NULL, NULL, NULL, "joining triangles was cancelled")
                                          : status;
}

void tl_arranged_free(tl_context *context, tl_arranged *arranged) {
    tl_free(context, arranged->new_points);
    tl_free(context, arranged->same);
    tl_free(context, arranged->replaced);
    tl_free(context, arranged->corners);
    tl_free(context, arranged->parents);
    tl_free(context, arranged->gaps);
    *arranged = (tl_arranged){0};
}
