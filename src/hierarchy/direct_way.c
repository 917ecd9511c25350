#include "hierarchy/direct_way.h"

#include <stdlib.h>
#include <string.h>

/// The first row and column of tiles that steps within a cluster pay: units of even sizes pay the tiles above and to
/// the left, too.
static int32_t first_paid(const ground *ground)
{
    return ground->is_odd ? 1 : 0;
}

/// True if a row of `count` tiles is like the one above.
static bool is_as_above(const uint32_t *costs, int32_t stride, int32_t count)
{
    return memcmp(costs, costs - stride, (size_t)count * sizeof *costs) == 0;
}

direct_ways direct_ways_of(const ground *ground, uint32_t cheapest)
{
    return (direct_ways){ .ground = ground,
                          .row_factor = cluster_row_factor(ground->stride),
                          .cheapest = cheapest };
}

/// For each tile that a step of an odd size pays, both anchors of the step lie on the tile or around it; of an even
/// size, on the tile, to the right of it or below.
static cheaper_anchors find_cheaper(const ground *ground, uint32_t cost)
{
    const int32_t first = first_paid(ground), stride = ground->stride, count = ground->box.width + 1 - first;
    cheaper_anchors found = { .cost = cost, .left = stride, .top = stride, .right = -2, .bottom = -2 };
    for (int32_t y = first; y <= ground->box.height; y++) {
        const uint32_t *costs = ground->costs + y * stride;
        if (y > first && is_as_above(costs + first, stride, count)) { // as many rows are
            found.bottom += found.bottom == y - 1;
            continue;
        }
        for (int32_t x = first; x < first + count; x++) {
            if (costs[x] == 0 || costs[x] >= cost) // blocked, or as expensive
                continue;
            found.left = x < found.left ? x : found.left;
            found.right = x > found.right ? x : found.right;
            found.top = y < found.top ? y : found.top;
            found.bottom = y;
        }
    }
    found.left -= first;
    found.top -= first;
    found.right++;
    found.bottom++;
    return found;
}

/// The anchors that pay less than a cost. The last place is used again if there are too many costs.
static const cheaper_anchors *cheaper_than(direct_ways *ways, uint32_t cost)
{
    for (int32_t i = 0; i < ways->cheaper_count; i++)
        if (ways->cheaper[i].cost == cost)
            return &ways->cheaper[i];
    ways->cheaper_count -= ways->cheaper_count == COSTS_AT_ONCE;
    cheaper_anchors *found = &ways->cheaper[ways->cheaper_count++];
    *found = find_cheaper(ways->ground, cost);
    return found;
}

/// Length of a shortest way on ground without obstacles.
static uint64_t length_of(int32_t across, int32_t down)
{
    const int32_t diagonal = across < down ? across : down;
    return (uint64_t)(across + down - 2 * diagonal) * GROUND_STRAIGHT + (uint64_t)diagonal * GROUND_DIAGONAL;
}

/// A tile in the arrays of the ground.
typedef struct tile_place {
    int32_t column, row;
} tile_place;

static tile_place place_of(const direct_ways *ways, int32_t tile)
{
    const int32_t row = cluster_row(ways->row_factor, tile);
    return (tile_place){ tile - row * ways->ground->stride, row };
}

/// How far a coordinate lies outside a range.
static int32_t outside(int32_t at, int32_t low, int32_t high)
{
    return at < low ? low - at : at > high ? at - high : 0;
}

/// Length of the way from a tile to the nearest of the anchors.
static uint64_t length_to(const direct_ways *ways, const cheaper_anchors *anchors, int32_t tile)
{
    const tile_place place = place_of(ways, tile);
    return length_of(outside(place.column, anchors->left, anchors->right),
                     outside(place.row, anchors->top, anchors->bottom));
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

static direct_way way_between(const direct_ways *ways, int32_t from, int32_t to)
{
    const tile_place begin = place_of(ways, from), end = place_of(ways, to);
    const int32_t dx = end.column - begin.column, dy = end.row - begin.row;
    const int32_t across = abs(dx), down = abs(dy), diagonal = across < down ? across : down;
    return (direct_way){ .diagonal = move_towards(sign_of(dx), sign_of(dy)),
                         .straight =
                             across > down ? move_towards(sign_of(dx), 0) : move_towards(0, sign_of(dy)),
                         .diagonal_steps = diagonal,
                         .straight_steps = across + down - 2 * diagonal };
}

/// Walks straight on. Returns false: a step is blocked, or does not cost `cost` for each tile of its length.
static bool walk_steps(const ground *ground, uint32_t cost, int32_t *tile, int move, int32_t steps)
{
    const ground_step step = ground->steps[move];
    const uint8_t *moves = ground->moves;
    const uint32_t *costs = ground->costs;
    int32_t at = *tile;
    for (; steps > 0; steps--, at += step.to)
        if (!(moves[at] >> move & 1) || costs[at + step.first] + costs[at + step.second] != 2 * cost)
            return false;
    *tile = at;
    return true;
}

/// True if no way can cost less than one of this length whose steps all cost the same.
static bool is_least(direct_ways *ways, uint32_t cost, uint64_t length, int32_t from, int32_t to)
{
    if (cost == ways->cheapest)
        return true;
    const cheaper_anchors *cheaper = cheaper_than(ways, cost);
    return cheaper->right < cheaper->left ||
           length_to(ways, cheaper, from) + length_to(ways, cheaper, to) >= length;
}

/// A part of a way, straight on.
typedef struct way_part {
    int move;
    int32_t steps;
} way_part;

/// What each step of a way pays for a tile's length; 0: the steps differ, or one is blocked.
///
/// @param first  of one step or more
static uint32_t cost_of_steps(const ground *ground, int32_t from, way_part first, way_part second)
{
    const uint32_t cost = ground_step_doubled(ground, from, &ground->steps[first.move]) / 2;
    const bool is_even = walk_steps(ground, cost, &from, first.move, first.steps) &&
                         walk_steps(ground, cost, &from, second.move, second.steps);
    return is_even ? cost : 0;
}

uint64_t direct_way_cost(direct_ways *ways, int32_t from, int32_t to)
{
    const direct_way way = way_between(ways, from, to);
    const uint64_t length =
        (uint64_t)way.straight_steps * GROUND_STRAIGHT + (uint64_t)way.diagonal_steps * GROUND_DIAGONAL;
    const way_part parts[] = { { way.diagonal, way.diagonal_steps }, { way.straight, way.straight_steps } };
    for (int first = 0; first < 2; first++) {
        const uint32_t cost =
            parts[first].steps > 0 ? cost_of_steps(ways->ground, from, parts[first], parts[1 - first]) : 0;
        if (cost > 0 && is_least(ways, cost, length, from, to))
            return 2 * length * cost;
    }
    return length == 0 ? 0 : UINT64_MAX;
}
