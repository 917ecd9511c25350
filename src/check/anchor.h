#pragma once

/// Follows the anchor point (the body's centre less (size - 1) / 2 in x and y) from tile to tile along a path.

#include "check/cuts.h"
#include "check/ground.h"

/// The tiles in which an anchor point may be counted: one tile; two tiles if the point is up to FW_TOUCH from the side
/// between them; four tiles if the point is up to 2 FW_TOUCH from their common corner, so that a way through the corner
/// reaches all four at once, not two of them first. Off the map there is none.
typedef struct anchor_spot {
    int64_t x, y; ///< the top left tile
    int columns;  ///< 1 or 2; 0 off the map
    int rows;     ///< 1 or 2; 0 off the map
} anchor_spot;

/// A walk along a segment in stretches; all points of a stretch have the same spot.
typedef struct anchor_walk {
    double from; ///< tiles along the segment where the stretch begins
    double to;   ///< tiles along the segment where the stretch ends
    anchor_spot spot;
    const ground *ground;
    const fw_segment *segment;
    int64_t next_piece, piece_count;
    piece along;
    bool is_on_map; ///< the piece comes near the map
    cuts list;      ///< where the spot changes along the piece
    int next_cut;
} anchor_walk;

/// Begins before the first stretch of a segment, which is no longer than a full turn.
void anchor_walk_begin(anchor_walk *walk, const ground *ground, const fw_segment *segment);

/// Goes to the next stretch; false after the last one. A segment has at least one stretch.
bool anchor_walk_next(anchor_walk *walk);

/// True if the anchor point may move from tile (x, y) to the neighbour (x + dx, y + dy). If dx = dy = 0: true if it may
/// be in tile (x, y).
typedef bool anchor_rule(const ground *ground, int64_t x, int64_t y, int dx, int dy);

/// The rule of units that cut corners: the square of each anchor is free, and diagonal moves keep to the unit's corner
/// rule.
anchor_rule anchor_is_free;

/// The rule of overlays: no move is a forbidden one.
anchor_rule anchor_is_allowed;

/// The tiles in which an anchor point that has kept a rule so far may be counted.
typedef struct anchor_track {
    anchor_rule *allows;
    anchor_spot spot;
    unsigned tiles; ///< tiles of the spot, one bit each, row by row; 0 = any tile: nothing came before
} anchor_track;

typedef enum anchor_step {
    ANCHOR_KEEPS,   ///< the anchor point keeps the rule
    ANCHOR_BREAKS,  ///< the move to the spot breaks the rule; the track begins anew at the spot
    ANCHOR_NOWHERE, ///< the rule allows no tile of the spot; the track begins anew at the next spot
} anchor_step;

/// Continues a track at the next spot: one move, straight or diagonal, if the spot differs from the last one.
///
/// @param[out] x, y  ANCHOR_BREAKS: the tile from which the forbidden move starts; ANCHOR_NOWHERE: this tile, or the
///                   first one of the spot if nothing came before
anchor_step anchor_enter(anchor_track *track, const ground *ground, const anchor_spot *spot, int64_t *x,
                         int64_t *y);
