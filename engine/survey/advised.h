/* advised.h: the frame that a report advises, where the one that a file was taken in is not the likely one. Internal to
 * engine/survey.
 *
 * All lengths of a report go with the frame as taken. Advice for a scene goes with the frame that is advised beside it,
 * so that whoever follows all of a report gets what each sentence promises. */
#ifndef TL_SURVEY_ADVISED_H
#define TL_SURVEY_ADVISED_H

#include "survey/report.h"

/* The scale at which figures of 28 to 32 mm are made of people, as it is written for scenes: 1 to 56, four digits. */
#define TL_ADVISED_SCALE 0.01786

typedef struct tl_advised {
    tl_unit unit;  /* to be said; unstated: none */
    tl_axis up;    /* to be said; unstated: none */
    bool scaled;   /* the scale of miniatures is to be said */
    double factor; /* a length as taken, times this, is one of the scene that says so */
} tl_advised;

tl_advised tl_report_advised(const tl_mesh_report *report);

/* The options of `import` that take the file so, each with a blank before it; empty where nothing is advised. */
enum { TL_ADVISED_OPTIONS = 64 };
void tl_advised_options(const tl_advised *advised, char options[TL_ADVISED_OPTIONS]);

#endif
