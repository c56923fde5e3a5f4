/* text.h: text that comes from files, made fit to be shown. */
#ifndef TL_BASE_TEXT_H
#define TL_BASE_TEXT_H

/* Files and their names may hold anything: what steers terminals, ends lines, turns the direction of writing or is no
 * UTF-8 becomes question marks, in place, but for characters (of one byte) in `but`. */
void tl_tame_text(char *text, const char *but);

#endif
