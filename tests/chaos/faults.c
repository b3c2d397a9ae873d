/* Faults between a program and its system, for tests/chaos/run.py: put before the C library with
   LD_PRELOAD, so that Python, SQLite and everything else meets them as it would meet the real ones.

   CHAOS_ROOT   only files below this folder are touched
   CHAOS_AT     KIND:N:WHAT, at the N-th call (from 1) of a kind: write, sync, rename, open, any;
                WHAT is ENOSPC, EIO, EROFS, EACCES or EMFILE (from then on), the same with "once-"
                before it, "torn" (half of a write, then no space), "kill" (SIGKILL before the
                call), "killafter" (after it), "killtorn" (after half of a write), "term", "int" or
                "hup" (that signal before the call)
   CHAOS_CLOCK  SHIFT@AFTER,...: from AFTER seconds of the process on, the clock is wrong by SHIFT
   CHAOS_LOG    a line is appended for each fault that came

   Built with: cc -O1 -shared -fPIC -o faults.so faults.c -ldl */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind { WRITE, SYNC, RENAME, OPEN, ANY };
static const char *const KINDS[] = {"write", "sync", "rename", "open", "any"};
enum what { NOTHING, FAIL, TORN, KILL, KILL_AFTER, KILL_TORN, SIGNAL };

static const char *root;
static size_t root_length;
static enum kind at_kind;
static long at_number;
static enum what at_what = NOTHING;
static int at_errno, at_once, at_signal;
static atomic_long calls;
static atomic_int is_full; /* a fault that stays has come */
static int shifts;
static struct { long long shift; double after; } clocks[8];
static struct timespec began;

#define REAL(type, name, ...)                                        \
    static type (*real)(__VA_ARGS__);                                \
    if (real == NULL) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static void note(const char *text) {
    const char *name = getenv("CHAOS_LOG");
    if (name == NULL) return;
    int file = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (file < 0) return;
    char line[128];
    int length = snprintf(line, sizeof line, "%d %s\n", (int)getpid(), text);
    syscall(SYS_write, file, line, (size_t)length);
    syscall(SYS_close, file);
}

__attribute__((constructor)) static void begin(void) {
    root = getenv("CHAOS_ROOT");
    root_length = root == NULL ? 0 : strlen(root);
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &began);
    const char *at = getenv("CHAOS_AT");
    char kind[16], what[32];
    if (root != NULL && at != NULL && sscanf(at, "%15[^:]:%ld:%31s", kind, &at_number, what) == 3) {
        for (int i = 0; i < 5; i++)
            if (strcmp(kind, KINDS[i]) == 0) at_kind = (enum kind)i;
        const char *name = what;
        if (strncmp(name, "once-", 5) == 0) at_once = 1, name += 5;
        at_errno = ENOSPC;
        at_what = FAIL;
        if (strcmp(name, "EIO") == 0) at_errno = EIO;
        else if (strcmp(name, "EROFS") == 0) at_errno = EROFS;
        else if (strcmp(name, "EACCES") == 0) at_errno = EACCES;
        else if (strcmp(name, "EMFILE") == 0) at_errno = EMFILE;
        else if (strcmp(name, "torn") == 0) at_what = TORN;
        else if (strcmp(name, "kill") == 0) at_what = KILL;
        else if (strcmp(name, "killafter") == 0) at_what = KILL_AFTER;
        else if (strcmp(name, "killtorn") == 0) at_what = KILL_TORN;
        else if (strcmp(name, "term") == 0) at_what = SIGNAL, at_signal = SIGTERM;
        else if (strcmp(name, "int") == 0) at_what = SIGNAL, at_signal = SIGINT;
        else if (strcmp(name, "hup") == 0) at_what = SIGNAL, at_signal = SIGHUP;
    }
    const char *clock = getenv("CHAOS_CLOCK");
    while (clock != NULL && shifts < 8 &&
           sscanf(clock, "%lld@%lf", &clocks[shifts].shift, &clocks[shifts].after) == 2) {
        shifts++;
        clock = strchr(clock, ',');
        if (clock != NULL) clock++;
    }
}

static int is_ours_path(const char *path) {
    /* The laboratory's commands stand in its folder: what is not absolute is below it. */
    return root_length && path != NULL && (path[0] != '/' || strncmp(path, root, root_length) == 0);
}

static int is_ours(int file) {
    if (!root_length || at_what == NOTHING) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    long length = syscall(SYS_readlink, link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return path[0] == '/' && strncmp(path, root, root_length) == 0;
}

static void die(void) {
    note("killed");
    syscall(SYS_kill, getpid(), SIGKILL);
    pause();
}

/* What is to become of this call of a kind. */
static enum what judge(enum kind kind, int is_ours_here) {
    if (at_what == NOTHING || !is_ours_here) return NOTHING;
    if (at_kind != ANY && at_kind != kind) return NOTHING;
    if (atomic_load(&is_full)) return at_what == TORN ? FAIL : at_what;
    if (atomic_fetch_add(&calls, 1) + 1 != at_number) return NOTHING;
    if ((at_what == TORN || at_what == KILL_TORN) && kind != WRITE)
        return at_what == TORN ? (atomic_store(&is_full, 1), note("failed"), FAIL) : (die(), FAIL);
    if (at_what == KILL) die();
    if (at_what == SIGNAL) {
        note(at_signal == SIGTERM ? "term" : at_signal == SIGINT ? "int" : "hup");
        syscall(SYS_kill, getpid(), at_signal);
        return NOTHING;
    }
    if ((at_what == FAIL && !at_once) || at_what == TORN) atomic_store(&is_full, 1);
    if (at_what == FAIL || at_what == TORN) note("failed");
    return at_what;
}

#define GUARD(kind, ours, call)                               \
    enum what what = judge(kind, ours);                       \
    if (what == FAIL) { errno = at_errno; return -1; }        \
    long result = (call);                                     \
    if (what == KILL_AFTER || what == KILL_TORN) die();       \
    return result

ssize_t write(int file, const void *data, size_t size) {
    REAL(ssize_t, "write", int, const void *, size_t);
    enum what seen = judge(WRITE, is_ours(file));
    if (seen == FAIL) { errno = at_errno; return -1; }
    if ((seen == TORN || seen == KILL_TORN) && size > 1) size /= 2;
    ssize_t result = real(file, data, size);
    if (seen == KILL_AFTER || seen == KILL_TORN) die();
    return result;
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    enum what seen = judge(WRITE, is_ours(file));
    if (seen == FAIL) { errno = at_errno; return -1; }
    if ((seen == TORN || seen == KILL_TORN) && size > 1) size /= 2;
    ssize_t result = real(file, data, size, at);
    if (seen == KILL_AFTER || seen == KILL_TORN) die();
    return result;
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
    return pwrite64(file, data, size, at);
}

int fsync(int file) {
    REAL(int, "fsync", int);
    GUARD(SYNC, is_ours(file), real(file));
}

int fdatasync(int file) {
    REAL(int, "fdatasync", int);
    GUARD(SYNC, is_ours(file), real(file));
}

int rename(const char *from, const char *to) {
    REAL(int, "rename", const char *, const char *);
    GUARD(RENAME, is_ours_path(to), real(from, to));
}

int renameat(int a, const char *from, int b, const char *to) {
    REAL(int, "renameat", int, const char *, int, const char *);
    GUARD(RENAME, is_ours_path(to), real(a, from, b, to));
}

int link(const char *from, const char *to) {
    REAL(int, "link", const char *, const char *);
    GUARD(RENAME, is_ours_path(to), real(from, to));
}

int linkat(int a, const char *from, int b, const char *to, int flags) {
    REAL(int, "linkat", int, const char *, int, const char *, int);
    GUARD(RENAME, is_ours_path(to), real(a, from, b, to, flags));
}

/* Only what is opened to be written counts: reading goes on when a disk is full. */
#define OPENS(flags) (((flags) & O_ACCMODE) != O_RDONLY)
#define MODE                                  \
    va_list rest;                             \
    va_start(rest, flags);                    \
    mode_t mode = (flags) & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest)

int open64(const char *path, int flags, ...) {
    MODE;
    REAL(int, "open64", const char *, int, ...);
    GUARD(OPEN, OPENS(flags) && is_ours_path(path), real(path, flags, mode));
}

int open(const char *path, int flags, ...) {
    MODE;
    REAL(int, "open", const char *, int, ...);
    GUARD(OPEN, OPENS(flags) && is_ours_path(path), real(path, flags, mode));
}

static long long shift(void) {
    if (!shifts) return 0;
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    double lasted = (double)(now.tv_sec - began.tv_sec) + (double)(now.tv_nsec - began.tv_nsec) / 1e9;
    long long found = 0;
    for (int i = 0; i < shifts; i++)
        if (lasted >= clocks[i].after) found = clocks[i].shift;
    return found;
}

int clock_gettime(clockid_t which, struct timespec *at) {
    REAL(int, "clock_gettime", clockid_t, struct timespec *);
    int result = real(which, at);
    if (result == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE))
        at->tv_sec += shift();
    return result;
}

int gettimeofday(struct timeval *at, void *zone) {
    REAL(int, "gettimeofday", struct timeval *, void *);
    int result = real(at, zone);
    if (result == 0) at->tv_sec += shift();
    return result;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at != NULL) *at = now.tv_sec;
    return now.tv_sec;
}
