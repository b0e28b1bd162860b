// Makes every sync of a file take DELAY_MS longer, as a slow disk does: preloaded by slow-disk.ts.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

#ifndef DELAY_MS
#define DELAY_MS 10
#endif

static void delay(void) {
  struct timespec wanted = {0, DELAY_MS * 1000000L};
  nanosleep(&wanted, 0);
}

static int synced(const char *name, int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  delay();
  return real(file);
}

int fsync(int file) { return synced("fsync", file); }
int fdatasync(int file) { return synced("fdatasync", file); }
