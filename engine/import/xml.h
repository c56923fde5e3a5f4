/* xml.h: the tags of an XML file, as far as mesh files need them. Internal to engine/import.
 *
 * Two ways to go through a file: tl_xml_scan gives the tags one after the other, whatever stands between them and
 * however they nest, for a look at a file that somebody else reads; tl_xml_next, _text and _skip go from element to
 * element and refuse what is no XML. Names are compared without the prefix of their namespace. A document type is
 * passed over; one that declares entities of its own is refused by the strict way, as no mesh needs them. */
#ifndef TL_IMPORT_XML_H
#define TL_IMPORT_XML_H

#include "base/base.h"

/* Part of the file. */
typedef struct tl_xml_span {
    const char *at;
    size_t length;
} tl_xml_span;

/* No mesh format nests deeper than a dozen. */
#define TL_XML_MOST_LEVELS 64

typedef struct tl_xml {
    const char *path, *at, *end;
    size_t line;
    tl_xml_span open[TL_XML_MOST_LEVELS]; /* the names of the elements that we are in */
    int depth;
    bool closing; /* the innermost was written as an empty one: its end comes next */
    tl_error *error;
} tl_xml;

/* `bytes` must outlive it. */
void tl_xml_begin(tl_xml *xml, const char *path, const char *bytes, size_t size, tl_error *error);

/* The next tag, without its brackets; comments and the like are passed over. False at the end. */
bool tl_xml_scan(tl_xml *xml, tl_xml_span *tag);

/* Whether the tag's name is `name`, whatever namespace it is in. An end tag's name begins with `/`. */
bool tl_xml_is(tl_xml_span tag, const char *name);
/* A tag's name as it is written, with its prefix. */
tl_xml_span tl_xml_name(tl_xml_span tag);
/* The tag's first attribute from `*at` on (0 at first), which moves behind it. False when there is none left. */
bool tl_xml_next_attribute(tl_xml_span tag, size_t *at, tl_xml_span *name, tl_xml_span *value);
/* An attribute's value; at NULL when it isn't there. */
tl_xml_span tl_xml_attribute(tl_xml_span tag, const char *name);
bool tl_xml_span_is(tl_xml_span span, const char *what);

/* The next element within the one that we are in, which is then the one that we are in; or, with a length of 0, the end
 * of the one that we are in (at last of the file). TL_ERROR_FORMAT also where there is text. */
tl_status tl_xml_next(tl_xml *xml, tl_xml_span *tag);
/* To the end of the element that we are in, which may hold anything. */
tl_status tl_xml_skip(tl_xml *xml);
/* The text of the element that we are in, without blanks at its ends, and out of it. TL_ERROR_FORMAT where there is
 * anything else in it. */
tl_status tl_xml_text(tl_xml *xml, tl_xml_span *text);

/* Text as it is meant: `&amp;` and its four kin, and numbers of characters, become what they stand for, in UTF-8. At
 * most `room` - 1 bytes and a zero. */
void tl_xml_decode(tl_xml_span text, char *out, size_t room);

#endif
