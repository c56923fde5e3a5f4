/* handle.h: what stands behind the public handles. */
#ifndef TL_API_HANDLE_H
#define TL_API_HANDLE_H

#include <trueline/import.h>
#include <trueline/ruling.h>
#include <trueline/scene.h>

#include "draw/draw.h"
#include "question/ruling.h"
#include "scene/thing.h"

struct tl_scene {
    tl_context *context;
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

/* Reads a scene's text (NULL: the file at `path`) in the words of its rule system: that of `scene` (may be NULL) where
 * both go by the same, and `*loaded` is NULL then; else the one loaded, which the caller owns. */
tl_status tl_handle_parse(tl_context *context, const tl_scene *scene, const char *text, size_t size, const char *path,
                          tl_document **document, tl_ruleset **loaded, tl_problems *problems, tl_error *error);
/* Makes the scene of a document, which is taken with the rule system that was loaded for it, also on failure: for the
 * first time, or again, using what it has. On failure the scene stays as it was. */
tl_status tl_handle_make(tl_scene *scene, tl_document *document, tl_ruleset *loaded, tl_problems *problems,
                         tl_error *error);
/* A report to be filled, when there is memory; the caller hands it over with tl_handle_end. */
tl_report *tl_handle_begin(tl_context *context, tl_report **report);
/* Adds what failed to an own report that doesn't say it yet, and to `error`; destroys the report when nobody asked. */
void tl_handle_end(tl_report *own, tl_report **report, tl_status status, const tl_error *cause, tl_error *error);

#endif
