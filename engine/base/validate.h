/* validate.h: what must hold, checked in builds that validate (TRUELINE_VALIDATE, on in the debug preset).
 *
 * A precondition stands at the door of a function as TL_ASSERT. An invariant of a structure is a function that returns
 * NULL, or the sentence that doesn't hold (tl_bvh_broken, tl_joined_broken, ...), and stands as TL_CHECK_INVARIANT
 * where the structure has just been made or changed. What fails is a mistake of the program, never of its input: the
 * sentence, the condition and the place go to standard error, and the process ends by SIGABRT. In other builds none of
 * it is compiled: conditions aren't evaluated, and must have no effect. */
#ifndef TL_BASE_VALIDATE_H
#define TL_BASE_VALIDATE_H

#ifdef TL_VALIDATE

#include <stddef.h>

/* Tells and aborts. */
_Noreturn void tl_assert_failed(const char *must_hold, const char *condition, const char *file, int line);

#define TL_ASSERT(condition, must_hold)                                                                                \
    ((condition) ? (void)0 : tl_assert_failed(must_hold, #condition, __FILE__, __LINE__))

/* `check`: a call that returns NULL or what is broken. */
#define TL_CHECK_INVARIANT(check)                                                                                      \
    do {                                                                                                               \
        const char *tl_broken = (check);                                                                               \
        if (tl_broken != NULL) {                                                                                       \
            tl_assert_failed(tl_broken, #check, __FILE__, __LINE__);                                                   \
        }                                                                                                              \
    } while (0)

#else

#define TL_ASSERT(condition, must_hold) ((void)0)
#define TL_CHECK_INVARIANT(check)       ((void)0)

#endif

#endif
