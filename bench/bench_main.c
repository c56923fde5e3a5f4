/* bench_main.c: bench [NAME ARGUMENTS]: what was measured on what, then tables (README.md says how to read them).
 * TRUELINE_DATA names the folder of real meshes. */
#include "bench_conform.h"
#include "bench_oracle.h"
#include "bench_size.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double bench_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_thread_time(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_random(uint64_t *state, double low, double high) {
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return low + (high - low) * ((double)(z >> 11) * 0x1p-53);
}

static int ascending(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return a < b ? -1 : a > b;
}

void *bench_need(void *memory) {
    if (memory == NULL) {
        fprintf(stderr, "bench: out of memory\n");
        exit(4);
    }
    return memory;
}

void bench_sort(double *numbers, size_t count) {
    qsort(numbers, count, sizeof(*numbers), ascending);
}

/* --- Program ------------------------------------------------------------------------------------------------------ */

static void print_machine(void) {
    char line[256], cpu[256] = "unknown";
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
        if (sscanf(line, "model name : %255[^\n]", cpu) == 1) {
            break;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    printf("CPU %s; compiler %s; commit %s; seed %u\n", cpu, BENCH_COMPILER, BENCH_COMMIT, BENCH_SEED);
}

static int with_meshes(int (*run)(const bench_mesh *meshes, size_t count)) {
    size_t count = 0;
    bench_mesh *meshes = bench_meshes(&count);
    int status = run(meshes, count);
    bench_meshes_free(meshes, count);
    return status;
}

static int run_bvh(int argc, char **argv) {
    (void)argc;
    (void)argv;
    return with_meshes(bench_bvh);
}

static int run_query(int argc, char **argv) {
    (void)argc;
    (void)argv;
    return with_meshes(bench_query);
}

static int run_range(int argc, char **argv) {
    (void)argc;
    (void)argv;
    return bench_range();
}

static int run_visibility(int argc, char **argv) {
    return bench_visibility(argc > 0 ? atoi(argv[0]) : 0, argc > 1 ? argv[1] : NULL);
}

static int run_widen(int argc, char **argv) {
    return bench_widen(argc > 0 ? atoi(argv[0]) : 0, argc > 1 ? argv[1] : NULL);
}

static int run_hard(int argc, char **argv) {
    return bench_hard(argc > 0 ? atoi(argv[0]) : 0, argc > 1 ? argv[1] : NULL);
}

static int run_latency(int argc, char **argv) {
    return bench_latency(argc > 0 ? argv[0] : NULL);
}

static int run_units(int argc, char **argv) {
    return bench_units(argc > 0 ? atoi(argv[0]) : 0, argc > 1 ? argv[1] : NULL, argc > 2 ? argv[2] : NULL);
}

static int run_attack(int argc, char **argv) {
    return bench_attack(argc > 0 ? atoi(argv[0]) : 0, argc > 1 ? argv[1] : NULL);
}

static int run_board(int argc, char **argv) {
    return bench_board(argc > 0 ? argv[0] : NULL);
}

static int run_conform(int argc, char **argv) {
    return bench_conform(argc > 0 ? argv[0] : NULL, argc > 1 ? atof(argv[1]) : 0);
}

static int run_seams(int argc, char **argv) {
    return bench_seams(argc > 0 ? atoi(argv[0]) : 0, argc > 1 ? argv[1] : NULL);
}

static int run_families(int argc, char **argv) {
    bench_oracle_options options;
    return bench_oracle_parse(argc, argv, &options) ? bench_families(&options, true) > 0 : 2;
}

static int run_touch(int argc, char **argv) {
    return bench_touch(argc > 0 ? strtoul(argv[0], NULL, 10) : 0, argc > 1 ? strtoull(argv[1], NULL, 10) : 1);
}

static int run_oracle(int argc, char **argv) {
    bench_oracle_options options;
    return bench_oracle_parse(argc, argv, &options) ? bench_oracle(&options) : 2;
}

static int run_size(int argc, char **argv) {
    return bench_size(argc > 0 ? strtoul(argv[0], NULL, 10) : 0, argc > 1 ? argv[1] : NULL);
}

static int run_frames(int argc, char **argv) {
    return bench_frames(argc > 0 ? strtoul(argv[0], NULL, 10) : 0);
}

static int run_silence(int argc, char **argv) {
    return bench_silence(argc > 0 ? strtoul(argv[0], NULL, 10) : 0);
}

static int run_flush(int argc, char **argv) {
#ifdef BENCH_GMP
    return bench_flush(argc > 0 ? strtoul(argv[0], NULL, 10) : 0, argc > 1 ? strtoull(argv[1], NULL, 10) : 0);
#else
    (void)argc;
    (void)argv;
    fprintf(stderr, "bench: flush is left out: GMP (libgmp-dev), its judge, was not found\n");
    return 2;
#endif
}

static int run_real(int argc, char **argv) {
    (void)argc;
    (void)argv;
    return bench_real();
}

/* What can be run. Correctness takes any time one gives it: it is no part of `all`. */
static const struct {
    const char *name, *arguments;
    int (*run)(int argc, char **argv);
    int most_arguments;
    bool in_all;
} programs[] = {
    {"bvh", "", run_bvh, 0, true},
    {"query", "", run_query, 0, true},
    {"range", "", run_range, 0, true},
    {"visibility", " [PAIRS [TABLE|families]]", run_visibility, 2, true},
    {"sight", " (the same)", run_visibility, 2, false},
    {"widen", " [PAIRS [TABLE]]", run_widen, 2, true},
    {"hard", " [PAIRS [TABLE]]", run_hard, 2, false},
    {"latency", " [TABLE]", run_latency, 1, false},
    {"units", " [ROUNDS [TABLE [QUESTION]]]", run_units, 3, false},
    {"attack", " [ROUNDS [TABLE]]", run_attack, 2, false},
    {"board", " [TABLE]", run_board, 1, false},
    {"conform", " [TABLE [WELD]]", run_conform, 2, true},
    {"seams", " [SCENES [TABLE]]", run_seams, 2, false},
    {"real", "", run_real, 0, false},
    {"size", " [TRIANGLES [FOLDER]]", run_size, 2, false},
    {"frames", " [TRIANGLES]", run_frames, 1, false},
    {"silence", " [TRIANGLES]", run_silence, 1, false},
    {"flush", " [SCENES [SEED]]", run_flush, 2, false},
    {"families", " [OPTIONS]", run_families, 16, false},
    {"touch", " [SCENES [SEED]]", run_touch, 2, false},
    {"oracle", " [OPTIONS]", run_oracle, 16, false},
};
enum { PROGRAMS = sizeof(programs) / sizeof(programs[0]) };

static int usage(void) {
    fprintf(stderr, "usage: bench [all] or one of\n");
    for (int i = 0; i < PROGRAMS; i++) {
        fprintf(stderr, "  bench %s%s\n", programs[i].name, programs[i].arguments);
    }
    return 2;
}

int main(int argc, char **argv) {
    const char *which = argc > 1 ? argv[1] : "all";
    bool all = strcmp(which, "all") == 0, known = false;
    int status = 0;
    for (int i = 0; i < PROGRAMS; i++) {
        bool chosen = all ? programs[i].in_all : strcmp(which, programs[i].name) == 0;
        if (!chosen) {
            continue;
        }
        if (!all && argc - 2 > programs[i].most_arguments) {
            return usage();
        }
        if (!known) {
            print_machine();
        }
        known = true;
        status |= programs[i].run(all ? 0 : argc - 2, argv + 2);
    }
    return known ? status : usage();
}
