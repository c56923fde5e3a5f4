/* probe_child.c: an import child that tries what a captured one would try. What it is asked is the name of the mesh
 * file: `probe` enters the sandbox and tries everything; its answer is an error whose message names what was possible,
 * and the guards. `refused` is a kernel without Landlock and seccomp: then the mesh is read. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "import/answer.h"
#include "import/import.h"
#include "import/sandbox.h"
#include "io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool can_open(const char *path, int flags) {
    int file = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0600);
    if (file >= 0) {
        close(file);
    }
    return file >= 0;
}

static bool can_fork(void) {
    pid_t pid = fork();
    if (pid == 0) {
        _exit(0);
    }
    return pid > 0;
}

static bool can_run_made_code(void) {
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED;
}

static bool can_execute(void) {
    char name[] = "/bin/true";
    char *const arguments[] = {name, NULL};
    char *const nothing[] = {NULL};
    struct stat info;
    if (stat(name, &info) != 0) {
        return false;
    }
    execve(name, arguments, nothing);
    return errno != EPERM && errno != EACCES;
}

static void probe(const char *path, unsigned guards) {
    char beside[1024];
    char secret[1024];
    tl_error error = {.status = TL_ERROR_FORMAT};
    snprintf(beside, sizeof(beside), "%.1000s.new", path);
    snprintf(secret, sizeof(secret), "%.*s../secret.mtl", (int)(tl_file_path_name(path) - path), path);
    const struct {
        const char *what;
        bool can;
    } tries[] = {
        {"nothing at all", !can_open(path, O_RDONLY)},
        {"read-outside", can_open(secret, O_RDONLY)},
        {"read-passwords", can_open("/etc/passwd", O_RDONLY)},
        {"write-mesh", can_open(path, O_WRONLY)},
        {"append-mesh", can_open(path, O_RDONLY | O_APPEND | O_RDWR)},
        {"create", can_open(beside, O_WRONLY | O_CREAT)},
        {"folder", mkdir(beside, 0700) == 0},
        {"remove", unlink(path) == 0},
        {"rename", rename(path, beside) == 0},
        {"link", symlink("/etc/passwd", beside) == 0},
        {"mode", chmod(path, 0777) == 0},
        {"fork", can_fork()},
        {"socket", socket(AF_INET, SOCK_STREAM, 0) >= 0},
        {"local-socket", socket(AF_UNIX, SOCK_STREAM, 0) >= 0},
        {"code", can_run_made_code()},
        {"signal", kill(getppid(), 0) == 0},
        {"trace", syscall(SYS_ptrace, 0, 0, 0, 0) == 0},
        {"limits", syscall(SYS_setpriority, 0, 0, 0) == 0},
        {"execute", can_execute()},
    };
    size_t used = (size_t)snprintf(error.message, sizeof(error.message), "%u:", guards);
    for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
        if (tries[i].can) {
            used += (size_t)snprintf(error.message + used, sizeof(error.message) - used, " %s", tries[i].what);
        }
    }
    (void)tl_import_answer_write(TL_IMPORT_ANSWER_FILE, NULL, &error);
}

/* As an old kernel, or a container that forbids it, answers. */
static bool refuse_fences(void) {
    const struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_landlock_create_ruleset, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof(steps) / sizeof(steps[0]), (struct sock_filter *)(uintptr_t)steps};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        return 2;
    }
    const char *name = tl_file_path_name(argv[2]);
    if (strncmp(name, "refused", 7) == 0) {
        return refuse_fences() ? tl_import_child_main(argc, argv) : 1;
    }
    if (strncmp(name, "probe", 5) == 0) {
        probe(argv[2], tl_sandbox_enter(argv[2], (uint64_t)1 << 30, 10));
        _exit(0);
    }
    return tl_import_child_main(argc, argv);
}
