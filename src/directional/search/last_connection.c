#include "directional/search/last_connection.h"

#include "directional/search/speed_ladder.h"
#include "directional/search/speed_space.h"

/// The cost of a connection from a node to a goal; COST_LIMIT or more if it cannot be driven.
static cost last_cost(const directional_space *space, fw_node_id id, const connection *connection)
{
    if (space->task.query.speeds) {
        const uint32_t took = speed_space_last_cost(space, id, connection);
        return took == LADDER_IMPOSSIBLE ? COST_LIMIT : took;
    }
    return connection->cost + (connection->curve.count > 0 ? shift_cost(space, id, connection->gear) : 0);
}

/// The cheapest connection of a goal from a node; `last` if that is cheaper.
static const connection *cheapest(const directional_space *space, int32_t goal, fw_node_id id,
                                  const connection *last, cost *step)
{
    const lattice_pose pose = lattice_of(id);
    const goal_range *range = &space->ends.goal_ranges[goal];
    for (int32_t i = 0; i < range->count; i++) {
        const connection *connection = &space->ends.goal_connections[range->first + i];
        if (connection->pose.x != pose.x || connection->pose.y != pose.y ||
            connection->pose.heading != pose.heading)
            continue;
        const cost price = last_cost(space, id, connection);
        if (price < COST_LIMIT && (!last || price < *step)) {
            last = connection;
            *step = price;
        }
    }
    return last;
}

const connection *directional_last_connection(const directional_space *space, fw_node_id id, cost *step)
{
    static const connection none = { .gear = FW_FORWARD };
    const search_ends *ends = &space->ends;
    const goal_set *goals = &space->task.query.goals;
    const lattice_pose pose = lattice_of(id);
    if (goal_set_holds(goals, pose)) {
        *step = last_cost(space, id, &none);
        return *step < COST_LIMIT ? &none : NULL;
    }
    const connection *last = NULL;
    if (ends->loose_count == 0)
        return NULL;
    for (int32_t i = goal_set_next_near(goals, pose, CONNECTION_REACH, 0); i >= 0;
         i = goal_set_next_near(goals, pose, CONNECTION_REACH, i + 1))
        last = cheapest(space, i, id, last, step);
    return last;
}
