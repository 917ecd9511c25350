#include "directional/search/directional_inside.h"

#include <math.h>

/// Largest radius of a perimeter, in tiles.
#define MOST_EXACT 16.0

/// The largest distance in tiles, along either axis, from the start of a motion to a tile that the motion touches.
static int32_t touch_reach(const motion_table *table)
{
    int32_t most = 0;
    for (int32_t set = 0; set < table->set_count; set++)
        for (int heading = 0; heading < table->headings; heading++) {
            const control_set *controls = &table->sets[set].control_sets[heading];
            const int32_t sides[] = { -controls->left, -controls->top, controls->left + controls->width,
                                      controls->top + controls->height };
            for (int side = 0; side < 4; side++)
                most = sides[side] > most ? sides[side] : most;
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
                  beyond = touch_reach(space->task.ask.table);
    const overlay_span corridor = overlay_corridor_span(overlay, size);
    grid_field_confine(&space->guide.field,
                       (overlay_span){ corridor.left + shift - beyond, corridor.top + shift - beyond,
                                       corridor.right + shift + beyond, corridor.bottom + shift + beyond });
}

/// Thins out the origins: drops each origin for which a kept origin stands, that is, over which the way is longer by no
/// more than the slack, walls between them ignored. A few origins guide as well as all, and the field grows faster from
/// few origins, because its straight lines are longer.
///
/// @return number of origins that are kept, which come first
static size_t thin_out(field_origin *origins, size_t count, uint32_t slack)
{
    size_t kept = 0;
    while (kept < count) {
        size_t least = kept, left = kept + 1;
        for (size_t i = kept + 1; i < count; i++)
            least = origins[i].distance < origins[least].distance ? i : least;
        const field_origin next = origins[least];
        origins[least] = origins[kept];
        origins[kept] = next;
        for (size_t i = kept + 1; i < count; i++) {
            const uint32_t between = grid_field_straight(origins[i].x - next.x, origins[i].y - next.y);
            if (next.distance + between > origins[i].distance + slack)
                origins[left++] = origins[i];
        }
        count = left;
        kept++;
    }
    return kept;
}

/// Makes tiles on the border of the perimeter the field's origins, each with the cost from there to the goal.
///
/// @param[out] count  number of origins; 0 if there is no border
static fw_result note_border(directional_space *space, size_t *count)
{
    const border_tile *border = perimeter_border(space->guide.perimeter, count);
    if (memory_reserve(space->memory, &space->guide.origins, &space->guide.origin_capacity, *count,
                       sizeof *space->guide.origins) != FW_OK)
        return FW_NO_MEMORY;
    const uint64_t per_cost = (UINT64_C(1) << 2 * FIELD_SHIFT) / space->guide.field_scale;
    for (size_t i = 0; i < *count; i++)
        space->guide.origins[i] =
            (field_origin){ .x = border[i].x,
                            .y = border[i].y,
                            .distance = (uint32_t)(border[i].cost * per_cost >> FIELD_SHIFT) };
    const double slack = FIELD_STRAIGHT * space->task.ask.unit->def.turn_radius;
    *count = thin_out(space->guide.origins, *count, (uint32_t)slack);
    return FW_OK;
}

/// The origins of a field of distances to the start: its tile, or all free tiles near it if the start has extended
/// motions.
static fw_result note_start(directional_space *space, size_t *count)
{
    const motion_ground *ground = &space->task.ground;
    const lattice_pose start = space->task.ask.start.at;
    const lattice_window near =
        ground->extended_ends & START_END ? ground_near(ground, START_END) : lattice_window_of(start);
    const size_t most = (size_t)(near.right - near.left + 1) * (size_t)(near.bottom - near.top + 1);
    if (memory_reserve(space->memory, &space->guide.origins, &space->guide.origin_capacity, most,
                       sizeof *space->guide.origins) != FW_OK)
        return FW_NO_MEMORY;
    *count = 0;
    for (int32_t y = near.top; y <= near.bottom; y++)
        for (int32_t x = near.left; x <= near.right; x++)
            if ((x == start.x && y == start.y) || ground_is_free(ground, x, y))
                space->guide.origins[(*count)++] = (field_origin){ .x = x, .y = y };
    return FW_OK;
}

/// The origins of a field of distances to the goals.
static fw_result note_goals(directional_space *space, size_t *count)
{
    const goal_set *goals = &space->task.ask.goals;
    if (memory_reserve(space->memory, &space->guide.origins, &space->guide.origin_capacity,
                       (size_t)goals->count, sizeof *space->guide.origins) != FW_OK)
        return FW_NO_MEMORY;
    *count = (size_t)goals->count;
    for (size_t i = 0; i < *count; i++)
        space->guide.origins[i] = (field_origin){ .x = goals->items[i].at.x, .y = goals->items[i].at.y };
    return FW_OK;
}

/// Begins the field on the grid. For GUIDE_MOTIONS it grows from the start, and gives the wave of the field of motions
/// its estimate of the distance to the start.
static fw_result begin_field(directional_space *space)
{
    const directional_query *ask = &space->task.ask;
    const fw_overlay *overlay = space->task.ground.overlay;
    grid_field *field = &space->guide.field;
    const lattice_pose start = ask->start.at, goal = ask->goals.items[0].at;
    const field_costs costs = surcharge_field_costs(&space->task.charges);
    grid_field_set_costs(field, ask->is_greedy && space->task.charges.is_rough ? &costs : NULL);
    grid_field_set_greedy(field, ask->is_greedy || space->guide.kind == GUIDE_MOTIONS);
    size_t count;
    if (space->guide.kind == GUIDE_MOTIONS) {
        if (note_start(space, &count) != FW_OK)
            return FW_NO_MEMORY;
        return grid_field_reset_from(field, ask->unit->body, overlay, space->guide.origins, count, goal.x,
                                     goal.y);
    }
    count = 0;
    if (space->guide.has_perimeter && note_border(space, &count) != FW_OK)
        return FW_NO_MEMORY;
    if (count == 0 && note_goals(space, &count) != FW_OK)
        return FW_NO_MEMORY;
    return grid_field_reset_from(field, ask->unit->body, overlay, space->guide.origins, count, start.x,
                                 start.y);
}

/// The surcharges of the query; none if the search minimises time.
static const surcharge *charges_of(const directional_space *space)
{
    static const surcharge none = { 0 };
    return space->task.ask.speeds ? &none : &space->task.charges;
}

/// Resets the perimeter. Its radius is the length of a half turn, which a unit may need for its last turns; within a
/// larger radius there would be too many poses.
static void surround_goal(directional_space *space)
{
    const fw_unit_def *unit = &space->task.ask.unit->def;
    const double turn = unit->reverse ? 0 : fmin(FW_PI * unit->turn_radius, MOST_EXACT);
    const int32_t count = search_ends_origins(&space->ends, space->guide.from_goals);
    perimeter_reset(space->guide.perimeter, &space->task.ground, charges_of(space), space->guide.from_goals,
                    count > 0 ? count : 0, (uint32_t)(turn * MOTION_SCALE));
}

/// Completes the perimeter. If no pose outside leads to the goal, the flood from the goal decides whether the start
/// lies inside.
///
/// @return FW_OK, FW_PENDING (more must be done), FW_NOT_FOUND (the goal is cut off) or FW_NO_MEMORY
static fw_result complete_perimeter(directional_space *space, uint64_t work)
{
    const uint64_t before = work;
    size_t border_count;
    if (!space->guide.has_perimeter)
        surround_goal(space);
    space->guide.has_perimeter = true;
    const fw_result complete = perimeter_complete(space->guide.perimeter, &work);
    space->search.count.work += before - work;
    perimeter_border(space->guide.perimeter, &border_count);
    if (complete != FW_OK || border_count > 0)
        return complete;
    return search_ends_flood_goals(&space->ends, PROBE_MOST, &space->search.count.work);
}

/// Begins the fine search's field of distances to the goals, whatever the field was before.
static fw_result begin_field_to_goals(directional_space *space)
{
    const directional_query *ask = &space->task.ask;
    const field_costs costs = surcharge_field_costs(&space->task.charges);
    grid_field *field = &space->guide.field;
    grid_field_set_costs(field, space->task.charges.is_rough ? &costs : NULL);
    grid_field_set_greedy(field, true);
    const fine_tile start = fine_search_tile(space->fine, ask->start.pose);
    const size_t count = (size_t)ask->goals.count;
    if (memory_reserve(space->memory, &space->guide.origins, &space->guide.origin_capacity, count,
                       sizeof *space->guide.origins) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const fine_tile tile = fine_search_tile(space->fine, ask->goals.items[i].pose);
        space->guide.origins[i] = (field_origin){ .x = tile.x, .y = tile.y };
    }
    const fw_result begun = grid_field_reset_from(field, ask->unit->body, space->task.ground.overlay,
                                                  space->guide.origins, count, start.x, start.y);
    confine_field(space);
    return begun;
}

fw_result directional_begin_fine(directional_space *space)
{
    const directional_query *ask = &space->task.ask;
    if (!space->fine && fine_search_create(space->memory, space->search.nodes.pool, &space->fine) != FW_OK)
        return FW_NO_MEMORY;
    const fine_query query = { .ground = &space->task.ground,
                               .body = &space->task.body,
                               .unit = &space->task.driver,
                               .charges = &space->task.charges,
                               .map = ask->map,
                               .overlay = ask->overlay,
                               .start = ask->start.pose,
                               .goals = ask->goals,
                               .field = &space->guide.field };
    search_limits limits = space->limits;
    if (limits.max_work)
        limits.max_work = limits.max_work > space->before.work ? limits.max_work - space->before.work : 1;
    space->is_fine = true;
    const fw_result reset = fine_search_reset(space->fine, &query, &limits);
    return reset == FW_OK ? begin_field_to_goals(space) : reset;
}

fw_result directional_guide_begin(directional_space *space, uint64_t work)
{
    guide *guide = &space->guide;
    if (guide->kind == GUIDE_PERIMETER) {
        const fw_result complete = complete_perimeter(space, work);
        if (complete != FW_OK)
            return complete;
    }
    if (begin_field(space) != FW_OK)
        return FW_NO_MEMORY;
    confine_field(space);
    if (guide->kind == GUIDE_MOTIONS) {
        surround_goal(space);
        motion_field_reset(guide->motions, &space->task.ground, charges_of(space), guide->perimeter,
                           &guide->field);
    }
    guide->is_ready = true;
    return FW_OK;
}
