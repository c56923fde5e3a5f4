/* commands.h: everything that can be done in the window, in one table. Keys, the palette, buttons, tooltips and the
 * sheet of help are made from it; scripts run it by id. */
#ifndef TLV_COMMANDS_H
#define TLV_COMMANDS_H

#include "app.h"

enum { TLV_SHIFT_ANY = 2 };
typedef struct tlv_chord {
    int key; /* as tlv_event has it; 0: none */
    bool ctrl;
    int shift; /* false, true, or TLV_SHIFT_ANY: with or without it, and Alt: the command looks at them itself */
} tlv_chord;

/* Parts of the help sheet, in its order. Their texts are "part.file", ... */
typedef enum tlv_command_part {
    TLV_PART_TOOLS,
    TLV_PART_VIEW,
    TLV_PART_EDIT,
    TLV_PART_PARTS,
    TLV_PART_RULING,
    TLV_PART_FILE,
    TLV_PART_WINDOW,
    TLV_PARTS
} tlv_command_part;
extern const char *const tlv_part_names[TLV_PARTS];

typedef struct tlv_command {
    const char *id; /* its text has the name "do.ID" */
    tlv_command_part part;
    const char *icon; /* NULL: none */
    tlv_chord keys[2];
    bool repeats;                        /* while the key is held */
    bool (*enabled)(const tlv_app *app); /* NULL: always */
    void (*run)(tlv_app *app, int value);
    int value;
} tlv_command;

/* By number, from 0; NULL behind the last. */
const tlv_command *tlv_command_at(int number);
/* -1: there is none of this id. */
int tlv_command_find(const char *id);
bool tlv_command_is_enabled(const tlv_app *app, const tlv_command *command);
/* False when it can't be done now. */
bool tlv_command_run(tlv_app *app, int number);
/* What it is called, in the players' language. */
const char *tlv_command_name(const tlv_app *app, const tlv_command *command);
/* Its keys as words, such as "Ctrl+Z"; "" when it has none. */
const char *tlv_command_keys(const tlv_app *app, const tlv_command *command, int which, char buffer[40]);
/* Does what a key asks for; false when it asks for nothing. */
bool tlv_command_key(tlv_app *app, const tlv_event *event);

#endif
