/* import.h: what is in a mesh file, and the child process that reads it. */
#ifndef TRUELINE_IMPORT_H
#define TRUELINE_IMPORT_H

#include <trueline/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Call first thing in main when argv[1] is "--import-child", and return what it returns: the program then serves as
 * import child (tl_scene_options.import_helper). */
TL_API int tl_import_child_main(int argc, char **argv);

/* Describes a mesh file: parts, size, units and axes as stated or guessed, defects found, what was repaired. `output`
 * (may be NULL) gets a clean copy in millimetres, Z up, as .obj or .stl by its ending. `helper` may be NULL: read
 * in-process. `*text` is JSON (one line) or words, freed with tl_text_free (ruling.h). */
TL_API tl_status tl_mesh_describe(tl_context *context, const char *path, const char *helper, const char *output,
                                  bool json, char **text, tl_error *error);

#ifdef __cplusplus
}
#endif
#endif
