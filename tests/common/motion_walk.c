#include "common/motion_walk.h"

#include <string.h>

static bool tile_is_free(const motion_ground *ground, int32_t x, int32_t y)
{
    return layer_fits_anywhere(ground->open, x, y) &&
           (!ground->overlay || !(overlay_blocked(ground->overlay, x, y) & 1));
}

bool walk_may_drive(const motion_ground *ground, const control_set *controls, int32_t index, int32_t x,
                    int32_t y)
{
    for (int32_t row = 0; row < controls->height; row++)
        for (int32_t column = 0; column < controls->width; column++) {
            const int bit = row % controls->rows_a_word * controls->width + column;
            const bool touched = control_mask(controls, index, row / controls->rows_a_word) >> bit & 1;
            if (touched && !tile_is_free(ground, x + controls->left + column, y + controls->top + row))
                return false;
        }
    return true;
}

/// Relaxes all motions of a set out of a pose.
///
/// @param[out] nearer  set for poses that became nearer
/// @return whether there are any
static bool relax(const motion_ground *ground, int32_t set, lattice_pose at, motion_walk *walk, bool *nearer)
{
    const control_set *controls = &ground->table->sets[set].control_sets[at.heading];
    bool changed = false;
    for (int32_t i = 0; i < controls->count; i++) {
        const motion *motion = &controls->motions[i];
        const lattice_pose to = { at.x + motion->dx, at.y + motion->dy, motion->end };
        const uint64_t cost = walk->cost[walk_index(at)] + motion->cost[FW_FORWARD];
        if (to.x < 0 || to.y < 0 || to.x >= ground->open->width || to.y >= ground->open->height ||
            cost >= walk->cost[walk_index(to)] || !ground_admits(ground, set, to.x, to.y) ||
            !walk_may_drive(ground, controls, i, at.x, at.y))
            continue;
        walk->cost[walk_index(to)] = cost;
        nearer[walk_index(to)] = changed = true;
    }
    return changed;
}

void walk_from(const motion_ground *ground, lattice_pose start, motion_walk *walk)
{
    memset(walk, 0xff, sizeof *walk);
    walk->cost[walk_index(start)] = 0;
    bool nearer[WALK_POSES] = { false };
    nearer[walk_index(start)] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t i = 0; i < ground->open->width * ground->open->height * MOST_HEADINGS; i++) {
            const int32_t tile = i / MOST_HEADINGS;
            const lattice_pose at = { tile % ground->open->width, tile / ground->open->width,
                                      i % MOST_HEADINGS };
            if (!nearer[walk_index(at)])
                continue;
            nearer[walk_index(at)] = false;
            for (int32_t set = 0; set < ground_sets(ground, at.x, at.y); set++)
                changed |= relax(ground, set, at, walk, nearer);
        }
    }
}

uint64_t walk_cost_to(const motion_walk *walk, lattice_pose goal)
{
    uint64_t least = UINT64_MAX;
    for (int heading = 0; heading < MOTION_HEADINGS; heading++) {
        const uint64_t cost = walk->cost[walk_index((lattice_pose){ goal.x, goal.y, heading })];
        if ((goal.heading < 0 || goal.heading == heading) && cost < least)
            least = cost;
    }
    return least;
}
