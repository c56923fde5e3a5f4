/* bench_oracle.h: the campaigns against wrong verdicts. */
#ifndef TL_BENCH_BENCH_ORACLE_H
#define TL_BENCH_BENCH_ORACLE_H

#include "bench.h"

typedef struct bench_oracle_options {
    const char *scene;  /* one table of scenes.h, "families", or NULL for all */
    const char *family; /* only this one; NULL for all */
    long pairs;         /* of each table, of each width of each family; 0: the command's default */
    long rays;          /* for each pair whose answer is no */
    double minutes;     /* go on with the next seeds until so much time has passed; 0: once */
    uint64_t seed;
} bench_oracle_options;

/* `--pairs N --rays N --minutes M --seed S --scene NAME --family NAME`; false after printing what is wrong. */
bool bench_oracle_parse(int argc, char **argv, bench_oracle_options *options);
/* Returns 1 when a wrong verdict was found. */
int bench_oracle(const bench_oracle_options *options);
/* Bodies that touch, lie in or copy what blocks (bench_touch.c): a table; not 0 when anything was wrong. */
int bench_touch(size_t scenes, uint64_t seed);

/* Adversarial scenes (bench_families.c), `print`: a table of them all; how many wrong verdicts. */
size_t bench_families(const bench_oracle_options *options, bool print);

#endif
