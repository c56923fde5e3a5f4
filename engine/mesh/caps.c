/* caps.c: caps found again, and freed. */
#include "mesh/caps.h"

void tl_caps_destroy(tl_caps *caps) {
    if (caps != NULL) {
        tl_context *context = caps->mesh->context;
        tl_mesh_destroy(caps->mesh);
        tl_free(context, caps->items);
        tl_free(context, caps->rims);
        tl_free(context, caps);
    }
}

size_t tl_caps_of_triangle(const tl_caps *caps, uint32_t triangle) {
    size_t i = 0;
    while (i + 1 < caps->count && caps->items[i + 1].first_triangle <= triangle) {
        i++;
    }
    return i;
}
