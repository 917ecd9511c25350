#pragma once

/// Ways out of a place that is hardly wider than the body, in which the lattice has no node that leads on: beside a
/// wall, the unit can turn by a few degrees only, less than from one heading of the lattice to the next, and moves off
/// by drives to and fro, or in a spiral of turns and short drives ahead. A flood from an end over exact poses links the
/// end with the lattice around. It does not go on where the unit can turn all the way round.

#include "directional/fine/fine_cells.h"
#include "pivot/pivot_links.h"

/// A place that the flood has reached: where a drive of the unit ends, or, for a goal, where a drive begins.
typedef struct pivot_exit {
    fw_pose pose;    ///< with the heading of the drive
    uint32_t parent; ///< index of the exit nearer to the end; 0 for the end itself
    fw_gear gear;    ///< of the drive
    cost price;      ///< of the drives between the exit and the end
} pivot_exit;

typedef struct pivot_exits {
    memory *memory;
    double spacing;    ///< of the lattice, in tiles
    fine_cells cells;  ///< poses in the order in which they were reached
    pivot_exit *items; ///< [exit * cells.count] the first is the end itself
    size_t capacity;
    uint32_t next; ///< index of the exit that is expanded next
} pivot_exits;

/// Begins a flood from an end. FW_OK or FW_NO_MEMORY.
fw_result pivot_exits_begin(pivot_exits *exits, const pivot_lattice *lattice, const pivot_end *end);

/// Continues the flood, and adds links to those of the end.
///
/// @param[in,out] work  expansions that are allowed; reduced by what was done
/// @return FW_OK (the flood has ended, and the links are sorted), FW_PENDING, FW_TOO_MANY or FW_NO_MEMORY
fw_result pivot_exits_run(pivot_exits *exits, const pivot_ground *ground, const pivot_lattice *lattice,
                          const pivot_end *end, pivot_links *links, uint64_t *work);
