#include "hierarchy/entrances.h"

#include "map/clearance.h"

/// The search for the transitions of a cluster.
typedef struct entrance_search {
    const ground *ground;
    const ground_rules *rules;
    int32_t longest, most_clearance; ///< see entrances_find()
    transition_list *list;
    int32_t count; ///< in the list
} entrance_search;

static void add(entrance_search *search, int32_t tile, int move)
{
    search->list->items[search->count++] = (transition){ (uint16_t)tile, (uint8_t)move };
}

/// The clearance of an anchor, up to the most that counts.
static int32_t clearance_at(const entrance_search *search, int32_t tile)
{
    const ground *ground = search->ground;
    return map_clearance_up_to(search->rules->map, search->rules->layer->capability,
                               ground->box.x + tile % ground->stride - 1,
                               ground->box.y + tile / ground->stride - 1, search->most_clearance);
}

/// How badly a step suits as a transition: by clearance, then by cost.
///
/// @param cost  of the step, for each tile of its length
static uint64_t rank_by_clearance(const entrance_search *search, int32_t tile, int move, uint32_t cost)
{
    const int32_t here = clearance_at(search, tile),
                  there = clearance_at(search, tile + search->ground->steps[move].to);
    return (uint64_t)(search->most_clearance - (here < there ? here : there)) << 32 | cost;
}

/// The step across a piece that suits best, by cost or by clearance; of several the one nearest to the middle, then the
/// first.
static int32_t best_step(const entrance_search *search, const ground_border *border, int side, int32_t begin,
                         int32_t end)
{
    const ground_step step = search->ground->steps[side];
    const int32_t ends = begin + end - 1; // so much is the sum of two places that are as near to the middle
    int32_t best = begin;
    uint64_t least = UINT64_MAX;
    for (int32_t i = begin, tile = border->first + begin * border->along; i < end;
         i++, tile += border->along) {
        const uint32_t cost = ground_step_doubled(search->ground, tile, &step);
        const uint64_t rank =
            search->most_clearance == 0 ? cost : rank_by_clearance(search, tile, side, cost);
        if (rank < least || (rank == least && best + i < ends)) {
            best = i;
            least = rank;
        }
    }
    return best;
}

/// Cuts an entrance into pieces as long as each other, as far as that goes.
static void add_entrance(entrance_search *search, const ground_border *border, int side, int32_t begin,
                         int32_t end)
{
    const int32_t length = end - begin, pieces = (length + search->longest - 1) / search->longest;
    for (int32_t i = 0; i < pieces; i++) {
        const int32_t from = begin + length * i / pieces, to = begin + length * (i + 1) / pieces;
        add(search, border->first + best_step(search, border, side, from, to) * border->along, side);
    }
}

static void add_straight(entrance_search *search, const ground_border *border, int side)
{
    const uint8_t *moves = search->ground->moves + border->first;
    int32_t begin = 0;
    for (int32_t i = 0; i < border->count; i++, moves += border->along)
        if (!(*moves >> side & 1)) {
            if (i > begin)
                add_entrance(search, border, side, begin, i);
            begin = i + 1;
        }
    if (border->count > begin)
        add_entrance(search, border, side, begin, border->count);
}

/// True if a diagonal step is legal although neither of the straight steps beside it is.
static bool squeezes(const ground *ground, int32_t tile, int move)
{
    const uint32_t moves = ground->moves[tile];
    return moves >> move & 1 && !(moves >> ((move + 1) & 7) & 1) && !(moves >> ((move + 7) & 7) & 1);
}

/// Diagonal steps across a side: at most one for each two tiles that lie beside each other.
static void add_diagonal(entrance_search *search, const ground_border *border, int side)
{
    const int turn = side == 0 || side == 6 ? 1 : -1; // to the diagonal that leads on along the side
    const int onward = (side + turn) & 7, backward = (side - turn) & 7;
    for (int32_t i = 0; i + 1 < border->count; i++) {
        const int32_t here = border->first + i * border->along, next = here + border->along;
        if (squeezes(search->ground, here, onward))
            add(search, here, onward);
        else if (squeezes(search->ground, next, backward))
            add(search, next, backward);
    }
}

static void add_corner(entrance_search *search, int side)
{
    const cluster_box corner = cluster_box_side(&search->ground->box, side);
    const int32_t tile = ground_tile(search->ground, corner.x, corner.y);
    if (squeezes(search->ground, tile, side))
        add(search, tile, side);
}

void entrances_find(const ground *ground, const ground_rules *rules, int32_t longest, int32_t most_clearance,
                    transition_list *list)
{
    entrance_search search = { ground, rules, longest, most_clearance, list, 0 };
    for (int side = 0; side < MOVE_COUNT; side++) {
        list->first[side] = (uint16_t)search.count;
        if (!move_is_diagonal(side)) {
            const ground_border border = ground_border_of(ground, side);
            add_straight(&search, &border, side);
            if (ground->may_squeeze)
                add_diagonal(&search, &border, side);
        } else if (ground->may_squeeze) {
            add_corner(&search, side);
        }
    }
    list->first[MOVE_COUNT] = (uint16_t)search.count;
}
