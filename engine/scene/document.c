/* document.c: a document's life: read, found in, saved. */
#include "scene/document.h"

#include "io/file.h"
#include "scene/read.h"

#include <stdlib.h>
#include <string.h>
#include <stdio.h>

static tl_document_state *state_of(tl_document *document) {
    return (tl_document_state *)document;
}

/* Copies a list into the caller's and gives the first that is not a warning as the error. */
static tl_status hand_over(const tl_problems *from, tl_problems *to, tl_error *error) {
    const tl_problem *first = NULL;
    for (size_t i = 0; i < from->count; i++) {
        const tl_problem *p = &from->items[i];
        if (first == NULL && !p->warning) {
            first = p;
        }
        if (to != NULL) {
            tl_problems_add(to, p->warning, p->error.status, p->error.file, p->error.line, p->error.column,
                            p->error.place, p->error.remedy, "%s", p->error.message);
        }
    }
    if (from->errors == 0) {
        return TL_OK;
    }
    if (first == NULL) {
        return tl_fail_memory(error);
    }
    if (error != NULL && error->status == TL_OK) {
        *error = first->error;
    }
    return first->error.status;
}

static tl_status read_state(tl_document_state *state, tl_problems *problems, tl_error *error) {
    tl_reader reader = {.state = state, .document = &state->document, .json = state->json, .problems = problems};
    tl_reader_scene(&reader);
    if (reader.no_memory) {
        return tl_fail_memory(error);
    }
    tl_problems_sort(problems);
    size_t listed = 0;
    for (size_t i = 0; i < problems->count; i++) {
        listed += problems->items[i].warning ? 0U : 1U;
    }
    if (problems->errors > listed) {
        tl_problems_add(problems, false, TL_ERROR_SCENE, state->file, 0, 0, NULL, "mend those above first",
                        "%zu more problems are not listed", problems->errors - listed);
    }
    return TL_OK;
}

tl_status tl_document_parse(tl_context *context, const char *text, size_t size, const char *file,
                            const tl_document_options *options, tl_document **document, tl_problems *problems,
                            tl_error *error) {
    *document = NULL;
    tl_document_state *state = tl_alloc_array(context, 1, sizeof(*state));
    if (state == NULL) {
        return tl_fail_memory(error);
    }
    state->document.context = context;
    state->options = options != NULL ? *options : (tl_document_options){0};
    state->file = tl_duplicate_text(context, file != NULL ? file : "");
    state->document.file = state->file;
    tl_error found = {0};
    tl_status status =
        state->file != NULL ? tl_json_parse(context, text, size, file, &state->json, &found) : tl_fail_memory(&found);
    tl_problems list;
    tl_problems_init(&list, context);
    if (status == TL_OK) {
        state->document.json = state->json;
        status = read_state(state, &list, &found);
    }
    if (status == TL_OK) {
        status = hand_over(&list, problems, error);
    } else {
        if (problems != NULL) {
            tl_problems_add(problems, false, status, found.file, found.line, found.column, found.place, found.remedy,
                            "%s", found.message);
        }
        if (error != NULL && error->status == TL_OK) {
            *error = found;
        }
    }
    tl_problems_free(&list);
    if (status != TL_OK) {
        tl_document_destroy(&state->document);
        return status;
    }
    *document = &state->document;
    return TL_OK;
}

tl_status tl_document_load(tl_context *context, const char *path, const tl_document_options *options,
                           tl_document **document, tl_problems *problems, tl_error *error) {
    *document = NULL;
    char *text = NULL;
    size_t size = 0;
    tl_error found = {0};
    tl_status status = tl_file_read(context, path, TL_JSON_SIZE_LIMIT, &text, &size, &found);
    if (status != TL_OK) {
        if (problems != NULL) {
            tl_problems_add(problems, false, status, found.file, 0, 0, found.place, found.remedy, "%s", found.message);
        }
        if (error != NULL && error->status == TL_OK) {
            *error = found;
        }
        return status;
    }
    status = tl_document_parse(context, text, size, path, options, document, problems, error);
    tl_free(context, text);
    return status;
}

void tl_document_destroy(tl_document *document) {
    if (document == NULL) {
        return;
    }
    tl_document_state *state = state_of(document);
    tl_context *context = document->context;
    for (tl_document_block *block = state->blocks; block != NULL;) {
        tl_document_block *next = block->next;
        tl_free(context, block);
        block = next;
    }
    tl_json_destroy(state->json);
    tl_free(context, state->file);
    tl_free(context, state);
}

const char *tl_document_text(const tl_document *document, size_t *size) {
    return tl_json_source(document->json, size);
}

bool tl_document_carries(const tl_document_unit *unit, const tl_document_member *member,
                         const tl_document_weapon *weapon) {
    bool carries = !member->has_weapons;
    for (size_t i = 0; i < member->weapon_count && !carries; i++) {
        carries = &unit->weapons[member->weapons[i]] == weapon;
    }
    return carries;
}

tl_document_found tl_document_find(const tl_document *document, const char *id) {
    const tl_document_state *state = (const tl_document_state *)document;
    const tl_document_id *slot = id != NULL ? tl_document_slot(state, id) : NULL;
    tl_document_found found = {TL_DOCUMENT_NOTHING, NULL, NULL, NULL};
    if (slot == NULL || slot->id == NULL) {
        return found;
    }
    found.kind = slot->kind;
    if (slot->kind == TL_DOCUMENT_TERRAIN) {
        found.terrain = &document->terrain[slot->index];
    } else {
        found.unit = &document->units[slot->index];
    }
    if (slot->kind == TL_DOCUMENT_MEMBER) {
        found.member = &found.unit->members[slot->member];
    }
    return found;
}

static void nearer(const char *id, const char *candidate, const char **nearest, size_t *best) {
    if (tl_nearest_name(id, &candidate, 1) != NULL) {
        size_t distance = tl_edit_distance(id, candidate);
        if (distance < *best) {
            *best = distance;
            *nearest = candidate;
        }
    }
}

const char *tl_document_nearest_id(const tl_document *document, const char *id) {
    const char *nearest = NULL;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < document->unit_count; i++) {
        const tl_document_unit *unit = &document->units[i];
        nearer(id, unit->id, &nearest, &best);
        for (size_t k = 0; k < unit->member_count; k++) {
            nearer(id, unit->members[k].id, &nearest, &best);
        }
    }
    for (size_t i = 0; i < document->terrain_count; i++) {
        nearer(id, document->terrain[i].id, &nearest, &best);
    }
    return nearest;
}
