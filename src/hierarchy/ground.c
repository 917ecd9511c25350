#include "hierarchy/ground.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"

enum { MOST_ADDED = 255 }; ///< cost that an overlay may add to a tile

ground_rules ground_rules_of(const fw_map *map, const layer *layer, const fw_unit_def *unit)
{
    ground_rules rules = { .map = map, .layer = layer, .size = unit->size, .corners = unit->corners };
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++) {
        const uint32_t cost = terrain_cost_of(unit, terrain);
        rules.tile_cost[terrain] = cost;
        if (cost && (!rules.cheapest || cost < rules.cheapest))
            rules.cheapest = cost;
        if (cost > rules.most_expensive)
            rules.most_expensive = cost;
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

bool ground_rules_changed(const ground_rules *rules, cluster_box box)
{
    if (!rules->overlay)
        return false;
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

static size_t tile_count(const ground *ground)
{
    return (size_t)ground->room * (size_t)ground->room;
}

fw_result ground_reserve(ground *ground, memory *memory, int32_t side)
{
    struct ground made = { .memory = memory, .room = side + 2 };
    if (ground->room < side + 2) {
        made.moves = memory_get(memory, tile_count(&made), sizeof *made.moves);
        made.costs = memory_get(memory, tile_count(&made), sizeof *made.costs);
        made.plain = memory_get(memory, tile_count(&made), sizeof *made.plain);
        if (!made.moves || !made.costs || !made.plain) {
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
    *ground = (struct ground){ 0 };
}

size_t ground_bytes(const ground *ground)
{
    return tile_count(ground) * (sizeof *ground->moves + sizeof *ground->costs + sizeof *ground->plain);
}

static ground_step step_of(int32_t stride, int32_t size, int move)
{
    const paid_tiles paid = ground_paid_tiles(size % 2 != 0, move);
    return (ground_step){ .to = move_dy[move] * stride + move_dx[move],
                          .first = paid.first_dy * stride + paid.first_dx,
                          .second = paid.second_dy * stride + paid.second_dx,
                          .length = move_is_diagonal(move) ? GROUND_DIAGONAL : GROUND_STRAIGHT };
}

/// Cost of a tile of the map, under the overlay.
static uint32_t tile_cost(const ground_rules *rules, int32_t x, int32_t y)
{
    return rules->tile_cost[map_terrain_row(rules->map, y)[x]] + overlay_cost(rules->overlay, x, y);
}

uint32_t ground_rules_doubled(const ground_rules *rules, int32_t x, int32_t y, int move)
{
    const paid_tiles paid = ground_paid_tiles(rules->size % 2 != 0, move);
    const int32_t centre_x = x + rules->size / 2, centre_y = y + rules->size / 2;
    return tile_cost(rules, centre_x + paid.first_dx, centre_y + paid.first_dy) +
           tile_cost(rules, centre_x + paid.second_dx, centre_y + paid.second_dy);
}

static void set_rule(ground *ground, const ground_rules *rules)
{
    for (int move = 0; move < MOVE_COUNT; move++)
        ground->steps[move] = step_of(ground->stride, rules->size, move);
    ground->is_odd = rules->size % 2 != 0;
    if (ground->has_rule && ground->corners == rules->corners)
        return;
    for (uint32_t free = 0; free < 512; free++)
        ground->legal[free] = (uint8_t)moves_allowed(moves_into(free, free >> 3, free >> 6), rules->corners);
    ground->corners = rules->corners;
    ground->has_rule = true;
}

/// The free anchors of a row from tile x on, of which corner rules speak.
static uint64_t free_window(const ground_rules *rules, int32_t x, int32_t y)
{
    const uint64_t free = layer_window(rules->layer, x, y);
    return rules->overlay ? free & overlay_free(rules->overlay, rules->size, x, y) : free;
}

/// Moves of the tiles of a row that are read together.
enum { MOVES_AT_ONCE = 8 };

/// Writes the moves of some tiles side by side, up to MOVES_AT_ONCE.
///
/// @param above, middle, below  free anchors of the rows above, at and below; bit 0 is one tile west of the first tile
static void write_moves(const ground *ground, uint8_t *moves, int32_t count, uint64_t above, uint64_t middle,
                        uint64_t below)
{
    const uint64_t around = bits_below(MOVES_AT_ONCE + 2);
    if (count == MOVES_AT_ONCE && (above & middle & below & around) == around) {
        memset(moves, ground->legal[511], MOVES_AT_ONCE);
        return;
    }
    if (count == MOVES_AT_ONCE && (middle >> 1 & bits_below(MOVES_AT_ONCE)) == 0) {
        memset(moves, 0, MOVES_AT_ONCE);
        return;
    }
    for (int32_t i = 0; i < count; i++, above >>= 1, middle >>= 1, below >>= 1)
        moves[i] = middle & 2 ? ground->legal[(above & 7) | (middle & 7) << 3 | (below & 7) << 6] : 0;
}

/// Reads the moves of up to 32 columns: with one more on either side, their free anchors lie in a window.
static void load_columns(ground *ground, const ground_rules *rules, int32_t x, int32_t count)
{
    const cluster_box *box = &ground->box;
    const int32_t left = box->x + x - 1;
    uint64_t above = free_window(rules, left, box->y - 1), middle = free_window(rules, left, box->y);
    for (int32_t y = 0; y < box->height; y++) {
        uint8_t *moves = ground->moves + (y + 1) * ground->stride + x + 1;
        const uint64_t below = free_window(rules, left, box->y + y + 1);
        for (int32_t i = 0; i < count; i += MOVES_AT_ONCE)
            write_moves(ground, moves + i, count - i < MOVES_AT_ONCE ? count - i : MOVES_AT_ONCE, above >> i,
                        middle >> i, below >> i);
        above = middle;
        middle = below;
    }
}

static void load_moves(ground *ground, const ground_rules *rules)
{
    const int32_t width = ground->box.width;
    for (int32_t x = 0; x < width; x += 32)
        load_columns(ground, rules, x, width - x < 32 ? width - x : 32);
}

/// Keeps moves within the corridor.
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

/// Tiles outside the map cost nothing; no step pays them.
static void load_costs(ground *ground, const ground_rules *rules)
{
    const cluster_box *box = &ground->box;
    const int32_t centre = rules->size / 2;
    const int32_t left = box->x + centre - 1, right = box->x + centre + box->width;
    const int32_t width = fw_map_width(rules->map), height = fw_map_height(rules->map);
    const int32_t first = left < 0 ? 0 : left, end = right < width ? right + 1 : width;
    const size_t count = end > first ? (size_t)(end - first) : 0; // tiles of a row that lie on the map
    const bool adds_costs = overlay_has_costs(rules->overlay);
    const uint8_t *above = NULL;
    for (int32_t row = 0; row < box->height + 2; row++) {
        const int32_t y = box->y + centre - 1 + row;
        uint32_t *costs = ground->costs + row * ground->stride;
        if (left < 0 || end <= right || y < 0 || y >= height)
            memset(costs, 0, (size_t)(box->width + 2) * sizeof *costs);
        if (y < 0 || y >= height)
            continue;
        const uint8_t *terrains = map_terrain_row(rules->map, y);
        if (above && count > 0 && !adds_costs && memcmp(terrains + first, above + first, count) == 0) {
            memcpy(costs, costs - ground->stride, (size_t)(box->width + 2) * sizeof *costs);
            continue;
        }
        above = terrains;
        for (int32_t x = first; x < end; x++)
            costs[x - left] =
                rules->tile_cost[terrains[x]] + (adds_costs ? overlay_cost(rules->overlay, x, y) : 0);
    }
}

/// By how much the cost of a tile differs from those above and below; 0: not at all.
///
/// @param above  the highest row that counts, from this one
static inline uint32_t differing_in_column(const uint32_t *cost, int32_t stride, int32_t above)
{
    return (cost[-above * stride] ^ *cost) | (cost[-stride] ^ *cost) | (cost[stride] ^ *cost);
}

/// Marks the plain tiles of a row. Each loop turns words of one size into words of one size and goes over the whole
/// row, so that compilers make vector instructions of it and no tile is left over.
///
/// @param costs, moves, plain  of the row; [0] belongs to the frame
/// @param above, left          rows above and columns to the left of a tile that steps around it pay: 1 or 2
static void mark_plain_row(const uint32_t *costs, const uint8_t *restrict moves, uint8_t *restrict plain,
                           int32_t width, int32_t stride, int32_t above, int32_t left)
{
    uint32_t differs[CLUSTER_MOST + 2];             // from the tiles above or below
    uint32_t row[CLUSTER_MOST + 2], *all = row + 1; // or from the tile to the right
    uint8_t rough[CLUSTER_MOST + 2];                // a tile around differs from it or from another one
    all[-1] = differs[width + 1] = 0;               // no step within the cluster pays these
    all[0] = differing_in_column(costs, stride, above) | (costs[0] ^ costs[1]);
    for (int32_t x = 1; x <= width; x++)
        differs[x] = differing_in_column(costs + x, stride, above);
    for (int32_t x = 1; x <= width; x++)
        all[x] = differs[x] | (costs[x] ^ costs[x + 1]);
    for (int32_t x = 1; x <= width; x++)
        rough[x] = (all[x - left] | all[x - 1] | all[x] | differs[x + 1]) != 0;
    for (int32_t x = 1; x <= width; x++)
        plain[x] = (rough[x] | (moves[x] ^ 0xffu)) == 0 ? GROUND_PLAIN : 0;
}

void ground_mark_plain(ground *ground)
{
    const int32_t stride = ground->stride, reach = ground->is_odd ? 1 : 2;
    if (ground->knows_plain)
        return;
    ground->knows_plain = true;
    memset(ground->plain, 0, (size_t)(ground->box.height + 2) * (size_t)stride);
    for (int32_t y = 1; y <= ground->box.height; y++)
        mark_plain_row(ground->costs + y * stride, ground->moves + y * stride, ground->plain + y * stride,
                       ground->box.width, stride, y == 1 ? 1 : reach, reach);
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
