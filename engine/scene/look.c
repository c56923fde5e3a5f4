/* look.c: how things stand on the table: what players should know before they play. */
#include "geom/hull2.h"
#include "scene/table.h"

#include <string.h>

enum { RIM = 64, MOST_RING = 256 };

/* Gaps and overlaps below this are how carefully people place models by hand. */
#define CARELESS 1.0

/* A convex plan outline. */
typedef struct ring {
    tl_vec2 p[MOST_RING];
    size_t count;
} ring;

/* The base in plan, or the hull of the whole mesh for a model without one. False without memory. */
static bool footprint_ring(tl_context *context, const tl_placed *placed, ring *out) {
    const tl_shape *base = &placed->body->base;
    if (base->kind == TL_SHAPE_DISC || base->kind == TL_SHAPE_OVAL) {
        double rx = base->kind == TL_SHAPE_DISC ? base->radius : base->size.x;
        double ry = base->kind == TL_SHAPE_DISC ? base->radius : base->size.y;
        for (int i = 0; i < RIM; i++) {
            double s, c;
            tl_sincos_deg(360.0 * i / RIM, &s, &c);
            out->p[i] = tl_plan(tl_pose_point(&base->pose, (tl_vec3){rx * c, ry * s, base->low}));
        }
        out->count = RIM;
        return true;
    }
    size_t count = base->kind == TL_SHAPE_POLYGON ? base->outline_count : tl_bvh_vertex_count(placed->body->solid);
    tl_vec2 *points = tl_alloc_array(context, 2 * count + 1, sizeof(*points));
    if (points == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        points[i] = base->kind == TL_SHAPE_POLYGON
                        ? tl_plan(tl_pose_point(&base->pose, (tl_vec3){base->outline[i].x, base->outline[i].y, 0}))
                        : tl_plan(tl_bvh_vertices(placed->body->solid)[i]);
    }
    size_t hull = tl_convex_hull2(points, count, points + count);
    size_t step = (hull + MOST_RING - 1) / MOST_RING;
    out->count = 0;
    for (size_t i = 0; i < hull; i += step > 0 ? step : 1) {
        out->p[out->count++] = points[count + i];
    }
    tl_free(context, points);
    return true;
}

/* How deep b reaches over the edges of a, at its least: negative when some edge of a keeps them apart. */
static double depth_over_edges(const ring *a, const ring *b) {
    double least = INFINITY;
    for (size_t i = 0; i < a->count; i++) {
        tl_vec2 p = a->p[i], d = tl_sub2(a->p[(i + 1) % a->count], p);
        double length = tl_length2(d);
        if (length == 0) {
            continue;
        }
        double deepest = -INFINITY;
        for (size_t j = 0; j < b->count; j++) {
            deepest = tl_max(deepest, tl_cross2(d, tl_sub2(b->p[j], p)) / length);
        }
        least = tl_min(least, deepest);
    }
    return least;
}

static void look_at_pair(const tl_table *table, size_t i, size_t j, const ring *a, const ring *b,
                         tl_problems *problems) {
    const tl_placed *p = &table->members[i], *q = &table->members[j];
    if (p->body->box.low.z >= q->body->box.high.z || q->body->box.low.z >= p->body->box.high.z) {
        return;
    }
    double depth = tl_min(depth_over_edges(a, b), depth_over_edges(b, a));
    if (depth > 0.05) {
        tl_json_problem(table->document->json, tl_table_member(table, j)->json, false, problems, true, TL_ERROR_SCENE,
                        "move one of them apart", "`%s` and `%s` overlap by %.1f mm", p->id, q->id, depth);
    }
}

/* Heights at a point that something could rest on, whatever the headroom; the highest not above `limit`. */
static double support_below(const tl_surfaces *surfaces, double x, double y, double limit) {
    double heights[64];
    size_t count = tl_surface_levels(surfaces, x, y, 0, heights, 64);
    double best = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (heights[i] <= limit) {
            best = tl_max(best, heights[i]);
        }
    }
    return best;
}

static void look_at_member(const tl_table *table, size_t index, const ring *shape, tl_problems *problems) {
    const tl_placed *placed = &table->members[index];
    const tl_document_member *source = tl_table_member(table, index);
    const tl_json *json = table->document->json;
    tl_surfaces surfaces = tl_table_surfaces(table);
    tl_vec3 at = placed->body->pose.at;
    double low = at.z + placed->model->low;
    if (!placed->rest.found) {
        tl_json_problem(json, source->json, false, problems, true, TL_ERROR_SCENE,
                        "choose another `level`, or give `at` three numbers",
                        "there is no level %zu with headroom for `%s` here (levels found: %zu); it stands at %.1f mm",
                        source->pose.level, placed->id, placed->rest.levels, low);
    }
    if (source->pose.roll != 0 || source->pose.pitch != 0) {
        return; /* a tilted base touches where it touches */
    }
    double over = 0;
    for (size_t i = 0; i < shape->count; i++) {
        tl_vec2 p = shape->p[i];
        over = tl_max(over,
                      tl_max(tl_max(-p.x, p.x - table->document->width), tl_max(-p.y, p.y - table->document->depth)));
    }
    if (over > CARELESS) {
        tl_json_problem(json, source->json, false, problems, true, TL_ERROR_SCENE, "move it inward",
                        "`%s` reaches %.1f mm over the table's edge", placed->id, over);
    }
    double below = support_below(&surfaces, at.x, at.y, low + 0.5);
    if (source->pose.at_count == 3 && low - below > CARELESS) {
        tl_json_problem(json, source->json, false, problems, true, TL_ERROR_SCENE,
                        "give `at` two numbers to let it rest on the surface", "`%s` floats %.1f mm above what is below",
                        placed->id, below == -INFINITY ? low : low - below);
    } else if (over <= CARELESS) {
        size_t hanging = 0;
        for (size_t i = 0; i < shape->count; i++) {
            /* just inside the rim */
            tl_vec2 p = tl_lerp2(shape->p[i], tl_plan(at), 0.02);
            hanging += support_below(&surfaces, p.x, p.y, low + 0.5) < low - TL_PLACE_LIFT;
        }
        if (hanging > 0 && placed->model->base.kind != TL_SHAPE_NONE) {
            tl_json_problem(json, source->json, false, problems, true, TL_ERROR_SCENE,
                            "that is allowed; move it when it was not meant", "%zu %% of the rim of `%s`'s base hangs over",
                            100 * hanging / shape->count, placed->id);
        }
    }
    tl_shape footprint = placed->body->base;
    if (footprint.kind != TL_SHAPE_NONE) {
        footprint.pose.at.z = 0;
        double top = tl_surface_under(&surfaces, &footprint, low + TL_PLACE_LIFT + 0.05,
                                      at.z + placed->model->high);
        if (top > low + TL_PLACE_LIFT + 0.1) {
            tl_json_problem(json, source->json, false, problems, true, TL_ERROR_SCENE, "move it aside",
                            "the base of `%s` overlaps terrain that rises %.1f mm above it", placed->id, top - low);
        }
    }
}

static void look_at_assets(const tl_table *table, tl_problems *problems) {
    for (size_t i = 0; i < table->document->asset_count; i++) {
        const tl_model *model = table->models[i];
        const tl_document_asset *asset = &table->document->assets[i];
        if (model == NULL) {
            continue;
        }
        if (model->unmatched > 0) {
            for (size_t j = 0; j < model->mesh->piece_count; j++) {
                const tl_piece *piece = &model->mesh->pieces[j];
                const tl_mesh *mesh = model->mesh;
                if (piece->matched) {
                    continue;
                }
                size_t length = strcspn(piece->names != NULL ? piece->names : "", "\t\n");
                (void)mesh;
                tl_json_problem(table->document->json, asset->json, false, problems, true, TL_ERROR_SCENE,
                                "name it in `parts`", "piece `%.*s` of asset `%s` matches no pattern: it counts as gear",
                                (int)length, piece->names != NULL ? piece->names : "", asset->name);
            }
        }
        if (model->core_guessed) {
            tl_json_problem(table->document->json, asset->json, false, problems, true, TL_ERROR_SCENE,
                            "give the asset `parts` or a `core`",
                            "nothing tells the core of asset `%s`: the whole mesh above the base is taken", asset->name);
        }
        if (model->base_guessed) {
            tl_json_problem(table->document->json, asset->json, false, problems, true, TL_ERROR_SCENE,
                            "give the asset a `base`",
                            "nothing tells the base of asset `%s`: a disc of %.1f mm round its footprint is taken",
                            asset->name, 2 * model->base.radius);
        }
    }
}

static void look_at_terrain(const tl_table *table, tl_problems *problems) {
    for (size_t i = 0; i < table->terrain_count; i++) {
        const tl_placed *placed = &table->terrain[i];
        if (placed->body == NULL) {
            continue;
        }
        const tl_document_terrain *source = &table->document->terrain[i];
        if (source->solid == TL_DOCUMENT_SOLID_YES && !placed->inside_blocks) {
            tl_json_problem(table->document->json, source->json, false, problems, true, TL_ERROR_SCENE,
                            "close the mesh's holes, or leave `solid` out",
                            "`%s` is said to be solid, but its mesh is open: only its surface blocks", placed->id);
        }
        tl_box3 box = placed->body->box;
        double over = tl_max(tl_max(-box.low.x, box.high.x - table->document->width),
                             tl_max(-box.low.y, box.high.y - table->document->depth));
        const tl_json_value *json = table->document->terrain[i].json;
        if (over > CARELESS) {
            tl_json_problem(table->document->json, json, false, problems, true, TL_ERROR_SCENE,
                            "that is allowed; move it when it was not meant", "`%s` reaches %.1f mm over the table's edge",
                            placed->id, over);
        }
        if (table->ground.body == NULL && box.low.z < -CARELESS) {
            tl_json_problem(table->document->json, json, false, problems, true, TL_ERROR_SCENE,
                            "that is allowed; what lies below the table sees nothing", "`%s` reaches %.1f mm below the table",
                            placed->id, -box.low.z);
        }
    }
}

tl_status tl_table_look(const tl_table *table, tl_problems *problems, tl_error *error) {
    tl_context *context = table->context;
    ring *rings = tl_alloc_array(context, table->member_count, sizeof(*rings));
    if (rings == NULL) {
        return tl_fail_memory(error);
    }
    look_at_assets(table, problems);
    look_at_terrain(table, problems);
    bool good = true;
    for (size_t i = 0; i < table->member_count && good; i++) {
        good = footprint_ring(context, &table->members[i], &rings[i]);
        if (good) {
            look_at_member(table, i, &rings[i], problems);
        }
        for (size_t j = 0; j < i && good; j++) {
            look_at_pair(table, j, i, &rings[j], &rings[i], problems);
        }
    }
    tl_free(context, rings);
    return good ? TL_OK : tl_fail_memory(error);
}
