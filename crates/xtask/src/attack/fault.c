/* Loaded into a server by LD_PRELOAD: counts the changes to files below one directory, and lets some of them fail.
   FAULT_BELOW names the directory, FAULT_SWITCH a file with five numbers of 64 bits that both sides read and write while the server runs. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct faults {
    int64_t at;      /* The change that fails, from 1; 0 for none. */
    int64_t lasting; /* Whether every later one fails, too. */
    int64_t error;   /* The errno. */
    int64_t seen;    /* Changes so far. */
    int64_t failed;  /* Those that were made to fail. */
};

static struct faults *faults;
static char below[4096];

__attribute__((constructor)) static void begin(void) {
    const char *dir = getenv("FAULT_BELOW"), *file = getenv("FAULT_SWITCH");
    if (!dir || !file || strlen(dir) >= sizeof below)
        return;
    strcpy(below, dir);
    int fd = open(file, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return;
    void *shared = mmap(NULL, sizeof *faults, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (shared != MAP_FAILED)
        faults = shared;
}

static int is_below(const char *path) {
    size_t length = strlen(below);
    return length > 0 && strncmp(path, below, length) == 0 && path[length] == '/';
}

static int fails(void) {
    int64_t seen = __atomic_add_fetch(&faults->seen, 1, __ATOMIC_SEQ_CST);
    int64_t at = __atomic_load_n(&faults->at, __ATOMIC_SEQ_CST);
    if (at == 0 || seen < at || (seen > at && !faults->lasting))
        return 0;
    __atomic_add_fetch(&faults->failed, 1, __ATOMIC_SEQ_CST);
    errno = (int)faults->error;
    return 1;
}

static int file_fails(int fd) {
    char link[64], path[4096];
    if (!faults)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    int before = errno;
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = before;
    if (length < 0)
        return 0;
    path[length] = 0;
    return is_below(path) && fails();
}

/* A disk that reports an error may have written a part; one that is full has not. */
static size_t part(size_t count) { return faults->error == EIO ? count / 2 : 0; }

ssize_t write(int fd, const void *bytes, size_t count) {
    if (!file_fails(fd))
        return syscall(SYS_write, fd, bytes, count);
    int error = errno;
    syscall(SYS_write, fd, bytes, part(count));
    errno = error;
    return -1;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
    if (!file_fails(fd))
        return syscall(SYS_pwrite64, fd, bytes, count, offset);
    int error = errno;
    syscall(SYS_pwrite64, fd, bytes, part(count), offset);
    errno = error;
    return -1;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    return pwrite64(fd, bytes, count, offset);
}

int fsync(int fd) { return file_fails(fd) ? -1 : (int)syscall(SYS_fsync, fd); }

int fdatasync(int fd) { return file_fails(fd) ? -1 : (int)syscall(SYS_fdatasync, fd); }

int ftruncate64(int fd, off64_t length) {
    return file_fails(fd) ? -1 : (int)syscall(SYS_ftruncate, fd, length);
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int rename(const char *from, const char *to) {
    if (faults && is_below(to) && fails())
        return -1;
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
    if (faults && is_below(path) && fails())
        return -1;
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
