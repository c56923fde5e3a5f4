/* bench_conform.c: joining the triangles of whole tables: seconds, memory, what changes, what is left. */
#include "bench_conform.h"

#include "conform/arrange.h"
#include "scenes.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ledger {
    size_t now, peak;
} ledger;

static void *count_memory(void *user, void *memory, size_t size) {
    ledger *l = user;
    l->now -= memory != NULL ? malloc_usable_size(memory) : 0;
    if (size == 0) {
        free(memory);
        return NULL;
    }
    void *grown = realloc(memory, size);
    l->now += malloc_usable_size(grown != NULL ? grown : memory);
    l->peak = l->now > l->peak ? l->now : l->peak;
    return grown;
}

static void tell(void *user, tl_log_level level, const char *text) {
    (void)user;
    (void)level;
    fprintf(stderr, "%.2f s: %s\n", bench_thread_time(), text);
}

static int measure(const char *name, double weld) {
    bench_table *table = bench_table_make(name, BENCH_SEED);
    if (table == NULL) {
        return 4;
    }
    ledger memory = {0};
    tl_context_options options = {.struct_size = sizeof(tl_context_options),
                                  .user = &memory,
                                  .allocate = count_memory,
                                  .log = getenv("BENCH_LOG") != NULL ? tell : NULL};
    tl_context *context = tl_context_create(&options);
    tl_conform_soup soup = {table->all.vertices, table->all.vertex_count, table->all.triangles,
                            table->all.triangle_count};
    tl_arranged out;
    double start = bench_thread_time();
    tl_status status = tl_conform_arrange(context, &soup, &(tl_arrange_options){.weld = weld}, &out, NULL);
    double seconds = bench_thread_time() - start, count = (double)soup.triangle_count;
    if (status == TL_OK) {
        printf("| %s | %.0f | %.2f | %.2f | %.0f | %.2f | %.2f | %zu | %zu | %zu | %zu | %d | %.2g |%s\n", name, count,
               seconds, 1e6 * seconds / count, (double)memory.peak / count, 100 * (double)out.replaced_count / count,
               (double)(soup.triangle_count - out.replaced_count + out.triangle_count) / count, out.pairs, out.joined,
               out.doubled, out.unresolved, out.rounds, out.gap, out.limited ? " limited" : "");
        fflush(stdout);
    }
    tl_arranged_free(context, &out);
    tl_context_destroy(context);
    bench_table_free(table);
    return status == TL_OK ? 0 : 4;
}

int bench_conform(const char *only, double weld) {
    printf(
        "\n## Joining the triangles of tables, one thread\n\n| table | triangles | s | s/million | peak bytes/triangle "
        "| replaced %% | triangles after | pairs | points joined | doubled | unresolved | rounds | gap mm |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    int result = 0;
    for (size_t i = 0; bench_table_names[i] != NULL && result == 0; i++) {
        if (only == NULL || strcmp(only, bench_table_names[i]) == 0) {
            result = measure(bench_table_names[i], weld);
        }
    }
    return result;
}
