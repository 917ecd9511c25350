#include "directional/ends/end_connections.h"

#include "directional/ends/shuffle_rests.h"

enum { MOST_BEYOND = 1 << 28 }; ///< most cost of a connection to a goal that bounds take into account

connection_query search_ends_to_goal(const search_ends *ends, int32_t index)
{
    const directional_task *task = ends->task;
    return (connection_query){ .ground = sweep_ground_of(task->query.unit, task->ground.overlay),
                               .body = &task->body,
                               .unit = &task->driver,
                               .offset = task->query.table->offset,
                               .pose = ends->goals[index].pose,
                               .any_heading = task->query.goals.any_heading,
                               .is_goal = true,
                               .is_extended = ends->extended_connections & GOAL_END };
}

connection_query search_ends_from_start(const search_ends *ends)
{
    connection_query query = search_ends_to_goal(ends, 0);
    query.pose = ends->task->query.start.pose;
    query.is_goal = query.any_heading = false;
    query.is_extended = ends->extended_connections & START_END;
    return query;
}

/// Drops the connections outside the corridor.
static void keep_admitted(const search_ends *ends, connections *all)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < all->count; i++)
        if (ground_admits(&ends->task->ground, BASE_MOTIONS, all->items[i].pose.x, all->items[i].pose.y))
            all->items[kept++] = all->items[i];
    all->count = kept;
}

/// Finds the connections of an end between lattice poses, and their costs.
static void find_admitted(const search_ends *ends, const connection_query *query, connections *found)
{
    connections_find(query, found);
    if (query->unit->reverse && !query->is_goal)
        shuffle_rests_find(query, ends->task->query.table, found);
    keep_admitted(ends, found);
    for (int32_t i = 0; i < found->count; i++)
        found->items[i].cost = directional_task_price(ends->task, &found->items[i].curve);
}

/// Connects an end that is a lattice pose to itself, if the corridor admits it.
static void set_lattice(const search_ends *ends, lattice_pose pose, connections *found)
{
    connections_set_lattice(found, pose, ends->task->query.table->headings);
    keep_admitted(ends, found);
}

void search_ends_connect_start(const search_ends *ends, connections *found)
{
    const search_end *start = &ends->task->query.start;
    const connection_query query = search_ends_from_start(ends);
    if (start->on_lattice)
        set_lattice(ends, start->tile, found);
    else
        find_admitted(ends, &query, found);
}

void search_ends_clear_goals(search_ends *ends)
{
    ends->goal_connection_count = 0;
    ends->unconnected = ends->loose_count;
    for (int32_t i = 0; i < ends->task->query.goals.count; i++)
        ends->goal_ranges[i] = (goal_range){ .first = ends->goals[i].on_lattice ? 0 : -1 };
}

/// Connects a goal between lattice poses. FW_OK or FW_NO_MEMORY.
static fw_result connect_goal(search_ends *ends, int32_t index)
{
    connections *found = ends->found;
    const connection_query query = search_ends_to_goal(ends, index);
    find_admitted(ends, &query, found);
    if (MEMORY_RESERVE(ends->memory, ends->goal_connections, ends->goal_connection_capacity,
                       ends->goal_connection_count + (size_t)found->count) != FW_OK)
        return FW_NO_MEMORY;
    ends->goal_ranges[index] = (goal_range){ (int32_t)ends->goal_connection_count, found->count };
    ends->unconnected--;
    for (int32_t i = 0; i < found->count; i++)
        ends->goal_connections[ends->goal_connection_count++] = found->items[i];
    return FW_OK;
}

fw_result search_ends_connect_goals(search_ends *ends)
{
    search_ends_clear_goals(ends);
    const int32_t count = ends->task->query.goals.count;
    for (int32_t i = 0; i < count && count <= FEW_GOALS; i++)
        if (!ends->goals[i].on_lattice && connect_goal(ends, i) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

fw_result search_ends_connect_near(search_ends *ends, lattice_pose pose, uint64_t *work)
{
    if (ends->unconnected == 0)
        return FW_OK;
    const goal_set *goals = &ends->task->query.goals;
    for (int32_t i = goal_set_next_near(goals, pose, CONNECTION_REACH, 0); i >= 0;
         i = goal_set_next_near(goals, pose, CONNECTION_REACH, i + 1)) {
        if (ends->goal_ranges[i].first >= 0)
            continue;
        ++*work;
        return connect_goal(ends, i) == FW_OK ? FW_PENDING : FW_NO_MEMORY;
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
        set_lattice(ends, goal->tile, listed);
    for (int32_t i = 0; i < ends->goal_ranges[0].count; i++)
        listed->items[listed->count++] = ends->goal_connections[i];
}

/// The origin of a bound at a connection of a goal.
static motion_origin origin_at(const search_ends *ends, const connection *connection)
{
    const uint64_t beyond = ends->task->query.speeds ? 0 : connection->cost; // time is counted in other units
    return (motion_origin){ connection->pose, beyond < MOST_BEYOND ? (uint32_t)beyond : MOST_BEYOND };
}

/// Adds the headings of a goal on the lattice to a list of origins, unless the goal lies outside the corridor. Returns
/// the new number of origins.
static int32_t add_lattice_origins(const directional_task *task, lattice_pose pose, motion_origin *origins,
                                   int32_t count)
{
    if (!ground_admits(&task->ground, BASE_MOTIONS, pose.x, pose.y))
        return count;
    for (int32_t heading = 0; heading < task->query.table->headings && count < MOST_SEEDS; heading++)
        if (pose.heading < 0 || pose.heading == heading)
            origins[count++] = (motion_origin){ { pose.x, pose.y, heading }, 0 };
    return count;
}

int32_t search_ends_origins(const search_ends *ends, motion_origin *origins)
{
    int32_t count = 0;
    for (int32_t i = 0; i < ends->task->query.goals.count && count < MOST_SEEDS; i++) {
        const goal_range *range = &ends->goal_ranges[i];
        if (range->first < 0)
            return -1;
        if (ends->goals[i].on_lattice)
            count = add_lattice_origins(ends->task, ends->goals[i].tile, origins, count);
        for (int32_t k = 0; k < range->count && count < MOST_SEEDS; k++)
            origins[count++] = origin_at(ends, &ends->goal_connections[range->first + k]);
    }
    return count < MOST_SEEDS ? count : -1;
}
