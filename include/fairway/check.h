#ifndef FAIRWAY_CHECK_H
#define FAIRWAY_CHECK_H

/// @file
/// The independent path validator. Its geometry is exact and shares no code with the planners.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/forest.h"
#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/path.h"
#include "fairway/planner.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Kinds of faults that a path can have.
typedef enum fw_fault {
    FW_FAULT_NONE = 0,
    FW_FAULT_BLOCKED,   ///< the body overlaps a blocked tile, or the outside of the map
    FW_FAULT_POSITION,  ///< a segment does not start where the segment before it ends
    FW_FAULT_HEADING,   ///< the heading jumps although the unit has a turning radius
    FW_FAULT_TOO_TIGHT, ///< an arc is tighter than the unit's turning radius
    FW_FAULT_GEAR,      ///< a segment is driven in reverse by a unit without a reverse gear
    FW_FAULT_CORNER,    ///< the path passes a corner in a way that the unit's corner rule does not allow
    /// The path makes a move that the overlay forbids, or its centre is on a tile that is forbidden for it, see
    /// fw_overlay_forbid() and fw_overlay_set_costs()
    FW_FAULT_FORBIDDEN,
    FW_FAULT_ANGLE,  ///< a heading is none of the path's fixed angles
    FW_FAULT_START,  ///< the path does not start where it should
    FW_FAULT_GOAL,   ///< the path does not end where it should
    FW_FAULT_LENGTH, ///< the path's claimed length is not its true length
    FW_FAULT_COST,   ///< the path's claimed cost is not its true cost
    FW_FAULT_STALE,  ///< the path was made for another version of the map; the path may still be legal
    FW_FAULT_TREE,   ///< a round body overlaps a circle of fw_check_def::trees
    /// The curvature changes faster than the unit can turn its wheels, where the path's speed profile does not stop
    FW_FAULT_STEERING,
    FW_FAULT_COUNT
} fw_fault;

/// The fault as a plain phrase, such as "touches a blocked tile".
///
/// @param fault  any value
/// @return text [until: the program ends]
const char *fw_fault_text(fw_fault fault);

/// Settings of a check. Fill it with fw_check_def_init().
typedef struct fw_check_def {
    uint32_t bytes;            ///< size of the struct in the program's header; set by fw_check_def_init()
    uint32_t cookie;           ///< tells that the struct was filled; set by fw_check_def_init()
    const fw_overlay *overlay; ///< the overlay of the request; [opt] null = none
    bool has_start;            ///< check that the path starts at `start`
    /// Expected start. If the unit has no turning radius, the check includes its turn on the spot from this heading.
    fw_pose start;
    /// The path may begin this far from `start`, in tiles, as fw_request::start_slack allows, and beside it by what
    /// 32-bit floats are rounded by (FW_ROUNDING), as at a goal. Default 0.01.
    /// [Limits: slack >= 0]
    double start_slack;
    bool has_goal; ///< check that the path ends at `goal`, within its tolerances
    /// Expected goal. If it is an FW_GOAL_POSE and the unit has no turning radius, the check includes the unit's turn
    /// on the spot to the goal's heading.
    fw_goal goal;
    /// Check the claimed cost: the cost of terrain, of driving in reverse and of gear changes. A path whose cost
    /// includes anything else fails.
    bool check_cost;
    /// Where the check begins, in tiles along the path: 0 for the whole path; for a unit that follows the path, its
    /// present position. Above 0, the claimed length is not checked, and `check_cost` must be false. Beyond the path's
    /// end, only the pose at the end is checked. [Limits: from >= 0]
    double from;
    /// Round obstacles, [tree * tree_count]; [opt] null = none. A round body may overlap them by 2 FW_FOREST_TOUCH.
    const fw_tree *trees;
    int32_t tree_count; ///< number of trees [Limits: >= 0]
} fw_check_def;

/// Default settings: check legality and length, against no particular start or goal.
///
/// @param[out] def  the struct
/// @param bytes    sizeof *def
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_check_def_init(fw_check_def *def, size_t bytes);

/// The same by value: for programs that were compiled with headers of the same minor version, see docs/abi.md.
///
/// @return the def
fw_check_def fw_default_check_def(void);

/// Result of a check.
typedef struct fw_check_report {
    bool legal;                     ///< true if the path has no fault, or only FW_FAULT_STALE
    int32_t faults[FW_FAULT_COUNT]; ///< number of faults of each kind
    fw_fault first;                 ///< the first fault along the path
    int32_t first_segment; ///< the segment of the first fault; -1 if the fault concerns the whole path
    double first_at;       ///< tiles along the path at which the first fault begins
    double first_x;        ///< body centre at the first fault, in tiles
    double first_y;        ///< body centre at the first fault, in tiles
    /// FW_FAULT_BLOCKED, FW_FAULT_CORNER: x of the tile in the way. FW_FAULT_FORBIDDEN: x of the anchor tile that the
    /// move leaves.
    int32_t first_tile_x;
    int32_t first_tile_y;   ///< y of the same tile
    double length;          ///< true length of what was checked, in tiles
    double cost;            ///< true cost of what was checked: terrain, reverse penalty, gear changes
    int32_t steering_stops; ///< places at which the unit must stand to turn its wheels, see below
} fw_check_report;

/// Checks a path against the map as of its last commit.
///
/// **Body.** The body is shrunk by FW_TOUCH and swept exactly along every line and arc. A unit without a turning radius
/// turns on the spot between two segments; a body with corners is swept through the shorter of the two turns, or for
/// half a turn through one of them. A body smaller than FW_TOUCH does not pass between two blocked tiles that touch.
///
/// **Fixed angles.** Every segment of a fixed-angle path must face one of the path's angles. The heading may jump from
/// one of these angles to another. If a heading is required at an end, the path faces one of the two angles next to
/// that heading.
///
/// **Tolerances.** Two consecutive segments may be up to FW_TOUCH apart, and, if the unit has a turning radius, their
/// headings may differ by up to 1e-6 radians. The signed sum of all these gaps along the path has the same limits.
///
/// **Steering.** If the unit has an `fw_unit_def::curvature_rate`, each place counts where no curvature that changes at
/// that rate keeps within 1/16 of the greatest curvature, 1 / turn_radius, of the path's. At both ends and at changes
/// of gear the unit stands, and may turn its wheels. Such a place is a fault only if the path has a speed profile and
/// does not stop there. Paths with fixed angles are not judged.
///
/// **Cutting corners.** A unit whose corner rule is `one` or `always` may touch blocked tiles along a line, as long as
/// its anchor point obeys the following rules. The anchor point is the body's centre minus (size - 1) / 2 in x and in
/// y.
/// - The anchor point stays in anchor tiles whose size x size tiles are all free.
/// - It moves from one such tile to the next across a side or through a corner. Under `one`, a move through a corner
///   also needs at least one of the two tiles beside the corner to be free.
/// - Up to FW_TOUCH outside of a tile, the anchor point still counts as in the tile. Up to 2 FW_TOUCH from a corner, it
///   counts as in each of the four tiles around; a change to the diagonal tile is then a move through the corner.
///
/// These rules apply only where the body touches a blocked tile. A turn on the spot of such a unit never collides.
/// Along arcs its body is swept like that of any other unit.
///
/// **Forbidden moves** of the overlay apply to the anchor point along lines and arcs: see fw_overlay_forbid().
///
/// Each segment counts at most one fault of each kind, at the place where the fault begins, and separately one for the
/// turn on the spot before it. The running time grows with the number of tiles near the path: 0.5 to 3 us for a line or
/// an arc of a few tiles.
///
/// @param map          committed map
/// @param unit         the unit that drives the path
/// @param path         the path
/// @param def          what to check; [opt] null = fw_default_check_def()
/// @param[out] report  faults, true length and true cost
/// @return FW_OK (also if the path has faults), FW_NULL_ARGUMENT, FW_BAD_DEF, FW_NOT_FINITE (from), FW_BAD_VALUE (from,
///         start_slack), FW_UNKNOWN_UNIT, FW_NOT_SUPPORTED (trees for a body that is not round), FW_WRONG_MAP (overlay)
///         or FW_BAD_SIZE (the path is empty)
fw_result fw_path_check(const fw_map *map, fw_unit_id unit, const fw_path *path, const fw_check_def *def,
                        fw_check_report *report);

/// fw_path_check() for programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param map, unit, path, def  as for fw_path_check()
/// @param[out] report  as many bytes of it as the program's header has
/// @param bytes  sizeof *report
/// @return as fw_path_check()
fw_result fw_path_get_check(const fw_map *map, fw_unit_id unit, const fw_path *path, const fw_check_def *def,
                            fw_check_report *report, size_t bytes);

/// Tells, without looking at tiles, that a path is still as legal as it was: true if no tile near the rest of the path
/// has changed since a version of the map. It is made to be called for many units in every tick.
///
/// - **True** is certain: what fw_path_check() found for the rest of the path in that version still holds, cost
///   included.
/// - **False** may be a false alarm. The map notes changes for blocks of 16 x 16 tiles, so any change of a terrain up
///   to 16 tiles away from the body may count. Call fw_path_check(); if the path is still legal, pass the present
///   version (fw_map_version()) as `since` from then on.
///
/// Neither answer tells whether a change has opened a shorter path.
///
/// @param map    committed map
/// @param path   a path for this map; its summary names the unit
/// @param from   tiles along the path: where the unit is
/// @param since  version for which the path is known to be legal; 0 = the version that its summary names
/// @return true if nothing near the path has changed. False if something may have changed, for null, for an empty path,
///         for a removed unit, if `from` is not finite, and if `since` is newer than the map or 2^31 versions older
///
/// The running time grows with the number of segments: about 1 us for 150 tiles of a smoothed path through rooms, where
/// fw_path_check() takes 40 us; 20 ns if the map has not changed at all.
bool fw_path_is_untouched(const fw_map *map, const fw_path *path, double from, uint64_t since);

#ifdef __cplusplus
}
#endif
#endif
