/* trueline.h: the whole library: measurements and rulings on the real meshes of a wargames table.
 *
 * A first program, compiled and run by the test suite, is docs/examples/first_ruling.c; the words are explained in
 * docs/terminology.md, the fields of answers in docs/answers.md.
 *
 * What holds everywhere:
 * - Lengths are millimetres, angles degrees, counter-clockwise seen from above, 0 along +X; right-handed, Z up.
 * - Texts are UTF-8 and end with a zero byte. A text that a function returns belongs to the object it came from and
 *   lives as long, unless its comment says that the caller frees it.
 * - A function that can fail returns a tl_status, takes the address of a tl_error last (or NULL), and leaves its
 *   outputs as they were when it fails, unless its comment says otherwise. Objects are made by ..._create, ..._load or
 *   ..._ask and given back with ..._destroy, which takes NULL.
 * - A struct that callers fill in (options, questions, places, where drawing goes) begins with `struct_size`, its
 *   sizeof: TYPE_INIT sets it (`tl_question question = TL_QUESTION_INIT;`), or whoever fills in the rest
 *   (`{.struct_size = sizeof(tl_question), .query = "los"}`). Later versions add fields at its end, and zero means
 *   there what was before there was the field: programs built with older headers go on as they were. A program built
 *   with newer headers is served, too, as long as it fills in nothing that the library doesn't know. Anything else,
 *   such as a size of 0, is TL_ERROR_ARGUMENT, with the remedy.
 * - Structs that the library fills in, or hands to a callback, have no size, nor have values that stand in lists
 *   (points, boxes, poses, colours). They don't change within one major version of the library: what more there is to
 *   tell comes with functions of its own.
 * - Pointers must not be NULL where a comment doesn't say that they may be.
 * - Nothing is global and nothing is printed. Different objects may be used in different threads at once; which
 *   functions may share one object is said at the object. */
#ifndef TRUELINE_TRUELINE_H
#define TRUELINE_TRUELINE_H

#include <trueline/base.h>
#include <trueline/board.h>
#include <trueline/compare.h>
#include <trueline/draw.h>
#include <trueline/explain.h>
#include <trueline/import.h>
#include <trueline/math.h>
#include <trueline/rules.h>
#include <trueline/ruling.h>
#include <trueline/scene.h>
#include <trueline/tape.h>
#include <trueline/words.h>

#endif
