/* sandbox.c: limits, Landlock and seccomp for the import child. */
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* O_PATH, syscall */
#endif

#include "import/sandbox.h"
#include "import/look.h"
#include "io/file.h"

#include <stddef.h>
#include <string.h>
#include <sys/resource.h>

#ifdef __linux__
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

/* --- Limits ------------------------------------------------------------------------------------------------------- */

static void limit(unsigned resource, uint64_t soft, uint64_t hard) {
    struct rlimit limits = {(rlim_t)soft, (rlim_t)hard};
    (void)setrlimit(resource, &limits);
}

/* Sanitizers reserve terabytes of addresses: there the limit on memory would end every run. */
static bool can_limit_memory(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
    return false;
#else
    return true;
#endif
#else
    return true;
#endif
}

static void set_limits(uint64_t memory, uint64_t seconds) {
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_CPU, seconds, seconds + 1); /* at the soft limit SIGXCPU comes, which tells time from memory */
    limit(RLIMIT_FSIZE, memory, memory);     /* holds for the memory file too */
    limit(RLIMIT_NOFILE, 64, 64);
    limit(RLIMIT_NPROC, 0, 0);
    if (can_limit_memory()) {
        limit(RLIMIT_AS, memory, memory);
    }
}

#if defined(__linux__) && defined(SYS_landlock_create_ruleset)

/* --- Landlock: files ---------------------------------------------------------------------------------------------- */

/* The kernel's interface (Linux documentation, userspace-api/landlock), whose headers may be older than it. */
enum { CREATE_RULESET_VERSION = 1, RULE_PATH_BENEATH = 1 };
#define READ_FILE (UINT64_C(1) << 2)
#define READ_DIR  (UINT64_C(1) << 3)

typedef struct ruleset_attributes {
    uint64_t handled_files;
    uint64_t handled_network;
} ruleset_attributes;

typedef struct __attribute__((packed)) path_rule {
    uint64_t allowed;
    int32_t parent;
} path_rule;

/* Every right over files that a version of Landlock knows. */
static uint64_t rights_of(long version) {
    static const int bits[] = {0, 13, 14, 15, 15, 16};
    return (UINT64_C(1) << bits[version < 5 ? version : 5]) - 1;
}

static bool allow(int rules, const char *path, uint64_t rights) {
    path_rule rule = {rights, open(path, O_PATH | O_CLOEXEC)};
    bool allowed = rule.parent >= 0 && syscall(SYS_landlock_add_rule, rules, RULE_PATH_BENEATH, &rule, 0) == 0;
    if (rule.parent >= 0) {
        close(rule.parent);
    }
    return allowed;
}

/* Formats that never need another file than their own. */
static bool stands_alone(const char *path) {
    static const char *const kinds[] = {"stl", "obj", "ply", "off", "3mf", "fbx", "dae"};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (tl_import_is_kind(path, kinds[i])) {
            return true;
        }
    }
    return false;
}

static bool allow_reading(int rules, const char *path) {
    if (!allow(rules, path, READ_FILE)) {
        return false;
    }
    if (stands_alone(path)) {
        return true;
    }
    char folder[4096];
    size_t length = (size_t)(tl_file_path_name(path) - path);
    if (length + 2 > sizeof(folder)) {
        return false;
    }
    memcpy(folder, length > 0 ? path : "./", length > 0 ? length : 2);
    folder[length > 0 ? length : 2] = 0;
    return allow(rules, folder, READ_FILE | READ_DIR);
}

static bool fence_files(const char *path) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_RULESET_VERSION);
    if (version < 1) {
        return false;
    }
    ruleset_attributes attributes = {rights_of(version), 3}; /* from version 4 on: no TCP */
    size_t size = version >= 4 ? sizeof(attributes) : sizeof(attributes.handled_files);
    int rules = (int)syscall(SYS_landlock_create_ruleset, &attributes, size, 0);
    if (rules < 0) {
        return false;
    }
    bool fenced = allow_reading(rules, path) && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return fenced;
}

#else

static bool fence_files(const char *path) {
    (void)path;
    return false;
}

#endif

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

/* --- seccomp: calls ----------------------------------------------------------------------------------------------- */

#ifdef __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/* The low half of an argument: both machines are little-endian. */
#define ARGUMENT(n) ((uint32_t)(offsetof(struct seccomp_data, args) + 8 * (n)))

/* What reading a file into memory takes, and no more. */
static const uint32_t calls[] = {
    SYS_read,
    SYS_readv,
    SYS_pread64,
    SYS_write,
    SYS_writev,
    SYS_pwrite64,
    SYS_lseek,
    SYS_close,
    SYS_fstat,
    SYS_newfstatat,
    SYS_statx,
    SYS_faccessat,
    SYS_faccessat2,
    SYS_readlinkat,
    SYS_getdents64,
    SYS_getcwd,
    SYS_fcntl,
    SYS_ftruncate,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_sched_yield,
    SYS_sched_getaffinity,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_getpid,
    SYS_gettid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getgid,
    SYS_getegid,
    SYS_getrusage,
    SYS_prlimit64,
    SYS_clock_gettime,
    SYS_clock_getres,
    SYS_clock_nanosleep,
    SYS_nanosleep,
    SYS_gettimeofday,
    SYS_sysinfo,
    SYS_uname,
    SYS_getrandom,
    SYS_restart_syscall,
    SYS_exit,
    SYS_exit_group,
#ifdef __x86_64__
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
    SYS_getdents,
    SYS_time,
#endif
};

enum { CALLS = sizeof(calls) / sizeof(calls[0]), MOST_STEPS = 64 + 2 * CALLS };

typedef struct filter {
    struct sock_filter steps[MOST_STEPS];
    unsigned short count;
} filter;

static void step(filter *f, unsigned code, uint32_t k, unsigned yes, unsigned no) {
    f->steps[f->count++] = (struct sock_filter){(uint16_t)code, (uint8_t)yes, (uint8_t)no, k};
}

static void load(filter *f, uint32_t offset) {
    step(f, BPF_LD | BPF_W | BPF_ABS, offset, 0, 0);
}

static void give(filter *f, uint32_t answer) {
    step(f, BPF_RET | BPF_K, answer, 0, 0);
}

/* Refuses a call, with an errno, when any of `bits` is set in its argument; else allows it. */
static void refuse_bits(filter *f, uint32_t call, unsigned argument, uint32_t bits, uint32_t code) {
    step(f, BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4);
    load(f, ARGUMENT(argument));
    step(f, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    give(f, SECCOMP_RET_ERRNO | code);
    give(f, SECCOMP_RET_ALLOW);
}

/* Everything that isn't allowed fails as if permission were denied, so that a library that tries something new goes on
 * without it instead of dying. */
static bool fence_calls(void) {
    enum { DENIED = 1 /* EPERM */, NO_ACCESS = 13 /* EACCES */ };
    const uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
    filter f = {.count = 0};
    load(&f, (uint32_t)offsetof(struct seccomp_data, arch));
    step(&f, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    give(&f, SECCOMP_RET_KILL_PROCESS);
    load(&f, (uint32_t)offsetof(struct seccomp_data, nr));
    for (size_t i = 0; i < CALLS; i++) {
        step(&f, BPF_JMP | BPF_JEQ | BPF_K, calls[i], 0, 1);
        give(&f, SECCOMP_RET_ALLOW);
    }
    refuse_bits(&f, SYS_openat, 2, writing, NO_ACCESS);
#ifdef __x86_64__
    refuse_bits(&f, SYS_open, 1, writing, NO_ACCESS);
#endif
    refuse_bits(&f, SYS_mmap, 2, PROT_EXEC, DENIED);
    refuse_bits(&f, SYS_mprotect, 2, PROT_EXEC, DENIED);
    /* A process may abort itself, and signal nobody else. */
    step(&f, BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 3);
    load(&f, ARGUMENT(0));
    step(&f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 0, 1);
    give(&f, SECCOMP_RET_ALLOW);
    give(&f, SECCOMP_RET_ERRNO | DENIED);
    const struct sock_fprog program = {f.count, f.steps};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

static bool fence_calls(void) {
    return false;
}

#endif

unsigned tl_sandbox_enter(const char *path, uint64_t memory, uint64_t seconds) {
    unsigned guards = TL_GUARD_PROCESS;
    set_limits(memory, seconds);
#ifdef __linux__
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
        guards |= fence_files(path) ? TL_GUARD_FILES : 0;
        guards |= fence_calls() ? TL_GUARD_CALLS : 0;
    }
#endif
    return guards;
}
