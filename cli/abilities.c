/* abilities.c: what this program was built without, and what is said of it. */
#include "cli.h"

tl_status cli_lacks(tl_error *error, const char *what, const char *remedy) {
    *error = (tl_error){.status = TL_ERROR_UNSUPPORTED};
    snprintf(error->message, sizeof(error->message), "this program was built without %s", what);
    snprintf(error->remedy, sizeof(error->remedy), "%s", remedy);
    return error->status;
}

tl_status cli_pictures_check(tl_error *error) {
#ifdef TRUELINE_PICTURES
    (void)error;
    return TL_OK;
#else
    return cli_lacks(error, "pictures", "build it with TRUELINE_VIEWER=ON and OpenGL, or ask without a picture");
#endif
}
