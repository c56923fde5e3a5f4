/* gltf_meshopt.c: buffer views that meshoptimizer packed, unpacked (EXT_meshopt_compression). The only file that knows
 * it. */
#include "import/gltf_packed.h"

/* The first byte tells the packing and, in its lower half, the version. */
bool tl_gltf_meshopt_is_later(tl_meshopt_mode mode, const unsigned char *bytes, size_t size) {
    unsigned packing = mode == TL_MESHOPT_ATTRIBUTES ? 0xa0U : mode == TL_MESHOPT_TRIANGLES ? 0xe0U : 0xd0U;
    unsigned latest = mode == TL_MESHOPT_ATTRIBUTES ? 0 : 1;
    return size > 0 && (bytes[0] & 0xf0U) == packing && (bytes[0] & 0x0fU) > latest;
}

#ifndef TRUELINE_MESHOPT

bool tl_gltf_meshopt_is_here(void) {
    return false;
}

bool tl_gltf_meshopt_decode(tl_meshopt_mode mode, tl_meshopt_filter filter, size_t count, size_t stride,
                            const void *bytes, size_t size, void *unpacked) {
    (void)mode;
    (void)filter;
    (void)count;
    (void)stride;
    (void)bytes;
    (void)size;
    (void)unpacked;
    return false;
}

#else

#include <meshoptimizer.h>

bool tl_gltf_meshopt_is_here(void) {
    return true;
}

/* What the library asserts, or takes on trust. */
static bool fits(tl_meshopt_mode mode, tl_meshopt_filter filter, size_t count, size_t stride) {
    if (mode != TL_MESHOPT_ATTRIBUTES) {
        return (stride == 2 || stride == 4) && filter == TL_MESHOPT_NONE &&
               (mode == TL_MESHOPT_INDICES || count % 3 == 0);
    }
    bool filtered = filter == TL_MESHOPT_OCTAHEDRAL   ? stride == 4 || stride == 8
                    : filter == TL_MESHOPT_QUATERNION ? stride == 8
                                                      : true;
    return stride > 0 && stride <= 256 && stride % 4 == 0 && filtered;
}

bool tl_gltf_meshopt_decode(tl_meshopt_mode mode, tl_meshopt_filter filter, size_t count, size_t stride,
                            const void *bytes, size_t size, void *unpacked) {
    if (!fits(mode, filter, count, stride)) {
        return false;
    }
    int result = mode == TL_MESHOPT_ATTRIBUTES  ? meshopt_decodeVertexBuffer(unpacked, count, stride, bytes, size)
                 : mode == TL_MESHOPT_TRIANGLES ? meshopt_decodeIndexBuffer(unpacked, count, stride, bytes, size)
                                                : meshopt_decodeIndexSequence(unpacked, count, stride, bytes, size);
    if (result != 0) {
        return false;
    }
    switch (filter) {
    case TL_MESHOPT_OCTAHEDRAL:
        meshopt_decodeFilterOct(unpacked, count, stride);
        break;
    case TL_MESHOPT_QUATERNION:
        meshopt_decodeFilterQuat(unpacked, count, stride);
        break;
    case TL_MESHOPT_EXPONENTIAL:
        meshopt_decodeFilterExp(unpacked, count, stride);
        break;
    case TL_MESHOPT_NONE:
        break;
    }
    return true;
}

#endif
