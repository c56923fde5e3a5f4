/* package_look.h: what a 3MF holds that lib3mf doesn't hand over: extensions of the format. Internal to engine/import.
 */
#ifndef TL_IMPORT_PACKAGE_LOOK_H
#define TL_IMPORT_PACKAGE_LOOK_H

#include "base/base.h"

typedef struct tl_package_facts {
    uint64_t beams;   /* of lattices */
    uint64_t slices;  /* of stacks that lie beside a mesh or stand for one */
    uint64_t shapes;  /* objects made otherwise than of triangles: by formula, or out of others */
    char unknown[64]; /* an element or attribute of the format's own namespace that it doesn't know; empty: none */
    bool unknown_attribute;
} tl_package_facts;

/* Looks through all model parts of the package. An extension that the 3MF says one must understand, and we don't, is
 * refused by its name (TL_ERROR_UNSUPPORTED); beams are told by the caller, as the rest can be read without them. */
tl_status tl_import_look_into_package(tl_context *context, const char *path, const char *bytes, size_t size,
                                      tl_package_facts *facts, tl_error *error);

#endif
