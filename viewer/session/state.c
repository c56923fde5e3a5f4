/* state.c: reads and writes what is remembered in the user's state folder. */
#include "session/state.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes a folder and those above it. */
static bool make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool good = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!good) {
            return false;
        }
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool tlv_state_folder(char *folder, size_t size) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int length = state && state[0] == '/' ? snprintf(folder, size, "%s/trueline", state)
                 : home && home[0] == '/' ? snprintf(folder, size, "%s/.local/state/trueline", home)
                                          : -1;
    return length > 0 && (size_t)length < size && make_folders(folder);
}

/* The path of a file in the folder, which is made when it isn't there; false without a folder. */
static bool state_file(const char *name, char *path, size_t size) {
    char folder[TLV_STATE_PATH - 256];
    if (!tlv_state_folder(folder, sizeof(folder))) {
        return false;
    }
    int length = snprintf(path, size, "%s/%s", folder, name);
    return length > 0 && (size_t)length < size;
}

size_t tlv_recent_read(char paths[TLV_RECENT][TLV_STATE_PATH]) {
    char list[TLV_STATE_PATH];
    FILE *file = state_file("recent", list, sizeof(list)) ? fopen(list, "r") : NULL;
    size_t count = 0;
    while (file && count < TLV_RECENT && fgets(paths[count], TLV_STATE_PATH, file)) {
        paths[count][strcspn(paths[count], "\n")] = '\0';
        count += paths[count][0] == '/' && access(paths[count], R_OK) == 0;
    }
    if (file) {
        fclose(file);
    }
    return count;
}

void tlv_recent_add(const char *path) {
    static char before[TLV_RECENT][TLV_STATE_PATH]; /* one window in a process */
    char list[TLV_STATE_PATH], fresh[TLV_STATE_PATH + 8], whole[TLV_STATE_PATH];
    size_t count = tlv_recent_read(before);
    if (!realpath(path, whole) || strchr(whole, '\n') || !state_file("recent", list, sizeof(list))) {
        return;
    }
    snprintf(fresh, sizeof(fresh), "%s.new", list);
    FILE *file = fopen(fresh, "w");
    if (!file) {
        return;
    }
    fprintf(file, "%s\n", whole);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(before[i], whole) != 0) {
            fprintf(file, "%s\n", before[i]);
        }
    }
    if (fclose(file) == 0) {
        rename(fresh, list);
    }
}

bool tlv_recent_picture(const char *table, char *path, size_t size) {
    char whole[TLV_STATE_PATH], name[64];
    if (!realpath(table, whole)) {
        return false;
    }
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (const char *c = whole; *c; c++) {
        hash = (hash ^ (unsigned char)*c) * 1099511628211u;
    }
    snprintf(name, sizeof(name), "recent-%016llx.png", (unsigned long long)hash);
    return state_file(name, path, size);
}

bool tlv_state_has(const char *what) {
    char path[TLV_STATE_PATH];
    return state_file(what, path, sizeof(path)) && access(path, F_OK) == 0;
}

void tlv_state_mark(const char *what) {
    char path[TLV_STATE_PATH];
    FILE *file = state_file(what, path, sizeof(path)) ? fopen(path, "w") : NULL;
    if (file) {
        fclose(file);
    }
}
