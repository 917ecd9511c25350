#ifndef CHECK_LATTICE_H
#define CHECK_LATTICE_H

/// @file
/// Lines as grid steps, for units whose corner rule lets them cut corners: their full square is judged at every step,
/// and the corner rule at every diagonal one.

#include "check/ground.h"
#include "fairway/check.h"

typedef struct lattice_fault {
    fw_fault fault; ///< FW_FAULT_NONE, FW_FAULT_BLOCKED or FW_FAULT_CORNER
    double at;      ///< tiles along the line
    int64_t tile_x; ///< what is in the way
    int64_t tile_y; ///< what is in the way
} lattice_fault;

/// The first fault of a line that leads from anchor to anchor in one of the eight directions; none for other lines.
lattice_fault lattice_first_fault(const ground *under, const fw_segment *line, fw_pose ends);

#endif
