/* script.c: reads a script's actions, one a line, and does them as a hand would. */
#include "headless/script.h"

#include "commands/commands.h"
#include "headless/compare.h"
#include "headless/expect.h"
#include "render/png.h"
#include "report.h"
#include "tools/tool.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EVENTS = 64, LINE = 1024, DRAG_STEPS = 6 };
/* Clicks of two lines are two clicks, not a double one. */
static const double BREATH_SECONDS = 0.5;
/* Nothing a script waits for takes longer. */
static const double PATIENCE_SECONDS = 300;

struct tlv_script {
    char *path, *text;
    const char *folder;
    const char *next;         /* line to come */
    int line;                 /* its number */
    tlv_event events[EVENTS]; /* of the line being done, still to happen */
    int event_count, event_next;
    double x, y; /* the pointer */
    bool waits_for_answer, waits_for_map;
    double until; /* of the window's clock: nothing happens before */
};

static tl_status fail(const tlv_script *s, tl_error *error, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static tl_status fail(const tlv_script *s, tl_error *error, const char *remedy, const char *format, ...) {
    char message[480];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof(message), format, arguments);
    va_end(arguments);
    tlv_fail(error, TL_ERROR_FORMAT, s->path, remedy, "%s", message);
    if (error) {
        error->line = s->line;
        error->column = 1;
    }
    return TL_ERROR_FORMAT;
}

/* --- Reading ------------------------------------------------------------------------------------------------------ */

static char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t used = 0, capacity = 0;
    bool good = file != NULL;
    while (good) {
        good = tlv_reserve((void **)&text, &capacity, used + 4097, 1);
        size_t got = good ? fread(text + used, 1, 4096, file) : 0;
        used += got;
        if (got == 0) {
            break;
        }
    }
    good = good && !ferror(file);
    if (file) {
        fclose(file);
    }
    if (!good) {
        free(text);
        return NULL;
    }
    text[used] = '\0';
    return text;
}

tl_status tlv_script_open(const char *path, const char *folder, tlv_script **script, tl_error *error) {
    *script = NULL;
    tlv_script *s = calloc(1, sizeof(*s));
    if (!s || !(s->path = strdup(path))) {
        free(s);
        return tlv_fail_memory(error);
    }
    s->text = read_text(path);
    if (!s->text) {
        free(s->path);
        free(s);
        return tlv_fail(error, TL_ERROR_FILE, path, "name a file of actions, one a line", "the script can't be read");
    }
    s->next = s->text;
    s->folder = folder;
    *script = s;
    return TL_OK;
}

void tlv_script_destroy(tlv_script *script) {
    if (script) {
        free(script->path);
        free(script->text);
        free(script);
    }
}

/* The next line that says something, without its end; false at the end of the script. */
static bool next_line(tlv_script *s, char line[LINE]) {
    while (*s->next) {
        size_t length = strcspn(s->next, "\n"), kept = length < LINE - 1 ? length : LINE - 1;
        memcpy(line, s->next, kept);
        line[kept] = '\0';
        s->next += length + (s->next[length] == '\n');
        s->line++;
        while (kept > 0 && isspace((unsigned char)line[kept - 1])) {
            line[--kept] = '\0';
        }
        char *start = line + strspn(line, " \t");
        memmove(line, start, strlen(start) + 1);
        if (line[0] != '\0' && line[0] != '#') {
            return true;
        }
    }
    return false;
}

/* The first word of `*rest`, which moves behind it; "" when there is none. */
static const char *word(char **rest) {
    char *start = *rest + strspn(*rest, " \t");
    size_t length = strcspn(start, " \t");
    *rest = start + length;
    if (**rest) {
        *(*rest)++ = '\0';
    }
    *rest += strspn(*rest, " \t");
    return start;
}

/* --- Events ------------------------------------------------------------------------------------------------------- */

static tlv_event *add(tlv_script *s, tlv_event_kind kind, const tlv_event *how) {
    tlv_event *event = &s->events[s->event_count < EVENTS ? s->event_count++ : EVENTS - 1];
    *event = how ? *how : (tlv_event){0};
    event->kind = kind;
    event->x = s->x;
    event->y = s->y;
    return event;
}

static void move_to(tlv_script *s, double x, double y) {
    s->x = x;
    s->y = y;
    add(s, TLV_EVENT_MOVE, NULL);
}

/* "500,300": a pixel; "@file.save": a button of a panel, also one that is scrolled out of view; else a member or a
 * piece of terrain. */
static tl_status find_target(const tlv_script *s, tlv_app *app, const char *target, double *x, double *y,
                             tl_error *error) {
    char *end;
    double px = strtod(target, &end);
    if (end != target && *end == ',') {
        const char *second = end + 1;
        double py = strtod(second, &end);
        if (end != second && *end == '\0') {
            *x = px;
            *y = py;
            return TL_OK;
        }
    }
    if (target[0] == '@') {
        tlv_rect place;
        if (!tlv_gui_find(app->gui, target + 1, &place)) {
            return fail(s, error, NULL, "no panel shows %s now", target);
        }
        if (tlv_gui_reveal(app->gui, target + 1)) { /* the wheel would bring it there */
            for (int i = 0; i < 3; i++) {
                tlv_build_panels(app);
            }
            tlv_gui_find(app->gui, target + 1, &place);
        }
        *x = place.x + 0.5 * place.width;
        *y = place.y + 0.5 * place.height;
        return TL_OK;
    }
    if (!app->scene || !tlv_pixel_of(app, target, x, y)) {
        return fail(s, error, "name a pixel (500,300), a button (@file.save), or a model or terrain that is in view",
                    "nothing of `%s` is in view", target);
    }
    return TL_OK;
}

/* Words behind a target: buttons and keys that are held. */
static tl_status how_to(const tlv_script *s, char **rest, tlv_event *how, bool *twice, tl_error *error) {
    while (**rest) {
        const char *w = word(rest);
        if (strcmp(w, "right") == 0 || strcmp(w, "middle") == 0 || strcmp(w, "left") == 0) {
            how->button = w[0] == 'r' ? TLV_RIGHT : w[0] == 'm' ? TLV_MIDDLE : TLV_LEFT;
        } else if (strcmp(w, "shift") == 0) {
            how->shift = true;
        } else if (strcmp(w, "ctrl") == 0) {
            how->ctrl = true;
        } else if (strcmp(w, "alt") == 0) {
            how->alt = true;
        } else if (strcmp(w, "double") == 0 && twice) {
            *twice = true;
        } else {
            return fail(s, error, "left, right, middle, shift, ctrl, alt; for a click also double", "what is `%s`?", w);
        }
    }
    return TL_OK;
}

static const struct {
    const char *name;
    int key;
} KEYS[] = {{"escape", TLV_KEY_ESCAPE},
            {"tab", TLV_KEY_TAB},
            {"home", TLV_KEY_HOME},
            {"end", TLV_KEY_END},
            {"enter", TLV_KEY_ENTER},
            {"space", TLV_KEY_SPACE},
            {"backspace", TLV_KEY_BACKSPACE},
            {"delete", TLV_KEY_DELETE},
            {"left", TLV_KEY_LEFT},
            {"right", TLV_KEY_RIGHT},
            {"up", TLV_KEY_UP},
            {"down", TLV_KEY_DOWN},
            {"pageup", TLV_KEY_PAGE_UP},
            {"pagedown", TLV_KEY_PAGE_DOWN}};

static int key_of(const char *name) {
    int number;
    if (name[0] != '\0' && name[1] == '\0') {
        return toupper((unsigned char)name[0]);
    }
    if (sscanf(name, "f%d", &number) == 1 && number >= 1 && number <= 12) {
        return TLV_KEY_F1 + number - 1;
    }
    for (size_t i = 0; i < sizeof(KEYS) / sizeof(*KEYS); i++) {
        if (strcmp(KEYS[i].name, name) == 0) {
            return KEYS[i].key;
        }
    }
    return TLV_KEY_NONE;
}

/* --- Actions ------------------------------------------------------------------------------------------------------ */

typedef tl_status action(tlv_script *s, tlv_app *app, char *rest, tl_error *error);

static tl_status do_move(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    double x, y;
    tl_status status = find_target(s, app, word(&rest), &x, &y, error);
    if (status == TL_OK) {
        move_to(s, x, y);
    }
    return status;
}

static tl_status do_press(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)app;
    tlv_event how = {0};
    tl_status status = how_to(s, &rest, &how, NULL, error);
    add(s, TLV_EVENT_BUTTON, &how);
    return status;
}

static tl_status do_release(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)app;
    tlv_event how = {0};
    tl_status status = how_to(s, &rest, &how, NULL, error);
    add(s, TLV_EVENT_BUTTON_UP, &how);
    return status;
}

static tl_status do_click(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    tlv_event how = {0};
    bool twice = false;
    double x, y;
    tl_status status = find_target(s, app, word(&rest), &x, &y, error);
    if (status == TL_OK) {
        status = how_to(s, &rest, &how, &twice, error);
    }
    if (status == TL_OK) {
        tlv_window_listen(app->window, BREATH_SECONDS);
        move_to(s, x, y);
        for (int i = 0; i <= (int)twice; i++) {
            add(s, TLV_EVENT_BUTTON, &how);
            add(s, TLV_EVENT_BUTTON_UP, &how);
        }
    }
    return status;
}

/* drag FROM to TO, drag FROM by DX,DY */
static tl_status do_drag(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    tlv_event how = {0};
    double x, y, to_x, to_y;
    tl_status status = find_target(s, app, word(&rest), &x, &y, error);
    const char *way = word(&rest), *end = word(&rest);
    bool by = strcmp(way, "by") == 0;
    if (status == TL_OK && !by && strcmp(way, "to") != 0) {
        return fail(s, error, "drag FROM to TO, or drag FROM by DX,DY", "where is it dragged to?");
    }
    if (status == TL_OK) {
        status = find_target(s, app, end, &to_x, &to_y, error);
    }
    if (status == TL_OK) {
        status = how_to(s, &rest, &how, NULL, error);
    }
    if (status != TL_OK) {
        return status;
    }
    to_x += by ? x : 0;
    to_y += by ? y : 0;
    move_to(s, x, y);
    add(s, TLV_EVENT_BUTTON, &how);
    for (int i = 1; i <= DRAG_STEPS; i++) {
        s->x = x + (to_x - x) * i / DRAG_STEPS;
        s->y = y + (to_y - y) * i / DRAG_STEPS;
        add(s, TLV_EVENT_MOVE, &how);
    }
    add(s, TLV_EVENT_BUTTON_UP, &how);
    return TL_OK;
}

static tl_status do_wheel(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)app;
    tlv_event how = {0};
    char *end;
    const char *notches = word(&rest);
    how.wheel = strtod(notches, &end);
    if (end == notches || *end != '\0') {
        return fail(s, error, "wheel 3 comes nearer, wheel -3 steps back", "how many notches?");
    }
    tl_status status = how_to(s, &rest, &how, NULL, error);
    add(s, TLV_EVENT_WHEEL, &how);
    return status;
}

/* Shift, Ctrl and Alt are keys too. */
static void hold_keys(tlv_script *s, const tlv_event *how, tlv_event_kind kind) {
    const struct {
        bool held;
        int key;
    } keys[] = {{how->shift, TLV_KEY_SHIFT}, {how->ctrl, TLV_KEY_CTRL}, {how->alt, TLV_KEY_ALT}};
    for (int i = 0; i < 3; i++) {
        if (keys[i].held) {
            add(s, kind, NULL)->key = keys[i].key;
        }
    }
}

static tl_status do_key(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)app;
    while (*rest) {
        char name[64];
        tlv_event how = {0};
        snprintf(name, sizeof(name), "%s", word(&rest));
        char *key = name;
        for (char *plus; (plus = strchr(key, '+')) != NULL && plus[1] != '\0'; key = plus + 1) {
            *plus = '\0';
            how.shift = how.shift || strcmp(key, "shift") == 0;
            how.ctrl = how.ctrl || strcmp(key, "ctrl") == 0;
            how.alt = how.alt || strcmp(key, "alt") == 0;
        }
        how.key = key_of(key);
        if (how.key == TLV_KEY_NONE) {
            return fail(s, error, "a letter, digit or sign, f1 to f12, escape, enter, tab, ...; such as ctrl+shift+z",
                        "there is no key `%s`", key);
        }
        hold_keys(s, &how, TLV_EVENT_KEY);
        add(s, TLV_EVENT_KEY, &how);
        add(s, TLV_EVENT_KEY_UP, &how);
        hold_keys(s, &how, TLV_EVENT_KEY_UP);
    }
    return TL_OK;
}

static tl_status do_type(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)app;
    if (strlen(rest) >= EVENTS) {
        return fail(s, error, "type it in several lines", "more than %d letters at once", EVENTS - 1);
    }
    for (const unsigned char *c = (const unsigned char *)rest; *c;) {
        int more = *c < 0x80 ? 0 : *c < 0xe0 ? 1 : *c < 0xf0 ? 2 : 3;
        uint32_t code = more == 0 ? *c : *c & (0x3fu >> more);
        for (c++; more > 0 && (*c & 0xc0) == 0x80; more--, c++) {
            code = (code << 6) | (*c & 0x3fu);
        }
        add(s, TLV_EVENT_TEXT, NULL)->character = code;
    }
    return TL_OK;
}

static tl_status do_command(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    int number = tlv_command_find(rest);
    if (number < 0) {
        return fail(s, error, "see the lists in docs/viewer.md", "there is no command `%s`", rest);
    }
    if (!tlv_command_run(app, number)) {
        return fail(s, error, NULL, "%s can't be done now", rest);
    }
    return TL_OK;
}

static tl_status do_tool(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    char id[64];
    if (tlv_tool_find(rest) < 0) {
        return fail(s, error, "see the lists in docs/viewer.md", "there is no tool `%s`", rest);
    }
    snprintf(id, sizeof(id), "tool.%s", rest);
    return do_command(s, app, id, error);
}

static tl_status do_open(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)s;
    (void)error;
    tlv_open(app, rest);
    return TL_OK;
}

static tl_status do_drop(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)error;
    const tlv_event drop = {.kind = TLV_EVENT_DROP, .x = s->x, .y = s->y, .path = rest};
    tlv_window_put(app->window, &drop);
    return TL_OK;
}

/* size 1280x800, size 2560x1600 scale 2 */
static tl_status do_size(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    int width, height;
    double scale = 1;
    int read = sscanf(rest, "%dx%d scale %lf", &width, &height, &scale);
    if (read < 2 || width < 64 || height < 64 || width > 8192 || height > 8192 || !(scale >= 0.5 && scale <= 4)) {
        return fail(s, error, "size 1280x800, size 2560x1600 scale 2; 64 to 8192 each way, scales from 0.5 to 4",
                    "a window can't be like that");
    }
    tlv_window_resize(app->window, width, height, scale);
    return TL_OK;
}

static tl_status do_language(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    for (size_t i = 0; tl_language_tag(i); i++) {
        if (strcmp(tl_language_tag(i), rest) == 0) {
            app->language = tl_language_tag(i);
            app->chrome_changed = true;
            return TL_OK;
        }
    }
    return fail(s, error, "en or fr", "nobody here speaks `%s`", rest);
}

static tl_status do_wait(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    char *end;
    double seconds = strtod(rest, &end);
    if (end == rest || *end != '\0' || !(seconds >= 0 && seconds <= 1000)) {
        return fail(s, error, "wait 2.5", "how many seconds?");
    }
    s->until = tlv_window_time(app->window) + seconds;
    return TL_OK;
}

static tl_status do_wait_answer(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)rest;
    if (app->inquiry.asked == 0) {
        return fail(s, error, "take a tool and click two models first", "nothing is asked");
    }
    s->waits_for_answer = true;
    return TL_OK;
}

static tl_status do_wait_map(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)rest;
    if (!tlv_is_mapping(app)) {
        return fail(s, error, "take the map tool and click a model first", "no map is being made");
    }
    s->waits_for_map = true;
    return TL_OK;
}

static tl_status do_shoot(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    char path[4200];
    snprintf(path, sizeof(path), "%s%s%s", s->folder ? s->folder : "", s->folder ? "/" : "", rest);
    size_t length = strlen(path);
    bool draft = length > 6 && strcmp(path + length - 6, " draft") == 0;
    path[draft ? length - 6 : length] = '\0';
    return tlv_shoot(app, path, draft, error);
}

/* tell FILE: writes what the window says, where pictures go. */
static tl_status do_tell(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    char path[4200];
    snprintf(path, sizeof(path), "%s%s%s", s->folder ? s->folder : "", s->folder ? "/" : "", rest);
    FILE *file = fopen(path, "w");
    if (file) {
        tlv_tell(app, file);
    }
    return file && fclose(file) == 0
               ? TL_OK
               : tlv_fail(error, TL_ERROR_FILE, path, "name a file that can be written", "the file can't be written");
}

/* A file beside the script. */
static void beside(const tlv_script *s, const char *name, char *path, size_t size) {
    const char *slash = strrchr(s->path, '/');
    snprintf(path, size, "%.*s%s", slash ? (int)(slash - s->path + 1) : 0, s->path, name);
}

/* More of a picture may not differ unless it is said: fonts and drivers of other machines do that much. */
static const double MOST_DIFFERENCE = 1; /* in 100 */

static tl_status compare(const tlv_script *s, tlv_app *app, const char *name, const char *path, double most,
                         tl_error *error) {
    size_t bytes = 4 * (size_t)app->width * (size_t)app->height;
    int width = 0, height = 0;
    uint8_t *shown = malloc(bytes), *wanted = tlv_png_load(path, 8192, &width, &height);
    tl_status status = TL_OK;
    if (!shown) {
        status = tlv_fail_memory(error);
    } else if (!wanted) {
        status = fail(s, error, "shoot it, look at it, and put it beside the script", "%s can't be read", path);
    } else if (width != app->width || height != app->height) {
        status = fail(s, error, NULL, "%s is %d by %d pixels, the window %d by %d", name, width, height, app->width,
                      app->height);
    } else {
        status = tlv_renderer_read(app->renderer, shown, error);
    }
    if (status == TL_OK) {
        double share = tlv_compare(shown, wanted, width, height);
        tlv_log(app, "compared with %s: %.2f %% differ", name, 100 * share);
        if (100 * share > most) {
            status = fail(s, error, "look at what was shot: when it is better than before, it replaces the old one",
                          "%.1f %% of the window is not as in %s", 100 * share, name);
        }
    }
    free(shown);
    free(wanted);
    return status;
}

/* compare NAME [PERCENT]: shoots it, and compares it with the file of this name beside the script. */
static tl_status do_compare(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    char path[8192], name[1024];
    snprintf(name, sizeof(name), "%s", word(&rest));
    char *end = rest;
    double most = *rest ? strtod(rest, &end) : MOST_DIFFERENCE;
    if (*end != '\0' || !(most >= 0 && most <= 100)) {
        return fail(s, error, "compare start.png 2", "how many parts in a hundred may differ?");
    }
    beside(s, name, path, sizeof(path));
    tl_status status = do_shoot(s, app, name, error);
    return status == TL_OK ? compare(s, app, name, path, most, error) : status;
}

static tl_status do_expect(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    char is[1024];
    const char *what = word(&rest);
    tlv_expectation found = tlv_expect(app, what, rest, is, sizeof(is));
    if (found == TLV_EXPECT_UNKNOWN) {
        return fail(s, error, "see what can be expected in docs/viewer.md", "nobody knows what `%s` is", what);
    }
    return found == TLV_EXPECT_MET ? TL_OK : fail(s, error, NULL, "expected %s %s, but it is: %s", what, rest, is);
}

/* The bytes of a file, freed by the caller, with a NUL behind them; NULL when it can't be read. */
static char *read_bytes(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    long length = -1;
    if (file && fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
        bytes = malloc((size_t)length + 1);
    }
    if (bytes && fread(bytes, 1, (size_t)length, file) == (size_t)length) {
        *size = (size_t)length;
        bytes[length] = '\0';
    } else {
        free(bytes);
        bytes = NULL;
    }
    if (file) {
        fclose(file);
    }
    return bytes;
}

/* same FILE OTHER: byte by byte. */
static tl_status do_same(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)app;
    size_t a_size = 0, b_size = 0;
    const char *name = word(&rest);
    char *a = read_bytes(name, &a_size), *b = read_bytes(rest, &b_size);
    bool same = a && b && a_size == b_size && memcmp(a, b, a_size) == 0;
    bool there = a && b;
    free(a);
    free(b);
    return same ? TL_OK : fail(s, error, NULL, there ? "%s and %s differ" : "%s or %s can't be read", name, rest);
}

/* holds FILE WORDS, lacks FILE WORDS: what was saved. */
static tl_status look_for(tlv_script *s, char *rest, bool wanted, tl_error *error) {
    size_t size = 0;
    const char *name = word(&rest);
    char *bytes = read_bytes(name, &size);
    bool there = bytes != NULL, found = there && strstr(bytes, rest) != NULL;
    free(bytes);
    return there && found == wanted ? TL_OK
                                    : fail(s, error, NULL,
                                           !there   ? "%s can't be read"
                                           : wanted ? "%s doesn't hold: %s"
                                                    : "%s holds: %s",
                                           name, rest);
}

static tl_status do_holds(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)app;
    return look_for(s, rest, true, error);
}

static tl_status do_lacks(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)app;
    return look_for(s, rest, false, error);
}

static tl_status do_quit(tlv_script *s, tlv_app *app, char *rest, tl_error *error) {
    (void)rest;
    (void)error;
    s->next = "";
    app->quit = true;
    return TL_OK;
}

static const struct {
    const char *name;
    action *run;
    bool takes_words;
} ACTIONS[] = {
    {"open", do_open, true},          {"drop", do_drop, true},
    {"size", do_size, true},          {"move", do_move, true},
    {"press", do_press, false},       {"release", do_release, false},
    {"click", do_click, true},        {"drag", do_drag, true},
    {"wheel", do_wheel, true},        {"key", do_key, true},
    {"type", do_type, true},          {"do", do_command, true},
    {"tool", do_tool, true},          {"language", do_language, true},
    {"wait", do_wait, true},          {"wait-answer", do_wait_answer, false},
    {"wait-map", do_wait_map, false}, {"shoot", do_shoot, true},
    {"compare", do_compare, true},    {"expect", do_expect, true},
    {"quit", do_quit, false},         {"tell", do_tell, true},
    {"same", do_same, true},          {"holds", do_holds, true},
    {"lacks", do_lacks, true},
};

static tl_status do_line(tlv_script *s, tlv_app *app, char *line, tl_error *error) {
    char *rest = line;
    const char *name = word(&rest);
    for (size_t i = 0; i < sizeof(ACTIONS) / sizeof(*ACTIONS); i++) {
        if (strcmp(ACTIONS[i].name, name) == 0) {
            return ACTIONS[i].takes_words && *rest == '\0' ? fail(s, error, "see docs/viewer.md", "%s what?", name)
                                                           : ACTIONS[i].run(s, app, rest, error);
        }
    }
    return fail(s, error, "see the actions in docs/viewer.md", "there is no action `%s`", name);
}

/* --- Time --------------------------------------------------------------------------------------------------------- */

static void nap(void) {
    const struct timespec some = {0, 1000000};
    nanosleep(&some, NULL);
}

static tl_status wait_for_answer(tlv_script *s, tlv_app *app, tl_error *error) {
    const tlv_inquiry *q = &app->inquiry;
#define WAITS                                                                                                          \
    (tlv_is_asking(app) || q->report_asked != 0 || q->margin_asked != 0 || q->compare_asked > q->compared.serial ||    \
     (q->try_name[0] != '\0' && q->tried.serial == 0))
    for (double waited = 0; WAITS; waited += 0.001) {
        if (waited > PATIENCE_SECONDS) {
            return fail(s, error, NULL, "no answer in %.0f seconds", PATIENCE_SECONDS);
        }
        tlv_take_answer(app);
        if (WAITS) {
            nap();
        }
    }
#undef WAITS
    s->waits_for_answer = false;
    return TL_OK;
}

/* To the finest one. */
static tl_status wait_for_map(tlv_script *s, tlv_app *app, tl_error *error) {
    for (double waited = 0; tlv_is_mapping(app); waited += 0.001) {
        if (waited > PATIENCE_SECONDS) {
            return fail(s, error, NULL, "no map in %.0f seconds", PATIENCE_SECONDS);
        }
        tlv_take_map(app);
        nap();
    }
    s->waits_for_map = false;
    return TL_OK;
}

double tlv_script_until(const tlv_script *script) {
    return script->until;
}

bool tlv_script_goes_on(const tlv_script *script) {
    return script->event_next < script->event_count;
}

tl_status tlv_script_step(tlv_script *s, tlv_app *app, tl_error *error) {
    if (s->event_next < s->event_count) {
        tlv_window_put(app->window, &s->events[s->event_next++]);
        return TL_OK;
    }
    s->event_next = s->event_count = 0;
    if (s->waits_for_answer) {
        return wait_for_answer(s, app, error);
    }
    if (s->waits_for_map) {
        return wait_for_map(s, app, error);
    }
    if (app->loader) { /* nothing happens while it is read */
        nap();
        return TL_OK;
    }
    if (!tlv_is_idle(app) || tlv_window_time(app->window) < s->until || tlv_window_is_urgent(app->window)) {
        return TL_OK;
    }
    char line[LINE];
    if (!next_line(s, line)) {
        app->quit = true;
        return TL_OK;
    }
    return do_line(s, app, line, error);
}
