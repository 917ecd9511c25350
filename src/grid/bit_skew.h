#pragma once

/// Shears a list of lines of words, so that what lay on a diagonal lies in one line.

#include <stdint.h>

/// Takes bit i of each line from the line i further on: in three passes, each for two of the six bits of i; in place,
/// because what lies further on is not changed yet.
///
/// @param words  [line * count][word of the line]
/// @param width  words of a line
void bit_skew(uint64_t *words, int32_t count, int32_t width);
