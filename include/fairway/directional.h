#ifndef FAIRWAY_DIRECTIONAL_H
#define FAIRWAY_DIRECTIONAL_H

/// @file
/// Directional A*: paths whose turns are legal because they were searched for. Searches are asked for through
/// fw_request::method; this header tells what the tables hold.
///
/// A unit with a turning radius moves over poses (tile centre, or corner for even sizes; 8 headings, or 16) by
/// motions: arcs and lines, each with the tiles that the body touches on its way. FW_DIRECTIONAL_8, _24, _48
/// and _80 have the shortest turn-straight-turn curves to the tiles around, and their paths are the shortest
/// that these make (times fw_request::weight). A radius that does not fit into the neighbourhood leaves them
/// loops and straight lines. With fw_unit_def::all_curves they have the longer curves between two poses as well.
/// FW_DIRECTIONAL picks motions by the radius, and where they fail adds loops and all Dubins curves near start and
/// goal. If these fail too, it searches over small cells of exact poses (Barraquand & Latombe 1993; Dolgov et al.
/// 2008): FW_NOT_FOUND means that this search has visited all cells that it can reach. With FW_HEURISTIC_AUTO it
/// hurries and claims no bound; FW_HEURISTIC_GRID keeps that of fw_request::weight.
///
/// A unit with a reverse gear drives every motion backward too, and turns on the spot by short arcs in alternating
/// gears where its body can: then it gets wherever the grid gets.
///
/// Where terrains cost different amounts, each motion pays for the tiles under the body's centre, exactly. What a turn
/// is charged (fw_request::turn_charge) decides between ways, but is no part of a path's cost.
///
/// With fw_request::fastest speed is a dimension of the search: nodes are a pose and one of ten speeds, a motion leads
/// from speed to speed within the limits of the fw_speed_def, and what is least is time, among what these make. FW_AUTO
/// then means FW_DIRECTIONAL; other methods, `nearest`, `turn_charge` and `max_distance` do not fit. Terrain costs and
/// penalties of the reverse gear are not time and do not count. fw_statistics::bound is one on time: with
/// FW_HEURISTIC_AUTO, FW_DIRECTIONAL searches with a weight of 1.7 at least. Smoothing is taken back where the path is
/// not quicker for it. The same request without `fastest` is answered first, and what it finds is never quicker; where
/// a limit ends the search after that, it is the answer. FW_NOT_FOUND may mean that the start is too fast to brake.
/// Source: Pinter 2001, figure 22.
///
/// FW_METHOD_DOES_NOT_FIT: a unit without a turning radius (of 1/64 tile at least) or with a body longer than
/// some 25 tiles, goals within more than 64 tiles. A start or goal between lattice poses is joined to them by
/// curves; such paths claim no bound.
///
/// Of several goals the cheapest to reach counts; heuristics that know one goal alone give way to FW_HEURISTIC_GRID.
/// With `nearest`, where none can be reached, the path ends where the straight distance to the nearest of them is
/// least, ties by y, then x: with any heading, or where it began.
///
/// FW_HYBRID (Pinter 2001) makes a path on the grid drivable by directional search along it, mends it by directional
/// search in windows around the places where that fails, and where all that fails searches as FW_DIRECTIONAL does;
/// where terrain costs differ or turns are charged, it does so from the start. FW_HYBRID_STRICT has one size of window
/// and ends with FW_GAVE_UP if a repair fails. Both need the motions of FW_DIRECTIONAL, and claim no bound.
/// fw_request::pre_smooth lets a grid method go along its path in the same way: where it gets stuck, the path goes on
/// on the grid, and what begins there is a stretch left impossible.

#include <stddef.h>
#include <stdint.h>

#include "fairway/map.h"
#include "fairway/path.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The motions that a unit has for a method. Source: Pinter 2001, figures 12 and 13.
typedef struct fw_motion_summary {
    int32_t headings; ///< 8 or 16
    int32_t motions;  ///< all motions over all headings
    double branching; ///< motions a heading, mean
    double unpruned;  ///< motions a heading before those were dropped that are sums of others
    int32_t reach;    ///< tiles from the start that a motion gets at most
    size_t bytes;     ///< memory of the tables
    /// Every heading leads to others on both sides by a quarter turn at most. False: the ring is too small for the
    /// unit's turning radius, what is left are lines and loops.
    bool complete;
} fw_motion_summary;

/// What the tables of a prepared unit hold.
///
/// @param map           committed map
/// @param id            the unit
/// @param method        a directional method
/// @param[out] summary  the figures
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_BAD_VALUE, FW_NOT_PREPARED or FW_NOT_SUPPORTED
fw_result fw_map_motions(const fw_map *map, fw_unit_id id, fw_method method, fw_motion_summary *summary);

#ifdef __cplusplus
}
#endif
#endif
