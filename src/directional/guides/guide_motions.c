#include "directional/guides/directional_estimate.h"
#include "directional/guides/guide_field.h"

/// True if the field of motions can guide. It holds costs of motions, or lengths of motions if the search minimises
/// time, and it has only one goal.
static bool suits(const directional_space *space)
{
    const directional_query *query = &space->task.query;
    const bool knows_times = space->limits.weight == 1 && !search_ends_are_extended(&space->ends);
    return !query->is_greedy && space->task.goal && query->aims.count == 0 &&
           (!query->speeds || knows_times) && query->table->projection.controls.count > 0;
}

/// The origins of a field of distances to the start: its tile, or all free tiles near it if the start has extended
/// motions.
static fw_result note_start(directional_space *space, size_t *count)
{
    const motion_ground *ground = &space->task.ground;
    const lattice_pose start = space->task.query.start.tile;
    const tile_box near =
        ground->extended_ends & START_END ? ground_near(ground, START_END) : lattice_box(start);
    const size_t most = (size_t)(near.right - near.left + 1) * (size_t)(near.bottom - near.top + 1);
    if (guide_field_reserve(space, most) != FW_OK)
        return FW_NO_MEMORY;
    *count = 0;
    for (int32_t y = near.top; y <= near.bottom; y++)
        for (int32_t x = near.left; x <= near.right; x++)
            if ((x == start.x && y == start.y) || ground_is_free(ground, x, y))
                space->guide.origins[(*count)++] = (field_origin){ .x = x, .y = y };
    return FW_OK;
}

/// Begins the field of motions around the goal, and a field on the grid around the start, which gives its wave an
/// estimate of the distance to the start.
static fw_result begin(directional_space *space, uint64_t work)
{
    (void)work;
    guide *guide = &space->guide;
    size_t count;
    if (note_start(space, &count) != FW_OK ||
        guide_field_begin(space, count, space->task.query.goals.items[0].tile, true) != FW_OK)
        return FW_NO_MEMORY;
    guide_surround_goal(space);
    motion_field_reset(guide->motions, &space->task.ground, guide_charges(space), guide->perimeter,
                       &guide->field);
    return FW_OK;
}

static cost estimate(const directional_space *space, lattice_pose pose)
{
    bool is_exact;
    return least_of_motions(space, pose, &is_exact);
}

const guide_kind guide_motions = { .suits = suits,
                                   .begin = begin,
                                   .estimate = estimate,
                                   .uses_norm = true,
                                   .field = GUIDE_GROWS_LATE,
                                   .flood_after = FLOOD_AFTER };
