#pragma once

/// Decides if a unit's anchor point may move along lines and arcs without a move that an overlay forbids; see
/// fw_overlay_forbid(). No other place decides this.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/overlay.h"
#include "fairway/path.h"
#include "map/map.h"

/// The forbidden moves, and how segments relate to the anchor point.
typedef struct passage_rules {
    const fw_overlay *overlay; ///< null = nothing is forbidden
    int32_t size;              ///< of the unit
    double lift;               ///< from the anchor point to where segments run, along both axes
    bool is_backward;          ///< segments are driven from their end to their start
} passage_rules;

/// The ends of consecutive segments that are ends of the whole path, as bits. At the other ends the path continues in
/// an unknown way.
enum { PASSAGE_BEGINS = 1, PASSAGE_ENDS = 2 };

/// The rules for body centres of a unit.
///
/// @param overlay  null = none
passage_rules passage_rules_of(const map_unit *unit, const fw_overlay *overlay);

/// True if the anchor point may move along consecutive segments. Somewhat stricter than fw_path_check(): if a segment
/// passes a corner at a distance that may count as one move or as two, both must be allowed.
///
/// @param ends  PASSAGE_ bits. If the path continues at a side or a corner of tiles, every move with which it could
///              continue there must be allowed. So the parts of a path can be judged one by one.
/// @return true if there are no segments. The segments must lie on the map.
bool passage_is_free(const passage_rules *rules, const fw_segment *segments, int32_t count, unsigned ends);

/// A move of the anchor point out of a tile.
typedef struct passage_move {
    int16_t x, y;
    uint8_t move; ///< FW_MOVE_ bit
} passage_move;

/// The moves that the anchor point makes along consecutive segments.
///
/// @param lift        from the anchor point to where segments run, along both axes
/// @param[out] moves  [move * most]
/// @return number of moves; -1 if segments pass corners so closely that the moves are in doubt, or if there are more
///         than `most` / 2 moves
int32_t passage_moves(const fw_segment *segments, int32_t count, double lift, passage_move *moves,
                      int32_t most);
