#pragma once

/// Gives a path the transition curves that a unit needs whose wheels turn slowly; see fw_path_ease().

#include "curve/sweep_body.h"
#include "shape/eased/eased_graph.h"

typedef enum easing_phase {
    EASING_DRIVES, ///< the next one-gear drive is read
    EASING_SPANS,  ///< the next span of this drive is read
    EASING_SEARCH, ///< the best way along the span is searched
    EASING_DONE    ///< all drives are written; or the path stays as it is
} easing_phase;

/// Memory kept from path to path, and the progress of the present path.
///
/// A span is a part of a one-gear drive. Its ends are those of the drive, or lie in the middle of lines so long that no
/// curve can replace them.
typedef struct easing {
    memory *memory;
    easing_phase phase;
    fw_path *path; ///< null: nothing is written, because the path stays as it is
    drive_rules rules;
    easement easement;
    sweep_body body;    ///< the unit's, as it faces in forward gear
    segment_list drive; ///< the present one-gear drive, driven forward
    segment_list span;
    segment_list drawn; ///< the new drive
    eased_graph graph;
    fw_gear gear;      ///< of the present drive
    int32_t next;      ///< next segment of the path
    int32_t next_part; ///< next segment of the drive
    double within;     ///< tiles along it
    double added;      ///< to the cost
    int32_t eased;     ///< places that need no stop any more
    int32_t stops;     ///< places at which the unit must stand to turn its wheels
} easing;

/// Begins to ease a path in place. It stays as it is if it has violations or fixed angles, or if its unit needs no
/// transition curves.
///
/// @param path  on the map, see path_on_map(); must not change until the end
void easing_begin(easing *easing, const smooth_ground *ground, fw_path *path);

/// Continues the pass. FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the path is as before.
fw_result easing_step(easing *easing);
