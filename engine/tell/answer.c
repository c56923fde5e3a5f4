/* answer.c: collecting an answer and writing it down. */
#include "tell/answer.h"

#include <stdio.h>
#include <string.h>

static const char *verdict_word(tl_verdict verdict) {
    return verdict == TL_VERDICT_YES ? "yes" : verdict == TL_VERDICT_NO ? "no" : "marginal";
}

const char *tl_tell_count_text(size_t count, char buffer[TL_WORDS_LENGTH_SIZE]) {
    snprintf(buffer, TL_WORDS_LENGTH_SIZE, "%zu", count);
    return buffer;
}

void tl_tell_in_language_of(tl_inquiry *inquiry, const tl_language *language, tl_words *words) {
    *words = (tl_words){language != NULL ? language : tl_language_of(inquiry->referee->context), inquiry->units};
    inquiry->words = words;
}

void tl_answer_begin(tl_answer *answer, tl_context *context, const char *query) {
    memset(answer, 0, sizeof(*answer));
    answer->context = context;
    answer->query = query;
    tl_json_writer_init(&answer->body, context, false);
    tl_json_begin_object(&answer->body);
}

void tl_answer_free(tl_answer *answer) {
    if (answer->context != NULL) {
        tl_free(answer->context, answer->reasons);
        tl_free(answer->context, answer->lines);
        tl_free(answer->context, answer->notes);
        tl_free(answer->context, answer->witnesses);
        tl_free(answer->context, answer->outline);
        tl_proof_outline_free(&answer->proof);
        tl_json_writer_free(&answer->body);
        memset(answer, 0, sizeof(*answer));
    }
}

tl_reason *tl_answer_reason(tl_answer *answer, tl_cause cause, tl_verdict verdict, const char *text) {
    if (!tl_reserve(answer->context, (void **)&answer->reasons, &answer->reason_capacity, answer->reason_count + 1,
                    sizeof(*answer->reasons))) {
        answer->status = TL_ERROR_MEMORY;
        return NULL;
    }
    tl_reason *reason = &answer->reasons[answer->reason_count++];
    memset(reason, 0, sizeof(*reason));
    reason->cause = cause;
    reason->verdict = verdict;
    snprintf(reason->text, sizeof(reason->text), "%s", text);
    return reason;
}

void tl_answer_reason_number(tl_reason *reason, const char *key, double value) {
    if (reason != NULL && reason->number_count < TL_REASON_NUMBERS && isfinite(value)) {
        reason->numbers[reason->number_count++] = (tl_reason_value){key, value};
    }
}

static bool add_line(tl_answer *answer, char **lines, size_t *size, size_t *capacity, const char *text) {
    size_t length = strlen(text);
    if (!tl_reserve(answer->context, (void **)lines, capacity, *size + length + 2, 1)) {
        answer->status = TL_ERROR_MEMORY;
        return false;
    }
    memcpy(*lines + *size, text, length);
    *size += length;
    (*lines)[(*size)++] = '\n';
    (*lines)[*size] = '\0';
    return true;
}

void tl_answer_line(tl_answer *answer, const char *text) {
    answer->line_count += add_line(answer, &answer->lines, &answer->lines_size, &answer->lines_capacity, text);
}

void tl_answer_lead(tl_answer *answer, const char *text) {
    char first[TL_REASON_TEXT];
    size_t length = strlen(text);
    memcpy(first, answer->summary, sizeof(first));
    snprintf(answer->summary, sizeof(answer->summary), "%s", text);
    for (size_t at = 0; at + length < answer->lines_size;) {
        const char *end = memchr(answer->lines + at, '\n', answer->lines_size - at);
        size_t next = end != NULL ? (size_t)(end - answer->lines) + 1 : answer->lines_size;
        if (next - at == length + 1 && memcmp(answer->lines + at, text, length) == 0) { /* it stands there already */
            memmove(answer->lines + at, answer->lines + next, answer->lines_size - next);
            answer->lines_size -= next - at;
            answer->lines[answer->lines_size] = '\0';
            answer->line_count--;
            break;
        }
        at = next;
    }
    tl_answer_line(answer, first);
}

void tl_answer_note(tl_answer *answer, const char *text) {
    answer->note_count += add_line(answer, &answer->notes, &answer->notes_size, &answer->notes_capacity, text);
}

void tl_answer_uncertain(tl_answer *answer, const tl_inquiry *inquiry, size_t slot) {
    const tl_placed *owner = tl_table_slot_owner(inquiry->table, slot);
    double most = tl_max(tl_placed_uncertainty(owner), tl_placed_base_uncertainty(owner));
    bool known = !(most > 0) || answer->uncertain_count == TL_ANSWER_UNCERTAIN;
    for (size_t i = 0; i < answer->uncertain_count && !known; i++) {
        known = answer->uncertain[i] == slot;
    }
    if (!known) {
        char text[TL_REASON_TEXT], by[TL_WORDS_LENGTH_SIZE];
        answer->uncertain[answer->uncertain_count++] = (uint32_t)slot;
        tl_say(inquiry->words, text, sizeof(text), TL_SAY_UNCERTAIN_NOTE,
               tl_tell_slot_name(inquiry->words, inquiry->table, slot), tl_words_length_text(inquiry->words, most, by));
        tl_answer_note(answer, text);
    }
}

tl_witness *tl_answer_witness(tl_answer *answer, tl_witness_kind kind, tl_vec3 a, tl_vec3 b) {
    if (!tl_reserve(answer->context, (void **)&answer->witnesses, &answer->witness_capacity, answer->witness_count + 1,
                    sizeof(*answer->witnesses))) {
        answer->status = TL_ERROR_MEMORY;
        return NULL;
    }
    tl_witness *witness = &answer->witnesses[answer->witness_count++];
    memset(witness, 0, sizeof(*witness));
    witness->kind = kind;
    witness->a = a;
    witness->b = b;
    return witness;
}

void tl_answer_rings(tl_answer *answer, const tl_words *words, size_t first, size_t count, tl_vec3 point, double radius,
                     const char *what) {
    char length[TL_WORDS_LENGTH_SIZE];
    tl_words_length_text(words, radius, length);
    for (size_t i = 0; i < (count > 0 ? count : 1) && radius > 0; i++) {
        tl_witness *ring = tl_answer_witness(answer, TL_WITNESS_RING, point, point);
        if (ring != NULL) {
            ring->item = count > 0 ? first + i : SIZE_MAX;
            ring->width = radius;
            if (what != NULL) {
                tl_say(words, ring->label, sizeof(ring->label), TL_SAY_WEAPON_RING, what, length);
            } else {
                snprintf(ring->label, sizeof(ring->label), "%s", length);
            }
        }
    }
}

void tl_answer_outline(tl_answer *answer, const tl_vec2 *corner, size_t count, double z) {
    tl_vec3 *outline = tl_alloc_array(answer->context, count, sizeof(*outline));
    if (outline == NULL) {
        answer->status = TL_ERROR_MEMORY;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        outline[i] = (tl_vec3){corner[i].x, corner[i].y, z};
    }
    tl_free(answer->context, answer->outline);
    answer->outline = outline;
    answer->outline_count = count;
}

void tl_answer_disc(tl_answer *answer, tl_vec2 centre, double radius, double z) {
    enum { CORNERS = 96 };
    tl_vec2 corner[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        double s, c;
        tl_sincos_deg(360.0 * i / CORNERS, &s, &c);
        corner[i] = (tl_vec2){centre.x + radius * c, centre.y + radius * s};
    }
    tl_answer_outline(answer, corner, CORNERS, z);
}

void tl_tell_put_verdict(tl_json_writer *writer, const char *key, tl_verdict verdict) {
    tl_json_put_string(writer, key, verdict_word(verdict));
}

void tl_tell_put_slots(tl_json_writer *writer, const char *key, const tl_table *table, const uint32_t *slots,
                       size_t count) {
    tl_json_open_array(writer, key);
    for (size_t i = 0; i < count; i++) {
        const char *name = tl_table_slot_name(table, slots[i]);
        bool again = false;
        for (size_t j = 0; j < i; j++) {
            again = again || strcmp(tl_table_slot_name(table, slots[j]), name) == 0;
        }
        if (!again) {
            tl_json_string(writer, name);
        }
    }
    tl_json_end_array(writer);
}

const char *tl_tell_slot_name(const tl_words *words, const tl_table *table, size_t slot) {
    if (slot == 0) {
        return tl_phrase(words, TL_SAY_THE_TABLE);
    }
    return tl_table_slot_owner(table, slot)->name;
}

void tl_tell_slots_text(const tl_words *words, const tl_table *table, const uint32_t *slots, size_t count, char *buffer,
                        size_t size) {
    size_t used = 0;
    buffer[0] = '\0';
    if (count == 0) {
        tl_say(words, buffer, size, TL_SAY_SOMETHING, NULL);
        return;
    }
    for (size_t i = 0; i < count && used < size; i++) {
        char glue[16] = "";
        if (i > 0) {
            tl_say(words, glue, sizeof(glue), i + 1 == count ? TL_SAY_AND : TL_SAY_COMMA, NULL);
        }
        used += (size_t)snprintf(buffer + used, size - used, "%s%s", glue, tl_tell_slot_name(words, table, slots[i]));
    }
}

/* --- Writing ------------------------------------------------------------------------------------------------------ */

static void write_settings(tl_json_writer *writer, const tl_settings *settings) {
    tl_json_open_object(writer, "settings");
    for (size_t i = 0; i < tl_ruleset_setting_count(settings->ruleset); i++) {
        if (tl_settings_is_default(settings, i)) {
            continue;
        }
        const char *name = tl_ruleset_setting(settings->ruleset, i)->name;
        if (settings->values[i].is_number) {
            tl_json_put_double(writer, name, settings->values[i].number);
        } else {
            char text[128];
            tl_settings_text(settings, i, text, sizeof(text));
            tl_json_put_string(writer, name, text);
        }
    }
    tl_json_end_object(writer);
}

static void write_header(tl_json_writer *writer, const tl_answer *answer, const tl_inquiry *inquiry, const char *id) {
    tl_json_begin_object(writer);
    if (id != NULL) {
        tl_json_key(writer, "id");
        tl_json_raw(writer, id, strlen(id));
    }
    tl_json_put_string(writer, "query", answer->query);
    tl_tell_put_verdict(writer, "verdict", answer->verdict);
    tl_json_put_string(writer, "rule", tl_tell_cited(inquiry, answer->cause));
    tl_json_put_string(writer, "summary", answer->summary);
    tl_json_open_array(writer, "reasons");
    for (size_t i = 0; i < answer->reason_count; i++) {
        const tl_reason *reason = &answer->reasons[i];
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "rule", tl_tell_cited(inquiry, reason->cause));
        tl_tell_put_verdict(writer, "verdict", reason->verdict);
        tl_json_put_string(writer, "text", reason->text);
        for (size_t j = 0; j < reason->number_count; j++) {
            tl_json_put_double(writer, reason->numbers[j].key, reason->numbers[j].value);
        }
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
    write_settings(writer, &inquiry->settings);
    tl_json_put_double(writer, "tolerance_mm", inquiry->tolerance);
    for (size_t i = 0; i < answer->uncertain_count; i++) {
        if (i == 0) {
            tl_json_open_array(writer, "uncertain");
        }
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "id", tl_table_slot_name(inquiry->table, answer->uncertain[i]));
        const tl_placed *owner = tl_table_slot_owner(inquiry->table, answer->uncertain[i]);
        tl_json_put_double(writer, "uncertainty_mm",
                           tl_max(tl_placed_uncertainty(owner), tl_placed_base_uncertainty(owner)));
        tl_json_end_object(writer);
        if (i + 1 == answer->uncertain_count) {
            tl_json_end_array(writer);
        }
    }
    tl_json_put_string(writer, "scene", inquiry->table->document->name);
    tl_json_put_string(writer, "ruleset", tl_ruleset_name(inquiry->referee->ruleset));
    tl_json_end_object(writer);
}

/* The rule that decided, in its own words. */
static void rule_line(tl_answer *answer, const tl_inquiry *inquiry) {
    const tl_ruleset *ruleset = inquiry->referee->ruleset;
    const char *rule = tl_tell_cited(inquiry, answer->cause), *text = tl_ruleset_rule_text(ruleset, rule);
    char line[512];
    if (text != NULL) {
        text = tl_ruleset_said(ruleset, inquiry->words->language, "rules", rule, text);
        tl_say(inquiry->words, line, sizeof(line), TL_SAY_RULE_NOTE, rule, text);
        tl_answer_note(answer, line);
    }
}

/* Keeps as many details as there is room for above the notes, and says how many are left out. */
static void cut_lines(tl_answer *answer, const tl_words *words) {
    size_t room = 1 + answer->note_count < TL_ANSWER_LINES ? TL_ANSWER_LINES - 1 - answer->note_count : 1;
    if (answer->line_count <= room) {
        return;
    }
    char number[TL_WORDS_LENGTH_SIZE], line[160];
    size_t end = 0;
    for (size_t kept = 0; kept + 1 < room; end++) {
        kept += answer->lines[end] == '\n';
    }
    answer->lines_size = end;
    tl_say(words, line, sizeof(line), TL_SAY_MORE_LINES, tl_tell_count_text(answer->line_count - (room - 1), number));
    tl_answer_line(answer, line);
}

static void settings_line(tl_answer *answer, const tl_settings *settings, const tl_words *words) {
    char list[256] = "", line[320];
    size_t used = 0;
    for (size_t i = 0; i < tl_ruleset_setting_count(settings->ruleset) && used < sizeof(list); i++) {
        if (!tl_settings_is_default(settings, i)) {
            char text[256];
            tl_settings_text(settings, i, text, sizeof(text));
            used += (size_t)snprintf(list + used, sizeof(list) - used, "%s%s = %s", used > 0 ? ", " : "",
                                     tl_ruleset_setting(settings->ruleset, i)->name, text);
        }
    }
    if (used > 0) {
        tl_say(words, line, sizeof(line), TL_SAY_SETTINGS_NOTE, list);
        tl_answer_note(answer, line);
    }
}

tl_status tl_answer_finish(tl_answer *answer, const tl_inquiry *inquiry, const char *id, char **json, char **text,
                           tl_error *error) {
    tl_json_writer header;
    tl_json_writer_init(&header, answer->context, false);
    write_header(&header, answer, inquiry, id);
    tl_json_end_object(&answer->body);
    char *head = NULL, *body = NULL, *whole = NULL, *words = NULL;
    size_t head_size = 0, body_size = 0;
    tl_status status = tl_json_writer_finish(&header, &head, &head_size, error);
    if (status == TL_OK) {
        status = tl_json_writer_finish(&answer->body, &body, &body_size, error);
    }
    tl_json_writer_free(&header);
    rule_line(answer, inquiry);
    settings_line(answer, &inquiry->settings, inquiry->words);
    cut_lines(answer, inquiry->words);
    if (status == TL_OK && answer->status != TL_OK) {
        status = tl_fail_memory(error);
    }
    if (status == TL_OK) {
        /* "{header}" and "{body}" become "{header,body}" */
        size_t summary = strlen(answer->summary);
        whole = tl_alloc(answer->context, head_size + body_size + 1);
        words = tl_alloc(answer->context, summary + answer->lines_size + answer->notes_size + 2);
        if (whole != NULL && words != NULL) {
            memcpy(whole, head, head_size);
            if (body_size > 2) {
                whole[head_size - 1] = ',';
                memcpy(whole + head_size, body + 1, body_size - 1);
                whole[head_size + body_size - 1] = '\0';
            } else {
                whole[head_size] = '\0';
            }
            memcpy(words, answer->summary, summary);
            words[summary] = '\n';
            if (answer->lines_size > 0) {
                memcpy(words + summary + 1, answer->lines, answer->lines_size);
            }
            if (answer->notes_size > 0) {
                memcpy(words + summary + 1 + answer->lines_size, answer->notes, answer->notes_size);
            }
            words[summary + 1 + answer->lines_size + answer->notes_size] = '\0';
        } else {
            status = tl_fail_memory(error);
        }
    }
    tl_free(answer->context, head);
    tl_free(answer->context, body);
    if (status != TL_OK) {
        tl_free(answer->context, whole);
        tl_free(answer->context, words);
        return status;
    }
    *json = whole;
    *text = words;
    return TL_OK;
}
