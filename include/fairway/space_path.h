#ifndef FAIRWAY_SPACE_PATH_H
#define FAIRWAY_SPACE_PATH_H

/// @file
/// Paths over a space of the caller's own. A search on such a space (fairway/space.h) finds a list of nodes; these
/// functions turn the list into a path that a unit can follow.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/path.h"
#include "fairway/pose.h"
#include "fairway/result.h"
#include "fairway/space.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A portal: the side through which a path leaves one convex polygon of a mesh and enters the next. Left and right are
/// as seen by a unit that follows the path; with y down, left is toward falling heading.
typedef struct fw_portal {
    double left_x;  ///< its left end, in tiles
    double left_y;  ///< its left end, in tiles
    double right_x; ///< its right end, in tiles
    double right_y; ///< its right end, in tiles
} fw_portal;

/// Computes the shortest path of a round body through a sequence of portals: lines, and arcs of the body's radius
/// around ends of portals.
///
/// The body's centre crosses all portals in their order and comes no nearer to their ends than the radius. With radius
/// 0 there are lines only. The function knows nothing of walls between portals: the mesh must not have polygons that
/// are narrower than the body. The path's outcome is found; its cost is its length. It belongs to no unit and no map.
///
/// @param path      receives the path; it keeps its old content if the function fails
/// @param start     where the path begins; its heading does not matter
/// @param goal      where the path ends; its heading does not matter
/// @param portals   [portal * count] neighbouring sides of convex polygons, in the order of the way; [opt] may be null
///                  if count is 0
/// @param count     number of portals; 0: start and goal lie in one polygon
/// @param radius    of the body, in tiles [Limits: radius >= 0]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE (count), FW_NOT_FINITE, FW_BAD_VALUE (radius), FW_START_BLOCKED or
///         FW_GOAL_BLOCKED (nearer than the radius to an end of a portal), FW_NOT_FOUND (the body does
///         not fit through a portal, or not between ends of two portals) or FW_NO_MEMORY
///
/// O(count). Source: Lee & Preparata 1984; with bodies, after Demyen & Buro 2006.
fw_result fw_path_funnel(fw_path *path, fw_pose start, fw_pose goal, const fw_portal *portals, int32_t count,
                         double radius);

/// Tells whether the caller's unit can drive a line or an arc.
///
/// @param user     the `user` of the call
/// @param segment  the line or arc
/// @return true if it can
typedef bool (*fw_may_drive_fn)(void *user, const fw_segment *segment);

/// Computes a path along a list of points, without the points that the unit need not pass.
///
/// From where it stands, the unit turns toward a point on an arc of its turning radius and then drives straight
/// (fw_turn_then_straight()); without a turning radius it drives straight. It takes the last point in a row that it can
/// reach in this way, and goes on from there. If it can reach none of those that follow, it drives straight to the next
/// one, and this stretch counts as impossible (fw_path_impossible()).
///
/// @param path         receives the path; it keeps its old content if the function fails
/// @param start        pose at the start; without a turning radius, its heading does not matter
/// @param points       [point * count] the points in their order, the goal last; their headings do not matter
/// @param count        number of points [Limits: count >= 1]
/// @param turn_radius  tiles [Limits: radius >= 0]
/// @param may_drive    called about once for each point; must not use the path
/// @param user         passed to `may_drive`
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE (count), FW_NOT_FINITE, FW_BAD_VALUE (radius) or FW_NO_MEMORY
///
/// O(count) calls of `may_drive` if most are free, O(count^2) at most. Source: Pinter 2001, Listing 1 and figure 5.
fw_result fw_path_in_sight(fw_path *path, fw_pose start, const fw_pose *points, int32_t count,
                           double turn_radius, fw_may_drive_fn may_drive, void *user);

/// Tells whether a unit can go from one node straight to another.
///
/// @param user      the `user` of the call
/// @param from, to  two nodes of the caller's space
/// @return true if it can
typedef bool (*fw_sees_fn)(void *user, fw_node_id from, fw_node_id to);

/// Leaves out the nodes between two that see each other, in spaces of any kind, such as 3D grids. The first and the
/// last node stay.
///
/// @param[in,out] nodes   [node * count] for example those of fw_search_nodes(); those that stay are moved to the front
/// @param[in,out] count   number of nodes, before and after
/// @param sees            called count - 2 times at most. Two neighbours in the list are taken to see each other
/// @param user            passed to `sees`
/// @return FW_OK, FW_NULL_ARGUMENT or FW_BAD_SIZE (count)
///
/// O(count). Source: Pinter 2001, Listing 1.
fw_result fw_nodes_in_sight(fw_node *nodes, int32_t *count, fw_sees_fn sees, void *user);

#ifdef __cplusplus
}
#endif
#endif
