#include "plan/block_counter.h"

static _Thread_local uint64_t blocks;

/// The library calls it at the beginning of each of its blocks.
void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    blocks++;
}

uint64_t blocks_run(void)
{
    return blocks;
}
