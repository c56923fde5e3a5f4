/* session.c: selects, moves and edits on the open scene, and keeps what was done to be taken back. */
#include "session/session.h"

#include "report.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *tlv_quote(const char *text, char *buffer, size_t size) {
    size_t n = 0;
    bool fits = size > 2;
    if (fits) {
        buffer[n++] = '"';
    }
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0' && fits; c++) {
        fits = n + 8 < size; /* the longest escape, the quote, the end */
        if (fits && *c < 0x20) {
            n += (size_t)snprintf(buffer + n, size - n, "\\u%04x", *c);
        } else if (fits) {
            if (*c == '"' || *c == '\\') {
                buffer[n++] = '\\';
            }
            buffer[n++] = (char)*c;
        }
    }
    n = fits ? n : 0;
    if (fits) {
        buffer[n++] = '"';
    }
    buffer[n] = '\0';
    return buffer;
}

/* --- Selecting ---------------------------------------------------------------------------------------------------- */

static bool exists(const tlv_session *session, const char *id) {
    char thing[2 * TLV_NAME];
    size_t size;
    return tl_scene_value(session->scene, tlv_quote(id, thing, sizeof(thing)), NULL, &size) != NULL;
}

bool tlv_session_is_picked(const tlv_session *session, const char *id) {
    for (size_t i = 0; i < session->picked_count; i++) {
        if (strcmp(session->picked[i], id) == 0) {
            return true;
        }
    }
    return false;
}

static void pick(tlv_session *session, const char *id) {
    if (tlv_reserve((void **)&session->picked, &session->picked_capacity, session->picked_count + 1,
                    sizeof(*session->picked))) {
        snprintf(session->picked[session->picked_count++], TLV_NAME, "%s", id);
    }
    snprintf(session->selected, sizeof(session->selected), "%s", id);
}

void tlv_session_select(tlv_session *session, const char *id) {
    char name[TLV_NAME]; /* it may be one of what is picked */
    snprintf(name, sizeof(name), "%s", id ? id : "");
    session->picked_count = 0;
    session->selected[0] = '\0';
    if (name[0] != '\0') {
        pick(session, name);
    }
}

static void unpick(tlv_session *session, size_t index) {
    session->picked_count--;
    memmove(session->picked[index], session->picked[index + 1], (session->picked_count - index) * TLV_NAME);
    const char *last = session->picked_count > 0 ? session->picked[session->picked_count - 1] : "";
    snprintf(session->selected, sizeof(session->selected), "%s", last);
}

void tlv_session_toggle(tlv_session *session, const char *id) {
    for (size_t i = 0; i < session->picked_count; i++) {
        if (strcmp(session->picked[i], id) == 0) {
            unpick(session, i);
            return;
        }
    }
    pick(session, id);
}

/* Nothing is selected that isn't there any more. */
static void mend_selection(tlv_session *session) {
    for (size_t i = session->picked_count; i-- > 0;) {
        if (!exists(session, session->picked[i])) {
            unpick(session, i);
        }
    }
}

size_t tlv_session_picked_units(const tlv_session *session, const char **units, size_t most) {
    size_t count = 0;
    for (size_t i = 0; i < session->picked_count; i++) {
        const char *unit = tl_scene_unit_of(session->scene, session->picked[i]);
        bool again = unit == NULL;
        for (size_t k = 0; k < count && !again; k++) {
            again = strcmp(units[k], unit) == 0;
        }
        if (!again && count < most) {
            units[count++] = unit;
        }
    }
    return count;
}

/* --- Opening ------------------------------------------------------------------------------------------------------ */

tl_status tlv_session_open(tlv_session *session, tl_scene *scene, const char *home, const char *path, tl_error *error) {
    size_t size = 0;
    const char *text = tl_scene_text(scene, &size);
    *session = (tlv_session){.scene = scene};
    snprintf(session->home, sizeof(session->home), "%s", home);
    snprintf(session->path, sizeof(session->path), "%s", path ? path : home);
    return tlv_history_begin(&session->history, text, size) ? TL_OK : tlv_fail_memory(error);
}

void tlv_session_close(tlv_session *session) {
    tlv_history_free(&session->history);
    free(session->picked);
    free(session->trial);
    *session = (tlv_session){0};
}

/* --- Changing ----------------------------------------------------------------------------------------------------- */

static tl_status restore(tlv_session *session, const char *text, size_t size, tl_error *error) {
    tl_status status = tl_scene_restore(session->scene, text, size, NULL, error);
    if (status == TL_OK) {
        session->changes++;
        mend_selection(session);
    }
    return status;
}

/* What was done becomes a step; when there is no memory for that it is taken back. */
static tl_status record(tlv_session *session, const char *what, const char *who, tl_error *error) {
    size_t size = 0;
    const char *text = tl_scene_text(session->scene, &size);
    session->changes++;
    mend_selection(session);
    if (session->trial || tlv_history_add(&session->history, text, size, what, who)) {
        return TL_OK;
    }
    restore(session, session->history.text, session->history.size, NULL);
    return tlv_fail_memory(error);
}

tl_status tlv_session_edit(tlv_session *session, const char *edits, const char *what, const char *who,
                           tl_error *error) {
    tl_status status = tl_scene_edit(session->scene, edits, strlen(edits), NULL, error);
    return status == TL_OK ? record(session, what, who, error) : status;
}

tl_status tlv_session_move(tlv_session *session, const char *member, const tl_place *to, tl_error *error) {
    char name[TLV_NAME]; /* ids live until the scene is edited */
    snprintf(name, sizeof(name), "%s", member);
    tl_status status = tl_scene_place(session->scene, name, to->at, to->coordinates, to->facing, to->level, error);
    return status == TL_OK ? record(session, "done.moved", name, error) : status;
}

tl_status tlv_session_begin_trial(tlv_session *session, tl_error *error) {
    const char *text = tl_scene_text(session->scene, &session->trial_size);
    free(session->trial);
    session->trial = malloc(session->trial_size + 1);
    if (!session->trial) {
        return tlv_fail_memory(error);
    }
    memcpy(session->trial, text, session->trial_size + 1);
    return TL_OK;
}

tl_status tlv_session_end_trial(tlv_session *session, const char *what, const char *who, tl_error *error) {
    if (!session->trial) {
        return TL_OK;
    }
    free(session->trial);
    session->trial = NULL;
    return record(session, what, who, error);
}

void tlv_session_drop_trial(tlv_session *session) {
    char *text = session->trial;
    session->trial = NULL;
    if (text) {
        restore(session, text, session->trial_size, NULL);
        free(text);
    }
}

bool tlv_session_join(tlv_session *session) {
    return tlv_history_join(&session->history);
}

bool tlv_session_can_undo(const tlv_session *session) {
    return session->history.done > 0;
}

bool tlv_session_can_redo(const tlv_session *session) {
    return session->history.done < session->history.count;
}

static const tlv_step *go(tlv_session *session, bool back, tl_error *error) {
    size_t size = 0;
    tlv_session_drop_trial(session);
    bool possible = back ? tlv_session_can_undo(session) : tlv_session_can_redo(session);
    char *text = tlv_history_other(&session->history, back, &size);
    if (!text) {
        if (possible) {
            tlv_fail_memory(error);
        }
        return NULL;
    }
    if (restore(session, text, size, error) != TL_OK) {
        free(text);
        return NULL;
    }
    return tlv_history_go(&session->history, back, text, size);
}

const tlv_step *tlv_session_undo(tlv_session *session, tl_error *error) {
    return go(session, true, error);
}

const tlv_step *tlv_session_redo(tlv_session *session, tl_error *error) {
    return go(session, false, error);
}

/* --- Keeping ------------------------------------------------------------------------------------------------------ */

bool tlv_session_is_changed(const tlv_session *session) {
    return tlv_history_is_changed(&session->history);
}

tl_status tlv_session_save(tlv_session *session, const char *path, tl_error *error) {
    const char *target = path ? path : session->path;
    tlv_session_drop_trial(session); /* what isn't put down is no part of it */
    tl_status status = target[0] != '\0'
                           ? tl_scene_save(session->scene, target, error)
                           : tlv_fail(error, TL_ERROR_ARGUMENT, NULL, "choose a file", "the table has no file yet");
    if (status == TL_OK) {
        if (target != session->path) {
            snprintf(session->path, sizeof(session->path), "%s", target);
        }
        tlv_history_was_saved(&session->history);
    }
    return status;
}

bool tlv_session_free_name(const tlv_session *session, const char *ending, char *name, size_t size) {
    const char *path = session->path[0] != '\0' ? session->path : session->home;
    size_t length = strlen(path);
    static const char *const endings[] = {".scene.json", ".json"};
    for (size_t i = 0; i < 2; i++) {
        size_t tail = strlen(endings[i]);
        if (length > tail && strcmp(path + length - tail, endings[i]) == 0) {
            length -= tail;
            break;
        }
    }
    for (int i = 1; i < 10000; i++) {
        int wrote = snprintf(name, size, "%.*s-%d%s", (int)length, path, i, ending);
        if (wrote < 0 || (size_t)wrote >= size) {
            return false;
        }
        if (access(name, F_OK) != 0) {
            return true;
        }
    }
    return false;
}

bool tlv_session_mesh_path(const tlv_session *session, const char *file, char *path, size_t size) {
    char real[PATH_MAX], folder[PATH_MAX], home[TLV_PATH];
    snprintf(home, sizeof(home), "%s", session->home);
    char *slash = strrchr(home, '/');
    if (slash) {
        slash[slash == home ? 1 : 0] = '\0';
    }
    if (!realpath(file, real) || !realpath(slash ? home : ".", folder)) {
        return false;
    }
    size_t length = strlen(folder);
    bool below = strncmp(real, folder, length) == 0 && (real[length] == '/' || length == 1);
    int wrote = snprintf(path, size, "%s", below ? real + length + (length > 1) : real);
    return wrote > 0 && (size_t)wrote < size;
}
