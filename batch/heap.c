#include "batch/heap.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void heap_trim(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
