#ifndef FAIRWAY_CHECK_H
#define FAIRWAY_CHECK_H

/// @file
/// The independent validator of paths: exact geometry that shares no code with the planners.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/path.h"
#include "fairway/planner.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What can be wrong with a path.
typedef enum fw_fault {
    FW_FAULT_NONE = 0,
    FW_FAULT_BLOCKED,   ///< the body overlaps a blocked tile, or the outside of the map
    FW_FAULT_POSITION,  ///< a segment does not start where the one before ends
    FW_FAULT_HEADING,   ///< the heading jumps, and the unit has a turning radius
    FW_FAULT_TOO_TIGHT, ///< an arc is tighter than the unit's turning radius
    FW_FAULT_GEAR,      ///< reverse, and the unit has no reverse gear
    FW_FAULT_CORNER,    ///< a way past a corner that the unit's corner rule does not allow
    FW_FAULT_FORBIDDEN, ///< a move that the overlay forbids, see fw_overlay_forbid()
    FW_FAULT_ANGLE,     ///< a heading that is none of the path's fixed angles
    FW_FAULT_START,     ///< it does not start where it should
    FW_FAULT_GOAL,      ///< it does not end where it should
    FW_FAULT_LENGTH,    ///< the length it claims is not its length
    FW_FAULT_COST,      ///< the cost it claims is not its cost
    FW_FAULT_STALE,     ///< made for another version of the map: reported, not counted as illegal
    FW_FAULT_COUNT
} fw_fault;

/// The fault as a plain phrase, such as "touches a blocked tile".
///
/// @param fault  any value
/// @return static text
const char *fw_fault_text(fw_fault fault);

/// What to judge a path against. Fill it with fw_default_check_def().
typedef struct fw_check_def {
    const fw_overlay *overlay; ///< as the request had it; null = none
    bool has_start;            ///< judge the start against `start`
    fw_pose start;   ///< where it should start; a unit without a turning radius turns from this heading
    bool has_goal;   ///< judge the end against `goal`
    fw_goal goal;    ///< where it should end; such a unit turns to the heading of FW_GOAL_POSE
    bool check_cost; ///< judge the claimed cost too (paths whose cost holds more than terrain, gear and
                     ///< reverse penalties fail this)
    uint64_t cookie; ///< set by fw_default_check_def(); leave it
} fw_check_def;

/// Judges legality, length and cost, no particular start or goal.
///
/// @return the def
fw_check_def fw_default_check_def(void);

/// The verdict.
typedef struct fw_check_report {
    bool legal;                     ///< no fault at all but FW_FAULT_STALE
    int32_t faults[FW_FAULT_COUNT]; ///< how many of each kind
    fw_fault first;                 ///< the first fault along the path
    int32_t first_segment;          ///< its segment, -1 for faults of the whole path
    double first_at;                ///< tiles along the path where it begins
    double first_x;                 ///< body centre there
    double first_y;                 ///< body centre there
    int32_t first_tile_x;           ///< FW_FAULT_BLOCKED, FW_FAULT_CORNER: the tile in the way
    int32_t first_tile_y;           ///< FW_FAULT_FORBIDDEN: the anchor tile that the move leaves
    double length;                  ///< the path's true length
    double cost;                    ///< its true cost: terrain, reverse penalty, gear changes
} fw_check_report;

/// Judges a path against the map as it is.
///
/// The body is swept exactly along every line and arc, shrunk by FW_TOUCH. A unit without a turning radius turns on the
/// spot; a rectangle is swept through the shorter turn (it is symmetric: half a turn covers the same tiles either way).
/// A path for fixed angles must face one of them everywhere, and may jump between them. A body that is smaller than
/// FW_TOUCH does not slip between two blocked tiles.
///
/// Segments that meet up to FW_TOUCH, and up to 1e-6 radians for a unit with a turning radius, meet. Such jumps do not
/// add up: their sum along the path, with signs, must not be larger either.
///
/// A unit that cuts corners (`one`, `always`) may touch what it likes along a line as long as its anchor point (the
/// body's centre less (size - 1) / 2 in x and in y) is in an anchor tile whose size x size tiles are all free, and gets
/// from one such tile to the next across a side, or through a corner: under `one` only if one of the two tiles beside
/// the corner is free too. Where the body touches nothing, none of this is asked. The anchor point is in a tile up to
/// FW_TOUCH outside of it, and up to 2 FW_TOUCH from a corner in any of the four tiles around: going from one to the
/// diagonal one there is going through the corner. Such a unit turns on the spot without touching anything; arcs are
/// swept with the body.
///
/// Forbidden moves of the overlay bind the anchor point along lines and arcs: see fw_overlay_forbid().
///
/// A segment counts at most one fault of each kind, where it begins, besides that of a turn on the spot. The cost
/// follows the tiles near the path: 0.5 to 3 us for a line or an arc of some tiles.
///
/// @param map          committed map
/// @param unit         the unit to judge it for
/// @param path         the path
/// @param def          what to judge against; null = fw_default_check_def()
/// @param[out] report  the verdict
/// @return FW_OK (whatever the verdict), FW_NULL_ARGUMENT, FW_BAD_DEF, FW_UNKNOWN_UNIT, FW_WRONG_MAP
///         (overlay) or FW_BAD_SIZE (the path is empty)
fw_result fw_path_check(const fw_map *map, fw_unit_id unit, const fw_path *path, const fw_check_def *def,
                        fw_check_report *report);

#ifdef __cplusplus
}
#endif
#endif
