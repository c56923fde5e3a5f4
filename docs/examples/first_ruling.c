/* first_ruling.c: loads a scene, asks whether one unit or model sees another, and shows who could answer for it.
 *
 * Built against an installed Trueline:
 *   cc -std=c17 first_ruling.c $(pkg-config --cflags --libs trueline) -o first_ruling
 *   ./first_ruling terrain/crossroads.scene.json mastiff foxes */
#include <trueline/trueline.h>

#include <stdio.h>

static int fail(const char *what, const tl_error *error) {
    char text[2048];
    tl_report_text(error, text, sizeof(text));
    fprintf(stderr, "%s: %s\n", what, text);
    return 1;
}

/* A program that lives longer than one question keeps the scene and asks as often as it likes. */
static int ask(const tl_scene *scene, const char *from, const char *to) {
    tl_error error = {0};
    tl_ruling *ruling = NULL;
    tl_question question = {.struct_size = sizeof(tl_question), .query = "los", .from = from, .to = to};
    if (tl_scene_ask(scene, &question, &ruling, &error) != TL_OK) {
        return fail("this can't be asked", &error);
    }

    /* The verdict is data: too close to call is an answer, too. */
    switch (tl_ruling_verdict(ruling)) {
    case TL_VERDICT_YES:
        printf("Yes. ");
        break;
    case TL_VERDICT_NO:
        printf("No. ");
        break;
    case TL_VERDICT_MARGINAL:
        printf("Too close to call. ");
        break;
    }
    printf("%s\n", tl_ruling_summary(ruling));

    /* The witness of a yes: a line that anyone can check on their own. */
    tl_vec3 eye, seen;
    uint32_t eye_key, seen_key;
    if (tl_ruling_verdict(ruling) == TL_VERDICT_YES && tl_ruling_line(ruling, &eye, &seen, &eye_key, &seen_key)) {
        printf("Look from (%.1f, %.1f, %.1f) to (%.1f, %.1f, %.1f), in millimetres.\n", eye.x, eye.y, eye.z, seen.x,
               seen.y, seen.z);
    }
    printf("%s\n", tl_ruling_json(ruling));
    tl_ruling_destroy(ruling);
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: %s SCENE A B\n", argv[0]);
        return 2;
    }
    tl_context *context = tl_context_create(NULL);
    if (context == NULL) {
        fprintf(stderr, "there is not enough memory\n");
        return 1;
    }

    /* Mesh files from strangers are better read by a child process: options.import_helper = "/usr/bin/trueline". */
    tl_scene_options options = TL_SCENE_OPTIONS_INIT;
    tl_error error = {0};
    tl_scene *scene = NULL;
    int status;
    if (tl_scene_load(context, argv[1], &options, &scene, NULL, &error) != TL_OK) {
        status = fail("the scene can't be used", &error);
    } else {
        status = ask(scene, argv[2], argv[3]);
    }

    /* Objects first, their context last. */
    tl_scene_destroy(scene);
    tl_context_destroy(context);
    return status;
}
