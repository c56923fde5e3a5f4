/* placed.h: a table as it stands, and what one may ask of it and of what is placed on it. */
#ifndef TL_SCENE_PLACED_H
#define TL_SCENE_PLACED_H

#include "scene/document.h"
#include "scene/place.h"
#include "scene/model_store.h"

/* What the rule system says about a kind of terrain, as far as placing needs it. */
typedef enum tl_ground_kind {
    TL_GROUND_SOLID,  /* bears models */
    TL_GROUND_CARPET, /* a wood: only its lowest layer bears */
    TL_GROUND_NONE    /* smoke: bears nothing */
} tl_ground_kind;

/* One placed piece of terrain or member. */
typedef struct tl_placed {
    const char *id;
    const char *name;
    tl_model *model; /* held; NULL for terrain that is only an area */
    tl_body *body;
    size_t slot;      /* in the world: everything physical */
    size_t core_slot; /* members: the core alone, when it is no part of the mesh; else 0 */
    tl_rest rest;     /* how it came to stand; `found` true when its place was given exactly */
    bool inside_blocks;
    bool raised; /* terrain of a kind whose outlines with a height are solid bodies */
} tl_placed;

/* Something whose mesh can't be read, and that is left out, or stands as a plain shape. */
typedef struct tl_absence {
    const tl_document_mesh *mesh;       /* of the document: of the table, the piece of terrain or the asset */
    const tl_document_terrain *terrain; /* whose own it is; NULL: nobody's */
    const tl_document_asset *asset;     /* whose it is; with neither: the table's */
    tl_error error;
} tl_absence;

typedef struct tl_table {
    tl_context *context;
    tl_document *document;
    tl_placed ground;   /* the table's mesh, slot 0; body NULL without one */
    tl_placed *terrain; /* as in the document */
    size_t terrain_count;
    size_t *terrain_order; /* the terrain's indices in the order of their slots, which isn't that of the document */
    tl_placed *members;    /* all units' members in the order of the document */
    size_t member_count;
    size_t *first_member; /* per unit: index of its first member */
    tl_model **models;    /* per asset, held; NULL when no member uses it */
    tl_world *world;      /* slot 0: ground; then terrain; then members; then cores laid over meshes */
    size_t slot_count;
    /* The same with the holes of meshes closed: the caps of the owner of slot i are in slot `slot_count` + i. NULL when
     * no mesh has holes, nor was repaired. */
    tl_world *closed;
    uint8_t *stand, *carpet, *solid; /* per slot: see tl_surfaces */
    double *off;                     /* ... of terrain */
    tl_absence *absences;            /* each mesh once; a table that has any is none to rule on */
    size_t absence_count, absence_capacity;
} tl_table;

typedef struct tl_table_options {
    tl_model_store_loader *load;
    void *load_user;
    tl_ground_kind (*ground_kind)(void *user, const char *kind); /* NULL: all solid */
    /* Whether an outline with a height of this kind is a solid body (scene/prism.h); NULL: of every kind. */
    bool (*kind_is_solid)(void *user, const char *kind);
    /* How a member holds its body that has a stance; NULL: all stand. */
    tl_posture (*posture)(void *user, const tl_stance_rule *stance);
    void *ground_user; /* of all three */
    /* Whether a mesh that can't be read is gone without; NULL: never. */
    bool (*spare)(void *user, const char *path);
    void *spare_user;
    tl_model_store *store; /* where models come from; NULL: made for this table alone */
    const tl_table *from;  /* a table of the same model store whose hierarchies serve again, those of models that are
                              moved by  copies; it stays as it is. NULL: none */
} tl_table_options;

/* What models stand on. */
tl_surfaces tl_table_surfaces(const tl_table *table);

/* How uncertain a placed thing is, mm: its mesh, its core, its base (tl_body), and with each the height at which it
 * came to rest. 0 without a body. */
double tl_placed_uncertainty(const tl_placed *placed);
double tl_placed_core_uncertainty(const tl_placed *placed);
double tl_placed_base_uncertainty(const tl_placed *placed);

/* How far the surface of anything on the table lies at most from where a program has it that reads the mesh files in
 * single precision (mesh/mesh.h), mm. */
double tl_table_single_error(const tl_table *table);

/* The unit of a member. */
const tl_document_unit *tl_table_unit_of(const tl_table *table, size_t member);
const tl_document_member *tl_table_member(const tl_table *table, size_t member);
/* How many figures stand on its base: 1, or the whole crew. */
size_t tl_table_figures(const tl_table *table, size_t member);
/* The owner of a slot: the ground, a piece of terrain or a member. */
const tl_placed *tl_table_slot_owner(const tl_table *table, size_t slot);
/* What searches call the plane ground of a table without a mesh: no slot of the world. */
#define TL_TABLE_PLANE UINT32_MAX
/* The slot in `world` for one of `closed`; the ground's for TL_TABLE_PLANE; other numbers stay as they are. */
size_t tl_table_open_slot(const tl_table *table, size_t slot);
/* Name of the owner of a slot: "table", a terrain's or member's id. */
const char *tl_table_slot_name(const tl_table *table, size_t slot);
/* What distances are measured to: the base or the core, as its class says. */
tl_volume tl_table_measured(const tl_table *table, size_t member);
tl_box3 tl_table_box(const tl_table *table);

#endif
