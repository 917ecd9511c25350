#ifndef FAIRWAY_DIRECTIONAL_H
#define FAIRWAY_DIRECTIONAL_H

/// @file
/// Directional A*: search over poses, so that every turn of a path is legal.
///
/// Select it with fw_request::method. This header documents the methods and describes the tables of a unit.
///
/// **Motions.** A unit with a turning radius moves over lattice poses: the centre of a tile (a corner for even sizes)
/// and one of 8 or 16 headings. Its moves are motions: arcs and lines, each with the tiles that the body touches.
/// - FW_DIRECTIONAL_8, _24, _48 and _80 use the shortest turn-straight-turn curves to the 8, 24, 48 or 80 tiles
///   around. Their paths are optimal for these motions (up to the factor fw_request::weight). If the turning radius is
///   too large for the neighbourhood, only loops and straight lines are left. With fw_unit_def::all_curves, the longer
///   curves between two poses are motions as well.
/// - FW_DIRECTIONAL chooses its motions by the turning radius. If it finds no path, it searches again with loops and
///   all Dubins curves near start and goal. If this fails too, it searches over small cells of exact poses (Barraquand
///   & Latombe 1993; Dolgov et al. 2008). FW_NOT_FOUND means that this search has visited all cells within reach: a
///   path with less than a twentieth of a tile to spare may exist. FW_GAVE_UP means that a unit with a reverse gear may
///   get out of a narrow place by more turns to and fro than were tried. With FW_HEURISTIC_AUTO the search is greedy:
///   its paths may be longer than the optimum. With FW_HEURISTIC_MOTIONS they are optimal for the motions, up to the
///   factor fw_request::weight.
///
/// **Reverse gear.** A unit with a reverse gear drives every motion in reverse too. If its body has the room, it turns
/// on the spot by short arcs in alternating gears; it then reaches every place that a grid path reaches.
///
/// **Costs.** A motion costs the exact integral of terrain cost under the body's centre. The charge for turns
/// (fw_request::turn_charge) influences the choice of a path but is not part of the path's cost.
///
/// **Start and goal.** If the start or the goal is not a lattice pose, curves join it to lattice poses nearby. Such a
/// path may be longer than the optimum. If there are several goals, the path leads to the one that is cheapest to
/// reach; FW_HEURISTIC_MOTIONS then replaces heuristics for a single goal. With fw_request::nearest, if no goal can
/// be reached, the path ends at the lattice pose with the least straight distance to any goal, within
/// fw_request::nearest_tolerance, with any heading; or at the start. Between lattice poses, a place that only a curve
/// from the start reaches may be nearer.
///
/// **Least time.** With fw_request::fastest, a node is a pose and one of ten speeds, and the search minimises time
/// within the limits of the fw_speed_def. The path is the quickest that the motions and speeds allow.
/// - FW_AUTO then selects FW_DIRECTIONAL. Other methods, `nearest`, `turn_charge` and `max_distance` cannot be combined
///   with `fastest`.
/// - Terrain costs and reverse penalties do not count: they are not time.
/// - fw_statistics::bound is a bound on time. With FW_HEURISTIC_AUTO, FW_DIRECTIONAL searches with a weight of at least
///   1.7.
/// - Smoothing is undone if it does not make the path quicker.
/// - The same request without `fastest` is answered first, with a `turn_charge` of 0, 3, 6, 12 and 40 tiles. If a limit
///   ends the search afterwards, the quickest of these paths is the answer. The path of a finished search is never
///   slower.
/// - FW_NOT_FOUND may mean that the unit starts too fast to brake in time.
///
/// Source: Pinter 2001, figure 22.
///
/// **Hybrid.** FW_HYBRID (Pinter 2001) finds a grid path and makes it drivable by directional search along it. Where
/// this fails, it repairs the path by directional search in a window around the place. If the repairs fail too, it
/// searches as FW_DIRECTIONAL does; it also does so from the start if terrain costs differ or turns are charged. A path
/// that changes gear and costs more than 1.5 times the grid path is compared with the path that FW_DIRECTIONAL finds.
/// FW_HYBRID_STRICT takes the six steps of the article, with motions of its own, and returns FW_GAVE_UP if one of them
/// fails: see hybrid.h. Paths of both may be longer than the optimum.
///
/// fw_request::pre_smooth applies directional search along the path of a grid method. If the search gets stuck, the
/// grid path continues from there, and the stretch that begins there is listed as impossible.
///
/// **Wide turns and long bodies.** With a turning radius of more than 8 tiles, or a body of more than 25 tiles from
/// end to end, FW_DIRECTIONAL and FW_HYBRID begin with a search whose steps are as long as the radius allows, and whose
/// time does not depend on the size of a tile. If it finds nothing, the lattice follows, if the body is not too long
/// for its motions; else the result is FW_GAVE_UP, because this search proves nothing. With `nearest`, a body that is
/// too long goes to the nearest place, or to the nearest of the poses that the search has come to.
///
/// **Errors.** FW_METHOD_DOES_NOT_FIT: the unit has no turning radius (or less than 1/128 tile); the radius of the goal
/// is more than 64 tiles; or the body is longer than about 25 tiles and the request names a method with the motions of
/// one neighbourhood, or asks for FW_HYBRID_STRICT, `fastest` or `pre_smooth`.

#include <stddef.h>
#include <stdint.h>

#include "fairway/map.h"
#include "fairway/path.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The motions of a unit for one method. Source: Pinter 2001, figures 12 and 13.
typedef struct fw_motion_summary {
    int32_t headings; ///< 8 or 16
    int32_t motions;  ///< number of motions, over all headings
    double branching; ///< mean number of motions per heading
    /// The same before pruning. Pruning drops motions that equal a sequence of other motions.
    double unpruned;
    int32_t reach; ///< greatest distance that a motion covers, in tiles
    size_t bytes;  ///< memory of the tables
    /// True if, from every heading, motions of at most a quarter turn lead to other headings on both sides. False if
    /// the neighbourhood is too small for the turning radius: from some headings, such as the diagonal ones, the only
    /// motions are then straight lines and loops.
    bool complete;
} fw_motion_summary;

/// Summarises the motions of a unit for a method that was prepared.
///
/// @param map           committed map
/// @param id            the unit
/// @param method        a directional method
/// @param[out] summary  the summary
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_BAD_VALUE, FW_NOT_PREPARED or FW_NOT_SUPPORTED
fw_result fw_map_motions(const fw_map *map, fw_unit_id id, fw_method method, fw_motion_summary *summary);

/// fw_map_motions() for programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param map, id, method  as for fw_map_motions()
/// @param[out] summary  as many bytes of it as the program's header has
/// @param bytes  sizeof *summary
/// @return as fw_map_motions()
fw_result fw_map_get_motions(const fw_map *map, fw_unit_id id, fw_method method, fw_motion_summary *summary,
                             size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
