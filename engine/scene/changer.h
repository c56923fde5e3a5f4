/* changer.h: what the verbs of edits share. Everything here fails with the place in the edits' own text. */
#ifndef TL_SCENE_CHANGER_H
#define TL_SCENE_CHANGER_H

#include "math/vec.h"
#include "scene/splice.h"
#include "scene/thing.h"

/* An edit under way. */
typedef struct tl_changer {
    tl_context *context;
    tl_json *scene; /* as far as it is changed */
    const tl_json *edits;
    const tl_json_value *edit;
    tl_names *made;
    tl_error *error;
} tl_changer;

/* TL_ERROR_ARGUMENT at a value of the edit, or at the edit itself. */
tl_status tl_changer_refuse(const tl_changer *c, const tl_json_value *value, const char *remedy, const char *message);
/* A field of the edit, or NULL. */
const tl_json_value *tl_changer_part(const tl_changer *c, const char *name);
/* Makes the patched text the scene. Frees the patches, as tl_changer_give_up does, which hands `status` on. */
tl_status tl_changer_finish(tl_changer *c, tl_splices *patches);
tl_status tl_changer_give_up(tl_splices *patches, tl_status status);
/* Texts, NUL-terminated, freed with tl_free; NULL without memory: JSON as scenes are laid out; a value as it is
 * written; a word as JSON. */
char *tl_changer_lay_out(const tl_changer *c, tl_splices *patches, const char *text);
char *tl_changer_text_of(const tl_changer *c, const tl_json *json, const tl_json_value *value);
char *tl_changer_quoted(const tl_changer *c, const char *word);
/* What the edit's verb names. */
tl_status tl_changer_find(const tl_changer *c, const char *verb, tl_thing *thing);
/* A number; a field of 2 to `most` numbers, all 0 when it isn't there. */
tl_status tl_changer_number(const tl_changer *c, const tl_json_value *value, double *number);
tl_status tl_changer_numbers(const tl_changer *c, const char *name, size_t most, double numbers[3]);

/* A shift, after a turn about a point; degrees, and their sine and cosine. */
typedef struct tl_change_motion {
    double by[3], turn, sine, cosine;
    tl_vec2 about;
} tl_change_motion;

/* Moves a unit, a member or a piece of terrain. */
void tl_change_motion_apply(tl_splices *patches, const tl_change_motion *m, tl_thing_kind kind,
                            const tl_json_value *object);

/* The verbs that have files of their own. */
tl_status tl_change_add(tl_changer *c);
tl_status tl_change_copy(tl_changer *c);
tl_status tl_change_move(tl_changer *c);

#endif
