#include "pivot/pivot_exits.h"

#include <math.h>

#include "base/trig.h"
#include "curve/build.h"

enum {
    EXIT_PARTS = 1024,   ///< of a full turn: the least turn between two drives
    EXIT_TURNS = 7,      ///< turns to each side, by 1, 2, 4 ... parts
    EXIT_CELLS = 4,      ///< cells of exits along a spacing of the lattice
    EXIT_REACH = 2,      ///< links lead to places up to so many places away
    EXIT_BENDS = 16,     ///< the shortest drives of a spiral
    MOST_EXPANDED = 4096 ///< exits of an end
};

/// Lengths of drives, in spacings of the lattice.
static const double drives[] = { 0.5, 4, 16 };

static fw_result enter(pivot_exits *exits, pivot_exit exit)
{
    const double turns = (exit.pose.heading + FW_PI) / TWO_PI;
    const uint64_t heading = (uint64_t)(turns * EXIT_PARTS) % EXIT_PARTS;
    const fine_pose pose = { .x = exit.pose.x,
                             .y = exit.pose.y,
                             .cell = heading << 50 |
                                     (uint64_t)(exit.pose.y / exits->spacing * EXIT_CELLS) << 25 |
                                     (uint64_t)(exit.pose.x / exits->spacing * EXIT_CELLS) };
    uint32_t index;
    bool is_new;
    const fw_result entered = fine_cells_enter(&exits->cells, &pose, &index, &is_new);
    if (entered != FW_OK || !is_new)
        return entered;
    if (MEMORY_RESERVE(exits->memory, exits->items, exits->capacity, (size_t)index + 1) != FW_OK)
        return FW_NO_MEMORY;
    exits->items[index] = exit;
    return FW_OK;
}

fw_result pivot_exits_begin(pivot_exits *exits, const pivot_lattice *lattice, const pivot_end *end)
{
    exits->spacing = lattice->spacing;
    fine_cells_clear(&exits->cells);
    exits->next = 0;
    return enter(exits, (pivot_exit){ .pose = end->pose });
}

/// An exit as an end of links.
static pivot_end end_at(const pivot_exits *exits, const pivot_end *end, uint32_t index)
{
    return index == 0 ? *end : (pivot_end){ .pose = exits->items[index].pose, .is_goal = end->is_goal };
}

/// Adds the exit at the other end of a drive, if the unit may turn at this end of the drive and drive.
static fw_result follow(pivot_exits *exits, const pivot_ground *ground, const pivot_end *at, uint32_t parent,
                        double heading, double length, fw_gear gear)
{
    const pivot_exit from = exits->items[parent];
    double sine, cosine;
    trig_sincos(heading, &sine, &cosine);
    const double ahead = (gear == FW_FORWARD) != at->is_goal ? length : -length;
    const fw_pose to = { at->pose.x + ahead * cosine, at->pose.y + ahead * sine, 0 };
    if (to.x < 0 || to.y < 0 || !pivot_may_stand(ground, to.x, to.y))
        return FW_OK;
    const fw_segment line = at->is_goal ? pivot_line(to, at->pose, gear) : pivot_line(at->pose, to, gear);
    if (!pivot_end_turns(ground, at, line.start.heading) || !pivot_drives(ground, &line))
        return FW_OK;
    const bool shifts = parent > 0 && from.gear != gear;
    return enter(exits, (pivot_exit){ .pose = { to.x, to.y, line.start.heading },
                                      .parent = parent,
                                      .gear = gear,
                                      .price = from.price + pivot_price(ground, &line) +
                                               (shifts ? pivot_shift_price(ground) : 0) });
}

/// Follows all drives with a heading.
static fw_result follow_all(pivot_exits *exits, const pivot_ground *ground, const pivot_end *at,
                            uint32_t parent, double heading)
{
    const int gears = ground->unit->def.reverse ? 2 : 1;
    fw_result followed = FW_OK;
    for (int gear = 0; gear < gears; gear++)
        for (size_t i = 0; i < sizeof drives / sizeof *drives && followed == FW_OK; i++)
            followed = follow(exits, ground, at, parent, trig_wrap(heading), drives[i] * exits->spacing,
                              gear ? FW_REVERSE : FW_FORWARD);
    return followed;
}

/// The largest turn to a side, up to a quarter of a turn, that leaves an end free; in parts of a full turn.
static int32_t widest_turn(const pivot_ground *ground, const pivot_end *at, int side)
{
    int32_t turn = 0;
    for (int32_t more = EXIT_PARTS / 8; more > 0; more /= 2)
        if (pivot_end_turns(ground, at,
                            trig_wrap(at->pose.heading + side * (turn + more) * TWO_PI / EXIT_PARTS)))
            turn += more;
    return turn;
}

/// Follows a spiral: again and again the widest turn to one side and the shortest drive, which gives room for a wider
/// turn. Drives of a flood in all directions would take their expansions long before so many follow each other.
static fw_result follow_spiral(pivot_exits *exits, const pivot_ground *ground, const pivot_end *end,
                               uint32_t index, int side, fw_gear gear)
{
    fw_result followed = FW_OK;
    for (int32_t bend = 0; bend < EXIT_BENDS && followed == FW_OK; bend++) {
        const pivot_end at = end_at(exits, end, index);
        const int32_t turn = widest_turn(ground, &at, side);
        const uint32_t last = (uint32_t)exits->cells.count;
        followed =
            follow(exits, ground, &at, index, trig_wrap(at.pose.heading + side * turn * TWO_PI / EXIT_PARTS),
                   drives[0] * exits->spacing, gear);
        if (exits->cells.count == last ||
            pivot_spins(ground, exits->items[last].pose.x, exits->items[last].pose.y))
            break;
        index = last;
    }
    return followed;
}

/// Links an exit with the lattice, and unless the unit can turn all the way round there, follows all drives.
static fw_result expand(pivot_exits *exits, const pivot_ground *ground, const pivot_lattice *lattice,
                        const pivot_end *end, pivot_links *links, uint32_t index)
{
    const pivot_end at = end_at(exits, end, index);
    const pivot_exit exit = exits->items[index];
    fw_result result = FW_OK;
    if (index > 0)
        result = pivot_links_add(links, exits->memory, ground, lattice, &at, EXIT_REACH,
                                 (pivot_link){ .price = exit.price, .gear = exit.gear, .exit = index });
    if (result != FW_OK || pivot_spins(ground, exit.pose.x, exit.pose.y))
        return result;
    if (at.any_heading) {
        for (int32_t i = 0; i < PIVOT_HEADINGS && result == FW_OK; i++)
            result = follow_all(exits, ground, &at, index, lattice->headings[i].angle);
        return result;
    }
    for (int side = -1; side <= 1 && result == FW_OK; side += 2)
        for (int gear = 0; gear <= ground->unit->def.reverse && result == FW_OK; gear++)
            result = follow_spiral(exits, ground, end, index, side, gear ? FW_REVERSE : FW_FORWARD);
    if (result == FW_OK)
        result = follow_all(exits, ground, &at, index, at.pose.heading);
    for (int32_t turn = 0; turn < EXIT_TURNS; turn++)
        for (int side = -1; side <= 1 && result == FW_OK; side += 2)
            result = follow_all(exits, ground, &at, index,
                                at.pose.heading + side * TWO_PI / EXIT_PARTS * (1 << turn));
    return result;
}

fw_result pivot_exits_run(pivot_exits *exits, const pivot_ground *ground, const pivot_lattice *lattice,
                          const pivot_end *end, pivot_links *links, uint64_t *work)
{
    for (; exits->next < exits->cells.count && exits->next < MOST_EXPANDED; exits->next++, --*work) {
        if (*work == 0)
            return FW_PENDING;
        const fw_result expanded = expand(exits, ground, lattice, end, links, exits->next);
        if (expanded != FW_OK)
            return expanded;
    }
    pivot_links_sort(links);
    return FW_OK;
}
