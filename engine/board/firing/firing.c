/* firing.c: the ground within reach as cells, and what is seen of each from the target, and whether other enemies see
 * it in no cover: what a model sees from a cell is what sees a body in the cell. */
#include "board/firing/firing.h"

#include "base/thread_pool.h"
#include "board/limits.h"
#include "board/map/tile.h"
#include "judge/party.h"
#include "judge/special.h"
#include "tell/answer.h"

#include <string.h>

/* --- Who ---------------------------------------------------------------------------------------------------------- */

static tl_status find_mover(tl_firing_work *w, tl_error *error) {
    const tl_firing_question *q = w->question;
    const tl_table *table = w->referee->table;
    if (q->member == NULL || q->target == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, q->member == NULL ? "member" : "target",
                       "name the model that moves, and the unit or model that it wants to see",
                       q->member == NULL ? "who moves is missing" : "the target is missing");
    }
    tl_status status = tl_party_who_moves(&w->inquiry, q->member, &w->mover, error);
    if (status != TL_OK) {
        return status;
    }
    const tl_document_pose *pose = &tl_table_member(table, w->mover)->pose;
    w->unit = tl_table_unit_of(table, w->mover);
    w->facing = q->has_facing ? q->facing_deg : pose->turn;
    if (pose->roll != 0 || pose->pitch != 0) {
        return tl_fail(error, TL_ERROR_UNSUPPORTED, NULL, "member", "set it upright",
                       "%s is tilted, and firing positions are looked for upright models only",
                       table->members[w->mover].name);
    }
    if (!(fabs(w->facing) <= TL_BOARD_LARGEST)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "facing", "give degrees", "that is no facing");
    }
    status = tl_board_body_told(
        tl_board_body_make(w->context, &w->body, table->members[w->mover].model, w->facing, w->unit->kind), error);
    if (status != TL_OK) {
        return status;
    }
    tl_party mover = {.unit = w->unit, .first = w->mover, .count = 1, .name = table->members[w->mover].name};
    status = tl_referee_party(w->referee, q->target, "to", &w->target, error);
    return status == TL_OK ? tl_party_differs(&mover, &w->target, error) : status;
}

/* The weapons asked about: those that reach farther than close combat. */
static tl_status find_weapons(tl_firing_work *w, tl_error *error) {
    tl_party mover = {.unit = w->unit,
                      .first = w->mover,
                      .count = 1,
                      .name = w->unit->name,
                      .hands = tl_table_member(w->referee->table, w->mover),
                      .hand_count = 1};
    tl_status status = tl_party_weapons(&w->inquiry, &mover, w->question->weapon, &w->weapons, &w->weapon_count, error);
    w->weapon_count = w->weapon_count < TL_FIRING_WEAPONS ? w->weapon_count : TL_FIRING_WEAPONS;
    for (size_t i = 0; status == TL_OK && i < w->weapon_count; i++) {
        bool fires = w->weapons[i].range != TL_WEAPON_RANGE_CLOSE && tl_party_carries(&mover, 0, &w->weapons[i]);
        w->meant |= fires ? UINT64_C(1) << i : 0;
    }
    if (status == TL_OK && w->question->weapon != NULL && w->meant == 0) {
        status = tl_fail(error, TL_ERROR_ARGUMENT, NULL, "weapon", "name a weapon that fires, or none",
                         "%s is for close combat, and isn't fired from anywhere", w->weapons[0].name);
    }
    return status;
}

static tl_status add_other(tl_firing_work *w, size_t member, bool is_target, tl_error *error) {
    tl_firing_other *o = &w->others[w->other_count++];
    const tl_table *table = w->referee->table;
    *o = (tl_firing_other){.member = member, .unit = tl_table_unit_of(table, member), .is_target = is_target};
    bool *own = tl_alloc_array(w->context, table->member_count, sizeof(bool));
    o->cells = tl_alloc_array(w->context, w->grid.nx * w->grid.ny, sizeof(*o->cells));
    tl_status status = own != NULL && o->cells != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        status = tl_board_body_told(
            tl_board_body_placed(w->context, &o->body, table->members[member].body, o->unit->kind), error);
    }
    if (status != TL_OK) {
        tl_free(w->context, own);
        return status;
    }
    o->body.off = tl_placed_core_uncertainty(&table->members[member]);
    o->node = (tl_board_node){.end = tl_board_end_of(&o->body, table, member), .area = 1};
    own[member] = own[w->mover] = true; /* the mover is where it goes, not where it stands */
    status = tl_region_rules_make(&w->inquiry, own, &o->rules, error);
    tl_free(w->context, own);
    return status == TL_OK && !is_target ? tl_shield_rules_make(&o->rules, &o->shields, error) : status;
}

/* The target's models, then all other enemies'. */
static tl_status find_others(tl_firing_work *w, tl_error *error) {
    const tl_table *table = w->referee->table;
    const tl_document *document = table->document;
    w->others = tl_alloc_array(w->context, table->member_count + 1, sizeof(*w->others));
    w->foes = tl_alloc_array(w->context, document->unit_count + 1, sizeof(*w->foes));
    if (w->others == NULL || w->foes == NULL) {
        return tl_fail_memory(error);
    }
    tl_status status = TL_OK;
    for (size_t i = 0; i < w->target.count && status == TL_OK; i++) {
        status = add_other(w, w->target.first + i, true, error);
    }
    w->target_count = w->other_count;
    const tl_document_unit *aimed = tl_table_unit_of(table, w->target.first);
    for (size_t u = 0; u < document->unit_count && status == TL_OK; u++) {
        const tl_document_unit *unit = &document->units[u];
        if (unit == w->unit || unit == aimed || unit->aboard != NULL || !tl_special_are_enemies(unit, w->unit)) {
            continue;
        }
        w->foes[w->foe_count++] = unit;
        for (size_t m = 0; m < unit->member_count && status == TL_OK; m++) {
            status = add_other(w, table->first_member[u] + m, false, error);
        }
    }
    w->camouflaged = tl_special_are_enemies(w->unit, w->target.unit) &&
                     tl_special_unit_effect(&w->inquiry, w->target.unit, TL_EFFECT_UNSEEN_BEYOND, NULL) != NULL;
    return status;
}

/* --- Cells -------------------------------------------------------------------------------------------------------- */

static tl_status make_grid(tl_firing_work *w, tl_error *error) {
    const tl_reach_map *r = &w->reach;
    tl_board_rect table = w->terrain.rect, box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    double cell = w->question->cell_mm == 0 ? TL_BOARD_FIRING_CELL : w->question->cell_mm;
    if (!(cell >= 1 && cell <= TL_BOARD_FIRING_MOST_CELL)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "cell", "give millimetres from 1 to 1000, such as 10",
                       "the side of a cell can't be %g mm", cell);
    }
    for (size_t k = 0; k < r->side * r->side && r->states != NULL; k++) {
        if (r->states[k] != TL_REACH_NO) {
            double x = r->corner.x + (double)(k % r->side) * r->size, y = r->corner.y + (double)(k / r->side) * r->size;
            box = (tl_board_rect){tl_min(box.x0, x), tl_min(box.y0, y), tl_max(box.x1, x + r->size),
                                  tl_max(box.y1, y + r->size)};
        }
    }
    tl_board_grid *g = &w->grid;
    *g = (tl_board_grid){.cell = cell,
                         .x0 = tl_max(0, floor(box.x0 / cell) * cell),
                         .y0 = tl_max(0, floor(box.y0 / cell) * cell),
                         .x1 = tl_min(table.x1, ceil(box.x1 / cell) * cell),
                         .y1 = tl_min(table.y1, ceil(box.y1 / cell) * cell)};
    if (!(g->x1 > g->x0 && g->y1 > g->y0)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "member", "give it a move, and set it on the table",
                       "%s reaches no ground on the table", w->referee->table->members[w->mover].name);
    }
    double nx = ceil((g->x1 - g->x0) / cell), ny = ceil((g->y1 - g->y0) / cell);
    if (!(nx * ny <= TL_BOARD_FIRING_MOST_CELLS)) {
        return tl_fail(error, TL_ERROR_LIMIT, NULL, "cell", "take larger cells", "%.0f x %.0f cells are too many", nx,
                       ny);
    }
    g->nx = (size_t)nx;
    g->ny = (size_t)ny;
    for (w->tile = 1; w->tile < TL_BOARD_MOST_TILE && cell * (double)w->tile * 2 <= TL_BOARD_FIRING_TILE_MM;) {
        w->tile *= 2;
    }
    w->tile_nx = (g->nx + w->tile - 1) / w->tile;
    w->tile_ny = (g->ny + w->tile - 1) / w->tile;
    return TL_OK;
}

/* A square of the reach along one axis. */
static long square_at(double at, double corner, double size) {
    return (long)floor((at - corner) / size);
}

/* Whether all squares of the reach that a cell meets are certain. Heights: of the ground in the middle of these and of
 * those round them; that of the cell's own middle stays NAN where it is out of reach. */
static bool reach_of(const tl_reach_map *r, tl_board_rect rect, tl_firing_square *s) {
    long side = (long)r->side;
    long i0 = square_at(rect.x0 + TL_BOARD_OVER_HAIR, r->corner.x, r->size),
         i1 = square_at(rect.x1 - TL_BOARD_OVER_HAIR, r->corner.x, r->size);
    long j0 = square_at(rect.y0 + TL_BOARD_OVER_HAIR, r->corner.y, r->size),
         j1 = square_at(rect.y1 - TL_BOARD_OVER_HAIR, r->corner.y, r->size);
    long im = square_at(0.5 * (rect.x0 + rect.x1), r->corner.x, r->size);
    long jm = square_at(0.5 * (rect.y0 + rect.y1), r->corner.y, r->size);
    bool all = true;
    s->least = INFINITY;
    s->most = -INFINITY;
    for (long j = j0 - 1; j <= j1 + 1; j++) {
        for (long i = i0 - 1; i <= i1 + 1; i++) {
            bool in = i >= 0 && j >= 0 && i < side && j < side, round = j < j0 || j > j1 || i < i0 || i > i1;
            tl_reach_state state = in ? (tl_reach_state)r->states[j * side + i] : TL_REACH_NO;
            if (state != TL_REACH_NO) {
                s->least = tl_min(s->least, r->heights[j * side + i]);
                s->most = tl_max(s->most, r->heights[j * side + i]);
            }
            all = all && (round || state == TL_REACH_CERTAIN);
        }
    }
    s->height = NAN;
    s->cell.path_mm = 0;
    s->square = 0;
    if (im >= 0 && jm >= 0 && im < side && jm < side && r->states[jm * side + im] != TL_REACH_NO) {
        tl_vec2 off = {0.5 * (rect.x0 + rect.x1) - (r->corner.x + ((double)im + 0.5) * r->size),
                       0.5 * (rect.y0 + rect.y1) - (r->corner.y + ((double)jm + 0.5) * r->size)};
        s->height = r->heights[jm * side + im];
        s->square = (size_t)(jm * side + im);
        s->cell.path_mm = all ? r->lengths[jm * side + im] + tl_length2(off) : 0;
    }
    return all;
}

/* The level of a rectangle whose heights hold all from `least` to `most`; of several the one whose middle is nearest to
 * `height`; TL_FIRING_LEVELS when there is none. */
static tl_status level_of(const tl_firing_work *w, tl_board_nearby *nearby, tl_board_rect rect, double least,
                          double most, double height, size_t *found, tl_error *error) {
    double best = INFINITY;
    *found = TL_FIRING_LEVELS;
    for (size_t level = 0; level < TL_FIRING_LEVELS; level++) {
        tl_board_ground ground;
        if (tl_board_ground_of(nearby, &w->terrain, &w->body, rect, level, &ground) != TL_OK) {
            return tl_fail_memory(error);
        }
        if (ground.standing == TL_BOARD_NOWHERE) {
            if (level > 0) {
                break;
            }
            continue;
        }
        double far = fabs(0.5 * (ground.low + ground.high) - height);
        if (least >= ground.low - TL_SURFACE_LIFT - 1 && most <= ground.high + 1 && far < best) {
            best = far;
            *found = level;
        }
    }
    return TL_OK;
}

/* The level that the way leads to at all places of a cell: one that holds what the reach has found there and right
 * beside it. Where none does, as over the edge of a storey, what is told holds for the storey in the middle alone, and
 * the cell isn't certain. A place has the level of its middle: levels are counted from below, so that the same surface
 * may have another number beside it. */
static tl_status find_level(const tl_firing_work *w, tl_board_nearby *nearby, tl_board_rect rect, tl_firing_square *s,
                            tl_error *error) {
    double x = 0.5 * (rect.x0 + rect.x1), y = 0.5 * (rect.y0 + rect.y1), by = w->reach.size;
    tl_board_rect round = {rect.x0 - by, rect.y0 - by, rect.x1 + by, rect.y1 + by};
    size_t level, own;
    tl_status status = level_of(w, nearby, round, s->least, s->most, s->height, &level, error);
    if (status == TL_OK && level == TL_FIRING_LEVELS) {
        s->cell.certain = false;
        s->cell.path_mm = 0;
        status = level_of(w, nearby, rect, s->height, s->height, s->height, &level, error);
    }
    status = status == TL_OK
                 ? level_of(w, nearby, (tl_board_rect){x, y, x, y}, s->height, s->height, s->height, &own, error)
                 : status;
    s->cell.standing = status == TL_OK && level < TL_FIRING_LEVELS;
    if (!s->cell.standing) {
        return status;
    }
    tl_board_ground ground;
    if (tl_board_ground_of(nearby, &w->terrain, &w->body, rect, level, &ground) != TL_OK) {
        return tl_fail_memory(error);
    }
    s->cell.standing = ground.standing != TL_BOARD_NOWHERE;
    s->level = (uint8_t)level;
    s->own_level = (uint8_t)(own < TL_FIRING_LEVELS ? own : level);
    s->low = ground.low;
    s->high = ground.high;
    return TL_OK;
}

static tl_status find_cells(tl_firing_work *w, tl_error *error) {
    size_t count = w->grid.nx * w->grid.ny;
    tl_status status = TL_OK;
    w->made->candidates = tl_alloc_array(w->context, count, sizeof(*w->made->candidates));
    if (w->made->candidates == NULL) {
        return tl_fail_memory(error);
    }
    tl_board_nearby nearby;
    tl_board_nearby_start(&nearby, w->context, &w->terrain.surfaces);
    for (size_t k = 0; k < count && status == TL_OK; k++) {
        tl_firing_square *s = &w->made->candidates[k];
        tl_board_rect rect = tl_firing_rect(w, k);
        s->cell.certain = reach_of(&w->reach, rect, s);
        if (s->height == s->height) {
            status = find_level(w, &nearby, rect, s, error);
        }
        if ((k & (TL_BOARD_FIRING_POLL - 1)) == 0 && !tl_progress(w->context, 0, "looking where one can stand")) {
            status = tl_fail_cancelled(error, "looking where one can stand");
        }
    }
    tl_board_nearby_end(&nearby);
    return status;
}

/* --- Maps --------------------------------------------------------------------------------------------------------- */

typedef struct firing_job {
    tl_firing_work *w;
    bool *inside[TL_FIRING_LEVELS]; /* NULL: no cell is on this level */
    tl_board_work *work;            /* per piece */
} firing_job;

static tl_board_plan plan_of(const tl_firing_work *w, const tl_firing_other *o, bool *inside, size_t level,
                             tl_board_node *nodes, uint32_t *root) {
    const tl_board_body *b = &w->body;
    tl_box3 all = tl_table_box(w->terrain.table);
    nodes[0] = o->node;
    *root = 0;
    return (tl_board_plan){
        .context = w->context,
        .inquiry = w->inquiry,
        .rules = o->rules,
        .shields = o->shields,
        .terrain = w->terrain,
        .kind = o->is_target ? TL_BOARD_FOV : TL_BOARD_COVER,
        .grid = w->grid,
        .level = level,
        .effort = 1,
        .tile = w->tile,
        .tile_nx = w->tile_nx,
        .tile_ny = w->tile_ny,
        .refine = o->is_target ? 1 : 0,
        .target = *b,
        .inside = inside,
        .most = tl_hypot(w->terrain.rect.x1, w->terrain.rect.y1),
        .nodes = {.items = nodes, .count = 1, .roots = root, .root_count = 1, .surely = 1, .perhaps = 1},
        .from = tl_board_core_box(&o->node.end),
        .to = {{w->grid.x0 - b->core_reach, w->grid.y0 - b->core_reach, all.low.z - 1},
               {w->grid.x1 + b->core_reach, w->grid.y1 + b->core_reach,
                all.high.z + (b->core_high - b->low) + TL_SURFACE_LIFT}}};
}

/* A tile of the map of one of the others, all levels. */
static tl_status map_piece(void *user, tl_context *context, size_t piece, tl_error *error) {
    firing_job *j = user;
    tl_firing_work *w = j->w;
    size_t tiles = w->tile_nx * w->tile_ny, tile = piece % tiles;
    tl_firing_other *o = &w->others[piece / tiles];
    size_t i0 = tile % w->tile_nx * w->tile, j0 = tile / w->tile_nx * w->tile;
    tl_board_cell *cells = tl_alloc_array(context, w->tile * w->tile, sizeof(*cells));
    tl_board_plan *plan = tl_alloc_array(context, 1, sizeof(*plan));
    tl_status status = cells != NULL && plan != NULL ? TL_OK : tl_fail_memory(error);
    for (size_t level = 0; level < TL_FIRING_LEVELS && status == TL_OK; level++) {
        tl_board_node node;
        uint32_t root;
        if (j->inside[level] == NULL) {
            continue;
        }
        *plan = plan_of(w, o, j->inside[level], level, &node, &root);
        status = tl_board_tile(plan, context, tile, cells, NULL, &j->work[piece], error);
        for (size_t y = 0; status == TL_OK && y < w->tile && j0 + y < w->grid.ny; y++) {
            for (size_t x = 0; x < w->tile && i0 + x < w->grid.nx; x++) {
                size_t k = (j0 + y) * w->grid.nx + i0 + x;
                if (j->inside[level][k]) { /* tiles share no cell */
                    o->cells[k] = cells[y * w->tile + x];
                }
            }
        }
    }
    tl_free(context, cells);
    tl_free(context, plan);
    return status;
}

static tl_status choose_levels(firing_job *j, tl_error *error) {
    tl_firing_work *w = j->w;
    size_t count = w->grid.nx * w->grid.ny;
    for (size_t k = 0; k < count; k++) {
        const tl_firing_square *s = &w->made->candidates[k];
        if (!s->cell.standing) {
            continue;
        }
        if (j->inside[s->level] == NULL) {
            j->inside[s->level] = tl_alloc_array(w->context, count, sizeof(bool));
            if (j->inside[s->level] == NULL) {
                return tl_fail_memory(error);
            }
        }
        j->inside[s->level][k] = true;
    }
    return TL_OK;
}

static tl_status map_all(tl_firing_work *w, tl_error *error) {
    firing_job j = {.w = w};
    size_t pieces = w->other_count * w->tile_nx * w->tile_ny;
    j.work = tl_alloc_array(w->context, pieces + 1, sizeof(*j.work));
    tl_status status = j.work != NULL ? choose_levels(&j, error) : tl_fail_memory(error);
    const tl_thread_pool pool = {.context = w->context,
                                 .threads = w->question->threads,
                                 .count = pieces,
                                 .what = "mapping",
                                 .first = 0,
                                 .last = TL_BOARD_FIRING_MAPPED,
                                 .user = &j,
                                 .work = map_piece};
    status = status == TL_OK ? tl_thread_pool_run(&pool, error) : status;
    for (size_t k = 0; k < pieces && j.work != NULL; k++) {
        w->made->summary.rulings += j.work[k].rulings;
        w->made->summary.proofs += j.work[k].proofs;
    }
    for (size_t level = 0; level < TL_FIRING_LEVELS; level++) {
        tl_free(w->context, j.inside[level]);
    }
    tl_free(w->context, j.work);
    return status;
}

/* What the maps say together of a cell. */
static void sum_cell(const tl_firing_work *w, size_t k) {
    tl_firing_square *s = &w->made->candidates[k];
    tl_firing_cell *c = &s->cell;
    double high = 0;
    const tl_document_unit *last = NULL;
    tl_effect_cover effect = tl_special_unit_cover_effect(&w->inquiry, w->unit, NULL);
    for (size_t i = 0; i < w->other_count && c->standing; i++) {
        const tl_firing_other *o = &w->others[i];
        const tl_board_cell *cell = &o->cells[k];
        if (!cell->standing) {
            c->standing = false; /* nobody can stand there after all */
        } else if (o->is_target) {
            c->low = tl_max(c->low, cell->low);
            c->estimate = tl_max(c->estimate, cell->estimate);
            high += cell->high;
            c->seen += cell->low == 1 ? 1 : 0;
            c->perhaps += cell->high > 0 ? 1 : 0;
        } else {
            bool bare = cell->low == 1, covered = cell->high == 0;
            c->covered += effect == TL_EFFECT_COVER_AS_SEEN ? covered : effect == TL_EFFECT_COVER_ALWAYS;
            c->bare += effect == TL_EFFECT_COVER_AS_SEEN ? bare : effect != TL_EFFECT_COVER_ALWAYS;
            if (o->unit != last && effect != TL_EFFECT_COVER_ALWAYS &&
                (effect != TL_EFFECT_COVER_AS_SEEN || cell->estimate >= 0.5)) {
                last = o->unit; /* once a unit */
                s->open++;
            }
        }
    }
    c->high = tl_min(1, high);
    c->estimate = tl_min(tl_max(c->estimate, c->low), c->high);
    s->lines = c->low == 1;
    if (w->camouflaged) {
        c->low = 0;
        c->seen = 0;
    }
    tl_firing_summary *sum = &w->made->summary;
    tl_board_rect r = tl_firing_rect(w, k);
    double area = (r.x1 - r.x0) * (r.y1 - r.y0);
    if (c->standing && c->certain) {
        sum->reached_mm2 += area;
        sum->seen_mm2 += c->low == 1 ? area : 0;
        sum->open_mm2 += c->low < 1 && c->high > 0 ? area : 0;
    }
}

/* --- All of it ---------------------------------------------------------------------------------------------------- */

static tl_status begin(tl_firing_work *w, tl_error *error) {
    tl_status status = w->question->places <= TL_BOARD_FIRING_MOST_LISTED
                           ? TL_OK
                           : tl_fail(error, TL_ERROR_LIMIT, NULL, "places", "ask for 50 or fewer",
                                     "%zu places are too many to rule on", w->question->places);
    if (status == TL_OK) {
        status = tl_inquiry_begin(w->referee, w->question->set, -1, &w->inquiry, error);
        w->began = status == TL_OK;
        tl_tell_in_language_of(&w->inquiry, NULL, &w->words);
    }
    status = status == TL_OK ? find_mover(w, error) : status;
    status = status == TL_OK ? find_weapons(w, error) : status;
    if (status == TL_OK && tl_board_terrain_make(w->context, w->referee->table, &w->terrain) != TL_OK) {
        status = tl_fail_memory(error);
    }
    status = status == TL_OK ? tl_reach_find(&w->inquiry, w->mover, w->question->march, &w->reach, error) : status;
    status = status == TL_OK ? make_grid(w, error) : status;
    status = status == TL_OK ? find_cells(w, error) : status;
    return status == TL_OK ? find_others(w, error) : status;
}

static tl_status work(tl_firing_work *w, tl_error *error) {
    tl_status status = begin(w, error);
    status = status == TL_OK ? map_all(w, error) : status;
    if (status != TL_OK) {
        return status;
    }
    w->made->summary = (tl_firing_summary){.columns = w->grid.nx,
                                           .rows = w->grid.ny,
                                           .x0 = w->grid.x0,
                                           .y0 = w->grid.y0,
                                           .cell_mm = w->grid.cell,
                                           .allowance_mm = w->reach.own,
                                           .targets = w->target_count,
                                           .foes = w->other_count - w->target_count,
                                           .rulings = w->made->summary.rulings,
                                           .proofs = w->made->summary.proofs};
    for (size_t k = 0; k < w->grid.nx * w->grid.ny; k++) {
        sum_cell(w, k);
    }
    status = tl_firing_measure(w, error);
    status = status == TL_OK ? tl_firing_list(w, error) : status;
    return status == TL_OK ? tl_firing_tell(w, error) : status;
}

static void end(tl_firing_work *w) {
    for (size_t i = 0; i < w->other_count; i++) {
        tl_shield_rules_free(&w->others[i].shields);
        tl_region_rules_free(&w->others[i].rules);
        tl_free(w->context, w->others[i].cells);
    }
    tl_free(w->context, w->others);
    tl_free(w->context, (void *)w->foes);
    if (w->reach.context != NULL) {
        tl_reach_free(&w->reach);
    }
    if (w->terrain.table != NULL) {
        tl_board_terrain_free(w->context, &w->terrain);
    }
    if (w->began) {
        tl_inquiry_free(&w->inquiry);
    }
}

tl_status tl_firing_ask(const tl_referee *referee, const tl_firing_question *question, const tl_board_editor *editor,
                        tl_firing **firing, tl_error *error) {
    tl_firing *made = tl_alloc_array(referee->context, 1, sizeof(*made));
    tl_firing_work *w = tl_alloc_array(referee->context, 1, sizeof(*w));
    tl_status status = made != NULL && w != NULL ? TL_OK : tl_fail_memory(error);
    if (made != NULL) {
        made->context = referee->context;
    }
    if (status == TL_OK) {
        *w = (tl_firing_work){
            .context = referee->context, .referee = referee, .question = question, .editor = editor, .made = made};
        status = work(w, error);
        end(w);
    }
    tl_free(referee->context, w);
    if (status != TL_OK) {
        tl_firing_destroy(made);
        return status;
    }
    *firing = made;
    return TL_OK;
}

void tl_firing_destroy(tl_firing *f) {
    if (f != NULL) {
        for (size_t i = 0; i < f->listed_count; i++) {
            tl_free(f->context, f->listed[i].covers);
            tl_free(f->context, f->listed[i].rings);
            tl_free(f->context, f->listed[i].corners);
            tl_free(f->context, f->listed[i].way);
        }
        tl_free(f->context, f->listed);
        tl_free(f->context, f->candidates);
        tl_free(f->context, f->json);
        tl_free(f->context, f->text);
        tl_free(f->context, f->caption);
        tl_free(f->context, f);
    }
}
