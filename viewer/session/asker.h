/* asker.h: questions asked beside the drawing, so that no picture waits for an answer.
 *
 * Each request is about a clone of the shown scene as it is then (worker.h). The latest request of a kind wins: one
 * that waits is replaced.
 */
#ifndef TLV_ASKER_H
#define TLV_ASKER_H

#include "session/worker.h"

#include <trueline/compare.h>
#include <trueline/ruling.h>

typedef struct tlv_asker tlv_asker;

/* Requests of different kinds don't replace one another. */
typedef enum tlv_request_kind {
    TLV_REQUEST_RULING, /* the question on the table */
    TLV_REQUEST_TRIED,  /* the same with other settings */
    TLV_REQUEST_REPORT, /* to be written to a file; what runs is not given up */
    TLV_REQUEST_MARGIN, /* the question on the table once more, with how far it is from another answer; it gives way to
                           the next question */
    TLV_REQUEST_COMPARED, /* the question on the table under several rule systems */
    TLV_REQUEST_KINDS
} tlv_request_kind;

typedef struct tlv_request {
    tlv_request_kind kind;
    const tl_question *question; /* copied, without its time limit */
    const char *units;           /* "cm" or "inch" */
    const tl_scene *scene;       /* the one that is shown; cloned */
    bool hurry;                  /* give up a question that runs already, when it can be; else it is answered first */
    double preview_ms; /* more than 0: what is known after this time is answered as a preview, and the question goes on
                          unless another one waits */
    const char *file;  /* TLV_REQUEST_REPORT: where to write: .html a report, else a picture (PNG) */
    const char *date;  /* ... told in the report; or NULL */
    const char *systems; /* TLV_REQUEST_COMPARED: their names, a line each */
} tlv_request;

typedef struct tlv_answer {
    unsigned serial;
    tlv_request_kind kind;
    tl_status status;
    bool preview;              /* cut short: the whole answer may follow with the same serial number */
    tl_error error;            /* unless `status` is TL_OK */
    tl_ruling *ruling;         /* the taker's; NULL on failure */
    tl_comparison *comparison; /* ... of TLV_REQUEST_COMPARED */
    double seconds;            /* it took */
} tlv_answer;

/* Starts the thread. `path`: the file of the scenes that will be asked about, for reports. */
tl_status tlv_asker_create(const char *path, const tlv_worker_options *options, tlv_asker **asker, tl_error *error);
/* Gives up what runs, and waits for the thread's end. Rulings that were taken must be destroyed before. NULL-safe. */
void tlv_asker_destroy(tlv_asker *asker);
/* Copies the request, with a clone of its scene. Returns its serial number, from 1; 0 without memory. */
unsigned tlv_asker_ask(tlv_asker *asker, const tlv_request *request);
/* Forgets what waits, gives up what runs; but not reports. */
void tlv_asker_drop(tlv_asker *asker);
/* Whether there is an answer to take. */
bool tlv_asker_is_ready(tlv_asker *asker);
/* The latest answer of a kind that was not taken yet; false when there is none of any kind. Never waits for a question.
 */
bool tlv_asker_take(tlv_asker *asker, tlv_answer *answer);

#endif
