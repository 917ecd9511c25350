#include "hierarchy/ground.h"

#include <string.h>

#include "base/bits.h"
#include "grid/bit_transpose.h"

enum { MOST_ADDED = 255 }; ///< cost that an overlay may add to a tile

/// Tiles whose costs are compared at once. So many bytes fill a vector register of most machines.
enum { TILES_AT_ONCE = 16, MOST_TILES = (CLUSTER_MOST + 2) * (CLUSTER_MOST + 2) + 2 * TILES_AT_ONCE };

ground_rules ground_rules_of(const map_version *map, const layer *layer, const fw_unit_def *unit)
{
    ground_rules rules = { .map = map, .layer = layer, .size = unit->size, .corners = unit->corners };
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++) {
        const uint32_t cost = terrain_cost_of(unit, terrain);
        rules.tile_cost[terrain] = cost;
        if (cost && (!rules.cheapest || cost < rules.cheapest))
            rules.cheapest = cost;
        if (cost > rules.most_expensive)
            rules.most_expensive = cost;
        int first = cost ? 1 : terrain;
        while (rules.tile_cost[first] != cost)
            first++;
        rules.first_alike[terrain] = (uint8_t)first;
        rules.has_same_costs = rules.has_same_costs || first < terrain;
    }
    return rules;
}

void ground_rules_lay(ground_rules *rules, const fw_overlay *overlay)
{
    rules->overlay = overlay_is_empty(overlay) ? NULL : overlay;
    if (overlay_has_costs(overlay))
        rules->most_expensive += MOST_ADDED * COST_ONE;
}

/// True if a row has a bit that is zero, from tile x on.
static bool has_gaps(uint64_t (*bits_at)(const fw_overlay *overlay, int32_t x, int32_t y),
                     const fw_overlay *overlay, int32_t x, int32_t y, int32_t count)
{
    for (; count > 0; count -= WORD_BITS, x += WORD_BITS)
        if (~bits_at(overlay, x, y) & bits_below(count < WORD_BITS ? count : WORD_BITS))
            return true;
    return false;
}

/// Those of tiles that are not blocked.
static uint64_t unblocked(const fw_overlay *overlay, int32_t x, int32_t y)
{
    return ~overlay_blocked(overlay, x, y);
}

static bool has_costs_in(const fw_overlay *overlay, cluster_box tiles)
{
    for (int32_t y = tiles.y; y < tiles.y + tiles.height; y++)
        for (int32_t x = tiles.x; x < tiles.x + tiles.width; x++)
            if (overlay_cost(overlay, x, y))
                return true;
    return false;
}

bool ground_rules_overlaid(const ground_rules *rules, cluster_box box)
{
    const cluster_box framed = { box.x - 1, box.y - 1, box.width + 2, box.height + 2 };
    const int32_t reach = rules->size - 1, centre = rules->size / 2;
    for (int32_t y = framed.y; y < framed.y + framed.height + reach; y++)
        if (has_gaps(unblocked, rules->overlay, framed.x, y, framed.width + reach))
            return true;
    for (int32_t y = framed.y; overlay_has_corridor(rules->overlay) && y < framed.y + framed.height; y++)
        if (has_gaps(overlay_corridor, rules->overlay, framed.x, y, framed.width))
            return true;
    return overlay_has_costs(rules->overlay) &&
           has_costs_in(rules->overlay,
                        (cluster_box){ framed.x + centre, framed.y + centre, framed.width, framed.height });
}

/// Tiles that the arrays have room for. They are read in groups, of which the last one goes on behind the frame.
static size_t tile_count(const ground *ground)
{
    return (size_t)ground->room * (size_t)ground->room + TILES_AT_ONCE;
}

fw_result ground_reserve(ground *ground, memory *memory, int32_t side)
{
    struct ground made = { .memory = memory, .room = side + 2 };
    if (ground->room < side + 2) {
        made.moves = memory_get_zeroed(memory, tile_count(&made), sizeof *made.moves);
        made.costs = memory_get_zeroed(memory, tile_count(&made), sizeof *made.costs);
        made.plain = memory_get_zeroed(memory, tile_count(&made), sizeof *made.plain);
        made.terrains = memory_get_zeroed(memory, tile_count(&made), sizeof *made.terrains);
        if (!made.moves || !made.costs || !made.plain || !made.terrains) {
            ground_free(&made);
            return FW_NO_MEMORY;
        }
        ground_free(ground);
        *ground = made;
    }
    ground->stride = side + 2;
    return FW_OK;
}

void ground_free(ground *ground)
{
    if (!ground->memory)
        return;
    memory_give_back(ground->memory, ground->moves, tile_count(ground), sizeof *ground->moves);
    memory_give_back(ground->memory, ground->costs, tile_count(ground), sizeof *ground->costs);
    memory_give_back(ground->memory, ground->plain, tile_count(ground), sizeof *ground->plain);
    memory_give_back(ground->memory, ground->terrains, tile_count(ground), sizeof *ground->terrains);
    *ground = (struct ground){ 0 };
}

size_t ground_bytes(const ground *ground)
{
    return tile_count(ground) *
           (sizeof *ground->moves + sizeof *ground->costs + sizeof *ground->plain + sizeof *ground->terrains);
}

static ground_step step_of(int32_t stride, int32_t size, int move)
{
    const paid_tiles paid = ground_paid_tiles(size % 2 != 0, move);
    return (ground_step){ .to = move_dy[move] * stride + move_dx[move],
                          .first = paid.first_dy * stride + paid.first_dx,
                          .second = paid.second_dy * stride + paid.second_dx,
                          .length = move_is_diagonal(move) ? GROUND_DIAGONAL : GROUND_STRAIGHT };
}

step_prices step_prices_of(const ground_rules *rules)
{
    const int32_t centre = rules->size / 2;
    step_prices prices = { .rules = rules, .rows = map_tile_rows(rules->map) };
    for (int move = 0; move < MOVE_COUNT; move++) {
        const paid_tiles paid = ground_paid_tiles(rules->size % 2 != 0, move);
        prices.paid[move] = (paid_tiles){ centre + paid.first_dx, centre + paid.first_dy,
                                          centre + paid.second_dx, centre + paid.second_dy };
    }
    return prices;
}

static void set_rule(ground *ground, const ground_rules *rules)
{
    for (int move = 0; move < MOVE_COUNT; move++)
        ground->steps[move] = step_of(ground->stride, rules->size, move);
    ground->is_odd = rules->size % 2 != 0;
}

/// The free anchors of a row from tile x on, of which corner rules speak.
static uint64_t free_window(const ground_rules *rules, int32_t x, int32_t y)
{
    const uint64_t free = layer_window(rules->layer, x, y);
    return rules->overlay ? free & overlay_free(rules->overlay, rules->size, x, y) : free;
}

/// The free anchors of a row, and of the rows above and below. Bit 0 is one tile west of the first tile.
typedef struct free_rows {
    uint64_t above, middle, below;
} free_rows;

/// Keeps the diagonal moves that a corner rule allows.
///
/// @param[in,out] legal  [move] bit i: the move from tile i leads to a free anchor
static void obey_corners(uint64_t legal[MOVE_COUNT], fw_corner_rule corners)
{
    for (int move = 1; move < MOVE_COUNT && corners != FW_CORNERS_ALWAYS; move += 2) {
        const uint64_t before = legal[move - 1], after = legal[(move + 1) & 7];
        legal[move] &= corners == FW_CORNERS_NEVER ? before & after
                       : corners == FW_CORNERS_ONE ? before | after
                                                   : 0;
    }
}

/// Writes the bytes of a word, the lowest one first.
static inline void write_eight(uint64_t word, uint8_t *bytes)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

static NEVER_INLINE void write_some(uint64_t word, int32_t count, uint8_t *bytes)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

/// Writes the moves of the tiles of a row: first of all tiles for each move, then of each tile.
static void write_moves(const free_rows *free, fw_corner_rule corners, int32_t count, uint8_t *moves)
{
    uint64_t legal[MOVE_COUNT] = { free->middle >> 2, free->below >> 2, free->below >> 1, free->below,
                                   free->middle,      free->above,      free->above >> 1, free->above >> 2 };
    obey_corners(legal, corners);
    for (int move = 0; move < MOVE_COUNT; move++)
        legal[move] &= free->middle >> 1;
    for (; count > 0; count -= 8, moves += 8) {
        uint64_t eight = 0;
        for (int move = 0; move < MOVE_COUNT; move++, legal[move - 1] >>= 8)
            eight |= (legal[move] & 0xff) << 8 * move;
        eight = bits_transpose_8(eight);
        if (count >= 8)
            write_eight(eight, moves);
        else
            write_some(eight, count, moves);
    }
}

/// Copies a row; whole clusters are copied eight tiles at a time.
static inline void copy_row(uint8_t *to, const uint8_t *from, int32_t count)
{
    if (count % 8 != 0) {
        memcpy(to, from, (size_t)count);
        return;
    }
    for (int32_t x = 0; x < count; x += 8)
        memcpy(to + x, from + x, 8);
}

/// Reads the moves of up to 32 columns: with one more on either side, their free anchors lie in a window. Most rows are
/// free, or as the one before.
static void load_columns(ground *ground, const ground_rules *rules, int32_t x, int32_t count)
{
    const cluster_box *box = &ground->box;
    const int32_t left = box->x + x - 1;
    const uint64_t around = bits_below(count + 2);
    const uint8_t all = (uint8_t)moves_allowed(0xff, rules->corners);
    free_rows free = { .above = free_window(rules, left, box->y - 1) & around,
                       .middle = free_window(rules, left, box->y) & around };
    uint64_t last = ~free.above; // the row before `above`; there is none yet
    for (int32_t y = 0; y < box->height; y++) {
        uint8_t *moves = ground->moves + (y + 1) * ground->stride + x + 1;
        free.below = free_window(rules, left, box->y + y + 1) & around;
        if (free.below == free.middle && free.middle == free.above && free.above == last)
            copy_row(moves, moves - ground->stride, count);
        else if ((free.above & free.middle & free.below) == around)
            memset(moves, all, (size_t)count);
        else
            write_moves(&free, rules->corners, count, moves);
        last = free.above;
        free.above = free.middle;
        free.middle = free.below;
    }
}

static void load_moves(ground *ground, const ground_rules *rules)
{
    const int32_t width = ground->box.width;
    memset(ground->moves, 0, (size_t)(ground->box.height + 2) * (size_t)ground->stride);
    for (int32_t x = 0; x < width; x += 32)
        load_columns(ground, rules, x, width - x < 32 ? width - x : 32);
}

static void confine_moves(ground *ground, const fw_overlay *overlay)
{
    const cluster_box *box = &ground->box;
    for (int32_t y = box->y; y < box->y + box->height; y++)
        for (int32_t x = box->x; x < box->x + box->width; x++) {
            const uint64_t middle = overlay_corridor(overlay, x - 1, y);
            const uint32_t within = moves_into(overlay_corridor(overlay, x - 1, y - 1), middle,
                                               overlay_corridor(overlay, x - 1, y + 1));
            ground->moves[ground_tile(ground, x, y)] &= (uint8_t)(middle & 2 ? within : 0);
        }
}

/// Copies terrains, eight at a time: up to seven more than `count` are read and written.
static inline void copy_terrains(uint8_t *to, const uint8_t *from, int32_t count)
{
    for (int32_t x = 0; x < count; x += 8)
        memcpy(to + x, from + x, 8);
}

/// Reads the terrains of the part of a box that lies on the map.
static void load_part(ground *ground, const ground_rules *rules, cluster_box tiles)
{
    const tile_rows rows = map_tile_rows(rules->map);
    const int32_t width = map_width(rules->map), height = map_height(rules->map);
    const int32_t first = tiles.x < 0 ? 0 : tiles.x;
    const int32_t end = tiles.x + tiles.width < width ? tiles.x + tiles.width : width;
    memset(ground->terrains, 0, (size_t)tiles.height * (size_t)ground->stride);
    for (int32_t row = tiles.y < 0 ? -tiles.y : 0;
         row < tiles.height && tiles.y + row < height && first < end; row++)
        memcpy(ground->terrains + row * ground->stride + first - tiles.x,
               tile_row(rows, tiles.y + row) + first, (size_t)(end - first));
}

/// Reads the terrains under the body's centre. Tiles outside the map have terrain 0, as the margins of its rows; no
/// step pays them.
static void load_terrains(ground *ground, const ground_rules *rules)
{
    const cluster_box *box = &ground->box;
    const int32_t centre = rules->size / 2;
    const cluster_box tiles = { box->x + centre - 1, box->y + centre - 1, box->width + 2, box->height + 2 };
    const tile_rows rows = map_tile_rows(rules->map);
    if (tiles.x < -TILES_MARGIN || tiles.x + tiles.width > map_width(rules->map) + 1 ||
        tiles.y + tiles.height > map_height(rules->map) + 1) {
        load_part(ground, rules, tiles);
    } else { // the last tiles of a row are written again with the next row
        uint8_t *terrains = ground->terrains;
        for (int32_t row = 0; row < tiles.height; row++, terrains += ground->stride)
            copy_terrains(terrains, tile_row(rows, tiles.y + row) + tiles.x, tiles.width);
    }
    for (int32_t tile = 0; rules->has_same_costs && tile < tiles.height * ground->stride; tile++)
        ground->terrains[tile] = rules->first_alike[ground->terrains[tile]];
}

static inline void write_equal(uint32_t cost, int32_t count, uint32_t *costs)
{
    for (int32_t i = 0; i < count; i++)
        costs[i] = cost;
}

/// Writes the costs of four terrains.
static inline void write_four(const uint32_t *tile_cost, const uint8_t *terrains, uint32_t *costs)
{
    uint32_t four;
    memcpy(&four, terrains, sizeof four);
    if (four == terrains[0] * UINT32_C(0x01010101)) {
        write_equal(tile_cost[terrains[0]], 4, costs);
        return;
    }
    for (int i = 0; i < 4; i++)
        costs[i] = tile_cost[terrains[i]];
}

/// Writes the costs of eight terrains. Most lie beside terrains like them.
static inline void write_costs(const uint32_t *tile_cost, const uint8_t *terrains, uint32_t *costs)
{
    uint64_t eight;
    memcpy(&eight, terrains, sizeof eight);
    if (eight == terrains[0] * UINT64_C(0x0101010101010101)) {
        write_equal(tile_cost[terrains[0]], 8, costs);
        return;
    }
    write_four(tile_cost, terrains, costs);
    write_four(tile_cost, terrains + 4, costs + 4);
}

/// Adds the costs of the overlay to those of the tiles on the map.
static void add_costs(ground *ground, const ground_rules *rules)
{
    const cluster_box *box = &ground->box;
    const int32_t left = box->x + rules->size / 2 - 1, top = box->y + rules->size / 2 - 1;
    for (int32_t y = 0; y < box->height + 2; y++)
        for (int32_t x = 0; x < box->width + 2; x++)
            if (left + x >= 0 && top + y >= 0 && left + x < map_width(rules->map) &&
                top + y < map_height(rules->map))
                ground->costs[y * ground->stride + x] += overlay_cost(rules->overlay, left + x, top + y);
}

static void load_costs(ground *ground, const ground_rules *rules)
{
    const int32_t tiles = (ground->box.height + 2) * ground->stride;
    load_terrains(ground, rules);
    for (int32_t tile = 0; tile < tiles; tile += 8)
        write_costs(rules->tile_cost, ground->terrains + tile, ground->costs + tile);
    ground->has_added_costs = overlay_has_costs(rules->overlay);
    if (ground->has_added_costs)
        add_costs(ground, rules);
}

/// Where costs of tiles differ, as tiles of the arrays; 0: they do not.
typedef struct differences {
    uint8_t column[MOST_TILES]; ///< from those above or below
    uint8_t around[MOST_TILES]; ///< from those above or below, or to the right
} differences;

/// Compares the terrains of tiles with those around; terrains that cost the same are the same.
///
/// @param above  from a tile to the highest one above that counts
static void compare_terrains(const uint8_t *restrict terrains, int32_t count, ptrdiff_t stride,
                             ptrdiff_t above, uint8_t *restrict column, uint8_t *restrict around)
{
    for (int32_t i = 0; i < count; i++) {
        column[i] = (uint8_t)((terrains[i - above] ^ terrains[i]) | (terrains[i - stride] ^ terrains[i]) |
                              (terrains[i + stride] ^ terrains[i]));
        around[i] = (uint8_t)(column[i] | (terrains[i] ^ terrains[i + 1]));
    }
}

/// The same for costs that do not follow from terrains.
static void compare_costs(const uint32_t *restrict costs, int32_t count, ptrdiff_t stride, ptrdiff_t above,
                          uint8_t *restrict column, uint8_t *restrict around)
{
    for (int32_t i = 0; i < count; i++) {
        column[i] = ((costs[i - above] ^ costs[i]) | (costs[i - stride] ^ costs[i]) |
                     (costs[i + stride] ^ costs[i])) != 0;
        around[i] = column[i] | (costs[i] != costs[i + 1]);
    }
}

/// The tiles of some rows, in whole groups.
static int32_t grouped(int32_t tiles)
{
    return (tiles + TILES_AT_ONCE - 1) & ~(TILES_AT_ONCE - 1);
}

/// Compares the costs of some rows. No step within the cluster pays the tiles beside the row, of which nothing is said.
///
/// @param reach  rows above a tile that steps around it pay
static void compare_rows(const ground *ground, int32_t first, int32_t end, int32_t reach, differences *found)
{
    const int32_t stride = ground->stride, from = first * stride, count = grouped((end - first) * stride);
    const ptrdiff_t above = (ptrdiff_t)reach * stride;
    if (ground->has_added_costs)
        compare_costs(ground->costs + from, count, stride, above, found->column + from, found->around + from);
    else
        compare_terrains(ground->terrains + from, count, stride, above, found->column + from,
                         found->around + from);
    for (int32_t y = first; y < end; y++) {
        found->column[y * stride + ground->box.width + 1] = 0;
        found->around[y * stride + stride - 1] = 0;
    }
}

/// Marks plain tiles.
///
/// @param left  columns to the left of a tile that steps around it pay
static void mark_tiles(const uint8_t *restrict column, const uint8_t *restrict around,
                       const uint8_t *restrict moves, int32_t count, ptrdiff_t left, uint8_t *restrict plain)
{
    for (int32_t i = 0; i < count; i++) {
        const uint8_t rough = (uint8_t)(around[i - left] | around[i - 1] | around[i] | column[i + 1]);
        plain[i] = (uint8_t)(rough | (uint8_t)~moves[i]) == 0 ? GROUND_PLAIN : 0;
    }
}

void ground_mark_plain(ground *ground)
{
    const int32_t stride = ground->stride, end = ground->box.height + 1, reach = ground->is_odd ? 1 : 2;
    differences found;
    if (ground->knows_plain)
        return;
    ground->knows_plain = true;
    memset(found.around + stride - 2, 0, 2);
    memset(found.around + end * stride, 0, TILES_AT_ONCE);
    memset(found.column + end * stride, 0, TILES_AT_ONCE + 1);
    compare_rows(ground, 1, 2, 1, &found); // steps within the cluster pay no row above the frame
    compare_rows(ground, 2, end, reach, &found);
    mark_tiles(found.column + stride, found.around + stride, ground->moves + stride,
               grouped((end - 1) * stride), reach, ground->plain + stride);
}

void ground_load(ground *ground, const ground_rules *rules, cluster_box box)
{
    ground->box = box;
    set_rule(ground, rules);
    load_moves(ground, rules);
    const bool has_corridor = overlay_has_corridor(rules->overlay);
    if (has_corridor)
        confine_moves(ground, rules->overlay);
    ground->may_squeeze = has_corridor || rules->corners == FW_CORNERS_ALWAYS;
    load_costs(ground, rules);
    ground->knows_plain = false;
}
