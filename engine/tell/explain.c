/* explain.c: steps and settings of an answer, in three blocks of memory. */
#include "tell/explain.h"

#include <string.h>

/* Where texts go: with `at` NULL they are only counted. */
typedef struct explain_heap {
    char *at;
    size_t used;
} explain_heap;

static const char *keep(explain_heap *texts, const char *text) {
    size_t size = strlen(text) + 1;
    char *kept = texts->at != NULL ? memcpy(texts->at + texts->used, text, size) : NULL;
    texts->used += size;
    return kept;
}

static const char *rule_words(const tl_inquiry *inquiry, const char *rule) {
    const tl_ruleset *ruleset = inquiry->referee->ruleset;
    const char *text = tl_ruleset_rule_text(ruleset, rule);
    return text != NULL ? tl_ruleset_said(ruleset, inquiry->words->language, "rules", rule, text) : "";
}

static void keep_steps(const tl_answer *answer, const tl_inquiry *inquiry, tl_explanation *made, explain_heap *texts) {
    size_t numbers = 0;
    made->step_count = answer->reason_count;
    for (size_t i = 0; i < answer->reason_count; i++) {
        const tl_reason *reason = &answer->reasons[i];
        tl_step step = {.rule = keep(texts, tl_tell_cited(inquiry, reason->cause)),
                        .rule_text = keep(texts, rule_words(inquiry, tl_tell_cited(inquiry, reason->cause))),
                        .verdict = reason->verdict,
                        .moot = reason->moot,
                        .text = keep(texts, reason->text),
                        .number_count = reason->number_count};
        if (made->steps != NULL && made->numbers != NULL) {
            step.numbers = made->numbers + numbers;
            for (size_t k = 0; k < reason->number_count; k++) {
                made->numbers[numbers + k] = (tl_step_number){reason->numbers[k].key, reason->numbers[k].value};
            }
            made->steps[i] = step;
        }
        numbers += reason->number_count;
    }
}

static void keep_settings(const tl_inquiry *inquiry, tl_explanation *made, explain_heap *texts) {
    const tl_settings *settings = &inquiry->settings;
    const tl_ruleset *ruleset = settings->ruleset;
    size_t count = 0;
    for (size_t i = 0; i < tl_ruleset_setting_count(ruleset); i++) {
        const tl_setting *setting = tl_ruleset_setting(ruleset, i);
        char value[TL_SETTING_VALUE];
        if (tl_settings_is_default(settings, i)) {
            continue;
        }
        tl_settings_text(settings, i, value, sizeof(value));
        tl_setting_info info = {.name = keep(texts, setting->name),
                                .value = keep(texts, value),
                                .text = keep(texts, tl_ruleset_said(ruleset, inquiry->words->language, "settings",
                                                                    setting->name, setting->text)),
                                .rule = keep(texts, setting->rule)};
        if (made->settings != NULL) {
            made->settings[count] = info;
        }
        count++;
    }
    made->setting_count = count;
}

static void keep_all(const tl_answer *answer, const tl_inquiry *inquiry, tl_explanation *made, explain_heap *texts) {
    made->query = answer->query;
    made->rule = keep(texts, tl_tell_cited(inquiry, answer->cause));
    keep_steps(answer, inquiry, made, texts);
    keep_settings(inquiry, made, texts);
}

tl_status tl_explanation_make(const tl_answer *answer, const tl_inquiry *inquiry, tl_explanation *made,
                              tl_error *error) {
    explain_heap texts = {NULL, 0};
    *made = (tl_explanation){.tolerance = inquiry->tolerance};
    keep_all(answer, inquiry, made, &texts);
    made->texts = tl_alloc(answer->context, texts.used);
    made->steps = tl_alloc_array(answer->context, made->step_count + 1, sizeof(*made->steps));
    made->numbers = tl_alloc_array(answer->context, TL_REASON_NUMBERS * made->step_count + 1, sizeof(*made->numbers));
    made->settings = tl_alloc_array(answer->context, made->setting_count + 1, sizeof(*made->settings));
    if (made->texts == NULL || made->steps == NULL || made->numbers == NULL || made->settings == NULL) {
        return tl_fail_memory(error);
    }
    texts = (explain_heap){made->texts, 0};
    keep_all(answer, inquiry, made, &texts);
    return TL_OK;
}

void tl_explanation_free(tl_context *context, tl_explanation *explanation) {
    tl_free(context, explanation->texts);
    tl_free(context, explanation->numbers);
    tl_free(context, explanation->steps);
    tl_free(context, explanation->settings);
    *explanation = (tl_explanation){.texts = NULL};
}
