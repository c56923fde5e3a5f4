/* loader.h: reading a scene beside the drawing, with progress and a way to give up. */
#ifndef TLV_LOADER_H
#define TLV_LOADER_H

#include "picture.h"

#include <trueline/scene.h>

typedef struct tlv_loader tlv_loader;

typedef struct tlv_loader_options {
    const char *import_helper; /* as for tl_scene_load */
    const char *mesh_cache;
    const char *const *set; /* settings for the scene: name, value, ..., NULL; or NULL */
    const char *language;   /* of the scene's context */
    const char *text;       /* what the scene is to say, instead of the file; or NULL */
    size_t size;
    bool is_new;      /* a new scene instead of the file, ... */
    const char *mesh; /* ... with this mesh file as its table; NULL: a bare one */
    const char *unit; /* ... in this unit; NULL: what the file says, else a guess */
    const char *name; /* of a new scene; or NULL */
    void (*draw)(const tl_scene *scene, const tl_draw_sink *sink); /* what is to be prepared; NULL: nothing */
    void (*wake)(void); /* called from the thread when it is done, and now and then before; may be NULL */
} tlv_loader_options;

/* What was read. */
typedef struct tlv_loaded {
    tl_status status;
    tl_error error;
    tl_context *context; /* the taker's, like the scene: destroy the scene first; NULL on failure */
    tl_scene *scene;
    tlv_prepared *prepared; /* the taker's: what `draw` has drawn, marked; NULL without memory for it */
} tlv_loaded;

/* Starts the thread. Everything is copied. */
tl_status tlv_loader_start(const char *path, const tlv_loader_options *options, tlv_loader **loader, tl_error *error);
/* How much is read, 0 to 1; negative: nobody knows. */
double tlv_loader_progress(const tlv_loader *loader);
const char *tlv_loader_path(const tlv_loader *loader);
bool tlv_loader_is_done(const tlv_loader *loader);
/* Makes it give up soon; it is then done with TL_ERROR_CANCELLED. */
void tlv_loader_cancel(tlv_loader *loader);
/* Waits for its end and gives what was read. The loader must outlive the context. */
tlv_loaded tlv_loader_finish(tlv_loader *loader);
/* After tlv_loader_finish and after what it gave. NULL-safe. */
void tlv_loader_destroy(tlv_loader *loader);

#endif
