#define _DEFAULT_SOURCE // getrlimit, setrlimit
#include "common/limited_memory.h"

#include <malloc.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "common/rounds.h"
#include "common/unit.h"

static struct rlimit before;

/// Bytes that count against RLIMIT_DATA: the sixth number of this file of Linux is in pages. 0 = unknown
static rlim_t bytes_in_use(void)
{
    unsigned long data = 0;
    FILE *pages = fopen("/proc/self/statm", "r");
    if (!pages)
        return 0;
    const int read = fscanf(pages, "%*u %*u %*u %*u %*u %lu", &data);
    fclose(pages);
    return read == 1 ? (rlim_t)data * (rlim_t)sysconf(_SC_PAGESIZE) : 0;
}

bool memory_can_be_limited(void)
{
    return !is_sanitized() && bytes_in_use() > 0;
}

void memory_limit(size_t bytes)
{
    if (!memory_can_be_limited())
        return;
    malloc_trim(0); // what was freed does not count
    assert_int_equal(getrlimit(RLIMIT_DATA, &before), 0);
    struct rlimit next = before;
    next.rlim_cur = bytes_in_use() + bytes;
    assert_int_equal(setrlimit(RLIMIT_DATA, &next), 0);
}

void memory_unlimit(void)
{
    if (memory_can_be_limited())
        assert_int_equal(setrlimit(RLIMIT_DATA, &before), 0);
}
