/*
 * Stands before the clock of the computer: moves the time that a program is told by the seconds in the file named by
 * CLOCK_FILE, eight bytes that may change while it runs. The clocks that nobody can set stay as they are.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t* moved;

__attribute__((constructor)) static void open_clock(void)
{
    const char* path = getenv("CLOCK_FILE");
    const int file = path == NULL ? -1 : open(path, O_RDONLY);
    void* memory = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *moved, PROT_READ, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED) moved = memory;
}

int clock_gettime(clockid_t clock, struct timespec* now)
{
    const int result = (int)syscall(SYS_clock_gettime, clock, now);
    const int is_set_by_people = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (result == 0 && is_set_by_people && moved != NULL) now->tv_sec += *moved;
    return result;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone)
{
    struct timespec time;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &time);
    now->tv_sec = time.tv_sec;
    now->tv_usec = time.tv_nsec / 1000;
    return 0;
}

time_t time(time_t* result)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result != NULL) *result = now.tv_sec;
    return now.tv_sec;
}
