/* shot.h: pictures of a ruling: framed, from above, through the eyes of both; with its words, or without. */
#ifndef TLV_SHOT_H
#define TLV_SHOT_H

#include "picture.h"

#include <trueline/ruling.h>

/* What a picture is of. Borrowed. */
typedef struct tlv_subject {
    const tl_scene *scene;
    const tl_ruling *ruling;     /* NULL: the table alone */
    const tl_question *question; /* that it answers; NULL without a ruling */
} tlv_subject;

typedef enum tlv_shot_view {
    TLV_SHOT_FRAMED, /* who and what it is about, and what lies between */
    TLV_SHOT_TOP,    /* the same from straight above */
    TLV_SHOT_FROM,   /* what the asker sees of the target, from the end of the deciding line */
    TLV_SHOT_TO,     /* ... and back */
    TLV_SHOT_PROOF,  /* what hides the target from the asker: the parts of its body */
    TLV_SHOT_VIEWS
} tlv_shot_view;

/* Whether there is such a view: eyes need a line between two models, a proof one that was asked for. */
bool tlv_shot_has(const tlv_subject *subject, tlv_shot_view view);
/* What the view is called, in the language of the answer; "" for the first two. */
void tlv_shot_title(const tlv_subject *subject, tlv_shot_view view, char *buffer, size_t size);
/* Draws one view over the renderer's whole picture, without words; its content is replaced. */
tl_status tlv_shot(tlv_renderer *renderer, const tlv_subject *subject, tlv_shot_view view, tl_error *error);

/* Draws one view into a slot that panels show (tlv_renderer_keep), small. The renderer must hold the table's terrain up
 * to its mark (tlv_renderer_mark); what is behind that and the picture are replaced. */
tl_status tlv_shot_keep(tlv_renderer *renderer, const tlv_subject *subject, tlv_shot_view view, int slot, int width,
                        int height, tl_error *error);

/* Whose eyes a view is seen through, and what it looks at: for one's own picture. False: no such view. */
typedef struct tlv_eyes {
    tlv_camera camera;
    const char *member; /* whose eyes; left out of the picture; valid until the scene is edited */
    tl_vec3 mark;       /* the other end of the line */
    bool stopped;       /* ... or where it is stopped on its way */
} tlv_eyes;
bool tlv_shot_eyes(const tlv_subject *subject, tlv_shot_view view, tlv_eyes *eyes);

/* A whole sheet: the framed view with the ruling's words, its sign, and the eyes in a column; with `view` "top",
 * "table" or "eye:NAME" that view and no eyes. `view` may be NULL. */
tl_status tlv_shot_sheet(tlv_renderer *renderer, const tlv_subject *subject, const char *view, tl_error *error);

/* Whether it is night in the scene (NULL: no); then what lies behind the table is dark, too. */
bool tlv_is_night(const tl_scene *scene);
void tlv_style_night(const tl_scene *scene, tlv_style *style);

#endif
