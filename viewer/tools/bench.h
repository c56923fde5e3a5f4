/* bench.h: what the workbench is made of; internal to its files. */
#ifndef TLV_BENCH_H
#define TLV_BENCH_H

#include "tools/parts.h"

/* Opens it for the selected model's asset: NULL, or the name of a text that says why not. */
const char *tlv_bench_open(tlv_app *app);
void tlv_bench_close(tlv_app *app); /* also without one */
/* The line's first point on the mesh. */
bool tlv_bench_hit(const tlv_app *app, tl_vec3 from, tl_vec3 along, tl_vec3 *point);
/* The asset as JSON names it. */
const char *tlv_bench_thing(const tlv_bench *bench, char thing[3 * TLV_NAME]);
const char *tlv_parts_word(const tlv_app *app, const char *id, const char *field);
/* Adds marks behind those that there are, as one edit; the first replaces how the core was told. */
bool tlv_bench_mark(tlv_app *app, const tlv_mark_cut *cuts, size_t count);

#endif
