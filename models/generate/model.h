/* A model is a list of named parts, a part a list of shells, a shell a closed surface of triangles.
 * Points are kept on a grid of 1/1024 mm: last-bit differences between math libraries vanish there,
 * and every coordinate is exact in a float as well as in its decimal form.
 */
#pragma once

#include "vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRID_PER_MM 1024

typedef struct grid_point {
    int32_t c[3];
} grid_point;

typedef struct triangle {
    grid_point p[3];
} triangle;

typedef struct shell {
    int part;
    int first, count; /* triangles */
    bool sheet;       /* an open surface, on purpose */
} shell;

typedef struct part {
    char name[32];
    int first, count; /* triangles */
} part;

typedef struct model {
    const char *name;
    part *parts;
    shell *shells;
    triangle *triangles;
    int part_count, shell_count, triangle_count;
    int part_capacity, shell_capacity, triangle_capacity;
    transform stack[16];
    int depth;
} model;

void model_begin(model *m, const char *name);
void model_free(model *m);

/* Shells added from here on belong to this part. */
void model_part(model *m, const char *name);

/* Everything added until the matching pop is placed by `t` inside the placement before it. */
void model_push(model *m, transform t);
void model_pop(model *m);

/* Adds a closed shell; `corners` are indices into `points`, three a triangle, wound either way round:
 * the sign of the enclosed volume decides which side is out. */
void model_shell(model *m, const vec3 *points, const int *corners, int triangle_count);

/* Adds an open surface, wound as given. */
void model_sheet(model *m, const vec3 *points, const int *corners, int triangle_count);

/* Lowers or lifts all triangles from `first` on until they stand on z = 0. */
void model_settle(model *m, int first);

/* Lifts all triangles from `first` on. */
void model_raise(model *m, int first, double height);

/* Lowest and highest grid point of a part, or of the whole model for part -1. */
void model_bounds(const model *m, int part_index, grid_point *low, grid_point *high);

/* Reallocates or ends the program with a message: a generator has nothing to save. */
void *grow(void *memory, int *capacity, int needed, size_t size);
