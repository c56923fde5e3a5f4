/* sized.c: the one place where sizes of callers' structs are looked at. */
#include "base/sized.h"

#include <stdio.h>
#include <string.h>

/* No later version adds so much: a size beyond is a field that was never set. */
static const size_t MOST_ADDED = 4096;

static tl_status check_size(const tl_sized_kind *kind, size_t size, tl_error *error) {
    char place[80], remedy[160];
    if (size >= kind->least && size <= kind->size + MOST_ADDED) {
        return TL_OK;
    }
    snprintf(place, sizeof(place), "%.60s.struct_size", kind->name);
    snprintf(remedy, sizeof(remedy), "set struct_size to sizeof(%.60s): its _INIT macro does", kind->name);
    return tl_fail(error, TL_ERROR_ARGUMENT, NULL, place, remedy, "no version of %.60s has a size of %zu bytes",
                   kind->name, size);
}

/* Whether all of `count` bytes are zero. */
static bool is_blank(const unsigned char *bytes, size_t count) {
    size_t i = 0;
    while (i < count && bytes[i] == 0) {
        i++;
    }
    return i == count;
}

tl_status tl_sized_take(const tl_sized_kind *kind, const void *given, void *taken, tl_error *error) {
    size_t size;
    memset(taken, 0, kind->size);
    memcpy(taken, &kind->size, sizeof(size));
    if (given == NULL) {
        return TL_OK;
    }
    memcpy(&size, given, sizeof(size));
    tl_status status = check_size(kind, size, error);
    if (status != TL_OK) {
        return status;
    }
    const unsigned char *bytes = given;
    size_t known = size < kind->size ? size : kind->size;
    if (!is_blank(bytes + known, size - known)) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, kind->name,
                       "run with the library that the program was built for, or build it with the headers of this one",
                       "made for a later version of the library: something is filled in behind the first %zu bytes, "
                       "which are all that version " TL_VERSION " knows",
                       kind->size);
    }
    memcpy((unsigned char *)taken + sizeof(size), bytes + sizeof(size), known - sizeof(size));
    return TL_OK;
}

tl_status tl_sized_give(const tl_sized_kind *kind, const void *made, void *given, tl_error *error) {
    size_t size;
    memcpy(&size, given, sizeof(size));
    tl_status status = check_size(kind, size, error);
    if (status == TL_OK) {
        size_t known = size < kind->size ? size : kind->size;
        memset(given, 0, size);
        memcpy(given, made, known);
        memcpy(given, &size, sizeof(size));
    }
    return status;
}
