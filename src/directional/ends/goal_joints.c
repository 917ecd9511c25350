#include "directional/ends/search_ends.h"

enum { MOST_BEYOND = 1 << 28 }; ///< most cost of a connection to a goal that bounds take into account

void search_ends_clear_goals(search_ends *ends)
{
    ends->joined_count = 0;
    ends->unjoined = ends->loose_count;
    for (int32_t i = 0; i < ends->task->ask.goals.count; i++)
        ends->joints[i] = (goal_joint){ .first = ends->goals[i].on_lattice ? 0 : -1 };
}

/// Connects a goal between lattice poses.
///
/// @return FW_OK or FW_NO_MEMORY
static fw_result join_goal(search_ends *ends, int32_t index)
{
    connections *found = ends->found;
    const connecting connecting = search_ends_to_goal(ends, index);
    search_ends_join(ends, &connecting, found);
    if (memory_reserve(ends->memory, &ends->joined, &ends->joined_capacity,
                       ends->joined_count + (size_t)found->count, sizeof *ends->joined) != FW_OK)
        return FW_NO_MEMORY;
    ends->joints[index] = (goal_joint){ (int32_t)ends->joined_count, found->count };
    ends->unjoined--;
    for (int32_t i = 0; i < found->count; i++)
        ends->joined[ends->joined_count++] = found->items[i];
    return FW_OK;
}

fw_result search_ends_join_goals(search_ends *ends)
{
    search_ends_clear_goals(ends);
    const int32_t count = ends->task->ask.goals.count;
    for (int32_t i = 0; i < count && count <= FEW_GOALS; i++)
        if (!ends->goals[i].on_lattice && join_goal(ends, i) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

fw_result search_ends_join_near(search_ends *ends, lattice_pose at, uint64_t *work)
{
    if (ends->unjoined == 0)
        return FW_OK;
    const goal_set *goals = &ends->task->ask.goals;
    for (int32_t i = goal_set_next_near(goals, at, CONNECTION_REACH, 0); i >= 0;
         i = goal_set_next_near(goals, at, CONNECTION_REACH, i + 1)) {
        if (ends->joints[i].first >= 0)
            continue;
        ++*work;
        return join_goal(ends, i) == FW_OK ? FW_PENDING : FW_NO_MEMORY;
    }
    return FW_OK;
}

void search_ends_list_goal(const search_ends *ends, connections *listed)
{
    const search_end *goal = ends->task->goal;
    listed->count = 0;
    if (!goal || !(ends->connected & GOAL_END))
        return;
    if (goal->on_lattice)
        search_ends_set_lattice(ends, goal->at, listed);
    for (int32_t i = 0; i < ends->joints[0].count; i++)
        listed->items[listed->count++] = ends->joined[i];
}

/// A connection of a goal as an origin of a bound.
static motion_origin origin_at(const search_ends *ends, const connection *joined)
{
    const uint64_t beyond = ends->task->ask.speeds ? 0 : joined->cost; // time is counted in other units
    return (motion_origin){ joined->at, beyond < MOST_BEYOND ? (uint32_t)beyond : MOST_BEYOND };
}

/// Adds the headings of a goal on the lattice to a list of origins, unless the goal lies outside the corridor.
///
/// @return the new number of origins
static int32_t add_lattice_origins(const directional_task *task, lattice_pose at, motion_origin *origins,
                                   int32_t count)
{
    if (!ground_admits(&task->ground, BASE_MOTIONS, at.x, at.y))
        return count;
    for (int32_t heading = 0; heading < task->ask.table->headings && count < MOST_SEEDS; heading++)
        if (at.heading < 0 || at.heading == heading)
            origins[count++] = (motion_origin){ { at.x, at.y, heading }, 0 };
    return count;
}

int32_t search_ends_origins(const search_ends *ends, motion_origin *origins)
{
    int32_t count = 0;
    for (int32_t i = 0; i < ends->task->ask.goals.count && count < MOST_SEEDS; i++) {
        const goal_joint *joint = &ends->joints[i];
        if (joint->first < 0)
            return -1;
        if (ends->goals[i].on_lattice)
            count = add_lattice_origins(ends->task, ends->goals[i].at, origins, count);
        for (int32_t k = 0; k < joint->count && count < MOST_SEEDS; k++)
            origins[count++] = origin_at(ends, &ends->joined[joint->first + k]);
    }
    return count < MOST_SEEDS ? count : -1;
}
