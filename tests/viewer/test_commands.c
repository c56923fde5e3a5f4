/* Every command can be found by its name in every language, has a key of its own or none, and is in the documents. */
#include "support/assert_geom.h"

#include "commands/commands.h"
#include "panels/panels.h"

#include <trueline/words.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tlv_app app; /* without a window or a table: commands are asked about, not run */

static void every_command_has_words(void **state) {
    (void)state;
    for (size_t l = 0; tl_language_tag(l); l++) {
        app.language = tl_language_tag(l);
        for (int i = 0; tlv_command_at(i); i++) {
            const tlv_command *command = tlv_command_at(i);
            const char *name = tlv_command_name(&app, command);
            if (strncmp(name, "do.", 3) == 0 || name[0] == '\0') {
                fail_msg("%s has no name in %s", command->id, app.language);
            }
            for (int j = 0; j < i; j++) {
                if (strcmp(tlv_command_name(&app, tlv_command_at(j)), name) == 0) {
                    fail_msg("%s and %s have the same name in %s", command->id, tlv_command_at(j)->id, app.language);
                }
            }
            assert_int_equal(tlv_command_find(command->id), i);
        }
    }
    app.language = NULL;
    assert_int_equal(tlv_command_find("no.such"), -1);
    assert_int_equal(tlv_command_find(""), -1);
    assert_null(tlv_command_at(-1));
}

static void no_two_commands_share_a_key(void **state) {
    (void)state;
    for (int i = 0; tlv_command_at(i); i++) {
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < 4; k++) {
                const tlv_chord *a = &tlv_command_at(i)->keys[k / 2], *b = &tlv_command_at(j)->keys[k % 2];
                bool same_place = i == j && k / 2 == k % 2;
                if (a->key != 0 && !same_place && a->key == b->key && a->ctrl == b->ctrl && a->shift == b->shift) {
                    fail_msg("%s and %s have the same key", tlv_command_at(i)->id, tlv_command_at(j)->id);
                }
            }
        }
    }
}

static bool finds(int number) {
    int rows[TLV_PALETTE_ROWS], count = tlv_palette_find(&app, rows);
    for (int i = 0; i < count; i++) {
        if (rows[i] == number) {
            return true;
        }
    }
    return false;
}

static void the_palette_finds_every_command(void **state) {
    (void)state;
    for (size_t l = 0; tl_language_tag(l); l++) {
        app.language = tl_language_tag(l);
        for (int i = 0; tlv_command_at(i); i++) {
            const tlv_command *command = tlv_command_at(i);
            app.search[0] = '\0';
            assert_true(finds(i));
            snprintf(app.search, sizeof(app.search), "%s", tlv_command_name(&app, command));
            assert_true(finds(i));
            for (char *c = app.search; *c; c++) { /* ASCII letters large: it is the same */
                *c = (char)toupper((unsigned char)*c);
            }
            assert_true(finds(i));
            snprintf(app.search, sizeof(app.search), "%s", command->id);
            assert_true(finds(i));
        }
    }
    /* without accents, in any order; and not everything is found */
    app.language = "fr";
    snprintf(app.search, sizeof(app.search), "image enreg");
    assert_true(finds(tlv_command_find("file.picture")));
    assert_false(finds(tlv_command_find("file.quit")));
    snprintf(app.search, sizeof(app.search), "retablir");
    assert_true(finds(tlv_command_find("edit.redo")));
    app.language = NULL;
    app.search[0] = '\0';
}

static void keys_are_said_as_on_the_board(void **state) {
    (void)state;
    char keys[40];
    const tlv_command *undo = tlv_command_at(tlv_command_find("edit.redo"));
    assert_string_equal(tlv_command_keys(&app, undo, 0, keys), "Ctrl+Y");
    assert_string_equal(tlv_command_keys(&app, undo, 1, keys), "Ctrl+Shift+Z");
    app.language = "fr";
    assert_string_equal(tlv_command_keys(&app, undo, 1, keys), "Ctrl+Maj+Z");
    app.language = NULL;
    assert_string_equal(tlv_command_keys(&app, tlv_command_at(tlv_command_find("window.help")), 0, keys), "F1");
    assert_string_equal(tlv_command_keys(&app, tlv_command_at(tlv_command_find("file.start")), 0, keys), "");
}

static void nothing_needs_a_table_that_is_not_there(void **state) {
    (void)state;
    const char *const always[] = {"file.open", "file.sample", "window.palette", "window.help", "edit.back"};
    for (size_t i = 0; i < sizeof(always) / sizeof(*always); i++) {
        assert_true(tlv_command_is_enabled(&app, tlv_command_at(tlv_command_find(always[i]))));
    }
    const char *const never[] = {"file.save", "edit.undo", "view.top", "view.eye", "tool.sight", "file.cancel"};
    for (size_t i = 0; i < sizeof(never) / sizeof(*never); i++) {
        assert_false(tlv_command_run(&app, tlv_command_find(never[i])));
    }
}

static void the_documents_name_every_command(void **state) {
    (void)state;
    FILE *file = fopen(TL_TEST_SOURCE_DIR "/docs/viewer.md", "rb");
    static char text[1 << 17];
    assert_non_null(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    for (int i = 0; tlv_command_at(i); i++) {
        char name[80];
        snprintf(name, sizeof(name), "`%s`", tlv_command_at(i)->id);
        if (!strstr(text, name)) {
            fail_msg("docs/viewer.md doesn't tell of %s", name);
        }
    }
}

/* The next allocation finds no memory, until what is held back is given up. */
static bool runs_out;
static void *scarce_source(size_t size) {
    bool out = runs_out;
    runs_out = false;
    return out ? NULL : malloc(size);
}

static void panels_outlast_a_shortage(void **state) {
    (void)state;
    tlv_gui *gui = NULL;
    tl_error error = {0};
    if (tlv_gui_create(&gui, &error) != TL_OK) {
        fail_msg("%s", error.message);
    }
    assert_false(tlv_gui_is_short());
    tlv_gui_set_source(scarce_source);
    size_t vertices = 0;
    for (int frame = 0; frame < 4; frame++) {
        runs_out = frame > 0;
        tlv_gui_begin(gui, 640, 480, 1 + frame, frame); /* letters are made anew */
        tlv_gui_region(gui, "all", (tlv_rect){0, 0, 640, 480}, TLV_REGION_PANEL);
        tlv_gui_button(gui, "one", "A button", NULL, 0, TLV_BUTTON_PLAIN);
        tlv_gui_region_end(gui);
        vertices = tlv_gui_end(gui)->vertex_count;
        assert_int_equal(tlv_gui_is_short(), frame > 0); /* and some is held back again */
        assert_false(tlv_gui_is_short());
    }
    assert_true(vertices > 20);
    tlv_gui_set_source(NULL);
    tlv_gui_destroy(gui);
    assert_false(tlv_gui_is_short());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_has_words),
        cmocka_unit_test(no_two_commands_share_a_key),
        cmocka_unit_test(the_palette_finds_every_command),
        cmocka_unit_test(keys_are_said_as_on_the_board),
        cmocka_unit_test(nothing_needs_a_table_that_is_not_there),
        cmocka_unit_test(the_documents_name_every_command),
        cmocka_unit_test(panels_outlast_a_shortage),
    };
    return cmocka_run_group_tests_name("commands", tests, NULL, NULL);
}
