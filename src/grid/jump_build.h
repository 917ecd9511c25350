#ifndef GRID_JUMP_BUILD_H
#define GRID_JUMP_BUILD_H

/// @file
/// One line of the tables, for those who build and those who patch them.

#include "grid/jump_tables.h"

/// All words of a row (of the layer) or of a column (of the layer of columns).
void jump_build_line(const layer *on, int32_t across, jump_line *out);

#endif
