/* document.c: a document's life: read, found in, saved. */
#include "scene/document.h"

#include "io/file.h"
#include "scene/read.h"
#include "scene/side_text.h"

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

/* A text that can't be read as JSON, or is too large, to somebody who may not know all of it. */
static tl_status keep_to_itself(const char *file, tl_status status, tl_error *error) {
    if (status == TL_ERROR_FORMAT || status == TL_ERROR_LIMIT) {
        *error = (tl_error){0};
        tl_fail(error, status, file, NULL, "ask who may see all of it: it is told when the scene is read for nobody",
                "the scene can't be read, and what is wrong may be hidden from this side");
    }
    return status;
}

/* Reads the text, and of a view of one side once more what that side may know of it. */
static tl_status read_json(tl_document_state *state, const char *text, size_t size, const char *file, tl_error *error) {
    tl_context *context = state->document.context;
    const char *side = state->document.side;
    tl_status status = tl_json_parse(context, text, size, file, &state->json, error);
    if (side == NULL || status != TL_OK) {
        return side == NULL ? status : keep_to_itself(file, status, error);
    }
    tl_json *whole = state->json;
    char *known = NULL;
    size_t known_size = 0;
    state->json = NULL;
    status = tl_document_side_text(context, whole, side, &known, &known_size, error);
    if (status == TL_OK) {
        status = keep_to_itself(file, tl_json_parse(context, known, known_size, file, &state->json, error), error);
    }
    tl_free(context, known);
    tl_json_destroy(whole);
    return status;
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
    if (state->options.side != NULL) {
        state->options.side = state->document.side = state->side = tl_duplicate_text(context, state->options.side);
    }
    bool good = state->file != NULL && (options == NULL || options->side == NULL || state->side != NULL);
    tl_error found = {0};
    tl_status status = good ? read_json(state, text, size, file, &found) : tl_fail_memory(&found);
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
    if (options != NULL && options->side != NULL) {
        status = keep_to_itself(path, status, &found);
    }
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
    tl_free(context, state->side);
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

/* The sides by number: of units, then of zones, then who holds an objective. NULL behind the last. */
static const char *side_at(const tl_document *document, size_t index) {
    const tl_document_scenario *scenario = &document->scenario;
    size_t zones = document->unit_count, objectives = zones + scenario->zone_count;
    return index < zones                                    ? document->units[index].side
           : index < objectives                             ? scenario->zones[index - zones].side
           : index < objectives + scenario->objective_count ? scenario->objectives[index - objectives].held_by
                                                            : NULL;
}

tl_status tl_document_side_check(const tl_document *document, const char *side, const char *place, tl_error *error) {
    enum { NAMES = 64 };
    const char *names[NAMES], *one;
    char remedy[256] = "";
    size_t count = 0;
    for (size_t i = 0; (one = side_at(document, i)) != NULL; i++) {
        bool known = one[0] == '\0';
        if (!known && strcmp(one, side) == 0) {
            return TL_OK;
        }
        for (size_t k = 0; k < count && !known; k++) {
            known = strcmp(names[k], one) == 0;
        }
        if (!known && count < NAMES) {
            names[count++] = one;
        }
    }
    const char *nearest = tl_nearest_name(side, names, count);
    size_t used = (size_t)snprintf(remedy, sizeof(remedy), count > 0 ? "name one of" : "no unit has a `side`");
    for (size_t i = 0; i < count && used < sizeof(remedy); i++) {
        used += (size_t)snprintf(remedy + used, sizeof(remedy) - used, "%s `%s`", i == 0 ? "" : ",", names[i]);
    }
    if (nearest != NULL) {
        snprintf(remedy, sizeof(remedy), "did you mean `%s`?", nearest);
    }
    return tl_fail(error, TL_ERROR_NOT_FOUND, document->file, place, remedy, "there is no side `%s`", side);
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
