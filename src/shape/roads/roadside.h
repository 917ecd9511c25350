#pragma once

/// Tiles blocked beside roads while a path is shaped: kerbs keep the path on the roads, cones keep it near them.
/// Source: Pinter 2001, figure 16.

#include "fairway/overlay.h"
#include "shape/roads/roads.h"
#include "shape/shaping_work.h"

/// Blocked tiles on top of a request's overlay. Kerbs are put up block by block, near the path.
typedef struct roadside {
    fw_overlay *blocked; ///< null before the first use
    fw_overlay *spared;  ///< marks the tiles where no cones may stand; null before the first cones
    uint64_t *kerbed;    ///< one bit for each block: the kerbs of this block are put up
    size_t kerbed_room;
} roadside;

/// Begins with a copy of the ground's overlay; null = empty. FW_OK or FW_NO_MEMORY.
fw_result roadside_begin(roadside *roadside, memory *memory, const smooth_ground *ground);

/// How far kerbs are put up along a path; all 0 = not yet.
typedef struct kerb_progress {
    int32_t stride; ///< the next point of the path
    int32_t block;  ///< the next block around this point
    int32_t cursor; ///< see fw_path_pose_following()
    bool are_new;   ///< some blocks had no kerbs before
} kerb_progress;

/// Puts up kerbs along a path: blocks all tiles that are not road in the blocks near the path. May pause after
/// each block.
///
/// @param reach  blocks within this distance of the path are near, in tiles
/// @param work   null = not counted
/// @return FW_OK, FW_PENDING (the work is used up) or FW_NO_MEMORY
fw_result roadside_put_kerbs(const roadside *roadside, const road_rules *roads, const fw_path *path,
                             double reach, shaping_work *work, kerb_progress *done);

/// Which places get cones.
typedef struct cone_rules {
    int32_t size;   ///< of the unit: narrower roads get no cones
    int32_t margin; ///< tiles without cones at both ends of straight stretches, where the unit turns
} cone_rules;

/// How far cones are put up along a way; all 0 = not yet.
typedef struct cone_progress {
    int32_t spared;      ///< number of places whose tiles are spared
    int32_t next, end;   ///< places [next, end) of the present stretch still get cones
    int32_t stretch_end; ///< the last place of this stretch
    bool is_along_y;
} cone_progress;

/// Begins to set up cones. FW_OK or FW_NO_MEMORY.
fw_result roadside_begin_cones(roadside *roadside, memory *memory, const map_version *map);

/// Sets up cones: blocks the tiles to both sides of the road that a path follows along the axes. There are no cones on
/// tiles that the unit covers on its path. May pause after each place.
///
/// @param work  null = not counted
/// @return FW_OK, FW_PENDING (the work is used up) or FW_NO_MEMORY
fw_result roadside_put_cones(const roadside *roadside, const road_rules *roads, const road_way *way,
                             const cone_rules *rules, shaping_work *work, cone_progress *done);

void roadside_free(roadside *roadside, memory *memory);
