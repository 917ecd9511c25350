#include "shape/taut.h"

/// Does the way turn back between two crossings: out of a row where it came in?
static bool turns_back(const crossing *a, const crossing *b)
{
    return a->heading != b->heading;
}

/// The ends of a gate that the string may have to turn at: corners of obstacles. Where the way turns back both ends,
/// without which the funnel would open by more than half a turn.
static int ends_that_count(const crossings *list, int32_t index)
{
    const crossing *here = &list->items[index];
    const bool is_turn =
        (index > 0 && turns_back(here - 1, here)) || (index + 1 < list->count && turns_back(here, here + 1));
    return is_turn ? CORNER_WEST | CORNER_EAST : here->corners;
}

/// Passes both ends of a gate. A string that comes flat meets the nearer one first, and turns around it before it
/// comes to the other.
static void pass_both(funnel *through, const crossing *gate, funnel_side west)
{
    const bool eastward = funnel_approach(through, west, gate->west, gate->border).x > 0;
    if (eastward)
        funnel_pass(through, west, gate->west, gate->border);
    funnel_pass(through, 1 - west, gate->east, gate->border);
    if (!eastward)
        funnel_pass(through, west, gate->west, gate->border);
}

static void pass_gate(funnel *through, const crossing *gate, int ends)
{
    const funnel_side west = gate->heading > 0 ? FUNNEL_RIGHT : FUNNEL_LEFT;
    if (ends == (CORNER_WEST | CORNER_EAST))
        pass_both(through, gate, west);
    else if (ends == CORNER_WEST)
        funnel_pass(through, west, gate->west, gate->border);
    else if (ends == CORNER_EAST)
        funnel_pass(through, 1 - west, gate->east, gate->border);
}

fw_result taut_pull(taut_string *of, memory *from, const free_rows *on, double radius, bool slips,
                    const shape_point *points, int32_t count)
{
    const fw_result crossed = crossings_along(&of->crossed, from, on, points, count, slips);
    if (crossed != FW_OK)
        return crossed;
    const int32_t gates = of->crossed.count;
    if (funnel_begin(&of->pulled, from, radius, points[0].x, points[0].y, 2 * gates))
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < gates; i++)
        pass_gate(&of->pulled, &of->crossed.items[i], ends_that_count(&of->crossed, i));
    funnel_end(&of->pulled, points[count - 1].x, points[count - 1].y);
    return FW_OK;
}

void taut_free(taut_string *of, memory *from)
{
    memory_give_back(from, of->crossed.items, of->crossed.room, sizeof *of->crossed.items);
    funnel_free(&of->pulled, from);
}
