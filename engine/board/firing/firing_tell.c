/* firing_tell.c: firing positions as JSON and in words. */
#include "board/firing/firing.h"
#include "board/findings/tell.h"
#include "board/limits.h"
#include "tell/answer.h"

#include <stdio.h>
#include <string.h>

/* --- JSON --------------------------------------------------------------------------------------------------------- */

static void put_place(const tl_firing_work *w, const tl_firing_listed *l, tl_json_writer *j) {
    const tl_firing_place *p = &l->place;
    const double at[3] = {p->at.x, p->at.y, p->at.z};
    tl_json_begin_object(j);
    tl_json_put_numbers(j, "at", at, 3);
    tl_json_put_int(j, "column", (int64_t)p->column);
    tl_json_put_int(j, "row", (int64_t)p->row);
    tl_json_put_int(j, "level", (int64_t)p->level);
    tl_json_put_double(j, "path_mm", p->path_mm);
    tl_json_key(j, "path");
    tl_json_begin_array(j);
    for (size_t i = 0; i < l->way_count; i++) {
        const double xy[2] = {l->way[i].x, l->way[i].y};
        tl_json_numbers(j, xy, 2);
    }
    tl_json_end_array(j);
    tl_json_put_double(j, "range_mm", p->range_mm);
    tl_tell_put_verdict(j, "los", p->los);
    tl_json_put_int(j, "seen", (int64_t)p->seen);
    tl_json_put_int(j, "of", (int64_t)p->of);
    if (w->meant != 0) {
        tl_tell_put_verdict(j, "attack", p->attack);
        tl_json_key(j, "fires");
        tl_json_begin_array(j);
        for (size_t i = 0; i < w->weapon_count; i++) {
            if ((l->fires >> i & 1) != 0) {
                tl_json_string(j, w->weapons[i].id);
            }
        }
        tl_json_end_array(j);
    }
    tl_json_key(j, "cover");
    tl_json_begin_array(j);
    for (size_t u = 0; u < w->foe_count; u++) {
        tl_json_begin_object(j);
        tl_json_put_string(j, "from", w->foes[u]->id);
        tl_tell_put_verdict(j, "verdict", (tl_verdict)l->covers[u]);
        tl_json_end_object(j);
    }
    tl_json_end_array(j);
    tl_json_put_double(j, "area_mm2", p->area_mm2);
    tl_json_key(j, "rings");
    tl_json_begin_array(j);
    for (size_t r = 0; r < l->ring_count; r++) {
        tl_json_begin_array(j);
        for (size_t i = 0; i < l->rings[r].count; i++) {
            tl_vec2 corner = l->corners[l->rings[r].first + i];
            const double xy[2] = {corner.x, corner.y};
            tl_json_numbers(j, xy, 2);
        }
        tl_json_end_array(j);
    }
    tl_json_end_array(j);
    tl_json_end_object(j);
}

/* One list a cell: what docs/analysis.md says, in that order. */
static void put_cells(const tl_firing_work *w, tl_json_writer *j) {
    static const char *const shots[3] = {
        [TL_VERDICT_YES] = "yes", [TL_VERDICT_NO] = "no", [TL_VERDICT_MARGINAL] = "marginal"};
    tl_json_key(j, "cells");
    tl_json_begin_array(j);
    for (size_t k = 0; k < w->grid.nx * w->grid.ny; k++) {
        const tl_firing_cell *c = &w->made->candidates[k].cell;
        if (!c->standing) {
            continue;
        }
        tl_json_begin_array(j);
        tl_json_int(j, (int64_t)(k % w->grid.nx));
        tl_json_int(j, (int64_t)(k / w->grid.nx));
        tl_json_bool(j, c->certain);
        tl_json_double(j, c->low);
        tl_json_double(j, c->high);
        tl_json_double(j, c->estimate);
        tl_json_int(j, (int64_t)c->seen);
        tl_json_int(j, (int64_t)c->perhaps);
        tl_json_double(j, c->range_low);
        tl_json_double(j, c->range_high);
        tl_json_double(j, c->path_mm);
        tl_json_string(j, shots[c->shot]);
        tl_json_int(j, (int64_t)c->covered);
        tl_json_int(j, (int64_t)c->bare);
        tl_json_end_array(j);
    }
    tl_json_end_array(j);
}

static tl_status write_json(const tl_firing_work *w, tl_error *error) {
    const tl_firing_summary *s = &w->made->summary;
    const tl_table *table = w->referee->table;
    tl_json_writer j;
    tl_json_writer_init(&j, w->context, false);
    tl_json_begin_object(&j);
    tl_json_put_string(&j, "query", "firing");
    tl_json_put_string(&j, "scene", table->document->name);
    tl_json_put_string(&j, "ruleset", tl_ruleset_name(w->referee->ruleset));
    tl_json_put_string(&j, "member", table->members[w->mover].id);
    tl_json_put_string(&j, "target", w->question->target);
    tl_json_put_bool(&j, "march", w->question->march);
    tl_json_put_double(&j, "facing_deg", w->facing);
    tl_json_key(&j, "weapons");
    tl_json_begin_array(&j);
    for (size_t i = 0; i < w->weapon_count; i++) {
        if ((w->meant >> i & 1) != 0) {
            tl_json_string(&j, w->weapons[i].id);
        }
    }
    tl_json_end_array(&j);
    const double origin[2] = {s->x0, s->y0};
    tl_json_put_double(&j, "allowance_mm", s->allowance_mm);
    tl_json_put_double(&j, "cell_mm", s->cell_mm);
    tl_json_put_numbers(&j, "origin", origin, 2);
    tl_json_put_int(&j, "columns", (int64_t)s->columns);
    tl_json_put_int(&j, "rows_count", (int64_t)s->rows);
    tl_json_put_int(&j, "targets", (int64_t)s->targets);
    tl_json_put_int(&j, "others", (int64_t)s->foes);
    tl_json_put_double(&j, "reached_mm2", s->reached_mm2);
    tl_json_put_double(&j, "seen_mm2", s->seen_mm2);
    tl_json_put_double(&j, "open_mm2", s->open_mm2);
    tl_json_put_int(&j, "rulings", (int64_t)s->rulings);
    tl_json_put_int(&j, "proofs", (int64_t)s->proofs);
    tl_json_put_double(&j, "tolerance_mm", w->inquiry.tolerance);
    tl_json_key(&j, "places");
    tl_json_begin_array(&j);
    for (size_t i = 0; i < w->made->listed_count; i++) {
        put_place(w, &w->made->listed[i], &j);
    }
    tl_json_end_array(&j);
    put_cells(w, &j);
    tl_json_end_object(&j);
    tl_status status = tl_json_writer_finish(&j, &w->made->json, NULL, error);
    tl_json_writer_free(&j);
    return status;
}

/* --- Words -------------------------------------------------------------------------------------------------------- */

static void add_part(char *parts, const char *part) {
    size_t used = strlen(parts);
    snprintf(parts + used, TL_BOARD_FIRING_TEXT - used, "%s%s", used > 0 ? ", " : "", part);
}

static void weapons_text(const tl_firing_work *w, const tl_firing_listed *l, const tl_words *words, char *parts) {
    char names[240] = "", part[300];
    for (size_t i = 0; i < w->weapon_count; i++) {
        if ((l->fires >> i & 1) != 0) {
            size_t used = strlen(names);
            snprintf(names + used, sizeof(names) - used, "%s%s", used > 0 ? " + " : "", w->weapons[i].name);
        }
    }
    if (names[0] != '\0') {
        tl_say(words, part, sizeof(part), TL_SAY_FIRING_FIRES, names);
    } else {
        snprintf(part, sizeof(part), "%s",
                 tl_phrase(words, l->place.attack == TL_VERDICT_NO ? TL_SAY_FIRING_NO_FIRE : TL_SAY_FIRING_MAY_FIRE));
    }
    add_part(parts, part);
}

/* How far it is to go, and past where; a bend at the place itself is none. */
static void way_text(const tl_firing_listed *l, const tl_words *words, char *text, size_t size) {
    char length[TL_WORDS_LENGTH_SIZE], bends[200] = "";
    tl_words_length_text(words, l->place.path_mm, length);
    for (size_t i = 0; i + 2 < l->way_count; i++) {
        char x[TL_WORDS_LENGTH_SIZE], y[TL_WORDS_LENGTH_SIZE];
        size_t used = strlen(bends);
        snprintf(bends + used, sizeof(bends) - used, "%s(%s, %s)", i > 0 ? ", " : "",
                 tl_words_length_text(words, l->way[i].x, x), tl_words_length_text(words, l->way[i].y, y));
    }
    if (bends[0] != '\0') {
        tl_say(words, text, size, TL_SAY_FIRING_WAY, length, bends);
    } else {
        snprintf(text, size, "%s", length);
    }
}

/* `brief`: for a picture, which shows where it is. */
static void place_text(const tl_firing_work *w, size_t index, bool brief, const tl_words *words,
                       tl_board_lines *lines) {
    const tl_firing_listed *l = &w->made->listed[index];
    const tl_firing_place *p = &l->place;
    char line[1200], number[24], of[24], x[TL_WORDS_LENGTH_SIZE], y[TL_WORDS_LENGTH_SIZE], path[300],
        range[TL_WORDS_LENGTH_SIZE], area[TL_WORDS_LENGTH_SIZE], part[200], parts[TL_BOARD_FIRING_TEXT] = "";
    snprintf(number, sizeof(number), "%zu", p->seen);
    snprintf(of, sizeof(of), "%zu", p->of);
    tl_say(words, part, sizeof(part), TL_SAY_FIRING_SEES, number, of);
    add_part(parts, part);
    if (w->meant != 0) {
        weapons_text(w, l, words, parts);
    }
    if (p->foes > 0 && p->covered == p->foes) {
        add_part(parts, tl_phrase(words, TL_SAY_FIRING_COVER_ALL));
    } else if (p->foes > 0) {
        snprintf(number, sizeof(number), "%zu", p->covered);
        snprintf(of, sizeof(of), "%zu", p->foes);
        tl_say(words, part, sizeof(part), TL_SAY_FIRING_COVER_SOME, number, of);
        add_part(parts, part);
    }
    snprintf(number, sizeof(number), "%zu", index + 1);
    if (brief) {
        tl_say(words, line, sizeof(line), TL_SAY_FIRING_PLACE_SHORT, number, tl_words_length_text(words, p->path_mm, x),
               tl_words_length_text(words, p->range_mm, range), parts);
        tl_board_add_line(lines, line);
        return;
    }
    tl_say(words, part, sizeof(part), TL_SAY_FIRING_AREA, tl_words_square_text(words, p->area_mm2, area));
    add_part(parts, part);
    way_text(l, words, path, sizeof(path));
    tl_say(words, line, sizeof(line), TL_SAY_FIRING_PLACE, number, tl_words_length_text(words, p->at.x, x),
           tl_words_length_text(words, p->at.y, y), path, tl_words_length_text(words, p->range_mm, range), parts);
    tl_board_add_line(lines, line);
}

static char *tell(const tl_firing_work *w, bool brief, tl_error *error) {
    const tl_words *words = w->inquiry.words;
    const tl_firing_summary *s = &w->made->summary;
    tl_board_lines lines = {.context = w->context};
    char line[700], seen[TL_WORDS_LENGTH_SIZE], reached[TL_WORDS_LENGTH_SIZE], open[TL_WORDS_LENGTH_SIZE];
    tl_say(words, line, sizeof(line), TL_SAY_FIRING_SUMMARY, w->referee->table->members[w->mover].name, w->target.name,
           tl_words_square_text(words, s->seen_mm2, seen), tl_words_square_text(words, s->reached_mm2, reached),
           tl_words_square_text(words, s->open_mm2, open));
    tl_board_add_line(&lines, line);
    for (size_t i = 0; i < w->made->listed_count; i++) {
        place_text(w, i, brief, words, &lines);
    }
    if (w->made->listed_count == 0) {
        tl_board_add_line(&lines, tl_phrase(words, TL_SAY_FIRING_NONE));
    }
    if (lines.failed) {
        tl_fail_memory(error);
        tl_free(w->context, lines.text);
        return NULL;
    }
    return lines.text;
}

tl_status tl_firing_tell(const tl_firing_work *w, tl_error *error) {
    w->made->text = tell(w, false, error);
    w->made->caption = w->made->text != NULL ? tell(w, true, error) : NULL;
    return w->made->caption != NULL ? write_json(w, error) : TL_ERROR_MEMORY;
}
