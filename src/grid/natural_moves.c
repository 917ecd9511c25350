#include "grid/natural_moves.h"

#include <string.h>

#include "grid/grid_goal.h"

/// The eight tiles around the tile in the middle, numbered by the moves that lead to them.
typedef struct ring {
    uint64_t price[MOVE_COUNT]; ///< 0: blocked
    uint32_t free;              ///< FW_MOVE_ bits
    fw_corner_rule rule;
} ring;

/// Ways are compared by keys: cost, then number of moves, then rank of the first move.
enum { KEY_MOVE = 16, KEY_COST = 256 };

#define NO_WAY UINT64_MAX

/// Diagonal moves come before straight ones.
static uint64_t rank_of(int move)
{
    return (uint64_t)(move_is_diagonal(move) ? move : MOVE_COUNT + move);
}

static uint64_t key_of_step(int move, uint64_t price, uint64_t next_price)
{
    const uint64_t length = move_is_diagonal(move) ? DIAGONAL_STEP : STRAIGHT_STEP;
    return length * (price + next_price) * KEY_COST + KEY_MOVE;
}

static int along_ring(int tile, int steps)
{
    return (tile + steps) & (MOVE_COUNT - 1);
}

/// The move from a tile of the ring to the next tile, or past a corner to the one after it.
static int move_along(int tile, int steps)
{
    static const int next[MOVE_COUNT] = { 2, 4, 4, 6, 6, 0, 0, 2 };
    switch (steps) {
    case 1:
        return next[tile];
    case -1:
        return move_opposite(next[along_ring(tile, -1)]);
    case 2:
        return along_ring(tile, 3);
    default:
        return along_ring(tile, 5);
    }
}

/// True if the diagonal move past a corner of the ring is legal. The tile on its other side is the one in the middle,
/// which is free.
static bool passes_corner(const ring *around, int corner)
{
    return around->rule == FW_CORNERS_NEVER ? around->price[corner] != 0
                                            : around->rule != FW_CORNERS_ORTHOGONAL;
}

static inline uint64_t least_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/// Finds the best ways from a tile to the others along the ring in one direction, and lowers their keys in `best`. A
/// way that turns back is never better.
///
/// @param turn            1 or -1: the direction
/// @param[in,out] best  [key * MOVE_COUNT]
static void go_along(const ring *around, int from, int turn, uint64_t *best)
{
    uint64_t ways[MOVE_COUNT] = { 0 }; // by tiles from `from`
    for (int far = 1; far < MOVE_COUNT; far++) {
        const int tile = along_ring(from, turn * far);
        ways[far] = NO_WAY;
        for (int steps = 1; steps <= 2 && steps <= far && around->price[tile]; steps++) {
            const int last = along_ring(tile, -turn * steps);
            if (ways[far - steps] == NO_WAY ||
                (steps == 2 && (move_is_diagonal(tile) || !passes_corner(around, along_ring(tile, -turn)))))
                continue;
            const int move = move_along(last, turn * steps);
            ways[far] = least_of(ways[far], ways[far - steps] + (steps == far ? rank_of(move) : 0) +
                                                key_of_step(move, around->price[last], around->price[tile]));
        }
        best[tile] = least_of(best[tile], ways[far]);
    }
}

static uint64_t price_at(const price_list *price_list, tile_pattern pattern, int dx, int dy)
{
    return price_list
        ->price[pattern >> (PATTERN_ROW * (dy + 1) + PATTERN_COLUMN * (dx + 1)) & PATTERN_TERRAIN];
}

static ring ring_of(const price_list *price_list, tile_pattern pattern)
{
    ring around = { .rule = price_list->rule };
    for (int move = 0; move < MOVE_COUNT; move++) {
        around.price[move] = price_at(price_list, pattern, move_dx[move], move_dy[move]);
        around.free |= (uint32_t)(around.price[move] != 0) << move;
    }
    return around;
}

static uint32_t find(const price_list *price_list, tile_pattern pattern, int last_move)
{
    const ring around = ring_of(price_list, pattern);
    const int from = move_opposite(last_move);
    uint32_t moves = moves_allowed(around.free, around.rule) & ~(1u << from);
    if (pattern & PATTERN_PRICELESS)
        return moves;
    uint64_t best[MOVE_COUNT];
    for (int tile = 0; tile < MOVE_COUNT; tile++)
        best[tile] = NO_WAY;
    go_along(&around, from, 1, best);
    go_along(&around, from, -1, best);
    const uint64_t price = price_at(price_list, pattern, 0, 0);
    const uint64_t key = key_of_step(last_move, around.price[from], price) + rank_of(last_move);
    for (uint32_t left = moves; left; left &= left - 1) {
        const int move = bits_lowest(left);
        if (best[move] < key + key_of_step(move, price, around.price[move]))
            moves &= ~(1u << move);
    }
    return moves;
}

uint32_t natural_moves_find(natural_moves *natural, natural_entry *entry, tile_pattern marked, int move)
{
    const price_list *price_list = &natural->price_lists[marked >> NATURAL_MARK & (PRICE_LISTS - 1)];
    if (entry->pattern != marked) {
        entry->pattern = marked;
        memset(entry->after, NATURAL_UNKNOWN, sizeof entry->after);
    }
    const uint32_t moves = find(price_list, marked, move);
    entry->after[move] = (uint8_t)moves;
    return moves;
}

natural_moves *natural_moves_create(memory *memory)
{
    return memory_get_zeroed(memory, 1, sizeof(natural_moves));
}

void natural_moves_destroy(memory *memory, natural_moves *natural)
{
    memory_give_back(memory, natural, 1, sizeof *natural);
}

static bool is_price_list(const price_list *price_list, const uint64_t *price, fw_corner_rule rule)
{
    return price_list->rule == rule && memcmp(price_list->price, price, sizeof price_list->price) == 0;
}

tile_pattern natural_moves_mark(natural_moves *natural, const uint64_t *price, fw_corner_rule rule)
{
    for (uint32_t i = 0; i < natural->price_list_count; i++)
        if (is_price_list(&natural->price_lists[i], price, rule))
            return (tile_pattern)i << NATURAL_MARK;
    if (natural->price_list_count == PRICE_LISTS) {
        memset(natural->entries, 0, sizeof natural->entries);
        natural->price_list_count = 0;
    }
    price_list *added = &natural->price_lists[natural->price_list_count];
    added->rule = rule;
    memcpy(added->price, price, sizeof added->price);
    return (tile_pattern)natural->price_list_count++ << NATURAL_MARK;
}
