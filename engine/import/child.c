/* child.c: the import child. It limits itself, reads the file, hands back the answer, and is gone. */
#include "import/import.h"
#include "import/answer.h"
#include "import/load.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static void limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit limits = {(rlim_t)soft, (rlim_t)hard};
    (void)setrlimit(resource, &limits);
}

/* Sanitizers reserve terabytes of addresses: there the limit on memory would end every run. */
static bool can_limit_memory(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
    return false;
#else
    return true;
#endif
#else
    return true;
#endif
}

int tl_import_child_main(int argc, char **argv) {
    if (argc != 5) {
        return 2;
    }
    uint64_t memory = strtoull(argv[3], NULL, 10);
    uint64_t seconds = strtoull(argv[4], NULL, 10);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody waits for the answer of a dead parent */
    closefrom(TL_PIPE_FILE + 1);
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_CPU, seconds, seconds + 1); /* at the soft limit SIGXCPU comes, which tells time from memory */
    limit(RLIMIT_FSIZE, memory, memory);     /* holds for the memory file too */
    if (can_limit_memory()) {
        limit(RLIMIT_AS, memory, memory);
    }
    tl_context *context = tl_context_create(NULL);
    if (context == NULL) {
        return 1;
    }
    tl_mesh *mesh = NULL;
    tl_error error = {0};
    tl_status status = tl_load(context, argv[2], &mesh, &error);
    if (status == TL_ERROR_MEMORY) {
        /* It was our own limit that was reached. */
        error = (tl_error){0};
        status =
            tl_fail(&error, TL_ERROR_LIMIT, argv[2], NULL, "use a simplified mesh, or export it as OBJ, STL or GLB",
                    "there was not enough memory to read it");
    }
    bool written = tl_answer_write(TL_ANSWER_FILE, status == TL_OK ? mesh : NULL, &error);
    /* Without destructors: Assimp's may crash on what a damaged file has left behind. */
    _exit(written ? 0 : 1);
}
