/* import.h: what is in a mesh file, and the child process that reads it.
 *
 * Mesh files are read by a third-party library that can abort, hang or use up memory on damaged files. Programs that
 * read files of unknown origin name a helper: a program that reads the file in a process of its own, with limits on
 * time and memory, and hands back a checked mesh. The installed `trueline` program is one (`pkg-config
 * --variable=program trueline`); any program of yours is one after two lines in its main (tl_import_child_main). */
#ifndef TRUELINE_IMPORT_H
#define TRUELINE_IMPORT_H

#include <trueline/base.h>
#include <trueline/draw.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a program usable as helper: call it first thing in main when argc > 1 and argv[1] is "--import-child", and
 * return what it returns. It is not for use anywhere else: it limits its process, reads one file and writes the mesh
 * out. */
TL_API int tl_import_child_main(int argc, char **argv);

/* Zero-initialised options mean defaults. */
typedef struct tl_mesh_options {
    const char *helper;     /* the program that reads the file; NULL reads it in this process */
    const char *mesh_cache; /* as in tl_scene_options */
    const char *output; /* where a clean copy goes, in millimetres and Z up, as OBJ or STL by its ending; NULL: none */
    /* Repairs that change what the mesh is, in the order they are made; 0 and false: not wanted. They are in the clean
     * copy, the picture and the report, which tells them. */
    double join_mm;        /* vertices of open edges that lie no farther apart are joined: cracks of rounding close */
    double drop_specks_mm; /* loose parts shorter than this go */
    bool reorient;         /* neighbouring triangles wound the same way, closed parts with their fronts outside */
    double close_holes_mm; /* holes no longer than this are closed; an open rim is a hole, too */
    double simplify_mm; /* fewer triangles, no point of the surface moved farther than this; rims and borders of parts
                           stay */
    /* How the file's own frame is taken, where it states nothing or the wrong thing; NULL: as it states. */
    const char *unit; /* "mm", "cm", "m", "inch", "foot" */
    const char *up;   /* "+x", "-x", ... "-z" */
    double scale;     /* multiplies everything; 0: 1. Not with references */
    /* Known distances, which give the scale and how far off it may be: "0,0,0 10,0,0 = 152.4 +- 0.5 mm",
     * "height = 60.0 mm", "hull* to turret = 40.0 mm" (docs/mesh-files.md). */
    const char *const *references;
    size_t reference_count;
    /* What is done to the mesh after that, in this order. */
    bool level; /* its ground plane is put to z = 0 */
    double turn_deg, move_mm[3];
    bool crops;
    double crop_mm[4]; /* x and y of two corners, the lesser ones first: what lies over the rectangle stays */
    bool crop_whole;   /* triangles that reach in stay whole; else they are cut at the border */
    /* What is told of its parts. */
    const char *parts;        /* patterns by role, "core=hull*,turret*;gear=gun*"; NULL: patterns are suggested */
    bool suggest_core;        /* a base and a core are suggested by its shape */
    /* Where the mesh is drawn, 300 mm long, and what is wrong with it; with `parts` or `suggest_core`, those instead. NULL:
     * nowhere. */
    const tl_draw_sink *sink;
} tl_mesh_options;

/* Describes a mesh file: parts, size, unit and up axis as stated or guessed, defects found, what was repaired.
 * `options` may be NULL. `*text` is one line of JSON without a line end,
 * or words of several lines; the caller frees it with tl_text_free (ruling.h). Errors: TL_ERROR_FILE (missing, not
 * readable or writable), TL_ERROR_ARGUMENT and TL_ERROR_NOT_FOUND (an option that can't be read or made; `place` names
 * it), TL_ERROR_FORMAT (damaged, no triangles), TL_ERROR_LIMIT (the helper's 20 seconds and one more
 * per megabyte, its memory, too many triangles), TL_ERROR_UNSUPPORTED (a kind of file nobody here reads or writes),
 * TL_ERROR_MEMORY, TL_ERROR_CANCELLED. May run in several threads at once. */
TL_API tl_status tl_mesh_describe(tl_context *context, const char *path, const tl_mesh_options *options, bool json,
                                  char **text, tl_error *error);

#ifdef __cplusplus
}
#endif
#endif
