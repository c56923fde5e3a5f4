/* tape.h: a tape laid between anything on the table: models, terrain, bare points. For measuring while one points; what
 * the rules say about a distance is a ruling (`range`). */
#ifndef TRUELINE_TAPE_H
#define TRUELINE_TAPE_H

#include <trueline/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An end of a tape: with an id that unit, member or piece of terrain, of a unit the nearest member; with NULL the
 * point. Begin with TL_TAPE_END_INIT. */
typedef struct tl_tape_end {
    /* sizeof the struct, as TL_TAPE_END_INIT sets it. */
    size_t struct_size;
    /* Id of a unit, a member or a piece of terrain; NULL: the point `at`. */
    const char *id;
    /* That point, mm. */
    tl_vec3 at;
} tl_tape_end;
#define TL_TAPE_END_INIT TL_INIT(tl_tape_end)

/* What a tape shows. */
typedef struct tl_tape {
    /* The shortest distance, mm: from the base of infantry, the core of vehicles and aircraft, the mesh of terrain. */
    double distance_mm;
    /* The true distance lies within this of it, mm. */
    double error_mm;
    /* Horizontal and vertical distance of the two points, mm. */
    double plan_mm, height_mm;
    /* The nearest points, as `range` gives them, mm. */
    tl_vec3 from, to;
} tl_tape;

/* Measures as the scene's setting `range_metric` says: straight through the air, or on the plan (DB-MSR-01 to -03); the
 * same to the last bit as `range` between models. Errors: TL_ERROR_NOT_FOUND (nobody of that id, terrain without a
 * body), TL_ERROR_ARGUMENT (a point that isn't finite), TL_ERROR_MEMORY. */
TL_API tl_status tl_scene_tape(const tl_scene *scene, const tl_tape_end *from, const tl_tape_end *to, tl_tape *tape,
                               tl_error *error);

#ifdef __cplusplus
}
#endif
#endif
