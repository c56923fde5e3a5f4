/* gltf_unpacked.c: what a glTF is told whose compression this build can't undo. */
#include "import/gltf_packed.h"

tl_status tl_gltf_fail_packed(tl_gltf *file, bool draco, const char *place) {
    return tl_fail(file->error, TL_ERROR_UNSUPPORTED, file->path, place, "export it again without compression",
                   "its meshes are compressed with %s, which this build of Trueline doesn't read",
                   draco ? "Draco (" TL_GLTF_DRACO ")" : "meshopt (" TL_GLTF_MESHOPT ")");
}

#ifndef TRUELINE_DRACO

bool tl_draco_is_here(void) {
    return false;
}

tl_gltf_draco_mesh *tl_draco_decode(const void *bytes, size_t size, char *why, size_t room) {
    (void)bytes;
    (void)size;
    (void)why;
    (void)room;
    return NULL;
}

void tl_draco_destroy(tl_gltf_draco_mesh *mesh) {
    (void)mesh;
}

size_t tl_draco_points(const tl_gltf_draco_mesh *mesh) {
    (void)mesh;
    return 0;
}

size_t tl_draco_faces(const tl_gltf_draco_mesh *mesh) {
    (void)mesh;
    return 0;
}

void tl_draco_corners(const tl_gltf_draco_mesh *mesh, uint32_t *corners) {
    (void)mesh;
    (void)corners;
}

bool tl_draco_attribute(const tl_gltf_draco_mesh *mesh, uint32_t id, unsigned width, int type, void *numbers) {
    (void)mesh;
    (void)id;
    (void)width;
    (void)type;
    (void)numbers;
    return false;
}

#endif
