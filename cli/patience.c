/* patience.c: what a person at a terminal sees of long work, and how they end it: with Ctrl-C, in order. */
#include "cli.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SHOWN_AFTER 0.7 /* seconds of work */
#define SHOWN_EVERY 0.1

static volatile sig_atomic_t interrupted; /* what a signal handler may touch */

/* The second time there is no handler any more, and the program ends at once. */
static void interrupt(int number) {
    (void)number;
    interrupted = 1;
}

typedef struct patience {
    double start, shown; /* seconds */
    bool terminal, line; /* whether somebody looks, and whether a line is there */
} patience;

static patience self;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

bool cli_go_on(void *user, double done, const char *what) {
    (void)user;
    double time = self.terminal ? now() : 0;
    if (self.terminal && !interrupted && time - self.start > SHOWN_AFTER && time - self.shown > SHOWN_EVERY) {
        self.shown = time;
        self.line = true;
        if (done > 0) {
            fprintf(stderr, "\r\033[K%s: %.0f %%", what, 100 * done);
        } else {
            fprintf(stderr, "\r\033[K%s ...", what);
        }
        fflush(stderr);
    }
    return !interrupted;
}

void cli_clear_line(void) {
    if (self.line) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        self.line = false;
    }
}

void cli_be_patient(bool shows) {
    struct sigaction action;
    memset(&action, 0, sizeof(action));
    action.sa_handler = interrupt;
    action.sa_flags = (int)SA_RESETHAND; /* and no restart: who waits for a line is woken */
    sigemptyset(&action.sa_mask);
    (void)sigaction(SIGINT, &action, NULL);
    self = (patience){.start = now(), .terminal = shows && isatty(STDERR_FILENO)};
}

bool cli_interrupted(void) {
    return interrupted != 0;
}
