#ifndef FAIRWAY_EXPLAIN_H
#define FAIRWAY_EXPLAIN_H

/// @file
/// Why there is no path: what lies between a unit and its goal, and what unit would get there.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/planner.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What keeps a unit from its goal. Of several, the first one alone that would have to go.
typedef enum fw_barrier {
    FW_BARRIER_NONE = 0,    ///< nothing: there is a path
    FW_BARRIER_REQUEST = 1, ///< the request is refused: fw_request_refusal() tells why
    FW_BARRIER_START = 2,   ///< the unit cannot stand at its start; `place` is what is in the way
    FW_BARRIER_GOAL = 3,    ///< the unit cannot stand at its goal; `place` is what is in the way
    FW_BARRIER_OVERLAY = 4, ///< without the request's overlay there is a way
    FW_BARRIER_CORNERS = 5, ///< with FW_CORNERS_ALWAYS there is a way; `place` is the corner
    FW_BARRIER_SIZE = 6,    ///< a smaller unit gets there; `place` is where this one is stuck
    FW_BARRIER_TERRAIN =
        7,                ///< a unit that enters more terrains gets there; `place` is the first tile of them
    FW_BARRIER_WALLS = 8, ///< blocked tiles lie all around the start or the goal
    /// The unit's square of tiles gets there, but the unit does not: its body or its turning radius needs more room.
    FW_BARRIER_ROOM = 9,
    /// The unit's square of tiles gets there, but a limit of the request ended the search, or the method gave up.
    FW_BARRIER_SEARCH = 10,
    FW_BARRIER_COUNT ///< number of barriers
} fw_barrier;

/// The name of a barrier in JSON, such as "terrain".
///
/// @param barrier  any value
/// @return text [until: the program ends]; "unknown" if the value is no barrier
const char *fw_barrier_name(fw_barrier barrier);

/// Why there is no path.
typedef struct fw_explanation {
    fw_result result;   ///< what fw_find_path() answers
    fw_barrier barrier; ///< in one word
    /// FW_BARRIER_SIZE, FW_BARRIER_TERRAIN: the largest size, up to the unit's, that gets there; otherwise the unit's,
    /// or 0 if there is a path or the request is refused
    int32_t size;
    /// FW_BARRIER_TERRAIN: terrains, one bit each, that open a way if the unit enters them: of those ways with the
    /// fewest places on other terrains than the unit's own. Otherwise 0
    uint32_t terrains;
    bool has_place;   ///< `place` is known
    bool has_nearest; ///< `nearest` is known
    fw_pose place;    ///< what fw_barrier says; heading 0
    fw_pose nearest;  ///< the place nearest to the goal that the unit's square of tiles gets to; heading 0
    char text[160];   ///< the barrier as an English sentence without a full stop
} fw_explanation;

/// Asks for a path and, if there is none, explains why. The path itself is not given, and `nearest`, `partial` and
/// `trace` of the request have no effect.
///
/// Ways are looked for on the grid, by floods over the whole map with squares of the unit's size or smaller: an answer
/// for a person at a keyboard, not for each unit in each tick.
///
/// @param planner   the planner; a search on it that is under way is not disturbed
/// @param request   the request; a user's own space or forest has no explanations
/// @param[out] why  the explanation: as many bytes as the program's header has
/// @param bytes     sizeof *why
/// @return FW_OK (explained, also if there is a path), FW_NULL_ARGUMENT, FW_BAD_DEF or FW_NO_MEMORY
///
/// The search, and O(n log s) for n tiles of the map and a unit of size s; while it lasts, 3 bytes a tile and the
/// borders of a flood.
fw_result fw_explain(fw_planner *planner, const fw_request *request, fw_explanation *why, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
