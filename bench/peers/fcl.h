/* fcl.h: FCL behind plain C functions. A pose is 12 numbers: the images of x, y, z, then of the origin. */
#ifndef TL_BENCH_PEERS_FCL_H
#define TL_BENCH_PEERS_FCL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fcl_peer fcl_peer;
fcl_peer *fcl_peer_build(const double *vertices, size_t vertex_count, const uint32_t *triangles, size_t triangle_count);
void fcl_peer_destroy(fcl_peer *peer);
/* The distance with the nearest points asked for, as range gives them; 0 or negative when they meet. */
double fcl_peer_distance(const fcl_peer *a, const double pose_a[12], const fcl_peer *b, const double pose_b[12]);

#ifdef __cplusplus
}
#endif
#endif
