/* Sight over folded ground in files of text: what a witness says of its clearance holds against the numbers as they are
 * written, in every format, to the last digit; and as well for whoever reads them in single precision. */
#include "support/made_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENES = 120, MOST = 20, TRIANGLES = 2 * MOST * MOST };

/* Rounding of the judge's own long doubles. */
#define ROUNDING 1e-12

/* A number as a program would write it, with some digits or all. */
static double written(test_random *random, double low, double high) {
    char text[40];
    snprintf(text, sizeof(text), "%.*g", 4 + (int)test_random_below(random, 14),
             test_random_between(random, low, high));
    return strtod(text, NULL);
}

/* Ground of squares whose corners are moved up and down, and aside until they overhang. */
static size_t fold(test_random *random, tl_vec3 (*triangles)[3]) {
    static tl_vec3 corner[MOST + 1][MOST + 1];
    int n = 4 + (int)test_random_below(random, MOST - 4);
    double height = pow(10, test_random_between(random, -1, 1.4));
    double aside = test_random_below(random, 2) == 0 ? 0 : test_random_between(random, 0, 20);
    size_t count = 0;
    for (int i = 0; i <= n; i++) {
        for (int k = 0; k <= n; k++) {
            double x = -100 + 1000.0 * i / n, y = -100 + 800.0 * k / n;
            x = written(random, x - aside, x + aside);
            y = written(random, y - aside, y + aside);
            corner[i][k] = (tl_vec3){x, y, written(random, -height, height)};
        }
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            const tl_vec3 *low = &corner[i][k], *high = &corner[i + 1][k];
            const tl_vec3 first[3] = {low[0], high[0], high[1]}, second[3] = {low[0], high[1], low[1]};
            memcpy(triangles[count++], first, sizeof(first));
            memcpy(triangles[count++], second, sizeof(second));
        }
    }
    return count;
}

static void put(FILE *file, const char *before, tl_vec3 v, const char *after) {
    fprintf(file, "%s%.17g %.17g %.17g%s", before, v.x, v.y, v.z, after);
}

static void put_counts(FILE *file, int format, size_t count) {
    if (format == 1) {
        fputs("solid ground\n", file);
    } else if (format == 2) {
        fprintf(file,
                "ply\nformat ascii 1.0\nelement vertex %zu\nproperty double x\nproperty double y\nproperty double z\n"
                "element face %zu\nproperty list uchar int vertex_indices\nend_header\n",
                3 * count, count);
    } else {
        fprintf(file, "OFF\n%zu %zu 0\n", 3 * count, count);
    }
}

/* The same triangles as text STL (1), PLY (2) or OFF (3). */
static void save(made_scene *m, const char *name, int format, const tl_vec3 (*triangles)[3], size_t count) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    put_counts(file, format, count);
    for (size_t i = 0; i < count; i++) {
        fputs(format == 1 ? "facet normal 0 0 1\nouter loop\n" : "", file);
        for (int k = 0; k < 3; k++) {
            put(file, format == 1 ? "vertex " : "", triangles[i][k], "\n");
        }
        fputs(format == 1 ? "endloop\nendfacet\n" : "", file);
    }
    for (size_t i = 0; format != 1 && i < count; i++) {
        fprintf(file, "3 %zu %zu %zu\n", 3 * i, 3 * i + 1, 3 * i + 2);
    }
    fputs(format == 1 ? "endsolid ground\n" : "", file);
    assert_int_equal(fclose(file), 0);
    made_bytes(m, name, text, size);
    free(text);
}

/* The triangles in single precision. */
static double single_clearance(const made_scene *m, tl_vec3 p, tl_vec3 q) {
    double best = INFINITY;
    for (size_t i = 0; i < m->triangle_count; i++) {
        tl_vec3 corner[3];
        for (int k = 0; k < 3; k++) {
            tl_vec3 v = m->triangles[i][k];
            volatile float x = (float)v.x, y = (float)v.y, z = (float)v.z; /* volatile: gcc 12 drops such roundings */
            corner[k] = (tl_vec3){(double)x, (double)y, (double)z};
        }
        best = fmin(best, made_segment_distance(p, q, corner));
    }
    return best;
}

static void what_is_told_of_clearance_holds_against_the_text(void **state) {
    (void)state;
    static const char *const names[] = {"ground.obj", "ground.stl", "ground.ply", "ground.off"};
    static tl_vec3 triangles[TRIANGLES][3];
    size_t seen = 0, wrong = 0, wrong_in_floats = 0, answered[4] = {0};
    for (size_t i = 0; i < SCENES; i++) {
        int format = (int)(i % 4);
        test_random random = {.state = 99 + i * 7919};
        made_scene m;
        made_begin(&m, "folded");
        size_t count = fold(&random, triangles);
        made_triangles(&m, "ground.obj", (const tl_vec3(*)[3])triangles, count);
        if (format > 0) {
            save(&m, names[format], format, (const tl_vec3(*)[3])triangles, count);
        }
        double ax = test_random_between(&random, 100, 300), az = test_random_between(&random, -10, 10);
        double bx = test_random_between(&random, 500, 700), by = test_random_between(&random, 200, 400);
        double bz = test_random_between(&random, -10, 10);
        made_load(
            &m,
            "{'trueline':1,'name':'Folded','ruleset':'dust-battlefield','table':{'width':800,'depth':600,"
            "'mesh':'%s'},'assets':{'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},"
            "'base':{'shape':'disc','diameter':25}}},'terrain':[],'units':["
            "{'id':'a','side':'r','class':'infantry','members':[{'id':'a1','asset':'man','at':[%.17g,300,%.17g]}]},"
            "{'id':'b','side':'b','class':'infantry','members':[{'id':'b1','asset':'man','at':[%.17g,%.17g,%.17g]}]"
            "}]}",
            names[format], ax, az, bx, by, bz);
        made_ask(&m, "{'query':'los','from':'a1','to':'b1'}");
        answered[format]++;
        if (made_has(&m, "witness.from")) {
            double told = made_number(&m, "witness.clearance_mm");
            tl_vec3 from = made_point(&m, "witness.from"), to = made_point(&m, "witness.to");
            double found = made_clearance(&m, from, to), single = single_clearance(&m, from, to);
            seen++;
            wrong_in_floats += !(told <= single + ROUNDING);
            assert_true(told >= found - 2e-4 || told == 0); /* and no more than that is taken off */
            if (!(told <= found + ROUNDING)) {
                wrong++;
                print_error("%s, scene %zu: said to be clear by %.17g, passes at %.17g\n", names[format], i, told,
                            found);
            }
        }
        made_end(&m);
    }
    print_message("%zu scenes of each format, %zu lines told, %zu clearer than they are, %zu in single precision\n",
                  answered[3], seen, wrong, wrong_in_floats);
    assert_true(seen > SCENES / 2);
    assert_int_equal(wrong + wrong_in_floats, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_told_of_clearance_holds_against_the_text)};
    return cmocka_run_group_tests_name("folded ground", tests, NULL, NULL);
}
