/* thread_lock.h: waiting for another thread without growing deaf to whoever wants to cancel. */
#ifndef TL_BASE_THREAD_LOCK_H
#define TL_BASE_THREAD_LOCK_H

#include "base/base.h"

#include <pthread.h>

/* Waits for the lock, and asks every other millisecond whether to go on; `what`: for progress. False: cancelled, and
 * the lock isn't held. */
bool tl_thread_lock(pthread_mutex_t *lock, tl_context *asking, const char *what);

#endif
