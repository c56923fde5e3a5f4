/* file.h: whole files, read with a limit and written all or nothing. */
#ifndef TL_IO_FILE_H
#define TL_IO_FILE_H

#include "base/base.h"

typedef enum tl_file_kind { TL_FILE_REGULAR, TL_FILE_FOLDER, TL_FILE_OTHER } tl_file_kind;

/* What lies at a path: its kind and, for a regular file, its size in bytes. Outputs may be NULL.
 * Errors: TL_ERROR_FILE with the reason (missing, not allowed, ...) and a remedy. */
tl_status tl_file_look(const char *path, tl_file_kind *kind, uint64_t *size, tl_error *error);

/* Whether two paths lead to the same file, or are written alike. */
bool tl_file_is_same(const char *a, const char *b);

/* Reads a whole regular file, at most `limit` bytes of it being allowed. `*data` gets `*size` bytes and a zero after
 * them, so that text can be used as a string; the caller frees it with tl_free. On failure the outputs stay as they
 * were. Errors: TL_ERROR_FILE (missing, a folder, unreadable), TL_ERROR_LIMIT (larger than `limit`), TL_ERROR_MEMORY.
 */
tl_status tl_file_read(tl_context *context, const char *path, size_t limit, char **data, size_t *size, tl_error *error);

/* What tl_file_put says of a place where something lies that is neither a file nor a folder: a device, a pipe. */
enum { TL_FILE_IS_NONE = -1 };

/* As tl_file_save, but returns 0, an errno or TL_FILE_IS_NONE, for messages that name what was to be saved. */
int tl_file_put(const char *path, const void *data, size_t size);

/* Puts `size` bytes at `path`, all or nothing: they are written to a new file beside it, forced to disk, and renamed
 * over it, so that whatever happens the path holds either the old or the new content. Permissions of an existing file
 * are kept, and where the path is a symbolic link its target is replaced. What is no file, such
 * as a device or a pipe, is refused. Errors: TL_ERROR_FILE; then the old content is untouched and no new file stays
 * behind. */
tl_status tl_file_save(tl_context *context, const char *path, const void *data, size_t size, tl_error *error);

/* The path's extension without the dot, or "": "glb" of "a.b/tank.glb", "" of "a.b/tank" and of ".profile". Points into
 * `path`. */
const char *tl_file_path_extension(const char *path);

/* The last name in a path: "tank.glb" of "a/tank.glb". Points into `path`. */
const char *tl_file_path_name(const char *path);

/* `path` as it is meant inside `file`: unchanged when absolute, else relative to the folder that `file` is in. The
 * caller frees it with tl_free; NULL without memory. */
char *tl_file_path_beside(tl_context *context, const char *file, const char *path);

/* Whether what is at `path`, wherever links lead, lies in the folder that `file` is in, or in one of its folders; false
 * where there is nothing. */
bool tl_file_path_is_inside(const char *file, const char *path);

#endif
