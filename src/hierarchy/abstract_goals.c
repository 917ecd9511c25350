#include "hierarchy/abstract_goals.h"

#include <math.h>

void abstract_goals_bound(abstract_space *space)
{
    const grid_goal *goal = &space->ask.goal;
    const double most = FW_MAX_SIDE;
    space->goal_left = space->goal_right = goal->x;
    space->goal_top = space->goal_bottom = goal->y;
    if (goal->kind == GRID_GOAL_RADIUS) {
        space->goal_left = (int32_t)fmax(0, ceil(goal->centre_x - goal->radius));
        space->goal_top = (int32_t)fmax(0, ceil(goal->centre_y - goal->radius));
        space->goal_right = (int32_t)fmin(most, floor(goal->centre_x + goal->radius));
        space->goal_bottom = (int32_t)fmin(most, floor(goal->centre_y + goal->radius));
    } else if (goal->kind == GRID_GOAL_SET) {
        space->goal_left = goal->min_x;
        space->goal_top = goal->min_y;
        space->goal_right = goal->max_x;
        space->goal_bottom = goal->max_y;
    }
}

bool abstract_goals_may_lie_in(const abstract_space *space, cluster_box box)
{
    return box.x <= space->goal_right && box.x + box.width > space->goal_left &&
           box.y <= space->goal_bottom && box.y + box.height > space->goal_top;
}

/// Adds a goal as a seed, if the unit may stand there.
///
/// @param closing_cost  of the way on from the anchor, in tiles
static void add_goal(const abstract_space *space, cluster_wave *over, int32_t x, int32_t y,
                     double closing_cost)
{
    if (layer_fits(space->rules.layer, x, y) &&
        (overlay_open(space->rules.overlay, space->rules.size, x, y) & 1))
        wave_add_seed(&over->wave, (wave_seed){ .distance = (uint64_t)(closing_cost * ABSTRACT_TILE),
                                                .tile = ground_tile(&over->ground, x, y),
                                                .move = NO_MOVE });
}

/// Adds the targets of a set in a box; of several on one anchor the first, which costs least.
static void add_targets(const abstract_space *space, cluster_wave *over, tile_box box)
{
    const grid_goal *goal = &space->ask.goal;
    const grid_target *end = goal->set + goal->count, *last = NULL;
    for (const grid_target *target = goal->set + grid_goal_first_from(goal, box.left, box.top);
         target < end && target->y <= box.bottom; target++) {
        if (!tile_box_holds(&box, target->x, target->y) ||
            (last && last->x == target->x && last->y == target->y))
            continue;
        add_goal(space, over, target->x, target->y, target->closing_cost);
        last = target;
    }
}

void abstract_goals_seed(const abstract_space *space, cluster_wave *over)
{
    const cluster_box *ground = &over->ground.box;
    const int32_t right = ground->x + ground->width - 1, bottom = ground->y + ground->height - 1;
    const tile_box box = { .left = ground->x > space->goal_left ? ground->x : space->goal_left,
                           .top = ground->y > space->goal_top ? ground->y : space->goal_top,
                           .right = right < space->goal_right ? right : space->goal_right,
                           .bottom = bottom < space->goal_bottom ? bottom : space->goal_bottom };
    if (space->ask.goal.kind == GRID_GOAL_SET) {
        add_targets(space, over, box);
        return;
    }
    for (int32_t y = box.top; y <= box.bottom; y++)
        for (int32_t x = box.left; x <= box.right; x++)
            if (grid_goal_holds(&space->ask.goal, x, y, NULL))
                add_goal(space, over, x, y, 0);
}
