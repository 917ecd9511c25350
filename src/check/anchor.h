#ifndef CHECK_ANCHOR_H
#define CHECK_ANCHOR_H

/// @file
/// The anchor point, the body's centre less (size - 1) / 2, on its way from tile to tile.

#include "check/cuts.h"
#include "check/ground.h"

/// The tiles in which an anchor point may be counted: across * down of them, each 1 or 2, from (x, y) on. Two where it
/// is up to FW_TOUCH from a side; four where it is up to 2 FW_TOUCH from a corner, so that a way through the corner
/// comes to all four at once, not to two of them first. None, across = 0, off the map.
typedef struct anchor_spot {
    int64_t x, y;
    int across, down;
} anchor_spot;

/// A segment, stretch by stretch, each with one spot.
typedef struct anchor_walk {
    double from; ///< tiles along the segment where the stretch begins
    double to;   ///< tiles along the segment where it ends
    anchor_spot spot;
    const ground *ground;
    const fw_segment *segment;
    int64_t next_piece, piece_count;
    piece along;
    bool is_on_map; ///< the piece
    cuts list;      ///< where spots change along the piece
    int next_cut;
} anchor_walk;

/// Before the first stretch of a segment, which is no longer than a full turn.
void anchor_walk_begin(anchor_walk *walk, const ground *ground, const fw_segment *segment);

/// Goes to the next stretch; false after the last one. There is one at least.
bool anchor_walk_next(anchor_walk *walk);

/// May the anchor point go from tile (x, y) to the neighbour (x + dx, y + dy)? For dx = dy = 0: may it be there?
typedef bool anchor_rule(const ground *ground, int64_t x, int64_t y, int dx, int dy);

/// The rule of units that cut corners: anchors whose square is free, past corners as the unit's corner rule says.
anchor_rule anchor_is_free;

/// The rule of overlays: all moves but the forbidden ones.
anchor_rule anchor_is_allowed;

/// Where the anchor point can be counted so that it kept a rule up to now.
typedef struct anchor_track {
    anchor_rule *allows;
    anchor_spot spot;
    unsigned tiles; ///< tiles of the spot, a bit each, row by row; 0 = any, whatever was before
} anchor_track;

typedef enum anchor_step {
    ANCHOR_KEEPS,   ///< the rule
    ANCHOR_BREAKS,  ///< the rule by its move: it is counted anew from here on
    ANCHOR_NOWHERE, ///< may it be here: as if nothing had been before, from the next spot on
} anchor_step;

/// Goes on to a spot: one move, straight or diagonal, if the spot is another one.
///
/// @param[out] x, y  ANCHOR_BREAKS: the tile that it was in before
anchor_step anchor_enter(anchor_track *track, const ground *ground, const anchor_spot *spot, int64_t *x,
                         int64_t *y);

#endif
