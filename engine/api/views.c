/* views.c: what one side may know of a scene, behind the public wall: a scene of its own, made anew of what is left
 * when the hidden models of the others are taken out of the text. */
#include "api/handle.h"

#include "base/thread_lock.h"
#include "scene/document.h"

#include <string.h>

/* Sides whose views are kept: a game has two or three. */
enum { KEPT = 16 };

struct tl_handle_views {
    tl_context *context;
    pthread_mutex_t lock; /* held while one is looked for or made */
    tl_scene *kept[KEPT];
    size_t count;
};

/* --- Making one --------------------------------------------------------------------------------------------------- */

/* What the side may know, as a scene by itself. */
static tl_status make_view(const tl_scene *scene, tl_context *context, const char *side, tl_scene **view,
                           tl_error *error) {
    tl_document *document = NULL;
    tl_ruleset *loaded = NULL;
    tl_problems problems;
    tl_problems_init(&problems, context);
    tl_scene *made = tl_handle_clone(context, scene);
    tl_handle_text all = {.path = scene->table->document->file, .side = side};
    all.text = tl_document_text(scene->table->document, &all.size);
    if (made != NULL) {
        made->side = tl_duplicate_text(context, side);
    }
    tl_status status = made != NULL && made->side != NULL ? TL_OK : tl_fail_memory(error);
    if (status == TL_OK) {
        status = tl_handle_parse(context, scene, &all, &document, &loaded, &problems, error);
    }
    if (status == TL_OK) {
        status = tl_document_side_check(document, side, "for", error);
        if (status != TL_OK) {
            tl_document_destroy(document);
            tl_ruleset_destroy(loaded);
        }
    }
    if (status == TL_OK) {
        status = tl_handle_make(made, scene, document, loaded, &problems, error);
    }
    tl_handle_unplace(NULL, 0, all.path, error);
    tl_problems_free(&problems);
    if (status != TL_OK) {
        tl_scene_destroy(made);
        return status;
    }
    *view = made;
    return TL_OK;
}

tl_status tl_handle_check_bound(const tl_scene *scene, const char *side, tl_error *error) {
    return strcmp(scene->side, side) == 0
               ? TL_OK
               : tl_fail(error, TL_ERROR_ARGUMENT, scene->table->document->file, "for", "leave `for` out",
                         "this is the table as the side `%s` knows it, and no other side's", scene->side);
}

tl_status tl_scene_for_side(const tl_scene *scene, tl_context *context, const char *side, tl_scene **view,
                            tl_error *error) {
    if (scene == NULL || side == NULL || view == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, side and view must be given");
    }
    context = context != NULL ? context : scene->context;
    tl_status status = tl_handle_shares(context, scene->context, error);
    if (status == TL_OK && scene->side != NULL) {
        status = tl_handle_check_bound(scene, side, error);
        return status == TL_OK ? tl_scene_clone(scene, context, view, error) : status;
    }
    return status == TL_OK ? make_view(scene, context, side, view, error) : status;
}

const char *tl_scene_side(const tl_scene *scene) {
    return scene->side;
}

/* --- Those that are kept ------------------------------------------------------------------------------------------ */

tl_handle_views *tl_handle_views_create(tl_context *context) {
    tl_handle_views *made = tl_alloc_array(context, 1, sizeof(*made));
    if (made != NULL && pthread_mutex_init(&made->lock, NULL) != 0) {
        tl_free(context, made);
        return NULL;
    }
    if (made != NULL) {
        made->context = context;
    }
    return made;
}

void tl_handle_views_forget(tl_handle_views *views) {
    while (views->count > 0) {
        tl_scene_destroy(views->kept[--views->count]);
    }
}

void tl_handle_views_destroy(tl_handle_views *views) {
    if (views != NULL) {
        tl_handle_views_forget(views);
        pthread_mutex_destroy(&views->lock);
        tl_free(views->context, views);
    }
}

static tl_status find_or_make(const tl_scene *scene, const char *side, tl_handle_seen *seen, tl_error *error) {
    tl_handle_views *views = scene->views;
    tl_scene *made = NULL;
    for (size_t i = 0; i < views->count; i++) {
        if (strcmp(views->kept[i]->side, side) == 0) {
            seen->scene = views->kept[i];
            return TL_OK;
        }
    }
    tl_status status = make_view(scene, scene->context, side, &made, error);
    seen->scene = made;
    seen->own = status == TL_OK && views->count == KEPT;
    if (status == TL_OK && !seen->own) {
        views->kept[views->count++] = made;
    }
    return status;
}

tl_status tl_handle_view(const tl_scene *scene, const char *side, tl_handle_seen *seen, tl_error *error) {
    *seen = (tl_handle_seen){.scene = scene};
    if (side == NULL) {
        return TL_OK;
    }
    if (scene->side != NULL) {
        return tl_handle_check_bound(scene, side, error);
    }
    if (!tl_thread_lock(&scene->views->lock, scene->context, "waiting for what a side may know")) {
        return tl_fail_cancelled(error, "the question");
    }
    tl_status status = find_or_make(scene, side, seen, error);
    pthread_mutex_unlock(&scene->views->lock);
    return status;
}

void tl_handle_leave(tl_handle_seen *seen) {
    if (seen->own) {
        tl_scene_destroy((tl_scene *)(uintptr_t)seen->scene);
    }
    *seen = (tl_handle_seen){.scene = NULL};
}
