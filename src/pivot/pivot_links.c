#include "pivot/pivot_links.h"

#include <math.h>
#include <stdlib.h>

#include "base/trig.h"
#include "map/unit_def.h"

enum { LINK_REACH = 6 }; ///< links lead to places up to so many places away, along both axes

bool pivot_end_turns(const pivot_ground *ground, const pivot_end *end, double heading)
{
    const fw_pose pose = end->pose;
    if (end->any_heading || fabs(trig_wrap(heading - pose.heading)) <= end->tolerance)
        return true;
    const double before = end->is_goal ? heading : pose.heading,
                 after = end->is_goal ? pose.heading : heading;
    return pivot_turn_between(ground, (fw_pose){ pose.x, pose.y, before }, after) != PIVOT_NO_TURN;
}

cost pivot_price(const pivot_ground *ground, const fw_segment *line)
{
    const double tiles = pivot_line_cost(ground, line) * COST_ONE / ground->unit->cheapest;
    return (cost)fmin(ceil(tiles * PIVOT_SCALE), (double)(COST_LIMIT / 4));
}

cost pivot_shift_price(const pivot_ground *ground)
{
    const map_unit *unit = ground->unit;
    return (cost)(unit->def.gear_change_cost * COST_ONE / unit->cheapest * PIVOT_SCALE);
}

static fw_result add(pivot_links *links, memory *memory, pivot_link link)
{
    if (MEMORY_RESERVE(memory, links->items, links->capacity, links->count + 1) != FW_OK)
        return FW_NO_MEMORY;
    links->items[links->count++] = link;
    return FW_OK;
}

/// Adds the links with a place that the unit reaches, or leaves, with a heading: with the place alone if the unit may
/// turn all the way round there, else with the two headings of the lattice next to this one.
static fw_result add_headings(pivot_links *links, memory *memory, const pivot_ground *ground,
                              const pivot_lattice *lattice, pivot_place place, double heading,
                              pivot_link link)
{
    fw_pose at = pivot_pose_at(lattice, place);
    at.heading = heading;
    if (pivot_spins(ground, at.x, at.y)) {
        link.cell = pivot_cell(place, PIVOT_ANY);
        return add(links, memory, link);
    }
    const int32_t below = pivot_heading_below(lattice, heading);
    fw_result added = FW_OK;
    for (int32_t i = 0; i < 2 && added == FW_OK; i++) {
        const int32_t index = pivot_heading_beside(below, i);
        link.cell = pivot_cell(place, index);
        if (pivot_turns(ground, at, lattice->headings[index].angle))
            added = add(links, memory, link);
    }
    return added;
}

/// Adds the links with a place in one gear.
static fw_result add_place(pivot_links *links, memory *memory, const pivot_ground *ground,
                           const pivot_lattice *lattice, const pivot_end *end, pivot_place place,
                           fw_gear gear, pivot_link base)
{
    const fw_pose at = pivot_pose_at(lattice, place);
    const fw_segment line = end->is_goal ? pivot_line(at, end->pose, gear) : pivot_line(end->pose, at, gear);
    if (!pivot_end_turns(ground, end, line.start.heading) || !pivot_drives(ground, &line))
        return FW_OK;
    const bool shifts = base.exit > 0 && base.gear != gear;
    base.price += pivot_price(ground, &line) + (shifts ? pivot_shift_price(ground) : 0);
    base.gear = gear;
    return add_headings(links, memory, ground, lattice, place, line.start.heading, base);
}

/// Adds the links with the place where the end lies: the unit only turns.
static fw_result add_own_place(pivot_links *links, memory *memory, const pivot_ground *ground,
                               const pivot_lattice *lattice, const pivot_end *end, pivot_place place,
                               pivot_link base)
{
    const fw_pose pose = end->pose;
    if (!end->any_heading)
        return add_headings(links, memory, ground, lattice, place, pose.heading, base);
    fw_result added = FW_OK;
    for (int32_t i = 0; i < PIVOT_HEADINGS && added == FW_OK; i++) {
        const double angle = lattice->headings[i].angle;
        if (pivot_turns(ground, (fw_pose){ pose.x, pose.y, angle }, angle))
            added = add_headings(links, memory, ground, lattice, place, angle, base);
    }
    return added;
}

static int compare_links(const void *left, const void *right)
{
    const pivot_link *a = left, *b = right;
    if (a->cell != b->cell)
        return a->cell < b->cell ? -1 : 1;
    if (a->price != b->price)
        return a->price < b->price ? -1 : 1;
    if (a->gear != b->gear)
        return a->gear < b->gear ? -1 : 1;
    return (a->exit > b->exit) - (a->exit < b->exit);
}

void pivot_links_sort(pivot_links *links)
{
    size_t kept = 0;
    if (links->count > 0)
        qsort(links->items, links->count, sizeof *links->items, compare_links);
    for (size_t i = 0; i < links->count; i++)
        if (kept == 0 || links->items[i].cell != links->items[kept - 1].cell)
            links->items[kept++] = links->items[i];
    links->sorted = links->count = kept;
}

fw_result pivot_links_add(pivot_links *links, memory *memory, const pivot_ground *ground,
                          const pivot_lattice *lattice, const pivot_end *end, int32_t reach, pivot_link base)
{
    const int32_t x = (int32_t)round(end->pose.x / lattice->spacing),
                  y = (int32_t)round(end->pose.y / lattice->spacing);
    const int gears = ground->unit->def.reverse ? 2 : 1;
    for (int32_t dy = -reach; dy <= reach; dy++)
        for (int32_t dx = -reach; dx <= reach; dx++) {
            const pivot_place place = { x + dx, y + dy };
            const fw_pose at = pivot_pose_at(lattice, place);
            if (!pivot_may_stand(ground, at.x, at.y))
                continue;
            fw_result added = FW_OK;
            if (at.x == end->pose.x && at.y == end->pose.y)
                added = add_own_place(links, memory, ground, lattice, end, place, base);
            else
                for (int gear = 0; gear < gears && added == FW_OK; gear++)
                    added = add_place(links, memory, ground, lattice, end, place,
                                      gear ? FW_REVERSE : FW_FORWARD, base);
            if (added != FW_OK)
                return added;
        }
    return FW_OK;
}

fw_result pivot_links_list(pivot_links *links, memory *memory, const pivot_ground *ground,
                           const pivot_lattice *lattice, const pivot_end *end)
{
    links->count = 0;
    const fw_result added =
        pivot_links_add(links, memory, ground, lattice, end, LINK_REACH, (pivot_link){ 0 });
    pivot_links_sort(links);
    return added;
}

const pivot_link *pivot_links_find(const pivot_links *links, uint64_t cell)
{
    size_t low = 0, high = links->sorted;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (links->items[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low < links->sorted && links->items[low].cell == cell ? &links->items[low] : NULL;
}
