#ifndef CURVE_PASSAGE_H
#define CURVE_PASSAGE_H

/// @file
/// May a unit's anchor point move along lines and arcs, as far as the moves go that an overlay forbids? The one place
/// for this question: fw_overlay_forbid() defines it.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/overlay.h"
#include "fairway/path.h"
#include "map/map.h"

/// Which moves are forbidden to whom.
typedef struct passage_rules {
    const fw_overlay *overlay; ///< null = nothing is forbidden
    double lift;               ///< from the anchor point to where segments run, along both axes
    bool is_backward;          ///< segments are driven from their end to their start
} passage_rules;

/// Ends of a run of segments that are ends of the whole path, as bits. At others a path goes on that is not known.
enum { PASSAGE_BEGINS = 1, PASSAGE_ENDS = 2 };

/// The rules for body centres of a unit.
///
/// @param overlay  null = none
passage_rules passage_rules_of(const map_unit *unit, const fw_overlay *overlay);

/// May the anchor point move along segments that follow each other? Somewhat stricter than fw_path_check(): what passes
/// a corner at a distance that decides between one move and two must have both.
///
/// @param ends  PASSAGE_ bits. Where the run joins another one on a side or in a corner of tiles, all moves between
///              these tiles must be allowed that any other one could lead to: then runs can be judged one by one.
/// @return true for none. The segments must lie on the map.
bool passage_is_free(const passage_rules *rules, const fw_segment *segments, int32_t count, unsigned ends);

/// A move of the anchor point out of a tile.
typedef struct passage_move {
    int16_t x, y;
    uint8_t move; ///< FW_MOVE_ bit
} passage_move;

/// The moves that the anchor point makes along segments that follow each other.
///
/// @param lift        from the anchor point to where segments run, along both axes
/// @param[out] moves  [move * most]
/// @return how many; -1: they depend on how they are counted, or are more than there is room for
int32_t passage_moves(const fw_segment *segments, int32_t count, double lift, passage_move *moves,
                      int32_t most);

#endif
