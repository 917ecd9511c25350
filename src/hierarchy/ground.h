#pragma once

/// The tiles of one cluster, as waves need them: the legal moves out of each anchor and the cost under the body's
/// centre, in arrays with a frame of one tile around.

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "hierarchy/cluster_grid.h"
#include "map/map.h"
#include "map/overlay.h"

/// Lengths of a straight and a diagonal step; 99 / 70 is the square root of 2 to 1e-4. Both are even, so that the cost
/// of a step can be halved.
enum { GROUND_STRAIGHT = 140, GROUND_DIAGONAL = 198 };

/// Mark of a plain tile: all moves out of it are legal, and all steps between it and those of the eight around it that
/// lie in the cluster cost the same for each tile of length. It is no move, so that it can be combined with one.
enum { GROUND_PLAIN = 16 };

/// What a unit may do on a map, and what it pays.
typedef struct ground_rules {
    const map_version *map;
    const layer *layer;
    const fw_overlay *overlay;            ///< null = none; it forbids no moves
    int32_t size;                         ///< of the unit
    uint32_t tile_cost[FW_TERRAIN_COUNT]; ///< in 1 / COST_ONE; 0 = may not enter
    uint32_t cheapest, most_expensive;    ///< of the costs that are not 0
    /// [terrain] The first one that costs as much; a terrain that may not be entered is like no other one.
    uint8_t first_alike[FW_TERRAIN_COUNT];
    bool has_same_costs; ///< terrains that may be entered cost the same
    fw_corner_rule corners;
} ground_rules;

typedef struct ground_step {
    int32_t to;            ///< from tile to tile in the arrays
    int32_t first, second; ///< the two tiles, from the anchor's, whose costs the step pays
    uint32_t length;       ///< GROUND_STRAIGHT or GROUND_DIAGONAL
} ground_step;

typedef struct ground {
    memory *memory;
    int32_t room;    ///< most tiles across that there is room for, with the frame
    int32_t stride;  ///< from row to row: the side of whole clusters + 2
    cluster_box box; ///< the tiles that are loaded
    uint8_t *moves;  ///< [tile * room^2] FW_MOVE_ bits, moves out of the cluster among them
    uint32_t *costs; ///< [tile * room^2]
    uint8_t *plain;  ///< [tile * room^2] GROUND_PLAIN or 0, see ground_mark_plain()
    /// [tile * room^2] under the body's centre; of terrains that cost the same, the first one
    uint8_t *terrains;
    ground_step steps[MOVE_COUNT];
    bool has_added_costs; ///< costs do not follow from terrains, under an overlay
    bool knows_plain;     ///< plain tiles are marked
    bool is_odd;          ///< the unit's size is odd
    bool may_squeeze;     ///< a diagonal step may be legal though none of the straight steps beside it is
} ground;

ground_rules ground_rules_of(const map_version *map, const layer *layer, const fw_unit_def *unit);

/// Lays an overlay over the ground. An overlay makes no way cheaper.
///
/// @param overlay  one that forbids no moves; null = none
void ground_rules_lay(ground_rules *rules, const fw_overlay *overlay);

/// True if the overlay, which is not null, says anything of the tiles that ground_load() reads for a cluster.
bool ground_rules_overlaid(const ground_rules *rules, cluster_box box);

/// The same; false without an overlay.
static inline bool ground_rules_changed(const ground_rules *rules, cluster_box box)
{
    return rules->overlay && ground_rules_overlaid(rules, box);
}

/// Makes room for clusters of `side` tiles across. FW_OK or FW_NO_MEMORY.
fw_result ground_reserve(ground *ground, memory *memory, int32_t side);
void ground_free(ground *ground);
size_t ground_bytes(const ground *ground);

void ground_load(ground *ground, const ground_rules *rules, cluster_box box);

/// Marks the plain tiles, unless this is done already. Only waves need them.
void ground_mark_plain(ground *ground);

/// The two tiles whose costs a step pays, from the one under the body's centre.
typedef struct paid_tiles {
    int32_t first_dx, first_dy, second_dx, second_dy;
} paid_tiles;

/// For odd sizes the body's centre is in the middle of a tile: half of a step lies here, half there. For even sizes it
/// is a corner of tiles: the two tiles beside the grid line, or twice the tile that is crossed.
static inline paid_tiles ground_paid_tiles(bool is_odd, int move)
{
    const int32_t dx = move_dx[move], dy = move_dy[move];
    if (is_odd)
        return (paid_tiles){ 0, 0, dx, dy };
    const int32_t ahead_x = -(dx < 0), ahead_y = -(dy < 0);
    return (paid_tiles){ ahead_x, ahead_y, dx == 0 ? -1 : ahead_x, dy == 0 ? -1 : ahead_y };
}

/// What steps anywhere on the map cost.
typedef struct step_prices {
    const ground_rules *rules;
    tile_rows rows;
    paid_tiles paid[MOVE_COUNT]; ///< from the anchor
} step_prices;

step_prices step_prices_of(const ground_rules *rules);

/// Cost of a step at (x, y) for each tile of its length, in halves of 1 / COST_ONE.
static inline uint32_t step_prices_doubled(const step_prices *prices, int32_t x, int32_t y, int move)
{
    const ground_rules *rules = prices->rules;
    const paid_tiles *paid = &prices->paid[move];
    const int32_t first_x = x + paid->first_dx, first_y = y + paid->first_dy;
    const int32_t second_x = x + paid->second_dx, second_y = y + paid->second_dy;
    const uint32_t doubled = rules->tile_cost[tile_row(prices->rows, first_y)[first_x]] +
                             rules->tile_cost[tile_row(prices->rows, second_y)[second_x]];
    return rules->overlay ? doubled + overlay_cost(rules->overlay, first_x, first_y) +
                                overlay_cost(rules->overlay, second_x, second_y)
                          : doubled;
}

/// The number of a tile of the map in the arrays. It must lie in the box or the frame.
static inline int32_t ground_tile(const ground *ground, int32_t x, int32_t y)
{
    return (y - ground->box.y + 1) * ground->stride + x - ground->box.x + 1;
}

/// A side of the cluster: its tiles in order of x or y, as numbers in the arrays.
typedef struct ground_border {
    int32_t first;
    int32_t along; ///< from tile to tile
    int32_t count;
} ground_border;

static inline ground_border ground_border_of(const ground *ground, int side)
{
    const cluster_box tiles = cluster_box_side(&ground->box, side);
    const bool is_column = move_dx[side] != 0;
    return (ground_border){ .first = ground_tile(ground, tiles.x, tiles.y),
                            .along = is_column ? ground->stride : 1,
                            .count = is_column ? tiles.height : tiles.width };
}

/// Cost of a step for each tile of its length, doubled.
static inline uint32_t ground_step_doubled(const ground *ground, int32_t tile, const ground_step *step)
{
    return ground->costs[tile + step->first] + ground->costs[tile + step->second];
}

static inline uint32_t ground_step_cost(const ground *ground, int32_t tile, const ground_step *step)
{
    return step->length * ground_step_doubled(ground, tile, step);
}
