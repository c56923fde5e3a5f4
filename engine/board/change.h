/* change.h: what an edit of the scene changes for a board: boxes round everything that came, went or moved. */
#ifndef TL_BOARD_CHANGE_H
#define TL_BOARD_CHANGE_H

#include "board/findings/score.h"

/* A scene that may be edited and put back, whoever has it. The referee is that of the scene as it is now. */
typedef struct tl_board_editor {
    void *user;
    /* The scene as it was at first, then this edit (JSON; NULL: none). On failure the scene is as it was at first. */
    tl_status (*edit)(void *user, const char *edit, const tl_referee **referee, tl_error *error);
} tl_board_editor;

/* Where everything on a table is. */
typedef struct tl_board_inventory {
    struct tl_board_item {
        char *id; /* owned */
        tl_box3 box;
        tl_pose pose;
        bool terrain;
    } * items;
    size_t count;
} tl_board_inventory;

/* Errors: TL_ERROR_MEMORY. Free in any case. */
tl_status tl_board_inventory_make(tl_context *context, const tl_table *table, tl_board_inventory *inventory);
void tl_board_inventory_free(tl_context *context, tl_board_inventory *inventory);

/* Boxes round what differs: first where something was, then where something is now. */
typedef struct tl_board_changes {
    tl_box3 *boxes; /* owned */
    size_t count, gone;
} tl_board_changes;

/* `changes->boxes` is freed by the caller. Errors: TL_ERROR_MEMORY. */
tl_status tl_board_inventory_changes(tl_context *context, const tl_board_inventory *from, const tl_board_inventory *to,
                                     tl_board_changes *changes);

/* Pairs after an edit: those that nothing came between keep what they say. */
typedef struct tl_board_variant {
    tl_board_stage stage;
    tl_board_pairs pairs;
    bool *wanted; /* per pair: was worked out again */
    size_t again; /* how many were */
} tl_board_variant;

/* Makes the variant of `pairs` that an edit gave: `referee` is that of the edited scene. A pair is worked out again
 * where something that came, went or moved can be between the two, or one stands otherwise; but what comes frees no
 * line, and what goes blocks none. Only pairs of the first three groups are kept up to date where `zones_only`. Errors:
 * those of settings, TL_ERROR_MEMORY, TL_ERROR_CANCELLED. Free in any case, before the editor is asked again. */
tl_status tl_board_variant_make(const tl_referee *referee, const char *const *set, const tl_board_inventory *before,
                                const tl_board_pairs *pairs, const tl_board_zones *zones, bool zones_only,
                                const tl_board_effort *effort, tl_board_variant *variant, tl_error *error);
void tl_board_variant_free(tl_board_variant *variant);

#endif
