/* made_dae_write.c: COLLADA written in many spellings. */
#include "support/made_dae.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int below(test_random *random, int count) {
    return test_random_below(random, count);
}

static bool one_in(test_random *random, int count) {
    return below(random, count) == 0;
}

typedef struct writer {
    FILE *file;
    char *text;
    size_t size;
    test_random *random;
    const made_dae_file *known;
} writer;

static void gap(writer *w) {
    static const char *const gaps[] = {"", "", "\n", "\r\n", "  ", "\t", "<!-- <p>1 2 3</p> -->", "<?note > ?>"};
    fputs(gaps[below(w->random, 8)], w->file);
}

static void blank(writer *w) {
    static const char *const blanks[] = {" ", " ", " ", " ", "  ", "\n", "\t", "\r\n", " <!-- 7 7 --> "};
    fputs(blanks[below(w->random, 9)], w->file);
}

/* One of the ways to write a number, all with the same double as the nearest. */
static void put_number(writer *w, double number) {
    char text[64], *at = text;
    static const char *const forms[] = {"%.17g", "%.16E", "%+.17g"};
    int form = below(w->random, 4);
    if (form < 3) {
        snprintf(text, sizeof(text), forms[form], number);
    }
    for (int digits = 1; form == 3 && digits <= 17; digits++) { /* the shortest that comes back, without its zero */
        snprintf(text, sizeof(text), "%.*g", digits, number);
        if (strtod(text, NULL) == number) {
            at += text[0] == '0' && text[1] == '.';
            break;
        }
    }
    fputs(at, w->file);
}

static void put_numbers(writer *w, const double *numbers, int count) {
    blank(w);
    for (int i = 0; i < count; i++) {
        put_number(w, numbers[i]);
        blank(w);
    }
}

/* A source: `width` numbers at a time, by the way with numbers before, among and behind them, the coordinates in any
 * order. */
static void put_source(writer *w, const char *id, const double *numbers, int count, int width) {
    static const char *const axes[] = {"X", "Y", "Z"};
    int before = below(w->random, 3), order[16], slots[8], slot_count = 0;
    for (int a = 0; a < width; a++) {
        order[a] = a;
    }
    for (int a = 0; width == 3 && a < 2; a++) {
        int b = a + below(w->random, 3 - a), other = order[a];
        order[a] = order[b];
        order[b] = other;
    }
    for (int a = 0; width < 16 && a < width; a++) {
        for (; one_in(w->random, 6) && slot_count < 6 - width + a; slot_count++) {
            slots[slot_count] = -1;
        }
        slots[slot_count++] = order[a];
    }
    int stride = width == 16 ? 16 : slot_count + (one_in(w->random, 4) ? 1 : 0);
    bool apart = one_in(w->random, 5);
    fprintf(w->file, apart ? "<source id=\"%s_raw\">" : "<source id=\"%s\">", id);
    fprintf(w->file, "<float_array count=\"%d\" id='%s_array'>", before + count * stride, id);
    blank(w);
    for (int i = 0; i < before; i++) {
        fputs("99 ", w->file);
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < stride; k++) {
            int which = width == 16 ? k : k < slot_count ? slots[k] : -1;
            put_number(w, which >= 0 ? numbers[i * width + which] : -77);
            blank(w);
        }
    }
    fprintf(w->file, "</float_array>");
    gap(w);
    if (apart) {
        fprintf(w->file, "</source><source id=\"%s\">", id);
    }
    fprintf(w->file, "<technique_common><accessor source=\"#%s_array\" count=\"%d\" stride=\"%d\"", id, count, stride);
    fprintf(w->file, before > 0 ? " offset=\"%d\">" : ">", before);
    for (int k = 0; width < 16 && k < slot_count; k++) {
        const char *name = slots[k] < 0 ? NULL : width == 3 ? axes[slots[k]] : "WEIGHT";
        fprintf(w->file, name != NULL ? "<param name=\"%s\" type=\"float\"/>" : "<param type=\"float\"/>", name);
    }
    fputs(width == 16 ? "<param name=\"TRANSFORM\" type=\"float4x4\"/>" : "", w->file);
    fputs("</accessor></technique_common></source>", w->file);
    gap(w);
}

static void put_points(writer *w, const char *id, const tl_vec3 *points, int count) {
    double numbers[3 * MADE_DAE_MOST_POINTS];
    for (int i = 0; i < count; i++) {
        numbers[3 * i] = points[i].x;
        numbers[3 * i + 1] = points[i].y;
        numbers[3 * i + 2] = points[i].z;
    }
    put_source(w, id, numbers, count, 3);
}

/* A corner: its point among other numbers. */
static void put_corner(writer *w, int point, int stride, int offset) {
    for (int k = 0; k < stride; k++) {
        fprintf(w->file, "%d", k == offset ? point : 0);
        blank(w);
    }
}

static void put_part(writer *w, const made_dae_part *p, int g) {
    static const char *const tags[] = {"triangles", "polylist", "polygons", "tristrips", "trifans"};
    int stride = 1 + below(w->random, 3), offset = below(w->random, stride);
    fprintf(w->file, "<%s count=\"%d\" material=\"steel\">", tags[p->kind], p->faces);
    if (stride > 1 && one_in(w->random, 2)) {
        fprintf(w->file, "<input semantic=\"NORMAL\" source=\"#points%d\" offset=\"%d\"/>", g, stride - 1);
        fprintf(w->file, "<input offset='%d' source='#corners%d' semantic='VERTEX'/>", offset, g);
    } else {
        fprintf(w->file, "<input semantic=\"VERTEX\" source=\"#corners%d\" offset=\"%d\"/>", g, offset);
        fprintf(w->file, "<input semantic=\"TEXCOORD\" source=\"#none\" offset=\"%d\" set=\"1\"/>", stride - 1);
    }
    gap(w);
    if (p->kind == MADE_DAE_POLYLIST) {
        fputs("<vcount>", w->file);
        for (int f = 0; f < p->faces; f++) {
            blank(w);
            fprintf(w->file, "%d", p->sizes[f]);
        }
        fputs(" </vcount>", w->file);
    }
    bool whole = p->kind == MADE_DAE_TRIANGLES || p->kind == MADE_DAE_POLYLIST;
    for (int f = 0; f < p->faces; f++) {
        fputs(f == 0 || !whole ? "<p>" : "", w->file);
        for (int i = 0; i < p->sizes[f]; i++) {
            put_corner(w, p->first[f] + i, stride, offset);
        }
        fputs(f == p->faces - 1 || !whole ? "</p>" : "", w->file);
    }
    fprintf(w->file, "</%s>", tags[p->kind]);
    gap(w);
}

static void put_geometry(writer *w, int g) {
    const made_dae_geometry *own = &w->known->geometry[g];
    char id[32];
    snprintf(id, sizeof(id), "points%d", g);
    fprintf(w->file, "<geometry id=\"Gerät%d\" name=\"Gesch&#xFC;tz &amp; %d\"><mesh>", g, g);
    put_points(w, id, own->points, own->point_count);
    fprintf(w->file, "<vertices id=\"corners%d\"><input semantic=\"POSITION\" source=\"#points%d\"/></vertices>", g, g);
    fputs(one_in(w->random, 4) ? "<lines count=\"1\"><input semantic=\"VERTEX\" offset=\"0\" source=\"#x\"/><p>0 1</p>"
                                 "</lines>"
                               : "",
          w->file);
    for (int i = 0; i < own->parts; i++) {
        put_part(w, &own->part[i], g);
    }
    fputs("</mesh></geometry>", w->file);
}

static void put_targets(writer *w) {
    const made_dae_file *k = w->known;
    for (int t = 0; t < k->targets; t++) {
        char id[32];
        snprintf(id, sizeof(id), "aim%d_points", t);
        fprintf(w->file, "<geometry id=\"aim%d\"><mesh>", t);
        put_points(w, id, k->target[t], k->geometry[0].point_count);
        fprintf(w->file,
                "<vertices id=\"aim%d_corners\"><input semantic=\"POSITION\" source=\"#aim%d_points\"/></vertices>"
                "</mesh></geometry>",
                t, t);
    }
}

static void put_geometries(writer *w) {
    fputs("<library_geometries>", w->file);
    for (int i = w->known->geometries; i-- > 0;) {
        put_geometry(w, i);
        gap(w);
    }
    put_targets(w);
    fputs("</library_geometries>", w->file);
}

static void put_names(writer *w, const char *id, const char *array, const char *form, const int *numbers, int count) {
    fprintf(w->file, "<source id=\"%s\"><%s id=\"%s_array\" count=\"%d\">", id, array, id, count);
    for (int i = 0; i < count; i++) {
        blank(w);
        fprintf(w->file, form, numbers[i]);
    }
    fprintf(w->file,
            " </%s><technique_common><accessor source=\"#%s_array\" count=\"%d\"><param name=\"JOINT\" "
            "type=\"name\"/></accessor></technique_common></source>",
            array, id, count);
}

static void put_pairs(writer *w) {
    const made_dae_file *k = w->known;
    int points = k->geometry[0].point_count;
    bool swapped = one_in(w->random, 2);
    fprintf(w->file,
            "<vertex_weights count=\"%d\"><input semantic=\"JOINT\" source=\"#joints\" offset=\"%d\"/><input "
            "semantic=\"WEIGHT\" source=\"#weights\" offset=\"%d\"/><vcount>",
            points, swapped, !swapped);
    for (int i = 0; i < points; i++) {
        fprintf(w->file, "%d", k->pairs[i]);
        blank(w);
    }
    fputs("</vcount><v>", w->file);
    for (int i = 0, n = 0; i < points; i++) {
        for (int p = 0; p < k->pairs[i]; p++, n++) {
            fprintf(w->file, "%d %d", swapped ? n : k->pair_joint[i][p], swapped ? k->pair_joint[i][p] : n);
            blank(w);
        }
    }
    fputs("</v></vertex_weights>", w->file);
}

static void put_skin(writer *w, const char *id, const char *source) {
    const made_dae_file *k = w->known;
    double weights[2 * MADE_DAE_MOST_POINTS], matrices[16 * MADE_DAE_MOST_JOINTS];
    int count = 0;
    bool ids = one_in(w->random, 3);
    for (int i = 0; i < k->geometry[0].point_count; i++) {
        for (int p = 0; p < k->pairs[i]; p++) {
            weights[count++] = k->pair_weight[i][p];
        }
    }
    for (int j = 0; j < k->joints; j++) {
        memcpy(matrices + (ptrdiff_t)16 * j, k->bound[j].number, sizeof(k->bound[j].number));
    }
    fprintf(w->file, "<controller id=\"%s\"><skin source=\"#%s\"><bind_shape_matrix>", id, source);
    put_numbers(w, k->shape.number, 16);
    fputs("</bind_shape_matrix>", w->file);
    put_names(w, "joints", ids ? "IDREF_array" : "Name_array", ids ? "Knoten%d" : "joint%d", k->joint, k->joints);
    put_source(w, "bounds", matrices, k->joints, 16);
    put_source(w, "weights", weights, count, 1);
    fputs("<joints><input semantic=\"JOINT\" source=\"#joints\"/><input semantic=\"INV_BIND_MATRIX\" "
          "source=\"#bounds\"/></joints>",
          w->file);
    put_pairs(w);
    fputs("</skin></controller>", w->file);
}

static void put_morph(writer *w) {
    const made_dae_file *k = w->known;
    static const int numbers[] = {0, 1};
    fprintf(w->file, "<controller id=\"morph\"><morph source=\"#Gerät0\"%s>",
            k->relative            ? " method=\"RELATIVE\""
            : one_in(w->random, 2) ? ""
                                   : " method=\"NORMALIZED\"");
    put_names(w, "aims", "IDREF_array", "aim%d", numbers, k->targets);
    put_source(w, "much", k->target_weight, k->targets, 1);
    fputs("<targets><input semantic=\"MORPH_TARGET\" source=\"#aims\"/><input semantic=\"MORPH_WEIGHT\" "
          "source=\"#much\"/></targets></morph></controller>",
          w->file);
}

/* Sources have the same ids in both skins: the nearest counts. */
static void put_controllers(writer *w) {
    if (w->known->joints == 0) {
        return;
    }
    fputs("<library_controllers>", w->file);
    put_skin(w, "skin", "Gerät0");
    put_morph(w);
    put_skin(w, "bent", "morph");
    fputs("</library_controllers>", w->file);
}

static void put_step(writer *w, const made_dae_step *s) {
    static const char *const tags[] = {"matrix", "translate", "rotate", "scale", "lookat", "skew"};
    static const int counts[] = {16, 3, 4, 3, 9, 7};
    fprintf(w->file, "<%s%s>", tags[s->kind], one_in(w->random, 2) ? " sid=\"step\"" : "");
    put_numbers(w, s->number, counts[s->kind]);
    fprintf(w->file, "</%s>", tags[s->kind]);
    gap(w);
}

/* What a node holds. The scene's first joint's skeleton is named or found. */
static void put_instance(writer *w, const made_dae_node *n) {
    static const char *const controllers[] = {"", "", "skin", "morph", "bent"};
    if (n->holds == MADE_DAE_GEOMETRY) {
        fprintf(w->file,
                one_in(w->random, 2) ? "<instance_geometry url=\"#Gerät%d\">"
                                     : "<instance_geometry url=\"#Ger%%C3%%A4t%d\">",
                n->geometry);
        fputs("<bind_material><technique_common><instance_material symbol=\"steel\" "
              "target=\"#iron\"/></technique_common></bind_material></instance_geometry>",
              w->file);
    } else if (n->holds != MADE_DAE_NOTHING) {
        fprintf(w->file, "<instance_controller url=\"#%s\">", controllers[n->holds]);
        for (int j = 0; n->holds != MADE_DAE_MORPH && one_in(w->random, 2) && j < w->known->joints; j++) {
            fprintf(w->file, "<skeleton>#Knoten%d</skeleton>", w->known->joint[j]);
        }
        fputs("</instance_controller>", w->file);
    }
}

static void put_node(writer *w, int number) {
    const made_dae_file *k = w->known;
    const made_dae_node *n = &k->node[number];
    fprintf(w->file, "<node id=\"Knoten%d\" sid=\"joint%d\" name=\"node %d\">", number, number, number);
    gap(w);
    for (int s = 0; s < n->steps; s++) {
        put_step(w, &n->step[s]);
    }
    put_instance(w, n);
    for (int i = number + 1; i < k->nodes; i++) {
        if (k->node[i].parent == number && k->node[i].in_library) {
            fprintf(w->file, "<instance_node url=\"#Knoten%d\"/>", i);
        }
    }
    for (int i = number + 1; i < k->nodes; i++) {
        if (k->node[i].parent == number && !k->node[i].in_library) {
            put_node(w, i);
        }
    }
    fputs("</node>", w->file);
}

static void put_node_library(writer *w) {
    const made_dae_file *k = w->known;
    fputs("<library_nodes>", w->file);
    for (int i = 0; i < k->nodes; i++) {
        if (k->node[i].in_library) {
            put_node(w, i);
        }
    }
    fputs("</library_nodes>", w->file);
}

/* Another scene, which isn't shown, stands before or behind. */
static void put_scenes(writer *w) {
    static const char other[] = "<visual_scene id=\"other\"><node sid=\"joint0\"><translate>1 1 1</translate>"
                                "<instance_geometry url=\"#Gerät0\"/></node></visual_scene>";
    const made_dae_file *k = w->known;
    int where = below(w->random, 3);
    fprintf(w->file, "<library_visual_scenes>%s<visual_scene id=\"shown\" name=\"yard\">", where == 0 ? other : "");
    for (int i = 0; i < k->nodes; i++) {
        if (k->node[i].parent < 0 && !k->node[i].in_library) {
            put_node(w, i);
        } else if (k->node[i].parent < 0) {
            fprintf(w->file, "<node><instance_node url=\"#Knoten%d\"/></node>", i);
        }
    }
    if (k->copied >= 0) {
        fputs("<node><translate>", w->file);
        put_numbers(w, k->copied_by, 3);
        fprintf(w->file, "</translate><instance_node url=\"#Knoten%d\"/></node>", k->copied);
    }
    fprintf(w->file, "</visual_scene>%s</library_visual_scenes>", where == 1 ? other : "");
}

char *made_dae_write(test_random *random, const made_dae_file *k, size_t *size) {
    static void (*const libraries[])(writer *) = {put_geometries, put_controllers, put_node_library, put_scenes};
    writer w = {.random = random, .known = k};
    w.file = open_memstream(&w.text, &w.size);
    assert_non_null(w.file);
    fputs(one_in(random, 3) ? "\xef\xbb\xbf" : "", w.file);
    fputs(one_in(random, 3) ? "" : "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n", w.file);
    gap(&w);
    fprintf(w.file,
            "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"%s\"><asset>%s%s</asset>",
            one_in(random, 3) ? "1.5.0" : "1.4.1", made_dae_units[k->unit].tag, made_dae_ups[k->up].tag);
    int first = below(random, 4);
    for (int i = 0; i < 4; i++) {
        gap(&w);
        libraries[(first + i) % 4](&w);
    }
    fputs("<library_materials><material id=\"iron\" name=\"Eisen\"/></library_materials>", w.file);
    fputs("<scene><instance_visual_scene url=\"#shown\"/></scene></COLLADA>", w.file);
    assert_int_equal(fclose(w.file), 0);
    *size = w.size;
    return w.text;
}
