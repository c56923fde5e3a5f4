/* advice.h: meshes of known truth put into files of any frame, and the advice of reports taken literally.
 *
 * A thing is built as it stands on the table: millimetres, Z up, on z = 0, its middle over the origin. The file has it
 * otherwise; what the program advises must bring it back. Files are read again here by a reader of a few lines. */
#ifndef TL_TESTS_ADVICE_H
#define TL_TESTS_ADVICE_H

#include "support/made_scene.h"

#include <trueline/import.h>

enum { THING_VERTICES = 6000, THING_TRIANGLES = 12000, THING_GROUPS = 24 };

typedef struct thing {
    tl_vec3 vertices[THING_VERTICES];
    uint32_t triangles[THING_TRIANGLES][3];
    int group[THING_TRIANGLES]; /* of each triangle */
    char names[THING_GROUPS][40];
    size_t vertex_count, triangle_count;
    int group_count;
} thing;

/* What follows is a group of its own. */
void thing_group(thing *t, const char *name);
/* Closed boxes and prisms, fronts outside; an open sheet with a flat rim and hills in its middle. */
void thing_box(thing *t, tl_vec3 low, tl_vec3 high);
void thing_prism(thing *t, tl_vec2 middle, tl_vec2 half, double low, double high, int corners);
void thing_sheet(thing *t, double width, double depth, int cells, double rough, test_random *random);

typedef enum thing_kind { THING_HOUSE, THING_FIGURE, THING_TABLE, THING_KINDS } thing_kind;
/* A random house, figure on a round base, or table. */
void thing_make(thing *t, thing_kind kind, test_random *random);
tl_box3 thing_box_of(const thing *t);

/* How a file has a thing: tilted about the origin, then moved, then life-size, in a unit, and turned so that `up` is.
 */
typedef struct thing_file {
    double roll, pitch;
    tl_vec3 beside;
    double scale;    /* of the thing itself against its miniature: 1 or 56 */
    double unit_mm;  /* of the file */
    int up, forward; /* axes of the file, 0 to 2, with `up_sign`; the third follows */
    double up_sign;
} thing_file;

tl_vec3 thing_in_file(const thing_file *file, tl_vec3 p);
/* Writes FOLDER/NAME as OBJ, vertices in order. */
void thing_write(const made_scene *m, const char *name, const thing *t, const thing_file *file);
/* The vertices of FOLDER/NAME, an OBJ. Returns how many. */
size_t thing_read(const made_scene *m, const char *name, tl_vec3 *vertices, size_t most);

/* A report of `import` in words (or JSON) on FOLDER/NAME; the caller frees it. NULL when it is refused. */
char *advice_ask(const made_scene *m, const char *name, const tl_mesh_options *options, const char *language,
                 bool json);

/* --- Taking it ---------------------------------------------------------------------------------------------------- */

typedef struct advice {
    char fields[600];       /* of all "in a scene" lines together, with commas, without what a later one takes back */
    char unit[12], up[4];   /* ... of them, or empty */
    double scale;           /* ... or 0 */
    char move[200];         /* the command that moves it to its origin, or empty */
    char join[200];         /* ... that joins cracks */
    bool level, up_first;   /* --level is advised; ... once up is said */
    double roll, pitch, at; /* of the scene's way to do the same */
    bool scaled;            /* ... which goes with the unit and scale told */
} advice;

/* Reads what a report in English advises. */
void advice_read(const char *report, advice *a);
/* The options of a command between backticks, added to those there. `text` keeps what they point into. */
void advice_options(const char *command, tl_mesh_options *options, char text[256]);
/* Codes of a report: what stands between backticks or begins with -- or ", in order, for comparing languages. */
void advice_codes(const char *report, char *codes, size_t size);

#endif
