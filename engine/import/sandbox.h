/* sandbox.h: what an import child gives up before it opens a file of unknown origin. Internal to engine/import. */
#ifndef TL_IMPORT_SANDBOX_H
#define TL_IMPORT_SANDBOX_H

#include "import/import.h"

/* Limits on files, processes, CPU seconds and the bytes of memory and of what is written, then a fence round the file
 * system and the kernel. For good: there is no way back for this process. Returns the guards that stand; where the
 * kernel has no Landlock or seccomp, or refuses them, they are missing. Linux on x86-64 and ARM64 has the last one. */
unsigned tl_sandbox_enter(const char *path, uint64_t memory, uint64_t seconds);

#endif
