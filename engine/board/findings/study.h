/* study.h: what is found out about a board as a whole, and how it is told. */
#ifndef TL_BOARD_FINDINGS_STUDY_H
#define TL_BOARD_FINDINGS_STUDY_H

#include "board/limits.h"
#include "board/change.h"
#include "board/findings/gaps.h"
#include "board/findings/lanes.h"

#include "io/json.h"

/* What a piece of terrain does. Shares of all pairs of places of the table, standing room or not: the same measure with
 * and without it. */
typedef struct tl_board_piece {
    char *id; /* owned */
    const char *name;
    tl_board_bounds hides;         /* of any two places: in view without it, and not with it */
    tl_board_bounds hides_from[2]; /* of a place in the zone and one outside of both */
    tl_board_bounds fairness;      /* of the zones, without it */
    size_t again;                  /* pairs of squares that were worked out again */
} tl_board_piece;

/* A piece moved or turned. */
typedef struct tl_board_edit {
    char *json; /* owned: the edit */
    char *text; /* owned: the edit in a sentence; told last */
    size_t piece;
    double by[2], turn; /* mm, degrees */
    double rough;       /* fairness by lines alone */
    tl_board_score score;
} tl_board_edit;

typedef struct tl_board_sight_lines {
    tl_board_tally steps[TL_BOARD_MOST_STEPS]; /* what is farther is in the last */
    size_t count;
} tl_board_sight_lines;

struct tl_board_findings {
    tl_context *context;
    tl_board_score score;
    bool detailed;
    tl_board_sight_lines lines;
    tl_board_ways ways;
    double covered, covered_tall; /* shares of the table */
    tl_board_lanes lanes;
    tl_board_leaks leaks;
    tl_board_piece *pieces; /* by how much they hide, most first */
    size_t piece_count;
    bool sought;          /* for something fairer */
    size_t tried, proved; /* changes that were held against the board by lines; by proofs */
    tl_board_edit best;   /* json NULL: none */
    tl_board_mark *marks;
    size_t mark_count;
    char *json, *text, *edit;
};

/* What all parts of a study share. */
typedef struct tl_board_analysis {
    tl_context *context;
    const tl_referee *referee;
    const tl_board_study *study;
    const tl_board_editor *editor;
    tl_board_stage stage;
    tl_board_body body;
    tl_board_pairs pairs;
    tl_board_zones zones;
    tl_board_inventory inventory;
    tl_words words;
    tl_board_rows rows;
} tl_board_analysis;

tl_status tl_board_look_into(const tl_referee *referee, const tl_board_study *study, const tl_board_editor *editor,
                             tl_board_findings **findings, tl_error *error);

/* Works out a share of a study, and leaves it in its file. */
tl_status tl_board_look_into_share(const tl_referee *referee, const tl_board_study *study,
                                   const tl_board_editor *editor, tl_error *error);
/* Puts shares together. `keep` and `threads` may be NULL and 0. */
tl_status tl_board_findings_merge(const tl_referee *referee, const char *const *files, size_t count, const char *keep,
                                  unsigned threads, const tl_board_editor *editor, tl_board_findings **findings,
                                  tl_error *error);

/* Its parts. `first` to `last`: of the progress. Errors: TL_ERROR_MEMORY, TL_ERROR_CANCELLED. */
tl_status tl_board_weigh_pieces(tl_board_analysis *analysis, double first, double last, tl_board_findings *findings,
                                tl_error *error);
/* After the pieces were weighed. */
tl_status tl_board_seek_fairer(tl_board_analysis *analysis, double first, double last, tl_board_findings *findings,
                               tl_error *error);
tl_board_figures tl_board_figures_of(const tl_board_findings *findings);
/* What is drawn of the findings. Errors: TL_ERROR_MEMORY. */
tl_status tl_board_mark_all(const tl_board_analysis *analysis, tl_board_findings *findings, tl_error *error);
tl_status tl_board_tell(const tl_board_analysis *analysis, tl_board_findings *findings, tl_error *error);

#endif
