/* thing.h: things of a scene's text by how edits name them, and names that are free. Internal to scene. */
#ifndef TL_SCENE_THING_H
#define TL_SCENE_THING_H

#include "io/json.h"

typedef enum tl_thing_kind {
    TL_THING_SCENE,
    TL_THING_TABLE,
    TL_THING_ASSET,
    TL_THING_UNIT,
    TL_THING_MEMBER,
    TL_THING_WEAPON,
    TL_THING_TERRAIN,
    TL_THING_KINDS
} tl_thing_kind;

typedef struct tl_thing {
    tl_thing_kind kind;
    const tl_json_value *object; /* NULL for a table that is missing */
    const tl_json_value *unit;   /* of a unit itself, a member, a weapon */
} tl_thing;

/* The text of a string, or NULL when `value` is none. */
const char *tl_thing_word(const tl_json_value *value);
/* Finds what `named` (a value of `edits`) names in the scene. Errors, with their place in `edits`: TL_ERROR_ARGUMENT,
 * TL_ERROR_NOT_FOUND with the nearest name as the remedy. */
tl_status tl_thing_find(tl_context *context, const tl_json *scene, const tl_json *edits, const tl_json_value *named,
                        tl_thing *thing, tl_error *error);

/* A list of names. */
typedef struct tl_names {
    tl_context *context;
    char **items;
    size_t count, capacity;
} tl_names;
void tl_names_free(tl_names *names);
/* False without memory. */
bool tl_names_add(tl_names *names, const char *name);

/* A name that is free: `wanted` when it is, else the first of STEM-1, STEM-2, ... that is, STEM being `wanted` without
 * a number at its end. For units, members and terrain it is free when neither the scene nor `taken` (may be NULL) has
 * that id, for assets when there is none of that name, for weapons when `unit` has none. Freed with tl_free; NULL
 * without memory. */
char *tl_thing_free_name(tl_context *context, const tl_json *scene, tl_thing_kind kind, const tl_json_value *unit,
                         const char *wanted, const tl_names *taken);
/* A `name` for players that nothing of that kind has, counted from 2: "Ghosts 2". */
char *tl_thing_free_title(tl_context *context, const tl_json *scene, tl_thing_kind kind, const char *wanted);

/* The field behind which a new one goes: the last of those that come before it, else of all known ones; NULL: at the
 * end. */
const tl_json_value *tl_thing_before(tl_thing_kind kind, const tl_json_value *object, const char *key);

#endif
