/* finish.h: what all readers of mesh files share: limits, units, and the last steps. Internal to engine/import. */
#ifndef TL_IMPORT_FINISH_H
#define TL_IMPORT_FINISH_H

#include "mesh/mesh.h"

/* A file of a few bytes can use one mesh many times; beyond these nothing useful is left. */
#define TL_IMPORT_MOST_CORNERS ((uint64_t)200000000)
#define TL_IMPORT_MOST_PIECES  ((uint64_t)1000000)

/* A file of a gigabyte has some twenty million triangles: more than the engine will ever serve. */
#define TL_LARGEST_FILE ((size_t)1 << 30)

/* What progress is told of. */
#define TL_PARSING "reading the mesh"
#define TL_TAKING  "taking faces"

/* The unit of that many metres, with `*scale` 1; or centimetres and a scale where it has no name. */
tl_mesh_unit tl_import_unit_of_metres(double metres, double *scale);

/* Makes room in the mesh for that many vertices and triangles in all. TL_ERROR_LIMIT beyond the limits above, _MEMORY.
 */
tl_status tl_import_room(tl_mesh *mesh, const char *path, uint64_t vertices, uint64_t triangles, uint64_t pieces,
                         tl_error *error);

/* Coordinates must be finite and within +-1e30, so that nothing overflows later; those nearer to 0 than 1e-60 become 0,
 * so that nothing underflows in the exact predicates. Looks at the vertices from `base` on; returns the first that is
 * wrong, with the number in `*wrong`, or the number of vertices. */
size_t tl_import_check_numbers(tl_mesh *mesh, size_t base, double *wrong);
/* The same for a mesh before it is welded, of whose vertices only those count that a triangle uses: fails with the
 * first wrong one, by its triangle and piece where each triangle has vertices of its own. */
tl_status tl_import_check_corners(tl_mesh *mesh, const char *path, tl_error *error);
/* "not a finite number", or what else is wrong with it. */
const char *tl_import_wrong_number(double number);

/* TL_ERROR_FORMAT at a line of a text file. */
tl_status tl_import_fail_line(tl_error *error, const char *path, size_t line, const char *remedy, const char *format,
                              ...) __attribute__((format(printf, 5, 6)));

/* Welds, refuses a mesh without area, and warns of digits that float32 has lost far from the origin. */
tl_status tl_import_finish(tl_mesh *mesh, const char *path, tl_error *error);

/* What is told of a text file whose last line has no end. */
#define TL_IMPORT_OPEN_END "the file ends in the middle of a line: it may be cut off"

/* Text in UTF-16, which no format for meshes knows. */
tl_status tl_import_fail_utf16(const char *path, tl_error *error);
tl_status tl_import_fail_without_triangles(const char *path, tl_error *error);
tl_status tl_import_fail_too_large(const char *path, tl_error *error);

#endif
