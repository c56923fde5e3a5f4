/* thread_lock.c: waiting for another thread without growing deaf to whoever wants to cancel. */
#include "base/thread_lock.h"

#include <time.h>

bool tl_thread_lock(pthread_mutex_t *lock, tl_context *asking, const char *what) {
    for (;;) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 2000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (pthread_mutex_timedlock(lock, &until) == 0) {
            return true;
        }
        if (!tl_go_on(asking, what)) {
            return false;
        }
    }
}
