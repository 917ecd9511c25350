#ifndef SHAPE_ROADS_ROADSIDE_H
#define SHAPE_ROADS_ROADSIDE_H

/// @file
/// What is blocked beside roads for shaping a path: kerbs, so that it keeps to them, or cones, so that it keeps near.
/// Source: Pinter 2001, figure 16.

#include "fairway/overlay.h"
#include "shape/roads/roads.h"

/// Blocked tiles on top of a request's overlay. Kerbs are put up block by block, where a path comes.
typedef struct roadside {
    fw_overlay *blocked; ///< null before there was any
    fw_overlay *spared;  ///< blocked where no cones may stand; null before there were any
    uint64_t *kerbed;    ///< [block] one bit each: its kerbs stand
    size_t kerbed_room;
} roadside;

/// Begins with what a request's overlay says; null = nothing.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result roadside_begin(roadside *roadside, memory *memory, const smooth_ground *ground);

/// Puts up kerbs along a path: blocks all tiles that are not road, in blocks that it comes near to.
///
/// @param aside      as near as that, in tiles
/// @param[out] any   some kerbs did not stand yet
/// @return FW_OK or FW_NO_MEMORY
fw_result roadside_put_kerbs(const roadside *roadside, const road_rules *roads, const fw_path *path,
                             double aside, bool *any);

/// Sets up cones: blocks the tiles to both sides of the road that a path follows along the axes, but for the first and
/// the last `free` tiles of each straight stretch, where the unit turns. There are none where the road is narrower than
/// the unit's size, nor where the unit is on its path.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result roadside_put_cones(roadside *roadside, memory *memory, const road_rules *roads, const road_way *way,
                             int32_t size, int32_t free);

/// Gives back the memory.
void roadside_free(roadside *roadside, memory *memory);

#endif
