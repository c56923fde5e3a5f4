/* systems.c: by which rule system the table goes, its settings, and whether it is night. */
#include "app.h"

#include "panels/panels.h"
#include "shot.h"
#include "tools/shelf.h"
#include "tools/tool.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trueline/explain.h>
#include <trueline/words.h>

static const char SCENE[] = "{\"scene\":true}";

const char *tlv_system_of(const tlv_app *app) {
    const char *name = tl_scene_word(app->scene, SCENE, "\"ruleset\"");
    return name ? name : tl_rules_name(0);
}

/* --- The list ----------------------------------------------------------------------------------------------------- */

static void list_system(tlv_app *app, const char *name, const char *path) {
    tlv_systems *s = &app->systems;
    if (s->count == TLV_SYSTEMS || strlen(name) >= sizeof(s->list[0].name)) {
        return;
    }
    tlv_system *system = &s->list[s->count++];
    snprintf(system->name, sizeof(system->name), "%s", name);
    if (tl_rules_title(app->context, path, app->language, system->title, sizeof(system->title), NULL) != TL_OK) {
        system->title[0] = '\0';
    }
}

static bool is_listed(const tlv_systems *s, const char *name) {
    for (int i = 0; i < s->count; i++) {
        if (strcmp(s->list[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool ends_as_json(const char *name) {
    size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".json") == 0;
}

/* The folder in which the scene's file lies, with a slash at its end; "": here. */
static void home_folder(const tlv_app *app, char folder[TLV_PATH]) {
    snprintf(folder, TLV_PATH, "%s", app->session.home);
    char *slash = strrchr(folder, '/');
    folder[slash ? slash + 1 - folder : 0] = '\0';
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const tlv_system *)a)->name, ((const tlv_system *)b)->name);
}

/* Rule files that lie beside the scene. A file that is none, such as a scene, isn't listed; one that is, and is broken,
 * is. */
static void list_files(tlv_app *app) {
    char folder[TLV_PATH], path[TLV_PATH + 300];
    home_folder(app, folder);
    DIR *dir = opendir(folder[0] != '\0' ? folder : ".");
    int first = app->systems.count;
    for (const struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        snprintf(path, sizeof(path), "%s%s", folder, entry->d_name);
        if (entry->d_name[0] != '.' && ends_as_json(entry->d_name) && tl_rules_is_file(app->context, path)) {
            list_system(app, entry->d_name, path);
        }
    }
    if (dir) {
        closedir(dir);
    }
    qsort(&app->systems.list[first], (size_t)(app->systems.count - first), sizeof(tlv_system), by_name);
}

void tlv_systems_list(tlv_app *app) {
    tlv_systems *s = &app->systems;
    char path[2 * TLV_PATH];
    s->count = 0;
    for (size_t i = 0; tl_rules_name(i); i++) {
        list_system(app, tl_rules_name(i), tl_rules_name(i));
    }
    list_files(app);
    const char *own = tlv_system_of(app);
    if (!is_listed(s, own)) { /* a file that lies elsewhere */
        home_folder(app, path);
        snprintf(path + strlen(path), sizeof(path) - strlen(path), "%s", own);
        list_system(app, own, own[0] == '/' ? own : path);
    }
}

void tlv_systems_open(tlv_app *app, bool fresh) {
    tlv_systems *s = &app->systems;
    const char *own = tlv_system_of(app);
    tlv_systems_end(app);
    tlv_systems_list(app);
    s->fresh = fresh;
    app->sheet = TLV_SHEET_RULES;
    app->chrome_changed = true;
    for (int i = 0; i < s->count; i++) {
        s->chosen = strcmp(s->list[i].name, own) == 0 ? i : s->chosen;
    }
}

void tlv_systems_end(tlv_app *app) {
    tlv_systems *s = &app->systems;
    tl_rules_change_destroy(s->change);
    s->change = NULL;
    s->problem = (tl_error){0};
    s->chosen = -1;
    memset(s->answers, 0, sizeof(s->answers));
}

/* Begins with what the scene itself says that its words are there. */
static void answer_as_said(tlv_systems *s) {
    const char *there;
    tl_rules_stranger stranger;
    tl_rules_word word;
    for (size_t i = 0; i < TLV_STRANGERS && tl_rules_change_stranger(s->change, i, &stranger); i++) {
        bool said = tl_rules_change_there(s->change, i, &there) && there;
        for (size_t k = 0; said && tl_rules_change_word(s->change, stranger.sort, k, &word); k++) {
            s->answers[i] = strcmp(word.name, there) == 0 ? (int)k + 1 : s->answers[i];
        }
    }
}

void tlv_systems_choose(tlv_app *app, int number) {
    tlv_systems *s = &app->systems;
    tlv_systems_end(app);
    s->chosen = number;
    app->chrome_changed = true;
    if (strcmp(s->list[number].name, tlv_system_of(app)) != 0 &&
        tl_rules_change_begin(app->scene, s->list[number].name, app->language, &s->change, &s->problem) != TL_OK) {
        tlv_log(app, "rules %s: %s", s->list[number].name, s->problem.message);
    } else if (s->change) {
        answer_as_said(s);
    }
}

/* --- Taking one --------------------------------------------------------------------------------------------------- */

bool tlv_systems_may_take(const tlv_app *app) {
    const tlv_systems *s = &app->systems;
    tl_rules_stranger stranger;
    if (!s->change) {
        return false;
    }
    for (size_t i = 0; tl_rules_change_stranger(s->change, i, &stranger); i++) {
        if (stranger.needed && (i >= TLV_STRANGERS || s->answers[i] == 0)) {
            return false;
        }
    }
    return true;
}

void tlv_systems_take(tlv_app *app) {
    tlv_systems *s = &app->systems;
    tl_rules_stranger stranger;
    tl_error error = {0};
    size_t count = 0;
    char *edit = NULL, title[256];
    while (s->change && tl_rules_change_stranger(s->change, count, &stranger)) {
        count++;
    }
    const char **words = calloc(count + 1, sizeof(*words));
    for (size_t i = 0; words && i < count && i < TLV_STRANGERS; i++) {
        tl_rules_word word;
        tl_rules_change_stranger(s->change, i, &stranger);
        if (s->answers[i] > 0 && tl_rules_change_word(s->change, stranger.sort, (size_t)s->answers[i] - 1, &word)) {
            words[i] = word.name;
        }
    }
    tl_status status = s->change && words ? tl_rules_change_edit(s->change, words, &edit, &error) : TL_ERROR_MEMORY;
    snprintf(title, sizeof(title), "%s", s->change ? tl_rules_change_title(s->change) : "");
    free(words);
    if (status != TL_OK) {
        tlv_note_error(app, &error);
        return;
    }
    app->sheet = TLV_SHEET_NONE;
    if (tlv_edit(app, edit, "done.rules", title)) {
        tlv_note(app, false, "note.rules", title);
    }
    tl_text_free(app->context, edit);
    tlv_systems_end(app);
}

/* Its title as players read it; the name of a file that isn't there any more. */
static void look_up_title(tlv_app *app) {
    tlv_systems *s = &app->systems;
    char path[2 * TLV_PATH];
    home_folder(app, path);
    bool beside = ends_as_json(s->current) && s->current[0] != '/';
    snprintf(path + (beside ? strlen(path) : 0), sizeof(path) - (beside ? strlen(path) : 0), "%s", s->current);
    if (tl_rules_title(app->context, path, app->language, s->title, sizeof(s->title), NULL) != TL_OK) {
        snprintf(s->title, sizeof(s->title), "%s", s->current);
    }
}

void tlv_systems_look(tlv_app *app) {
    tlv_systems *s = &app->systems;
    const char *own = tlv_system_of(app), *language = app->language ? app->language : "";
    bool other = strcmp(s->current, own) != 0;
    if (!other && strncmp(s->said_in, language, sizeof(s->said_in) - 1) == 0) {
        return;
    }
    snprintf(s->current, sizeof(s->current), "%s", own);
    snprintf(s->said_in, sizeof(s->said_in), "%s", language);
    look_up_title(app);
    if (!other) {
        return;
    }
    tlv_manner *m = &app->manner;
    m->shape[0] = m->score[0] = m->deviation[0] = m->score_weapon[0] = '\0';
    m->rolled = false;
    memset(m->dice, 0, sizeof(m->dice));
    if (!tlv_rules_has(app, TL_RULES_KIND, app->shelf.ground)) {
        tl_rules_word first = {"", "", ""};
        tl_scene_rules_word(app->scene, TL_RULES_KIND, 0, NULL, &first);
        snprintf(app->shelf.ground, sizeof(app->shelf.ground), "%s",
                 tlv_rules_has(app, TL_RULES_KIND, "obstacle") ? "obstacle" : first.name);
    }
    tlv_log(app, "rules %s", own);
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

const char *tlv_rules_label(const tlv_app *app, tl_rules_sort sort, const tl_rules_word *word) {
    static const char *const prefixes[TL_RULES_SORTS] = {
        [TL_RULES_KIND] = "kind", [TL_RULES_CLASS] = "class", [TL_RULES_LOCOMOTION] = "locomotion",
        [TL_RULES_SIZE] = "size", [TL_RULES_ARC] = "arc",     [TL_RULES_SCORE] = "score"};
    char name[TLV_NAME + 16];
    const char *text = NULL;
    if (prefixes[sort]) {
        snprintf(name, sizeof(name), "%s.%s", prefixes[sort], word->name);
        text = tl_words_find(app->language, name);
    }
    bool sentence = sort == TL_RULES_SCORE || sort == TL_RULES_SIZE || sort == TL_RULES_SETTING ||
                    sort == TL_RULES_SKILL || sort == TL_RULES_KIND;
    return text ? text : word->text[0] != '\0' && !sentence ? word->text : word->name;
}

bool tlv_rules_has(const tlv_app *app, tl_rules_sort sort, const char *word) {
    tl_rules_word its;
    for (size_t i = 0; tl_scene_rules_word(app->scene, sort, i, NULL, &its); i++) {
        if (strcmp(its.name, word) == 0) {
            return true;
        }
    }
    return false;
}

/* --- Settings ----------------------------------------------------------------------------------------------------- */

/* A value as JSON: a number where the setting is a number and the text one. */
static const char *as_json(const tl_setting_info *setting, const char *value, char *buffer, size_t size) {
    char *end = NULL;
    for (size_t i = 0; i < setting->value_count; i++) {
        if (strcmp(setting->values[i], value) == 0) {
            return tlv_quote(value, buffer, size);
        }
    }
    double number = strtod(value, &end);
    if (setting->number && end != value && *end == '\0') {
        snprintf(buffer, size, "%.9g", number);
        return buffer;
    }
    return tlv_quote(value, buffer, size);
}

void tlv_set_setting(tlv_app *app, const char *name, const char *value) {
    char number[TL_SETTING_VALUE], json[2 * TLV_PATH], field[2 * TLV_NAME], edit[3 * TLV_PATH];
    tl_setting_info setting;
    size_t index = 0, size = 0;
    while (tl_scene_setting(app->scene, index, app->language, number, &setting) && strcmp(setting.name, name) != 0) {
        index++;
    }
    if (!tl_scene_setting(app->scene, index, app->language, number, &setting)) {
        return;
    }
    snprintf(field, sizeof(field), "[\"settings\",\"%s\"]", setting.name);
    bool said = tl_scene_value(app->scene, SCENE, field, &size) != NULL;
    bool good = true;
    char name_of[TLV_TRY_WORDS];
    snprintf(name_of, sizeof(name_of), "%s", setting.name);
    if (value) {
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":%s,\"value\":%s}", SCENE, field,
                 as_json(&setting, value, json, sizeof(json)));
    } else {
        snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":%s}", SCENE, field);
    }
    if (value || said) {
        good = tlv_edit(app, edit, "done.setting", name_of);
    }
    if (good && tl_scene_unset(app->scene, name_of, NULL) == TL_OK) { /* what was set beside the file would win */
        tlv_after_edit(app);
    }
}

/* --- Night -------------------------------------------------------------------------------------------------------- */

void tlv_change_night(tlv_app *app) {
    bool night = tlv_is_night(app->scene);
    char edit[100];
    snprintf(edit, sizeof(edit), "{\"set\":%s,\"field\":\"night\"%s}", SCENE, night ? "" : ",\"value\":true");
    if (tlv_edit(app, edit, night ? "done.day" : "done.night", NULL)) {
        tlv_note(app, false, night ? "note.day" : "note.night", NULL);
    }
}
