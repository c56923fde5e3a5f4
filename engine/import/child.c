/* child.c: the import child. It limits itself, reads the file, hands back the answer, and is gone. */
#include "import/import.h"
#include "import/answer.h"
#include "import/finish.h"
#include "import/load.h"
#include "import/sandbox.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* The steps of reading, by what they are called, and where in the whole they begin and end. */
static const struct step {
    const char *what;
    double begin, end;
} steps[] = {{TL_PARSING, 0, 0.5}, {TL_TAKING, 0.5, 0.7}, {TL_WELDING, 0.7, 1}};

/* Tells the parent, a byte whenever it grows. A full or closed pipe is no matter. */
static bool tell_share(void *user, double done, const char *what) {
    unsigned char *told = user;
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        double share = strcmp(what, steps[i].what) == 0 ? steps[i].begin + done * (steps[i].end - steps[i].begin) : 0;
        unsigned char said = (unsigned char)(255 * share);
        if (said > *told) {
            *told = said;
            (void)!write(TL_PIPE_FILE, &said, 1);
        }
    }
    return true;
}

int tl_import_child_main(int argc, char **argv) {
    if (argc != 5) {
        return 2;
    }
    uint64_t memory = strtoull(argv[3], NULL, 10);
    uint64_t seconds = strtoull(argv[4], NULL, 10);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody waits for the answer of a dead parent */
    closefrom(TL_PIPE_FILE + 1);
    unsigned char told = 0;
    const tl_context_options options = {
        .struct_size = sizeof(tl_context_options), .user = &told, .progress = tell_share};
    tl_context *context = tl_context_create(&options);
    if (context == NULL) {
        return 1;
    }
    tl_import_reading reading = {.guards = tl_sandbox_enter(argv[2], memory, seconds)};
    tl_error error = {0};
    tl_status status = tl_import_load(context, argv[2], &reading, &error);
    if (status == TL_ERROR_MEMORY) {
        /* It was our own limit that was reached. */
        error = (tl_error){0};
        status =
            tl_fail(&error, TL_ERROR_LIMIT, argv[2], NULL, "use a simplified mesh, or export it as OBJ, STL or GLB",
                    "there was not enough memory to read it");
    }
    bool written = tl_import_answer_write(TL_IMPORT_ANSWER_FILE, status == TL_OK ? &reading : NULL, &error);
    /* Without destructors: Assimp's may crash on what a damaged file has left behind. */
    _exit(written ? 0 : 1);
}
