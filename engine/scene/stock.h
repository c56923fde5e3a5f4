/* stock.h: models made from meshes, kept for whoever needs one like it: pieces of terrain that are the same, and tables
 * that are made again after an edit. */
#ifndef TL_SCENE_STOCK_H
#define TL_SCENE_STOCK_H

#include "scene/document.h"

/* Reads a mesh file into a mesh in the file's own frame (import is wired in from outside). */
typedef tl_status tl_mesh_loader(void *user, const char *path, tl_mesh **mesh, tl_error *error);

/* Models that nobody uses any more are kept up to this many bytes, so that what was removed comes back at once. */
#define TL_STOCK_SPARE ((size_t)256 << 20)

typedef struct tl_stock tl_stock;

/* NULL without memory. */
tl_stock *tl_stock_create(tl_context *context);
/* Another with the same models, which both hold. NULL without memory. */
tl_stock *tl_stock_clone(tl_context *context, const tl_stock *stock);
/* NULL-safe. Models live as long as somebody holds them. */
void tl_stock_destroy(tl_stock *stock);

/* What a model is made of. */
typedef struct tl_stock_wish {
    const tl_document_asset *asset;
    bool terrain, needs_base; /* as in tl_model_options */
} tl_stock_wish;

/* A model as an asset describes it, held by the caller (tl_model_destroy lets go of it): one that is there already, or
 * a new one of a mesh that is there already, or one read with `load`. A file that was read is not looked at again. When
 * the mesh or its frame is what is wrong, `of_mesh` (false before) becomes true. */
tl_status tl_stock_take(tl_stock *stock, const tl_stock_wish *wish, tl_mesh_loader *load, void *user, tl_model **model,
                        bool *of_mesh, tl_error *error);

/* Lets go of what only serves to make one table, and of models beyond what is kept. */
void tl_stock_settle(tl_stock *stock);

#endif
