/* viewer.h: the window in which a table is looked at, asked about and arranged. */
#ifndef TLV_VIEWER_H
#define TLV_VIEWER_H

#include <trueline/scene.h>

/* Zero-initialised options mean defaults. */
typedef struct tlv_viewer_options {
    const char *import_helper; /* as for tl_scene_load: the window reads scenes itself. The sample table is looked for
                                  beside it, too */
    const char *mesh_cache;    /* as for tl_scene_load */
    const char *const *set;    /* settings for every scene: name, value, ..., NULL; or NULL */
    const char *language;      /* of everything that is said: "en", "fr"; NULL: English */
    int width, height;         /* of the window; 0: 1280 by 800 */
    int frames;                /* ends after so many pictures of the table; 0: when the window is closed */
    const char *shot;          /* saves what is shown at the end as a PNG file; or NULL */
    const char *script;        /* a file of actions (docs/viewer.md): done without a display, then it ends; or NULL */
    const char *folder;        /* where the script's pictures go; NULL: here */
} tlv_viewer_options;

/* Shows the scene file `path` (NULL: none yet, the start page) until the window is closed; on the main thread. In the
 * environment, TRUELINE_REDUCED_MOTION stops gliding, TRUELINE_VIEW_LOG tells on standard error what happens, a line
 * for each thing. Errors: TL_ERROR_UNSUPPORTED without a display or OpenGL 3.3, or built without windows; those of
 * tl_scene_load for `path`; TL_ERROR_FORMAT for a script that can't be followed, or that expects what isn't so. */
tl_status tlv_view_run(const char *path, const tlv_viewer_options *options, tl_error *error);

#endif
