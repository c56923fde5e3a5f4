/* session.h: an open scene: what is selected, what was done and can be taken back, what was saved. */
#ifndef TLV_SESSION_H
#define TLV_SESSION_H

#include "session/history.h"

#include <trueline/scene.h>

enum { TLV_NAME = 256, TLV_PATH = 4096 };

typedef struct tlv_session {
    tl_scene *scene;
    char home[TLV_PATH];      /* the scene's own file, at which its mesh paths start */
    char path[TLV_PATH];      /* what saving writes; "": nobody has said yet */
    char selected[TLV_NAME];  /* id of a member or a piece of terrain, or "" */
    char (*picked)[TLV_NAME]; /* everything that is selected, `selected` among it */
    size_t picked_count, picked_capacity;
    tlv_history history;
    unsigned changes; /* counts every change of the scene, undone and tried ones as well */
    char *trial;      /* the scene's text when a trial began; NULL: none */
    size_t trial_size;
} tlv_session;

/* Begins with a scene just read from or made for `home`, which is borrowed. `path`: what saving writes, NULL: `home`,
 * "": nobody has said. */
tl_status tlv_session_open(tlv_session *session, tl_scene *scene, const char *home, const char *path, tl_error *error);
void tlv_session_close(tlv_session *session);

/* Selects one thing alone; NULL or "": nothing. */
void tlv_session_select(tlv_session *session, const char *id);
/* Adds a thing to what is selected, or takes it out. */
void tlv_session_toggle(tlv_session *session, const char *id);
bool tlv_session_is_picked(const tlv_session *session, const char *id);
/* The units that something of which is selected, once each: fills in up to `most`; returns how many. */
size_t tlv_session_picked_units(const tlv_session *session, const char **units, size_t most);

/* Edits the scene (tl_scene_edit), so that it can be undone: `what` is the name of a text that says what was done,
 * `who` an id or NULL. On failure nothing has changed. */
tl_status tlv_session_edit(tlv_session *session, const char *edits, const char *what, const char *who, tl_error *error);
/* Puts a member somewhere, so that it can be undone. On failure nothing has changed. */
tl_status tlv_session_move(tlv_session *session, const char *member, const tl_place *to, tl_error *error);

/* What is done in a trial (dragging, a model that isn't put down yet) is undone as one, or never was. One at a time. */
tl_status tlv_session_begin_trial(tlv_session *session, tl_error *error);
/* It stays. */
tl_status tlv_session_end_trial(tlv_session *session, const char *what, const char *who, tl_error *error);
/* The scene becomes what it was. */
void tlv_session_drop_trial(tlv_session *session);

/* The last two things done are undone as one from now on; false when they can't be. */
bool tlv_session_join(tlv_session *session);
bool tlv_session_can_undo(const tlv_session *session);
bool tlv_session_can_redo(const tlv_session *session);
/* The step that was taken back or done again; NULL when there is none, or on failure. */
const tlv_step *tlv_session_undo(tlv_session *session, tl_error *error);
const tlv_step *tlv_session_redo(tlv_session *session, tl_error *error);

bool tlv_session_is_changed(const tlv_session *session);
/* Writes the scene to `path` (NULL: session->path), which saving writes from now on. */
tl_status tlv_session_save(tlv_session *session, const char *path, tl_error *error);
/* A file beside the scene that is not there yet: SCENE-1.png, SCENE-2.png, ...; false when none is free. */
bool tlv_session_free_name(const tlv_session *session, const char *ending, char *name, size_t size);
/* A path as the scene should name it: relative when the file lies in the scene's folder or below, else absolute. */
bool tlv_session_mesh_path(const tlv_session *session, const char *file, char *path, size_t size);

/* A text as JSON, in quotes; "" when it doesn't fit. */
const char *tlv_quote(const char *text, char *buffer, size_t size);

#endif
