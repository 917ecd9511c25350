#include "shape/taut/taut.h"

/// Number of gates that count as one unit of work.
enum { GATES_AT_ONCE = 16 };

/// Largest radius of the discs around the corners of gates. Corners are at least one tile apart, and discs must not
/// overlap.
#define MOST_RADIUS (0.5 - FW_TOUCH / 4)

/// The ends of a gate at which the string may have to turn (CORNER_ bits): its corners, or both ends if the way turns
/// back at the gate, since without them the funnel would open by more than half a turn.
static int relevant_ends(const crossings *list, int32_t index)
{
    const crossing *gate = &list->items[index];
    const bool turns = (index > list->first && gate[-1].use != gate->use) ||
                       (index + 1 < list->end && gate->use != gate[1].use);
    return turns ? CORNER_WEST | CORNER_EAST : gate->corners;
}

/// Passes both ends of a gate. A string that is nearly parallel to the border reaches the nearer end first, and turns
/// around it before it reaches the other end.
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

/// Passes the last gate, in which the string ends. The string may have to turn around the end of the gate that it comes
/// to first, and around the other end only if that end is in the body's way.
static void pass_last_gate(funnel *through, const crossings *list, vector at)
{
    const int32_t last = list->end - 1;
    const crossing *gate = &list->items[last];
    const int ends = list->stops_short ? CORNER_WEST | CORNER_EAST : relevant_ends(list, last);
    const bool eastward = funnel_last_touch(through, at.x, at.y).x < at.x;
    through->is_beside_end = true;
    pass_gate(through, gate, ends & (eastward ? CORNER_WEST : CORNER_EAST));
    const vector touch = funnel_last_touch(through, at.x, at.y);
    const double ahead = eastward ? gate->east : gate->west;
    if (way_comes_near(ahead, gate->border, through->radius, (vector){ touch.x, touch.y }, at))
        pass_gate(through, gate, ends & (eastward ? CORNER_EAST : CORNER_WEST));
}

bool taut_fits(const way_rules *rules)
{
    return rules->radius <= MOST_RADIUS;
}

/// True if a disc overlaps no blocked anchor. A body larger than a tile may be allowed at a point where its disc is
/// not, because blocked anchors widen corners to squares.
static bool disc_is_free(const free_anchors *anchors, vector at, double radius)
{
    for (int64_t y = (int64_t)floor(at.y - radius); (double)y < at.y + radius; y++)
        for (int64_t x = (int64_t)floor(at.x - radius); (double)x < at.x + radius; x++) {
            const double dx = fmax(fmax((double)x - at.x, at.x - (double)(x + 1)), 0);
            const double dy = fmax(fmax((double)y - at.y, at.y - (double)(y + 1)), 0);
            if (dx * dx + dy * dy < radius * radius && !free_anchors_has(anchors, x, y))
                return false;
        }
    return true;
}

fw_result taut_begin(taut_string *string, memory *memory, known_runs *known, const way_rules *rules,
                     const vector *points, int32_t count)
{
    const double radius = string->radius = taut_fits(rules) ? rules->radius : MOST_RADIUS;
    string->is_pulled = false;
    if (!disc_is_free(&rules->anchors, points[0], radius) ||
        !disc_is_free(&rules->anchors, points[count - 1], radius))
        return FW_BAD_VALUE;
    return crossings_begin(&string->crossed, memory, known, rules, points, count);
}

/// Most discs that the string may pass: one at each relevant end, and two at the last gate if the string ends there.
static int32_t most_discs(const crossings *list)
{
    int32_t count = list->ends_in_gate ? 2 : 0;
    for (int32_t i = list->first; i < list->end; i++) {
        const int ends = relevant_ends(list, i);
        count += (ends & CORNER_WEST ? 1 : 0) + (ends & CORNER_EAST ? 1 : 0);
    }
    return count;
}

static fw_result begin_to_pull(taut_string *string)
{
    const crossings *crossed = &string->crossed;
    const vector start = crossed->walk.points[0];
    string->is_pulled = true;
    string->next = crossed->first;
    return funnel_begin(&string->pulled, crossed->walk.memory, string->radius, start.x, start.y,
                        most_discs(crossed));
}

static fw_result taut_pull(taut_string *string)
{
    crossings *crossed = &string->crossed;
    shaping_work *work = crossed->walk.rules->ground.work;
    const int32_t inner = crossed->end - crossed->ends_in_gate;
    while (string->next < inner) {
        if (shaping_pauses(work))
            return FW_PENDING;
        const int32_t end = inner - string->next < GATES_AT_ONCE ? inner : string->next + GATES_AT_ONCE;
        shaping_charge(work, 0);
        for (; string->next < end; string->next++)
            pass_gate(&string->pulled, &crossed->items[string->next], relevant_ends(crossed, string->next));
    }
    const vector last = crossed->walk.points[crossed->walk.count - 1];
    if (crossed->ends_in_gate)
        pass_last_gate(&string->pulled, crossed, last);
    funnel_end(&string->pulled, last.x, last.y);
    return FW_OK;
}

fw_result taut_step(taut_string *string)
{
    if (!string->is_pulled) {
        const fw_result walked = crossings_step(&string->crossed, string->radius);
        if (walked != FW_OK)
            return walked;
        if (begin_to_pull(string) != FW_OK)
            return FW_NO_MEMORY;
    }
    return taut_pull(string);
}
