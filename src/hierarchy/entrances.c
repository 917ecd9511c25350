#include "hierarchy/entrances.h"

#include <stdlib.h>

/// A side of the cluster: its tiles in order of x or y, as numbers in the arrays.
typedef struct border {
    int32_t start; ///< the first tile
    int32_t along; ///< from tile to tile
    int32_t count;
    int side;
} border;

static border border_of(const ground *ground, int side)
{
    const cluster_box tiles = cluster_box_side(&ground->box, side);
    const bool is_column = move_dx[side] != 0;
    return (border){ .start = ground_tile(ground, tiles.x, tiles.y),
                     .along = is_column ? ground->stride : 1,
                     .count = is_column ? tiles.height : tiles.width,
                     .side = side };
}

static bool crosses(const ground *ground, int32_t tile, int move)
{
    return ground->moves[tile] >> move & 1;
}

static void add(transition_list *list, int32_t *count, int32_t tile, int move)
{
    list->items[(*count)++] = (transition){ (uint16_t)tile, (uint8_t)move };
}

/// The cheapest step across a segment; of several the one nearest to the middle, then the first.
static int32_t cheapest_step(const ground *ground, const border *border, int32_t begin, int32_t end)
{
    const ground_step *step = &ground->steps[border->side];
    int32_t best = begin;
    uint32_t least = UINT32_MAX;
    for (int32_t i = begin; i < end; i++) {
        const uint32_t cost = ground_step_cost(ground, border->start + i * border->along, step);
        const bool is_nearer = abs(2 * i - begin - end + 1) < abs(2 * best - begin - end + 1);
        if (cost < least || (cost == least && is_nearer)) {
            best = i;
            least = cost;
        }
    }
    return best;
}

/// Cuts an entrance into segments as long as each other, as far as that goes.
static void add_entrance(const ground *ground, const border *border, int32_t begin, int32_t end,
                         int32_t longest, transition_list *list, int32_t *count)
{
    const int32_t length = end - begin, segments = (length + longest - 1) / longest;
    for (int32_t i = 0; i < segments; i++) {
        const int32_t from = begin + length * i / segments, to = begin + length * (i + 1) / segments;
        const int32_t at = cheapest_step(ground, border, from, to);
        add(list, count, border->start + at * border->along, border->side);
    }
}

static void add_straight(const ground *ground, const border *border, int32_t longest, transition_list *list,
                         int32_t *count)
{
    int32_t begin = 0;
    for (int32_t i = 0; i <= border->count; i++) {
        if (i < border->count && crosses(ground, border->start + i * border->along, border->side))
            continue;
        if (i > begin)
            add_entrance(ground, border, begin, i, longest, list, count);
        begin = i + 1;
    }
}

/// True if a diagonal step is legal although neither of the straight steps beside it is.
static bool squeezes(const ground *ground, int32_t tile, int move)
{
    const uint32_t moves = ground->moves[tile];
    return moves >> move & 1 && !(moves >> ((move + 1) & 7) & 1) && !(moves >> ((move + 7) & 7) & 1);
}

/// Diagonal steps across a side: at most one for each two tiles that lie beside each other.
static void add_diagonal(const ground *ground, const border *border, transition_list *list, int32_t *count)
{
    const int turn =
        border->side == 0 || border->side == 6 ? 1 : -1; // to the diagonal that leads on along the side
    const int onward = (border->side + turn) & 7, backward = (border->side - turn) & 7;
    for (int32_t i = 0; i + 1 < border->count; i++) {
        const int32_t here = border->start + i * border->along, next = here + border->along;
        if (squeezes(ground, here, onward))
            add(list, count, here, onward);
        else if (squeezes(ground, next, backward))
            add(list, count, next, backward);
    }
}

static void add_corner(const ground *ground, int side, transition_list *list, int32_t *count)
{
    const cluster_box corner = cluster_box_side(&ground->box, side);
    const int32_t tile = ground_tile(ground, corner.x, corner.y);
    if (squeezes(ground, tile, side))
        add(list, count, tile, side);
}

void entrances_find(const ground *ground, int32_t longest, transition_list *list)
{
    int32_t count = 0;
    for (int side = 0; side < MOVE_COUNT; side++) {
        list->first[side] = (uint16_t)count;
        if (!move_is_diagonal(side)) {
            const border border = border_of(ground, side);
            add_straight(ground, &border, longest, list, &count);
            if (ground->may_squeeze)
                add_diagonal(ground, &border, list, &count);
        } else if (ground->may_squeeze) {
            add_corner(ground, side, list, &count);
        }
    }
    list->first[MOVE_COUNT] = (uint16_t)count;
}
