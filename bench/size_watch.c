/* size_watch.c: a program in a process of its own, and what it and the process that reads for it hold in RAM. */
#include "size.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t resident(pid_t pid) {
    char path[64];
    unsigned long all = 0, here = 0;
    snprintf(path, sizeof(path), "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%lu %lu", &all, &here) != 2) {
            here = 0;
        }
        fclose(file);
    }
    return (uint64_t)here * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The files in memory that a process has open: they are RAM, and nobody's own. */
static uint64_t memory_files(pid_t pid) {
    char path[64], target[64];
    uint64_t bytes = 0;
    snprintf(path, sizeof(path), "/proc/%d/fd", (int)pid);
    DIR *list = opendir(path);
    for (struct dirent *one; list != NULL && (one = readdir(list)) != NULL;) {
        struct stat info;
        ssize_t length = readlinkat(dirfd(list), one->d_name, target, sizeof(target) - 1);
        if (length > 0 && strncmp(target, "/memfd:trueline", 15) == 0 &&
            fstatat(dirfd(list), one->d_name, &info, 0) == 0) {
            bytes += (uint64_t)info.st_blocks * 512;
        }
    }
    if (list != NULL) {
        closedir(list);
    }
    return bytes;
}

static pid_t reader_of(pid_t pid) {
    char path[96];
    int child = 0;
    snprintf(path, sizeof(path), "/proc/%d/task/%d/children", (int)pid, (int)pid);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%d", &child) != 1) {
            child = 0;
        }
        fclose(file);
    }
    return child;
}

static uint64_t most(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static void look(pid_t pid, size_run *run) {
    pid_t reader = reader_of(pid);
    uint64_t own = resident(pid), handed = memory_files(pid), its = reader > 0 ? resident(reader) + handed : 0;
    run->own = most(run->own, own);
    run->reader = most(run->reader, its);
    run->both = most(run->both, own + (reader > 0 ? its : handed));
}

static void become(char *const arguments[], uint64_t addresses, int out) {
    struct rlimit limits = {(rlim_t)addresses, (rlim_t)addresses};
    setrlimit(RLIMIT_AS, &limits);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execv(arguments[0], arguments);
    _exit(127);
}

size_run size_watch(char *const arguments[], uint64_t addresses) {
    size_run run = {.status = -1};
    char name[] = "/tmp/trueline-size-XXXXXX";
    int out = mkstemp(name);
    double start = bench_now();
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        become(arguments, addresses, out);
    }
    int word = 0;
    struct rusage usage = {0};
    while (pid > 0 && wait4(pid, &word, WNOHANG, &usage) == 0) {
        look(pid, &run);
        const struct timespec pause = {0, 2000000};
        nanosleep(&pause, NULL);
    }
    run.seconds = bench_now() - start;
    run.computing = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                    1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    run.status = pid > 0 && WIFEXITED(word) ? WEXITSTATUS(word) : -1;
    ssize_t length = pread(out, run.said, sizeof(run.said) - 1, 0);
    run.said[length > 0 ? length : 0] = 0;
    run.said[strcspn(run.said, "\n")] = 0;
    close(out);
    unlink(name);
    return run;
}

void bench_empty_folder(const char *folder) {
    DIR *list = opendir(folder);
    for (struct dirent *one; list != NULL && (one = readdir(list)) != NULL;) {
        if (one->d_name[0] != '.') {
            unlinkat(dirfd(list), one->d_name, 0);
        }
    }
    if (list != NULL) {
        closedir(list);
    }
}
