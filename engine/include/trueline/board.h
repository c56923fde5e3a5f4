/* board.h: what a board does: maps of what is seen from where, with certified bounds for every cell.
 *
 * A cell stands for all places in it. Its two numbers bound what the map tells of each of these places: 0 and 0 means
 * that none is seen, proved; 1 and 1 that every one is, proved; anything between is what proofs left open. The words
 * and the fields of the answer are explained in docs/analysis.md. */
#ifndef TRUELINE_BOARD_H
#define TRUELINE_BOARD_H

#include <trueline/draw.h>
#include <trueline/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A question about a board. Begin with TL_BOARD_QUESTION_INIT and fill in what the map uses; nothing is kept after the
 * call. */
typedef struct tl_board_question {
    /* sizeof the struct, as TL_BOARD_QUESTION_INIT sets it. */
    size_t struct_size;
    /* Which map: "fov", "dead", "exposure", "height", "nearest", "length", "mutual", "cover". */
    const char *map;
    /* Who looks: id of a unit or a member; NULL: a body at `place`, or one in `zone`. */
    const char *from;
    /* Whether a body at one place looks, without `from`. */
    bool has_place;
    /* That place: x and y in mm. */
    double place[2];
    /* Without both, one looks that may stand anywhere in this polygon: its corners in order, on the table, mm. */
    const tl_vec2 *zone;
    /* How many corners `zone` has. */
    size_t zone_count;
    /* Cells whose middle lies in this polygon are mapped, others aren't; NULL: all. Of "mutual": the other zone. Its
     * corners in order, mm. */
    const tl_vec2 *to;
    /* How many corners `to` has. */
    size_t to_count;
    /* The body at that place or in that zone: "infantry", "vehicle", or an asset of the scene; NULL: "infantry". */
    const char *observer;
    /* The body that is looked at, in the same words; NULL: "infantry". */
    const char *target;
    /* The way both bodies face, degrees counter-clockwise from +X. */
    double facing_deg;
    /* The part of the table that is mapped: two opposite corners, mm; NULL: all of it. */
    const tl_vec2 *area;
    /* Side of a cell, mm. */
    double cell_mm;
    /* The surface that bodies stand on, from 0, the lowest. */
    size_t level;
    /* So many times the usual work goes into proofs, 1 to 1000: more is settled; 0: 1. */
    double effort;
    /* How many threads work; 0: as many as there are processors. */
    unsigned threads;
    /* A file where tiles that are finished are kept every ten seconds and at the end: when it is there and belongs to
     * the same scene, question and version, its tiles aren't worked out again; when it is damaged, or belongs to
     * something else, it is written over. NULL: none. */
    const char *keep;
    /* For tl_scene_analyze_share: which share of how many, from 1; else 0. */
    unsigned share, shares;
    /* Settings for this question alone: name, value, ..., NULL; or NULL. */
    const char *const *set;
} tl_board_question;
#define TL_BOARD_QUESTION_INIT TL_INIT(tl_board_question)

/* What is known of a cell. */
typedef struct tl_board_cell {
    /* Bounds of what the map tells, for every place of it where the body can stand. */
    double low, high;
    /* A number between them: what single lines say where proofs leave it open; not certain. */
    double estimate;
    /* False: the body can stand nowhere in it; the bounds mean nothing. */
    bool standing;
    /* Perhaps the body can't stand at some of its places. */
    bool partly;
} tl_board_cell;

/* What is certain of a number, and what is likely. */
typedef struct tl_board_bounds {
    /* What is certain (from `low` to `high`), and what is likely. */
    double low, high, estimate;
} tl_board_bounds;

typedef struct tl_board_map tl_board_map;

/* What a map as a whole says. */
typedef struct tl_board_summary {
    /* The map tells lengths in millimetres, else shares from 0 to 1. */
    bool in_mm;
    /* How many cells there are along X and along Y. */
    size_t columns, rows;
    /* Corner of the first cell, mm. */
    double x0, y0;
    /* Side of a cell, mm. */
    double cell_mm;
    /* Cells proved 0, proved 1, neither, and where nobody can stand; of lengths: proved 0, bounds no farther apart than
     * a cell's diagonal, others. */
    size_t none, all, between, nowhere;
    /* Bounds of the mean over all cells where one can stand. */
    double low, high;
    /* The likely mean between them; not certain. */
    double estimate;
    /* Two zones look at one another: the next three hold numbers, and the mean is the third. */
    bool mutual;
    /* Share of the other zone that a place of the zone sees on average, and that one of `to` sees. */
    tl_board_bounds from_zone, from_to;
    /* Share of all pairs of a place in the one and one in the other that see each other. */
    tl_board_bounds pairs;
    /* How often something was asked, and how often a proof was tried. */
    uint64_t rulings, proofs;
} tl_board_summary;

/* Works a map out. Errors: TL_ERROR_ARGUMENT (the question makes no sense; the message says what and the remedy how),
 * TL_ERROR_NOT_FOUND, TL_ERROR_LIMIT (too many cells), TL_ERROR_MEMORY, TL_ERROR_CANCELLED. Progress is told to the
 * context's callback from the thread that called. The caller destroys the map, before the context. */
TL_API tl_status tl_scene_analyze(const tl_scene *scene, const tl_board_question *question, tl_board_map **map,
                                  tl_error *error);
/* Works the tiles of one share out and leaves them in the question's file; there is no map yet. Errors as above, and
 * TL_ERROR_FILE. */
TL_API tl_status tl_scene_analyze_share(const tl_scene *scene, const tl_board_question *question, tl_error *error);
/* Puts the shares of a map together: the same map, to the last byte, as if it had been worked out at once. `*map` as
 * above. Errors: TL_ERROR_FILE; TL_ERROR_FORMAT for files that are no shares of one map of this scene, or are damaged;
 * TL_ERROR_ARGUMENT when tiles are missing; TL_ERROR_MEMORY. */
TL_API tl_status tl_scene_analyze_merge(const tl_scene *scene, const char *const *files, size_t count,
                                        tl_board_map **map, tl_error *error);
/* Takes NULL. */
TL_API void tl_board_map_destroy(tl_board_map *map);
TL_API tl_board_summary tl_board_map_summary(const tl_board_map *map);
/* Which map it is, as a question has it: "fov". Not to be freed. */
TL_API const char *tl_board_map_name(const tl_board_map *map);
/* A cell by column and row, counted from 0; both within the summary's columns and rows. */
TL_API tl_board_cell tl_board_map_cell(const tl_board_map *map, size_t column, size_t row);
/* The height of the surface that a body stands on in the middle of a cell, mm; false where there is none. For pictures.
 */
TL_API bool tl_board_map_height(const tl_board_map *map, size_t column, size_t row, double *height);
/* A colour of the scale of maps, for a share from 0 to 1: from dark blue to light yellow in even steps of lightness,
 * along the axis that people with any usual colour blindness see. */
TL_API tl_colour tl_board_colour(double share);
/* The value at the light end of a map's scale: 1 of shares, of lengths the longest that is likely, of "height" the
 * tallest post that is tried: what is hidden so high is light. */
TL_API double tl_board_map_scale(const tl_board_map *map);
/* The values that lines are drawn at, from the least, in the map's unit: of shares the quarters, or the half alone
 * where a cell is mostly nothing or all; of lengths steps that are easily read in the scene's unit. Returns how many.
 */
enum { TL_BOARD_CONTOURS = 6 };
TL_API size_t tl_board_map_contours(const tl_board_map *map, double values[TL_BOARD_CONTOURS]);
/* Lays a map over the table: each cell in the colour of its bounds where these are near each other, else striped in
 * those of both, more of the one that is likelier; and lines where the estimate passes the values of
 * tl_board_map_contours. Draw the scene first. Error: TL_ERROR_ARGUMENT for a sink that isn't one. */
TL_API tl_status tl_board_map_draw(const tl_board_map *map, const tl_draw_sink *sink, tl_error *error);
/* The whole answer as one line of JSON, and in a few lines for players; owned by the map. */
TL_API const char *tl_board_map_json(const tl_board_map *map);
TL_API const char *tl_board_map_text(const tl_board_map *map);

/* --- Findings ----------------------------------------------------------------------------------------------------- */

/* What is to be found out about a board as a whole. The table is divided into squares, and what bodies in the one see
 * of bodies in the other is proved for each two of them; docs/analysis.md has the words. Begin with
 * TL_BOARD_STUDY_INIT. */
typedef struct tl_board_study {
    /* sizeof the struct, as TL_BOARD_STUDY_INIT sets it. */
    size_t struct_size;
    /* The two deployment zones, A and B: corners in order, on the table, mm; NULL: a strip along either long side, a
     * quarter of the table deep, A at the lower coordinates. */
    const tl_vec2 *zone[2];
    /* How many corners each of them has. */
    size_t zone_count[2];
    /* Who looks and is looked at: "infantry" (NULL), "vehicle", or an asset of the scene. */
    const char *body;
    /* The way all bodies face, degrees counter-clockwise from +X. */
    double facing_deg;
    /* Side of a square, mm; 0: an eighteenth of the table's longer side. */
    double cell_mm;
    /* The surface that bodies stand on, from 0, the lowest. */
    size_t level;
    /* How many threads work; 0: as many as there are processors. */
    unsigned threads;
    /* Also: sight by distance, what terrain covers, gaps, fire lanes and leaks. */
    bool details;
    /* Also: what each piece of terrain hides, and how fair the board is without it. */
    bool pieces;
    /* Also: the one move or turn of a piece that makes the board fairest. */
    bool suggest;
    /* Settings for this question alone: name, value, ..., NULL; or NULL. */
    const char *const *set;
    /* A file where what is finished is kept, and taken up from, as of tl_board_question; NULL: none. */
    const char *keep;
    /* For tl_scene_study_share: which share of how many, from 1; else 0. */
    unsigned share, shares;
} tl_board_study;
#define TL_BOARD_STUDY_INIT TL_INIT(tl_board_study)

typedef struct tl_board_findings tl_board_findings;

/* The findings as numbers; docs/analysis.md says what each is. */
typedef struct tl_board_figures {
    /* Shares of places seen, 0 to 1: from zone A, from zone B, between the zones, of the left and of the right half of
     * the table, anywhere. */
    tl_board_bounds view_a, view_b, between, view_left, view_right, anywhere;
    /* How alike the zones see, and the halves: 0 to 1, 1 the fairest. */
    tl_board_bounds fairness_zones, fairness_sides;
    /* Whether the rest was asked for. */
    bool detailed;
    /* Shares of the table that terrain covers, and that tall terrain does. */
    double covered, covered_tall;
    /* The widest round base that gets from zone to zone, mm; 0: none. */
    double passage_mm;
    /* How long the longest fire lane is, and how wide the widest, mm. */
    double longest_lane_mm, widest_lane_mm;
    /* How many pairs of places see each other through cracks. */
    size_t leaks;
} tl_board_figures;

typedef enum tl_board_mark_kind {
    TL_BOARD_MARK_ZONE_A, /* an edge of a zone */
    TL_BOARD_MARK_ZONE_B,
    TL_BOARD_MARK_LANE,
    TL_BOARD_MARK_GAP,
    TL_BOARD_MARK_PASSAGE, /* the gap that stops wider bases on their way from zone to zone */
    TL_BOARD_MARK_LEAK     /* sight through a crack: the five narrowest at most, no two with a place in common */
} tl_board_mark_kind;

/* Something found, to be drawn over the table: from point to point. */
typedef struct tl_board_mark {
    /* What was found. */
    tl_board_mark_kind kind;
    /* Its ends. */
    tl_vec3 from, to;
    /* Width of a lane or of a gap, twice the clearance of a leak, mm; else 0. */
    double width;
} tl_board_mark;

/* Looks into a board. The scene stays as it is; pieces are taken away and moved in a copy. Errors: TL_ERROR_ARGUMENT,
 * TL_ERROR_NOT_FOUND, TL_ERROR_LIMIT (too many squares), TL_ERROR_MEMORY, TL_ERROR_CANCELLED. Progress is told to the
 * context's callback from the thread that called. The caller destroys the findings, before the context. */
TL_API tl_status tl_scene_study(const tl_scene *scene, const tl_board_study *study, tl_board_findings **findings,
                                tl_error *error);
/* Works one share of a study out and leaves it in the study's file; there are no findings yet. A change is sought when
 * the shares are put together. Errors as above, and TL_ERROR_FILE. */
TL_API tl_status tl_scene_study_share(const tl_scene *scene, const tl_board_study *study, tl_error *error);
/* Whether a file is a share of a study, not of a map. False also when it can't be read. */
TL_API bool tl_board_share_is_of_study(const char *path);
/* Puts the shares of a study together, and works out what can't be shared: the same findings, to the last byte. Of
 * `study` only `keep` and `threads` count; it may be NULL. Errors as of tl_scene_analyze_merge. */
TL_API tl_status tl_scene_study_merge(const tl_scene *scene, const tl_board_study *study, const char *const *files,
                                      size_t count, tl_board_findings **findings, tl_error *error);
/* Takes NULL. */
TL_API void tl_board_findings_destroy(tl_board_findings *findings);
/* Everything as one line of JSON, and in a few lines for players; owned by the findings. */
TL_API const char *tl_board_findings_json(const tl_board_findings *findings);
TL_API const char *tl_board_findings_text(const tl_board_findings *findings);
TL_API tl_board_figures tl_board_findings_figures(const tl_board_findings *findings);
TL_API size_t tl_board_findings_mark_count(const tl_board_findings *findings);
/* `index` below the count. */
TL_API tl_board_mark tl_board_findings_mark(const tl_board_findings *findings, size_t index);
/* What is suggested: which piece, in words, and how fair the zones are without and with it. The texts belong to the
 * findings. */
typedef struct tl_board_suggestion {
    /* Id of the piece. */
    const char *piece;
    /* What to do, in a sentence. */
    const char *text;
    /* How fair the zones are without the change, and with it. */
    tl_board_bounds before, after;
} tl_board_suggestion;
/* False when no change was asked for, or none makes the board fairer. */
TL_API bool tl_board_findings_suggestion(const tl_board_findings *findings, tl_board_suggestion *suggestion);
/* The suggested change as an edit for tl_scene_edit; NULL when none was asked for, or none makes the board fairer. */
TL_API const char *tl_board_findings_edit(const tl_board_findings *findings);

/* --- Firing positions --------------------------------------------------------------------------------------------- */

/* From where, within its move, does a model see a target? Begin with TL_FIRING_QUESTION_INIT and fill in what is
 * needed; nothing is kept after the call. docs/analysis.md has the words. */
typedef struct tl_firing_question {
    /* sizeof the struct, as TL_FIRING_QUESTION_INIT sets it. */
    size_t struct_size;
    /* The model that moves: its id, or that of a unit that has just one. */
    const char *member;
    /* Id of the unit or model that it wants to see. */
    const char *target;
    /* Within its march, not its move. */
    bool march;
    /* Id of one of its weapons; NULL: all that reach farther than close combat. */
    const char *weapon;
    /* Whether `facing_deg` counts; else it faces as it stands. */
    bool has_facing;
    /* The way it faces there, degrees counter-clockwise from +X. */
    double facing_deg;
    /* Side of a cell, mm; 0: 10. */
    double cell_mm;
    /* How many places are listed, each with its rulings; 0: 6; at most 50. */
    size_t places;
    /* How many threads work; 0: as many as there are processors. */
    unsigned threads;
    /* Settings for this question alone: name, value, ..., NULL; or NULL. */
    const char *const *set;
} tl_firing_question;
#define TL_FIRING_QUESTION_INIT TL_INIT(tl_firing_question)

/* What is known of a cell of the ground within reach: of every place in it. */
typedef struct tl_firing_cell {
    /* False: it can't stand there, or certainly not get there; the rest means nothing. */
    bool standing;
    /* It can get to every place of the cell; else that is undecided. */
    bool certain;
    /* Bounds of the share of places from which some model of the target is seen. */
    double low, high;
    /* A number between them; not certain. */
    double estimate;
    /* Models of the target: seen from every place, proved; seen from some, perhaps. */
    size_t seen, perhaps;
    /* Bounds of the range to the target's nearest model, mm. */
    double range_low, range_high;
    /* Length of a way to its middle, mm; 0 where it isn't certain. */
    double path_mm;
    /* Some weapon has a model of the target in its field of fire, in range and in sight, from every place (yes) or from
     * none (no). */
    tl_verdict shot;
    /* Models of the other enemies from which it is in cover at every place, proved; out of sight is cover, too. */
    size_t covered;
    /* Models of the other enemies that see it at every place, and in no cover. */
    size_t bare;
} tl_firing_cell;

/* A place that is listed: in the middle of a cell, the best of its area. What is told of it are rulings. */
typedef struct tl_firing_place {
    /* Where the model's origin is, mm. */
    tl_vec3 at;
    /* The cell it is in the middle of. */
    size_t column, row;
    /* The surface it stands on, from 0, the lowest. */
    size_t level;
    /* Length of the way there, mm. */
    double path_mm;
    /* Range to the target's nearest model, mm. */
    double range_mm;
    /* Whether it sees the target. */
    tl_verdict los;
    /* Whether it can attack with the weapons asked about; no without any. */
    tl_verdict attack;
    /* How many models of the target it sees, of how many. */
    size_t seen, of;
    /* Other enemy units: from how many it is in cover, from how many it isn't, how many there are. */
    size_t covered, uncovered, foes;
    /* Area of the cells round it of which the same is proved, mm2. */
    double area_mm2;
} tl_firing_place;

typedef struct tl_firing tl_firing;

/* What was found about firing positions as a whole. */
typedef struct tl_firing_summary {
    /* How many cells there are along X and along Y. */
    size_t columns, rows;
    /* Corner of the first cell, and side of a cell, mm. */
    double x0, y0, cell_mm;
    /* How far the model moves, mm. */
    double allowance_mm;
    /* Of the certain reach, mm2: where it sees the target, and where it perhaps does from some places. */
    double seen_mm2, open_mm2;
    /* The certain reach, all of it, mm2. */
    double reached_mm2;
    /* Models of the target, and of other enemies. */
    size_t targets, foes;
    /* How many places are listed. */
    size_t places;
    /* How often something was asked, and how often a proof was tried. */
    uint64_t rulings, proofs;
} tl_firing_summary;

/* Looks for firing positions. The scene stays as it is; the model is moved in a copy. Errors: TL_ERROR_NOT_FOUND,
 * TL_ERROR_ARGUMENT, TL_ERROR_LIMIT (too many cells), TL_ERROR_UNSUPPORTED, TL_ERROR_MEMORY, TL_ERROR_CANCELLED.
 * Progress is told to the context's callback from the thread that called. The caller destroys what it gets, before the
 * context. */
TL_API tl_status tl_scene_firing(const tl_scene *scene, const tl_firing_question *question, tl_firing **firing,
                                 tl_error *error);
/* Takes NULL. */
TL_API void tl_firing_destroy(tl_firing *firing);
TL_API tl_firing_summary tl_firing_figures(const tl_firing *firing);
/* Both within the summary's columns and rows. */
TL_API tl_firing_cell tl_firing_cell_at(const tl_firing *firing, size_t column, size_t row);
/* The height of the ground in the middle of a cell, mm; false where there is none. For pictures. */
TL_API bool tl_firing_height(const tl_firing *firing, size_t column, size_t row, double *height);
/* The best first; `index` below the summary's places. */
TL_API tl_firing_place tl_firing_place_at(const tl_firing *firing, size_t index);
/* An outline of a place's area: `ring` from 0, its corners, counter-clockwise round areas and clockwise round holes;
 * the firing's. 0 behind the last. */
TL_API size_t tl_firing_ring(const tl_firing *firing, size_t index, size_t ring, const tl_vec2 **corners);
/* Lays cells and listed places over the table: dark where the target isn't seen, lighter the more of the
 * other enemies the model is in cover from where it is; striped where that isn't settled, or whether the model gets
 * there; areas of listed places outlined, the places numbered. Draw the scene first. Error: TL_ERROR_ARGUMENT for a
 * sink that isn't one. */
TL_API tl_status tl_firing_draw(const tl_firing *firing, const tl_draw_sink *sink, tl_error *error);
/* The whole answer as one line of JSON, and in a few lines for players; owned by the firing. */
TL_API const char *tl_firing_json(const tl_firing *firing);
TL_API const char *tl_firing_text(const tl_firing *firing);
/* The same in shorter lines, for pictures that show where the places are. */
TL_API const char *tl_firing_caption(const tl_firing *firing);

#ifdef __cplusplus
}
#endif
#endif
