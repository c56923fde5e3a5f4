/* gltf_packed.h: geometry that a glTF holds compressed, unpacked by libdraco and meshoptimizer where Trueline was built
 * with them. Internal to engine/import. */
#ifndef TL_IMPORT_GLTF_PACKED_H
#define TL_IMPORT_GLTF_PACKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#else
#include "import/gltf.h"
/* TL_ERROR_UNSUPPORTED: this build can't unpack Draco's, or else meshopt's, compression. */
tl_status tl_gltf_fail_packed(tl_gltf *file, bool draco, const char *place);
#endif

/* Whether this build can. */
bool tl_draco_is_here(void);
bool tl_gltf_meshopt_is_here(void);

/* --- Draco -------------------------------------------------------------------------------------------------------- */

typedef struct tl_gltf_draco_mesh tl_gltf_draco_mesh;

/* NULL when the bytes are no mesh that libdraco reads, or memory is short; `why` gets libdraco's own words. Destroyed
 * by the caller. */
tl_gltf_draco_mesh *tl_draco_decode(const void *bytes, size_t size, char *why, size_t room);
void tl_draco_destroy(tl_gltf_draco_mesh *mesh);
size_t tl_draco_points(const tl_gltf_draco_mesh *mesh);
size_t tl_draco_faces(const tl_gltf_draco_mesh *mesh);
/* Three points for each face, each less than tl_draco_points. */
void tl_draco_corners(const tl_gltf_draco_mesh *mesh, uint32_t *corners);
/* The attribute with that id, of `width` numbers to a point, into numbers of a glTF component type (5120 to 5126),
 * close together. False when there is no such attribute, or a number doesn't fit its type. */
bool tl_draco_attribute(const tl_gltf_draco_mesh *mesh, uint32_t id, unsigned width, int type, void *numbers);

/* --- meshopt ------------------------------------------------------------------------------------------------------ */

/* How a buffer view is packed (EXT_meshopt_compression). */
typedef enum tl_meshopt_mode { TL_MESHOPT_ATTRIBUTES, TL_MESHOPT_TRIANGLES, TL_MESHOPT_INDICES } tl_meshopt_mode;
typedef enum tl_meshopt_filter {
    TL_MESHOPT_NONE,
    TL_MESHOPT_OCTAHEDRAL,
    TL_MESHOPT_QUATERNION,
    TL_MESHOPT_EXPONENTIAL
} tl_meshopt_filter;

/* Whether the bytes begin as those of a later version of the mode's packing, which this build can't unpack. */
bool tl_gltf_meshopt_is_later(tl_meshopt_mode mode, const unsigned char *bytes, size_t size);
/* Unpacks `count` elements of `stride` bytes. False when the bytes are damaged, or the mode or filter knows no such
 * stride or count. */
bool tl_gltf_meshopt_decode(tl_meshopt_mode mode, tl_meshopt_filter filter, size_t count, size_t stride,
                            const void *bytes, size_t size, void *unpacked);

#ifdef __cplusplus
}
#endif

#endif
