#pragma once

/// Counts the blocks of code that the library runs, if it was compiled with -fsanitize-coverage=trace-pc.

#include <stdint.h>

/// Blocks that the library has run in this thread; 0 if it does not count.
uint64_t blocks_run(void);
