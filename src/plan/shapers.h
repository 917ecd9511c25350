#pragma once

/// The passes that shape the path of a search, with their memory and their work.

#include "base/keeper.h"
#include "shape/eased/easing.h"
#include "shape/fixed_angles.h"
#include "shape/roads/road_pass.h"
#include "shape/smooth.h"
#include "shape/turns/turns.h"

typedef struct shapers {
    keeper keeper;     ///< of the memory of all passes
    shaping_work work; ///< for the present path
    smoother smoothing;
    turn_pass turns;
    road_shaper roads;
    easing easing;
    angle_pass angles;
    path_stretches on_roads; ///< stretches that smoothing leaves as the search found them
    road_reading reading;    ///< progress of the search for these stretches
    bool is_smoothing;       ///< all stretches are known, and smoothing has begun
    fw_path *rough;       ///< the draft before it was smoothed for less time; null before the first smoothing
    double rough_seconds; ///< duration of `rough`
} shapers;

/// @param known  may be shared by all shapers of one thread
static inline void shapers_init(shapers *all, memory *memory, known_runs *known)
{
    *all = (shapers){ .smoothing.known = known };
    keeper_init(&all->keeper, memory);
    all->smoothing.memory = all->turns.memory = all->roads.memory = all->easing.memory = all->angles.memory =
        &all->keeper.memory;
}

static inline void shapers_free(shapers *all)
{
    fw_path_destroy(all->rough);
    keeper_release(&all->keeper);
    shapers_init(all, all->keeper.source, all->smoothing.known);
}
