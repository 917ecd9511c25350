#include "directional/search/speed_space.h"

#include <string.h>

static bool are_same(const fw_speed_def *one, const fw_speed_def *other)
{
    bool same = one->top == other->top && one->acceleration == other->acceleration &&
                one->braking == other->braking && one->lateral == other->lateral &&
                one->start == other->start && one->end == other->end &&
                one->turn_radius == other->turn_radius && one->radius_per_speed == other->radius_per_speed;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        same = same && one->terrain_top[terrain] == other->terrain_top[terrain];
    return same;
}

static bool is_for(const speed_space *speeds, const directional_query *query)
{
    return speeds->table == query->table && speeds->unit == query->unit->id &&
           are_same(&speeds->def, query->speeds);
}

/// Reserves memory for the costs of all motions, and marks all of them as unknown.
static fw_result clear_costs(directional_space *space)
{
    speed_space *speeds = space->speeds;
    const motion_table *table = space->task.query.table;
    size_t curves = 0;
    for (int32_t set = 0; set < table->set_count; set++) {
        speeds->first_curve[set] = curves;
        curves += table->sets[set].curve_count;
    }
    const size_t count = curves * LADDER_LEVELS * LADDER_LEVELS;
    speeds->table = NULL;
    if (MEMORY_RESERVE(space->memory, speeds->costs, speeds->cost_capacity, count) != FW_OK)
        return FW_NO_MEMORY;
    memset(speeds->costs, 0, count * sizeof *speeds->costs);
    speeds->table = table;
    return FW_OK;
}

fw_result speed_space_reset(directional_space *space)
{
    const directional_query *query = &space->task.query;
    if (!space->speeds && !(space->speeds = memory_get_zeroed(space->memory, 1, sizeof *space->speeds)))
        return FW_NO_MEMORY;
    speed_space *speeds = space->speeds;
    if (is_for(speeds, query))
        return FW_OK;
    const uint32_t capability = query->unit->capability;
    speeds->is_even = true;
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        speeds->is_even =
            speeds->is_even && !(capability >> terrain & 1 && query->speeds->terrain_top[terrain] > 0);
    ladder_set(&speeds->ladder, query->speeds, query->unit->def.turn_radius, capability);
    speeds->def = *query->speeds;
    speeds->unit = query->unit->id;
    return clear_costs(space);
}

uint32_t speed_space_curve_cost(const directional_space *space, fw_node_id from, const fw_curve *curve,
                                double to, bool is_the_end)
{
    const speed_ladder *ladder = &space->speeds->ladder;
    if (curve->count > 0 && !may_go_on(from, curve->segments[0].gear))
        return LADDER_IMPOSSIBLE;
    ladder_limits limits;
    ladder_limits_along(ladder, slow_map(space), curve->segments, curve->count, &limits);
    return ladder_cost(ladder, &limits, ladder->square[speed_level_of(from)], to, is_the_end);
}

uint32_t speed_space_last_cost(const directional_space *space, fw_node_id id, const connection *connection)
{
    return speed_space_curve_cost(space, id, &connection->curve, speed_space_most_at_end(space), true);
}
