/* nodes.h: the nodes of a glTF, counted before anybody makes them. Internal to engine/import. */
#ifndef TL_IMPORT_NODES_H
#define TL_IMPORT_NODES_H

#include "base/base.h"

#include <jansson.h>

/* No program nests nodes deeper than a few dozen levels; importers recurse into them. */
#define TL_MOST_NODE_LEVELS 1024

/* Nodes name their children by number, so a small file can nest them very deep, or, where two name the same child
 * (which the format forbids: glTF 2.0, 3.5.3), stand for more of them than memory holds. Fails with TL_ERROR_LIMIT on
 * both, without recursion and in the time that reading the file takes. Nodes in a circle, and children that are not
 * there, are left to the importer, which tells of them. */
tl_status tl_check_nodes(tl_context *context, const char *path, const json_t *root, tl_error *error);

#endif
