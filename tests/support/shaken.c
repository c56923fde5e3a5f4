/* shaken.c: random scenes whose meshes are only good to so much, and what is true of them however they are shaken. */
#include "support/shaken.h"

#include "support/sheet.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VERTICES = 600, MOST_MESHES = 8, MOST_QUERIES = 40, GRID = 7 };

/* --- Meshes ------------------------------------------------------------------------------------------------------- */

/* A mesh of the scene: as it is told, and how far the true one may be from it. */
typedef struct shaken_mesh {
    const char *name;
    tl_vec3 vertices[MOST_VERTICES];
    size_t vertex_count;
    int triangles[2 * MOST_VERTICES][3];
    size_t triangle_count, first_of_group[4];
    size_t groups;
    double uncertainty, scale_error;
    bool underside; /* its lowest points stay where they are */
} shaken_mesh;

static int vertex(shaken_mesh *m, double x, double y, double z) {
    m->vertices[m->vertex_count] = (tl_vec3){x, y, z};
    return (int)m->vertex_count++;
}

static void triangle(shaken_mesh *m, int a, int b, int c) {
    int *t = m->triangles[m->triangle_count++];
    t[0] = a, t[1] = b, t[2] = c;
}

static void add_box(shaken_mesh *m, tl_vec3 low, tl_vec3 high) {
    static const int sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    int at = (int)m->vertex_count;
    m->first_of_group[m->groups++] = m->triangle_count;
    for (int i = 0; i < 8; i++) {
        vertex(m, (i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y, (i & 4) != 0 ? high.z : low.z);
    }
    for (int i = 0; i < 6; i++) {
        triangle(m, at + sides[i][0], at + sides[i][1], at + sides[i][2]);
        triangle(m, at + sides[i][0], at + sides[i][2], at + sides[i][3]);
    }
}

/* A round slab of `corners` with its lid at `high`. */
static void add_slab(shaken_mesh *m, double radius, double high, int corners) {
    int low = (int)m->vertex_count;
    m->first_of_group[m->groups++] = m->triangle_count;
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < corners; i++) {
            double a = 6.283185307179586 * i / corners;
            vertex(m, radius * cos(a), radius * sin(a), k == 0 ? 0 : high);
        }
    }
    int under = vertex(m, 0, 0, 0), over = vertex(m, 0, 0, high);
    for (int i = 0; i < corners; i++) {
        int j = (i + 1) % corners;
        triangle(m, under, low + j, low + i);
        triangle(m, over, low + corners + i, low + corners + j);
        triangle(m, low + i, low + j, low + corners + j);
        triangle(m, low + i, low + corners + j, low + corners + i);
    }
}

static void add_ground(shaken_mesh *m, test_random *random, double width, double depth, double rough) {
    m->first_of_group[m->groups++] = 0;
    for (int i = 0; i < GRID * GRID; i++) {
        vertex(m, width * (i % GRID) / (GRID - 1), depth * (i / GRID) / (GRID - 1),
               test_random_between(random, 0, rough));
    }
    for (int i = 0; i + 1 < GRID; i++) {
        for (int j = 0; j + 1 < GRID; j++) {
            int a = j * GRID + i;
            triangle(m, a, a + 1, a + GRID + 1);
            triangle(m, a, a + GRID + 1, a + GRID);
        }
    }
}

static void add_sheet(shaken_mesh *m, test_random *random, double x, double y0, double y1, double high) {
    static tl_vec3 made[SHEET_MOST][3];
    sheet_rect hole = {.y0 = test_random_between(random, y0 + 20, y1 - 60), .z0 = test_random_between(random, 3, 10)};
    hole.y1 = hole.y0 + test_random_between(random, 4, 40);
    hole.z1 = hole.z0 + test_random_between(random, 3, 15);
    hole.z1 = hole.z1 < high - 1 ? hole.z1 : high - 1;
    size_t count = sheet_make(x, (sheet_rect){y0, y1, 0, high}, &hole, (size_t)test_random_below(random, 2), made);
    m->first_of_group[m->groups++] = m->triangle_count;
    for (size_t i = 0; i < count; i++) {
        int t[3];
        for (int k = 0; k < 3; k++) {
            size_t j = 0;
            while (j < m->vertex_count && !tl_same_point(m->vertices[j], made[i][k])) {
                j++;
            }
            t[k] = j < m->vertex_count ? (int)j : vertex(m, made[i][k].x, made[i][k].y, made[i][k].z);
        }
        triangle(m, t[0], t[1], t[2]);
    }
    for (size_t i = 0; i < m->vertex_count; i++) { /* it leans, so that it covers some of the table */
        m->vertices[i].x = x + 0.1 * m->vertices[i].z;
    }
}

/* The mesh with every vertex moved as far as it may be off; what lies on or below the table stays there, what a model
 * stands on stays, too. */
static void write_mesh(made_scene *made, const shaken_mesh *m, test_random *random, bool shake) {
    static char text[MOST_VERTICES * 120];
    size_t used = 0, group = 0;
    double low = INFINITY;
    double size = shake ? 1 + m->scale_error * (test_random_below(random, 2) > 0 ? 0.999 : -0.999) : 1;
    for (size_t i = 0; i < m->vertex_count; i++) {
        low = fmin(low, m->vertices[i].z);
    }
    /* sometimes all of it one way, sometimes every point its own */
    tl_vec3 common = test_random_direction(random);
    bool rigid = test_random_below(random, 3) == 0;
    for (size_t i = 0; i < m->vertex_count; i++) {
        tl_vec3 v = m->vertices[i];
        if (shake) {
            double by =
                (m->uncertainty - 1e-3) * (test_random_below(random, 3) > 0 ? 1 : test_random_between(random, 0, 1));
            v = tl_scale(v, size);
            v = by > 0 ? tl_madd(v, rigid ? common : test_random_direction(random), by) : v;
            v.z = m->vertices[i].z <= 0 ? fmin(v.z, 0) : v.z;
            v.z = m->underside && m->vertices[i].z <= low ? low : fmax(v.z, m->underside ? low : v.z);
        }
        used += (size_t)snprintf(text + used, sizeof(text) - used, "v %.9f %.9f %.9f\n", v.x, v.y, v.z);
    }
    for (size_t i = 0; i < m->triangle_count; i++) {
        if (group < m->groups && m->first_of_group[group] == i) {
            used += (size_t)snprintf(text + used, sizeof(text) - used, "g part%zu\n", group++);
        }
        const int *t = m->triangles[i];
        used += (size_t)snprintf(text + used, sizeof(text) - used, "f %d %d %d\n", t[0] + 1, t[1] + 1, t[2] + 1);
    }
    made_file(made, m->name, text);
}

/* --- Scenes ------------------------------------------------------------------------------------------------------- */

typedef struct shaken_scene {
    shaken_mesh *meshes;
    size_t mesh_count;
    char terrain[2000], units[2400], table[200], assets[2000], settings[400];
    char queries[MOST_QUERIES][220];
    size_t query_count;
} shaken_scene;

static shaken_mesh *add_mesh(shaken_scene *s, const char *name, test_random *random, double most, char more[80]) {
    shaken_mesh *m = &s->meshes[s->mesh_count++];
    memset(m, 0, sizeof(*m));
    m->name = name;
    if (test_random_below(random, 4) > 0) {
        m->uncertainty = test_random_between(random, 0.05, most);
    }
    if (test_random_below(random, 4) == 0) {
        m->scale_error = test_random_between(random, 0.0001, 0.002);
    }
    snprintf(more, 80, ",'uncertainty':%.9f,'scale_error':%.9f", m->uncertainty, m->scale_error);
    return m;
}

static void ask(shaken_scene *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void ask(shaken_scene *s, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(s->queries[s->query_count++], sizeof(s->queries[0]), format, arguments);
    va_end(arguments);
}

/* Some readings of the rules. */
static void make_settings(shaken_scene *s, test_random *random) {
    static const char *const some[] = {"'range_metric':'plan'",       "'cc_metric':'3d_core'",
                                       "'cc_metric':'3d_full'",       "'fof_apex':'hull_corners'",
                                       "'fof_target':'centre'",       "'fof_target':'whole'",
                                       "'side_arc':'centre_line'",    "'los_touch':'clear'",
                                       "'min_clearance_mm':1.5",      "'scan_holes':'closed'",
                                       "'blocker_parts':'core'",      "'area_distance':'perpendicular'",
                                       "'area_combine':'sum_depth'",  "'cover_vantage':'union'",
                                       "'cover_min_fraction':0.25",   "'cover_near_shooter':30",
                                       "'cohesion':'disc'",           "'blast_vertical':'sphere'",
                                       "'blast_levels':'all_seen'",   "'flame_anchor':'muzzle'",
                                       "'rotation':'max_point'",      "'sweep':'base'",
                                       "'terrain_cap':'inside_part'", "'fit_parts':'all'",
                                       "'objective_from':'centre'",   "'min_visible_patch_mm':4",
                                       "'area_height':'infinite'"};
    enum { SOME = sizeof(some) / sizeof(some[0]) };
    size_t used = 0;
    int first = test_random_below(random, SOME), count = test_random_below(random, 4);
    s->settings[0] = '\0';
    for (int i = 0; i < count; i++) { /* far enough apart to be of different names */
        used += (size_t)snprintf(s->settings + used, sizeof(s->settings) - used, "%s%s", i == 0 ? "" : ",",
                                 some[(first + 7 * i) % SOME]);
    }
}

static void make_scene(shaken_scene *s, bool brief, test_random *random) {
    char more[80];
    size_t used = 0;
    s->mesh_count = s->query_count = 0;
    make_settings(s, random);
    snprintf(s->table, sizeof(s->table), "'width':900,'depth':600");
    if (test_random_below(random, 2) > 0) {
        shaken_mesh *m = add_mesh(s, "board.obj", random, 1.2, more);
        m->scale_error *= 0.05;
        snprintf(more, sizeof(more), ",'uncertainty':%.9f,'scale_error':%.9f", m->uncertainty, m->scale_error);
        add_ground(m, random, 900, 600, test_random_below(random, 2) > 0 ? 25 : 0.5);
        snprintf(s->table, sizeof(s->table), "'width':900,'depth':600,'mesh':'board.obj'%s", more);
    }
    /* assets: a hull, and a figure whose base is found in it */
    shaken_mesh *hull = add_mesh(s, "hull.obj", random, 1.5, more);
    hull->underside = true;
    add_box(hull, (tl_vec3){-20, -12, 0}, (tl_vec3){20, 12, 26});
    used = (size_t)snprintf(s->assets, sizeof(s->assets), "'hull':{'mesh':'hull.obj','parts':{'core':['part0']}%s},",
                            more);
    shaken_mesh *man = add_mesh(s, "man.obj", random, 0.2, more);
    man->underside = true;
    add_slab(man, 12.5, 3, 48);
    add_box(man, (tl_vec3){-5, -5, 3}, (tl_vec3){5, 5, 28});
    snprintf(s->assets + used, sizeof(s->assets) - used,
             "'found':{'mesh':'man.obj','base':'auto','parts':{'core':['part1']}%s},"
             "'man':{'core':{'shape':'capsule','from':[0,0,8],'to':[0,0,28],'radius':6},'base':{'shape':'disc','"
             "diameter':25}}",
             more);
    /* terrain */
    used = 0;
    shaken_mesh *wall = add_mesh(s, "wall.obj", random, 2, more);
    add_sheet(wall, random, 0, -150, 150, test_random_between(random, 20, 45));
    used += (size_t)snprintf(s->terrain + used, sizeof(s->terrain) - used,
                             "{'id':'wall','mesh':'wall.obj','at':[%.3f,%.3f,0],'kind':'wall'%s}",
                             test_random_between(random, 350, 550), test_random_between(random, 250, 350), more);
    shaken_mesh *house = add_mesh(s, "house.obj", random, 1, more);
    double gap = test_random_between(random, 24, 29), high = test_random_between(random, 2, 40);
    add_box(house, (tl_vec3){0, -80, 0}, (tl_vec3){4, -0.5 * gap, high});
    add_box(house, (tl_vec3){0, 0.5 * gap, 0}, (tl_vec3){4, 80, high});
    double house_y = test_random_between(random, 150, 450);
    used += (size_t)snprintf(s->terrain + used, sizeof(s->terrain) - used,
                             ",{'id':'house','mesh':'house.obj','at':[200,%.3f,0],'kind':'building'%s}", house_y, more);
    shaken_mesh *hill = add_mesh(s, "hill.obj", random, 1, more);
    add_box(hill, (tl_vec3){-60, -60, 0}, (tl_vec3){60, 60, test_random_between(random, 1, 30)});
    used += (size_t)snprintf(s->terrain + used, sizeof(s->terrain) - used,
                             ",{'id':'hill','mesh':'hill.obj','at':[640,%.3f%s],'kind':'hill'%s}",
                             test_random_between(random, 150, 450), test_random_below(random, 2) > 0 ? ",0" : "", more);
    shaken_mesh *wood = add_mesh(s, "wood.obj", random, 2, more);
    add_box(wood, (tl_vec3){-50, -40, 0}, (tl_vec3){50, 40, 60});
    snprintf(s->terrain + used, sizeof(s->terrain) - used,
             ",{'id':'wood','mesh':'wood.obj','at':[%.3f,%.3f,0],'kind':'wood'%s}",
             test_random_between(random, 300, 600), test_random_between(random, 60, 540), more);
    /* units: members rest where they are put */
    const char *kinds[3] = {"hull", "found", "man"};
    used = 0;
    double at[6][2];
    for (int i = 0; i < 6; i++) {
        at[i][0] = i < 3 ? test_random_between(random, 60, 330) : test_random_between(random, 560, 840);
        at[i][1] = test_random_between(random, 60, 540);
        if (i == 4 || i == 5) { /* near each other */
            at[i][0] = at[3][0] + test_random_between(random, -60, 60);
            at[i][1] = at[3][1] + test_random_between(random, -60, 60);
            at[i][0] = fmin(fmax(at[i][0], 40), 860);
            at[i][1] = fmin(fmax(at[i][1], 40), 560);
        }
    }
    static const char *const weapons =
        "'weapons':[{'id':'main','range':6,'arc':'front','template':'flame-1'},{'id':'gun','range':5}]";
    for (int u = 0; u < 4; u++) {
        const char *kind = u == 0   ? "hull"
                           : u == 3 ? kinds[test_random_below(random, 3)]
                                    : kinds[1 + test_random_below(random, 2)];
        bool vehicle = strcmp(kind, "hull") == 0;
        used += (size_t)snprintf(
            s->units + used, sizeof(s->units) - used,
            "%s{'id':'u%d','side':'%s','class':'%s','move':3,'march':5,'locomotion':'%s',%s,'members':[",
            u == 0 ? "" : ",", u, u < 3 ? "red" : "blue", vehicle ? "vehicle" : "infantry", vehicle ? "walker" : "foot",
            weapons);
        for (int k = 0; k < (u == 3 ? 3 : 1); k++) {
            const double *p = at[u < 3 ? u : 3 + k];
            used += (size_t)snprintf(s->units + used, sizeof(s->units) - used,
                                     "%s{'id':'u%d-%d','asset':'%s','at':[%.3f,%.3f],'facing':%.1f}", k == 0 ? "" : ",",
                                     u, k, kind, p[0], p[1], test_random_between(random, 0, 360));
        }
        used += (size_t)snprintf(s->units + used, sizeof(s->units) - used, "]}");
    }
    /* an aircraft that comes down */
    snprintf(s->units + used, sizeof(s->units) - used,
             ",{'id':'air','side':'red','class':'aircraft','move':12,'march':20,'locomotion':'flying','members':[{'id':"
             "'air-0','asset':'hull','at':[100,560]}]}");
    ask(s, "{'query':'move','member':'air-0','path':[[%.3f,%.3f]],'march':true}", test_random_between(random, 20, 880),
        test_random_between(random, 20, 580));
    for (int u = 0; u < 3; u++) {
        ask(s, "{'query':'los','from':'u%d','to':'u3'}", u);
        ask(s, "{'query':'cover','from':'u%d','to':'u3'}", u);
        ask(s, "{'query':'range','from':'u%d','to':'u3','limit_mm':%.3f}", u, test_random_between(random, 100, 700));
        ask(s, "{'query':'move','member':'u%d-0','path':[[%.3f,%.3f],[%.3f,%.3f]],'march':true%s}", u,
            at[u][0] + test_random_between(random, -80, 80), at[u][1] + test_random_between(random, -80, 80),
            u == 1 ? 240 : at[u][0] + test_random_between(random, -150, 150),
            u == 1 ? house_y : at[u][1] + test_random_between(random, -150, 150), u == 0 ? ",'facing':30" : "");
    }
    ask(s, "{'query':'move','member':'u2-0','path':[[150,%.3f],[260,%.3f]],'march':true}", house_y, house_y);
    ask(s, "{'query':'attack','from':'u0','to':'u3'}");
    ask(s, "{'query':'arc','from':'u0','to':'u3'}");
    ask(s, "{'query':'react','from':'u0','to':'u3','facing':%.1f}", test_random_between(random, 0, 360));
    ask(s, "{'query':'cohesion','unit':'u3'}");
    ask(s, "{'query':'close-combat','from':'u3-0','to':'u0'}");
    ask(s, "{'query':'within','from':'u0','limit_mm':%.3f,'sight':true}", test_random_between(random, 100, 600));
    ask(s, "{'query':'within','from':'hill','limit_mm':%.3f}", test_random_between(random, 1, 200));
    ask(s, "{'query':'within','at':[%.3f,%.3f],'limit_mm':%.3f,'sight':true}", at[3][0] + 40, at[3][1] + 5,
        test_random_between(random, 20, 60));
    ask(s, "{'query':'template','shape':'blast','at':[%.3f,%.3f]}", at[3][0] + test_random_between(random, -50, 50),
        at[3][1] + test_random_between(random, -50, 50));
    ask(s, "{'query':'template','shape':'flame-1','from':'u0','toward':'u3-0'}");
    if (!brief) {
        ask(s, "{'query':'template','shape':'blast','best':true,'side':'red'}");
        ask(s, "{'query':'template','shape':'flame-1','best':true,'from':'u0'}");
        ask(s, "{'query':'reach','member':'u%d-0'}", test_random_below(random, 3));
    }
}

/* Without what it says of its uncertainty: a true scene. */
static void strip(char *text) {
    static const char *const fields[] = {",'uncertainty':", ",'scale_error':"};
    for (int i = 0; i < 2; i++) {
        for (char *at = strstr(text, fields[i]); at != NULL; at = strstr(text, fields[i])) {
            size_t field = strlen(fields[i]), number = strspn(at + field, "0123456789.");
            memmove(at, at + field + number, strlen(at + field + number) + 1);
        }
    }
}

static void load(made_scene *made, const shaken_scene *s, bool shaken) {
    static char text[8000];
    snprintf(text, sizeof(text),
             "{'trueline':1,'ruleset':'dust-battlefield','settings':{%s},'table':{%s},'assets':{%s},'terrain':[%s],'"
             "units':[%s]}",
             s->settings, s->table, s->assets, s->terrain, s->units);
    if (shaken) {
        strip(text);
    }
    made_load(made, "%s", text);
}

/* --- Holding answers against each other --------------------------------------------------------------------------- */

typedef struct comparison {
    shaken_count *count;
    const char *query;
    bool counting; /* what is open */
    bool bad;
} comparison;

static const tl_json_value *field(const tl_json_value *object, const char *key) {
    for (size_t i = 0; object->kind == TL_JSON_OBJECT && i < object->count; i++) {
        if (strcmp(object->items[i].key, key) == 0) {
            return &object->items[i];
        }
    }
    return NULL;
}

static bool is_claim(const char *key) {
    static const char *const keys[] = {"verdict", "los",  "under", "hit",      "struck", "arc",
                                       "range",   "turn", "cover", "in_range", "end",    NULL};
    for (int i = 0; keys[i] != NULL; i++) {
        if (strcmp(keys[i], key) == 0) {
            return true;
        }
    }
    return false;
}

static double number_of(const tl_json_value *object, const char *key, double otherwise) {
    const tl_json_value *value = field(object, key);
    return value != NULL && value->kind == TL_JSON_NUMBER ? value->number : otherwise;
}

static void contradicted(comparison *c, const char *what, double a, double b, double by) {
    printf("contradicted: %s: %s: %.9g, then %.9g, allowed %.9g\n", c->query, what, a, b, by);
    c->bad = true;
    c->count->contradicted++;
}

/* Numbers that were told with bounds. */
static void compare_numbers(comparison *c, const tl_json_value *a, const tl_json_value *b) {
    double p = number_of(a, "distance_mm", NAN), q = number_of(b, "distance_mm", NAN);
    if (isfinite(p) && isfinite(q)) {
        /* a base that is found in the shaken mesh has a fit of its own */
        double by = number_of(a, "uncertainty_mm", 0) + number_of(b, "uncertainty_mm", 0) + 1e-3;
        c->count->bounds++;
        if (fabs(p - q) > by) {
            contradicted(c, "distance_mm", p, q, by);
        }
    }
    p = number_of(a, "fraction", NAN);
    q = number_of(b, "fraction", NAN);
    if (isfinite(p) && isfinite(q)) {
        double by = number_of(a, "fraction_error", 0) + number_of(b, "fraction_error", 0) + 1e-6;
        c->count->bounds++;
        if (fabs(p - q) > by) {
            contradicted(c, "fraction", p, q, by);
        }
    }
    const tl_json_value *share = field(a, "visible_fraction"), *other = field(b, "visible_fraction");
    if (share != NULL && other != NULL) {
        c->count->bounds++;
        if (share->items[0].number > other->items[1].number + 1e-6 ||
            share->items[1].number < other->items[0].number - 1e-6) {
            contradicted(c, "visible_fraction", share->items[0].number, other->items[0].number, share->items[1].number);
        }
    }
    const tl_json_value *best = field(a, "best"), *of = field(b, "best");
    if (best != NULL && of != NULL) {
        c->count->bounds++;
        if (number_of(of, "score", 0) > number_of(best, "upper_bound", 0) + 1e-9) {
            contradicted(c, "best", number_of(best, "upper_bound", 0), number_of(of, "score", 0), 0);
        }
    }
}

static void compare(comparison *c, const tl_json_value *a, const tl_json_value *b);

/* Entries of lists are found by whom they are about. */
static void compare_lists(comparison *c, const tl_json_value *a, const tl_json_value *b) {
    static const char *const names[] = {"id", "unit", "member", "terrain", NULL};
    for (size_t i = 0; i < a->count; i++) {
        for (int n = 0; names[n] != NULL && a->items[i].kind == TL_JSON_OBJECT; n++) {
            const tl_json_value *name = field(&a->items[i], names[n]);
            for (size_t k = 0; name != NULL && name->kind == TL_JSON_STRING && k < b->count; k++) {
                const tl_json_value *other = field(&b->items[k], names[n]);
                if (other != NULL && other->kind == TL_JSON_STRING && strcmp(other->text, name->text) == 0) {
                    compare(c, &a->items[i], &b->items[k]);
                }
            }
            if (name != NULL) {
                break;
            }
        }
    }
}

static void compare(comparison *c, const tl_json_value *a, const tl_json_value *b) {
    if (a->kind == TL_JSON_ARRAY && b->kind == TL_JSON_ARRAY) {
        compare_lists(c, a, b);
    }
    if (a->kind != TL_JSON_OBJECT || b->kind != TL_JSON_OBJECT) {
        return;
    }
    compare_numbers(c, a, b);
    for (size_t i = 0; i < a->count; i++) {
        const char *key = a->items[i].key;
        const tl_json_value *value = &a->items[i], *other = field(b, key);
        if (other == NULL || strcmp(key, "reasons") == 0 || strcmp(key, "depth") == 0) {
            continue;
        }
        if (is_claim(key) && value->kind == TL_JSON_STRING && other->kind == TL_JSON_STRING) {
            bool open = strcmp(value->text, "marginal") == 0, also = strcmp(other->text, "marginal") == 0;
            c->count->open += c->counting && open;
            c->count->claims += !open && !also;
            if (!open && !also && strcmp(value->text, other->text) != 0) {
                printf("contradicted: %s: %s: %s, then %s\n", c->query, key, value->text, other->text);
                c->bad = true;
                c->count->contradicted++;
            }
        } else {
            compare(c, value, other);
        }
    }
}

static bool in_rings(const tl_json_value *answer, const char *state, double x, double y) {
    char path[40];
    snprintf(path, sizeof(path), "%s.rings", state);
    const tl_json_value *rings = made_find(answer, path);
    bool in = false;
    for (size_t r = 0; rings != NULL && r < rings->count; r++) {
        const tl_json_value *ring = &rings->items[r];
        for (size_t i = 0, j = ring->count - 1; i < ring->count; j = i++) {
            const tl_json_value *p = ring->items[i].items, *q = ring->items[j].items;
            if ((p[1].number > y) != (q[1].number > y) &&
                x < (q[0].number - p[0].number) * (y - p[1].number) / (q[1].number - p[1].number) + p[0].number) {
                in = !in;
            }
        }
    }
    return in;
}

static void compare_reach(comparison *c, const tl_json_value *a, const tl_json_value *b, test_random *random) {
    for (int i = 0; i < 400; i++) {
        double x = test_random_between(random, 0, 900), y = test_random_between(random, 0, 600);
        bool sure[2] = {in_rings(a, "certain", x, y), in_rings(b, "certain", x, y)};
        bool open[2] = {in_rings(a, "undecided", x, y), in_rings(b, "undecided", x, y)};
        c->count->squares += sure[0] || sure[1];
        for (int k = 0; k < 2; k++) {
            if (sure[k] && !sure[1 - k] && !open[1 - k]) {
                printf("contradicted: %s at (%g, %g), %s\n", c->query, x, y,
                       k == 0 ? "reached, then not" : "not, then");
                c->bad = true;
                c->count->contradicted++;
            }
        }
    }
}

/* --- The campaign ------------------------------------------------------------------------------------------------- */

/* One answer of the scene as it is told (k < 0: kept) or shaken. */
static void answer_one(made_scene *made, const shaken_scene *s, size_t q, int k, tl_json **told, test_random *random,
                       comparison *c) {
    made_ask(made, "%s", s->queries[q]);
    c->count->answers++;
    if (k < 0) {
        told[q] = made->answer;
        made->answer = NULL;
        return;
    }
    const tl_json_value *a = tl_json_root(told[q]), *b = tl_json_root(made->answer);
    c->query = s->queries[q];
    c->counting = k == 0;
    compare(c, a, b);
    if (field(a, "certain") != NULL) {
        compare_reach(c, a, b, random);
    }
}

void shaken_run(made_scene *made, uint64_t seed, int shakes, bool brief, bool stop, shaken_count *count) {
    static tl_json *told[MOST_QUERIES];
    shaken_scene s = {.meshes = calloc(MOST_MESHES, sizeof(*s.meshes))};
    assert_non_null(s.meshes);
    test_random random = {seed * 0x2545f4914f6cdd1du + 1};
    make_scene(&s, brief, &random);
    count->scenes++;
    for (int k = -1; k < shakes; k++) {
        comparison c = {.count = count};
        for (size_t i = 0; i < s.mesh_count; i++) {
            write_mesh(made, &s.meshes[i], &random, k >= 0);
        }
        load(made, &s, k >= 0);
        count->shakes += k >= 0;
        for (size_t q = 0; q < s.query_count; q++) {
            answer_one(made, &s, q, k, told, &random, &c);
        }
        if (c.bad) {
            printf("... seed %llu, shake %d; its files are in %s\n", (unsigned long long)seed, k, made->folder);
        }
        if (c.bad && stop) {
            fail_msg("contradicted");
        }
    }
    for (size_t q = 0; q < s.query_count; q++) {
        tl_json_destroy(told[q]);
    }
    free(s.meshes);
}
