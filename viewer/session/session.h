/* session.h: an open scene: what is selected, where members were moved to and back, what was saved. */
#ifndef TLV_SESSION_H
#define TLV_SESSION_H

#include <trueline/scene.h>

enum { TLV_NAME = 256 };

typedef struct tlv_session {
    tl_scene *scene;
    const char *path;
    char selected[TLV_NAME]; /* a member's id, or "" */
    struct tlv_move *moves;  /* what undo takes back, then what redo does again */
    size_t count, done, capacity;
    size_t saved; /* `done` when it was saved; SIZE_MAX when that state can't be reached any more */
    bool dragging;
    size_t drag;      /* `done` behind the move that this drag made; 0: none yet */
    tl_place *places; /* of all members, in the scene's order */
    size_t place_count;
} tlv_session;

/* Begins with a scene just read from `path`; both are borrowed. */
tl_status tlv_session_open(tlv_session *session, tl_scene *scene, const char *path, tl_error *error);
void tlv_session_close(tlv_session *session);

void tlv_session_select(tlv_session *session, const char *member); /* NULL or "": nothing */

/* Puts a member somewhere, so that it can be undone. While dragging, all moves of one member are undone as one. On
 * failure nothing has changed. */
tl_status tlv_session_move(tlv_session *session, const char *member, const tl_place *to, tl_error *error);
void tlv_session_begin_drag(tlv_session *session);
void tlv_session_end_drag(tlv_session *session);
/* The member that moved, for the selection; NULL when there is nothing to undo or redo, or on failure. */
const char *tlv_session_undo(tlv_session *session, tl_error *error);
const char *tlv_session_redo(tlv_session *session, tl_error *error);

bool tlv_session_is_changed(const tlv_session *session);
/* Writes the scene to its own file. */
tl_status tlv_session_save(tlv_session *session, tl_error *error);
/* A file beside the scene that is not there yet: SCENE-1.png, SCENE-2.png, ...; false when none is free. */
bool tlv_session_free_name(const tlv_session *session, const char *ending, char *name, size_t size);

#endif
