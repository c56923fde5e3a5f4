/* read.h: taking typed values out of a scene, with a report for everything that is wrong. Internal to scene.
 *
 * Every function takes NULL for a value that is absent and then returns false without a report; it returns true only
 * when the output was set to something good. So a reader calls them all and never stops at the first problem. */
#ifndef TL_SCENE_READ_H
#define TL_SCENE_READ_H

#include "scene/document_data.h"

/* A block of memory that lives as long as the document. */
typedef struct tl_document_block {
    struct tl_document_block *next;
} tl_document_block;

typedef struct tl_document_id {
    const char *id;
    tl_document_kind kind;
    size_t index; /* of the unit or terrain */
    size_t member;
    const tl_json_value *value; /* where the id is written */
} tl_document_id;

/* What a document is behind its public face. */
typedef struct tl_document_state {
    tl_document document; /* first: a tl_document * is a tl_document_state * */
    tl_document_options options;
    tl_json *json;
    char *file;
    char *side; /* or NULL */
    tl_document_block *blocks;
    tl_document_id *ids; /* open addressing; id NULL: free */
    size_t id_slots;     /* a power of two, or 0 */
} tl_document_state;

typedef struct tl_reader {
    tl_document_state *state;
    tl_document *document;
    const tl_json *json;
    tl_problems *problems;
    bool no_memory;
    const tl_document_field *fields;
    size_t field_count;
    size_t *asset_order; /* the assets by name */
} tl_reader;

/* The known fields of one kind of object: for unknown ones and their nearest. `where`: whose ruleset fields are known
 * as well, or NULL. */
typedef struct tl_known_fields {
    const char *where;
    const char *const *names; /* NULL-terminated */
} tl_known_fields;

/* Zeroed memory of the document's; NULL (and no_memory set) when there is none. */
void *tl_reader_alloc(tl_reader *reader, size_t count, size_t size);

/* No more problems are listed: what only serves a message need not be found out any more (a hostile file could make it
 * cost more than all the reading). */
bool tl_reader_full(const tl_reader *reader);
/* " in line 3, column 5": where a value stands, for a message; "" in what one side may know of a scene, which has no
 * lines that anybody wrote. */
enum { TL_READER_WHERE = 64 };
void tl_reader_where(const tl_reader *reader, const tl_json_value *value, char where[TL_READER_WHERE]);
void tl_reader_problem(tl_reader *reader, const tl_json_value *value, bool at_key, bool warning, const char *remedy,
                       const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Whether the value is an object; reports unknown fields and, by type, those of the ruleset. */
bool tl_reader_object(tl_reader *reader, const tl_json_value *value, const tl_known_fields *known);
bool tl_reader_list(tl_reader *reader, const tl_json_value *value, const char *of);
/* A member that must be there: reported when it is not, then NULL. */
const tl_json_value *tl_reader_required(tl_reader *reader, const tl_json_value *object, const char *key,
                                        const char *remedy);

bool tl_reader_number(tl_reader *reader, const tl_json_value *value, double low, double high, double *number);
/* Above 0, up to TL_DOCUMENT_REACH. */
bool tl_reader_size(tl_reader *reader, const tl_json_value *value, double *number);
bool tl_reader_coordinate(tl_reader *reader, const tl_json_value *value, double *number);
bool tl_reader_count(tl_reader *reader, const tl_json_value *value, size_t low, size_t high, size_t *count);
bool tl_reader_bool(tl_reader *reader, const tl_json_value *value, bool *boolean);
bool tl_reader_text(tl_reader *reader, const tl_json_value *value, const char **text);
/* A text that is not empty. */
bool tl_reader_word(tl_reader *reader, const tl_json_value *value, const char **text);
/* One of `count` words: its number, else reported with the nearest one. */
bool tl_reader_choice(tl_reader *reader, const tl_json_value *value, const char *const *words, size_t count,
                      size_t *choice);
/* A list of numbers of `low` to `high` items, each a coordinate. */
bool tl_reader_numbers(tl_reader *reader, const tl_json_value *value, size_t low, size_t high, double *numbers,
                       size_t *count);
bool tl_reader_vec3(tl_reader *reader, const tl_json_value *value, tl_vec3 *point);
/* Two sizes. */
bool tl_reader_sizes(tl_reader *reader, const tl_json_value *value, tl_vec2 *size);
/* A simple polygon, turned counter-clockwise, owned by the document. */
bool tl_reader_outline(tl_reader *reader, const tl_json_value *value, tl_vec2 **points, size_t *count);
/* A list of texts that are not empty, NULL-terminated, owned by the document. */
bool tl_reader_words(tl_reader *reader, const tl_json_value *value, const char *const **words, size_t *count);

/* mesh, unit, up, forward, scale and parts of an asset, a piece of terrain or the table. */
void tl_reader_mesh(tl_reader *reader, const tl_json_value *object, tl_document_mesh *mesh);
void tl_reader_parts(tl_reader *reader, const tl_json_value *value, tl_document_parts *parts);
void tl_reader_assets(tl_reader *reader, const tl_json_value *value);
/* The number of the asset that a value names; reported and SIZE_MAX when there is none. */
size_t tl_reader_asset_name(tl_reader *reader, const tl_json_value *value);

/* The `scenario`, when terrain and units are known. */
void tl_reader_scenario(tl_reader *reader, const tl_json_value *value);

/* What stands for a range, into a weapon. */
void tl_reader_range(tl_reader *reader, const tl_json_value *value, tl_document_weapon *weapon);
/* `as`, of the scene and of a weapon: what its words mean in other rule systems. They aren't known here, so the words
 * themselves are looked at when another system is taken. */
void tl_reader_as(tl_reader *reader, const tl_json_value *value);
void tl_reader_weapon_as(tl_reader *reader, const tl_json_value *value);

/* Everything below the root. */
void tl_reader_scene(tl_reader *reader);

/* The slot of an id: its own, or the free one where it belongs. */
tl_document_id *tl_document_slot(const tl_document_state *state, const char *id);

#endif
