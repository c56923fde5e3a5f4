/* Every command can be found by its name in every language, has a key of its own or none, and is in the documents. */
#include "support/assert_geom.h"

#include "commands/commands.h"
#include "panels/panels.h"

#include <trueline/words.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* The second cell of the row whose first one has the name; NULL: there is none. */
static const char *row_of(const char *text, const char *name) {
    for (const char *row = strstr(text, "\n| `"); row; row = strstr(row + 1, "\n| `")) {
        const char *cell = strchr(row + 3, '|'), *found = strstr(row, name);
        if (cell && found && found < cell) {
            return cell + 1;
        }
    }
    return NULL;
}

/* Between commas. */
static bool names_key(const char *cell, const char *key) {
    size_t length = strlen(key);
    for (const char *at = cell; at && *at != '|' && *at != '\n'; at += strcspn(at, ",|\n"), at += *at == ',') {
        at += strspn(at, " ");
        if (strncmp(at, key, length) == 0 && strspn(at + length, " ") + length == strcspn(at, ",|\n")) {
            return true;
        }
    }
    return false;
}

static void the_documents_name_every_command_and_its_keys(void **state) {
    (void)state;
    FILE *file = fopen(TL_TEST_SOURCE_DIR "/docs/viewer.md", "rb");
    static char text[1 << 17];
    assert_non_null(file);
    text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
    fclose(file);
    for (int i = 0; tlv_command_at(i); i++) {
        char name[80];
        snprintf(name, sizeof(name), "`%s`", tlv_command_at(i)->id);
        const char *row = row_of(text, name);
        if (!row) {
            fail_msg("docs/viewer.md has no row for %s", name);
            return;
        }
        for (int k = 0; k < 2 && tlv_command_at(i)->keys[k].key != 0; k++) {
            char keys[40];
            tlv_command_keys(&app, tlv_command_at(i), k, keys);
            if (!names_key(row, keys)) {
                fail_msg("docs/viewer.md doesn't give %s the key %s", name, keys);
            }
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

/* With what is held back used up, too, what was not saved is kept, and the program ends with its message. */
static bool nothing_left;
static void *empty_source(size_t size) {
    return nothing_left ? NULL : malloc(size);
}

static int kept_pipe[2];
static void keep(void *user) {
    assert_int_equal(write(kept_pipe[1], user, 4), 4);
}

static void panels_end_in_order_without_any_memory(void **state) {
    (void)state;
    char said[400] = "";
    assert_int_equal(pipe(kept_pipe), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        tlv_gui *gui = NULL;
        dup2(kept_pipe[1], STDERR_FILENO);
        tlv_gui_set_source(empty_source);
        tlv_gui_set_rescue(keep, "kept");
        if (tlv_gui_create(&gui, NULL) != TL_OK) {
            _exit(1);
        }
        nothing_left = true;
        tlv_gui_begin(gui, 640, 480, 1, 0);
        _exit(2); /* it can't get here */
    }
    close(kept_pipe[1]);
    size_t n = 0;
    for (ssize_t got; n < sizeof(said) - 1 && (got = read(kept_pipe[0], said + n, sizeof(said) - 1 - n)) > 0;) {
        n += (size_t)got;
    }
    said[n] = '\0';
    close(kept_pipe[0]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 4);
    assert_int_equal(strncmp(said, "kept", 4), 0); /* kept first, then told */
    assert_non_null(strstr(said, "out of memory"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_has_words),
        cmocka_unit_test(no_two_commands_share_a_key),
        cmocka_unit_test(the_palette_finds_every_command),
        cmocka_unit_test(keys_are_said_as_on_the_board),
        cmocka_unit_test(nothing_needs_a_table_that_is_not_there),
        cmocka_unit_test(the_documents_name_every_command_and_its_keys),
        cmocka_unit_test(panels_outlast_a_shortage),
        cmocka_unit_test(panels_end_in_order_without_any_memory),
    };
    return cmocka_run_group_tests_name("commands", tests, NULL, NULL);
}
