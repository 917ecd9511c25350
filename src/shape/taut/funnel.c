#include "shape/taut/funnel.h"

#include "base/must_hold.h"

/// 1 for the right side, -1 for the left.
static double sign_of_side(funnel_side side)
{
    return side == FUNNEL_RIGHT ? 1 : -1;
}

static fw_result reserve(memory *memory, funnel_link **links, size_t *room, size_t needed)
{
    return MEMORY_RESERVE_CLOSELY(memory, *links, *room, needed);
}

fw_result funnel_begin(funnel *funnel, memory *memory, double radius, double x, double y, int32_t most_discs)
{
    const size_t needed = (size_t)most_discs + 2;
    for (int side = 0; side < 2; side++) {
        funnel_chain *chain = &funnel->chains[side];
        if (reserve(memory, &chain->links, &chain->room, needed))
            return FW_NO_MEMORY;
        chain->first = chain->end = 0;
    }
    if (reserve(memory, &funnel->string, &funnel->room, needed))
        return FW_NO_MEMORY;
    funnel->radius = radius;
    funnel->is_beside_end = false;
    funnel->apex = (funnel_link){ .x = x, .y = y };
    funnel->string[0] = funnel->apex;
    funnel->count = 1;
    return FW_OK;
}

/// Makes the first disc of a chain the apex.
static void move_apex(funnel *funnel, funnel_chain *chain)
{
    must_hold((size_t)funnel->count < funnel->room);
    funnel->apex = chain->links[chain->first++];
    funnel->string[funnel->count++] = funnel->apex;
}

/// True if the string reaches the added link only after it has touched a disc. The string's end may lie in the last
/// gate, before the point where the string would touch the gate's disc.
static inline bool lies_beyond(const funnel_link *disc, const funnel_link *added)
{
    return !disc->is_beside_end ||
           (added->x - disc->x) * disc->along.x + (added->y - disc->y) * disc->along.y > 0;
}

/// Removes discs from the end of a chain until the string to the added link turns toward the chain's side at the last
/// one.
static inline void attach(funnel_chain *chain, funnel_side side, funnel_link *added)
{
    const double sign = sign_of_side(side);
    while (chain->end > chain->first) {
        const funnel_link *last = &chain->links[chain->end - 1];
        added->along = funnel_tangent(last, added);
        if (sign * vector_cross(last->along, added->along) > 0 && lies_beyond(last, added))
            break;
        chain->end--;
    }
}

/// Number of discs of the other chain around which the string turns before it reaches the added link.
static inline int32_t count_passed(const funnel *funnel, funnel_side side, funnel_link *added)
{
    const funnel_chain *other = &funnel->chains[1 - side];
    const double sign = sign_of_side(side);
    int32_t next = other->first;
    added->along = funnel_tangent(&funnel->apex, added);
    while (next < other->end && sign * vector_cross(other->links[next].along, added->along) < 0 &&
           lies_beyond(&other->links[next], added))
        added->along = funnel_tangent(&other->links[next++], added);
    return next - other->first;
}

static inline void add(funnel *funnel, funnel_side side, funnel_link added)
{
    funnel_chain *own = &funnel->chains[side];
    attach(own, side, &added);
    if (own->end == own->first)
        for (int32_t passed = count_passed(funnel, side, &added); passed > 0; passed--)
            move_apex(funnel, &funnel->chains[1 - side]);
    must_hold((size_t)own->end < own->room);
    own->links[own->end++] = added;
}

static funnel_link disc_of(const funnel *funnel, funnel_side side, double x, double y)
{
    return (funnel_link){
        .x = x, .y = y, .offset = sign_of_side(side) * funnel->radius, .is_beside_end = funnel->is_beside_end
    };
}

void funnel_pass(funnel *funnel, funnel_side side, double x, double y)
{
    add(funnel, side, disc_of(funnel, side, x, y));
}

/// Computes the direction in which the string would reach a link, without changing the funnel. Returns the link before
/// the added one.
static const funnel_link *link_before(const funnel *funnel, funnel_side side, funnel_link *added)
{
    funnel_chain own = funnel->chains[side];
    attach(&own, side, added);
    if (own.end > own.first)
        return &funnel->chains[side].links[own.end - 1];
    const int32_t passed = count_passed(funnel, side, added);
    const funnel_chain *other = &funnel->chains[1 - side];
    return passed ? &other->links[other->first + passed - 1] : &funnel->apex;
}

vector funnel_approach(const funnel *funnel, funnel_side side, double x, double y)
{
    funnel_link added = disc_of(funnel, side, x, y);
    link_before(funnel, side, &added);
    return added.along;
}

vector funnel_last_touch(const funnel *funnel, double x, double y)
{
    funnel_link added = { .x = x, .y = y };
    const funnel_link *last = link_before(funnel, FUNNEL_LEFT, &added);
    const vector along = added.along;
    const double length = vector_length(along);
    const double across = length > 0 ? last->offset / length : 0;
    return (vector){ last->x + across * along.y, last->y - across * along.x };
}

void funnel_end(funnel *funnel, double x, double y)
{
    add(funnel, FUNNEL_LEFT, (funnel_link){ .x = x, .y = y });
    funnel_chain *chain = &funnel->chains[FUNNEL_LEFT];
    while (chain->end > chain->first)
        move_apex(funnel, chain);
}
