/* patience.c: what a person at a terminal sees of long work, and how they end it: with Ctrl-C, in order. */
#include "cli.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SHOWN_AFTER   0.7 /* seconds of work */
#define SHOWN_EVERY   0.1
#define GUESSED_AFTER 2 /* seconds of a stage: before that nobody can tell how long it takes */

static volatile sig_atomic_t interrupted; /* what a signal handler may touch */

/* The second time there is no handler any more, and the program ends at once. */
static void interrupt(int number) {
    (void)number;
    interrupted = 1;
}

/* Something that is under way. Long work has several that take turns, and each has a clock of its own. */
typedef struct patience_stage {
    char what[64];
    double since, begun; /* since when, and how far it was then */
    double done;         /* how far it is */
} patience_stage;

enum { STAGES = 8 };

typedef struct patience {
    double start, shown;           /* seconds */
    patience_stage stages[STAGES]; /* those that were heard of last, the latest first */
    bool terminal, line;           /* whether somebody looks, and whether a line is there */
} patience;

static patience self;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The stage that is told of; one that is less far than it was is the same of another mesh, and begins. */
static const patience_stage *stage_of(double time, double done, const char *what) {
    patience_stage told = {.since = time, .begun = done, .done = done};
    size_t i = 0;
    while (i < STAGES - 1 && self.stages[i].what[0] != '\0' && strcmp(self.stages[i].what, what) != 0) {
        i++;
    }
    if (strcmp(self.stages[i].what, what) == 0 && done > self.stages[i].done - 1e-6) {
        told = self.stages[i];
        told.done = done;
    }
    snprintf(told.what, sizeof(told.what), "%s", what);
    memmove(&self.stages[1], &self.stages[0], i * sizeof(patience_stage));
    self.stages[0] = told;
    return &self.stages[0];
}

/* How long a stage still takes at its pace so far; empty while that is no more than a guess. */
static const char *left(double time, const patience_stage *s, char text[32]) {
    double passed = time - s->since, gone = s->done - s->begun, seconds = gone > 0 ? passed * (1 - s->done) / gone : 0;
    text[0] = '\0';
    if (passed > GUESSED_AFTER && gone > 0) {
        snprintf(text, 32, seconds < 90 ? ", %.0f s left" : ", %.0f min left", seconds < 90 ? seconds : seconds / 60);
    }
    return text;
}

bool cli_go_on(void *user, double done, const char *what) {
    (void)user;
    if (!self.terminal || interrupted) {
        return !interrupted;
    }
    double time = now();
    const patience_stage *s = stage_of(time, done, what);
    if (time - self.start > SHOWN_AFTER && time - self.shown > SHOWN_EVERY) {
        char rest[32];
        self.shown = time;
        self.line = true;
        if (done > 0) {
            fprintf(stderr, "\r\033[K%s: %.0f %%%s", what, 100 * done, left(time, s, rest));
        } else {
            fprintf(stderr, "\r\033[K%s ...", what);
        }
        fflush(stderr);
    }
    return true;
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
    (void)sigaction(SIGTERM, &action, NULL);
    self = (patience){.start = now(), .terminal = shows && isatty(STDERR_FILENO)};
}

bool cli_interrupted(void) {
    return interrupted != 0;
}
