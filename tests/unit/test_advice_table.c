/* Every sentence that a report of `import` or a warning of `check` may say, in one table: what is no advice, and which
 * test follows what is. A sentence that is new, and stands in neither, fails. */
#include "support/assert_geom.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of reports: what is told and asks for nothing. */
static const char facts[] =
    " BASE_COMMON BASE_DISC BASE_NONE BASE_OVAL BASE_OVAL_TURNED BASE_PLACE BASE_TOP_OPEN CORE_NOTHING CRACKS"
    " CROPPED_CUT CROPPED_WHOLE CROSSINGS_ARE CROSSINGS_LEAST CROSSINGS_UNKNOWN CROSSING_ONE CROWDED_EDGE"
    " CROWDED_EDGES FAR_VERTEX FAR_VERTICES FILE_STATES FLATS_GONE FLAT_GONE FLIPPED_EDGE FLIPPED_EDGES"
    " FORWARD_BLUNT FORWARD_BOTH_ENDS FORWARD_DEGREES FORWARD_NOT_ALIKE GROUND_BELOW GROUND_IS GROUND_LEVELLED"
    " GROUND_NONE HOLES_ARE HOLES_CLOSED HOLES_LEFT HOLES_ONE HOLE_AT HOLE_BROKEN_AT HOLE_CLOSED HOLE_CROPPED"
    " HOLE_LEFT IMPORT_HEAD IMPORT_NOTE IMPORT_PARTS IMPORT_REPAIRS IMPORT_ROLES IMPORT_SIZE IMPORT_SURFACE"
    " IMPORT_WARNING JOINED LOOSE_PARTS LOOSE_SPECK LOOSE_SPECKS ONE_PART OPEN_EDGE OPEN_EDGES PART_IS"
    " PART_UNMATCHED PART_UNNAMED REFERENCE_IS REFERENCE_MEASURED REFERENCE_POINTS REFERENCE_WITHIN REPAIRED"
    " REPAIRED_NOTHING REPAIRS_NONE REPEATS_GONE REPEAT_GONE RIMS ROLE_AS_GEAR ROLE_IS ROLE_NO_CORE SCALE_BY"
    " SCALE_BY_ONE SHELL SHELLS SIMPLIFIED SLIVERS_GONE SLIVER_GONE SOME_PARTS SPECKS_DROPPED SPECK_DROPPED"
    " SURFACE_CLOSED SURFACE_NESTED SURFACE_OPEN THING_FIGURE THING_HUGE THING_LANDSCAPE THING_LARGE THING_LIFE"
    " THING_SMALL THING_TABLE THING_TERRAIN THING_TINY TRIANGLE TRIANGLES TRIANGLES_ADDED TRIANGLES_TURNED"
    " TRIANGLE_ADDED TRIANGLE_TURNED TURNED_AT TURNED_WHOLE_AT UNIT_ASKED UNIT_BECAUSE UNIT_ELSE UNIT_LIKELY"
    " UNIT_ROUND UNIT_STATED UNIT_TAKEN UNUSEDS_GONE UNUSED_GONE UP_ASKED UP_CLEARLY UP_LIKELY UP_MORE UP_OPEN"
    " UP_PERHAPS UP_RATHER UP_SILENT UP_STANDS UP_STATED UP_TAKEN UP_THIN VERTEX VERTEX_JOINED VERTICES"
    " VERTICES_JOINED ";

typedef struct advised {
    const char *says, *followed_by; /* NULL: it asks for nothing */
} advised;

/* Of reports: sentences, and the test that does what they say. */
static const advised advice[] = {
    {"AT_1_56", "frames_hold"},
    {"BASE_IS", "cores_hold"},
    {"CORE_AS_IT_LIES", "cores_hold"},
    {"CORE_FRAME_FIRST", "cores_hold"},
    {"CORE_HOLDS", "cores_hold"},
    {"CORE_HOLDS_ABOVE", "cores_hold"},
    {"CORE_SUGGESTED", "cores_hold"},
    {"CRACKS_CLOSED", "cracks_close"},
    {"CRACKS_JOIN", "cracks_close"},
    {"CRACKS_JOIN_SCALED", "cracks_close"},
    {"CRACKS_LEFT", "cracks_close"},
    {"CRACKS_SOLID", "cracks_close"},
    {"CUTS_BASE", "cores_hold"},
    {"CUTS_BOTH", "forward_holds"},
    {"CUTS_END", "forward_holds"},
    {"FORWARD_IS", "forward_holds"},
    {"FORWARD_SCENE", "forward_holds"},
    {"FORWARD_TURN", "forward_holds"},
    {"GROUND_LEVEL", "frames_hold"},
    {"GROUND_LEVEL_SCALED", "frames_hold"},
    {"GROUND_UP_FIRST", "frames_hold"},
    {"IN_A_SCENE", "frames_hold"},
    {"MOVED_UNCERTAIN", "cracks_close"},
    {"MOVED_UNCERTAIN_SCALED", "cracks_close"},
    {"ORIGIN_BESIDE", "frames_hold"},
    {"ORIGIN_BESIDE_SCALED", "frames_hold"},
    {"ORIGIN_WITHOUT_UP", "frames_hold"},
    {"PARTS_SUGGESTED", "parts_by_name_hold"},
    {"REFERENCE_STAR", "references_hold"},
    {"REFERENCE_UP_FIRST", "references_hold"},
    {"SCALE_WRITTEN", "references_hold"},
    {"TURNED_ARE", "repairs_hold"},
    {"TURNED_ONE", "repairs_hold"},
    {"UNIT_AGAINST", "a_unit_against_the_file_is_told"},
    {"UNIT_CHOOSE", "frames_hold"},
};

/* Of warnings: remedies as they stand in the source. */
static const advised remedies[] = {
    {"move one of them apart", "remedies_mend"},
    {"move it aside", "remedies_mend"},
    {"move it back, or turn it: a body that lies is as long as it is high when it stands", "remedies_mend"},
    {"choose another `level`, or give `at` three numbers", "remedies_mend"},
    {"give `at` two numbers to let it rest on the surface", "remedies_mend"},
    {"move it inward", "remedies_mend"},
    {"that is allowed; move it when it was not meant", NULL},
    {"this is for your information; rulings take it into account", NULL},
    {"this is for your information; rulings tell when they rest on a repair", NULL},
    {"name it in `parts`", "remedies_mend"},
    {"give the asset `parts` or a `core`", "remedies_mend"},
    {"say what the base is: { \"shape\": \"disc\", \"diameter\": 25 }", "remedies_mend"},
    {"give the asset a `base`", "remedies_mend"},
    {"give it a `height`", "remedies_mend"},
    {"give it a `height`, or `\"solid\": false` when it is meant to be flat", "remedies_mend"},
    {"close the mesh's holes, or leave `solid` out", "remedies_mend"},
    {"that is allowed; what lies below the table sees nothing", NULL},
    {"take the underside out of the mesh, or give `at` three numbers", "remedies_mend"},
    {"leave `unit` out, unless you know that the file is wrong about itself",
     "a_unit_in_a_scene_against_the_file_is_told"},
    {"look at it with `trueline import`, and mend the file where that matters", "flaws_are_told_once"},
    {"give the table the size of its mesh, or move the mesh by the table's `at`", "bare_tables_are_told"},
    {"move it to its origin in the program it came from", "origins_and_feet_are_told"},
    {"`trueline import %.80s%s%s%s%s%s --move %.2f,%.2f,%.2f -o NEW.obj` mends it; then name NEW.obj%s",
     "origins_and_feet_are_told"},
    {"%zu open edges would remain", "cracks_close"},
    {"say `\"repair\": { \"join\": %s }` where it is named: %s", "cracks_are_told_and_joined"},
};

enum { COUNT_ADVICE = sizeof(advice) / sizeof(advice[0]), COUNT_REMEDIES = sizeof(remedies) / sizeof(remedies[0]) };

/* A whole file, freed by the caller. */
static char *whole(const char *folder, const char *name) {
    char path[600];
    snprintf(path, sizeof(path), "%s/%s/%s", TL_TEST_SOURCE_DIR, folder, name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    long size = ftell(in);
    rewind(in);
    char *text = calloc((size_t)size + 1, 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, in), (size_t)size);
    fclose(in);
    return text;
}

/* The C files of a folder, one behind the other, behind those that are there; freed by the caller. */
static char *and_all_of(char *all, const char *folder) {
    char path[600];
    size_t size = strlen(all);
    snprintf(path, sizeof(path), "%s/%s", TL_TEST_SOURCE_DIR, folder);
    DIR *listing = opendir(path);
    assert_non_null(listing);
    for (struct dirent *entry = readdir(listing); entry != NULL; entry = readdir(listing)) {
        size_t length = strlen(entry->d_name);
        if (length > 2 && strcmp(entry->d_name + length - 2, ".c") == 0) {
            char *text = whole(folder, entry->d_name);
            all = realloc(all, size + strlen(text) + 1);
            assert_non_null(all);
            memcpy(all + size, text, strlen(text) + 1);
            size += strlen(text);
            free(text);
        }
    }
    closedir(listing);
    return all;
}

static char *all_of(const char *folder) {
    return and_all_of(calloc(1, 1), folder);
}

static bool is_test(const char *tests, const char *name) {
    char call[200];
    snprintf(call, sizeof(call), "cmocka_unit_test(%s)", name);
    return strstr(tests, call) != NULL;
}

static void every_sentence_of_a_report_is_known(void **state) {
    (void)state;
    static const char mark[] = "TL_SAY_";
    char *scan = and_all_of(all_of("engine/scan/report"), "engine/scan/advice");
    char *tests = all_of("tests/api"), name[100], padded[104];
    for (const char *at = strstr(scan, mark); at != NULL; at = strstr(at + 1, mark)) {
        size_t length = strspn(at + sizeof(mark) - 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
        snprintf(name, sizeof(name), "%.*s", (int)length, at + sizeof(mark) - 1);
        snprintf(padded, sizeof(padded), " %s ", name);
        bool known = strstr(facts, padded) != NULL || strcmp(name, "TEXTS") == 0;
        for (int i = 0; i < COUNT_ADVICE && !known; i++) {
            known = strcmp(advice[i].says, name) == 0;
        }
        if (!known) {
            fail_msg("%s is new: say whether it is advice, and which test follows it", name);
        }
    }
    for (int i = 0; i < COUNT_ADVICE; i++) {
        snprintf(name, sizeof(name), "TL_SAY_%s", advice[i].says);
        assert_non_null(strstr(scan, name));
        assert_true(is_test(tests, advice[i].followed_by));
    }
    free(scan);
    free(tests);
}

/* A string as it stands in a source, its parts joined; where it ends. False: there is none. */
static bool read_literal(const char **at, char text[400]) {
    size_t used = 0;
    *at += strspn(*at, " \n");
    if (**at != '"') {
        return false;
    }
    while (**at == '"') {
        for ((*at)++; **at != '"'; (*at)++) {
            for (int escaped = **at == '\\'; escaped >= 0; escaped--) {
                assert_true(used < 398);
                text[used++] = *(*at);
                *at += escaped;
            }
        }
        *at += 1 + strspn(*at + 1, " \n");
    }
    text[used] = '\0';
    return true;
}

/* As it is in memory, as it stands in a source. */
static void write_literal(const char *says, char text[400]) {
    size_t used = 0;
    for (; *says != '\0'; says++) {
        if (*says == '"') {
            text[used++] = '\\';
        }
        text[used++] = *says;
    }
    text[used] = '\0';
}

static bool known_remedy(const char *literal) {
    char written[400];
    for (int i = 0; i < COUNT_REMEDIES; i++) {
        write_literal(remedies[i].says, written);
        if (strcmp(written, literal) == 0) {
            return true;
        }
    }
    return false;
}

/* Remedies stand behind the status of a warning, or are made by snprintf. */
static void every_remedy_of_a_warning_is_known(void **state) {
    (void)state;
    static const char *const files[] = {"look.c", "look_mesh.c"};
    static const char *const marks[] = {"true, TL_ERROR_SCENE,", "snprintf(remedy, sizeof(remedy),",
                                        "snprintf(text, size,", "snprintf(left, sizeof(left),"};
    char *tests = all_of("tests/api"), literal[400];
    int seen = 0;
    for (size_t f = 0; f < 2; f++) {
        char *source = whole("engine/scene", files[f]);
        for (size_t k = 0; k < sizeof(marks) / sizeof(marks[0]); k++) {
            for (const char *at = strstr(source, marks[k]); at != NULL; at = strstr(at + 1, marks[k])) {
                const char *from = at + strlen(marks[k]);
                if (read_literal(&from, literal)) {
                    seen++;
                    if (!known_remedy(literal)) {
                        fail_msg("`%s` is new: say which test follows it", literal);
                    }
                }
            }
        }
        free(source);
    }
    assert_true(seen >= COUNT_REMEDIES);
    for (int i = 0; i < COUNT_REMEDIES; i++) {
        assert_true(remedies[i].followed_by == NULL || is_test(tests, remedies[i].followed_by));
    }
    free(tests);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sentence_of_a_report_is_known),
        cmocka_unit_test(every_remedy_of_a_warning_is_known),
    };
    return cmocka_run_group_tests_name("table of advice", tests, NULL, NULL);
}
