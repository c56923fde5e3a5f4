/* piece_names.h: the names of a piece of a mesh, built level by level (mesh/mesh.h, tl_piece). Internal to
 * engine/import. */
#ifndef TL_IMPORT_PIECE_NAMES_H
#define TL_IMPORT_PIECE_NAMES_H

#include "base/base.h"

/* Levels beyond this are left out: no pattern that a person writes looks farther up. */
#define TL_IMPORT_MOST_NAME_LEVELS 64

/* A scratch buffer: zero it, give it a context, use it for one piece after the other, free it. */
typedef struct tl_piece_names {
    tl_context *context;
    char *text; /* what tl_mesh_end_piece takes; NULL before the first begin */
    size_t size, capacity;
    size_t level; /* where the current level begins */
    int levels;   /* begun so far */
    bool rises;   /* the next name begins a new level */
    bool out_of_memory;
} tl_piece_names;

/* Starts a new piece, at its nearest level. */
void tl_piece_names_begin(tl_piece_names *names);
/* Adds a name of `length` bytes to the current level, unless it is empty or the level has it. Tabs and line ends in it
 * become blanks. */
void tl_piece_names_add(tl_piece_names *names, const char *name, size_t length);
/* Goes up one level. Of the levels above the nearest only those with a name are made. */
void tl_piece_names_up(tl_piece_names *names);
void tl_piece_names_free(tl_piece_names *names);

#endif
