#include "directional/ends/end_floods.h"
#include "directional/guides/directional_estimate.h"
#include "directional/guides/guide_field.h"

/// True if a greedy search needs a perimeter: the goal has a heading and lies between lattice poses, so that no lookup
/// table has it, and the unit has no reverse gear, so that it cannot shuffle.
static bool suits(const directional_space *space)
{
    const directional_query *query = &space->task.query;
    return query->is_greedy && space->task.goal && !space->task.goal->on_lattice &&
           !query->goals.any_heading && !query->unit->def.reverse && query->aims.count == 0 && !query->speeds;
}

/// Removes most origins. An origin is removed if the way over a kept origin is longer by no more than the slack, walls
/// between them ignored. A few origins guide as well as all, and the field grows faster from few origins, because its
/// straight lines are longer. Returns the number of origins that are kept, which come first.
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
static fw_result note_border(directional_space *space, size_t *count)
{
    const border_tile *border = perimeter_border(space->guide.perimeter, count);
    if (guide_field_reserve(space, *count) != FW_OK)
        return FW_NO_MEMORY;
    const uint64_t per_cost = (UINT64_C(1) << 2 * FIELD_SHIFT) / space->guide.field_scale;
    for (size_t i = 0; i < *count; i++)
        space->guide.origins[i] =
            (field_origin){ .x = border[i].x,
                            .y = border[i].y,
                            .distance = (uint32_t)(border[i].cost * per_cost >> FIELD_SHIFT) };
    const double slack = FIELD_STRAIGHT * space->task.query.unit->def.turn_radius;
    *count = thin_out(space->guide.origins, *count, (uint32_t)slack);
    return FW_OK;
}

/// Completes the perimeter. If no pose outside leads to the goal, the flood from the goal decides whether the start
/// lies inside. FW_OK, FW_PENDING (more must be done), FW_NOT_FOUND (the goal is cut off) or FW_NO_MEMORY.
static fw_result complete_perimeter(directional_space *space, uint64_t work)
{
    const uint64_t before = work;
    size_t border_count;
    if (!space->guide.has_perimeter)
        guide_surround_goal(space);
    space->guide.has_perimeter = true;
    const fw_result complete = perimeter_complete(space->guide.perimeter, &work);
    space->search.count.work += before - work;
    perimeter_border(space->guide.perimeter, &border_count);
    if (complete != FW_OK || border_count > 0)
        return complete;
    return search_ends_flood_goals(&space->ends, FLOOD_MOST, &space->search.count.work);
}

/// Begins the field on the grid at the border of the perimeter; around the goals if there is no border.
static fw_result begin(directional_space *space, uint64_t work)
{
    size_t count;
    const fw_result complete = complete_perimeter(space, work);
    if (complete != FW_OK)
        return complete;
    if (note_border(space, &count) != FW_OK)
        return FW_NO_MEMORY;
    const directional_query *query = &space->task.query;
    return count > 0 ? guide_field_begin(space, count, query->start.tile, query->is_greedy)
                     : guide_field_surround_goals(space);
}

static cost estimate(const directional_space *space, lattice_pose pose)
{
    const uint32_t exact = perimeter_cost(space->guide.perimeter, pose);
    return exact != NOT_WITHIN ? exact : estimate_by_field(space, pose);
}

/// Expansions before the flood from the goal goes on: more than for other guides, because the perimeter knows the exits
/// of narrow dead ends, so that only wide ones remain.
enum { FLOOD_BEYOND = 512 };

const guide_kind guide_perimeter = { .suits = suits,
                                     .begin = begin,
                                     .estimate = estimate,
                                     .field = GUIDE_HAS_DISTANCES,
                                     .knows_last_turns = true,
                                     .flood_after = FLOOD_BEYOND };
