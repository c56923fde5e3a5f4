/* model.h: an asset made ready to be placed: its triangles by role, its core, its base, in millimetres with Z up.
 *
 * How a core is found (contract, scene file): parts by name; else a primitive laid over the mesh; else everything above
 * a height, or what cuts leave; else the whole mesh above the base, which rulings mention (`core_guessed`). */
#ifndef TL_BODY_MODEL_H
#define TL_BODY_MODEL_H

#include "body/body.h"
#include "body/cuts.h"
#include "body/found_base.h"
#include "mesh/caps.h"
#include "mesh/mended.h"

#include <stdatomic.h>

typedef struct tl_model_options {
    bool has_parts; /* the mesh's pieces carry roles */
    tl_shape core;  /* a primitive (capsule, cylinder, box), or kind NONE */
    bool has_hull_above;
    double hull_above; /* core: everything above this height of the model's own frame */
    const tl_body_cut *cuts;
    size_t cut_count;
    tl_shape base;   /* in the model's own frame, or kind NONE; its outline is copied */
    bool find_base;  /* without one: the flat disc or oval at the bottom of the mesh, if there is one */
    bool needs_base; /* infantry: guess the smallest disc round the footprint when there is none */
    bool terrain;    /* no core, no base: everything is solid terrain */
    tl_caps *caps;   /* of the mesh: its holes, and what repairs closed (scan/repair/holes.h); NULL: none */
} tl_model_options;

typedef struct tl_model {
    tl_context *context;
    atomic_size_t holders;     /* how many will call tl_model_destroy; 1 when made */
    tl_mesh *mesh;             /* every physical triangle */
    uint8_t *roles;            /* tl_role per triangle of `mesh` */
    tl_caps *caps;             /* its holes, and what repairs closed; NULL: none */
    uint8_t *cap_roles;        /* tl_role per triangle of `caps->mesh` */
    tl_mesh *core;             /* the core's triangles: a subset of `mesh`, cut from it, or a tessellated primitive */
    bool core_physical;        /* the core's triangles are among the mesh's */
    bool core_closed;          /* ... and bound an inside */
    bool core_guessed;         /* nothing told the core: the whole mesh above the base is taken */
    tl_found_base found;       /* the base that was looked for and found in the mesh, or kind NONE */
    bool base_missed;          /* it was looked for, and there is none */
    bool base_guessed;         /* nothing told the base: the smallest disc round the footprint is taken */
    double base_hold;          /* ... the cosine of half the widest gap between the points that it touches, 0 to 1 */
    bool closed;               /* every edge of the mesh has an even number of faces: an inside can be told */
    bool solid;                /* ... and no shell is nested in another (tl_mesh_is_solid) */
    tl_repair_report repaired; /* what was made better when it was loaded */
    tl_simplified simplified;  /* ... or smaller; its bound is in the uncertainty */
    size_t unmatched;          /* pieces that no pattern matched */
    bool posed;                /* made of another that stands (posture.h): no mesh to make others of */
    tl_shape core_shape;       /* the primitive, or kind NONE */
    tl_shape base;             /* or kind NONE */
    double uncertainty;        /* see tl_body; whoever makes the model sets it before it is placed */
    double single_error;       /* of its mesh file (mesh.h), mm; whoever makes the model sets it */
    tl_mesh_unit stated_unit;  /* what its mesh file states; whoever makes the model sets it */
    double low, high;          /* lowest and highest point of everything */
} tl_model;

/* Takes `mesh` (millimetres, Z up; may be NULL when the options give a core) and its caps, also when it fails. Errors:
 * neither mesh nor core; a core without any triangle (wrong patterns, a height above the model). */
tl_status tl_model_create(tl_context *context, tl_mesh *mesh, const tl_model_options *options, tl_model **model,
                          tl_error *error);
/* One more holder, who will call tl_model_destroy, too; the same model is returned, NULL for NULL. */
tl_model *tl_model_hold(tl_model *model);
/* Lets go of a model; the last of its holders frees it, whatever thread that is in. NULL-safe. */
void tl_model_destroy(tl_model *model);

/* Places a model. Errors: TL_ERROR_ARGUMENT for one that is larger, or stands farther away, than hierarchies take. */
tl_status tl_body_create(tl_context *context, const tl_model *model, const tl_pose *pose, tl_body **body,
                         tl_error *error);
/* NULL-safe. */
void tl_body_destroy(tl_context *context, tl_body *body);
/* The same placed model once more, with the same hierarchies, held by both. Errors: TL_ERROR_MEMORY. */
tl_status tl_body_share(tl_context *context, const tl_body *body, tl_body **shared, tl_error *error);
/* Moves a placed model: hierarchies are refitted, not rebuilt, and are then the very ones that tl_body_create makes for
 * this pose. No allocation, unless they are shared: then the body gets its own, in new places. Errors:
 * TL_ERROR_ARGUMENT for a pose too far away; TL_ERROR_MEMORY where they are shared; the body is then left alone. */
tl_status tl_body_move(tl_context *context, tl_body *body, const tl_model *model, const tl_pose *pose, tl_error *error);

/* Whether tl_body_move takes a pose. */
bool tl_body_takes(const tl_pose *pose);

/* What is measured on a body: the base of infantry, the core of vehicles and aircraft (DB-MSR-01, -02). */
tl_volume tl_body_base_volume(const tl_body *body);
tl_volume tl_body_core_volume(const tl_body *body);

#endif
