// LD_PRELOAD disk that fails: while the file FAULT_FILE exists, FAULT=sync makes fsync and fdatasync answer EIO, FAULT=write makes
// writes answer EIO, FAULT=full makes them answer ENOSPC; only on paths that contain FAULT_MATCH.
// Build: cc -shared -fPIC -O2 -o fault.so fault.c -ldl
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fails(const char *kind, int fd) {
  const char *file = getenv("FAULT_FILE"), *fault = getenv("FAULT"), *match = getenv("FAULT_MATCH");
  if (!file || !fault || !match || strcmp(fault, kind) || syscall(SYS_access, file, F_OK)) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long length = syscall(SYS_readlink, link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return strstr(path, match) != 0;
}

static int refuse(int error) {
  errno = error;
  return -1;
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  return fails("sync", fd) ? refuse(EIO) : real(fd);
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  return fails("sync", fd) ? refuse(EIO) : real(fd);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
  static ssize_t (*real)(int, const void *, size_t, off64_t);
  if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
  if (fails("write", fd)) return refuse(EIO);
  if (fails("full", fd)) return refuse(ENOSPC);
  return real(fd, data, size, offset);
}
