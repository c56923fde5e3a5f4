/* draco_encode.h: packing triangles by libdraco, for tests of what unpacks them. */
#ifndef TESTS_SUPPORT_DRACO_ENCODE_H
#define TESTS_SUPPORT_DRACO_ENCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct draco_input {
    size_t vertex_count, face_count;
    const float *positions; /* 3 each */
    const uint32_t *faces;  /* 3 each */
    size_t joint_sets;      /* 0: none packed */
    const uint16_t *joints[2];
    const float *weights[2]; /* 4 each */
    bool edgebreaker;        /* else sequential, which keeps the order */
    int bits;                /* of a position; 0: all of it */
    int speed;               /* 0 to 10 */
} draco_input;

/* By what numbers the attributes are told apart in it. */
enum { DRACO_POSITION = 5, DRACO_JOINTS = 2, DRACO_WEIGHTS = 9 }; /* of the second set: one more */

/* The packed bytes, to be freed with free, and how many points and faces come out of them again; NULL when it fails. */
unsigned char *draco_encode(const draco_input *input, size_t *size, size_t *points, size_t *faces);

#ifdef __cplusplus
}
#endif
#endif
