// LD_PRELOAD recorder of every write and sync of the database that SQLite makes through libc, in order.
// Build: cc -shared -fPIC -O2 -o shim.so shim.c -ldl. Environment: PL_LOG = trace file, PL_MATCH = part of the database's path,
// PL_DIR = its folder. The program under test calls mark(n) through bun:ffi at the moment it would tell a client "done",
// and wrote(...) before each write of its own to a file.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int trace = -2;
static const char *match;

static void init(void) {
  if (trace != -2) return;
  const char *path = getenv("PL_LOG");
  match = getenv("PL_MATCH");
  trace = (path && match) ? (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
}

// One record: kind u8, path length u16, offset u64, data length u32, path, data; all little-endian.
static void record(char kind, const char *path, uint64_t offset, const void *data, uint32_t length) {
  init();
  if (trace < 0) return;
  uint16_t path_length = path ? strlen(path) : 0;
  unsigned char head[15];
  head[0] = kind;
  memcpy(head + 1, &path_length, 2);
  memcpy(head + 3, &offset, 8);
  memcpy(head + 11, &length, 4);
  struct iovec parts[3] = {{head, 15}, {(void *)path, path_length}, {(void *)data, data ? length : 0}};
  pthread_mutex_lock(&lock);
  syscall(SYS_writev, trace, parts, 3);
  pthread_mutex_unlock(&lock);
}

static int path_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long length = syscall(SYS_readlink, link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return 1;
}

static int is_ours(const char *path) { return strstr(path, match) && !strstr(path, "-shm"); }

static int hit(int fd, char *path) {
  init();
  return trace >= 0 && path_of(fd, path) && is_ours(path);
}

void mark(int n) { record('A', "", (uint64_t)n, 0, 0); }

// A write of Bun's own, which makes its system calls without libc; the program says so just before it.
void wrote(const char *path, int64_t offset, const void *data, uint32_t length) { record('W', path, offset, data, length); }

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) {
  static ssize_t (*real)(int, const void *, size_t, off64_t);
  if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
  ssize_t done = real(fd, data, size, offset);
  char path[PATH_MAX];
  if (done > 0 && hit(fd, path)) record('W', path, offset, data, done);
  return done;
}

static int truncated(int fd, off64_t size, int done) {
  char path[PATH_MAX];
  if (!done && hit(fd, path)) record('T', path, size, 0, 0);
  return done;
}

int ftruncate64(int fd, off64_t size) {
  static int (*real)(int, off64_t);
  if (!real) real = dlsym(RTLD_NEXT, "ftruncate64");
  return truncated(fd, size, real(fd, size));
}

int ftruncate(int fd, off_t size) {
  static int (*real)(int, off_t);
  if (!real) real = dlsym(RTLD_NEXT, "ftruncate");
  return truncated(fd, size, real(fd, size));
}

static int synced(int fd, int done) {
  char path[PATH_MAX] = "";
  const char *folder = getenv("PL_DIR");
  if (!done && hit(fd, path)) record('S', path, 0, 0, 0);
  else if (!done && trace >= 0 && folder && !strcmp(folder, path)) record('D', path, 0, 0, 0);
  return done;
}

int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  return synced(fd, real(fd));
}

int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  return synced(fd, real(fd));
}

int unlink(const char *path) {
  static int (*real)(const char *);
  if (!real) real = dlsym(RTLD_NEXT, "unlink");
  int done = real(path);
  init();
  if (!done && trace >= 0 && is_ours(path)) record('U', path, 0, 0, 0);
  return done;
}
