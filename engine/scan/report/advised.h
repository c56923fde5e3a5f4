/* advised.h: the frame that a report advises, where the one that a file was taken in is not the likely one. Internal to
 * engine/scan.
 *
 * All lengths of a report go with the frame as taken. Advice for a scene goes with the frame that is advised beside it,
 * so that whoever follows all of a report gets what each sentence promises. */
#ifndef TL_SCAN_REPORT_ADVISED_H
#define TL_SCAN_REPORT_ADVISED_H

#include "scan/report/findings.h"

/* The scale at which figures of 28 to 32 mm are made of people, as it is written for scenes: 1 to 56, four digits. */
#define TL_SCAN_ADVISED_SCALE 0.01786

typedef struct tl_scan_advised {
    tl_mesh_unit unit; /* to be said; unstated: none */
    tl_axis up;        /* to be said; unstated: none */
    bool scaled;       /* the scale of miniatures is to be said */
    double factor;     /* a length as taken, times this, is one of the scene that says so */
} tl_scan_advised;

tl_scan_advised tl_scan_report_advised(const tl_scan_report *report);

/* The options of `import` that take the file so, each with a blank before it; empty where nothing is advised. */
enum { TL_SCAN_ADVISED_OPTIONS = 64 };
void tl_scan_advised_options(const tl_scan_advised *advised, char options[TL_SCAN_ADVISED_OPTIONS]);

/* How much of the mesh lies below its ground, where that is worth a word: pegs, foundations, or it is none. */
double tl_scan_reaches_below(const tl_scan_report *report);
/* Whether levelling is advised: there is a ground that isn't level, and up is not advised to be another axis. */
bool tl_scan_level_advised(const tl_scan_report *report);

#endif
