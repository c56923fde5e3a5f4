/* tell_watch.c: tells from where on its way a model is seen, and fired at. */
#include "tell/tell_watch.h"

static const char *name_of(const tl_watch *w) {
    return w->inquiry->table->members[w->journey.moving.member].name;
}

static tl_vec3 place_at(const tl_watch *w, double plan, double *cost) {
    tl_vec3 at = tl_path_at_plan(&w->journey.path, plan, cost);
    at.z += w->journey.moving.drop;
    return at;
}

static void say(const tl_watch *w, const tl_watched *found, const tl_sentence sentence[3], const char *what, char *text,
                size_t size) {
    char until[TL_WORDS_LENGTH_SIZE], from[TL_WORDS_LENGTH_SIZE] = "";
    double cost;
    const tl_words *words = w->inquiry->words;
    (void)place_at(w, found->until, &cost);
    tl_words_length_text(words, cost, until);
    if (found->from < INFINITY) {
        (void)place_at(w, found->from, &cost);
        tl_words_length_text(words, cost, from);
    }
    tl_say(words, text, size,
           sentence[found->verdict == TL_VERDICT_YES  ? 0
                    : found->verdict == TL_VERDICT_NO ? 1
                                                      : 2],
           name_of(w), w->from->name, until, from, what);
}

static void numbers(const tl_watch *w, const tl_watched *found, tl_reason *reason) {
    double cost;
    (void)place_at(w, found->until, &cost);
    tl_answer_reason_number(reason, "until_mm", cost);
    if (found->from < INFINITY) {
        (void)place_at(w, found->from, &cost);
        tl_answer_reason_number(reason, "from_mm", cost);
    }
}

static void write(const tl_watch *w, const char *key, const tl_watched *found, tl_json_writer *writer) {
    double cost;
    tl_json_open_object(writer, key);
    tl_tell_put_verdict(writer, "verdict", found->verdict);
    tl_vec3 at = place_at(w, found->until, &cost);
    tl_json_put_double(writer, "until_mm", cost);
    tl_json_put_point(writer, "until", at);
    if (found->from < INFINITY) {
        at = place_at(w, found->from, &cost);
        tl_json_put_double(writer, "from_mm", cost);
        tl_json_put_point(writer, "at", at);
    }
    tl_json_end_object(writer);
}

static void witness(const tl_watch *w, tl_answer *answer) {
    const tl_path *path = &w->journey.path;
    double until = w->sight.until;
    tl_vec3 last = place_at(w, 0, NULL);
    for (size_t i = 1; i < path->count; i++) {
        double before = path->nodes[i - 1].plan, after = path->nodes[i].plan;
        if (before < until && after > until) {
            tl_vec3 at = place_at(w, until, NULL);
            tl_answer_witness(answer, TL_WITNESS_PATH, last, at);
            last = at;
        }
        tl_vec3 at = place_at(w, after, NULL);
        tl_answer_witness(answer, after > until ? TL_WITNESS_BEYOND : TL_WITNESS_PATH, last, at);
        last = at;
    }
    if (w->sight.from < INFINITY) {
        tl_vec3 at = place_at(w, w->sight.from, NULL);
        tl_answer_witness(answer, TL_WITNESS_POINT, at, at);
    }
}

void tl_tell_watch(const tl_watch *w, tl_answer *answer) {
    static const tl_sentence seen[3] = {TL_SAY_WATCH_SEEN, TL_SAY_WATCH_HIDDEN, TL_SAY_WATCH_OPEN};
    static const tl_sentence fired[3] = {TL_SAY_WATCH_FIRE, TL_SAY_WATCH_NO_FIRE, TL_SAY_WATCH_FIRE_OPEN};
    char text[TL_REASON_TEXT];
    tl_json_writer *writer = &answer->body;
    answer->verdict = w->sight.verdict;
    answer->cause = tl_by(TL_CLAUSE_WATCH_SEEN);
    say(w, &w->sight, seen, "", answer->summary, sizeof(answer->summary));
    numbers(w, &w->sight, tl_answer_reason(answer, answer->cause, w->sight.verdict, answer->summary));
    if (w->armed) {
        say(w, &w->fire, fired, w->weapon != NULL ? w->weapon->name : "", text, sizeof(text));
        tl_answer_line(answer, text);
        numbers(w, &w->fire, tl_answer_reason(answer, answer->cause, w->fire.verdict, text));
    }
    if (w->journey.verdict != TL_VERDICT_YES) {
        tl_say(w->inquiry->words, text, sizeof(text), TL_SAY_WATCH_MOVE, name_of(w));
        tl_answer_note(answer, text);
    }
    tl_json_put_string(writer, "member", w->inquiry->table->members[w->journey.moving.member].id);
    tl_json_put_double(writer, "length_mm", w->journey.length);
    tl_tell_put_verdict(writer, "move", w->journey.verdict);
    write(w, "sight", &w->sight, writer);
    if (w->sight.from < INFINITY && w->watcher != SIZE_MAX) {
        tl_json_put_string(writer, "seen_by", w->inquiry->table->members[w->watcher].id);
    }
    if (w->armed) {
        write(w, "fire", &w->fire, writer);
    }
    if (w->weapon != NULL) {
        tl_json_put_string(writer, "weapon", w->weapon->id);
    }
    witness(w, answer);
}
