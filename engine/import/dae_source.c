/* dae_source.c: arrays, accessors and inputs of a COLLADA file (COLLADA 1.4.1, chapter 5, <accessor>, <input>). */
#include "base/number.h"
#include "import/dae.h"
#include "import/finish.h"

#include <string.h>
#include <strings.h>

typedef tl_xml_span dae_source_span;

/* --- Numbers ------------------------------------------------------------------------------------------------------ */

static bool is_number(dae_source_span word, double *number) {
    return tl_number_scan(word.at, word.at + word.length, number) == word.at + word.length;
}

tl_status tl_dae_numbers(const tl_dae *dae, uint32_t element, double *numbers, size_t count) {
    tl_xml_words words = tl_xml_words_of(&dae->tree, element);
    size_t found = 0;
    for (dae_source_span word; tl_xml_next_word(&words, &word); found++) {
        double number;
        if (!is_number(word, &number)) {
            return tl_xml_fail_word(&words, word, "a number");
        }
        if (found < count) {
            numbers[found] = number;
        }
    }
    dae_source_span name = tl_xml_name(dae->tree.elements[element].tag);
    return found == count ? TL_OK
                          : tl_dae_fail(dae, element, "`<%.*s>` has %zu numbers where %zu should be",
                                        tl_dae_shown(name), name.at, found, count);
}

static bool whole_of(dae_source_span word, uint64_t *whole) {
    *whole = 0;
    for (size_t i = 0; i < word.length; i++) {
        if (word.at[i] == '+' && i == 0 && word.length > 1) {
            continue;
        }
        if (word.at[i] < '0' || word.at[i] > '9' || *whole > UINT64_C(100000000000000000)) {
            return false;
        }
        *whole = 10 * *whole + (uint64_t)(word.at[i] - '0');
    }
    return word.length > 0;
}

static dae_source_span trimmed(dae_source_span text) {
    while (text.length > 0 && strchr(" \t\r\n", text.at[0]) != NULL) {
        text.at++;
        text.length--;
    }
    while (text.length > 0 && strchr(" \t\r\n", text.at[text.length - 1]) != NULL) {
        text.length--;
    }
    return text;
}

tl_status tl_dae_whole(const tl_dae *dae, uint32_t element, const char *attribute, uint64_t otherwise,
                       uint64_t *whole) {
    dae_source_span text = tl_xml_attribute(dae->tree.elements[element].tag, attribute);
    *whole = otherwise;
    if (text.at == NULL || whole_of(trimmed(text), whole)) {
        return TL_OK;
    }
    return tl_dae_fail(dae, element, "`%s` is `%.*s`, no whole number", attribute, tl_dae_shown(text), text.at);
}

tl_status tl_dae_wholes(const tl_dae *dae, uint32_t element, bool minus_one, uint32_t **wholes, size_t *count,
                        size_t *capacity) {
    tl_xml_words words = tl_xml_words_of(&dae->tree, element);
    for (dae_source_span word; tl_xml_next_word(&words, &word);) {
        uint64_t whole;
        if (minus_one && tl_xml_span_is(word, "-1")) {
            whole = UINT32_MAX;
        } else if (!whole_of(word, &whole) || whole > TL_IMPORT_MOST_CORNERS) {
            return tl_xml_fail_word(&words, word, "the number of a corner");
        }
        if (!tl_reserve(dae->context, (void **)wholes, capacity, *count + 1, sizeof(**wholes))) {
            return tl_fail_memory(dae->error);
        }
        if ((*count & 0x3fff) == 0 && !tl_progress(dae->context, 0.5, TL_PARSING)) {
            return tl_fail_cancelled(dae->error, TL_PARSING);
        }
        (*wholes)[(*count)++] = (uint32_t)whole;
    }
    return TL_OK;
}

/* --- Arrays ------------------------------------------------------------------------------------------------------- */

static tl_status check_array(const tl_dae *dae, uint32_t array, uint64_t held) {
    uint64_t promised;
    dae_source_span id = tl_xml_attribute(dae->tree.elements[array].tag, "id");
    if (tl_xml_attribute(dae->tree.elements[array].tag, "count").at == NULL) {
        return tl_dae_fail(dae, array, "an array of numbers doesn't say how many it holds");
    }
    tl_status status = tl_dae_whole(dae, array, "count", 0, &promised);
    if (status == TL_OK && held != promised) {
        status = tl_dae_fail(dae, array, "the array `%.*s` promises %llu numbers but holds %llu", tl_dae_shown(id),
                             id.at != NULL ? id.at : "", (unsigned long long)promised, (unsigned long long)held);
    }
    return status;
}

static tl_status array_numbers(const tl_dae *dae, uint32_t array, double **numbers, size_t *count) {
    tl_xml_words words = tl_xml_words_of(&dae->tree, array);
    uint64_t held = tl_xml_count_words(words);
    tl_status status = check_array(dae, array, held);
    if (status != TL_OK) {
        return status;
    }
    *numbers = tl_alloc_array(dae->context, (size_t)held + 1, sizeof(**numbers));
    if (*numbers == NULL) {
        return tl_fail_memory(dae->error);
    }
    *count = 0;
    for (dae_source_span word; tl_xml_next_word(&words, &word);) {
        if (!is_number(word, &(*numbers)[*count])) {
            return tl_xml_fail_word(&words, word, "a number");
        }
        if (!tl_pace(dae->context, (*count)++, (size_t)held, TL_PARSING)) {
            return tl_fail_cancelled(dae->error, TL_PARSING);
        }
    }
    return TL_OK;
}

/* --- Accessors ---------------------------------------------------------------------------------------------------- */

/* The k-th of its numbers lies `slot[k]` behind the begin of each item. */
enum { MOST_WIDTH = 16 };
typedef struct accessor {
    uint32_t element, array;
    uint64_t count, stride, offset, last; /* the last slot that is used */
    uint64_t slot[MOST_WIDTH];
} accessor;

/* How many numbers a parameter of that type takes. */
static uint64_t size_of(dae_source_span type) {
    if (type.length > 2 && type.at[type.length - 2] == 'x') { /* float4x4 */
        return (uint64_t)(type.at[type.length - 1] - '0') * (uint64_t)(type.at[type.length - 3] - '0');
    }
    char last = type.length > 0 ? type.at[type.length - 1] : 0;
    return last >= '2' && last <= '4' ? (uint64_t)(last - '0') : 1;
}

/* 0, 1, 2 for X, Y, Z; 3: another. */
static size_t axis_of(dae_source_span name) {
    char letter = name.length == 1 ? (char)(name.at[0] | 0x20) : 0;
    return letter >= 'x' && letter <= 'z' ? (size_t)(letter - 'x') : 3;
}

/* Coordinates by their names; where none has such a name in their order. */
static tl_status take_axes(const tl_dae *dae, accessor *a) {
    unsigned found = 0;
    uint64_t slot = 0, in_order[3];
    size_t params = 0, named = 0;
    for (uint32_t p = tl_xml_first(&dae->tree, a->element, "param"); p != 0;
         p = tl_xml_next_like(&dae->tree, p, "param")) {
        dae_source_span tag = dae->tree.elements[p].tag, name = tl_xml_attribute(tag, "name");
        size_t axis = axis_of(name);
        if (axis < 3) {
            if ((found & 1U << axis) != 0) {
                return tl_dae_fail(dae, p, "a source of coordinates has the parameter `%.*s` twice", tl_dae_shown(name),
                                   name.at);
            }
            found |= 1U << axis;
            a->slot[axis] = slot;
        }
        if (params < 3) {
            in_order[params] = slot;
        }
        params++;
        named += axis < 3;
        slot += size_of(tl_xml_attribute(tag, "type"));
    }
    if (found == 7) {
        return TL_OK;
    }
    if (named != 0 || (params != 0 && params != 3) || (params == 0 && a->stride != 3)) {
        return tl_dae_fail(dae, a->element, "a source of coordinates hasn't the parameters X, Y and Z");
    }
    for (size_t k = 0; k < 3; k++) {
        a->slot[k] = params == 3 ? in_order[k] : k;
    }
    return TL_OK;
}

/* The first parameter that has a name, and what follows. */
static void take_run(const tl_dae *dae, accessor *a, size_t width) {
    uint64_t slot = 0, skipped = 0;
    bool named = false;
    for (uint32_t p = tl_xml_first(&dae->tree, a->element, "param"); p != 0 && !named;
         p = tl_xml_next_like(&dae->tree, p, "param")) {
        dae_source_span tag = dae->tree.elements[p].tag;
        named = tl_xml_attribute(tag, "name").length > 0;
        skipped = named ? slot : skipped;
        slot += size_of(tl_xml_attribute(tag, "type"));
    }
    for (size_t k = 0; k < width; k++) {
        a->slot[k] = skipped + k;
    }
}

static const char *const number_arrays[] = {"float_array", "int_array", NULL};
static const char *const name_arrays[] = {"Name_array", "IDREF_array", "SIDREF_array", "token_array", NULL};

static tl_status read_accessor(const tl_dae *dae, uint32_t source, size_t width, const char *const kinds[],
                               accessor *a) {
    uint32_t common = tl_xml_first(&dae->tree, source, "technique_common");
    *a = (accessor){.element = common != 0 ? tl_xml_first(&dae->tree, common, "accessor") : 0};
    if (a->element == 0) {
        return tl_dae_fail(dae, source, "a `<source>` has no `<accessor>`");
    }
    if (tl_xml_attribute(dae->tree.elements[a->element].tag, "count").at == NULL) {
        return tl_dae_fail(dae, a->element, "an accessor doesn't say how much it takes");
    }
    tl_status status = tl_dae_follow(dae, a->element, "source", kinds, &a->array);
    status = status == TL_OK ? tl_dae_whole(dae, a->element, "count", 0, &a->count) : status;
    status = status == TL_OK ? tl_dae_whole(dae, a->element, "stride", 1, &a->stride) : status;
    status = status == TL_OK ? tl_dae_whole(dae, a->element, "offset", 0, &a->offset) : status;
    if (status == TL_OK && width == 3) {
        status = take_axes(dae, a);
    } else if (status == TL_OK) {
        take_run(dae, a, width);
    }
    for (size_t k = 0; k < width; k++) {
        a->last = a->slot[k] > a->last ? a->slot[k] : a->last;
    }
    if (status == TL_OK && a->last >= a->stride) {
        status = tl_dae_fail(dae, a->element, "an accessor has a stride of %llu where its parameters need %llu",
                             (unsigned long long)a->stride, (unsigned long long)a->last + 1);
    }
    return status;
}

/* Whether all that it takes lies in its array. */
static tl_status check_reach(const tl_dae *dae, const accessor *a, uint64_t held) {
    double needed =
        a->count == 0 ? 0 : (double)(a->count - 1) * (double)a->stride + (double)a->offset + (double)a->last + 1;
    dae_source_span id = tl_xml_attribute(dae->tree.elements[a->array].tag, "id");
    return needed <= (double)held
               ? TL_OK
               : tl_dae_fail(dae, a->element, "an accessor takes %.15g numbers from the array `%.*s`, which holds %llu",
                             needed, tl_dae_shown(id), id.at, (unsigned long long)held);
}

tl_status tl_dae_source(const tl_dae *dae, uint32_t source, size_t width, double **numbers, size_t *count) {
    accessor a;
    double *all = NULL;
    size_t held = 0;
    *numbers = NULL;
    *count = 0;
    tl_status status = read_accessor(dae, source, width, number_arrays, &a);
    status = status == TL_OK ? array_numbers(dae, a.array, &all, &held) : status;
    status = status == TL_OK ? check_reach(dae, &a, held) : status;
    if (status == TL_OK) {
        *numbers = tl_alloc_array(dae->context, (size_t)a.count * width + 1, sizeof(**numbers));
        status = *numbers != NULL ? TL_OK : tl_fail_memory(dae->error);
    }
    for (size_t i = 0; status == TL_OK && i < a.count; i++) {
        for (size_t k = 0; k < width; k++) {
            (*numbers)[i * width + k] = all[a.offset + i * a.stride + a.slot[k]];
        }
        *count = i + 1;
    }
    tl_free(dae->context, all);
    return status;
}

tl_status tl_dae_source_names(const tl_dae *dae, uint32_t source, dae_source_span **names, size_t *count, bool *ids) {
    accessor a;
    *names = NULL;
    *count = 0;
    tl_status status = read_accessor(dae, source, 1, name_arrays, &a);
    if (status != TL_OK) {
        return status;
    }
    tl_xml_words words = tl_xml_words_of(&dae->tree, a.array);
    uint64_t held = tl_xml_count_words(words);
    *ids = tl_xml_element_is(&dae->tree, a.array, "IDREF_array");
    status = check_array(dae, a.array, held);
    status = status == TL_OK ? check_reach(dae, &a, held) : status;
    if (status != TL_OK) {
        return status;
    }
    *names = tl_alloc_array(dae->context, (size_t)a.count + 1, sizeof(**names));
    if (*names == NULL) {
        return tl_fail_memory(dae->error);
    }
    dae_source_span word;
    for (uint64_t i = 0; *count < a.count && tl_xml_next_word(&words, &word); i++) {
        if (i == a.offset + a.slot[0] + *count * a.stride) {
            (*names)[(*count)++] = word;
        }
    }
    return TL_OK;
}

/* --- Inputs ------------------------------------------------------------------------------------------------------- */

uint32_t tl_dae_input(const tl_dae *dae, uint32_t element, const char *semantic) {
    uint32_t input = tl_xml_first(&dae->tree, element, "input");
    while (input != 0 && !tl_xml_span_is(tl_xml_attribute(dae->tree.elements[input].tag, "semantic"), semantic)) {
        input = tl_xml_next_like(&dae->tree, input, "input");
    }
    return input;
}

tl_status tl_dae_input_source(const tl_dae *dae, uint32_t element, const char *semantic, uint32_t *source) {
    static const char *const kinds[] = {"source", NULL};
    uint32_t input = tl_dae_input(dae, element, semantic);
    dae_source_span name = tl_xml_name(dae->tree.elements[element].tag);
    return input != 0 ? tl_dae_follow(dae, input, "source", kinds, source)
                      : tl_dae_fail(dae, element, "`<%.*s>` has no input `%s`", tl_dae_shown(name), name.at, semantic);
}
