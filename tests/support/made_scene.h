/* made_scene.h: scenes that a test writes itself, asked through the public header, and answers read by path.
 *
 * Texts are JSON with ' for ", so that they stay readable in C. Meshes are written in table coordinates and remembered,
 * so that witnesses can be held against every triangle by code that shares nothing with the engine's. */
#ifndef TL_TESTS_MADE_SCENE_H
#define TL_TESTS_MADE_SCENE_H

#include "io/json.h"
#include "support/assert_geom.h"

#include <trueline/ruling.h>

typedef struct made_box {
    double low[3], high[3];
} made_box;

typedef struct made_scene {
    tl_context *context;
    tl_scene *scene;
    tl_json *answer; /* the last one */
    char *text;      /* ... in words */
    char folder[256];
    tl_vec3 (*triangles)[3]; /* of every mesh written, in table coordinates */
    size_t triangle_count;
    tl_error error; /* of the last load or question that failed */
} made_scene;

/* A folder of the test's own; files of the same names are written over. */
void made_begin(made_scene *made, const char *name);
void made_end(made_scene *made);
/* Writes FOLDER/NAME with ' turned into ". */
void made_file(made_scene *made, const char *name, const char *text);
/* Bytes as they are. */
void made_bytes(made_scene *made, const char *name, const void *bytes, size_t size);
/* An OBJ of closed boxes, every one a group `box0`, `box1`, ... */
void made_boxes(made_scene *made, const char *name, const made_box *boxes, size_t count);
/* An OBJ of triangles as they are, remembered too. */
void made_triangles(made_scene *made, const char *name, const tl_vec3 (*triangles)[3], size_t count);

/* Writes scene.json and loads it; the test fails when that fails. */
void made_load(made_scene *made, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for a scene that must be refused: returns the status; `error` is kept. */
tl_status made_refused(made_scene *made, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Asks one JSON question; the test fails when it can't be answered. */
void made_ask(made_scene *made, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for a question that must be refused. */
tl_status made_ask_refused(made_scene *made, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The value at a path such as `weapons[0].members[1].id`; NULL when there is none. */
const tl_json_value *made_find(const tl_json_value *root, const char *path);
/* Values of the last answer; the test fails when they aren't there. */
const tl_json_value *made_value(const made_scene *made, const char *path);
double made_number(const made_scene *made, const char *path);
const char *made_word(const made_scene *made, const char *path);
bool made_has(const made_scene *made, const char *path);
tl_vec3 made_point(const made_scene *made, const char *path);
/* Whether an array of texts at a path holds a text. */
bool made_lists(const made_scene *made, const char *path, const char *text);

#define assert_verdict(made, expected) assert_string_equal(made_word((made), "verdict"), (expected))

/* The distance of a closed segment from a closed triangle; 0 when they meet. Plain long double arithmetic. */
double made_segment_distance(tl_vec3 p, tl_vec3 q, const tl_vec3 corner[3]);
/* ... from every mesh the scene has written. */
double made_clearance(const made_scene *made, tl_vec3 p, tl_vec3 q);
/* Holds the witness of the last answer against every triangle: free, at least as clear as it says, at most `widest`. */
void made_check_witness(const made_scene *made, double widest);

#endif
