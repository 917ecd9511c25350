#include "hierarchy/direct_way.h"

#include <stdlib.h>

uint32_t direct_way_cheapest(const ground *ground)
{
    const int32_t first =
        ground->is_odd ? 1 : 0; // units of even sizes pay the tiles above and to the left, too
    uint32_t least =
        UINT32_MAX; // of cost - 1, which is the greatest number on blocked terrain: its cost is 0
    for (int32_t y = first; y <= ground->box.height; y++) {
        const uint32_t *costs = ground->costs + y * ground->stride;
        for (int32_t x = first; x <= ground->box.width; x++)
            least = costs[x] - 1 < least ? costs[x] - 1 : least;
    }
    return least + 1;
}

/// A shortest way on ground without obstacles.
typedef struct direct_way {
    int diagonal, straight; ///< moves; NO_MOVE: no such steps
    int32_t diagonal_steps, straight_steps;
} direct_way;

static int sign_of(int32_t value)
{
    return (value > 0) - (value < 0);
}

static direct_way way_between(const ground *ground, int32_t from, int32_t to)
{
    const int32_t dx = to % ground->stride - from % ground->stride;
    const int32_t dy = to / ground->stride - from / ground->stride;
    const int32_t across = abs(dx), down = abs(dy), diagonal = across < down ? across : down;
    return (direct_way){ .diagonal = move_towards(sign_of(dx), sign_of(dy)),
                         .straight =
                             across > down ? move_towards(sign_of(dx), 0) : move_towards(0, sign_of(dy)),
                         .diagonal_steps = diagonal,
                         .straight_steps = across + down - 2 * diagonal };
}

/// Walks straight on.
///
/// @return false: a step is blocked, or pays a tile that is not one of the cheapest
static bool walk(const ground *ground, uint32_t cheapest, int32_t *tile, int move, int32_t steps)
{
    for (; steps > 0; steps--) {
        const ground_step *step = &ground->steps[move];
        if (!(ground->moves[*tile] >> move & 1) ||
            ground_step_cost(ground, *tile, step) != 2 * step->length * cheapest)
            return false;
        *tile += step->to;
    }
    return true;
}

uint64_t direct_way_cost(const ground *ground, uint32_t cheapest, int32_t from, int32_t to)
{
    const direct_way way = way_between(ground, from, to);
    int32_t first = from, last = from;
    const bool is_direct = (walk(ground, cheapest, &first, way.diagonal, way.diagonal_steps) &&
                            walk(ground, cheapest, &first, way.straight, way.straight_steps)) ||
                           (walk(ground, cheapest, &last, way.straight, way.straight_steps) &&
                            walk(ground, cheapest, &last, way.diagonal, way.diagonal_steps));
    if (!is_direct)
        return UINT64_MAX;
    const uint64_t length =
        (uint64_t)way.straight_steps * GROUND_STRAIGHT + (uint64_t)way.diagonal_steps * GROUND_DIAGONAL;
    return 2 * length * cheapest;
}
