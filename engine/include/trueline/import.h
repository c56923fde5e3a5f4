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

/* How a mesh file is read, and what is done to it. What is zero means the default; begin with TL_MESH_OPTIONS_INIT. */
typedef struct tl_mesh_options {
    /* sizeof the struct, as TL_MESH_OPTIONS_INIT sets it. */
    size_t struct_size;
    /* Path of the program that reads the file; NULL reads it in this process. */
    const char *helper;
    /* A folder where meshes are kept, as in tl_scene_options; NULL: none. */
    const char *mesh_cache;
    /* Where a clean copy goes, in millimetres and Z up, as OBJ or STL by its ending; NULL: none. */
    const char *output;

    /* Repairs that change what the mesh is, in the order they are made; 0 and false: not wanted. They are in the clean
     * copy, the picture and the report, which tells them. */

    /* Vertices of open edges that lie no farther apart are joined, mm: cracks of rounding close. */
    double join_mm;
    /* Loose parts shorter than this go, mm. */
    double drop_specks_mm;
    /* Neighbouring triangles are wound the same way, closed parts with their fronts outside. */
    bool reorient;
    /* Holes no longer than this are closed, mm; an open rim is a hole, too. */
    double close_holes_mm;
    /* There are fewer triangles, no point of the surface moved farther than this, mm; rims and borders of parts stay.
     */
    double simplify_mm;

    /* How the file's own frame is taken, where it states nothing or the wrong thing. */

    /* Unit of its coordinates: "mm", "cm", "m", "inch", "foot"; NULL: as it states. */
    const char *unit;
    /* Its axis that points up: "+x", "-x", ... "-z"; NULL: as it states. */
    const char *up;
    /* Multiplies everything; 0: 1. Not with references. */
    double scale;
    /* Known distances, which give the scale and how far off it may be: "0,0,0 10,0,0 = 152.4 +- 0.5 mm",
     * "height = 60.0 mm", "hull* to turret = 40.0 mm" (docs/mesh-files.md). */
    const char *const *references;
    /* How many references there are. */
    size_t reference_count;

    /* What is done to the mesh after that, in this order. */

    /* Its ground plane is put to z = 0. */
    bool level;
    /* It is turned about Z, degrees counter-clockwise. */
    double turn_deg;
    /* It is moved along X, Y and Z, mm. */
    double move_mm[3];
    /* Whether it is cropped. */
    bool crops;
    /* The rectangle: x and y of two corners, mm, the lesser ones first. What lies over it stays. */
    double crop_mm[4];
    /* Triangles that reach in stay whole; else they are cut at the border. */
    bool crop_whole;

    /* What is told of its parts. */

    /* Patterns by role, "core=hull*,turret*;gear=gun*"; NULL: patterns are suggested. */
    const char *parts;
    /* A base and a core are suggested by its shape. */
    bool suggest_core;
    /* Where the mesh is drawn, 300 mm long, and what is wrong with it; with `parts` or `suggest_core`, those instead.
     * NULL: nowhere. */
    const tl_draw_sink *sink;
} tl_mesh_options;
#define TL_MESH_OPTIONS_INIT TL_INIT(tl_mesh_options)

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
