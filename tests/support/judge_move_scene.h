/* judge_move_scene.h: a table with one who moves, for the tests of moves asked whole. */
#ifndef TL_TESTS_JUDGE_MOVE_SCENE_H
#define TL_TESTS_JUDGE_MOVE_SCENE_H

#include "support/judge_told.h"

/* A table with one who moves, from (1000, 1000), and whatever else. */
typedef struct scene {
    const char *class, *asset, *more; /* of the one who moves; `more` begins with its rating */
    const char *terrain, *others;     /* lists of objects, or NULL */
} scene;

/* Makes that table. */
static inline void set_scene(judge_table *t, const scene *s) {
    judge_begin(t);
    if (s->terrain != NULL) {
        judge_terrain(t, "%s", s->terrain);
    }
    judge_model(t, "a", "red", s->class != NULL ? s->class : "infantry", s->asset != NULL ? s->asset : "man", 1000,
                1000, 0, s->more != NULL ? s->more : "'move':4,'march':6");
    if (s->others != NULL) {
        judge_unit(t, "%s", s->others);
    }
    judge_ready(t);
}

/* Terrain across the way, a house made of boxes, another model, a house of two floors. */
#define BLOCK(kind, more)                                                                                              \
    "{'id':'block','kind':'" kind "','outline':[[1200,500],[1400,500],[1400,1500],[1200,1500]]" more "}"
#define HOUSE(boxes) "{'id':'house','kind':'building','mesh':'" boxes "'}"

#define OTHER(side, class, asset, x)                                                                                   \
    "{'id':'o','side':'" side "','class':'" class "','members':[{'id':'o1','asset':'" asset "','at':[" x ",1000]}]}"

#define TWO_FLOORS                                                                                                     \
    "{'id':'house','kind':'building','outline':[[900,900],[1300,900],[1300,1100],[900,1100]],'mesh':'box 900 900 60 "  \
    "1300 1100 64, "                                                                                                   \
    "box 900 900 0 904 904 130, box 1296 900 0 1300 904 130, box 900 900 126 1300 1100 130'}"

#endif
