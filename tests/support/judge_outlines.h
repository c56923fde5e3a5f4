/* judge_outlines.h: scenes and outlines from files. */
#ifndef TL_TESTS_JUDGE_OUTLINES_H
#define TL_TESTS_JUDGE_OUTLINES_H

#include "support/judge_facts.h"

/* A scene file of a table and no more: its settings, then further fields. */
static const char scene[] = "{'trueline':1,'name':'Made','ruleset':'dust-battlefield','settings':{\n%s},"
                            "'table':{'width':2000,'depth':2000}%s}";

#endif
