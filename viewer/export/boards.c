/* boards.c: writes the page that compares boards: its table, its pictures, its one script. */
#include "boards.h"

#include "export/page.h"
#include "render/png.h"
#include "report.h"

#include <trueline/words.h>

#include <stdio.h>
#include <stdlib.h>

static const char STYLE[] =
    ":root{color-scheme:light}*{box-sizing:border-box}"
    "body{margin:0 auto;max-width:80rem;padding:1rem;font:1rem/1.5 system-ui,\"DejaVu Sans\",sans-serif;color:#1b1f24;"
    "background:#fff}"
    "h1{font-size:1.4rem;margin:.2rem 0}h2{font-size:1.1rem;margin:2rem 0 .5rem}"
    ".quiet{color:#4a525c;font-size:.9rem}.scroll{overflow-x:auto}"
    "table{border-collapse:collapse;width:100%}"
    "th,td{text-align:right;padding:.35rem .6rem;border-bottom:1px solid #e6e9ed;white-space:nowrap}"
    "th:first-child,td:first-child{text-align:left}td small{display:block;color:#4a525c}"
    "th button{font:inherit;font-weight:600;background:none;border:0;padding:0;color:inherit;cursor:pointer;"
    "text-align:inherit}th[aria-sort=ascending] button::after{content:\" \\2191\"}"
    "th[aria-sort=descending] button::after{content:\" \\2193\"}"
    "tr:target,section:target{background:#fff8d6}"
    "img{display:block;width:100%;height:auto;border-radius:4px}.problem{color:#b34700}"
    "td.problem{white-space:normal;text-align:left}th{white-space:normal;vertical-align:bottom;cursor:pointer}"
    "pre{white-space:pre-wrap;font:inherit;font-size:.9rem}";

/* Sorts by the column whose heading is clicked, anywhere in its cell: names from the first on, numbers from the
 * greatest, and the other way round when it is clicked again. What has no number comes last. */
static const char SCRIPT[] =
    "for(const c of document.querySelectorAll('thead th'))c.onclick=function(){"
    "const t=c.closest('table').tBodies[0],n=c.cellIndex,was=c.getAttribute('aria-sort'),"
    "down=was===null?n!==0:was==='ascending';"
    "for(const o of c.parentNode.cells)o.removeAttribute('aria-sort');"
    "c.setAttribute('aria-sort',down?'descending':'ascending');"
    "const key=function(r){const d=r.cells[n];return d===undefined?null:d.dataset.key};"
    "const rows=Array.from(t.rows);rows.sort(function(a,b){const x=key(a),y=key(b);"
    "if(x==null||y==null)return (x==null)-(y==null);const s=n===0?x.localeCompare(y):x-y;return down?-s:s});"
    "for(const r of rows)t.appendChild(r)}";

typedef struct boards_sheet {
    tlv_page page;
    const char *language;
} boards_sheet;

static const char *say(const boards_sheet *s, const char *name) {
    const char *text = tl_words_find(s->language, name);
    return text != NULL ? text : name;
}

static const char *const headings[] = {"boards.board",   "boards.fair",   "boards.sides",   "boards.view_a",
                                       "boards.view_b",  "boards.open",   "boards.covered", "boards.passage",
                                       "boards.longest", "boards.widest", "boards.leaks"};
enum { COLUMNS = sizeof(headings) / sizeof(headings[0]) };

static void put_number(boards_sheet *s, double value, double unit, int digits) {
    char key[40], text[40];
    snprintf(key, sizeof(key), "%.9g", value);
    snprintf(text, sizeof(text), "%.*f", digits, unit * value);
    tlv_page_put(&s->page, "<td data-key=\"%s\">%s</td>", key, text);
}

static void put_bounds(boards_sheet *s, tl_board_bounds b, double unit, int digits) {
    char key[40], text[40], low[40], high[40];
    snprintf(key, sizeof(key), "%.9g", b.estimate);
    snprintf(text, sizeof(text), "%.*f", digits, unit * b.estimate);
    snprintf(low, sizeof(low), "%.*f", digits, unit * b.low);
    snprintf(high, sizeof(high), "%.*f", digits, unit * b.high);
    tlv_page_put(&s->page, "<td data-key=\"%s\">%s<small>%s – %s</small></td>", key, text, low, high);
}

static void put_row(boards_sheet *s, const tlv_board_row *row, size_t index) {
    char anchor[32];
    snprintf(anchor, sizeof(anchor), "board-%zu", index + 1);
    tlv_page_put(&s->page, "<tr><td data-key=\"%s\"><a href=\"#%s\">%s</a><small>%s</small></td>", row->name, anchor,
                 row->name, row->file);
    if (row->problem != NULL) {
        tlv_page_put(&s->page, "<td class=\"problem\" colspan=\"10\">%s</td></tr>\n", row->problem);
        return;
    }
    tl_board_figures f = tl_board_findings_figures(row->findings);
    put_bounds(s, f.fairness_zones, 1, 2);
    put_bounds(s, f.fairness_sides, 1, 2);
    put_bounds(s, f.view_a, 100, 1);
    put_bounds(s, f.view_b, 100, 1);
    put_bounds(s, f.anywhere, 100, 1);
    put_number(s, f.covered, 100, 1);
    put_number(s, f.passage_mm, 1, 0);
    put_number(s, f.longest_lane_mm, 1, 0);
    put_number(s, f.widest_lane_mm, 1, 0);
    put_number(s, (double)f.leaks, 1, 0);
    tlv_page_raw(&s->page, "</tr>\n");
}

static void put_table(boards_sheet *s, const tlv_board_row *rows, size_t count) {
    tlv_page_raw(&s->page, "<div class=\"scroll\"><table><thead><tr>");
    for (int k = 0; k < COLUMNS; k++) {
        tlv_page_put(&s->page, "<th scope=\"col\"><button type=\"button\">%s</button></th>", say(s, headings[k]));
    }
    tlv_page_raw(&s->page, "</tr></thead><tbody>\n");
    for (size_t i = 0; i < count; i++) {
        put_row(s, &rows[i], i);
    }
    tlv_page_raw(&s->page, "</tbody></table></div>\n");
}

static tl_status put_board(boards_sheet *s, const tlv_board_row *row, size_t index, int width, int height,
                           tl_error *error) {
    char anchor[32];
    uint8_t *png = NULL;
    size_t size = 0;
    snprintf(anchor, sizeof(anchor), "board-%zu", index + 1);
    tlv_page_put(&s->page, "<section id=\"%s\"><h2>%s</h2>\n", anchor, row->name);
    if (row->problem != NULL) {
        tlv_page_put(&s->page, "<p class=\"problem\">%s</p></section>\n", row->problem);
        return TL_OK;
    }
    if (row->rgba != NULL) {
        tl_status status = tlv_png_encode(row->rgba, width, height, true, &png, &size, error);
        if (status != TL_OK) {
            return status;
        }
        tlv_page_put(&s->page, "<img alt=\"%s\" src=\"data:image/png;base64,", row->name);
        tlv_page_base64(&s->page, png, size);
        tlv_page_raw(&s->page, "\"/>\n");
        free(png);
    }
    tlv_page_put(&s->page, "<pre>%s</pre></section>\n", tl_board_findings_text(row->findings));
    return TL_OK;
}

tl_status tlv_boards_save(const tlv_board_row *rows, size_t count, const char *language, int width, int height,
                          const char *path, tl_error *error) {
    boards_sheet s = {.language = language};
    tlv_page_put(&s.page,
                 "<!DOCTYPE html>\n<html lang=\"%s\">\n<head><meta charset=\"utf-8\"/><title>%s</title>\n<style>",
                 language != NULL ? language : "en", say(&s, "boards.title"));
    tlv_page_raw(&s.page, STYLE);
    tlv_page_put(&s.page, "</style></head>\n<body>\n<h1>%s</h1>\n<p class=\"quiet\">%s</p>\n", say(&s, "boards.title"),
                 say(&s, "boards.what"));
    put_table(&s, rows, count);
    tl_status status = TL_OK;
    for (size_t i = 0; i < count && status == TL_OK; i++) {
        status = put_board(&s, &rows[i], i, width, height, error);
    }
    tlv_page_raw(&s.page, "<script>");
    tlv_page_raw(&s.page, SCRIPT);
    tlv_page_raw(&s.page, "</script>\n</body>\n</html>\n");
    if (status == TL_OK) {
        status = s.page.failed ? tlv_fail_memory(error)
                               : tl_output_save(path, "the comparison", s.page.text, s.page.size, error);
    }
    free(s.page.text);
    return status;
}
