/* slots.c: which slot of the world is whose. Searches come across slots in their order, and what they come across first
 * may show in an answer; so terrain has its slots by what it is, not by its place in the file. */
#include "scene/slots.h"

#include <stdlib.h>
#include <string.h>

typedef struct slots_piece {
    const tl_document_terrain *source;
    size_t index;
} slots_piece;

static int compare_numbers(const double *x, const double *y, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (x[i] != y[i]) {
            return x[i] < y[i] ? -1 : 1;
        }
    }
    return 0;
}

static int compare_words(const char *x, const char *y) {
    return x == NULL || y == NULL ? (x != NULL) - (y != NULL) : strcmp(x, y);
}

static tl_vec2 corner_of(const tl_document_terrain *t) {
    return t->outline_count > 0 ? t->outline[0] : t->disc_centre;
}

/* By where it stands, then by what it is; ids come last, so that renaming changes nothing. */
static int compare_pieces(const void *one, const void *other) {
    const slots_piece *p = one, *q = other;
    const tl_document_terrain *x = p->source, *y = q->source;
    tl_vec2 c = corner_of(x), d = corner_of(y);
    const double a[] = {(double)x->pose.at_count, x->pose.at[0],  x->pose.at[1], x->pose.at[2], x->pose.turn, c.x, c.y,
                        (double)x->outline_count, x->disc_radius, x->height},
                 b[] = {(double)y->pose.at_count, y->pose.at[0],  y->pose.at[1], y->pose.at[2], y->pose.turn, d.x, d.y,
                        (double)y->outline_count, y->disc_radius, y->height};
    int way = compare_numbers(a, b, sizeof(a) / sizeof(a[0]));
    way = way != 0 ? way : compare_words(x->kind, y->kind);
    way = way != 0 ? way : compare_words(x->mesh.name, y->mesh.name);
    way = way != 0 ? way : compare_words(x->id, y->id);
    return way != 0 ? way : (p->index > q->index) - (p->index < q->index);
}

bool tl_table_slots_order(tl_context *context, const tl_document *document, size_t *order) {
    slots_piece *pieces = tl_alloc_array(context, document->terrain_count, sizeof(*pieces));
    if (pieces == NULL) {
        return false;
    }
    for (size_t i = 0; i < document->terrain_count; i++) {
        pieces[i] = (slots_piece){&document->terrain[i], i};
    }
    if (document->terrain_count > 0) {
        qsort(pieces, document->terrain_count, sizeof(*pieces), compare_pieces);
    }
    for (size_t i = 0; i < document->terrain_count; i++) {
        order[i] = pieces[i].index;
    }
    tl_free(context, pieces);
    return true;
}
