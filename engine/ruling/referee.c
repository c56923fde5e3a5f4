/* referee.c: settings, areas, and what stands between two members under the rules. */
#include "ruling/referee.h"

#include "math/predicates.h"

#include <stdio.h>
#include <string.h>

/* --- Areas of the table ------------------------------------------------------------------------------------------- */

/* The highest ground under an outline: the table and hills, not roofs. */
static tl_status highest_ground(const tl_table *table, const tl_shape *outline, double *height, tl_error *error) {
    uint8_t *stand = tl_alloc_array(table->context, 2 * table->slot_count, 1);
    if (stand == NULL) {
        return tl_fail_memory(error);
    }
    stand[0] = table->stand[0];
    for (size_t i = 0; i < table->terrain_count; i++) {
        const char *kind = table->document->terrain[i].kind;
        if (strcmp(kind, "hill") == 0 || strcmp(kind, "ground") == 0 || strcmp(kind, "road") == 0) {
            stand[table->terrain[i].slot] = TL_ROLES_ALL;
        }
    }
    tl_surfaces surfaces = tl_table_surfaces(table);
    surfaces.stand = stand;
    surfaces.carpet = stand + table->slot_count; /* none */
    double low = table->ground.body != NULL ? tl_min(table->ground.body->box.low.z, 0) : 0;
    *height = tl_surface_under(&surfaces, outline, low, 1e5);
    tl_free(table->context, stand);
    return TL_OK;
}

static tl_status make_area(tl_referee *referee, size_t index, const tl_terrain_kind *kind, tl_error *error) {
    tl_table *table = referee->table;
    const tl_document_terrain *source = &table->document->terrain[index];
    const tl_placed *placed = &table->terrain[index];
    tl_table_area *area = &referee->areas[referee->area_count];
    tl_shape shape = {.pose = tl_pose_identity()};
    tl_status status = TL_OK;
    *area = (tl_table_area){.terrain = index, .kind = kind, .bottom = -INFINITY, .top = INFINITY};
    if (source->has_disc) {
        area->outline = tl_outline_disc(source->disc_centre, source->disc_radius);
        shape.kind = TL_SHAPE_DISC;
        shape.radius = source->disc_radius;
        shape.pose.at = (tl_vec3){source->disc_centre.x, source->disc_centre.y, 0};
    } else if (source->outline != NULL) {
        status = tl_outline_polygon(referee->context, source->outline, source->outline_count, &area->outline, error);
        shape.kind = TL_SHAPE_POLYGON;
        shape.outline = (tl_vec2 *)(uintptr_t)source->outline;
        shape.outline_count = source->outline_count;
    } else if (placed->body != NULL) {
        const tl_bvh *bvh = placed->body->solid;
        status = tl_area_outline_of_mesh(referee->context, tl_bvh_vertices(bvh), tl_bvh_vertex_count(bvh),
                                         tl_bvh_triangles(bvh), tl_bvh_triangle_count(bvh), &area->outline, error);
    } else {
        return TL_OK; /* neither mesh nor outline: nowhere */
    }
    if (status != TL_OK) {
        return status;
    }
    double ground = 0;
    if (source->has_height && shape.kind != TL_SHAPE_NONE) {
        status = highest_ground(table, &shape, &ground, error);
        area->top = ground + source->height;
        area->has_own_height = true;
    } else if (source->has_height && placed->body != NULL) {
        area->top = placed->body->box.low.z + source->height;
        area->has_own_height = true;
    } else if (placed->body != NULL) {
        area->top = placed->body->box.high.z;
    } else if (strcmp(kind->area->name, "smoke") == 0) {
        status = highest_ground(table, &shape, &ground, error);
        area->is_smoke = true; /* as the settings of each question say; this is for pictures */
        area->ground = ground;
        area->top = ground + tl_settings_number(&referee->settings, "smoke_height_mm", 50);
    }
    referee->area_count++; /* it has an outline to free, whatever happens */
    return status;
}

static tl_status make_areas(tl_referee *referee, tl_error *error) {
    const tl_document *document = referee->table->document;
    referee->areas = tl_alloc_array(referee->context, document->terrain_count, sizeof(*referee->areas));
    if (referee->areas == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = TL_OK;
    for (size_t i = 0; i < document->terrain_count && status == TL_OK; i++) {
        const tl_terrain_kind *kind = tl_ruleset_kind(referee->ruleset, document->terrain[i].kind);
        if (kind != NULL && kind->area != NULL) {
            status = make_area(referee, i, kind, error);
        }
    }
    return status;
}

/* --- Making ------------------------------------------------------------------------------------------------------- */

/* Terrain stays; members are joined in their own frames. */
static tl_status make_joiner(tl_referee *referee, tl_error *error) {
    const tl_table *table = referee->table;
    tl_join_part *parts = tl_alloc_array(referee->context, table->slot_count, sizeof(*parts));
    if (parts == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t slot = 0; slot < table->slot_count; slot++) {
        parts[slot].bvh = tl_world_get(table->world, slot);
    }
    parts[table->ground.slot].conforms = true;
    for (size_t i = 0; i < table->terrain_count; i++) {
        parts[table->terrain[i].slot].conforms = true;
    }
    for (size_t i = 0; i < table->member_count; i++) {
        const tl_placed *placed = &table->members[i];
        if (placed->model != NULL && placed->model->mesh != NULL) {
            parts[placed->slot].own_frame = placed->model->mesh->vertices;
        }
        if (placed->model != NULL && placed->core_slot != 0) {
            parts[placed->core_slot].own_frame = placed->model->core->vertices;
        }
    }
    tl_status status = tl_joiner_create(referee->context, parts, table->slot_count, &referee->joiner, error);
    tl_free(referee->context, parts);
    return status;
}

static tl_status apply_scene_settings(tl_referee *referee, tl_problems *problems, tl_error *error) {
    const tl_document *document = referee->table->document;
    for (size_t i = 0; i < document->setting_count; i++) {
        const tl_document_setting *setting = &document->settings[i];
        char number[TL_JSON_NUMBER_SIZE];
        const char *text = setting->value->kind == TL_JSON_STRING ? setting->value->text : "";
        if (setting->value->kind == TL_JSON_NUMBER) {
            tl_json_format_double(setting->value->number, number);
            text = number;
        } else if (setting->value->kind == TL_JSON_BOOL) {
            text = setting->value->boolean ? "true" : "false";
        }
        tl_error cause = {0};
        tl_status status = tl_settings_set(&referee->settings, setting->name, text, &cause);
        if (status == TL_ERROR_MEMORY) {
            return tl_fail_memory(error);
        }
        if (status != TL_OK) {
            tl_json_problem(document->json, setting->value, cause.status == TL_ERROR_NOT_FOUND, problems, false,
                            TL_ERROR_SCENE, cause.remedy, "%s", cause.message);
        }
    }
    return TL_OK;
}

static void check_kinds(const tl_referee *referee, tl_problems *problems) {
    const tl_document *document = referee->table->document;
    const char *names[128];
    size_t count = 0;
    for (size_t i = 0; i < tl_ruleset_kind_count(referee->ruleset) && count < 128; i++) {
        names[count++] = tl_ruleset_kind_at(referee->ruleset, i)->name;
    }
    for (size_t i = 0; i < document->terrain_count; i++) {
        const tl_document_terrain *terrain = &document->terrain[i];
        if (tl_ruleset_kind(referee->ruleset, terrain->kind) == NULL) {
            const char *nearest = tl_nearest_name(terrain->kind, names, count);
            char remedy[160];
            snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "use one of the kinds of %s",
                     nearest != NULL ? nearest : tl_ruleset_title(referee->ruleset));
            const tl_json_value *kind = tl_json_find(terrain->json, "kind");
            tl_json_problem(document->json, kind != NULL ? kind : terrain->json, false, problems, true, TL_ERROR_SCENE,
                            remedy, "%s knows no kind of terrain `%s`: it counts as a solid obstacle",
                            tl_ruleset_title(referee->ruleset), terrain->kind);
        }
    }
}

tl_status tl_referee_create(tl_context *context, tl_table *table, const tl_ruleset *ruleset, tl_referee **referee,
                            tl_problems *problems, tl_error *error) {
    tl_referee *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made == NULL) {
        return tl_fail_memory(error);
    }
    made->context = context;
    made->table = table;
    made->ruleset = ruleset;
    tl_status status = tl_settings_create(context, ruleset, &made->settings, error);
    if (status == TL_OK) {
        size_t before = problems->errors;
        status = apply_scene_settings(made, problems, error);
        check_kinds(made, problems);
        if (status == TL_OK && problems->errors > before) {
            const tl_error *first = NULL;
            for (size_t i = 0; i < problems->count && first == NULL; i++) {
                first = problems->items[i].warning ? NULL : &problems->items[i].error;
            }
            if (error != NULL && error->status == TL_OK && first != NULL) {
                *error = *first;
            }
            status = TL_ERROR_SCENE;
        }
    }
    if (status == TL_OK) {
        status = make_areas(made, error);
    }
    if (status == TL_OK) {
        status = make_joiner(made, error);
    }
    if (status != TL_OK) {
        tl_referee_destroy(made);
        return status;
    }
    *referee = made;
    return TL_OK;
}

void tl_referee_destroy(tl_referee *referee) {
    if (referee != NULL) {
        for (size_t i = 0; i < referee->area_count; i++) {
            tl_outline_free(&referee->areas[i].outline);
        }
        tl_free(referee->context, referee->areas);
        tl_joiner_destroy(referee->joiner);
        tl_settings_free(referee->context, &referee->settings);
        tl_free(referee->context, referee);
    }
}

tl_status tl_referee_party(const tl_referee *referee, const char *name, const char *place, tl_party *party,
                           tl_error *error) {
    const tl_table *table = referee->table;
    if (name == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, place, "name a unit or a member", "`%s` is missing", place);
    }
    for (size_t u = 0; u < table->document->unit_count; u++) {
        const tl_document_unit *unit = &table->document->units[u];
        if (strcmp(unit->id, name) == 0) {
            *party = (tl_party){unit, table->first_member[u], unit->member_count, true, unit->name};
            return TL_OK;
        }
        for (size_t m = 0; m < unit->member_count; m++) {
            if (strcmp(unit->members[m].id, name) == 0) {
                *party = (tl_party){unit, table->first_member[u] + m, 1, false, unit->members[m].name};
                return TL_OK;
            }
        }
    }
    const char *nearest = tl_document_nearest_id(table->document, name);
    char remedy[200];
    snprintf(remedy, sizeof(remedy), nearest != NULL ? "did you mean `%s`?" : "name a unit or a member of the scene",
             nearest);
    tl_document_found found = tl_document_find(table->document, name);
    if (found.kind == TL_DOCUMENT_TERRAIN) {
        return tl_fail(error, TL_ERROR_NOT_FOUND, table->document->file, place, "name a unit or a member",
                       "`%s` is terrain: only units and their members can be asked about", name);
    }
    return tl_fail(error, TL_ERROR_NOT_FOUND, table->document->file, place, remedy,
                   "there is no unit or member `%s` in the scene", name);
}

/* --- Inquiries ---------------------------------------------------------------------------------------------------- */

tl_status tl_inquiry_begin(const tl_referee *referee, const char *const *set, double tolerance, tl_inquiry *inquiry,
                           tl_error *error) {
    memset(inquiry, 0, sizeof(*inquiry));
    inquiry->referee = referee;
    inquiry->context = referee->context;
    inquiry->table = referee->table;
    tl_status status = tl_settings_copy(referee->context, &referee->settings, &inquiry->settings, error);
    if (status != TL_OK) {
        return status;
    }
    for (size_t i = 0; set != NULL && set[i] != NULL && set[i + 1] != NULL && status == TL_OK; i += 2) {
        status = tl_settings_set(&inquiry->settings, set[i], set[i + 1], error);
    }
    if (status == TL_OK && tolerance >= 0) {
        char number[TL_JSON_NUMBER_SIZE];
        if (tl_json_format_double(tolerance, number) == 0) {
            status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "tolerance_mm", "give millimetres, 0 or more",
                             "the tolerance is no number");
        } else {
            status = tl_settings_set(&inquiry->settings, "tolerance_mm", number, error);
        }
    }
    if (status != TL_OK) {
        tl_inquiry_free(inquiry);
        return status;
    }
    inquiry->tolerance = tl_settings_number(&inquiry->settings, "tolerance_mm", 0.05);
    inquiry->units = tl_settings_is(&inquiry->settings, "units", "inch", false) ? 1 : 0;
    inquiry->words = (tl_words){tl_language_of(referee->context), inquiry->units};
    inquiry->game_unit = tl_ruleset_length(referee->ruleset, "game_unit", inquiry->units);
    if (inquiry->game_unit <= 0) {
        inquiry->game_unit = inquiry->units == 1 ? 101.6 : 100.0;
    }
    return TL_OK;
}

void tl_inquiry_limit(tl_inquiry *inquiry, double milliseconds) {
    if (milliseconds > 0) {
        inquiry->limited = tl_context_limited(inquiry->context, milliseconds);
        inquiry->context = &inquiry->limited;
    }
}

void tl_inquiry_free(tl_inquiry *inquiry) {
    if (inquiry->context != NULL) {
        tl_settings_free(inquiry->context, &inquiry->settings);
    }
}

/* --- Between two members ------------------------------------------------------------------------------------------ */

tl_area tl_inquiry_area(const tl_inquiry *inquiry, const tl_table_area *area) {
    tl_area made = {&area->outline, area->bottom, area->top};
    if (area->is_smoke) {
        made.top = area->ground + tl_settings_number(&inquiry->settings, "smoke_height_mm", 50);
    }
    if (tl_settings_is(&inquiry->settings, "area_height", "infinite", false)) {
        made.top = INFINITY;
    } else if (!area->has_own_height) {
        double height = tl_settings_number(&inquiry->settings, "area_height", -1);
        const tl_placed *placed = &inquiry->table->terrain[area->terrain];
        if (height >= 0) {
            made.top = (placed->body != NULL ? placed->body->box.low.z : 0) + height;
        }
    }
    return made;
}

tl_status tl_inquiry_place_in(const tl_inquiry *inquiry, const tl_table_area *area, size_t member,
                              tl_area_placement *placement, tl_error *error) {
    const tl_body *body = inquiry->table->members[member].body;
    tl_area prism = tl_inquiry_area(inquiry, area);
    tl_volume volume = tl_table_measured(inquiry->table, member);
    if (volume.shape != NULL && volume.shape == &body->base) {
        tl_outline footprint;
        tl_status status = tl_outline_of_shape(inquiry->context, volume.shape, &footprint, error);
        if (status == TL_OK) {
            *placement = tl_area_place_of(&prism, &footprint, body->box.low.z, body->box.high.z);
            tl_outline_free(&footprint);
        }
        return status;
    }
    const tl_bvh *core = body->core;
    *placement = tl_area_place_of_triangles(&prism, tl_bvh_vertices(core), tl_bvh_triangles(core),
                                            tl_bvh_triangle_count(core), tl_bvh_box(core).low.z,
                                            tl_bvh_box(core).high.z);
    return TL_OK;
}

static tl_status between_begin(const tl_inquiry *inquiry, tl_between *between, tl_error *error) {
    const tl_table *table = inquiry->table;
    memset(between, 0, sizeof(*between));
    between->context = inquiry->context;
    between->blockers = tl_alloc_array(inquiry->context, table->slot_count, 1);
    between->insides = tl_alloc_array(inquiry->context, table->slot_count, 1);
    size_t areas = inquiry->referee->area_count;
    between->conditions = tl_alloc_array(inquiry->context, areas + 1, sizeof(*between->conditions));
    between->sights = tl_alloc_array(inquiry->context, areas, sizeof(*between->sights));
    between->area_of = tl_alloc_array(inquiry->context, areas, sizeof(*between->area_of));
    between->area_slots = tl_alloc_array(inquiry->context, areas, sizeof(*between->area_slots));
    if (between->blockers == NULL || between->insides == NULL || between->conditions == NULL ||
        between->sights == NULL || between->area_of == NULL || between->area_slots == NULL) {
        return tl_fail_memory(error);
    }
    between->obstacles = (tl_obstacles){.world = table->world,
                                        .blockers = between->blockers,
                                        .insides = between->insides,
                                        .ground_slot = table->ground.body != NULL ? 0 : -1,
                                        .conditions = between->conditions,
                                        .joiner = inquiry->referee->joiner};
    between->blockers[0] = table->ground.body != NULL ? TL_ROLES_ALL : 0;
    return TL_OK;
}

void tl_between_free(tl_between *between) {
    if (between->context == NULL) {
        return;
    }
    for (size_t i = 0; i < between->sight_count; i++) {
        tl_area_sight_release(&between->sights[i]);
    }
    tl_outline_free(&between->footprint[0]);
    tl_outline_free(&between->footprint[1]);
    tl_free(between->context, between->blockers);
    tl_free(between->context, between->insides);
    tl_free(between->context, between->conditions);
    tl_free(between->context, between->sights);
    tl_free(between->context, between->area_of);
    tl_free(between->context, between->area_slots);
    memset(between, 0, sizeof(*between));
}

bool tl_member_holds(const tl_inquiry *inquiry, size_t member, tl_vec3 point) {
    const tl_bvh *core = inquiry->table->members[member].body->core;
    tl_box3 box = tl_bvh_box(core);
    tl_vec2 p = tl_plan(point);
    if (p.x < box.low.x || p.x > box.high.x || p.y < box.low.y || p.y > box.high.y ||
        (tl_table_unit_of(inquiry->table, member)->kind == TL_CLASS_AIRCRAFT && point.z < box.low.z)) {
        return false;
    }
    for (uint32_t i = 0; i < tl_bvh_triangle_count(core); i++) {
        tl_vec3 c[3];
        tl_bvh_corners(core, i, c);
        int turn = tl_orient2d(tl_plan(c[0]), tl_plan(c[1]), tl_plan(c[2])), in = 0;
        for (int k = 0; k < 3; k++) {
            in += tl_orient2d(tl_plan(c[k]), tl_plan(c[(k + 1) % 3]), p) * turn >= 0;
        }
        if (turn != 0 && in == 3) {
            return true;
        }
    }
    return false;
}

tl_volume tl_volume_of_point(tl_vec3 point, tl_shape *shape) {
    *shape = (tl_shape){.kind = TL_SHAPE_BOX, .pose = tl_pose_identity(), .from = point, .to = point};
    return (tl_volume){.shape = shape};
}

static tl_status place_end(const tl_inquiry *inquiry, const tl_table_area *area, const tl_sight_end *end,
                           tl_area_placement *placement, tl_error *error) {
    if (!end->is_point) {
        return tl_inquiry_place_in(inquiry, area, end->member, placement, error);
    }
    tl_area prism = tl_inquiry_area(inquiry, area);
    *placement = (tl_area_placement){.place = tl_area_place_of_point(&prism, end->point), .certain = true};
    return TL_OK;
}

static bool is_removed(const tl_inquiry *inquiry, size_t slot) {
    return inquiry->removed != NULL && inquiry->removed[slot] != 0;
}

/* A building without rooms whose walls are transparent to whoever is inside. */
static tl_status is_abstract_to(const tl_inquiry *inquiry, size_t terrain, const tl_sight_end end[2], bool *abstract,
                                tl_error *error) {
    *abstract = false;
    if (!inquiry->table->document->terrain[terrain].abstract_interior) {
        return TL_OK;
    }
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        for (int k = 0; area->terrain == terrain && k < 2; k++) {
            tl_area_placement placement;
            tl_status status = place_end(inquiry, area, &end[k], &placement, error);
            if (status != TL_OK) {
                return status;
            }
            *abstract = *abstract || placement.place != TL_AREA_OUTSIDE;
        }
    }
    return TL_OK;
}

static tl_status block_terrain(const tl_inquiry *inquiry, const tl_sight_end end[2], bool for_cover,
                               tl_between *between, tl_error *error) {
    const tl_table *table = inquiry->table;
    bool solid_woods = tl_settings_is(&inquiry->settings, "wood_models", "solid", false);
    for (size_t i = 0; i < table->terrain_count; i++) {
        const tl_placed *placed = &table->terrain[i];
        const tl_terrain_kind *kind = tl_ruleset_kind(inquiry->referee->ruleset, table->document->terrain[i].kind);
        bool blocks = kind == NULL || (for_cover ? kind->blocks && kind->cover : kind->blocks) ||
                      (strcmp(kind->name, "wood") == 0 && solid_woods);
        bool abstract;
        tl_status status = is_abstract_to(inquiry, i, end, &abstract, error);
        if (status != TL_OK) {
            return status;
        }
        if (placed->body != NULL && blocks && !abstract && !is_removed(inquiry, placed->slot)) {
            between->blockers[placed->slot] = TL_ROLES_ALL;
            between->insides[placed->slot] = placed->inside_blocks;
        }
    }
    return TL_OK;
}

/* A member's own body never stands in its way, nor a vehicle in that of a point that lies on it. */
static bool is_own(const tl_inquiry *inquiry, size_t member, const tl_sight_end *end) {
    return end->is_point ? tl_member_holds(inquiry, member, end->point) : member == end->member;
}

static void block_vehicles(const tl_inquiry *inquiry, const tl_sight_end end[2], tl_between *between) {
    const tl_table *table = inquiry->table;
    bool core_only = tl_settings_is(&inquiry->settings, "blocker_parts", "core", false);
    for (size_t i = 0; i < table->member_count; i++) {
        if (tl_class_is_foot(tl_table_unit_of(table, i)->kind) || is_own(inquiry, i, &end[0]) ||
            is_own(inquiry, i, &end[1])) {
            continue;
        }
        const tl_placed *placed = &table->members[i];
        if (is_removed(inquiry, placed->slot) || is_removed(inquiry, placed->core_slot)) {
            continue;
        }
        if (!core_only) {
            between->blockers[placed->slot] =
                TL_ROLE_BIT(TL_ROLE_CORE) | TL_ROLE_BIT(TL_ROLE_LIMB) | TL_ROLE_BIT(TL_ROLE_GEAR);
        } else {
            between->blockers[placed->core_slot != 0 ? placed->core_slot : placed->slot] = TL_ROLE_BIT(TL_ROLE_CORE);
        }
    }
}

static tl_area_rules area_rules(const tl_inquiry *inquiry, const tl_area_rule *rule) {
    const tl_settings *s = &inquiry->settings;
    /* limits are inclusive (DB-MSR-05), and lengths are known to certified bounds: a rounding more lets a line through
     * that stands at the limit to the last bit */
    double edge = rule->edge_units * inquiry->game_unit + TL_AREA_LIMIT_ROUNDING;
    return (tl_area_rules){
        .edge_limit = edge,
        .through_limit = edge,
        .inside_limit = rule->inside_units >= 0 ? rule->inside_units * inquiry->game_unit + TL_AREA_LIMIT_ROUNDING : INFINITY,
        .distance = tl_settings_is(s, "area_distance", "perpendicular", false) ? TL_AREA_PERPENDICULAR
                                                                               : TL_AREA_ALONG_LINE,
        .through = tl_settings_is(s, "area_through", "chord", false)      ? TL_AREA_CHORD
                   : tl_settings_is(s, "area_through", "any_edge", false) ? TL_AREA_ANY_EDGE
                                                                          : TL_AREA_FAR_EDGE,
        .near = tl_settings_is(s, "area_near", "inside_only", false) ? TL_AREA_INSIDE_ONLY : TL_AREA_EITHER,
        .cap_scope = tl_settings_is(s, "area_cap_scope", "both_inside", false) ? TL_AREA_CAP_BOTH_INSIDE
                                                                               : TL_AREA_CAP_LENGTH,
        .inside_length = tl_settings_is(s, "area_inside_length", "in_area_length", false) ? TL_AREA_IN_AREA_LENGTH
                                                                                          : TL_AREA_UNIT_DISTANCE};
}

/* The measured footprint of infantry, from whose rim depths start. */
static tl_status footprint_of(const tl_inquiry *inquiry, size_t member, tl_outline *outline, bool *from_footprint,
                              tl_error *error) {
    const tl_body *body = inquiry->table->members[member].body;
    tl_volume volume = tl_table_measured(inquiry->table, member);
    *from_footprint = volume.shape == &body->base;
    if (volume.shape != NULL) {
        return tl_outline_of_shape(inquiry->context, volume.shape, outline, error);
    }
    /* a vehicle's core: used for perpendicular distances only; its box in plan would be too large, its hull may be */
    return tl_area_outline_of_mesh(inquiry->context, tl_bvh_vertices(volume.mesh), tl_bvh_vertex_count(volume.mesh),
                                   tl_bvh_triangles(volume.mesh), tl_bvh_triangle_count(volume.mesh), outline, error);
}

static tl_volume volume_of_end(const tl_inquiry *inquiry, const tl_sight_end *end, tl_shape *shape) {
    return end->is_point ? tl_volume_of_point(end->point, shape) : tl_table_measured(inquiry->table, end->member);
}

tl_status tl_between_ends(const tl_inquiry *inquiry, const tl_sight_end end[2], tl_between *between, tl_error *error) {
    tl_status status = between_begin(inquiry, between, error);
    if (status == TL_OK) {
        status = block_terrain(inquiry, end, false, between, error);
    }
    if (status != TL_OK) {
        tl_between_free(between);
        return status;
    }
    block_vehicles(inquiry, end, between);
    if (inquiry->referee->area_count == 0) {
        return TL_OK;
    }
    bool from_footprint[2] = {false, false};
    bool perpendicular = tl_settings_is(&inquiry->settings, "area_distance", "perpendicular", false);
    for (int k = 0; k < 2 && status == TL_OK; k++) {
        if (end[k].is_point) {
            continue;
        }
        size_t member = end[k].member;
        bool foot = tl_table_measured(inquiry->table, member).shape == &inquiry->table->members[member].body->base;
        if (foot || perpendicular) {
            status = footprint_of(inquiry, member, &between->footprint[k], &from_footprint[k], error);
        }
    }
    double distance = 0;
    if (status == TL_OK) {
        tl_shape point[2];
        tl_volume va = volume_of_end(inquiry, &end[0], &point[0]), vb = volume_of_end(inquiry, &end[1], &point[1]);
        tl_range_result range;
        status = tl_range_between(inquiry->context, &va, &vb,
                                  tl_settings_is(&inquiry->settings, "range_metric", "plan", false) ? TL_METRIC_PLAN
                                                                                                    : TL_METRIC_3D,
                                  &range, error);
        distance = status == TL_OK ? range.distance_mm : 0;
    }
    for (size_t i = 0; i < inquiry->referee->area_count && status == TL_OK; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        uint32_t slot = (uint32_t)inquiry->table->terrain[area->terrain].slot;
        if (is_removed(inquiry, slot)) {
            continue;
        }
        tl_area_sight *sight = &between->sights[between->sight_count];
        memset(sight, 0, sizeof(*sight));
        sight->area = tl_inquiry_area(inquiry, area);
        sight->rules = area_rules(inquiry, area->kind->area);
        sight->unit_distance = distance;
        for (int k = 0; k < 2 && status == TL_OK; k++) {
            tl_area_placement placement;
            status = place_end(inquiry, area, &end[k], &placement, error);
            sight->end[k] = (tl_area_end){placement.place, NULL, from_footprint[k]};
            if (between->footprint[k].kind != TL_OUTLINE_NONE) {
                sight->end[k].footprint = &between->footprint[k];
            }
        }
        if (status == TL_OK) {
            status = tl_area_sight_prepare(inquiry->context, sight, error);
        }
        if (status == TL_OK) {
            between->area_of[between->sight_count] = i;
            between->area_slots[between->sight_count] = slot;
            between->conditions[between->sight_count] = tl_area_condition(sight, slot);
            between->sight_count++;
        }
    }
    between->obstacles.condition_count = between->sight_count;
    if (status == TL_OK && between->sight_count > 1 &&
        tl_settings_is(&inquiry->settings, "area_combine", "sum_depth", false)) {
        between->sum = (tl_area_sum){between->sights, between->sight_count};
        tl_condition *sum = &between->conditions[between->obstacles.condition_count++];
        *sum = tl_area_sum_condition(&between->sum, between->conditions[0].slot);
        sum->owners = between->area_slots;
        sum->owner_count = between->sight_count;
    }
    if (status != TL_OK) {
        tl_between_free(between);
    }
    return status;
}

tl_status tl_between_sight(const tl_inquiry *inquiry, size_t a, size_t b, tl_between *between, tl_error *error) {
    const tl_sight_end end[2] = {{.member = a}, {.member = b}};
    return tl_between_ends(inquiry, end, between, error);
}

tl_status tl_between_cover(const tl_inquiry *inquiry, size_t a, size_t b, tl_between *between, tl_error *error) {
    const tl_sight_end end[2] = {{.member = a}, {.member = b}};
    tl_status status = between_begin(inquiry, between, error);
    if (status == TL_OK) {
        status = block_terrain(inquiry, end, true, between, error);
    }
    if (status != TL_OK) {
        tl_between_free(between);
        return status;
    }
    if (tl_settings_is(&inquiry->settings, "cover_blockers", "plus_vehicles", false)) {
        block_vehicles(inquiry, end, between);
    }
    for (size_t i = 0; i < inquiry->referee->area_count; i++) {
        const tl_table_area *area = &inquiry->referee->areas[i];
        if (!area->kind->cover) {
            continue;
        }
        tl_area_sight *sight = &between->sights[between->sight_count];
        memset(sight, 0, sizeof(*sight));
        sight->area = tl_inquiry_area(inquiry, area);
        between->area_of[between->sight_count] = i;
        between->conditions[between->sight_count] =
            tl_area_clear_condition(&sight->area, (uint32_t)inquiry->table->terrain[area->terrain].slot);
        between->sight_count++;
    }
    between->obstacles.condition_count = between->sight_count;
    return TL_OK;
}
