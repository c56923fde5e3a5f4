/* obj.h: the text of a model as a Wavefront OBJ file. */
#pragma once

#include "model.h"

typedef struct text {
    char *bytes;
    int count, capacity;
} text;

/* One object a part, corners shared inside a part, every coordinate written exactly. */
void obj_write(const model *m, text *out);
