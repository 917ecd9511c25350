#include "shape/taut.h"

/// Corners of gates are one tile apart at least, and discs around them must not overlap.
#define MOST_RADIUS (0.5 - FW_TOUCH / 4)

/// The ends of a gate that the string may have to turn at: corners of obstacles. Where the way turns back both ends,
/// without which the funnel would open by more than half a turn.
static int ends_that_count(const crossings *list, int32_t index)
{
    const crossing *here = &list->items[index];
    const bool turns = (index > list->first && here[-1].use != here->use) ||
                       (index + 1 < list->end && here->use != here[1].use);
    return turns ? CORNER_WEST | CORNER_EAST : here->corners;
}

/// Passes both ends of a gate. A string that comes flat meets the nearer one first, and turns around it before it
/// comes to the other.
static void pass_both(funnel *through, const crossing *gate, funnel_side west, funnel_side east)
{
    const bool eastward = funnel_approach(through, west, gate->west, gate->border).x > 0;
    if (eastward)
        funnel_pass(through, west, gate->west, gate->border);
    funnel_pass(through, east, gate->east, gate->border);
    if (!eastward)
        funnel_pass(through, west, gate->west, gate->border);
}

static void pass_gate(funnel *through, const crossing *gate, int ends)
{
    const bool west_on_right = gate->use == GATE_SOUTHWARD || gate->use == GATE_ON_RIGHT;
    const bool east_on_right = gate->use == GATE_NORTHWARD || gate->use == GATE_ON_RIGHT;
    const funnel_side west = west_on_right ? FUNNEL_RIGHT : FUNNEL_LEFT;
    const funnel_side east = east_on_right ? FUNNEL_RIGHT : FUNNEL_LEFT;
    if (ends == (CORNER_WEST | CORNER_EAST))
        pass_both(through, gate, west, east);
    else if (ends == CORNER_WEST)
        funnel_pass(through, west, gate->west, gate->border);
    else if (ends == CORNER_EAST)
        funnel_pass(through, east, gate->east, gate->border);
}

/// The last gate, when the string ends in it. It may have to turn around the end of the gate that it comes from; of the
/// other one only where that is in its way.
static void pass_last_gate(funnel *through, const crossings *list, shape_point at)
{
    const int32_t last = list->end - 1;
    const crossing *gate = &list->items[last];
    const int ends = list->stops_short ? CORNER_WEST | CORNER_EAST : ends_that_count(list, last);
    const bool eastward = funnel_last_touch(through, at.x, at.y).x < at.x;
    through->is_beside_end = true;
    pass_gate(through, gate, ends & (eastward ? CORNER_WEST : CORNER_EAST));
    const funnel_vector touch = funnel_last_touch(through, at.x, at.y);
    const double ahead = eastward ? gate->east : gate->west;
    if (way_comes_near(ahead, gate->border, through->radius, (shape_point){ touch.x, touch.y }, at))
        pass_gate(through, gate, ends & (eastward ? CORNER_EAST : CORNER_WEST));
}

bool taut_fits(const way_rules *by)
{
    return by->radius <= MOST_RADIUS;
}

/// Does a disc on the rows overlap no blocked anchor? A body that is larger than a tile may stand where its disc does
/// not: among corners that the rows widen to squares.
static bool stands(const free_rows *on, shape_point at, double radius)
{
    for (int64_t y = (int64_t)floor(at.y - radius); (double)y < at.y + radius; y++)
        for (int64_t x = (int64_t)floor(at.x - radius); (double)x < at.x + radius; x++) {
            const double dx = fmax(fmax((double)x - at.x, at.x - (double)(x + 1)), 0);
            const double dy = fmax(fmax((double)y - at.y, at.y - (double)(y + 1)), 0);
            if (dx * dx + dy * dy < radius * radius && !free_rows_has(on, x, y))
                return false;
        }
    return true;
}

fw_result taut_pull(taut_string *of, memory *from, const way_rules *by, const shape_point *points,
                    int32_t count)
{
    crossings *crossed = &of->crossed;
    const double radius = taut_fits(by) ? by->radius : MOST_RADIUS;
    if (!stands(&by->rows, points[0], radius) || !stands(&by->rows, points[count - 1], radius))
        return FW_BAD_VALUE;
    const fw_result walked = crossings_along(crossed, from, by, points, count, radius);
    if (walked != FW_OK)
        return walked;
    if (funnel_begin(&of->pulled, from, radius, points[0].x, points[0].y,
                     2 * (crossed->end - crossed->first)))
        return FW_NO_MEMORY;
    const shape_point end = points[count - 1];
    const int32_t inner = crossed->end - crossed->ends_in_gate;
    for (int32_t i = crossed->first; i < inner; i++)
        pass_gate(&of->pulled, &crossed->items[i], ends_that_count(crossed, i));
    if (crossed->ends_in_gate)
        pass_last_gate(&of->pulled, crossed, end);
    funnel_end(&of->pulled, end.x, end.y);
    return FW_OK;
}

void taut_free(taut_string *of, memory *from)
{
    crossings_free(&of->crossed, from);
    funnel_free(&of->pulled, from);
}
