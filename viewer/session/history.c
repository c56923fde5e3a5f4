/* history.c: keeps what each step changed in a text, to take it back and do it again. */
#include "session/history.h"

#include "report.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy_of(const char *text, size_t size) {
    char *copy = malloc(size + 1);
    if (copy) {
        memcpy(copy, text, size);
        copy[size] = '\0';
    }
    return copy;
}

bool tlv_history_begin(tlv_history *history, const char *text, size_t size) {
    *history = (tlv_history){.text = copy_of(text, size), .size = size};
    return history->text != NULL;
}

static void drop_steps(tlv_history *history, size_t from) {
    for (size_t i = from; i < history->count; i++) {
        free(history->steps[i].bytes);
    }
    history->count = from;
}

void tlv_history_free(tlv_history *history) {
    drop_steps(history, 0);
    free(history->steps);
    free(history->text);
    *history = (tlv_history){0};
}

/* From one text to another; its bytes are NULL without memory. */
static tlv_step step_between(const char *old, size_t old_size, const char *text, size_t size) {
    size_t shorter = size < old_size ? size : old_size, same = 0, tail = 0;
    while (same < shorter && text[same] == old[same]) {
        same++;
    }
    while (tail < shorter - same && text[size - 1 - tail] == old[old_size - 1 - tail]) {
        tail++;
    }
    tlv_step step = {.offset = same, .before_size = old_size - same - tail, .after_size = size - same - tail};
    step.bytes = malloc(step.before_size + step.after_size + 1);
    if (step.bytes) {
        memcpy(step.bytes, old + same, step.before_size);
        memcpy(step.bytes + step.before_size, text + same, step.after_size);
    }
    return step;
}

bool tlv_history_add(tlv_history *history, const char *text, size_t size, const char *what, const char *who) {
    tlv_step step = step_between(history->text, history->size, text, size);
    if (step.bytes && step.before_size == 0 && step.after_size == 0) {
        free(step.bytes);
        return true;
    }
    char *now = copy_of(text, size);
    if (!now || !step.bytes ||
        !tlv_reserve((void **)&history->steps, &history->capacity, history->done + 1, sizeof(step))) {
        free(now);
        free(step.bytes);
        return false;
    }
    snprintf(step.what, sizeof(step.what), "%s", what ? what : "");
    snprintf(step.who, sizeof(step.who), "%s", who ? who : "");
    drop_steps(history, history->done);
    history->saved = history->saved > history->done ? SIZE_MAX : history->saved;
    history->steps[history->done++] = step;
    history->count = history->done;
    free(history->text);
    history->text = now;
    history->size = size;
    return true;
}

char *tlv_history_other(const tlv_history *history, bool back, size_t *size) {
    if (back ? history->done == 0 : history->done == history->count) {
        return NULL;
    }
    const tlv_step *step = &history->steps[back ? history->done - 1 : history->done];
    size_t out = back ? step->after_size : step->before_size, in = back ? step->before_size : step->after_size;
    const char *bytes = back ? step->bytes : step->bytes + step->before_size;
    size_t tail = history->size - step->offset - out;
    *size = history->size - out + in;
    char *text = malloc(*size + 1);
    if (text) {
        memcpy(text, history->text, step->offset);
        memcpy(text + step->offset, bytes, in);
        memcpy(text + step->offset + in, history->text + step->offset + out, tail);
        text[*size] = '\0';
    }
    return text;
}

const tlv_step *tlv_history_go(tlv_history *history, bool back, char *text, size_t size) {
    free(history->text);
    history->text = text;
    history->size = size;
    return back ? &history->steps[--history->done] : &history->steps[history->done++];
}

bool tlv_history_join(tlv_history *history) {
    size_t done = history->done, size_between = 0, size_before = 0;
    if (done < 2 || done != history->count || history->saved == done - 1) {
        return false;
    }
    char *between = tlv_history_other(history, true, &size_between);
    const tlv_history earlier = {between, size_between, history->steps, done, done - 1, 0, 0};
    char *before = between ? tlv_history_other(&earlier, true, &size_before) : NULL;
    tlv_step step = {0};
    if (before) {
        step = step_between(before, size_before, history->text, history->size);
    }
    free(between);
    free(before);
    if (!step.bytes) {
        return false;
    }
    tlv_step *last = &history->steps[done - 1];
    snprintf(step.what, sizeof(step.what), "%s", last->what);
    snprintf(step.who, sizeof(step.who), "%s", last->who);
    bool nothing = step.before_size == 0 && step.after_size == 0; /* it is back where it was */
    drop_steps(history, done - 2);
    if (nothing) {
        free(step.bytes);
    } else {
        history->steps[history->count++] = step;
    }
    history->saved = history->saved == done ? history->count : history->saved;
    history->done = history->count;
    return true;
}

bool tlv_history_is_changed(const tlv_history *history) {
    return history->done != history->saved;
}

void tlv_history_was_saved(tlv_history *history) {
    history->saved = history->done;
}

void tlv_history_is_new(tlv_history *history) {
    history->saved = SIZE_MAX;
}
