/* join.c: the faces of a world, or some of them: their corners, their pieces, and what links them. */
#include "conform/join.h"

#include "conform/joining.h"

#include <string.h>

#define MOST_FACES (UINT64_C(1) << 28)

/* --- Corners ----------------------------------------------------------------------------------------------------- */

static void take_points(tl_joining *j, const tl_conform_part *parts) {
    size_t n = 0;
    for (int moving = 0; moving < 2; moving++) {
        for (size_t slot = 0; slot < j->made->slot_count; slot++) {
            const tl_vec3 *own = parts[slot].own_frame;
            if (parts[slot].bvh == NULL || (own != NULL) != (moving != 0)) {
                continue;
            }
            j->first_point[slot] = n;
            if (tl_bvh_vertex_count(parts[slot].bvh) == 0) {
                continue;
            }
            memcpy(j->points + n, own != NULL ? own : tl_bvh_vertices(parts[slot].bvh),
                   tl_bvh_vertex_count(parts[slot].bvh) * sizeof(*j->points));
            for (size_t i = 0; i < tl_bvh_vertex_count(parts[slot].bvh); i++) {
                j->groups[n++] = own == NULL ? 0 : parts[slot].group != 0 ? parts[slot].group : (uint32_t)slot + 1;
            }
        }
        j->resting_count = moving == 0 ? n : j->resting_count;
    }
    j->given_count = j->point_count = n;
}

static void take_corners(tl_joining *j, const tl_conform_part *parts) {
    for (size_t slot = 0; slot < j->made->slot_count; slot++) {
        size_t count = parts[slot].bvh != NULL ? tl_bvh_triangle_count(parts[slot].bvh) : 0,
               face = j->made->first[slot];
        for (size_t i = 0; i < 3 * count; i++) {
            j->corners[3 * face + i] = (uint32_t)j->first_point[slot] + tl_bvh_triangles(parts[slot].bvh)[i];
        }
        for (size_t i = 0; i < count && parts[slot].conforms && parts[slot].own_frame == NULL; i++) {
            j->resting[j->resting_faces++] = (uint32_t)(face + i);
        }
    }
}

/* Faces that were picked, one by one, where they stand. */
static void take_members(tl_joining *j, const tl_conform_part *parts) {
    const tl_joined *made = j->made;
    size_t slot = 0;
    for (size_t i = 0; i < made->member_count; i++) {
        while (made->first[slot + 1] <= made->members[i]) {
            slot++;
        }
        tl_bvh_corners(parts[slot].bvh, made->members[i] - made->first[slot], j->points + 3 * i);
        for (size_t k = 3 * i; k < 3 * i + 3; k++) {
            j->corners[k] = (uint32_t)k;
        }
        j->resting[i] = (uint32_t)i;
    }
    j->resting_faces = made->member_count;
    j->resting_count = j->given_count = j->point_count;
}

/* --- Pieces ------------------------------------------------------------------------------------------------------ */

static tl_status arrange(tl_joining *j, tl_error *error) {
    tl_context *context = j->made->context;
    if (j->resting_faces == 0 || (j->made->members == NULL && j->resting_faces > TL_CONFORM_MOST)) {
        return TL_OK;
    }
    uint32_t *corners = tl_alloc_array(context, 3 * j->resting_faces, sizeof(*corners));
    if (corners == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t i = 0; i < j->resting_faces; i++) {
        memcpy(corners + 3 * i, j->corners + 3 * (size_t)j->resting[i], 3 * sizeof(*corners));
    }
    tl_conform_soup soup = {j->points, j->resting_count, corners, j->resting_faces};
    tl_status status = tl_conform_arrange(j->asking, &soup, NULL, &j->arranged, error);
    tl_free(context, corners);
    return status;
}

/* A point's number here by its number in the soup. */
static uint32_t point_of(const tl_joining *j, uint32_t point) {
    return point < j->resting_count ? point : (uint32_t)(point - j->resting_count + j->given_count);
}

/* Pieces become faces, and what they replace is marked. False without memory. */
static bool take_pieces(tl_joining *j) {
    tl_context *context = j->made->context;
    const tl_arranged *arranged = &j->arranged;
    size_t count = arranged->triangle_count, first = j->place_count;
    void *points = tl_resize(context, j->points, j->given_count + arranged->new_point_count + 1, sizeof(*j->points));
    j->points = points != NULL ? points : j->points;
    void *groups = tl_resize(context, j->groups, j->given_count + arranged->new_point_count + 1, sizeof(*j->groups));
    j->groups = groups != NULL ? groups : j->groups;
    void *corners = tl_resize(context, j->corners, 3 * (first + count) + 1, sizeof(*j->corners));
    j->corners = corners != NULL ? corners : j->corners;
    j->made->parents = tl_alloc_array(context, count, sizeof(*j->made->parents));
    j->made->gaps = tl_alloc_array(context, count, sizeof(*j->made->gaps));
    if (points == NULL || groups == NULL || corners == NULL || j->made->parents == NULL || j->made->gaps == NULL) {
        return false;
    }
    for (size_t i = 0; i < arranged->new_point_count; i++) {
        j->points[j->point_count] = arranged->new_points[i];
        j->groups[j->point_count++] = 0;
    }
    for (size_t i = 0; i < arranged->replaced_count; i++) {
        uint32_t place = j->resting[arranged->replaced[i]];
        j->made->replaced[place >> 3] |= (uint8_t)(1U << (place & 7));
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < 3; k++) {
            j->corners[3 * (first + i) + k] = point_of(j, arranged->corners[3 * i + k]);
        }
        uint32_t parent = j->resting[arranged->parents[i]];
        j->made->parents[i] = j->made->members != NULL ? j->made->members[parent] : parent;
        j->made->gaps[i] = arranged->gaps[i];
    }
    j->made->face_count += count;
    j->place_count += count;
    return true;
}

/* The pieces' own hierarchy, for probes. */
static tl_status build_pieces(tl_joining *j, tl_error *error) {
    tl_context *context = j->made->context;
    size_t count = j->arranged.triangle_count, first = j->place_count - count, used = 0;
    if (count == 0) {
        return TL_OK;
    }
    uint32_t *number = tl_alloc(context, j->point_count * sizeof(*number));
    uint32_t *corners = tl_alloc_array(context, 3 * count, sizeof(*corners));
    tl_vec3 *points = tl_alloc_array(context, 3 * count, sizeof(*points));
    tl_status status = number != NULL && corners != NULL && points != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        memset(number, 0xff, j->point_count * sizeof(*number));
        for (size_t i = 0; i < 3 * count; i++) {
            uint32_t point = j->corners[3 * first + i];
            if (number[point] == UINT32_MAX) {
                number[point] = (uint32_t)used;
                points[used++] = j->points[point];
            }
            corners[i] = number[point];
        }
        status = tl_bvh_build(context, points, used, corners, count, NULL, &j->made->pieces, error);
    }
    tl_free(context, number);
    tl_free(context, corners);
    tl_free(context, points);
    return status;
}

/* --- Making ------------------------------------------------------------------------------------------------------ */

static bool make_room(tl_joining *j) {
    tl_context *context = j->made->context;
    j->points = tl_alloc_array(context, j->point_count, sizeof(*j->points));
    j->groups = tl_alloc_array(context, j->point_count, sizeof(*j->groups));
    j->first_point = tl_alloc_array(context, j->made->slot_count, sizeof(*j->first_point));
    j->corners = tl_alloc_array(context, 3 * j->place_count, sizeof(*j->corners));
    j->resting = tl_alloc_array(context, j->place_count, sizeof(*j->resting));
    j->made->replaced = tl_alloc_array(context, j->place_count / 8 + 1, 1);
    return j->points != NULL && j->groups != NULL && j->first_point != NULL && j->corners != NULL &&
           j->resting != NULL && j->made->replaced != NULL;
}

static tl_status link_all(tl_joining *j, tl_error *error) {
    tl_context *context = j->made->context;
    j->same = tl_alloc_array(context, j->point_count, sizeof(*j->same));
    j->made->next = tl_alloc_array(context, 3 * j->place_count, sizeof(*j->made->next));
    bool fits = j->same != NULL && j->made->next != NULL && tl_joining_link(j);
    return fits ? TL_OK : tl_fail_memory(error);
}

#ifdef TL_VALIDATE

/* An edge's ends, the lower point first. */
static void ends_of(const tl_joining *j, uint32_t edge, uint32_t ends[2]) {
    uint32_t a = j->corners[3 * (edge >> 2) + (edge & 3)],
             b = j->corners[3 * (edge >> 2) + ((edge & 3) == 2 ? 0 : (edge & 3) + 1)];
    ends[0] = a < b ? a : b;
    ends[1] = a < b ? b : a;
}

/* NULL, or what doesn't hold of the links just made: joined edges have the same end points. */
static const char *links_broken(const tl_joining *j) {
    for (uint32_t place = 0; place < j->place_count; place++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t edge = 4 * place + k, link = j->made->next[3 * (size_t)place + k], ends[2], others[2];
            if (link == TL_LINK_NONE) {
                continue;
            }
            uint32_t other = link & TL_LINK_EDGE;
            ends_of(j, edge, ends);
            ends_of(j, other, others);
            if (ends[0] == ends[1]) {
                return "an edge that is joined has two ends";
            }
            if (ends[0] != others[0] || ends[1] != others[1]) {
                return "joined edges have the same end points";
            }
            if (((link & TL_LINK_ALONG) != 0) != (j->corners[3 * (size_t)place + k] == ends[0])) {
                return "a link tells which way its edge runs";
            }
            if (!tl_same_point(j->points[ends[0]], j->points[j->same[ends[0]]])) {
                return "points that are one lie in one place";
            }
        }
    }
    return NULL;
}

#endif

static tl_status join_all(tl_joining *j, const tl_conform_part *parts, tl_error *error) {
    if (!make_room(j)) {
        return tl_fail_memory(error);
    }
    if (j->made->members != NULL) {
        take_members(j, parts);
    } else {
        take_points(j, parts);
        take_corners(j, parts);
    }
    tl_status status = arrange(j, error);
    if (status == TL_OK && j->made->face_count + j->arranged.triangle_count > MOST_FACES) {
        status = tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, "use simpler meshes", "too many triangles on one table");
    }
    if (status == TL_OK) {
        status = take_pieces(j) ? build_pieces(j, error) : tl_fail_memory(error);
    }
    if (status == TL_OK) {
        status = link_all(j, error);
    }
    if (status == TL_OK && !j->stopped) {
        TL_CHECK_INVARIANT(links_broken(j));
        TL_CHECK_INVARIANT(tl_joined_broken(j->made));
    }
    return status == TL_OK && j->stopped
               ? tl_fail(error, TL_ERROR_CANCELLED, NULL, NULL, NULL, "joining the triangles was cancelled")
               : status;
}

static void free_joining(tl_joining *j) {
    tl_context *context = j->made->context;
    tl_free(context, j->first_point);
    tl_free(context, j->points);
    tl_free(context, j->groups);
    tl_free(context, j->same);
    tl_free(context, j->corners);
    tl_free(context, j->resting);
    tl_arranged_free(context, &j->arranged);
}

/* Takes over `members`. */
static tl_status join(tl_context *context, tl_context *asking, const tl_conform_part *parts, size_t slot_count,
                      uint32_t *members, size_t member_count, tl_joined **joined, tl_error *error) {
    tl_joined *made = tl_alloc_array(context, 1, sizeof(*made));
    uint32_t *first = made != NULL ? tl_alloc_array(context, slot_count + 1, sizeof(*first)) : NULL;
    if (first == NULL) {
        tl_free(context, made);
        tl_free(context, members);
        return tl_fail_memory(error);
    }
    *made = (tl_joined){
        .context = context, .slot_count = slot_count, .first = first, .members = members, .member_count = member_count};
    tl_joining j = {.made = made, .asking = asking};
    for (size_t slot = 0; slot < slot_count; slot++) {
        first[slot] = (uint32_t)made->face_count;
        made->face_count += parts[slot].bvh != NULL ? tl_bvh_triangle_count(parts[slot].bvh) : 0;
        j.point_count += parts[slot].bvh != NULL ? tl_bvh_vertex_count(parts[slot].bvh) : 0;
        if (made->face_count > MOST_FACES || j.point_count >= UINT32_MAX) {
            tl_joined_destroy(made);
            return tl_fail(error, TL_ERROR_LIMIT, NULL, NULL, "use simpler meshes", "too many triangles on one table");
        }
    }
    first[slot_count] = (uint32_t)made->face_count;
    j.place_count = members != NULL ? member_count : made->face_count;
    j.point_count = members != NULL ? 3 * member_count : j.point_count;
    tl_status status = join_all(&j, parts, error);
    free_joining(&j);
    if (status != TL_OK) {
        tl_joined_destroy(made);
        return status;
    }
    *joined = made;
    return TL_OK;
}

tl_status tl_conform_join(tl_context *context, tl_context *asking, const tl_conform_part *parts, size_t slot_count,
                          tl_joined **joined, tl_error *error) {
    TL_ASSERT(parts != NULL || slot_count == 0, "every slot has a part");
    TL_ASSERT(joined != NULL, "there is a place for the joined world");
    return join(context, asking, parts, slot_count, NULL, 0, joined, error);
}

tl_status tl_conform_join_some(tl_context *context, tl_context *asking, const tl_conform_part *parts, size_t slot_count,
                               const uint32_t *faces, size_t count, tl_joined **joined, tl_error *error) {
    TL_ASSERT(faces != NULL || count == 0, "faces are given where some are picked");
    TL_ASSERT(joined != NULL, "there is a place for the joined world");
    uint32_t *members = tl_alloc(context, (count + 1) * sizeof(*members));
    if (members == NULL) {
        return tl_fail_memory(error);
    }
    if (count > 0) {
        memcpy(members, faces, count * sizeof(*members));
    }
    return join(context, asking, parts, slot_count, members, count, joined, error);
}
