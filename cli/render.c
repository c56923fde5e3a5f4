/* render.c: a picture of the table, and of a ruling when one is asked for. */
#include "cli.h"

#include <string.h>

#ifdef TRUELINE_PICTURES
#include "viewer/picture.h"
#include "viewer/sign.h"

#include <math.h>
#include <stdlib.h>

enum { WORDS = 64 };

/* "template blast 700,400", "template blast A B", "template flame-1 A B" (from A toward B), or "... A 30" (degrees). */
static bool split_template(char **words, int count, tl_question *question) {
    *question = (tl_question){.query = words[0], .shape = words[1]};
    if (count == 3) {
        question->at_count = cli_point(words[2], question->at);
        return question->at_count > 0;
    }
    char *end;
    question->from = words[2];
    question->angle_deg = strtod(words[3], &end);
    question->has_angle = *end == '\0';
    question->toward = question->has_angle ? NULL : words[3];
    question->at_count = question->has_angle ? 0 : cli_point(words[3], question->at);
    if (question->at_count > 0) {
        question->toward = NULL;
    }
    return count == 4;
}

/* "within A officer", "within A 20cm", with a second name behind it, if you like. */
static bool split_within(char **words, int count, tl_question *question) {
    *question = (tl_question){.query = words[0], .from = words[1], .to = count > 3 ? words[3] : NULL};
    question->has_limit = cli_length(words[2], &question->limit_mm) && question->limit_mm >= 0;
    question->skill = question->has_limit ? NULL : words[2];
    return count <= 4;
}

/* "move A 400,300 500,320 march 90": points, whether it marches, and the facing at the end. */
static bool split_move(char **words, int count, tl_question *question) {
    static tl_path_point points[WORDS];
    *question = (tl_question){.query = words[0], .member = words[1], .path = points};
    for (int i = 2; i < count; i++) {
        tl_path_point *point = &points[question->path_count];
        char *end;
        point->count = cli_point(words[i], point->at);
        if (point->count > 0) {
            question->path_count++;
        } else if (strcmp(words[i], "march") == 0) {
            question->march = true;
        } else {
            question->facing_deg = strtod(words[i], &end);
            question->has_facing = true;
            if (*end != '\0' || i + 1 < count) {
                return false;
            }
        }
    }
    return question->path_count > 0;
}

/* "template blast best", with "--from A", "--side S" and "--friends-weight W" behind it in any order. */
static bool split_best(char **words, int count, tl_question *question) {
    *question = (tl_question){.query = words[0], .shape = words[1], .best = true};
    for (int i = 3; i + 1 < count; i += 2) {
        char *end = words[i + 1] + strlen(words[i + 1]);
        if (strcmp(words[i], "--from") == 0) {
            question->from = words[i + 1];
        } else if (strcmp(words[i], "--side") == 0) {
            question->side = words[i + 1];
        } else if (strcmp(words[i], "--friends-weight") == 0) {
            question->has_friends_weight = true;
            question->friends_weight = strtod(words[i + 1], &end);
        } else {
            return false;
        }
        if (*end != '\0') {
            return false;
        }
    }
    return count % 2 == 1;
}

/* A question in the words of the command line: "los A B", "attack A B main". */
static bool split_query(char *text, tl_question *question) {
    char *words[WORDS];
    int count = 0;
    for (char *word = strtok(text, " \t"); word != NULL && count < WORDS; word = strtok(NULL, " \t")) {
        words[count++] = word;
    }
    if (count >= 3 && strcmp(words[0], "template") == 0 && strcmp(words[2], "best") == 0) {
        return split_best(words, count, question);
    }
    if (count >= 3 && strcmp(words[0], "template") == 0) {
        return split_template(words, count, question);
    }
    if (count >= 3 && strcmp(words[0], "within") == 0) {
        return split_within(words, count, question);
    }
    if ((count == 2 || count == 3) && strcmp(words[0], "reach") == 0) { /* "reach A", "reach A march" */
        *question = (tl_question){.query = words[0], .member = words[1], .march = count == 3};
        return count == 2 || strcmp(words[2], "march") == 0;
    }
    if (count >= 3 && strcmp(words[0], "move") == 0) {
        return split_move(words, count, question);
    }
    if (count == 2) { /* "cohesion UNIT" */
        *question = (tl_question){.query = words[0], .unit = words[1], .from = words[1], .to = words[1]};
        return strcmp(words[0], "cohesion") == 0;
    }
    if (count < 3 || count > 4) {
        return false;
    }
    *question = (tl_question){.query = words[0], .from = words[1], .to = words[2]};
    if (count == 4) {
        question->weapon = words[3];
    }
    return true;
}

typedef struct shot {
    const cli_arguments *arguments;
    tl_scene *scene;
    tl_ruling *ruling; /* NULL without a query */
    tl_question question;
    int width, height;
    bool inch;
} shot;

/* Lines of the ruling's text as captions. */
static void caption(tlv_style *style, char *text) {
    int count = 0;
    for (char *line = strtok(text, "\n"); line != NULL && count < TLV_CAPTIONS; line = strtok(NULL, "\n")) {
        style->captions[count++] = line;
    }
}

/* The camera of --view; without one the table, or what the question is about. */
static bool choose_camera(const shot *s, double aspect, tlv_camera *camera, tl_error *error) {
    tl_box3 box = tl_scene_box(s->scene);
    const char *view = s->arguments->view;
    if (view != NULL && strcmp(view, "top") == 0) {
        *camera = tlv_camera_top(box, aspect);
        return true;
    }
    if (view != NULL && strncmp(view, "eye:", 4) == 0) {
        tl_vec3 eye, forward, from, to;
        uint32_t keys[2];
        if (tl_scene_eye(s->scene, view + 4, &eye, &forward, error) != TL_OK) {
            return false;
        }
        tl_vec3 target = {eye.x + forward.x * 300, eye.y + forward.y * 300, eye.z + forward.z * 300 - 20};
        if (s->ruling != NULL && tl_ruling_line(s->ruling, &from, &to, &keys[0], &keys[1])) {
            bool asker = s->question.to == NULL || strcmp(view + 4, s->question.to) != 0;
            eye = asker ? from : to;
            target = asker ? to : from;
        }
        *camera = tlv_camera_eye(eye, target, 60);
        return true;
    }
    if (view == NULL && s->ruling != NULL && (s->question.shape != NULL || s->question.to == NULL)) {
        tl_box3 both[2];
        tl_vec3 low, high;
        size_t count = 0;
        if (tl_ruling_shape_box(s->ruling, &low, &high)) {
            double room = s->question.member != NULL ? 150 : 0; /* what lies round a way says more than its end */
            both[count++] = (tl_box3){{low.x - room, low.y - room, low.z}, {high.x + room, high.y + room, high.z + 40}};
        }
        tl_error none = {0}; /* terrain has no box of its own here */
        const char *who = s->question.member != NULL ? s->question.member : s->question.from;
        if (who != NULL && tl_scene_box_of(s->scene, who, &both[count], &none) == TL_OK) {
            count++;
        }
        *camera =
            count > 0 ? tlv_camera_frame_all(both, count, (tl_vec3){0, 0, 0}, aspect) : tlv_camera_table(box, aspect);
        return true;
    }
    if (view == NULL && s->ruling != NULL) {
        tl_box3 both[2];
        if (tl_scene_box_of(s->scene, s->question.from, &both[0], error) != TL_OK ||
            tl_scene_box_of(s->scene, s->question.to, &both[1], error) != TL_OK) {
            return false;
        }
        *camera = tlv_camera_frame_all(both, 2, (tl_vec3){0, 0, 0}, aspect);
        return true;
    }
    if (view != NULL && strcmp(view, "table") != 0) {
        error->status = TL_ERROR_ARGUMENT;
        snprintf(error->message, sizeof(error->message), "there is no view `%s`", view);
        snprintf(error->remedy, sizeof(error->remedy), "use top, table or eye:NAME");
        return false;
    }
    *camera = tlv_camera_table(box, aspect);
    return true;
}

/* What the asker would see if what is in the way were glass: the target's parts, and who hides them. */
static tl_status draw_proof_inset(const shot *s, tlv_renderer *renderer, const tlv_style *style, tl_error *error) {
    tl_vec3 eye;
    tl_box3 target;
    char title[160];
    if (!tl_ruling_proof_view(s->ruling, s->scene, &eye, &target.low, &target.high)) {
        return TL_OK;
    }
    tl_vec3 middle = {0.5 * (target.low.x + target.high.x), 0.5 * (target.low.y + target.high.y),
                      0.5 * (target.low.z + target.high.z)};
    double size =
        hypot(hypot(target.high.x - target.low.x, target.high.y - target.low.y), target.high.z - target.low.z);
    double away = hypot(hypot(middle.x - eye.x, middle.y - eye.y), middle.z - eye.z);
    tl_ruling_caption(s->ruling, TL_CAPTION_HIDES, tl_scene_name_of(s->scene, s->question.to),
                      tl_scene_name_of(s->scene, s->question.from), title, sizeof(title));
    tlv_style look = {.title = title, .grid_mm = style->grid_mm, .near_mm = 0.5, .no_frame = true};
    tlv_camera eyes =
        tlv_camera_eye(eye, middle, fmax(2, fmin(60, 2 * atan2(0.62 * size, away) * 180 / 3.14159265358979)));
    tlv_renderer_begin(renderer);
    tl_draw_sink sink = tlv_renderer_sink(renderer);
    tl_ruling_draw_proof(s->ruling, s->scene, &sink);
    return tlv_renderer_draw_inset(renderer, &eyes, &look, tlv_renderer_inset_place(renderer, style, 0, 2), error);
}

/* What one of the two sees of the other: asker 0, target 1. */
static tl_status draw_inset(const shot *s, tlv_renderer *renderer, const tlv_style *style, int who, tl_error *error) {
    const char *names[2] = {s->question.from, s->question.to};
    tl_vec3 ends[2] = {{0, 0, 0}, {0, 0, 0}}, forward;
    uint32_t keys[2] = {0, 0};
    tl_ruling_line(s->ruling, &ends[0], &ends[1], &keys[0], &keys[1]);
    /* An attempt that is stopped ends wherever it was aimed: often within the wall that hides the target. */
    if (who == 1 && tl_ruling_verdict(s->ruling) == TL_VERDICT_NO) {
        tl_status status = tl_scene_eye(s->scene, names[1], &ends[1], &forward, error);
        if (status != TL_OK) {
            return status;
        }
    }
    char title[160];
    tl_ruling_caption(s->ruling, TL_CAPTION_SEES, tl_scene_name_of(s->scene, names[who]), NULL, title, sizeof(title));
    tlv_style look = {.title = title,
                      .grid_mm = style->grid_mm,
                      .no_labels = true,
                      .no_lines = true,
                      .hidden_key = keys[who],
                      .near_mm = 0.5};
    tlv_camera eyes = tlv_camera_eye(ends[who], ends[1 - who], 40);
    return tlv_renderer_draw_inset(renderer, &eyes, &look, tlv_renderer_inset_place(renderer, style, who, 2), error);
}

static tl_status draw(const shot *s, tlv_renderer *renderer, tl_error *error) {
    char words[2048], scale[32];
    tlv_style style = {.grid_mm = s->inch ? 101.6 : 100.0, .scale_bar_mm = s->inch ? 203.2 : 200.0};
    snprintf(scale, sizeof(scale), "%s", s->inch ? "8\"" : "20 cm");
    style.scale_text = scale;
    style.title = tl_scene_name(s->scene);
    bool eye = s->arguments->view != NULL && strncmp(s->arguments->view, "eye:", 4) == 0;
    bool insets = s->ruling != NULL && !eye && s->arguments->view == NULL;
    tl_vec3 ends[2];
    uint32_t keys[2] = {0, 0};
    insets = insets && s->question.to != NULL && s->question.unit == NULL &&
             tl_ruling_line(s->ruling, &ends[0], &ends[1], &keys[0], &keys[1]) && keys[0] != 0;
    if (s->ruling != NULL) {
        snprintf(words, sizeof(words), "%s", tl_ruling_text(s->ruling));
        caption(&style, words);
        tl_verdict verdict = tl_ruling_verdict(s->ruling);
        style.sign = tlv_verdict_sign(verdict);
        style.sign_text = tl_ruling_badge(s->ruling);
    }
    style.insets = insets ? 0.27 : 0;
    tlv_renderer_begin(renderer);
    tl_draw_sink sink = tlv_renderer_sink(renderer);
    tl_scene_drawing drawing = {.labels = !eye, .cores = s->ruling != NULL, .without = NULL};
    char without[128] = "";
    if (eye) {
        snprintf(without, sizeof(without), "%s", s->arguments->view + 4);
        drawing.without = without;
    }
    tl_scene_draw(s->scene, &drawing, &sink);
    if (s->ruling != NULL) {
        tl_ruling_draw(s->ruling, s->scene, &sink);
    }
    tlv_camera camera;
    if (!choose_camera(s, tlv_renderer_aspect(renderer, &style), &camera, error)) {
        return error->status;
    }
    tl_status status = tlv_renderer_draw(renderer, &camera, &style, error);
    tl_vec3 box[3];
    bool proof = insets && tl_ruling_proof_view(s->ruling, s->scene, &box[0], &box[1], &box[2]);
    for (int i = proof ? 1 : 0; i < 2 && status == TL_OK && insets; i++) {
        status = draw_inset(s, renderer, &style, i, error);
    }
    if (status == TL_OK && proof) { /* last: it has a content of its own */
        status = draw_proof_inset(s, renderer, &style, error);
    }
    return status == TL_OK ? tlv_renderer_save_png(renderer, s->arguments->output, error) : status;
}

int cli_render(tl_context *context, const cli_arguments *arguments) {
    shot s = {.arguments = arguments, .width = 1600, .height = 1000};
    char query[512];
    if (arguments->output == NULL) {
        fputs("trueline render: say where to write the picture: -o FILE.png\n", stderr);
        return EXIT_USAGE;
    }
    if (arguments->size != NULL && !cli_parse_size(arguments->size, &s.width, &s.height)) {
        fputs("trueline render: --size wants WIDTHxHEIGHT in pixels, 64 to 8192, such as 1600x1000\n", stderr);
        return EXIT_USAGE;
    }
    if (arguments->query != NULL) {
        snprintf(query, sizeof(query), "%s", arguments->query);
        if (!split_query(query, &s.question)) {
            fputs("trueline render: --query wants a question such as \"los A B\", \"cohesion UNIT\", \"move A "
                  "400,300\" or \"attack A B "
                  "WEAPON\"\n",
                  stderr);
            return EXIT_USAGE;
        }
    }
    int status = cli_load(context, arguments, arguments->positional[0], &s.scene);
    if (status != EXIT_ANSWERED) {
        return status;
    }
    s.inch = strcmp(tl_scene_units(s.scene), "inch") == 0;
    tl_error error = {0};
    tlv_renderer *renderer = NULL;
    tl_status done = TL_OK;
    if (arguments->query != NULL) {
        s.question.proof = strcmp(s.question.query, "los") == 0;
        done = tl_scene_ask(s.scene, &s.question, &s.ruling, &error);
    }
    if (done == TL_OK) {
        done = tlv_renderer_create_offscreen(s.width, s.height, 4, &renderer, &error);
    }
    if (done == TL_OK) {
        done = draw(&s, renderer, &error);
    }
    if (done != TL_OK) {
        status = cli_fail(&error);
    } else if (arguments->json) {
        puts(s.ruling != NULL ? tl_ruling_json(s.ruling) : "{\"query\":\"render\",\"verdict\":\"yes\"}");
    } else {
        printf("%s%s: %d x %d pixels.\n", s.ruling != NULL ? tl_ruling_text(s.ruling) : "", arguments->output, s.width,
               s.height);
    }
    tlv_renderer_destroy(renderer);
    tl_ruling_destroy(s.ruling);
    tl_scene_destroy(s.scene);
    return status;
}

#else

int cli_render(tl_context *context, const cli_arguments *arguments) {
    (void)context;
    (void)arguments;
    fputs("trueline render: this program was built without pictures; build it with TRUELINE_VIEWER=ON\n", stderr);
    return EXIT_NO_ANSWER;
}

#endif
