#ifndef FAIRWAY_INSPECT_H
#define FAIRWAY_INSPECT_H

/// @file
/// The inside of the library, for pictures: one function for each subject hands marks to a callback. A mark is a
/// point, a line or an arc, or a rectangle of tiles. It has a kind, and the numbers that belong to this kind.
///
/// Marks come from the tables and functions that planners use, so that a picture shows what the library does. Nothing
/// is computed before one of these functions is called.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/areas.h"
#include "fairway/forest.h"
#include "fairway/map.h"
#include "fairway/path.h"
#include "fairway/planner.h"
#include "fairway/pose.h"
#include "fairway/request.h"
#include "fairway/result.h"
#include "fairway/trace.h"
#include "fairway/traffic.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a mark shows. In brackets: the shape of its marks, and their numbers in their order.
typedef enum fw_mark_kind {
    FW_MARK_ANCHORS = 0, ///< a run of tiles on which the unit may be anchored (tiles)
    FW_MARK_REGION,      ///< a run of anchors of one region (tiles: label)
    FW_MARK_JUMP_POINT, ///< a jump point (point: moves, the FW_MOVE_ bits of the straight runs that stop here)
    FW_MARK_CLUSTER,    ///< the tiles of a cluster (tiles: transitions of its sides and corners)
    FW_MARK_ENTRANCE,   ///< anchors on both sides of a border between clusters, a longest run (tiles: steps)
    /// A step from one cluster into the next that the abstract graph knows (line: cost; size and capability of the
    /// unit: in a graph that units share, one mark for each kind of units that may make the step)
    FW_MARK_TRANSITION,
    /// The cheapest way within a cluster between two transitions, as a line from middle to middle of their steps (line:
    /// cost, from middle to middle; size and capability of the unit, as for a transition)
    FW_MARK_ABSTRACT_EDGE,
    FW_MARK_MOTION, ///< a line or an arc of a motion (line: cost of the motion, free: 1 = it touches nothing blocked)
    FW_MARK_HIT_MASK, ///< tiles that the body touches along a motion (tiles: free, as for the motion)
    FW_MARK_OPEN,     ///< a node of a search that was generated (point: g, h, f)
    FW_MARK_CLOSED,   ///< a node of a search that was expanded (point: g, h, f)
    /// What a unit of a traffic has reserved between two knots, from place to place; where it drives an arc, the chord
    /// (line: unit, time at its beginning, speed there)
    FW_MARK_RESERVATION,
    FW_MARK_STOP, ///< where a reservation ends (point: unit, time, radius of the body)
    FW_MARK_WAIT, ///< from a unit to the one that it waits for or gives way to (line: unit, other, seconds of waiting)
    FW_MARK_JOINT_MOVE, ///< a move of a joint plan between two beats (line: unit, 0 = it has left; beat; member)
    FW_MARK_SURFING_EDGE, ///< a line between two circles of a forest (line: reached, 1 = by the last search)
    FW_MARK_HUGGING_EDGE, ///< an arc of a circle that a path can hug (line: reached)
    FW_MARK_BLOCKED_ARC,  ///< an arc of a circle on which another one lies (line: reached)
    FW_MARK_CIRCLE,       ///< a circle of a construction (line, or point without a radius: radius)
    FW_MARK_BITANGENT,    ///< a line that touches two circles (line: theta at the first one, 1 = internal)
    FW_MARK_SIGHT, ///< from the centre of a circle to E, the nearest point of a line (line: u; d; r; clear, 1 = d >= r)
    FW_MARK_CURVE_PART,  ///< a line or an arc of a curve (line: length, angle through which it turns)
    FW_MARK_CENTRE,      ///< the centre of an arc (point: radius)
    FW_MARK_CENTRE_LINE, ///< from the centre of an arc to that of the next one (line: distance)
    /// A gate: a narrow part of a unit's way, as a line in the direction of the way (line: unit; first, the unit that
    /// passes first; does, what the unit does: 0 = it passes, 1 = it follows, 2 = it queues, 3 = it keeps clear for
    /// a unit that comes toward it)
    FW_MARK_GATE,
    FW_MARK_SAMPLE, ///< a point that Pinter's Walkable() looks at (point: free)
    FW_MARK_CONE,   ///< a tile that smoothing regards as blocked, so that a path keeps near its road (tiles)
    FW_MARK_GUIDE,  ///< a tile for which the guide of a search knows what remains (tiles: h)
    FW_MARK_AREA,   ///< a run of anchors of one area of an area map (tiles: area, label; 0 = of a square)
    FW_MARK_MIDPOINT, ///< the mean place of the anchors of an area (point: area, mean cost of their terrains)
    FW_MARK_AREA_STEP, ///< from the midpoint of an area to that of an adjacent one (line: cost)
    FW_MARK_KINDS      ///< number of kinds
} fw_mark_kind;

/// Shapes of marks.
typedef enum fw_mark_shape {
    FW_MARK_POINT = 0, ///< `line.start`; its heading is 0 if the kind has none
    FW_MARK_LINE,      ///< `line`, a line or an arc
    FW_MARK_TILES      ///< `tiles`
} fw_mark_shape;

/// Most numbers of a mark.
#define FW_MARK_NUMBERS 4

/// One mark of a picture. Costs are in tiles of terrain of cost 1, as those of paths.
typedef struct fw_mark {
    fw_mark_kind kind;   ///< what it shows
    fw_mark_shape shape; ///< how: which of the next members are set
    /// Marks of one kind and group belong together, such as all lines and arcs of a motion. A motion and its hit mask
    /// have the same group.
    int32_t group;
    fw_segment line;                 ///< points, lines and arcs, in tiles
    fw_tile_rect tiles;              ///< a rectangle of tiles
    double numbers[FW_MARK_NUMBERS]; ///< see fw_mark_number_name(); those without a name are 0
} fw_mark;

/// The name of a kind, such as "transition".
///
/// @param kind  any value
/// @return text [until: the program ends]; "unknown" if the value is no kind
const char *fw_mark_kind_name(fw_mark_kind kind);

/// The name of a number of a kind, such as "cost".
///
/// @param kind   any value
/// @param index  of the number
/// @return text [until: the program ends]; empty if marks of this kind have no such number
const char *fw_mark_number_name(fw_mark_kind kind, int32_t index);

/// Receives marks. Must not edit what is inspected. The mark is valid [until: the callback returns].
///
/// @return true: go on. False: no more marks; the function that sends them returns FW_OK
typedef bool (*fw_mark_fn)(const fw_mark *mark, void *user);

/// Shows the layer of a unit: FW_MARK_ANCHORS, row by row.
///
/// @param map      committed map
/// @param id       the unit
/// @param receive  called for each mark
/// @param user     handed to `receive`
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT or FW_NOT_PREPARED (the unit has no layer)
///
/// O(n / 64 + runs) for n tiles.
fw_result fw_inspect_layer(const fw_map *map, fw_unit_id id, fw_mark_fn receive, void *user);

/// Shows the regions of a unit: FW_MARK_REGION, row by row. The labels are those of fw_map_region().
///
/// @param map      committed map
/// @param id       the unit
/// @param receive  called for each mark
/// @param user     handed to `receive`
/// @return as fw_inspect_layer()
fw_result fw_inspect_regions(const fw_map *map, fw_unit_id id, fw_mark_fn receive, void *user);

/// Shows the jump points of a unit: FW_MARK_JUMP_POINT, at the middle of the unit, row by row.
///
/// @param map      committed map
/// @param id       the unit
/// @param receive  called for each mark
/// @param user     handed to `receive`
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT or FW_NOT_PREPARED (the unit has no jump tables)
///
/// O(n) for n tiles. Source: Harabor & Grastien 2011 and 2014.
fw_result fw_inspect_jump_points(const fw_map *map, fw_unit_id id, fw_mark_fn receive, void *user);

/// Shows the graph of clusters of a unit, cluster by cluster. First come FW_MARK_CLUSTER of all clusters, then
/// FW_MARK_ENTRANCE, then FW_MARK_TRANSITION, then FW_MARK_ABSTRACT_EDGE. An entrance or a transition is shown for one
/// of its two clusters. The group is the number of the cluster, row by row; of an entrance or a transition, that of the
/// cluster further up, or further left.
///
/// @param map      committed map
/// @param id       the unit
/// @param receive  called for each mark
/// @param user     handed to `receive`
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT or FW_NOT_PREPARED (the unit has no graph)
///
/// O(clusters + edges). Source: Botea, Mueller & Schaeffer 2004.
fw_result fw_inspect_clusters(const fw_map *map, fw_unit_id id, fw_mark_fn receive, void *user);

/// Shows an area map: FW_MARK_AREA, row by row; then FW_MARK_MIDPOINT of each area, then FW_MARK_AREA_STEP, once for
/// both of its areas. The group is the index of the area; of a step, the smaller one of both.
///
/// @param areas    the area map
/// @param receive  called for each mark
/// @param user     handed to `receive`
/// @return FW_OK or FW_NULL_ARGUMENT
///
/// O(n + steps) for n tiles. Source: Pinter 2001, "Hierarchical Pathfinding", second technique.
fw_result fw_inspect_areas(const fw_area_map *areas, fw_mark_fn receive, void *user);

/// Shows the motions by which a unit may leave a pose: for each motion FW_MARK_MOTION, then FW_MARK_HIT_MASK. The group
/// is the number of the motion; those in reverse gear come last.
///
/// @param map      committed map
/// @param id       the unit
/// @param method   a directional method that was prepared
/// @param place    the motions leave the lattice pose nearest to this pose, on a tile of the map
/// @param receive  called for each mark
/// @param user     handed to `receive`
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_NOT_FINITE, FW_BAD_VALUE (method; the place is off the map) or
///         FW_NOT_PREPARED
///
/// Source: Pinter 2001, figures 12 and 13.
fw_result fw_inspect_motions(const fw_map *map, fw_unit_id id, fw_method method, fw_pose place,
                             fw_mark_fn receive, void *user);

/// Shows the guide of a search: FW_MARK_GUIDE, row by row, for each tile where the unit fits and from which a path may
/// lead to the goal. `h` is the estimated cost from there to the goal. Fields of a directional search have grown as far
/// as the search has asked; beyond, `h` is what was known at the field's border.
///
/// @param search   a search by A* or by a directional method, before fw_search_end(). Searches with other methods have
///                 no guide, nor have those that were answered by a single curve or have come to FW_LEVEL_WIDE or
///                 FW_LEVEL_FINE
/// @param heading  directional search: of the unit on all tiles, in radians, rounded to a heading of the method
/// @param receive  called for each mark
/// @param user     handed to `receive`
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FINITE, FW_NOT_FOUND (the search has no guide) or FW_STALE (a commit has
///         taken the search's version of the map)
///
/// O(n) for n tiles. Source: Hart, Nilsson & Raphael 1968, "h".
fw_result fw_inspect_guide(const fw_search *search, double heading, fw_mark_fn receive, void *user);

/// Shows the cones of a search with FW_ROADS_CONES: FW_MARK_CONE, row by row.
///
/// @param search   a search that has ended, before fw_search_end()
/// @param receive  called for each mark
/// @param user     handed to `receive`
/// @return FW_OK, FW_NULL_ARGUMENT, FW_NOT_FOUND (the search has put up no cones), FW_STALE (a commit has taken the
///         search's version of the map) or FW_NO_MEMORY
///
/// O(n) for n tiles. Source: Pinter 2001, figure 16.
fw_result fw_inspect_cones(const fw_search *search, fw_mark_fn receive, void *user);

/// Shows the points that Walkable() of FW_SMOOTH_SIMPLE_SAMPLED looks at along a line: FW_MARK_SAMPLE, in its order, up
/// to the first one that is not free. The group is the number of the place along the line; at each place, the four ends
/// of a diamond around the body are looked at: west, east, north, south.
///
/// @param map         committed map
/// @param id          the unit
/// @param x, y        where the body's centre begins, in tiles
/// @param to_x, to_y  where it ends [Limits: at most 65536 tiles away]
/// @param receive     called for each mark
/// @param user        handed to `receive`
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_NOT_FINITE, FW_BAD_VALUE (the line is too long) or
///         FW_NOT_PREPARED (the unit has no layer)
///
/// Source: Pinter 2001, Listing 1.
fw_result fw_inspect_walkable(const fw_map *map, fw_unit_id id, double x, double y, double to_x, double to_y,
                              fw_mark_fn receive, void *user);

/// Turns a step of a search into a mark: FW_MARK_OPEN or FW_MARK_CLOSED, at the node's position, with its heading.
///
/// @param event      from fw_request::trace
/// @param[out] mark  the mark; unchanged if there is none
/// @return true: the step is that of a node. False: the goal was reached, a step of FW_HYBRID_STRICT begins, or null
bool fw_mark_from_trace(const fw_trace_event *event, fw_mark *mark);

/// Shows what the units of a traffic are about to do: for each unit, sorted by id, FW_MARK_RESERVATION from where it is
/// now, FW_MARK_STOP, FW_MARK_WAIT if another unit is in its way, and FW_MARK_GATE if it has found a gate ahead, where
/// two such units cannot go side by side; then FW_MARK_JOINT_MOVE of all jams. The group is the index of the unit, or
/// the number of the jam.
///
/// @param traffic  the traffic
/// @param receive  called for each mark
/// @param user     handed to `receive`
/// @return FW_OK or FW_NULL_ARGUMENT
///
/// O(units + moves of joint plans + pairs of units that are near a gate).
fw_result fw_inspect_traffic(const fw_traffic *traffic, fw_mark_fn receive, void *user);

/// Shows the lines and arcs that a planner of a forest has computed: FW_MARK_SURFING_EDGE, FW_MARK_HUGGING_EDGE and
/// FW_MARK_BLOCKED_ARC, on circles that have grown by the body's radius.
///
/// @param planner  a planner whose last search has ended
/// @param receive  called for each mark
/// @param user     handed to `receive`
/// @return as fw_forest_planner_edges()
fw_result fw_inspect_forest(const fw_forest_planner *planner, fw_mark_fn receive, void *user);

/// Shows the construction of fw_bitangents(): FW_MARK_CIRCLE twice, and FW_MARK_BITANGENT in the order of its lines.
///
/// @param a, b     the circles
/// @param receive  called for each mark
/// @param user     handed to `receive`
/// @return FW_OK, or as fw_bitangents()
fw_result fw_inspect_bitangents(fw_tree a, fw_tree b, fw_mark_fn receive, void *user);

/// Shows the construction of fw_circle_sees(): FW_MARK_CIRCLE and FW_MARK_SIGHT.
///
/// @param circle      the circle
/// @param x, y        where the line begins, in tiles
/// @param to_x, to_y  where it ends
/// @param receive     called for each mark
/// @param user        handed to `receive`
/// @return FW_OK, or as fw_circle_sees()
fw_result fw_inspect_sight(fw_tree circle, double x, double y, double to_x, double to_y, fw_mark_fn receive,
                           void *user);

/// Shows the construction of a curve or of a path: for each line and arc FW_MARK_CURVE_PART, and for each arc
/// FW_MARK_CENTRE and, from the second one on, FW_MARK_CENTRE_LINE. The group is the index of the segment.
///
/// For turns to the same side, the line of a curve is as long as the line between the centres; for turns to different
/// sides, it is sqrt(distance^2 - 4 radius^2) long.
///
/// @param segments  [segment * count] of an fw_curve or an fw_path; [opt] may be null if count is 0
/// @param count     number of segments [Limits: count >= 0]
/// @param receive   called for each mark
/// @param user      handed to `receive`
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_SIZE (count) or FW_NOT_FINITE (a number of a segment; the segments
///         before are shown)
///
/// Source: Pinter 2001, figures 6, 10 and 11.
fw_result fw_inspect_curve(const fw_segment *segments, int32_t count, fw_mark_fn receive, void *user);

#ifdef __cplusplus
}
#endif
#endif
