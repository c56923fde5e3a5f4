/* document_data.h: what a scene file says, as typed data (document.h). */
#ifndef TL_SCENE_DOCUMENT_DATA_H
#define TL_SCENE_DOCUMENT_DATA_H

#include "body/model.h"
#include "io/json.h"
#include "scan/repair/repair.h"
#include "ruleset/ruleset.h"
#include "scene/scenario.h"

/* The version of the format that is read and written. */
#define TL_DOCUMENT_VERSION 1
/* Coordinates and lengths beyond this are refused: a kilometre is no table, and geometry stays exact below it. */
#define TL_DOCUMENT_REACH 1e6
/* A mesh that may be farther off than this is none to measure on, mm. */
#define TL_TABLE_MOST_UNCERTAIN 100.0
/* No more problems than this are listed for one file. */
#define TL_DOCUMENT_PROBLEM_LIMIT 200

/* A mesh file and how its own frame becomes millimetres, Z up. */
typedef struct tl_document_mesh {
    const char *name;        /* as the scene writes it; NULL: no mesh */
    const char *path;        /* beside the scene file */
    tl_frame frame;          /* unstated where the scene says nothing; scale 1 then */
    double uncertainty;      /* every point of the true surface lies within this of the mesh, mm */
    double scale_error;      /* the true scale differs by no more than this share */
    bool openings;           /* its open edges are meant: none is a hole */
    tl_scan_repairs repairs; /* made once it is in millimetres */
    double simplify;         /* ... and then it is simplified, moving no point farther than this, mm; 0: as it is */
    const tl_json_value *json;
} tl_document_mesh;

/* Names of pieces per role: patterns[role] is a NULL-terminated list or NULL, as tl_mesh_assign_roles takes it. */
typedef struct tl_document_parts {
    bool given;
    const char *const *patterns[TL_ROLE_COUNT];
} tl_document_parts;

typedef struct tl_document_asset {
    const char *name;
    tl_document_mesh mesh;
    tl_document_parts parts;
    tl_shape base;  /* kind NONE: not given. A rectangle is a BOX; every base fills `low` (0) and `high` */
    bool find_base; /* "auto": the flat disc or oval at the bottom of the mesh, if there is one */
    tl_shape core;  /* kind NONE, CAPSULE, CYLINDER or BOX */
    bool has_hull_above;
    double hull_above;
    const tl_body_cut *cuts;
    size_t cut_count;
    size_t figures; /* how many stand on one base; 1 when not given */
    const tl_json_value *json;
} tl_document_asset;

/* Where something stands. */
typedef struct tl_document_pose {
    double at[3];
    int at_count; /* 2: rests on a surface; 3: exactly there; 0: not given (terrain only) */
    double turn;  /* `turn` or `facing` */
    size_t level;
    double roll, pitch;
} tl_document_pose;

typedef enum tl_document_solid {
    TL_DOCUMENT_SOLID_AUTO,
    TL_DOCUMENT_SOLID_YES,
    TL_DOCUMENT_SOLID_NO
} tl_document_solid;

typedef struct tl_document_terrain {
    const char *id;
    const char *name; /* the id when not given */
    const char *kind; /* "obstacle" when not given; rulesets know the words */
    size_t asset;     /* index, SIZE_MAX: none */
    tl_document_mesh mesh;
    tl_document_parts parts;
    tl_document_pose pose;
    const tl_vec2 *outline; /* counter-clockwise; NULL: none */
    size_t outline_count;
    bool has_height;
    double height;
    bool has_disc;
    tl_vec2 disc_centre;
    double disc_radius;
    tl_document_solid solid;
    bool abstract_interior;
    size_t age; /* turns since it was put there */
    const tl_json_value *json;
} tl_document_terrain;

typedef enum tl_weapon_range {
    TL_WEAPON_RANGE_UNSTATED,
    TL_WEAPON_RANGE_UNITS, /* range_min..range_max game units */
    TL_WEAPON_RANGE_CLOSE, /* "C": close combat */
    TL_WEAPON_RANGE_MM     /* range_max millimetres */
} tl_weapon_range;

typedef struct tl_document_weapon {
    const char *id;
    const char *name; /* the id when not given */
    tl_weapon_range range;
    double range_min, range_max;
    const tl_weapon_rule *kind; /* what the rule system knows of such a weapon; NULL: not given, or it knows none */
    const tl_arc_rule *arc;     /* NULL: all round, or the rule system has no arcs */
    const char *template_name;  /* NULL: none */
    uint32_t template_against;  /* bits, by the number of a class in the rule system, of those that the template harms;
                                   0: everybody */
    bool has_muzzle;
    tl_vec3 muzzle; /* the weapon's end in the model's own placed frame */
    size_t count;   /* 1 when not given */
    bool has_mount;
    tl_vec3 mount;             /* where it sits on the model, in the asset's own frame (millimetres, Z up) */
    const char *const *skills; /* NULL-terminated, or NULL */
    size_t skill_count;
    const tl_json_value *json;
} tl_document_weapon;

typedef struct tl_document_member {
    const char *id;
    const char *name;      /* the id when not given */
    size_t asset;          /* index */
    size_t unit;           /* index */
    bool has_weapons;      /* it says which of the unit's weapons it carries; else all of them */
    const size_t *weapons; /* indices */
    size_t weapon_count;
    tl_document_pose pose;
    const tl_stance_rule *stance; /* NULL: not given (the first), or the rule system has none */
    bool moved, fired, lit;       /* marks: what it has done, and whether a light falls on it */
    bool hidden;                  /* mark: the other sides don't know of it */
    const tl_json_value *json;
} tl_document_member;

typedef struct tl_document_unit {
    const char *id;
    const char *name;          /* the id when not given */
    const char *side;          /* "" when not given */
    const tl_class_rule *kind; /* never NULL */
    const char *size;          /* as the rule system names sizes; NULL: the smallest */
    bool has_move, has_march;
    double move, march; /* game units */
    bool has_move_road;
    double move_road;                     /* ... of a move on roads */
    const tl_locomotion_rule *locomotion; /* NULL: not given, or the rule system knows none */
    const char *const *skills;
    size_t skill_count;
    const char *aboard; /* id of the model that carries the unit; NULL: none */
    const char *leader; /* id of the model that its models keep near; NULL: none is named */
    const tl_document_weapon *weapons;
    size_t weapon_count;
    const tl_document_member *members; /* at least one */
    size_t member_count;
    const tl_json_value *json; /* a ruleset's own fields are found here */
} tl_document_unit;

typedef struct tl_document_setting {
    const char *name;
    const tl_json_value *value; /* a text, a number, true or false */
} tl_document_setting;

typedef struct tl_document {
    tl_context *context;
    const char *file; /* as given to load, parse or create; "" when none */
    const tl_json *json;
    const char *side;        /* whose view it is: the others' hidden models aren't in it, and lines of its text mean
                                nothing; NULL: nobody's, all is there */
    const char *name;        /* "" when not given */
    const char *ruleset;     /* NULL when not given */
    const tl_ruleset *rules; /* the rule system whose words it is read in; outlives it. NULL: any word will do */
    const tl_document_setting *settings;
    size_t setting_count;
    bool night;
    double width, depth; /* of the table */
    tl_document_mesh table_mesh;
    tl_vec3 table_at; /* where the mesh's own origin goes */
    const tl_document_asset *assets;
    size_t asset_count;
    const tl_document_terrain *terrain;
    size_t terrain_count;
    const tl_document_unit *units;
    size_t unit_count;
    size_t member_count; /* of all units */
    tl_document_scenario scenario;
} tl_document;

/* A field that a ruleset adds. `where`: "unit", "member", "weapon", "terrain" or "asset"; `type`: "number", "text",
 * "boolean", "texts" (a list of texts) or "any". The value is read by whoever asked for it, from the `json` of the
 * unit. */
typedef struct tl_document_field {
    const char *where;
    const char *name;
    const char *type;
} tl_document_field;

/* Called while a scene is read, when its name, ruleset and settings are known: may report on them (tl_json_problem) and
 * says which fields the ruleset adds; they must live as long as the document. Returns the rule system whose classes,
 * ways to move and arcs units may have, which must outlive the document; NULL: any word will do. */
typedef const tl_ruleset *tl_document_rules_fn(void *user, const tl_document *document, tl_problems *problems,
                                               const tl_document_field **fields, size_t *field_count);

/* Zero-initialised or NULL: no fields are added, and all is there. */
typedef struct tl_document_options {
    tl_document_rules_fn *rules;
    void *user;
    const char *side; /* read as this side may know it (side_text.h); NULL: as a whole */
} tl_document_options;

/* What an id names. */
typedef enum tl_document_kind {
    TL_DOCUMENT_NOTHING,
    TL_DOCUMENT_UNIT,
    TL_DOCUMENT_MEMBER,
    TL_DOCUMENT_TERRAIN
} tl_document_kind;

typedef struct tl_document_found {
    tl_document_kind kind;
    const tl_document_unit *unit; /* of a member, too */
    const tl_document_member *member;
    const tl_document_terrain *terrain;
} tl_document_found;

#endif
