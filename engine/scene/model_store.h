/* model_store.h: models made from meshes, kept for whoever needs one like it: pieces of terrain that are the same, and
 * tables that are made again after an edit. */
#ifndef TL_SCENE_MODEL_STORE_H
#define TL_SCENE_MODEL_STORE_H

#include "body/posture.h"
#include "scene/document.h"

/* Reads a mesh file into a mesh in the file's own frame (import is wired in from outside). */
typedef tl_status tl_model_store_loader(void *user, const char *path, tl_mesh **mesh, tl_error *error);

/* Models that nobody uses any more are kept up to this many bytes, so that what was removed comes back at once. */
#define TL_MODEL_STORE_SPARE ((size_t)256 << 20)

typedef struct tl_model_store tl_model_store;

/* NULL without memory. */
tl_model_store *tl_model_store_create(tl_context *context);
/* Another with the same models, which both hold. NULL without memory. */
tl_model_store *tl_model_store_clone(tl_context *context, const tl_model_store *store);
/* NULL-safe. Models live as long as somebody holds them. */
void tl_model_store_destroy(tl_model_store *store);

/* What a model is made of. */
typedef struct tl_model_store_request {
    const tl_document_asset *asset;
    bool terrain, needs_base; /* as in tl_model_options */
    tl_posture posture;       /* of a member; zero: it stands */
} tl_model_store_request;

/* A model as an asset describes it, held by the caller (tl_model_destroy lets go of it): one that is there already, or
 * a new one of a mesh that is there already, or one read with `load`. A file that was read is not looked at again. When
 * the mesh or its frame is what is wrong, `of_mesh` (false before) becomes true. */
tl_status tl_model_store_take(tl_model_store *store, const tl_model_store_request *wish, tl_model_store_loader *load,
                              void *user, tl_model **model, bool *of_mesh, tl_error *error);

/* Lets go of what only serves to make one table, and of models beyond what is kept. */
void tl_model_store_settle(tl_model_store *store);

#endif
