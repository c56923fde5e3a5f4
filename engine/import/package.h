/* package.h: reading 3MF packages with lib3mf in this very process. Internal to engine/import. */
#ifndef TL_IMPORT_PACKAGE_H
#define TL_IMPORT_PACKAGE_H

#include "mesh/mesh.h"

/* As tl_import_load, for the content of a 3MF (3MF Core Specification 1.3, Production Extension 1.1): what the build
 * items place, in the model's unit, Z up. Components may lie in other model files of the package. Support structures,
 * which are cut off after printing, are left out, with a warning. A piece's names are the object's name and part
 * number, then those of the objects that it is a component of. TL_ERROR_UNSUPPORTED where Trueline was built without
 * lib3mf. */
tl_status tl_import_load_package(tl_context *context, const char *path, char *bytes, size_t size, tl_mesh **mesh,
                                 tl_error *error);

#endif
