/* tape.c: distances between what one points at. */
#include <trueline/tape.h>

#include "api/door.h"
#include "api/handle.h"
#include "judge/between/between.h"
#include "scene/absence.h"
#include "range/range.h"

#include <string.h>

/* What an end is measured to: the members of a party, or one volume. */
typedef struct reel {
    tl_party party; /* count 0: `volume` alone */
    tl_volume volume;
    tl_shape shape; /* of a point */
} reel;

static tl_status find_end(const tl_scene *scene, const tl_tape_end *given, const char *place, reel *found,
                          tl_error *error) {
    tl_tape_end taken;
    const tl_tape_end *end = &taken;
    *found = (reel){.party = {.count = 0}};
    tl_status status = tl_tape_end_take(given, &taken, error);
    if (status != TL_OK) {
        return status;
    }
    if (end->id == NULL) {
        if (!isfinite(end->at.x) || !isfinite(end->at.y) || !isfinite(end->at.z)) {
            return tl_fail(error, TL_ERROR_ARGUMENT, NULL, place, NULL, "a tape needs finite points");
        }
        found->volume = tl_between_volume_of_point(end->at, &found->shape);
        return TL_OK;
    }
    for (size_t i = 0; i < scene->table->terrain_count; i++) {
        const tl_placed *placed = &scene->table->terrain[i];
        if (placed->body != NULL && placed->body->solid != NULL && strcmp(placed->id, end->id) == 0) {
            found->volume = (tl_volume){.mesh = placed->body->solid};
            return TL_OK;
        }
    }
    return tl_referee_party(scene->referee, end->id, place, &found->party, error);
}

static size_t volumes(const reel *r) {
    return r->party.count > 0 ? r->party.count : 1;
}

static tl_volume volume(const tl_scene *scene, const reel *r, size_t index) {
    return r->party.count > 0 ? tl_table_measured(scene->table, r->party.first + index) : r->volume;
}

tl_status tl_scene_tape(const tl_scene *scene, const tl_tape_end *from, const tl_tape_end *to, tl_tape *tape,
                        tl_error *error) {
    reel a, b;
    tl_range_result best = {.distance_mm = INFINITY};
    tl_metric metric =
        tl_settings_is_at(&scene->referee->settings, TL_SETTING_RANGE_METRIC, TL_CHOICE_RANGE_METRIC_PLAN)
            ? TL_METRIC_PLAN
            : TL_METRIC_3D;
    tl_status status = tl_table_whole(scene->table, error);
    status = status == TL_OK ? find_end(scene, from, "from", &a, error) : status;
    if (status == TL_OK) {
        status = find_end(scene, to, "to", &b, error);
    }
    for (size_t i = 0; status == TL_OK && i < volumes(&a) * volumes(&b); i++) {
        tl_volume p = volume(scene, &a, i / volumes(&b)), q = volume(scene, &b, i % volumes(&b));
        tl_range_result range;
        status = tl_range_between(scene->context, &p, &q, metric, &range, error);
        if (status == TL_OK && range.distance_mm < best.distance_mm) {
            best = range;
        }
    }
    if (status == TL_OK) {
        *tape = (tl_tape){best.distance_mm, best.error_mm, best.plan_mm, best.height_mm, best.from, best.to};
    }
    return status;
}
