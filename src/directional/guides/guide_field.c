#include "directional/guides/guide_field.h"

#include <math.h>

#include "directional/ends/end_connections.h"

/// Largest radius of a perimeter, in tiles.
#define MOST_EXACT 16.0

/// The largest distance in tiles, along either axis, from the start of a motion to a tile that the motion touches.
static int32_t touch_reach(const motion_table *table)
{
    int32_t most = 0;
    for (int32_t set = 0; set < table->set_count; set++)
        for (int heading = 0; heading < table->headings; heading++) {
            const motion_set *motions = &table->sets[set];
            const control_set *both[] = { &motions->control_sets[heading], &motions->turned_sets[heading] };
            for (int i = 0; i < 8; i++) {
                const control_set *controls = both[i / 4];
                const int32_t sides[] = { -controls->left, -controls->top, controls->left + controls->width,
                                          controls->top + controls->height };
                most = sides[i % 4] > most ? sides[i % 4] : most;
            }
        }
    return most;
}

/// Confines the field to the corridor. A corridor binds the ends of motions, but a motion may touch tiles outside the
/// corridor on its way, so the field may grow that far beyond the corridor.
static void confine_field(directional_space *space)
{
    const fw_overlay *overlay = space->task.ground.overlay;
    if (!overlay || !overlay_has_corridor(overlay))
        return;
    const int32_t size = space->task.ground.size, shift = size / 2,
                  beyond = touch_reach(space->task.query.table);
    const tile_box corridor = overlay_corridor_box(overlay, size);
    grid_field_confine(&space->guide.field,
                       (tile_box){ corridor.left + shift - beyond, corridor.top + shift - beyond,
                                   corridor.right + shift + beyond, corridor.bottom + shift + beyond });
}

fw_result guide_field_reserve(directional_space *space, size_t count)
{
    return MEMORY_RESERVE(space->memory, space->guide.origins, space->guide.origin_capacity, count);
}

/// Begins the field from the first origins, whatever the field was before.
static fw_result begin_field(directional_space *space, size_t count, fine_tile toward, bool counts_terrain,
                             bool is_greedy)
{
    const directional_task *task = &space->task;
    grid_field *field = &space->guide.field;
    const field_costs costs = surcharge_field_costs(&task->charges);
    grid_field_set_costs(field, counts_terrain && task->charges.is_rough ? &costs : NULL);
    grid_field_set_greedy(field, is_greedy);
    const fw_result begun = grid_field_reset_from(field, task->query.unit->body, task->ground.overlay,
                                                  space->guide.origins, count, toward.x, toward.y);
    confine_field(space);
    return begun;
}

fw_result guide_field_begin(directional_space *space, size_t count, lattice_pose toward, bool is_greedy)
{
    const fine_tile tile = { toward.x, toward.y };
    return begin_field(space, count, tile, space->task.query.is_greedy, is_greedy);
}

fw_result guide_field_surround_goals(directional_space *space)
{
    const directional_query *query = &space->task.query;
    const size_t count = (size_t)query->goals.count;
    if (guide_field_reserve(space, count) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const lattice_pose pose = query->goals.items[i].tile;
        space->guide.origins[i] = (field_origin){ .x = pose.x, .y = pose.y };
    }
    return guide_field_begin(space, count, query->start.tile, query->is_greedy);
}

const surcharge *guide_charges(const directional_space *space)
{
    static const surcharge none = { 0 };
    return space->task.query.speeds ? &none : &space->task.charges;
}

void guide_surround_goal(directional_space *space)
{
    const fw_unit_def *unit = &space->task.query.unit->def;
    const double turn = unit->reverse ? 0 : fmin(FW_PI * unit->turn_radius, MOST_EXACT);
    const int32_t count = search_ends_origins(&space->ends, space->guide.from_goals);
    perimeter_reset(space->guide.perimeter, &space->task.ground, guide_charges(space),
                    space->guide.from_goals, count > 0 ? count : 0, (uint32_t)(turn * MOTION_SCALE));
}

/// Begins the fine search's field of distances to the goals.
static fw_result begin_field_to_goals(directional_space *space)
{
    const directional_query *query = &space->task.query;
    const size_t count = (size_t)query->goals.count;
    if (guide_field_reserve(space, count) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const fine_tile tile = fine_search_tile(space->fine, query->goals.items[i].pose);
        space->guide.origins[i] = (field_origin){ .x = tile.x, .y = tile.y };
    }
    return begin_field(space, count, fine_search_tile(space->fine, query->start.pose), true, true);
}

fw_result directional_begin_fine(directional_space *space)
{
    if (!space->fine && fine_search_create(space->memory, space->search.nodes.pool, &space->fine) != FW_OK)
        return FW_NO_MEMORY;
    const exact_query query = directional_task_exact(&space->task);
    const search_limits limits = limits_of_rest(space);
    space->phase = SPACE_FINE;
    const fw_result reset = fine_search_reset(space->fine, &query, &space->guide.field, &limits);
    return reset == FW_OK ? begin_field_to_goals(space) : reset;
}
