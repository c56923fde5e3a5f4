/* handle.h: what stands behind the public handles. */
#ifndef TL_API_HANDLE_H
#define TL_API_HANDLE_H

#include <trueline/import.h>
#include <trueline/ruling.h>
#include <trueline/scene.h>

#include "draw/draw.h"
#include "question/ruling.h"
#include "scene/thing.h"

/* What sides may know of a scene, made when it is first asked for, for however many threads ask. */
typedef struct tl_handle_views tl_handle_views;

struct tl_scene {
    tl_context *context;
    char *side; /* whose view it is; NULL: nobody's, all is there */
    tl_handle_views *views;
    tl_ruleset *ruleset;
    tl_table *table;
    tl_referee *referee;
    tl_model_store *store; /* the models of the table, and of tables it was */
    char *helper, *cache;  /* for meshes that edits bring in; or NULL */
    tl_names chosen;       /* what tl_scene_set set: name, value, name, value, ... */
    tl_names made;         /* by the last edit */
    tl_names spared;       /* paths of meshes that it goes without */
    bool spares;           /* more may be added to them: while it is loaded */
};

struct tl_report {
    tl_problems problems;
};

/* A text to be read: NULL: the file at `path`; as `side` may know it (NULL: all of it). */
typedef struct tl_handle_text {
    const char *text;
    size_t size;
    const char *path, *side;
} tl_handle_text;

/* Reads a scene's text in the words of its rule system: that of `scene` (may be NULL) where both go by the same, and
 * `*loaded` is NULL then; else the one loaded, which the caller owns. */
tl_status tl_handle_parse(tl_context *context, const tl_scene *scene, const tl_handle_text *text,
                          tl_document **document, tl_ruleset **loaded, tl_problems *problems, tl_error *error);
/* Makes the scene of a document, which is taken with the rule system that was loaded for it, also on failure: for the
 * first time, or again, using what `from` has: itself, or the scene that it is a view of. On failure the scene stays as
 * it was. */
tl_status tl_handle_make(tl_scene *scene, const tl_scene *from, tl_document *document, tl_ruleset *loaded,
                         tl_problems *problems, tl_error *error);
/* What the handle itself has, but the table and the referee: the same once more. NULL without memory. */
tl_scene *tl_handle_clone(tl_context *context, const tl_scene *scene);
/* Whether what two contexts make can be shared: TL_ERROR_ARGUMENT for two allocators. */
tl_status tl_handle_shares(const tl_context *a, const tl_context *b, tl_error *error);
/* Lines and columns of a text that the caller didn't write mean nothing: those of problems with the scene's own file,
 * from the one numbered `first` on, and of the error, become 0. */
void tl_handle_unplace(tl_problems *problems, size_t first, const char *file, tl_error *error);
/* A report to be filled, when there is memory; the caller hands it over with tl_handle_end. */
tl_report *tl_handle_begin(tl_context *context, tl_report **report);
/* Adds what failed to an own report that doesn't say it yet, and to `error`; destroys the report when nobody asked. */
void tl_handle_end(tl_report *own, tl_report **report, tl_status status, const tl_error *cause, tl_error *error);

/* views.c. NULL without memory. */
tl_handle_views *tl_handle_views_create(tl_context *context);
/* NULL-safe. */
void tl_handle_views_destroy(tl_handle_views *views);
/* Before the scene changes, which nobody else uses meanwhile. */
void tl_handle_views_forget(tl_handle_views *views);
/* A scene as one side may know it. */
typedef struct tl_handle_seen {
    const tl_scene *scene;
    bool own; /* nobody else has it: of a side beyond those that are kept */
} tl_handle_seen;
/* The scene as a side may know it (NULL: all of it, the scene itself), to be left with tl_handle_leave. Many threads
 * may ask at once; what is kept lives until the scene changes. Errors: TL_ERROR_NOT_FOUND for a side that there isn't,
 * TL_ERROR_ARGUMENT for another side than the one whose view the scene is, TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_handle_view(const tl_scene *scene, const char *side, tl_handle_seen *seen, tl_error *error);
/* Whether a scene that is a view may be asked for a side: for its own alone. What is said of any other doesn't depend
 * on whether there is one. TL_ERROR_ARGUMENT. */
tl_status tl_handle_check_bound(const tl_scene *scene, const char *side, tl_error *error);
/* Also after a failure. */
void tl_handle_leave(tl_handle_seen *seen);

#endif
