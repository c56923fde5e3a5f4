/* content.c: takes what a sink is fed, and makes vertices, feature edges, lines and labels of it. */
#include "render/content.h"

#include "report.h"

#include <stdlib.h>
#include <string.h>

void tlv_facet(tlv_vertex triangle[3], vec3 normal) {
    vec3 u, v;
    glm_vec3_sub(triangle[1].position, triangle[0].position, u);
    glm_vec3_sub(triangle[2].position, triangle[0].position, v);
    glm_vec3_cross(u, v, normal);
}

uint32_t tlv_pack_normal(const float normal[3]) {
    uint32_t packed = 0;
    for (int i = 0; i < 3; i++) {
        int32_t q = (int32_t)lrintf(glm_clamp(normal[i], -1, 1) * 511);
        packed |= ((uint32_t)q & 1023u) << (10 * i);
    }
    return packed;
}

static uint8_t to_byte(float value) {
    return (uint8_t)lrintf(glm_clamp_zo(value) * 255);
}

static bool choose_origin(tlv_content *content, tl_vec3 near) {
    if (!content->has_origin) {
        content->has_origin = true;
        content->origin = (tl_vec3){floor(near.x), floor(near.y), floor(near.z)};
    }
    return true;
}

/* Writes three vertices; false, nothing written, for a triangle without area or with corners at infinity. */
static bool write_triangle(tlv_content *content, tlv_vertex *out, const tl_vec3 p[3], const uint8_t colour[4],
                           uint32_t key) {
    if (!tlv_is_finite(p[0]) || !tlv_is_finite(p[1]) || !tlv_is_finite(p[2])) {
        return false;
    }
    vec3 normal;
    tlv_normal(p[0], p[1], p[2], normal);
    float length = glm_vec3_norm(normal);
    if (!(length > 0) || !isfinite(length)) {
        return false;
    }
    choose_origin(content, p[0]);
    glm_vec3_scale(normal, 1 / length, normal);
    uint32_t packed = tlv_pack_normal(normal);
    for (int i = 0; i < 3; i++) {
        out[i] = (tlv_vertex){.normal = packed, .key = key};
        tlv_way(content->origin, p[i], out[i].position);
        memcpy(out[i].colour, colour, 4);
    }
    return true;
}

/* Edges of a translucent mesh where it ends or turns by more than 25 degrees. */
typedef struct content_edge {
    tl_vec3 from, to; /* from before to in the order of compare_points */
    vec3 normal;
} content_edge;

static int compare_points(tl_vec3 a, tl_vec3 b) {
    if (a.x != b.x) {
        return a.x < b.x ? -1 : 1;
    }
    if (a.y != b.y) {
        return a.y < b.y ? -1 : 1;
    }
    return a.z < b.z ? -1 : a.z > b.z ? 1 : 0;
}

static int compare_edges(const void *a, const void *b) {
    const content_edge *x = a, *y = b;
    int by_from = compare_points(x->from, y->from);
    return by_from ? by_from : compare_points(x->to, y->to);
}

static void add_line(tlv_content *content, const tl_vec3 *points, size_t count, tlv_polyline line) {
    if (!tlv_reserve((void **)&content->points, &content->point_capacity, content->point_count + count,
                     sizeof(*content->points)) ||
        !tlv_reserve((void **)&content->lines, &content->line_capacity, content->line_count + 1,
                     sizeof(*content->lines))) {
        content->failed = true;
        return;
    }
    line.first = content->point_count;
    line.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (tlv_is_finite(points[i])) {
            content->points[content->point_count++] = points[i];
            line.count++;
        }
    }
    if (line.count >= 2) {
        content->lines[content->line_count++] = line;
    } else {
        content->point_count = line.first;
    }
}

static void add_feature_edges(tlv_content *content, const tl_vec3 *corners, size_t count, const tl_draw_mesh *mesh) {
    content_edge *edges = malloc((count ? count : 1) * sizeof(*edges));
    if (!edges) {
        content->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const tl_vec3 *t = &corners[i - i % 3];
        tl_vec3 a = corners[i], b = t[(i % 3 + 1) % 3];
        bool ordered = compare_points(a, b) < 0;
        edges[i] = (content_edge){.from = ordered ? a : b, .to = ordered ? b : a};
        tlv_normal(t[0], t[1], t[2], edges[i].normal);
        glm_vec3_normalize(edges[i].normal);
    }
    qsort(edges, count, sizeof(*edges), compare_edges);
    tlv_polyline line = {.colour = mesh->colour, .width_px = 1.6f, .thin = true};
    line.colour.a = glm_min(1, 0.45f + mesh->colour.a);
    for (size_t i = 0; i < count;) {
        size_t end = i + 1;
        bool sharp = false;
        while (end < count && compare_edges(&edges[i], &edges[end]) == 0) {
            sharp = sharp || fabsf(glm_vec3_dot(edges[i].normal, edges[end].normal)) < 0.906f;
            end++;
        }
        if (sharp || end == i + 1) {
            const tl_vec3 ends[2] = {edges[i].from, edges[i].to};
            add_line(content, ends, 2, line);
        }
        i = end;
    }
    free(edges);
}

static tl_box3 box_of(const tl_draw_mesh *mesh) {
    tl_box3 box = tlv_box_empty();
    size_t count = mesh->chosen ? mesh->chosen_count : mesh->triangle_count;
    for (size_t i = 0; i < 3 * count; i++) {
        size_t triangle = mesh->chosen ? mesh->chosen[i / 3] : i / 3;
        size_t vertex = triangle < mesh->triangle_count ? mesh->triangles[3 * triangle + i % 3] : SIZE_MAX;
        if (vertex < mesh->vertex_count && tlv_is_finite(mesh->vertices[vertex])) {
            box = tlv_box_add(box, mesh->vertices[vertex]);
        }
    }
    return box;
}

static bool same_box(tl_box3 a, tl_box3 b) {
    return compare_points(a.low, b.low) == 0 && compare_points(a.high, b.high) == 0;
}

/* A translucent, outlined mesh over a solid one, the same once more under the same key, asks for that object's outline
 * in its own colour: that is done without tinting the object. False when it is nothing of the kind, but an area. */
static bool outline_solid(tlv_content *content, const tl_draw_mesh *mesh) {
    tl_box3 wanted = box_of(mesh), all = tlv_box_empty();
    bool found = false;
    for (size_t i = 0; i < content->range_count; i++) {
        const tlv_range *range = &content->ranges[i];
        if (mesh->key != 0 && range->key == mesh->key) {
            found = found || same_box(range->box, wanted);
            all = tlv_box_union(all, range->box);
        }
    }
    if (!found && !same_box(all, wanted)) {
        return false;
    }
    for (size_t i = 0; i < content->range_count; i++) {
        tlv_range *range = &content->ranges[i];
        if (range->key == mesh->key) {
            range->style |= TL_DRAW_OUTLINED;
            range->outline = mesh->colour;
        }
    }
    return true;
}

static void take_mesh(void *user, const tl_draw_mesh *mesh) {
    tlv_content *content = user;
    if ((mesh->style & TL_DRAW_TRANSLUCENT) && (mesh->style & TL_DRAW_OUTLINED) && outline_solid(content, mesh)) {
        return;
    }
    size_t count = mesh->chosen ? mesh->chosen_count : mesh->triangle_count;
    bool clear = (mesh->style & TL_DRAW_TRANSLUCENT) != 0;
    tlv_vertex **list = clear ? &content->clear : &content->solid;
    size_t *used = clear ? &content->clear_count : &content->solid_count;
    size_t *capacity = clear ? &content->clear_capacity : &content->solid_capacity;
    if (count > SIZE_MAX / 3 - *used / 3 - 1 ||
        !tlv_reserve((void **)list, capacity, *used + 3 * count, sizeof(tlv_vertex)) ||
        !tlv_reserve((void **)&content->ranges, &content->range_capacity, content->range_count + 1,
                     sizeof(*content->ranges))) {
        content->failed = true;
        return;
    }
    bool edges = clear && (mesh->style & TL_DRAW_OUTLINED);
    tl_vec3 *corners = edges ? malloc((3 * count + 1) * sizeof(*corners)) : NULL;
    if (edges && !corners) {
        content->failed = true;
        return;
    }
    unsigned flags = (mesh->style & TL_DRAW_GROUND ? TLV_FLAG_GROUND : 0u) |
                     (mesh->style & TL_DRAW_HATCHED ? TLV_FLAG_HATCHED : 0u) |
                     (mesh->style & TL_DRAW_HATCH_BACK ? TLV_FLAG_HATCH_BACK : 0u) |
                     (mesh->style & TL_DRAW_HATCH_LEVEL ? TLV_FLAG_HATCH_LEVEL : 0u);
    const uint8_t colour[4] = {to_byte(mesh->colour.r), to_byte(mesh->colour.g), to_byte(mesh->colour.b),
                               clear ? to_byte(mesh->colour.a) : (uint8_t)flags};
    tlv_range range = {
        .first = *used, .style = mesh->style, .fed = mesh->style, .key = mesh->key, .box = tlv_box_empty()};
    for (size_t i = 0; i < count; i++) {
        size_t triangle = mesh->chosen ? mesh->chosen[i] : i;
        if (triangle >= mesh->triangle_count) {
            continue;
        }
        const uint32_t *index = &mesh->triangles[3 * triangle];
        if (index[0] >= mesh->vertex_count || index[1] >= mesh->vertex_count || index[2] >= mesh->vertex_count) {
            continue;
        }
        const tl_vec3 p[3] = {mesh->vertices[index[0]], mesh->vertices[index[1]], mesh->vertices[index[2]]};
        if (!write_triangle(content, *list + *used, p, colour, clear ? 0 : mesh->key)) {
            continue;
        }
        for (int j = 0; j < 3; j++) {
            range.box = tlv_box_add(range.box, p[j]);
            if (corners) {
                corners[range.count + (size_t)j] = p[j];
            }
        }
        *used += 3;
        range.count += 3;
    }
    if (corners) {
        add_feature_edges(content, corners, range.count, mesh);
        free(corners);
    }
    if (clear) {
        content->clear_box = tlv_box_union(content->clear_box, range.box);
    } else if (range.count) {
        content->ranges[content->range_count++] = range;
        content->box = tlv_box_union(content->box, range.box);
        if (mesh->style & TL_DRAW_GROUND) {
            content->ground = tlv_box_union(content->ground, range.box);
        }
    }
}

/* A closed tube from a to b. */
static void add_tube(tlv_content *content, tl_vec3 a, tl_vec3 b, double radius, const uint8_t colour[4]) {
    enum { SIDES = 24 };
    vec3 axis, u, v;
    tlv_way(a, b, axis);
    glm_vec3_normalize(axis);
    if (glm_vec3_norm2(axis) == 0) {
        return;
    }
    if (!tlv_reserve((void **)&content->clear, &content->clear_capacity, content->clear_count + 12 * SIDES,
                     sizeof(*content->clear))) {
        content->failed = true;
        return;
    }
    tlv_across(axis, u);
    glm_vec3_cross(axis, u, v);
    tl_vec3 ring[SIDES];
    for (int i = 0; i < SIDES; i++) {
        ring[i] = tlv_on_circle((tl_vec3){0, 0, 0}, u, v, radius, 2 * GLM_PI * i / SIDES);
    }
    for (int i = 0; i < SIDES; i++) {
        tl_vec3 r = ring[i], s = ring[(i + 1) % SIDES];
        const tl_vec3 triangles[4][3] = {{tlv_add(a, r), tlv_add(a, s), tlv_add(b, s)},
                                         {tlv_add(a, r), tlv_add(b, s), tlv_add(b, r)},
                                         {a, tlv_add(a, s), tlv_add(a, r)},
                                         {b, tlv_add(b, r), tlv_add(b, s)}};
        for (int t = 0; t < 4; t++) {
            if (write_triangle(content, content->clear + content->clear_count, triangles[t], colour, 1)) {
                content->clear_count += 3;
            }
        }
    }
}

static void take_line(void *user, const tl_draw_line *line) {
    tlv_content *content = user;
    add_line(content, line->points, line->count,
             (tlv_polyline){.colour = line->colour,
                            .width_px = line->width_px > 0 ? line->width_px : 2,
                            .end_dots = line->end_dots,
                            .style = line->style});
    if (line->sleeve_mm > 0) {
        const uint8_t colour[4] = {to_byte(line->colour.r), to_byte(line->colour.g), to_byte(line->colour.b),
                                   to_byte(0.34f * line->colour.a)};
        for (size_t i = 1; i < line->count; i++) {
            tl_vec3 a = line->points[i - 1], b = line->points[i];
            if (tlv_is_finite(a) && tlv_is_finite(b)) {
                add_tube(content, a, b, (double)line->sleeve_mm, colour);
            }
        }
    }
}

static void take_label(void *user, const tl_draw_label *label) {
    tlv_content *content = user;
    if (!label->text || !*label->text || !tlv_is_finite(label->at)) {
        return;
    }
    for (size_t i = 0; i < content->label_count; i++) { /* what two describe is named once */
        const tlv_label *other = &content->labels[i];
        if (memcmp(&other->at, &label->at, sizeof(other->at)) == 0 && strcmp(other->text, label->text) == 0) {
            return;
        }
    }
    size_t size = strlen(label->text) + 1;
    char *text = malloc(size);
    if (!text || !tlv_reserve((void **)&content->labels, &content->label_capacity, content->label_count + 1,
                              sizeof(*content->labels))) {
        free(text);
        content->failed = true;
        return;
    }
    memcpy(text, label->text, size);
    content->labels[content->label_count++] =
        (tlv_label){label->at, text, label->colour, label->size > 0 ? label->size : 1, label->style};
}

void tlv_content_clear(tlv_content *content) {
    for (size_t i = 0; i < content->label_count; i++) {
        free(content->labels[i].text);
    }
    content->solid_count = content->range_count = content->clear_count = 0;
    content->point_count = content->line_count = content->label_count = 0;
    content->has_origin = content->failed = content->marked = content->resting = false;
    content->same = 0;
    content->origin = (tl_vec3){0, 0, 0};
    content->box = content->ground = content->clear_box = tlv_box_empty();
}

static tlv_mark mark_of(const tlv_content *content) {
    return (tlv_mark){content->solid_count, content->range_count, content->clear_count,
                      content->point_count, content->line_count,  content->label_count,
                      content->box,         content->ground,      content->clear_box};
}

void tlv_content_mark(tlv_content *content) {
    content->marked = true;
    content->resting = false;
    content->mark = mark_of(content);
}

void tlv_content_rest(tlv_content *content) {
    content->resting = true;
    content->rest = mark_of(content);
}

void tlv_content_stir(tlv_content *content) {
    content->resting = false;
}

void tlv_content_rewind(tlv_content *content) {
    const tlv_mark *m = content->resting ? &content->rest : &content->mark;
    for (size_t i = m->labels; i < content->label_count; i++) {
        free(content->labels[i].text);
    }
    content->solid_count = m->solid;
    content->same = content->same < m->solid ? content->same : m->solid;
    content->range_count = m->ranges;
    content->clear_count = m->clear;
    content->point_count = m->points;
    content->line_count = m->lines;
    content->label_count = m->labels;
    content->box = m->box;
    content->ground = m->ground;
    content->clear_box = m->clear_box;
    for (size_t i = 0; i < content->range_count; i++) { /* outlines came later */
        content->ranges[i].style = content->ranges[i].fed;
        content->ranges[i].outline.a = 0;
    }
}

void tlv_content_free(tlv_content *content) {
    tlv_content_clear(content);
    free(content->solid);
    free(content->ranges);
    free(content->clear);
    free(content->points);
    free(content->lines);
    free(content->labels);
    *content = (tlv_content){0};
}

tl_draw_sink tlv_content_sink(tlv_content *content) {
    return (tl_draw_sink){.struct_size = sizeof(tl_draw_sink),
                          .user = content,
                          .mesh = take_mesh,
                          .line = take_line,
                          .label = take_label};
}

void tlv_content_add_frame(tlv_content *content) {
    if (tlv_box_is_empty(content->ground)) {
        return;
    }
    tl_box3 g = content->ground;
    double wide = 0.012 * fmax(g.high.x - g.low.x, g.high.y - g.low.y);
    double top = g.low.z - 0.06 * wide, bottom = g.low.z - 1.6 * wide;
    /* Three square rings: the ground's edge, the outer edge above and below. Inside, the top ring starts under the
     * ground, so that no gap shows. */
    const double reach[4] = {-0.02 * wide, wide * 0.94, wide, wide};
    const double level[4] = {top, top, top - 0.08 * wide, bottom};
    tl_vec3 ring[4][4];
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            bool east = j == 1 || j == 2, north = j >= 2;
            ring[i][j] = (tl_vec3){east ? g.high.x + reach[i] : g.low.x - reach[i],
                                   north ? g.high.y + reach[i] : g.low.y - reach[i], level[i]};
        }
    }
    const uint8_t colour[4] = {92, 84, 77, TLV_FLAG_FRAME};
    if (!tlv_reserve((void **)&content->solid, &content->solid_capacity, content->solid_count + 72,
                     sizeof(*content->solid)) ||
        !tlv_reserve((void **)&content->ranges, &content->range_capacity, content->range_count + 1,
                     sizeof(*content->ranges))) {
        content->failed = true;
        return;
    }
    tlv_range range = {.first = content->solid_count,
                       .style = TL_DRAW_GROUND,
                       .fed = TL_DRAW_GROUND,
                       .box = tlv_box_empty(),
                       .frame = true};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            int k = (j + 1) % 4;
            const tl_vec3 triangles[2][3] = {{ring[i][j], ring[i + 1][j], ring[i + 1][k]},
                                             {ring[i][j], ring[i + 1][k], ring[i][k]}};
            for (int t = 0; t < 2; t++) {
                if (write_triangle(content, content->solid + content->solid_count, triangles[t], colour, 0)) {
                    content->solid_count += 3;
                    range.count += 3;
                }
            }
        }
    }
    content->ranges[content->range_count++] = range;
}
