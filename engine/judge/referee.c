/* referee.c: settings, areas, parties, questions begun. What stands between two members: between.c. */
#include "judge/referee.h"

#include "area/difference.h"
#include "io/file.h"
#include "judge/check.h"
#include "judge/shaping.h"
#include "scene/prism.h"

#include <stdio.h>
#include <string.h>

/* --- Areas of the table ------------------------------------------------------------------------------------------- */

/* The outline of a body, seen from above, that another referee has already; NULL when it hasn't. */
static const tl_outline *known_outline(const tl_referee *from, const tl_body *body) {
    if (from == NULL) {
        return NULL;
    }
    const tl_referee_area *lists[2] = {from->areas, from->shelters};
    const size_t counts[2] = {from->area_count, from->shelter_count};
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < counts[k]; i++) {
            const tl_document_terrain *source = &from->table->document->terrain[lists[k][i].terrain];
            const tl_body *its = from->table->terrain[lists[k][i].terrain].body;
            if (its != NULL && its->solid == body->solid && source->outline == NULL && !source->has_disc &&
                !lists[k][i].is_cut) {
                return &lists[k][i].outline;
            }
        }
    }
    return NULL;
}

tl_status tl_referee_terrain_outline(tl_context *context, const tl_table *table, size_t terrain, tl_outline *outline,
                                     tl_error *error) {
    const tl_bvh *bvh = table->terrain[terrain].body->solid;
    tl_error cause = {0};
    tl_status status = tl_area_outline_of_mesh(context, tl_bvh_vertices(bvh), tl_bvh_vertex_count(bvh),
                                               tl_bvh_triangles(bvh), tl_bvh_triangle_count(bvh), outline, &cause);
    if (status == TL_OK) {
        return TL_OK;
    }
    char place[48];
    snprintf(place, sizeof(place), "terrain[%zu]", terrain);
    return tl_fail(error, status, table->document->file, place, cause.remedy, "%s: %s",
                   table->document->terrain[terrain].id, cause.message);
}

static tl_status outline_of_body(tl_referee *referee, const tl_referee *from, size_t terrain, tl_outline *outline,
                                 tl_error *error) {
    const tl_outline *known = known_outline(from, referee->table->terrain[terrain].body);
    return known != NULL ? tl_outline_copy(referee->context, known, outline, error)
                         : tl_referee_terrain_outline(referee->context, referee->table, terrain, outline, error);
}

static tl_status make_area(tl_referee *referee, const tl_referee *from, size_t index, const tl_terrain_kind *kind,
                           tl_referee_area *area, size_t *count, tl_error *error) {
    tl_table *table = referee->table;
    const tl_document_terrain *source = &table->document->terrain[index];
    const tl_placed *placed = &table->terrain[index];
    const tl_shape shape = tl_table_terrain_footprint(source);
    tl_status status = TL_OK;
    *area = (tl_referee_area){
        .terrain = index, .kind = kind, .bottom = -INFINITY, .top = INFINITY, .drawn_height = TL_SETTING_COUNT};
    if (source->has_disc) {
        area->outline = tl_outline_disc(source->disc_centre, source->disc_radius);
    } else if (source->outline != NULL) {
        status = tl_outline_polygon(referee->context, source->outline, source->outline_count, &area->outline, error);
    } else if (placed->body != NULL) {
        status = outline_of_body(referee, from, index, &area->outline, error);
    } else {
        return TL_OK; /* neither mesh nor outline: nowhere */
    }
    if (status != TL_OK) {
        return status;
    }
    double ground = 0;
    if (source->has_height && shape.kind != TL_SHAPE_NONE) {
        status = tl_table_ground_under(table, &shape, true, &ground, NULL, error);
        area->top = ground + source->height;
        area->has_own_height = true;
    } else if (source->has_height && placed->body != NULL) {
        area->top = placed->body->box.low.z + source->height;
        area->has_own_height = true;
    } else if (placed->body != NULL) {
        area->top = placed->body->box.high.z;
    } else if (kind->area != NULL && kind->area->drawn_height_id != TL_SETTING_COUNT) {
        status = tl_table_ground_under(table, &shape, true, &ground, NULL, error);
        area->drawn_height =
            kind->area->drawn_height_id; /* as the settings of each question say; this is for pictures */
        area->ground = ground;
        area->top = ground + tl_settings_number_of(&referee->settings, area->drawn_height);
    } else {
        status = tl_table_ground_under(table, &shape, true, &area->ground, NULL, error);
    }
    (*count)++; /* it has an outline to free, whatever happens */
    return status;
}

static tl_status make_areas(tl_referee *referee, const tl_referee *from, tl_error *error) {
    const tl_document *document = referee->table->document;
    referee->areas = tl_alloc_array(referee->context, document->terrain_count, sizeof(*referee->areas));
    referee->shelters = tl_alloc_array(referee->context, document->terrain_count, sizeof(*referee->shelters));
    if (referee->areas == NULL || referee->shelters == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = TL_OK;
    for (size_t k = 0; k < document->terrain_count && status == TL_OK; k++) {
        size_t i = referee->table->terrain_order[k];
        const tl_terrain_kind *kind = tl_ruleset_kind(referee->ruleset, document->terrain[i].kind);
        bool gone = kind != NULL && kind->lasts > 0 && document->terrain[i].age >= (size_t)kind->lasts;
        if (kind != NULL && kind->area != NULL && !gone) {
            status =
                make_area(referee, from, i, kind, &referee->areas[referee->area_count], &referee->area_count, error);
        }
        if (status == TL_OK && kind != NULL && kind->shelter) {
            status = make_area(referee, from, i, kind, &referee->shelters[referee->shelter_count],
                               &referee->shelter_count, error);
        }
    }
    return status;
}

/* --- Roads -------------------------------------------------------------------------------------------------------- */

/* What a piece of terrain covers in plan: its disc, its outline, or else its mesh; NONE: nothing. */
static tl_status outline_of_road(const tl_referee *referee, size_t terrain, tl_outline *outline, tl_error *error) {
    const tl_table *table = referee->table;
    const tl_document_terrain *source = &table->document->terrain[terrain];
    *outline = (tl_outline){.kind = TL_OUTLINE_NONE};
    if (source->has_disc) {
        *outline = tl_outline_disc(source->disc_centre, source->disc_radius);
        return TL_OK;
    }
    if (source->outline != NULL) {
        return tl_outline_polygon(referee->context, source->outline, source->outline_count, outline, error);
    }
    return table->terrain[terrain].body != NULL
               ? tl_referee_terrain_outline(referee->context, table, terrain, outline, error)
               : TL_OK;
}

/* Takes a road out of an area; the area has its outline, whatever happens. */
static tl_status cut_area(tl_referee *referee, size_t road, const tl_outline *outline, tl_referee_area *area,
                          tl_error *error) {
    tl_outline left;
    bool some = false;
    tl_error cause = {0};
    tl_status status = tl_outline_without(referee->context, &area->outline, outline, &left, &some, &cause);
    if (status != TL_OK) {
        char place[48];
        snprintf(place, sizeof(place), "terrain[%zu]", road);
        return tl_fail(error, status, referee->table->document->file, place, cause.remedy, "%s: %s",
                       referee->table->document->terrain[road].id, cause.message);
    }
    if (some) {
        tl_outline_free(&area->outline);
        area->outline = left;
        area->is_cut = true;
        area->off = tl_max(area->off, tl_placed_uncertainty(&referee->table->terrain[road]));
    }
    return TL_OK;
}

/* Areas of which nothing is left are none. */
static void drop_gone(tl_referee *referee) {
    size_t kept = 0;
    for (size_t i = 0; i < referee->area_count; i++) {
        if (!referee->areas[i].is_cut || referee->areas[i].outline.kind != TL_OUTLINE_NONE) {
            referee->areas[kept++] = referee->areas[i];
        }
    }
    referee->area_count = kept;
}

/* Takes from each area what is covered by terrain whose kind cancels areas of its name (SK-TER-02): that is no part of
 * it any more, for whatever asks where an area is; meshes stay. What is left may be in pieces, which count as one. */
static tl_status cut_roads(tl_referee *referee, tl_error *error) {
    const tl_document *document = referee->table->document;
    tl_status status = TL_OK;
    for (size_t k = 0; k < document->terrain_count && status == TL_OK; k++) {
        const size_t road = referee->table->terrain_order[k];
        const tl_terrain_kind *kind = tl_ruleset_kind(referee->ruleset, document->terrain[road].kind);
        tl_outline outline;
        if (kind == NULL || kind->cancels == NULL) {
            continue;
        }
        status = outline_of_road(referee, road, &outline, error);
        for (size_t i = 0; i < referee->area_count && status == TL_OK; i++) {
            tl_referee_area *area = &referee->areas[i];
            if (area->terrain != road && tl_score_lists(kind->cancels, area->kind->area->name)) {
                status = cut_area(referee, road, &outline, area, error);
            }
        }
        tl_outline_free(&outline);
    }
    drop_gone(referee);
    return status;
}

/* --- Making ------------------------------------------------------------------------------------------------------- */

/* Caps are joined with the mesh that they close; with `firm`, an uncertain mesh with nothing else. */
static void join_placed(const tl_placed *placed, size_t caps, bool terrain, bool firm, tl_conform_part *parts) {
    const tl_model *model = placed->model;
    bool alone = terrain && firm && tl_placed_uncertainty(placed) > 0;
    if (terrain && !alone) {
        parts[placed->slot].conforms = true;
    } else if (alone) {
        parts[placed->slot].own_frame = tl_bvh_vertices(placed->body->solid);
    } else if (model != NULL && model->mesh != NULL) {
        parts[placed->slot].own_frame = model->mesh->vertices;
    }
    if (model != NULL && placed->core_slot != 0) {
        parts[placed->core_slot].own_frame = model->core->vertices;
    }
    if (caps > 0 && placed->body != NULL && placed->body->caps != NULL) {
        parts[caps].conforms = terrain && !alone;
        parts[caps].own_frame = alone     ? tl_bvh_vertices(placed->body->caps)
                                : terrain ? NULL
                                          : model->caps->mesh->vertices;
        parts[caps].group = parts[placed->slot].group = (uint32_t)placed->slot + 1;
    }
}

/* Of the table's world, or of the one with its holes closed. Terrain stays; members are joined in their own frames. */
static tl_status make_joiner(tl_referee *referee, const tl_world *world, bool firm, tl_joiner *before,
                             tl_joiner **joiner, tl_error *error) {
    const tl_table *table = referee->table;
    size_t count = tl_world_slot_count(world), caps = count > table->slot_count ? table->slot_count : 0;
    tl_conform_part *parts = tl_alloc_array(referee->context, count, sizeof(*parts));
    if (parts == NULL) {
        return tl_fail_memory(error);
    }
    for (size_t slot = 0; slot < count; slot++) {
        parts[slot].bvh = tl_world_get(world, slot);
    }
    join_placed(&table->ground, caps, true, firm, parts);
    for (size_t i = 0; i < table->terrain_count; i++) {
        join_placed(&table->terrain[i], caps > 0 ? caps + table->terrain[i].slot : 0, true, firm, parts);
    }
    for (size_t i = 0; i < table->member_count; i++) {
        join_placed(&table->members[i], caps > 0 ? caps + table->members[i].slot : 0, false, firm, parts);
    }
    *joiner = before != NULL ? tl_joiner_share(before, parts, count) : NULL;
    tl_status status = *joiner == NULL ? tl_joiner_create(referee->context, parts, count, joiner, error) : TL_OK;
    tl_free(referee->context, parts);
    return status;
}

/* `from`: a referee whose joined worlds may serve this one, too; or NULL. */
static tl_status make_joiners(tl_referee *referee, const tl_referee *from, tl_error *error) {
    const tl_table *table = referee->table;
    bool firm = tl_placed_uncertainty(&table->ground) > 0;
    for (size_t i = 0; i < table->terrain_count; i++) {
        firm = firm || tl_placed_uncertainty(&table->terrain[i]) > 0;
    }
    for (size_t i = 0; i < table->member_count; i++) {
        firm = firm || tl_placed_uncertainty(&table->members[i]) > 0;
    }
    tl_status status =
        make_joiner(referee, table->world, false, from != NULL ? from->joiner : NULL, &referee->joiner, error);
    if (status == TL_OK && table->closed != NULL) {
        status = make_joiner(referee, table->closed, false, from != NULL ? from->closed_joiner : NULL,
                             &referee->closed_joiner, error);
    }
    if (status == TL_OK && firm) {
        status = make_joiner(referee, table->world, true, NULL, &referee->firm_joiner, error);
    }
    if (status == TL_OK && firm && table->closed != NULL) {
        status = make_joiner(referee, table->closed, true, NULL, &referee->firm_closed_joiner, error);
    }
    return status;
}

/* --- Outlines from files -------------------------------------------------------------------------------------------
 */

/* The outline that a setting draws for a template; none: `made->outline` is NULL. */
static tl_status load_drawn(const tl_referee *referee, const tl_settings *settings, const tl_template_rule *rule,
                            tl_template_rule *made, tl_error *error) {
    const char *file = rule->outline_id != TL_SETTING_COUNT ? tl_settings_file_of(settings, rule->outline_id) : NULL;
    made->outline = NULL;
    if (file == NULL) {
        return TL_OK;
    }
    char *path = tl_file_path_beside(referee->context, referee->table->document->file, file);
    tl_status status =
        path != NULL ? tl_ruleset_outline_load(referee->context, path, rule, made, error) : tl_fail_memory(error);
    tl_free(referee->context, path);
    return status;
}

static void free_drawn(const tl_referee *referee, tl_template_rule *drawn) {
    for (size_t i = 0; drawn != NULL && i < tl_ruleset_template_count(referee->ruleset); i++) {
        tl_free(referee->context, drawn[i].outline);
    }
    tl_free(referee->context, drawn);
}

static tl_status load_all_drawn(const tl_referee *referee, const tl_settings *settings, tl_template_rule **drawn,
                                tl_error *error) {
    size_t count = tl_ruleset_template_count(referee->ruleset);
    tl_template_rule *made = tl_alloc_array(referee->context, count, sizeof(*made));
    tl_status status = made != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        status = load_drawn(referee, settings, tl_ruleset_template_at(referee->ruleset, i), &made[i], error);
    }
    if (status != TL_OK) {
        free_drawn(referee, made);
        made = NULL;
    }
    *drawn = made;
    return status;
}

/* A file that a setting of the scene names must be there and good when the scene is loaded. */
static tl_status check_file(const tl_referee *referee, const char *setting, tl_error *error) {
    tl_status status = TL_OK;
    for (size_t i = 0; i < tl_ruleset_template_count(referee->ruleset) && status == TL_OK; i++) {
        const tl_template_rule *rule = tl_ruleset_template_at(referee->ruleset, i);
        if (strcmp(rule->outline_setting, setting) == 0) {
            tl_template_rule made;
            status = load_drawn(referee, &referee->settings, rule, &made, error);
            tl_free(referee->context, made.outline);
        }
    }
    return status;
}

static tl_status apply_scene_settings(tl_referee *referee, tl_problems *problems, tl_error *error) {
    const tl_document *document = referee->table->document;
    for (size_t i = 0; i < document->setting_count; i++) {
        const tl_document_setting *setting = &document->settings[i];
        char number[TL_JSON_NUMBER_SIZE];
        const char *text = tl_referee_setting_text(setting, number);
        tl_error cause = {0};
        tl_status status = tl_settings_set(&referee->settings, setting->name, text, &cause);
        if (status == TL_OK && tl_settings_file_of(&referee->settings, tl_settings_named(setting->name)) != NULL) {
            status = check_file(referee, setting->name, &cause);
        }
        if (status == TL_ERROR_MEMORY) {
            return tl_fail_memory(error);
        }
        if (status != TL_OK) {
            /* a file that it names says its own place as well */
            char where[600] = "";
            if (cause.line > 0) {
                snprintf(where, sizeof(where), "%s:%d:%d: ", cause.file, cause.line, cause.column);
            }
            tl_json_problem(document->json, setting->value, cause.status == TL_ERROR_NOT_FOUND, problems, false,
                            TL_ERROR_SCENE, cause.remedy, "%s%s", where, cause.message);
        }
    }
    return TL_OK;
}

tl_status tl_referee_create(tl_context *context, tl_table *table, const tl_ruleset *ruleset, const tl_referee *from,
                            tl_referee **referee, tl_problems *problems, tl_error *error) {
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
        tl_check_scene(table->document, ruleset, problems);
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
        status = make_areas(made, from, error);
        status = status == TL_OK ? cut_roads(made, error) : status;
    }
    if (status == TL_OK) {
        status = make_joiners(made, from, error);
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
        for (size_t i = 0; i < referee->shelter_count; i++) {
            tl_outline_free(&referee->shelters[i].outline);
        }
        tl_free(referee->context, referee->areas);
        tl_free(referee->context, referee->shelters);
        tl_joiner_destroy(referee->joiner);
        tl_joiner_destroy(referee->closed_joiner);
        tl_joiner_destroy(referee->firm_joiner);
        tl_joiner_destroy(referee->firm_closed_joiner);
        tl_settings_free(referee->context, &referee->settings);
        tl_free(referee->context, referee);
    }
}

/* Whoever is carried stands where the carrier stands. */
static tl_status board(const tl_referee *referee, tl_party *party, const char *place, tl_error *error) {
    if (party->unit->aboard == NULL || strcmp(place, "member") == 0 || strcmp(place, "unit") == 0) {
        return TL_OK;
    }
    tl_party carrier;
    tl_status status = tl_referee_party(referee, party->unit->aboard, "member", &carrier, error);
    if (status == TL_OK) {
        party->first = carrier.first;
        party->count = 1;
        party->rider = party->unit;
    }
    return status;
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
            *party = (tl_party){unit, table->first_member[u], unit->member_count, true, unit->name,
                                NULL, unit->members,          unit->member_count};
            return board(referee, party, place, error);
        }
        for (size_t m = 0; m < unit->member_count; m++) {
            if (strcmp(unit->members[m].id, name) == 0) {
                const tl_document_member *member = &unit->members[m];
                *party = (tl_party){unit, table->first_member[u] + m, 1, false, member->name, NULL, member, 1};
                return board(referee, party, place, error);
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

double tl_referee_game_unit(const tl_referee *referee, int units) {
    double unit = tl_ruleset_length(referee->ruleset, "game_unit", units);
    return unit > 0 ? unit : units == 1 ? 4 * 25.4 : 100;
}

tl_status tl_inquiry_length(const tl_inquiry *inquiry, const char *name, const char *what, double *length,
                            tl_error *error) {
    const tl_ruleset *ruleset = inquiry->referee->ruleset;
    *length = tl_settings_length(&inquiry->settings, name, inquiry->units);
    if (tl_ruleset_has_length(ruleset, name)) {
        return TL_OK;
    }
    char remedy[128];
    snprintf(remedy, sizeof(remedy), "if the game has one, give its file the length `%s`", name);
    return tl_fail(error, TL_ERROR_NO_RULE, NULL, NULL, remedy, "the rule system %s has no rule for %s",
                   tl_ruleset_name(ruleset), what);
}

/* What stands on the table was made with these: a question can't have them otherwise. */
static tl_status check_shaping(const tl_referee *referee, const tl_settings *wanted, tl_error *error) {
    for (int id = 0; id < TL_SETTING_COUNT; id++) {
        const tl_setting_id its = (tl_setting_id)id;
        const char *name = tl_settings_row(its)->name;
        if (tl_settings_shapes_table(its) &&
            tl_settings_number_of(wanted, its) != tl_settings_number_of(&referee->settings, its)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, name, "write it among the scene's `settings`",
                           "`%s` shapes the models on the table: it can't be set for one question", name);
        }
    }
    return TL_OK;
}

tl_status tl_inquiry_begin(const tl_referee *referee, const char *const *set, double tolerance, tl_inquiry *inquiry,
                           tl_error *error) {
    *inquiry = (tl_inquiry){.referee = referee, .context = referee->context, .table = referee->table};
    tl_status status = tl_settings_copy(referee->context, &referee->settings, &inquiry->settings, error);
    if (status != TL_OK) {
        return status;
    }
    for (size_t i = 0; set != NULL && set[i] != NULL && set[i + 1] != NULL && status == TL_OK; i += 2) {
        status = tl_settings_set(&inquiry->settings, set[i], set[i + 1], error);
    }
    if (status == TL_OK) {
        status = check_shaping(referee, &inquiry->settings, error);
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
    if (status == TL_OK) {
        status = load_all_drawn(referee, &inquiry->settings, &inquiry->drawn, error);
    }
    if (status != TL_OK) {
        tl_inquiry_free(inquiry);
        return status;
    }
    inquiry->placed = tl_inquiry_memo(referee);
    inquiry->tolerance = tl_settings_number_of(&inquiry->settings, TL_SETTING_TOLERANCE_MM);
    inquiry->units = tl_settings_is_at(&inquiry->settings, TL_SETTING_UNITS, TL_CHOICE_UNITS_INCH) ? 1 : 0;
    inquiry->game_unit = tl_referee_game_unit(referee, inquiry->units);
    return TL_OK;
}

tl_memo *tl_inquiry_memo(const tl_referee *referee) {
    return tl_memo_create(referee->context, referee->area_count + referee->shelter_count, referee->table->member_count);
}

void tl_inquiry_limit(tl_inquiry *inquiry, double milliseconds) {
    inquiry->own = tl_context_limited(inquiry->context, milliseconds);
    inquiry->own.counter = &inquiry->counter;
    inquiry->context = &inquiry->own;
}

void tl_inquiry_free(tl_inquiry *inquiry) {
    if (inquiry->context != NULL) {
        free_drawn(inquiry->referee, inquiry->drawn);
        inquiry->drawn = NULL;
        tl_memo_destroy(inquiry->referee->context, inquiry->placed);
        inquiry->placed = NULL;
        tl_settings_free(inquiry->context, &inquiry->settings);
    }
}

bool tl_inquiry_is_unsettled(tl_verdict verdict, tl_why why) {
    return verdict == TL_VERDICT_MARGINAL && (why == TL_WHY_BUDGET || why == TL_WHY_TIME);
}

/* --- Members ------------------------------------------------------------------------------------------------------ */

double tl_inquiry_facing(const tl_inquiry *inquiry, size_t member) {
    TL_ASSERT(member < inquiry->table->member_count, "the member is one of the table's");
    const tl_view *view = &inquiry->view;
    return view->turned && view->turned_member == member ? view->turned_facing
                                                         : tl_table_member(inquiry->table, member)->pose.turn;
}

bool tl_inquiry_is_without(const tl_inquiry *inquiry, size_t slot) {
    return tl_inquiry_leaves_out(inquiry) && inquiry->view.removed[slot] != 0;
}

bool tl_inquiry_leaves_out(const tl_inquiry *inquiry) {
    return inquiry->view.removed != NULL;
}

uint32_t tl_inquiry_class_bit(const tl_inquiry *inquiry, const tl_class_rule *kind) {
    const tl_ruleset *rules = inquiry->referee->ruleset;
    size_t count = tl_ruleset_class_count(rules), index = 0;
    while (index < count && tl_ruleset_class_at(rules, index) != kind) {
        index++;
    }
    return index < count && index < TL_RULESET_MOST_WORDS ? UINT32_C(1) << index : 0;
}
