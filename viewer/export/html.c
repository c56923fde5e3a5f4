/* html.c: the report's parts, from the verdict down to the hashes. */
#include "html.h"

#include "export/page.h"
#include "render/png.h"
#include "report.h"
#include "sign.h"

#include <trueline/explain.h>
#include <trueline/words.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Colours are those of the pictures (Okabe-Ito); each verdict has a sign of its own as well. */
static const char STYLE[] =
    ":root{color-scheme:light}"
    "*{box-sizing:border-box}"
    "body{margin:0 auto;max-width:62rem;padding:1rem;font:1rem/1.5 system-ui,\"DejaVu Sans\",sans-serif;color:#1b1f24;"
    "background:#fff}"
    "h1{font-size:1rem;font-weight:600;margin:0;color:#4a525c}"
    "h2{font-size:1.1rem;margin:2rem 0 .5rem;border-bottom:1px solid #d5dae0;padding-bottom:.2rem}"
    "p{margin:.4rem 0}"
    ".verdict{display:flex;align-items:center;gap:.8rem;font-size:2rem;font-weight:700;line-height:1.2;margin:.6rem 0}"
    ".verdict svg{width:2.6rem;height:2.6rem;flex:none}"
    ".yes{color:#00755a}.no{color:#b34700}.marginal{color:#00588a}"
    ".summary{font-size:1.2rem}"
    ".quiet{color:#4a525c;font-size:.9rem}"
    "figure{margin:0}figcaption{color:#4a525c;font-size:.9rem;padding:.2rem 0}"
    "img{display:block;width:100%;height:auto;border-radius:4px}"
    ".views{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:1rem;margin-top:1rem}"
    "ol{padding:0;margin:0;list-style:none}"
    "li.step{display:grid;grid-template-columns:1.8rem 1fr;gap:.1rem .6rem;padding:.6rem 0;border-bottom:1px solid "
    "#e6e9ed;break-inside:avoid}"
    "li.step svg{width:1.5rem;height:1.5rem}"
    ".rule{color:#4a525c;font-size:.9rem}"
    "code,.number{font-family:ui-monospace,\"DejaVu Sans Mono\",monospace;font-size:.85rem}"
    ".number{white-space:nowrap;background:#f1f3f5;border-radius:3px;padding:.05rem .35rem;margin-right:.4rem}"
    ".scroll{overflow-x:auto}"
    "table{border-collapse:collapse;width:100%}"
    "th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #e6e9ed}"
    "th{font-weight:600;white-space:nowrap}"
    "td.hash,pre{word-break:break-all;white-space:pre-wrap;font-family:ui-monospace,\"DejaVu Sans Mono\",monospace;"
    "font-size:.8rem}"
    "@media (max-width:40rem){tr,th,td{display:block;border:0;padding:.1rem 0;white-space:normal}"
    "tr{border-bottom:1px solid #e6e9ed;padding:.3rem 0}tr.head{display:none}}"
    "@media print{body{max-width:none;padding:0;font-size:10pt}figure,.verdict{break-inside:avoid}"
    ".views{grid-template-columns:1fr 1fr}h2{break-after:avoid}details{display:none}}";

typedef struct report {
    tlv_page page;
    const tlv_subject *subject;
    const tlv_report_options *options;
    tlv_renderer *renderer;
} report;

static const char *say(const report *r, const char *name) {
    const char *text = tl_words_find(r->options->language, name);
    return text ? text : name;
}

/* The shortest decimal that reads back as the same number. */
static void exact(double value, char text[32]) {
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, value);
        if (strtod(text, NULL) == value) {
            return;
        }
    }
}

/* With the decimal sign of the language; numbers for programs keep their point. */
static char *spoken_number(const report *r, char *number) {
    char sample[TL_WORDS_LENGTH];
    char *point = strchr(number, '.');
    tl_words_length(r->options->language, false, 123.4, sample); /* "12.3 cm" */
    if (point != NULL && strchr(sample, ',') != NULL) {
        *point = ',';
    }
    return number;
}

/* --- Signs -------------------------------------------------------------------------------------------------------- */

static const char *class_of(tlv_sign sign) {
    return sign == TLV_SIGN_YES ? "yes" : sign == TLV_SIGN_NO ? "no" : "marginal";
}

/* A tick, a cross, two waves, a clock, a question mark, in a disc; a dot for what has no sign. Drawn, so that no font
 * is needed. */
static void put_sign(report *r, tlv_sign sign) {
    static const char tick[] = "M8 16.5l5.5 5.5L24 11", cross[] = "M10 10l12 12M22 10L10 22",
                      clock[] = "M16 7.500a8.500 8.500 0 1 1-.01 0M16 11v5.500l4 2.500",
                      asks[] = "M11 12.500c0-6 10-6 10-1c0 4-5 3-5 7M16 23.500v.5", dot[] = "M16 16v.01",
                      waves[] = "M8 14c3-4 5-4 8-1.500s5 2.500 8-1.500M8 21c3-4 5-4 8-1.500s5 2.500 8-1.500";
    tlv_page_put(&r->page, "<svg viewBox=\"0 0 32 32\" role=\"img\" aria-label=\"%s\">",
                 say(r, sign == TLV_SIGN_YES       ? "report.yes"
                        : sign == TLV_SIGN_NO      ? "report.no"
                        : sign == TLV_SIGN_OPEN    ? "report.open"
                        : sign == TLV_SIGN_UNKNOWN ? "report.unknown"
                        : sign == TLV_SIGN_NONE    ? "report.besides"
                                                   : "report.marginal"));
    tlv_page_put(&r->page,
                 "<circle cx=\"16\" cy=\"16\" r=\"15\" fill=\"%s\"/><path d=\"%s\" fill=\"none\" stroke=\"#fff\" "
                 "stroke-width=\"3\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/></svg>",
                 sign == TLV_SIGN_YES    ? "#00755a"
                 : sign == TLV_SIGN_NO   ? "#b34700"
                 : sign == TLV_SIGN_NONE ? "#8a919b"
                                         : "#00588a",
                 sign == TLV_SIGN_YES       ? tick
                 : sign == TLV_SIGN_NO      ? cross
                 : sign == TLV_SIGN_OPEN    ? clock
                 : sign == TLV_SIGN_UNKNOWN ? asks
                 : sign == TLV_SIGN_NONE    ? dot
                                            : waves);
}

/* --- Pictures ----------------------------------------------------------------------------------------------------- */

static tl_status put_picture(report *r, tlv_shot_view view, int width, int height, tl_error *error) {
    char title[256];
    uint8_t *pixels = NULL, *png = NULL;
    size_t size = 0;
    tl_status status = tlv_renderer_resize(r->renderer, width, height, error);
    if (status == TL_OK) {
        status = tlv_shot(r->renderer, r->subject, view, error);
    }
    if (status == TL_OK) {
        pixels = malloc(4 * (size_t)width * (size_t)height);
        status = pixels ? tlv_renderer_read(r->renderer, pixels, error) : tlv_fail_memory(error);
    }
    if (status == TL_OK) {
        status = tlv_png_encode(pixels, width, height, true, &png, &size, error);
    }
    free(pixels);
    if (status != TL_OK) {
        return status;
    }
    tlv_shot_title(r->subject, view, title, sizeof(title));
    if (title[0] == '\0') {
        snprintf(title, sizeof(title), "%s", say(r, view == TLV_SHOT_TOP ? "report.above" : "report.table"));
    }
    char wide[16], high[16];
    snprintf(wide, sizeof(wide), "%d", width);
    snprintf(high, sizeof(high), "%d", height);
    tlv_page_put(&r->page, "<figure><img alt=\"%s\" width=\"%s\" height=\"%s\" src=\"data:image/png;base64,", title,
                 wide, high);
    tlv_page_base64(&r->page, png, size);
    tlv_page_put(&r->page, "\"/><figcaption>%s</figcaption></figure>\n", title);
    free(png);
    return TL_OK;
}

static tl_status put_pictures(report *r, tl_error *error) {
    static const tlv_shot_view small[] = {TLV_SHOT_PROOF, TLV_SHOT_FROM, TLV_SHOT_TO, TLV_SHOT_TOP};
    tl_status status = put_picture(r, TLV_SHOT_FRAMED, 1200, 720, error);
    tlv_page_raw(&r->page, "<div class=\"views\">\n");
    for (size_t i = 0; i < sizeof(small) / sizeof(small[0]) && status == TL_OK; i++) {
        if (tlv_shot_has(r->subject, small[i])) {
            status = put_picture(r, small[i], 600, 450, error);
        }
    }
    tlv_page_raw(&r->page, "</div>\n");
    if (tlv_shot_has(r->subject, TLV_SHOT_FROM)) {
        tlv_page_put(&r->page, "<p class=\"quiet\">%s</p>\n", say(r, "report.ring"));
    }
    return status;
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

/* The lines under the summary. */
static void put_words(report *r) {
    const char *text = tl_ruling_text(r->subject->ruling);
    const char *next = strchr(text, '\n');
    while (next != NULL && next[1] != '\0') {
        const char *line = next + 1;
        next = strchr(line, '\n');
        size_t length = next != NULL ? (size_t)(next - line) : strlen(line);
        char *copy = malloc(length + 1);
        if (!copy) {
            r->page.failed = true;
            return;
        }
        memcpy(copy, line, length);
        copy[length] = '\0';
        tlv_page_put(&r->page, "<p>%s</p>\n", copy);
        free(copy);
    }
}

/* What a question is called: "report.query." and its name, with _ for -. */
static const char *question_name(report *r, const char *query, char key[64]) {
    snprintf(key, 64, "report.query.%s", query);
    for (char *c = strchr(key, '-'); c != NULL; c = strchr(c, '-')) {
        *c = '_';
    }
    return say(r, key);
}

/* "Line of sight: Mastiff > Anvil (main)". */
static void put_question(report *r) {
    const tl_question *q = r->subject->question;
    const tl_scene *scene = r->subject->scene;
    const char *one = q->member != NULL ? q->member : q->unit != NULL ? q->unit : q->from;
    const char *other = q->unit != NULL ? NULL : q->to != NULL ? q->to : q->toward;
    const char *with = q->weapon != NULL ? q->weapon : q->shape;
    char key[64];
    const char *query = question_name(r, tl_ruling_query(r->subject->ruling), key);
    char who[512], text[640];
    snprintf(who, sizeof(who), "%s%s%s%s%s%s", one != NULL ? tl_scene_name_of(scene, one) : "",
             other != NULL ? " \xe2\x86\x92 " : "", other != NULL ? tl_scene_name_of(scene, other) : "",
             with != NULL ? " (" : "", with != NULL ? with : "", with != NULL ? ")" : "");
    tl_words_fill(text, sizeof(text), say(r, "report.asked"), (const char *const[TL_WORDS_TEXTS]){query, who});
    tlv_page_put(&r->page, "<p class=\"quiet\">%s</p>\n", who[0] != '\0' ? text : query);
}

static void put_head(report *r) {
    const tl_ruling *ruling = r->subject->ruling;
    char key[64];
    const char *scene = tl_scene_name(r->subject->scene), *badge = tlv_is_length(ruling, r->subject->question)
                                                                       ? question_name(r, "range", key)
                                                                       : tl_ruling_badge(ruling);
    const char *spoken = r->options->language && strncmp(r->options->language, "fr", 2) == 0 ? "fr" : "en";
    tlv_page_put(&r->page,
                 "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"%s\">\n<head>\n<meta "
                 "charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                 "<meta name=\"generator\" content=\"trueline %s\"/>\n<title>%s: %s</title>\n<style>",
                 spoken, tl_version(), badge, tl_ruling_summary(ruling));
    tlv_page_raw(&r->page, STYLE);
    tlv_page_put(&r->page, "</style>\n</head>\n<body>\n<h1>%s</h1>\n",
                 scene[0] != '\0' ? scene : say(r, "report.title"));
    put_question(r);
    if (!tlv_is_length(ruling, r->subject->question)) {
        tlv_page_put(&r->page, "<p class=\"verdict %s\">", class_of(tlv_ruling_sign(ruling)));
        put_sign(r, tlv_ruling_sign(ruling));
        tlv_page_put(&r->page, "<span>%s</span></p>\n", badge);
    }
    tlv_page_put(&r->page, "<p class=\"summary\">%s</p>\n", tl_ruling_summary(ruling));
    put_words(r);
}

/* "margin_mm 31.4": named as in the JSON, rounded for reading. */
static void put_number(report *r, const tl_step_number *number) {
    char value[64];
    snprintf(value, sizeof(value), "%.3f", number->value);
    for (size_t end = strlen(value); end > 0 && strchr(value, '.') && (value[end - 1] == '0' || value[end - 1] == '.');
         end--) {
        bool point = value[end - 1] == '.';
        value[end - 1] = '\0';
        if (point) {
            break;
        }
    }
    tlv_page_put(&r->page, "<span class=\"number\">%s %s</span> ", number->name, value);
}

static void put_steps(report *r) {
    const tl_ruling *ruling = r->subject->ruling;
    tl_step step;
    if (tl_ruling_step_count(ruling) == 0) {
        return;
    }
    tlv_page_put(&r->page, "<h2>%s</h2>\n<ol>\n", say(r, "report.steps"));
    for (size_t i = 0; tl_ruling_step(ruling, i, &step); i++) {
        tlv_page_raw(&r->page, "<li class=\"step\">");
        put_sign(r, tlv_step_sign(ruling, &step));
        tlv_page_put(&r->page, "<div><p>%s</p>\n<p>", step.text);
        for (size_t k = 0; k < step.number_count; k++) {
            put_number(r, &step.numbers[k]);
        }
        tlv_page_raw(&r->page, "</p>\n");
        if (step.rule[0] != '\0') {
            tlv_page_put(&r->page, "<p class=\"rule\"><code>%s</code> %s</p>", step.rule, step.rule_text);
        }
        tlv_page_raw(&r->page, "</div></li>\n");
    }
    tlv_page_raw(&r->page, "</ol>\n");
}

static void put_settings(report *r) {
    const tl_ruling *ruling = r->subject->ruling;
    tl_setting_info setting;
    char tolerance[32], text[160];
    exact(tl_ruling_tolerance(ruling), tolerance);
    tl_words_fill(text, sizeof(text), say(r, "report.tolerance"),
                  (const char *const[TL_WORDS_TEXTS]){spoken_number(r, tolerance)});
    tlv_page_put(&r->page, "<h2>%s</h2>\n<p>%s</p>\n", say(r, "report.settings"), text);
    if (!tl_ruling_setting(ruling, 0, &setting)) {
        tlv_page_put(&r->page, "<p>%s</p>\n", say(r, "report.settings.default"));
        return;
    }
    tlv_page_raw(&r->page, "<div class=\"scroll\"><table>\n");
    for (size_t i = 0; tl_ruling_setting(ruling, i, &setting); i++) {
        tlv_page_put(&r->page,
                     "<tr><th><code>%s = %s</code></th><td>%s</td><td class=\"quiet\"><code>%s</code></td></tr>\n",
                     setting.name, setting.value, setting.text, setting.rule);
    }
    tlv_page_raw(&r->page, "</table></div>\n");
}

/* --- Checking ----------------------------------------------------------------------------------------------------- */

static void put_point(report *r, tl_vec3 p) {
    char x[32], y[32], z[32];
    exact(p.x, x);
    exact(p.y, y);
    exact(p.z, z);
    tlv_page_put(&r->page, "<td><code>%s, %s, %s</code></td>", x, y, z);
}

static const char *mark_name(tl_mark_kind kind) {
    switch (kind) {
    case TL_MARK_SIGHT:
        return "report.mark.sight";
    case TL_MARK_ATTEMPT:
        return "report.mark.attempt";
    case TL_MARK_TAPE:
        return "report.mark.tape";
    case TL_MARK_ARC:
        return "report.mark.arc";
    case TL_MARK_BLOCKER:
        return "report.mark.blocker";
    case TL_MARK_POINT:
        return "report.mark.point";
    case TL_MARK_WAY:
        return "report.mark.way";
    case TL_MARK_BEYOND:
        return "report.mark.beyond";
    }
    return "";
}

static const char *name_of_key(const report *r, uint32_t key) {
    const char *id = key != 0 ? tl_scene_id_of_key(r->subject->scene, key) : NULL;
    return id != NULL ? tl_scene_name_of(r->subject->scene, id) : "";
}

static void put_mark(report *r, const tl_mark *mark) {
    char number[32] = "", text[160] = "";
    tlv_page_put(&r->page, "<tr><th>%s</th>", say(r, mark_name(mark->kind)));
    if (mark->kind == TL_MARK_BLOCKER) {
        tlv_page_put(&r->page, "<td colspan=\"2\">%s</td><td></td></tr>\n", name_of_key(r, mark->key));
        return;
    }
    put_point(r, mark->from);
    if (mark->kind == TL_MARK_POINT) {
        tlv_page_raw(&r->page, "<td></td>");
    } else {
        put_point(r, mark->to);
    }
    if (mark->kind == TL_MARK_SIGHT) {
        exact(mark->clearance_mm, number);
        tl_words_fill(text, sizeof(text), say(r, "report.clearance"), (const char *const[TL_WORDS_TEXTS]){number});
    } else if (mark->kind == TL_MARK_ATTEMPT) {
        char x[32], y[32], z[32];
        exact(mark->aim.x, x);
        exact(mark->aim.y, y);
        exact(mark->aim.z, z);
        tl_words_fill(text, sizeof(text), say(r, "report.aim"), (const char *const[TL_WORDS_TEXTS]){x, y, z});
    } else {
        snprintf(text, sizeof(text), "%s", mark->text);
    }
    tlv_page_put(&r->page, "<td>%s</td></tr>\n", text);
}

static void put_points(report *r) {
    tl_mark mark;
    if (!tl_ruling_mark(r->subject->ruling, 0, &mark)) {
        return;
    }
    tlv_page_put(&r->page, "<h2>%s</h2>\n<p>%s</p>\n", say(r, "report.points"), say(r, "report.points.what"));
    tlv_page_put(&r->page,
                 "<div class=\"scroll\"><table>\n<tr class=\"head\"><td></td><th>%s</th><th>%s</th><td></td></tr>\n",
                 say(r, "report.from"), say(r, "report.to"));
    enum { MOST_MARKS = 200 };
    for (size_t i = 0; i < MOST_MARKS && tl_ruling_mark(r->subject->ruling, i, &mark); i++) {
        put_mark(r, &mark);
    }
    tlv_page_raw(&r->page, "</table></div>\n");
}

static void put_row(report *r, const char *name, const char *value, bool hash) {
    tlv_page_put(&r->page,
                 hash ? "<tr><th>%s</th><td class=\"hash\">%s</td></tr>\n" : "<tr><th>%s</th><td>%s</td></tr>\n",
                 say(r, name), value);
}

static void put_source(report *r) {
    char text[TL_HASH_SIZE], shapes[TL_HASH_SIZE];
    tl_scene_hash(r->subject->scene, text, shapes);
    tlv_page_put(&r->page, "<h2>%s</h2>\n<table>\n", say(r, "report.source"));
    put_row(r, "report.scene", tl_scene_name(r->subject->scene), false);
    if (r->options->scene_file != NULL) {
        put_row(r, "report.file", r->options->scene_file, false);
    }
    put_row(r, "report.hash.text", text, true);
    put_row(r, "report.hash.shapes", shapes, true);
    put_row(r, "report.engine", tl_version(), false);
    if (r->options->date != NULL) {
        put_row(r, "report.date", r->options->date, false);
    }
    tlv_page_put(&r->page, "</table>\n<p class=\"quiet\">%s</p>\n", say(r, "report.hash.what"));
    tlv_page_put(&r->page, "<details><summary>%s</summary><pre>%s</pre></details>\n</body>\n</html>\n",
                 say(r, "report.json"), tl_ruling_json(r->subject->ruling));
}

tl_status tlv_report_save(tlv_renderer *renderer, const tlv_subject *subject, const tlv_report_options *options,
                          const char *path, tl_error *error) {
    static const tlv_report_options plain = {.language = NULL};
    report r = {.subject = subject, .options = options ? options : &plain, .renderer = renderer};
    put_head(&r);
    tl_status status = put_pictures(&r, error);
    if (status == TL_OK) {
        put_steps(&r);
        put_points(&r);
        put_settings(&r);
        put_source(&r);
        status = r.page.failed ? tlv_fail_memory(error)
                               : tl_output_save(path, "the report", r.page.text, r.page.size, error);
    }
    free(r.page.text);
    return status;
}
