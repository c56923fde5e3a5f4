/* mesh_options.c: the options of `import`. */
#include "cli.h"

#include <string.h>

static bool read_mm(const char *value, double *mm) {
    const char *rest;
    return value != NULL && cli_number(value, mm, &rest) && rest[0] == '\0' && *mm > 0;
}

/* "X,Y X,Y", in any order of corners. */
static bool read_rectangle(const char *value, double crop[4]) {
    double corner[4];
    const char *rest = value;
    for (int i = 0; i < 4 && value != NULL; i++) {
        if (!cli_number(rest, &corner[i], &rest) || *rest != (i == 3 ? '\0' : i == 1 ? ' ' : ',')) {
            return false;
        }
        rest++;
        while (i == 1 && *rest == ' ') {
            rest++;
        }
    }
    for (int i = 0; i < 2 && value != NULL; i++) {
        crop[i] = corner[i] < corner[i + 2] ? corner[i] : corner[i + 2];
        crop[i + 2] = corner[i] < corner[i + 2] ? corner[i + 2] : corner[i];
    }
    return value != NULL && crop[0] < crop[2] && crop[1] < crop[3];
}

/* "1800x1200". */
static bool read_table(const char *value, double crop[4]) {
    const char *rest;
    crop[0] = crop[1] = 0;
    return value != NULL && cli_number(value, &crop[2], &rest) && *rest == 'x' &&
           cli_number(rest + 1, &crop[3], &rest) && *rest == '\0' && crop[2] > 0 && crop[3] > 0;
}

static bool read_degrees(const char *value, double *degrees) {
    const char *rest;
    return value != NULL && cli_number(value, degrees, &rest) && rest[0] == '\0';
}

static bool set_flag(tl_mesh_options *mesh, const char *name) {
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"--reorient", &mesh->reorient},
                 {"--level", &mesh->level},
                 {"--crop-whole", &mesh->crop_whole},
                 {"--suggest-core", &mesh->suggest_core}};
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        if (strcmp(name, flags[i].name) == 0) {
            *flags[i].flag = true;
            return true;
        }
    }
    return false;
}

static bool set_text(tl_mesh_options *mesh, const char *name, const char *value, const char **problem) {
    const struct {
        const char *name;
        const char **text;
        const char *problem;
    } texts[] = {{"--unit", &mesh->unit, " wants mm, cm, m, inch or foot"},
                 {"--up", &mesh->up, " wants +x, -x, +y, -y, +z or -z"},
                 {"--parts", &mesh->parts, " wants patterns such as \"core=hull*,turret*;gear=gun*\""}};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        if (strcmp(name, texts[i].name) == 0) {
            *texts[i].text = value;
            *problem = value == NULL ? texts[i].problem : NULL;
            return true;
        }
    }
    return false;
}

bool cli_mesh_option(cli_arguments *arguments, const char *name, const char *value, bool *takes_value,
                     const char **problem) {
    tl_mesh_options *mesh = &arguments->mesh;
    bool good = true;
    *problem = NULL;
    *takes_value = !set_flag(mesh, name);
    if (!*takes_value || set_text(mesh, name, value, problem)) {
        return true;
    }
    if (strcmp(name, "--join") == 0) {
        good = read_mm(value, &mesh->join_mm);
        *problem = " wants millimetres, more than 0";
    } else if (strcmp(name, "--close-holes") == 0 || strcmp(name, "--drop-specks") == 0) {
        good = read_mm(value, name[2] == 'c' ? &mesh->close_holes_mm : &mesh->drop_specks_mm);
        *problem = " wants millimetres, more than 0";
    } else if (strcmp(name, "--simplify") == 0) {
        good = read_mm(value, &mesh->simplify_mm);
        *problem = " wants millimetres, more than 0";
    } else if (strcmp(name, "--scale") == 0) {
        good = read_mm(value, &mesh->scale);
        *problem = " wants a number, more than 0";
    } else if (strcmp(name, "--reference") == 0) {
        good = value != NULL && mesh->reference_count < MOST_REFERENCES;
        *problem = value == NULL ? " wants a known distance such as \"height = 60.0 mm\"" : ": there are too many";
        if (good) {
            arguments->references[mesh->reference_count++] = value;
        }
    } else if (strcmp(name, "--turn") == 0) {
        good = read_degrees(value, &mesh->turn_deg);
        *problem = " wants degrees";
    } else if (strcmp(name, "--move") == 0) {
        good = value != NULL && cli_point(value, mesh->move_mm) > 0;
        *problem = " wants X,Y or X,Y,Z in millimetres";
    } else if (strcmp(name, "--crop") == 0) {
        good = mesh->crops = read_rectangle(value, mesh->crop_mm);
        *problem = " wants two corners that lie apart in x and in y: \"X,Y X,Y\", in millimetres";
    } else if (strcmp(name, "--crop-table") == 0) {
        good = mesh->crops = read_table(value, mesh->crop_mm);
        *problem = " wants the size of the table: 1800x1200, in millimetres";
    } else {
        return false;
    }
    *problem = good ? NULL : *problem;
    return true;
}
