/* question.c: copies a question with all its texts and points into one block of memory. */
#include "session/question.h"

#include <stdlib.h>
#include <string.h>

/* With `block` NULL it only counts. */
typedef struct copier {
    char *block;
    size_t used;
} copier;

static const char *text(copier *c, const char *from) {
    if (!from) {
        return NULL;
    }
    size_t size = strlen(from) + 1;
    char *copy = c->block ? memcpy(c->block + c->used, from, size) : NULL;
    c->used += size;
    return copy;
}

static size_t count_of(const char *const *set) {
    size_t count = 0;
    while (set && set[count]) {
        count++;
    }
    return count;
}

/* Points and pointers come first: malloc aligns them. */
static void copy(copier *c, tl_question *to, const tl_question *from) {
    size_t settings = count_of(from->set);
    const char **set = c->block ? (void *)(c->block + c->used) : NULL;
    c->used += (settings + 1) * sizeof(*set);
    tl_path_point *path = c->block ? (void *)(c->block + c->used) : NULL;
    c->used += from->path_count * sizeof(*path);
    if (path && from->path_count > 0) {
        memcpy(path, from->path, from->path_count * sizeof(*path));
    }
    *to = *from;
    to->path = path;
    to->time_limit_ms = 0;
    to->id = NULL;
    const char **texts[] = {&to->query,  &to->from,      &to->to,     &to->unit,  &to->weapon,   &to->shape,
                            &to->toward, &to->side,      &to->member, &to->skill, &to->language, &to->whom,
                            &to->score,  &to->deviation, &to->dice,   &to->zone};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        *texts[i] = text(c, *texts[i]);
    }
    for (size_t i = 0; i < settings; i++) {
        const char *word = text(c, from->set[i]);
        if (set) {
            set[i] = word;
        }
    }
    if (set) {
        set[settings] = NULL;
    }
    to->set = from->set ? set : NULL;
}

bool tlv_question_copy(tl_question *to, const tl_question *from, void **memory) {
    copier c = {NULL, 0};
    tl_question none;
    copy(&c, &none, from);
    c = (copier){malloc(c.used), 0};
    if (!c.block) {
        return false;
    }
    copy(&c, to, from);
    *memory = c.block;
    return true;
}
