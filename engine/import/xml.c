/* xml.c: tags, attributes and elements (Extensible Markup Language 1.0). */
#include "import/xml.h"
#include "import/finish.h"

#include <string.h>

#define EXPORT_AGAIN "export it again, or take another copy"

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void tl_xml_begin(tl_xml *xml, const char *path, const char *bytes, size_t size, tl_error *error) {
    *xml = (tl_xml){.path = path, .at = bytes, .end = bytes + size, .line = 1, .error = error};
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
        xml->at += 3;
    }
}

/* --- Places ------------------------------------------------------------------------------------------------------- */

static bool begins_with(const tl_xml *xml, const char *what) {
    size_t length = strlen(what);
    return (size_t)(xml->end - xml->at) >= length && memcmp(xml->at, what, length) == 0;
}

/* Goes on to a place; lines are counted on the way. */
static void go_to(tl_xml *xml, const char *place) {
    while (xml->at < place) {
        const char *line = memchr(xml->at, '\n', (size_t)(place - xml->at));
        xml->line += line != NULL ? 1 : 0;
        xml->at = line != NULL ? line + 1 : place;
    }
}

/* Behind the next `what`; or to the end, and false. */
static bool pass(tl_xml *xml, const char *what) {
    size_t length = strlen(what);
    for (const char *at = xml->at; (at = memchr(at, what[0], (size_t)(xml->end - at))) != NULL; at++) {
        if ((size_t)(xml->end - at) >= length && memcmp(at, what, length) == 0) {
            go_to(xml, at + length);
            return true;
        }
    }
    go_to(xml, xml->end);
    return false;
}

/* Behind the bracket that closes a tag: one within quotes doesn't. */
static bool pass_tag(tl_xml *xml) {
    char quote = 0;
    for (const char *at = xml->at; at < xml->end; at++) {
        if (quote != 0) {
            quote = *at == quote ? 0 : quote;
        } else if (*at == '"' || *at == '\'') {
            quote = *at;
        } else if (*at == '>') {
            go_to(xml, at + 1);
            return true;
        }
    }
    go_to(xml, xml->end);
    return false;
}

/* --- Tags --------------------------------------------------------------------------------------------------------- */

/* What stands at a bracket that opens and is no tag, passed over. False for a tag. `*whole`: it had its end. */
static bool pass_other(tl_xml *xml, bool *whole) {
    if (begins_with(xml, "<!--")) {
        *whole = pass(xml, "-->");
    } else if (begins_with(xml, "<![CDATA[")) {
        *whole = pass(xml, "]]>");
    } else if (begins_with(xml, "<?")) {
        *whole = pass(xml, "?>");
    } else if (begins_with(xml, "<!")) {
        *whole = pass(xml, ">");
    } else {
        return false;
    }
    return true;
}

/* The tag that begins here, without its brackets. */
static bool take_tag(tl_xml *xml, tl_xml_span *tag) {
    tag->at = xml->at + 1;
    bool whole = pass_tag(xml);
    tag->length = (size_t)(xml->at - tag->at) - (whole ? 1 : 0);
    return whole;
}

bool tl_xml_scan(tl_xml *xml, tl_xml_span *tag) {
    for (bool whole;;) {
        const char *open = memchr(xml->at, '<', (size_t)(xml->end - xml->at));
        if (open == NULL) {
            return false;
        }
        go_to(xml, open);
        if (!pass_other(xml, &whole)) {
            (void)take_tag(xml, tag);
            return true;
        }
    }
}

tl_xml_span tl_xml_name(tl_xml_span tag) {
    size_t length = 0;
    while (length < tag.length && !is_blank(tag.at[length]) && (length == 0 || tag.at[length] != '/')) {
        length++;
    }
    return (tl_xml_span){tag.at, length};
}

bool tl_xml_span_is(tl_xml_span span, const char *what) {
    return span.length == strlen(what) && span.length > 0 && memcmp(span.at, what, span.length) == 0;
}

/* Behind the prefix of its namespace; an end tag keeps its `/` where it has no prefix. */
static tl_xml_span without_prefix(tl_xml_span name) {
    if (name.length == 0) {
        return name; /* which may be no address */
    }
    const char *colon = memchr(name.at, ':', name.length);
    size_t skipped = colon != NULL ? (size_t)(colon - name.at) + 1 : 0;
    return (tl_xml_span){name.at + skipped, name.length - skipped};
}

bool tl_xml_is(tl_xml_span tag, const char *name) {
    tl_xml_span own = tl_xml_name(tag);
    if (own.length > 0 && own.at[0] == '/') {
        if (name[0] != '/') {
            return false;
        }
        own = (tl_xml_span){own.at + 1, own.length - 1};
        name++;
    }
    return tl_xml_span_is(without_prefix(own), name);
}

bool tl_xml_next_attribute(tl_xml_span tag, size_t *at, tl_xml_span *name, tl_xml_span *value) {
    if (tag.length == 0) {
        return false;
    }
    size_t i = *at > 0 ? *at : tl_xml_name(tag).length;
    while (i < tag.length && is_blank(tag.at[i])) {
        i++;
    }
    *name = (tl_xml_span){tag.at + i, 0};
    while (i < tag.length && !is_blank(tag.at[i]) && tag.at[i] != '=' && tag.at[i] != '/') {
        i++;
    }
    name->length = (size_t)(tag.at + i - name->at);
    while (i < tag.length && is_blank(tag.at[i])) {
        i++;
    }
    if (name->length == 0 || i == tag.length || tag.at[i] != '=') {
        return false;
    }
    for (i++; i < tag.length && is_blank(tag.at[i]); i++) {
    }
    if (i == tag.length || (tag.at[i] != '"' && tag.at[i] != '\'')) {
        return false;
    }
    const char *stop = memchr(tag.at + i + 1, tag.at[i], tag.length - i - 1);
    if (stop == NULL) {
        return false;
    }
    *value = (tl_xml_span){tag.at + i + 1, (size_t)(stop - tag.at) - i - 1};
    *at = (size_t)(stop - tag.at) + 1;
    return true;
}

tl_xml_span tl_xml_attribute(tl_xml_span tag, const char *name) {
    tl_xml_span own, value;
    for (size_t at = 0; tl_xml_next_attribute(tag, &at, &own, &value);) {
        if (tl_xml_span_is(own, name)) {
            return value;
        }
    }
    return (tl_xml_span){NULL, 0};
}

/* --- Elements ----------------------------------------------------------------------------------------------------- */

static int shown(tl_xml_span span) {
    return (int)(span.length < 40 ? span.length : 40);
}

static tl_status fail_cut_off(tl_xml *xml) {
    tl_xml_span name = xml->depth > 0 ? xml->open[xml->depth - 1] : (tl_xml_span){"", 0};
    return tl_import_fail_line(xml->error, xml->path, xml->line, EXPORT_AGAIN,
                               xml->depth > 0 ? "the file ends within `<%.*s>`: it is cut off"
                                              : "the file ends where a tag should%.*s: it is cut off",
                               shown(name), name.at);
}

/* Blanks, or anything but tags, up to the next bracket. */
static tl_status pass_text(tl_xml *xml, bool may_be) {
    while (!may_be && xml->at < xml->end && is_blank(*xml->at)) {
        go_to(xml, xml->at + 1);
    }
    if (!may_be && xml->at < xml->end && *xml->at != '<') {
        tl_xml_span word = {xml->at, 0};
        while (xml->at + word.length < xml->end && !is_blank(word.at[word.length]) && word.at[word.length] != '<') {
            word.length++;
        }
        return tl_import_fail_line(xml->error, xml->path, xml->line, EXPORT_AGAIN,
                                   "it says `%.*s` where there should be a tag", shown(word), word.at);
    }
    const char *open = xml->at < xml->end ? memchr(xml->at, '<', (size_t)(xml->end - xml->at)) : NULL;
    go_to(xml, open != NULL ? open : xml->end);
    return TL_OK;
}

/* An end tag must be that of the element that we are in. */
static tl_status take_end(tl_xml *xml, tl_xml_span tag) {
    tl_xml_span name = tl_xml_name((tl_xml_span){tag.at + 1, tag.length - 1});
    tl_xml_span open = xml->depth > 0 ? xml->open[xml->depth - 1] : (tl_xml_span){"", 0};
    if (xml->depth == 0 || name.length != open.length || memcmp(name.at, open.at, name.length) != 0) {
        return tl_import_fail_line(xml->error, xml->path, xml->line, EXPORT_AGAIN,
                                   xml->depth > 0 ? "it says `</%.*s>` where `<%.*s>` is to be ended"
                                                  : "it says `</%.*s>` where no element is to be ended%.*s",
                                   shown(name), name.at, shown(open), open.at);
    }
    xml->depth--;
    return TL_OK;
}

static tl_status take_start(tl_xml *xml, tl_xml_span tag) {
    tl_xml_span name = tl_xml_name(tag);
    if (name.length == 0) {
        return tl_import_fail_line(xml->error, xml->path, xml->line, EXPORT_AGAIN, "a tag has no name");
    }
    if (xml->depth == TL_XML_MOST_LEVELS) {
        return tl_import_fail_line(xml->error, xml->path, xml->line, EXPORT_AGAIN,
                                   "tags are nested deeper than %d levels", TL_XML_MOST_LEVELS);
    }
    xml->open[xml->depth++] = name;
    xml->closing = tag.at[tag.length - 1] == '/';
    return TL_OK;
}

static tl_status next(tl_xml *xml, tl_xml_span *tag, bool text) {
    *tag = (tl_xml_span){NULL, 0};
    if (xml->closing) {
        xml->closing = false;
        xml->depth--;
        return TL_OK;
    }
    for (;;) {
        tl_status status = pass_text(xml, text);
        if (status != TL_OK) {
            return status;
        }
        if (xml->at == xml->end) {
            return xml->depth == 0 ? TL_OK : fail_cut_off(xml);
        }
        const char *begin = xml->at;
        bool whole, document_type = begins_with(xml, "<!DOCTYPE");
        if (!pass_other(xml, &whole)) {
            break;
        }
        if (!whole) {
            return fail_cut_off(xml);
        }
        if (document_type && memchr(begin, '[', (size_t)(xml->at - begin)) != NULL) {
            return tl_import_fail_line(xml->error, xml->path, xml->line, EXPORT_AGAIN,
                                       "it declares entities of its own");
        }
    }
    if (!take_tag(xml, tag)) {
        return fail_cut_off(xml);
    }
    if (tag->length > 0 && tag->at[0] == '/') {
        tl_status status = take_end(xml, *tag);
        *tag = (tl_xml_span){NULL, 0};
        return status;
    }
    return take_start(xml, *tag);
}

tl_status tl_xml_next(tl_xml *xml, tl_xml_span *tag) {
    return next(xml, tag, false);
}

tl_status tl_xml_skip(tl_xml *xml) {
    tl_xml_span tag;
    tl_status status = TL_OK;
    for (int outside = xml->depth - 1; status == TL_OK && xml->depth > outside;) {
        status = next(xml, &tag, true);
    }
    return status;
}

tl_status tl_xml_text(tl_xml *xml, tl_xml_span *text) {
    bool whole = true;
    do { /* comments before it */
        while (!xml->closing && xml->at < xml->end && is_blank(*xml->at)) {
            go_to(xml, xml->at + 1);
        }
    } while (!xml->closing && begins_with(xml, "<!--") && pass_other(xml, &whole) && whole);
    *text = (tl_xml_span){xml->at, 0};
    if (!xml->closing) {
        (void)pass_text(xml, true);
        text->length = (size_t)(xml->at - text->at);
        while (text->length > 0 && is_blank(text->at[text->length - 1])) {
            text->length--;
        }
    }
    tl_xml_span tag, name = xml->open[xml->depth - 1];
    tl_status status = tl_xml_next(xml, &tag);
    if (status == TL_OK && tag.length > 0) {
        status = tl_import_fail_line(xml->error, xml->path, xml->line, EXPORT_AGAIN,
                                     "there are tags in `<%.*s>`, a text", shown(name), name.at);
    }
    return status;
}

/* "&#233;" or "&#xE9;" as UTF-8; its length in the text, or 0 for none. */
static size_t decode_number(tl_xml_span text, char out[4], size_t *written) {
    bool hex = text.length > 2 && text.at[2] == 'x';
    uint32_t code = 0;
    size_t i = hex ? 3 : 2;
    for (; i < text.length && code < 0x110000; i++) {
        const char c = text.at[i], *digits = "0123456789abcdef";
        const char *digit = c != 0 ? strchr(digits, c >= 'A' && c <= 'F' ? c + 32 : c) : NULL;
        if (digit == NULL || digit - digits >= (hex ? 16 : 10)) {
            break;
        }
        code = code * (hex ? 16 : 10) + (uint32_t)(digit - digits);
    }
    if (i == text.length || text.at[i] != ';' || code == 0 || code >= 0x110000 || (code >= 0xd800 && code < 0xe000)) {
        return 0;
    }
    *written = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t k = *written; k-- > 1; code >>= 6) {
        out[k] = (char)(0x80 | (code & 0x3f));
    }
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    out[0] = (char)(lead[*written] | code);
    return i + 1;
}

void tl_xml_decode(tl_xml_span text, char *out, size_t room) {
    static const struct {
        const char *written;
        char meant;
    } kin[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
    size_t used = 0;
    for (size_t i = 0; i < text.length && used + 1 < room; used++) {
        char number[4];
        size_t written = 0, length = 1;
        out[used] = text.at[i];
        if (text.at[i] == '&' && i + 1 < text.length && text.at[i + 1] == '#') {
            length = decode_number((tl_xml_span){text.at + i, text.length - i}, number, &written);
            if (length > 0 && used + written < room) {
                memcpy(out + used, number, written);
                used += written - 1; /* the loop adds the last */
                i += length;
                continue;
            }
            length = 1;
        }
        for (size_t k = 0; k < sizeof(kin) / sizeof(kin[0]); k++) {
            size_t own = strlen(kin[k].written);
            if (own <= text.length - i && memcmp(text.at + i, kin[k].written, own) == 0) {
                out[used] = kin[k].meant;
                length = own;
                break;
            }
        }
        i += length;
    }
    out[used] = 0;
}
