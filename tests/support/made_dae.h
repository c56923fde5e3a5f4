/* made_dae.h: random COLLADA files of which is known what they hold: triangles, polygons, strips, nodes, skins and
 * morphs; what a reader should make of them by plain formulas; and the many spellings they may have. */
#ifndef TL_TESTS_MADE_DAE_H
#define TL_TESTS_MADE_DAE_H

#include "mesh/mesh.h"
#include "support/assert_geom.h"

enum {
    MADE_DAE_MOST_GEOMETRIES = 3,
    MADE_DAE_MOST_PARTS = 3,
    MADE_DAE_MOST_FACES = 4,
    MADE_DAE_MOST_CORNERS = 6,
    MADE_DAE_MOST_POINTS = 96
};
enum {
    MADE_DAE_MOST_NODES = 7,
    MADE_DAE_MOST_STEPS = 3,
    MADE_DAE_MOST_JOINTS = 3,
    MADE_DAE_MOST_TARGETS = 2,
    MADE_DAE_MOST_RESULTS = 4096
};

typedef enum made_dae_part_kind {
    MADE_DAE_TRIANGLES,
    MADE_DAE_POLYLIST,
    MADE_DAE_POLYGONS,
    MADE_DAE_STRIPS,
    MADE_DAE_FANS,
    MADE_DAE_PART_KINDS
} made_dae_part_kind;

/* Each face, strip or fan has points of its own. */
typedef struct made_dae_part {
    made_dae_part_kind kind;
    int faces, sizes[MADE_DAE_MOST_FACES], first[MADE_DAE_MOST_FACES];
} made_dae_part;

typedef struct made_dae_geometry {
    tl_vec3 points[MADE_DAE_MOST_POINTS];
    int point_count, parts;
    made_dae_part part[MADE_DAE_MOST_PARTS];
} made_dae_geometry;

typedef enum made_dae_step_kind {
    MADE_DAE_MATRIX,
    MADE_DAE_TRANSLATE,
    MADE_DAE_ROTATE,
    MADE_DAE_SCALE,
    MADE_DAE_LOOK_AT,
    MADE_DAE_SKEW,
    MADE_DAE_STEP_KINDS
} made_dae_step_kind;

typedef struct made_dae_step {
    made_dae_step_kind kind;
    double number[16];
} made_dae_step;

typedef enum made_dae_holds {
    MADE_DAE_NOTHING,
    MADE_DAE_GEOMETRY,
    MADE_DAE_SKIN,
    MADE_DAE_MORPH,
    MADE_DAE_BENT_MORPH
} made_dae_holds;

typedef struct made_dae_node {
    int parent; /* -1: the scene */
    int steps;
    made_dae_step step[MADE_DAE_MOST_STEPS];
    made_dae_holds holds;
    int geometry;
    bool in_library; /* its parent instances it */
} made_dae_node;

/* The skin of every SKIN and BENT_MORPH, with random pairs for each point. */
typedef struct made_dae_file {
    int geometries, nodes;
    made_dae_geometry geometry[MADE_DAE_MOST_GEOMETRIES];
    made_dae_node node[MADE_DAE_MOST_NODES];
    int copied; /* a library node that the scene instances once more; -1: none */
    double copied_by[3];
    int joints, joint[MADE_DAE_MOST_JOINTS];          /* numbers of nodes */
    made_dae_step shape, bound[MADE_DAE_MOST_JOINTS]; /* the matrices of a skin */
    int pairs[MADE_DAE_MOST_POINTS], pair_joint[MADE_DAE_MOST_POINTS][2];
    double pair_weight[MADE_DAE_MOST_POINTS][2];
    int targets;
    tl_vec3 target[MADE_DAE_MOST_TARGETS][MADE_DAE_MOST_POINTS]; /* of the first geometry */
    double target_weight[MADE_DAE_MOST_TARGETS];
    bool relative;
    int unit, up;
} made_dae_file;

/* What a file may say of its unit and of what is up, and how that is read. */
enum { MADE_DAE_UNITS = 8, MADE_DAE_UPS = 4 };
typedef struct made_dae_unit {
    const char *tag;
    tl_mesh_unit read_as;
    double scale;
} made_dae_unit;
typedef struct made_dae_up {
    const char *tag;
    tl_axis axis;
} made_dae_up;
extern const made_dae_unit made_dae_units[MADE_DAE_UNITS];
extern const made_dae_up made_dae_ups[MADE_DAE_UPS];

/* The faces of the mesh, in order. */
typedef struct made_dae_face {
    int count;
    tl_vec3 corner[MADE_DAE_MOST_CORNERS];
    bool turned; /* its node mirrors: it is wound the other way */
    bool either; /* some of what moves it does */
} made_dae_face;

typedef struct made_dae_faces {
    int count;
    made_dae_face all[MADE_DAE_MOST_RESULTS];
} made_dae_faces;

/* A file of a round: every third is plain, every third has skins and morphs. */
void made_dae_make(test_random *random, made_dae_file *k, int round);
/* What should come of it, each transformation by the plain formula. */
void made_dae_expect(const made_dae_file *k, made_dae_faces *out);
/* Its bytes in some spelling, with a zero behind them; the caller frees them. */
char *made_dae_write(test_random *random, const made_dae_file *k, size_t *size);

#endif
