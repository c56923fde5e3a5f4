/* ruling.c: questions behind the public wall. */
#include "api/handle.h"
#include "scene/absence.h"

#include <stdio.h>
#include <string.h>

tl_status tl_scene_ask(const tl_scene *scene, const tl_question *question, tl_ruling **ruling, tl_error *error) {
    if (scene == NULL || question == NULL || ruling == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, question and ruling must be given");
    }
    tl_status status = tl_table_whole(scene->table, error);
    return status == TL_OK ? tl_referee_ask(scene->referee, question, ruling, error) : status;
}

static tl_status place_line(tl_scene *scene, const tl_line_question *line, tl_ruling **ruling, tl_error *error) {
    const tl_question *q = &line->question;
    tl_party party;
    tl_status status = tl_referee_party(scene->referee, q->member, "member", &party, error);
    if (status != TL_OK) {
        return status;
    }
    if (party.count > 1) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, "member", "place its members one by one", "`%s` is a whole unit",
                       q->member);
    }
    const tl_document_member *source = tl_table_member(scene->table, party.first);
    status = tl_table_place(scene->table, party.first, q->at, q->at_count,
                            q->has_facing ? q->facing_deg : source->pose.turn, q->has_level ? q->level : 0, error);
    return status == TL_OK ? tl_ruling_of_place(scene->referee, party.first, line->id, ruling, error) : status;
}

tl_status tl_scene_ask_json(tl_scene *scene, const char *line, size_t size, tl_ruling **ruling, tl_error *error) {
    if (scene == NULL || line == NULL || ruling == NULL) {
        return tl_fail(error, TL_ERROR_ARGUMENT, NULL, NULL, NULL, "scene, line and ruling must be given");
    }
    tl_context *context = scene->context;
    tl_error cause = {0};
    tl_line_question question;
    *ruling = NULL;
    tl_status status = tl_line_question_read(context, line, size, &question, &cause);
    status = status == TL_OK ? tl_table_whole(scene->table, &cause) : status;
    if (status == TL_OK) {
        status = question.place ? place_line(scene, &question, ruling, &cause)
                                : tl_referee_ask(scene->referee, &question.question, ruling, &cause);
    }
    if (status != TL_OK && status != TL_ERROR_MEMORY) {
        tl_ruling_of_error(context, question.question.query, question.id, &cause, ruling, &cause);
    }
    if (status != TL_OK && error != NULL && error->status == TL_OK) {
        *error = cause;
    }
    tl_line_question_free(context, &question);
    return status;
}

tl_verdict tl_ruling_verdict(const tl_ruling *ruling) {
    return ruling->verdict;
}

tl_sign tl_ruling_sign(const tl_ruling *ruling) {
    return ruling->sign;
}

const char *tl_ruling_badge(const tl_ruling *ruling) {
    return tl_phrase(&ruling->words, ruling->badge);
}

void tl_ruling_caption(const tl_ruling *ruling, tl_caption caption, const char *a, const char *b, char *buffer,
                       size_t size) {
    tl_caption_text(&ruling->words, caption, a, b, buffer, size);
}

bool tl_ruling_cut_short(const tl_ruling *ruling) {
    return ruling->cut_short;
}

const char *tl_ruling_json(const tl_ruling *ruling) {
    return ruling->json;
}

const char *tl_ruling_text(const tl_ruling *ruling) {
    return ruling->text;
}

const char *tl_ruling_summary(const tl_ruling *ruling) {
    return ruling->summary;
}

tl_status tl_scene_draw_preview(const tl_scene *scene, const tl_question *question, const tl_draw_sink *sink,
                                tl_error *error) {
    return tl_draw_preview(scene->referee, question, sink, error);
}

void tl_ruling_draw(const tl_ruling *ruling, const tl_scene *scene, const tl_draw_sink *sink) {
    tl_draw_ruling(ruling, scene->referee, sink);
}

bool tl_ruling_line(const tl_ruling *ruling, tl_vec3 *from, tl_vec3 *to, uint32_t *from_key, uint32_t *to_key) {
    for (size_t i = 0; i < ruling->witness_count; i++) {
        const tl_witness *witness = &ruling->witnesses[i];
        if (witness->kind == TL_WITNESS_SIGHT || witness->kind == TL_WITNESS_MEASURE ||
            witness->kind == TL_WITNESS_ATTEMPT) {
            *from_key = witness->from_slot != 0 ? tl_draw_key(witness->from_slot) : 0;
            *to_key = witness->to_slot != 0 ? tl_draw_key(witness->to_slot) : 0;
            *from = witness->a;
            *to = witness->kind == TL_WITNESS_ATTEMPT ? witness->c : witness->b;
            return true;
        }
    }
    return false;
}

bool tl_ruling_draw_proof(const tl_ruling *ruling, const tl_scene *scene, const tl_draw_sink *sink) {
    return tl_draw_proof(ruling, scene->referee, sink);
}

bool tl_ruling_proof_view(const tl_ruling *ruling, const tl_scene *scene, tl_vec3 *eye, tl_vec3 *low, tl_vec3 *high) {
    tl_box3 target;
    if (!tl_draw_proof_view(ruling, scene->referee, eye, &target)) {
        return false;
    }
    *low = target.low;
    *high = target.high;
    return true;
}

bool tl_ruling_shape_box(const tl_ruling *ruling, tl_vec3 *low, tl_vec3 *high) {
    tl_box3 box = tl_box3_empty();
    for (size_t i = 0; i < ruling->outline_count; i++) {
        box = tl_box3_add(box, ruling->outline[i]);
    }
    for (size_t i = 0; i < ruling->witness_count; i++) {
        const tl_witness *witness = &ruling->witnesses[i];
        if (witness->kind == TL_WITNESS_REACHED || witness->kind == TL_WITNESS_OPEN) {
            box = tl_box3_add(tl_box3_add(box, witness->a), witness->b);
        }
    }
    if (tl_box3_is_empty(box)) {
        return false;
    }
    *low = box.low;
    *high = box.high;
    return true;
}

const char *tl_language_tag(size_t index) {
    size_t count = 0;
    while (count < index && tl_languages[count].tag != NULL) {
        count++;
    }
    return tl_languages[count].tag;
}

/* --- Rule systems ------------------------------------------------------------------------------------------------- */

const char *tl_rules_name(size_t index) {
    return tl_ruleset_builtin_name(index);
}

static void default_json(tl_json_writer *writer, const tl_setting *setting) {
    if (setting->default_is_number) {
        tl_json_put_double(writer, "default", setting->default_number);
    } else {
        tl_json_put_string(writer, "default", setting->values[setting->default_choice]);
    }
}

/* A text of the rule system in the language of the context. */
static const char *said(tl_context *context, const tl_ruleset *ruleset, const char *section, const char *key,
                        const char *text) {
    return tl_ruleset_said(ruleset, tl_language_of(context), section, key, text);
}

static void skills_json(tl_context *context, const tl_ruleset *ruleset, tl_json_writer *writer) {
    const tl_skills *skills = tl_ruleset_skills(ruleset);
    tl_json_key(writer, "skills");
    tl_json_begin_array(writer);
    for (size_t i = 0; i < skills->count; i++) {
        const tl_skill *skill = &skills->items[i];
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "name", skill->name);
        tl_json_key(writer, "effects");
        tl_json_begin_array(writer);
        for (size_t k = 0; k < skill->effect_count; k++) {
            tl_json_string(writer, tl_effect_word(skill->effects[k].kind));
        }
        tl_json_end_array(writer);
        tl_json_put_string(writer, "rule", skill->rule);
        tl_json_put_string(writer, "text", said(context, ruleset, "skills", skill->name, skill->text));
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static void sizes_json(tl_context *context, const tl_ruleset *ruleset, tl_json_writer *writer) {
    tl_json_key(writer, "sizes");
    tl_json_begin_array(writer);
    for (size_t i = 0; i < tl_ruleset_size_count(ruleset); i++) {
        const tl_size_rule *size = tl_ruleset_size_at(ruleset, i);
        tl_json_begin_object(writer);
        tl_json_put_string(writer, "name", size->name);
        tl_json_put_string(writer, "rule", size->rule);
        tl_json_put_string(writer, "text", said(context, ruleset, "sizes", size->name, size->text));
        tl_json_end_object(writer);
    }
    tl_json_end_array(writer);
}

static tl_status describe_json(tl_context *context, const tl_ruleset *ruleset, char **text, tl_error *error) {
    tl_json_writer writer;
    tl_json_writer_init(&writer, context, false);
    tl_json_begin_object(&writer);
    tl_json_put_string(&writer, "name", tl_ruleset_name(ruleset));
    tl_json_put_string(&writer, "title", said(context, ruleset, "about", "title", tl_ruleset_title(ruleset)));
    tl_json_key(&writer, "settings");
    tl_json_begin_array(&writer);
    for (size_t i = 0; i < tl_ruleset_setting_count(ruleset); i++) {
        const tl_setting *setting = tl_ruleset_setting(ruleset, i);
        tl_json_begin_object(&writer);
        tl_json_put_string(&writer, "name", setting->name);
        default_json(&writer, setting);
        tl_json_key(&writer, "values");
        tl_json_begin_array(&writer);
        for (size_t j = 0; j < setting->value_count; j++) {
            tl_json_string(&writer, setting->values[j]);
        }
        tl_json_end_array(&writer);
        if (setting->number) {
            tl_json_put_double(&writer, "low", setting->low);
            tl_json_put_double(&writer, "high", setting->high);
        }
        if (setting->file) {
            tl_json_put_bool(&writer, "file", true);
        }
        tl_json_put_string(&writer, "rule", setting->rule);
        tl_json_put_string(&writer, "text", said(context, ruleset, "settings", setting->name, setting->text));
        tl_json_end_object(&writer);
    }
    tl_json_end_array(&writer);
    tl_json_key(&writer, "kinds");
    tl_json_begin_array(&writer);
    for (size_t i = 0; i < tl_ruleset_kind_count(ruleset); i++) {
        const tl_terrain_kind *kind = tl_ruleset_kind_at(ruleset, i);
        tl_json_begin_object(&writer);
        tl_json_put_string(&writer, "name", kind->name);
        tl_json_put_bool(&writer, "area", kind->area != NULL);
        tl_json_put_bool(&writer, "blocks", kind->blocks);
        tl_json_put_bool(&writer, "cover", kind->cover);
        tl_json_put_string(&writer, "going", tl_going_word(kind->going));
        tl_json_put_bool(&writer, "raised", kind->raised);
        tl_json_put_string(&writer, "rule", kind->rule);
        tl_json_put_bool(&writer, "shelter", kind->shelter);
        tl_json_put_string(&writer, "text", said(context, ruleset, "kinds", kind->name, kind->text));
        tl_json_end_object(&writer);
    }
    tl_json_end_array(&writer);
    skills_json(context, ruleset, &writer);
    sizes_json(context, ruleset, &writer);
    tl_json_end_object(&writer);
    tl_status status = tl_json_writer_finish(&writer, text, NULL, error);
    tl_json_writer_free(&writer);
    return status;
}

static tl_status describe_words(tl_context *context, const tl_ruleset *ruleset, char **text, tl_error *error) {
    size_t capacity = 256, used = 0;
    for (size_t i = 0; i < tl_ruleset_setting_count(ruleset); i++) {
        const tl_setting *setting = tl_ruleset_setting(ruleset, i);
        capacity += 512 + strlen(said(context, ruleset, "settings", setting->name, setting->text));
    }
    const tl_skills *skills = tl_ruleset_skills(ruleset);
    for (size_t i = 0; i < skills->count; i++) {
        capacity += 128 + strlen(said(context, ruleset, "skills", skills->items[i].name, skills->items[i].text));
    }
    char *out = tl_alloc(context, capacity);
    if (out == NULL) {
        return tl_fail_memory(error);
    }
    used +=
        (size_t)snprintf(out, capacity, "%s (%s)\n",
                         said(context, ruleset, "about", "title", tl_ruleset_title(ruleset)), tl_ruleset_name(ruleset));
    for (size_t i = 0; i < tl_ruleset_setting_count(ruleset) && used < capacity; i++) {
        const tl_setting *setting = tl_ruleset_setting(ruleset, i);
        char number[TL_JSON_NUMBER_SIZE] = "", values[256] = "";
        size_t length = 0;
        for (size_t j = 0; j < setting->value_count && length < sizeof(values); j++) {
            length += (size_t)snprintf(values + length, sizeof(values) - length, "%s%s", j > 0 ? " | " : "",
                                       setting->values[j]);
        }
        if (setting->number && length < sizeof(values)) {
            char low[TL_JSON_NUMBER_SIZE], high[TL_JSON_NUMBER_SIZE];
            tl_json_format_double(setting->low, low);
            tl_json_format_double(setting->high, high);
            snprintf(values + length, sizeof(values) - length, "%s%s .. %s", length > 0 ? " | " : "", low, high);
        }
        if (setting->file && length < sizeof(values)) {
            snprintf(values + length, sizeof(values) - length, " | FILE.json");
        }
        if (setting->default_is_number) {
            tl_json_format_double(setting->default_number, number);
        }
        used += (size_t)snprintf(out + used, capacity - used, "\n%s = %s   (%s)   [%s]\n    %s\n", setting->name,
                                 setting->default_is_number ? number : setting->values[setting->default_choice], values,
                                 setting->rule, said(context, ruleset, "settings", setting->name, setting->text));
    }
    const tl_words words = {tl_language_of(context), 0};
    for (size_t i = 0; i < skills->count && used < capacity; i++) {
        const tl_skill *skill = &skills->items[i];
        used += (size_t)snprintf(out + used, capacity - used, "%s%s%s%s   [%s]\n    %s\n", i == 0 ? "\n" : "",
                                 i == 0 ? tl_phrase(&words, TL_SAY_SKILLS) : "", i == 0 ? "\n\n" : "", skill->name,
                                 skill->rule, said(context, ruleset, "skills", skill->name, skill->text));
    }
    *text = out;
    return TL_OK;
}

tl_status tl_rules_describe(tl_context *context, const char *name, bool json, char **text, tl_error *error) {
    tl_ruleset *ruleset = NULL;
    tl_status status = tl_ruleset_load(context, name, &ruleset, error);
    if (status == TL_OK) {
        status = json ? describe_json(context, ruleset, text, error) : describe_words(context, ruleset, text, error);
    }
    tl_ruleset_destroy(ruleset);
    return status;
}

void tl_text_free(tl_context *context, char *text) {
    tl_free(context, text);
}
