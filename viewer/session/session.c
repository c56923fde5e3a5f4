#include "session/session.h"

#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct tlv_move {
    char member[TLV_NAME];
    tl_place before, after;
} tlv_move;

static size_t index_of(const tlv_session *session, const char *member) {
    for (size_t i = 0; i < session->place_count; i++) {
        if (strcmp(tl_scene_member(session->scene, i), member) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

static tl_status put(tlv_session *session, const char *member, const tl_place *to, tl_error *error) {
    tl_status status = tl_scene_place(session->scene, member, to->at, to->coordinates, to->facing, to->level, error);
    size_t index = index_of(session, member);
    if (status == TL_OK && index != SIZE_MAX) {
        session->places[index] = *to;
    }
    return status;
}

tl_status tlv_session_open(tlv_session *session, tl_scene *scene, const char *path, tl_error *error) {
    *session = (tlv_session){.scene = scene, .path = path, .place_count = tl_scene_member_count(scene)};
    session->places = calloc(session->place_count + 1, sizeof(*session->places));
    if (!session->places) {
        return tlv_fail_memory(error);
    }
    tl_status status = TL_OK;
    for (size_t i = 0; i < session->place_count && status == TL_OK; i++) {
        status = tl_scene_place_of(scene, tl_scene_member(scene, i), &session->places[i], error);
    }
    if (status != TL_OK) {
        tlv_session_close(session);
    }
    return status;
}

void tlv_session_close(tlv_session *session) {
    free(session->moves);
    free(session->places);
    *session = (tlv_session){0};
}

void tlv_session_select(tlv_session *session, const char *member) {
    snprintf(session->selected, sizeof(session->selected), "%s", member ? member : "");
}

tl_status tlv_session_move(tlv_session *session, const char *member, const tl_place *to, tl_error *error) {
    tlv_move move = {.after = *to};
    snprintf(move.member, sizeof(move.member), "%s", member);
    bool goes_on = session->dragging && session->drag != 0 && session->drag == session->done &&
                   strcmp(session->moves[session->done - 1].member, move.member) == 0;
    if (!goes_on && !tlv_reserve((void **)&session->moves, &session->capacity, session->done + 1, sizeof(tlv_move))) {
        return tlv_fail_memory(error);
    }
    tl_status status = tl_scene_place_of(session->scene, move.member, &move.before, error);
    if (status == TL_OK) {
        status = put(session, move.member, to, error);
    }
    if (status != TL_OK) {
        return status;
    }
    if (goes_on) {
        session->moves[session->done - 1].after = *to;
        return TL_OK;
    }
    /* what could be redone is gone, and with it perhaps what was saved */
    session->saved = session->saved > session->done ? SIZE_MAX : session->saved;
    session->moves[session->done++] = move;
    session->count = session->done;
    session->drag = session->dragging ? session->done : 0;
    return TL_OK;
}

void tlv_session_begin_drag(tlv_session *session) {
    session->dragging = true;
    session->drag = 0;
}

void tlv_session_end_drag(tlv_session *session) {
    session->dragging = false;
}

const char *tlv_session_undo(tlv_session *session, tl_error *error) {
    tlv_session_end_drag(session);
    tlv_move *move = session->done > 0 ? &session->moves[session->done - 1] : NULL;
    if (!move || put(session, move->member, &move->before, error) != TL_OK) {
        return NULL;
    }
    session->done--;
    return move->member;
}

const char *tlv_session_redo(tlv_session *session, tl_error *error) {
    tlv_session_end_drag(session);
    tlv_move *move = session->done < session->count ? &session->moves[session->done] : NULL;
    if (!move || put(session, move->member, &move->after, error) != TL_OK) {
        return NULL;
    }
    session->done++;
    return move->member;
}

bool tlv_session_is_changed(const tlv_session *session) {
    return session->done != session->saved;
}

tl_status tlv_session_save(tlv_session *session, tl_error *error) {
    tl_status status = tl_scene_save(session->scene, session->path, error);
    if (status == TL_OK) {
        session->saved = session->done;
    }
    return status;
}

bool tlv_session_free_name(const tlv_session *session, const char *ending, char *name, size_t size) {
    size_t length = strlen(session->path);
    static const char *const endings[] = {".scene.json", ".json"};
    for (size_t i = 0; i < 2; i++) {
        size_t tail = strlen(endings[i]);
        if (length > tail && strcmp(session->path + length - tail, endings[i]) == 0) {
            length -= tail;
            break;
        }
    }
    for (int i = 1; i < 10000; i++) {
        int wrote = snprintf(name, size, "%.*s-%d%s", (int)length, session->path, i, ending);
        if (wrote < 0 || (size_t)wrote >= size) {
            return false;
        }
        if (access(name, F_OK) != 0) {
            return true;
        }
    }
    return false;
}
