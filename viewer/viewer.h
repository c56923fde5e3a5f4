/* viewer.h: the window in which a scene is looked at, asked about and arranged. */
#ifndef TLV_VIEWER_H
#define TLV_VIEWER_H

#include <trueline/scene.h>

/* Zero-initialised options mean defaults. */
typedef struct tlv_viewer_options {
    const char *import_helper;    /* as for tl_scene_load: the window reads the scene once more */
    const char *mesh_cache;       /* as for tl_scene_load */
    const char *const *set;       /* the settings that the scene was given: name, value, ..., NULL; or NULL */
    int width, height;            /* of the window; 0: 1280 by 800 */
    int frames;                   /* ends after so many pictures; 0: when the window is closed */
    const char *shot;             /* saves what is shown at the end as a PNG file; or NULL */
} tlv_viewer_options;

/* Shows a scene read from `path` until the window is closed; on the main thread. The scene may come back edited. In the
 * environment, TRUELINE_REDUCED_MOTION stops gliding, TRUELINE_VIEW_LOG tells on standard error what happens, a line for
 * each thing. Errors: TL_ERROR_UNSUPPORTED without a display or OpenGL 3.3, or built without windows. */
tl_status tlv_view_window(tl_scene *scene, const char *path, const tlv_viewer_options *options, tl_error *error);

#endif
