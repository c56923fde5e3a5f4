/* build.c: a surface-area heuristic over bins (Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies",
 * 2007), eight children at a time: the child with the largest surface is split until there are eight.
 *
 * Everything is plain float arithmetic in a fixed order, so the tree is the same on every machine. */
#include "bvh/build.h"
#include "bvh/four.h"

#define BINS      16
#define WIDE_ONLY 24 /* from this depth on runs are halved by count, which keeps within TL_BVH_DEPTH: 8^14 > 2^31 */

typedef struct run {
    uint32_t begin, end;
    float area;                          /* half the surface of its box */
    float middle_low[4], middle_high[4]; /* of the doubled centres; the fourth place is unused */
} run;

typedef struct split {
    int axis; /* -1: none */
    int bin;
    float low, scale; /* bin of a doubled centre c: (c - low) * scale */
} split;

typedef struct bin {
    float low[4], high[4];
    uint32_t count;
} bin;

static float half_area(const float *low, const float *high) {
    float x = high[0] - low[0], y = high[1] - low[1], z = high[2] - low[2];
    return x * y + y * z + z * x;
}

static void measure_run(const tl_bvh_reference *references, run *r) {
    four low = four_all(INFINITY), high = four_all(-INFINITY);
    four middle_low = low, middle_high = high;
    for (uint32_t i = r->begin; i < r->end; i++) {
        /* The fourth places hold the number and nothing; neither is read. Doubled centres are compared only as
         * floats, so it doesn't matter that they are rounded. */
        float middle[4];
        const tl_bvh_reference *ref = &references[i];
        four l = four_load(ref->low), h = four_load(ref->high);
        low = four_min(l, low);
        high = four_max(h, high);
        for (int k = 0; k < 3; k++) {
            middle[k] = ref->low[k] + ref->high[k];
        }
        middle[3] = 0;
        middle_low = four_min(four_load(middle), middle_low);
        middle_high = four_max(four_load(middle), middle_high);
    }
    float a[4], b[4];
    four_store(a, low);
    four_store(b, high);
    r->area = half_area(a, b);
    four_store(r->middle_low, middle_low);
    four_store(r->middle_high, middle_high);
}

static inline int bin_of(float centre, const split *s) {
    int i = (int)((centre - s->low) * s->scale);
    return i < BINS ? i : BINS - 1;
}

static split find_split(const tl_bvh_reference *references, const run *r) {
    bin bins[3][BINS];
    split axes[3];
    for (int k = 0; k < 3; k++) {
        float size = r->middle_high[k] - r->middle_low[k];
        axes[k] = (split){k, 0, r->middle_low[k], size > 0x1p-100F ? (float)BINS * 0.9999F / size : 0};
        for (int i = 0; i < BINS; i++) {
            four_store(bins[k][i].low, four_all(INFINITY));
            four_store(bins[k][i].high, four_all(-INFINITY));
            bins[k][i].count = 0;
        }
    }
    for (uint32_t i = r->begin; i < r->end; i++) {
        const tl_bvh_reference *ref = &references[i];
        four l = four_load(ref->low), h = four_load(ref->high);
        for (int k = 0; k < 3; k++) {
            bin *b = &bins[k][bin_of(ref->low[k] + ref->high[k], &axes[k])];
            four_store(b->low, four_min(l, four_load(b->low)));
            four_store(b->high, four_max(h, four_load(b->high)));
            b->count++;
        }
    }
    split best = {-1, 0, 0, 0};
    float best_cost = INFINITY;
    for (int k = 0; k < 3; k++) {
        if (axes[k].scale == 0) {
            continue;
        }
        float right_area[BINS];
        uint32_t right_count[BINS];
        four low = four_all(INFINITY), high = four_all(-INFINITY);
        uint32_t count = 0;
        for (int i = BINS - 1; i > 0; i--) {
            low = four_min(four_load(bins[k][i].low), low);
            high = four_max(four_load(bins[k][i].high), high);
            count += bins[k][i].count;
            float a[4], b[4];
            four_store(a, low);
            four_store(b, high);
            right_area[i] = half_area(a, b);
            right_count[i] = count;
        }
        low = four_all(INFINITY);
        high = four_all(-INFINITY);
        count = 0;
        for (int i = 1; i < BINS; i++) {
            low = four_min(four_load(bins[k][i - 1].low), low);
            high = four_max(four_load(bins[k][i - 1].high), high);
            count += bins[k][i - 1].count;
            if (count == 0 || right_count[i] == 0) {
                continue;
            }
            float a[4], b[4];
            four_store(a, low);
            four_store(b, high);
            /* Leaves are tested eight triangles at a time, or fewer at the same price. */
            float cost = half_area(a, b) * (float)((count + 7) / 8) + right_area[i] * (float)((right_count[i] + 7) / 8);
            if (cost < best_cost) {
                best_cost = cost;
                best = axes[k];
                best.bin = i;
            }
        }
    }
    return best;
}

static void divide(tl_bvh_reference *references, const run *r, bool by_count, run *left, run *right) {
    uint32_t middle = r->begin + (r->end - r->begin) / 2;
    if (!by_count) {
        split s = find_split(references, r);
        if (s.axis >= 0) {
            uint32_t i = r->begin, j = r->end;
            for (;;) {
                while (i < j && bin_of(references[i].low[s.axis] + references[i].high[s.axis], &s) < s.bin) {
                    i++;
                }
                while (i < j && bin_of(references[j - 1].low[s.axis] + references[j - 1].high[s.axis], &s) >= s.bin) {
                    j--;
                }
                if (i >= j) {
                    break;
                }
                tl_bvh_reference t = references[i];
                references[i] = references[j - 1];
                references[j - 1] = t;
            }
            middle = i;
        }
    }
    *left = (run){.begin = r->begin, .end = middle};
    *right = (run){.begin = middle, .end = r->end};
    measure_run(references, left);
    measure_run(references, right);
}

/* Whether to go on, asked where much has been done since: most of the work lies in large runs. */
static bool goes_on(tl_bvh_topology *t, size_t since) {
    enum { MUCH = 16384 };
    if (t->placed / MUCH != (t->placed + since) / MUCH) {
        t->stopped = t->stopped || tl_out_of_time(t->context) ||
                     !tl_progress(t->context, 0.9 * (double)t->placed / (double)t->total, TL_BVH_BUILDING);
    }
    return !t->stopped;
}

static bool add_leaf(tl_bvh_topology *t, const run *r, uint32_t *child) {
    if (!tl_reserve(t->context, (void **)&t->leaves, &t->leaf_capacity, t->leaf_count + 1, sizeof(tl_bvh_leaf))) {
        return false;
    }
    *child = TL_BVH_LEAF | (r->end - r->begin - 1) << 28 | (uint32_t)t->leaf_count;
    t->leaves[t->leaf_count++] = (tl_bvh_leaf){r->begin, r->end - r->begin};
    bool on = goes_on(t, r->end - r->begin);
    t->placed += r->end - r->begin;
    return on;
}

/* Recursion is at most TL_BVH_DEPTH deep. */
static bool add_node(tl_bvh_topology *t, const run *whole, size_t depth, uint32_t *index) {
    if (!tl_reserve(t->context, (void **)&t->children, &t->node_capacity, t->node_count + 1, sizeof(t->children[0]))) {
        return false;
    }
    *index = (uint32_t)t->node_count++;
    t->depth = depth > t->depth ? depth : t->depth;
    run runs[TL_BVH_WIDTH];
    int count = 1;
    runs[0] = *whole;
    while (count < TL_BVH_WIDTH) {
        int largest = -1;
        for (int i = 0; i < count; i++) {
            if (runs[i].end - runs[i].begin > TL_BVH_WIDTH && (largest < 0 || runs[i].area > runs[largest].area)) {
                largest = i;
            }
        }
        if (largest < 0) {
            break;
        }
        run parent = runs[largest];
        if (!goes_on(t, parent.end - parent.begin)) {
            return false;
        }
        divide(t->references, &parent, depth >= WIDE_ONLY, &runs[largest], &runs[count]);
        count++;
    }
    /* Smallest surface first: walks that want any hit look at the first lane first, and a small box that is met at all
     * holds something to hit more often than a large one. */
    for (int i = 1; i < count; i++) {
        run moving = runs[i];
        int j = i;
        for (; j > 0 && runs[j - 1].area > moving.area; j--) {
            runs[j] = runs[j - 1];
        }
        runs[j] = moving;
    }
    for (int i = 0; i < TL_BVH_WIDTH; i++) {
        uint32_t child = TL_BVH_NONE;
        if (i < count) {
            bool leaf = runs[i].end - runs[i].begin <= TL_BVH_WIDTH;
            if (!(leaf ? add_leaf(t, &runs[i], &child) : add_node(t, &runs[i], depth + 1, &child))) {
                return false;
            }
        }
        t->children[*index][i] = child;
    }
    return true;
}

bool tl_bvh_shape(tl_bvh_topology *topology, size_t count) {
    topology->total = count;
    run whole = {.begin = 0, .end = (uint32_t)count};
    measure_run(topology->references, &whole);
    uint32_t root;
    return add_node(topology, &whole, 1, &root);
}
