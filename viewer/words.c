/* words.c: tells what the window says, in the players' language. */
#include "app.h"

#include <trueline/words.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double NOTE_SECONDS = 4;

const char *tlv_say(const tlv_app *app, const char *name) {
    const char *text = tl_words_find(app->language, name);
    return text ? text : name;
}

const char *tlv_say_filled(const tlv_app *app, char *buffer, size_t size, const char *name,
                           const char *const texts[TLV_SAY_TEXTS]) {
    tl_words_fill(buffer, size, tlv_say(app, name), texts);
    return buffer;
}

bool tlv_is_inch(const tlv_app *app) {
    return app->scene && strcmp(tl_scene_units(app->scene), "inch") == 0;
}

const char *tlv_say_length(const tlv_app *app, double mm, char buffer[32]) {
    return tl_words_length(app->language, tlv_is_inch(app), mm, buffer);
}

const char *tlv_say_area(const tlv_app *app, double mm2, char buffer[40]) {
    bool inch = tlv_is_inch(app);
    snprintf(buffer, 40, "%.0f %s", mm2 / (inch ? 645.16 : 100), inch ? "in²" : "cm²");
    return buffer;
}

const char *tlv_name_of(const tlv_app *app, const char *id) {
    return app->scene ? tl_scene_name_of(app->scene, id) : id;
}

static void set_note(tlv_app *app, bool standing) {
    app->note_until = standing ? INFINITY : tlv_window_time(app->window) + NOTE_SECONDS;
    app->chrome_changed = true;
}

void tlv_note_filled(tlv_app *app, bool standing, const char *name, const char *const texts[TLV_SAY_TEXTS]) {
    tlv_say_filled(app, app->note, sizeof(app->note), name, texts);
    set_note(app, standing);
}

void tlv_note_error(tlv_app *app, const tl_error *error) {
    snprintf(app->note, sizeof(app->note), "%s", error->message);
    set_note(app, false);
    tlv_log(app, "note: %s", error->message);
}

void tlv_show_trouble(tlv_app *app, const tl_error *error) {
    app->trouble = *error;
    app->trouble_saving = false;
    app->sheet = TLV_SHEET_TROUBLE;
    app->chrome_changed = true;
    char text[2048];
    tl_report_text(error, text, sizeof(text));
    tlv_log(app, "trouble: %s", text);
}

void tlv_log(const tlv_app *app, const char *format, ...) {
    if (app->log) {
        va_list arguments;
        va_start(arguments, format);
        fputs("view: ", stderr);
        vfprintf(stderr, format, arguments);
        fputc('\n', stderr);
        va_end(arguments);
    }
}
