/* fields.h: fields of the right panel that show and set what the scene's file says. `thing` and `field` are JSON, as
 * tl_scene_value takes them; `label` is the name of a text, and the field's id. */
#ifndef TLV_FIELDS_H
#define TLV_FIELDS_H

#include "panels/panels.h"

/* Sets a field to a value that is JSON; NULL takes it out. */
void tlv_set_value(tlv_app *app, const char *thing, const char *field, const char *value);
/* The same for a text; an empty one takes the field out. */
void tlv_set_word(tlv_app *app, const char *thing, const char *field, const char *word);
/* A text that is taken over when Enter is pressed. */
void tlv_word_field(tlv_app *app, const char *label, const char *thing, const char *field);
/* A number, `missing` when the field isn't there. With `emptied`, that number takes the field out. */
void tlv_number_field(tlv_app *app, const char *label, const char *thing, const char *field, const char *unit,
                      double missing, bool emptied);
/* The same without its label. */
void tlv_number_input(tlv_app *app, const char *label, const char *thing, const char *field, const char *unit,
                      double missing, bool emptied);
/* Two fields side by side: their labels; the first field comes next, then tlv_gui_cell, the other, tlv_gui_table_end.
 */
void tlv_label_pair(tlv_app *app, const char *id, const char *one, const char *other);
/* Three numbers or none: a point of the model's own frame. */
void tlv_point_field(tlv_app *app, const char *label, const char *thing, const char *field);
/* `count` words to choose from, under a label; true when another was chosen. */
bool tlv_choose_field(tlv_app *app, const char *label, const char *const *texts, int count, int *chosen);

/* The special rules of a unit or a weapon, to be ticked. */
void tlv_skills_part(tlv_app *app, const char *thing);
/* A unit's weapons, and an asset's base. */
void tlv_weapons_part(tlv_app *app, const char *unit);
void tlv_base_part(tlv_app *app, const char *asset, const char *member);
/* How many others share what is set here, and a way to part from them; nothing when nobody does. */
void tlv_shared_part(tlv_app *app, const char *asset);

/* The words of one sort that the table's rule system has, behind `count` that are there, with what players call them;
 * `is` (may be NULL) when it is none of them, too. The number of `is` goes to `chosen`, unless it is NULL. Returns how
 * many there are now. */
enum { TLV_MOST_WORDS = 64 };
typedef struct tlv_word_list {
    const char *names[TLV_MOST_WORDS], *texts[TLV_MOST_WORDS];
    int count, chosen;
} tlv_word_list;
void tlv_list_words(const tlv_app *app, tl_rules_sort sort, const char *is, tlv_word_list *list);
/* A word of the rule system in a field of a thing, to choose; `none`: the name of a text for none, which takes the
 * field out, NULL when there must be one. Nothing is shown where the rule system has no such words. */
void tlv_rules_field(tlv_app *app, const char *label, const char *thing, const char *field, tl_rules_sort sort,
                     const char *none);
/* What a model has done and how it stands; the same for all models of its unit. */
void tlv_marks_part(tlv_app *app, const char *thing, const char *unit);

#endif
