#ifndef FAIRWAY_UNIT_H
#define FAIRWAY_UNIT_H

/// @file
/// Units: the size, body and abilities of units, which move on the map.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/refusal.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Terrains are numbers 0..31. No unit can enter terrain 0. The caller decides what the others mean; map files use the
/// numbers below.
enum {
    FW_BLOCKED = 0,       ///< no unit can enter
    FW_GROUND = 1,        ///< `.` and `G` in MovingAI maps
    FW_SWAMP = 2,         ///< `S`
    FW_WATER = 3,         ///< `W`, deep
    FW_SHALLOW = 4,       ///< `s`
    FW_TREE = 5,          ///< `T`
    FW_ROAD = 6,          ///< `R`
    FW_SAND = 7,          ///< `d`
    FW_TERRAIN_COUNT = 32 ///< terrains are 0 .. FW_TERRAIN_COUNT - 1
};

/// A unit's id on its map. Never 0; not reused after the unit was removed. Ids of different maps of a process differ,
/// so that a map refuses those of another one with FW_UNKNOWN_UNIT, until more than 400,000 maps were created, or N
/// maps and 400,000 / N units one after the other on one of them.
typedef uint32_t fw_unit_id;

/// Shape of a body around its pose.
typedef enum fw_footprint_kind {
    FW_FOOTPRINT_BY_SIZE = 0, ///< a circle whose diameter is the unit's size
    FW_FOOTPRINT_CIRCLE,      ///< a circle of a given radius
    FW_FOOTPRINT_RECTANGLE,   ///< a rectangle: length along the heading, width across it
    FW_FOOTPRINT_POLYGON      ///< a convex polygon
} fw_footprint_kind;

/// Most corners of a body.
#define FW_MOST_CORNERS 8

/// A corner of a body, as seen from its pose.
typedef struct fw_corner {
    double ahead; ///< tiles along the heading; negative = behind
    double aside; ///< tiles to the right; negative = to the left
} fw_corner;

/// The body, in tiles. Fill it with fw_circle(), fw_rectangle(), fw_rectangle_at() or fw_polygon(). The unit's pose,
/// which paths lead from place to place, is a circle's centre, and may lie anywhere in a rectangle or polygon.
typedef struct fw_footprint {
    fw_footprint_kind kind; ///< decides which of the fields below are used
    double radius;          ///< circle: [Limits: 0 < radius <= 64]
    double length;          ///< rectangle, along the heading: [Limits: 0 < length <= 128]
    double width;           ///< rectangle, across the heading: [Limits: 0 < width <= 128]
    /// Rectangle: its middle lies so far ahead of the pose; negative = behind.
    /// [Limits: 0, or the pose lies at least 1/256 tile from the front and the rear]
    double ahead;
    /// Rectangle: its middle lies so far to the right of the pose; negative = to the left.
    /// [Limits: 0, or the pose lies at least 1/256 tile from both sides]
    double aside;
    int32_t corner_count; ///< polygon: number of corners [Limits: 3 <= corner_count <= FW_MOST_CORNERS]
    /// Polygon: [corner * corner_count] in order around it. Its `length`, `width`, `ahead` and `aside` are those of the
    /// rectangle around it, and follow from the corners. [Limits: -128 <= ahead, aside <= 128; angles from 1 to 179
    /// degrees; sides of at least 1/256 tile; the pose lies at least 1/256 tile from all of them]
    fw_corner corners[FW_MOST_CORNERS];
} fw_footprint;

/// A circular body.
///
/// @param radius  tiles
/// @return the footprint
fw_footprint fw_circle(double radius);

/// A rectangular body with the pose in its middle.
///
/// @param length  tiles along the heading
/// @param width   tiles across it
/// @return the footprint
fw_footprint fw_rectangle(double length, double width);

/// A rectangular body with the pose anywhere in it. Vehicles that steer with their front wheels turn around a point
/// beside the rear axle, so the pose is the middle of the rear axle: the turning radius, and all curves of paths, are
/// those of the pose.
///
/// @param length  tiles along the heading
/// @param width   tiles across it
/// @param ahead   tiles from the pose to the middle of the rectangle, along the heading; negative = backward
/// @param aside   tiles from the pose to the middle of the rectangle, to the right; negative = to the left
/// @return the footprint
fw_footprint fw_rectangle_at(double length, double width, double ahead, double aside);

/// A body that is a convex polygon.
///
/// @param corners  [corner * count] in order around the body, in either direction, as seen from the pose
/// @param count    number of corners [Limits: 3 <= count <= FW_MOST_CORNERS]
/// @return the footprint; one without corners, which no unit can have, if there are too few or too many
fw_footprint fw_polygon(const fw_corner *corners, int32_t count);

/// Which diagonal grid moves are allowed past blocked corners. A diagonal move has two tiles beside it; a tile counts
/// as free if the unit, with its size, fits there.
typedef enum fw_corner_rule {
    /// Both tiles beside a diagonal move must be free: under the next two rules, a real body would touch the corner.
    FW_CORNERS_NEVER = 0,
    FW_CORNERS_ONE,       ///< at least one of the two tiles must be free
    FW_CORNERS_ALWAYS,    ///< neither of the two tiles needs to be free
    FW_CORNERS_ORTHOGONAL ///< no diagonal moves: 4 neighbours
} fw_corner_rule;

/// Which of the steps between two clusters the graph of FW_HIERARCHY keeps, if others serve the unit as well
/// (Harabor & Botea 2008).
typedef enum fw_dominance {
    FW_DOMINANCE_DEFAULT =
        0, ///< of a unit: strong (but see FW_ABSTRACTION_SHARED); of a request: that of the unit
    FW_DOMINANCE_STRONG, ///< each entrance is cut into segments, and the cheapest step of each is kept
    FW_DOMINANCE_WEAK ///< only the cheapest step of an entrance: half the memory, faster on the graph, longer paths
} fw_dominance;

/// Which step across a segment of an entrance between two clusters the graph of FW_HIERARCHY keeps.
typedef enum fw_placement {
    FW_PLACEMENT_DEFAULT = 0, ///< of a unit: cheapest; of a request: that of the unit
    FW_PLACEMENT_CHEAPEST,    ///< the cheapest step
    /// The step with the greatest clearance, as in Harabor & Botea 2008; for comparison. Clearance is that of
    /// fw_map_clearance(), of both anchors of the step the smaller one, and counted up to the side of a cluster.
    FW_PLACEMENT_CLEARANCE
} fw_placement;

/// Whose graph of clusters FW_HIERARCHY searches.
typedef enum fw_abstraction {
    FW_ABSTRACTION_DEFAULT = 0, ///< a graph for the unit
    FW_ABSTRACTION_UNIT, ///< a graph for the unit, and for those that are equal to it (fairway/hierarchy.h)
    /// One graph for all units that say so, whatever their sizes and terrains, as in Harabor & Botea 2008: each edge
    /// says which of them may use it. Up to 16 kinds of units share a graph, if `cluster`, `dominance` and `placement`
    /// of their defs are the same. Here a step across an entrance is kept unless another one serves all units that may
    /// make it: weak dominance leaves none of the others, strong dominance all, and the default those that are more
    /// than 4 tiles away from the other one. See docs/hierarchy.md for memory, times and lengths of paths.
    FW_ABSTRACTION_SHARED
} fw_abstraction;

/// Path-finding methods. fw_method_name() gives the name on the command line. Their numbers never change, because units
/// keep sets of their bits.
typedef enum fw_method {
    /// FW_HYBRID if the unit has a turning radius and the request allows it, else FW_GRID. Parts of a grid path that
    /// the unit cannot drive are counted in fw_violations. If that finds no path without violations, the other methods
    /// whose tables were built for the unit are tried; if none finds such a path, the first answer stands.
    /// Whether a body with corners that turns on the spot fits at the ends is told by FW_PIVOT.
    ///
    /// With FW_SMOOTH_AUTO or FW_SMOOTH_CURVED, the smoothed path of FW_GRID is the answer if it is cheaper, breaks no
    /// rule, and takes at most a twentieth of the work that was done before. See fw_planner_rejection() for reasons.
    FW_AUTO = 0,
    FW_GRID = 1,  ///< the fastest exact grid method for this unit
    FW_ASTAR = 2, ///< A* on the unit's layer
    FW_JUMP_POINTS =
        3, ///< jump point search; all terrains must cost the same, corner rule `never` or `orthogonal`
    FW_ON_DEMAND = 4, ///< A* that computes clearance during the search: needs no layer and the least memory
    FW_HIERARCHY =
        5, ///< a search on a graph of clusters, then on tiles; fast on large maps, paths may be a little longer
    FW_MIDPOINT =
        6, ///< grid paths from midpoint to midpoint of the straight line; may give up. See fw_leg_failure
    FW_AREAS = 7,        ///< grid paths from area to area of an area map; may give up. See areas.h
    FW_COMPASS = 8,      ///< grid paths from area to area in the direction of the goal; may give up
    FW_SIGHT = 9,        ///< grid paths from one point in sight to the next; may give up
    FW_DIRECTIONAL = 10, ///< directional A*; chooses its motions, and more of them if the first search fails
    FW_DIRECTIONAL_8 = 11,  ///< directional A* with motions to the 8 tiles around
    FW_DIRECTIONAL_24 = 12, ///< ... to the 24 tiles around
    FW_DIRECTIONAL_48 = 13, ///< ... to the 48 tiles around
    FW_DIRECTIONAL_80 = 14, ///< ... to the 80 tiles around
    FW_HYBRID = 15,         ///< a grid path made drivable by directional search, see directional.h
    FW_HYBRID_STRICT = 16,  ///< the six steps of Pinter 2001; returns FW_GAVE_UP if one fails. See hybrid.h
    /// Over places and headings, for rectangles and polygons that turn on the spot: where the square of `size` does not
    /// pass, but the body does. Needs no tables. See docs/pivot.md
    FW_PIVOT = 17,
    FW_METHOD_COUNT ///< number of methods
} fw_method;

/// The bit of a method in `fw_unit_def::methods`.
#define FW_METHOD_BIT(method) (1u << (method))

/// The method's name on the command line and in JSON, such as "jump-points".
///
/// @param method  any value
/// @return text [until: the program ends]; "unknown" if the value is not a method
const char *fw_method_name(fw_method method);

/// The method with a given name.
///
/// @param name         such as "jump-points"
/// @param[out] method  the method
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_VALUE if no method has this name
fw_result fw_method_from_name(const char *name, fw_method *method);

/// Properties of a unit. Fill it with fw_unit_def_init(), then change what you need. It is copied when the unit is
/// added.
typedef struct fw_unit_def {
    uint32_t bytes;  ///< size of the struct in the program's header; set by fw_unit_def_init()
    uint32_t cookie; ///< tells that the struct was filled; set by fw_unit_def_init()
    /// Side of the square of tiles that the unit needs on the grid. [Limits: 0 <= size <= 64]
    ///
    /// 0: the size is derived from the footprint as ceil(d - FW_TOUCH). For a circle, d is its diameter. For a
    /// rectangle, d is its width if the unit has a turning radius, else the diameter of the circle around the
    /// rectangle; if the pose is not in its middle, and for a polygon, twice the distance from the pose to the farther
    /// side, or to the farthest corner. Without a footprint, the size is 1.
    int32_t size;
    fw_footprint footprint; ///< the body; by default a circle of diameter `size`
    /// Cost per tile of length on each terrain; 0 = the unit cannot enter it. Rounded to 1/256. [Limits: 0, or 1/16 <=
    /// cost <= 255; always 0 for terrain 0; at least one terrain must have a cost]
    float terrain_cost[FW_TERRAIN_COUNT];
    fw_corner_rule corners; ///< which diagonal grid moves are allowed
    double turn_radius;     ///< tiles; 0 = turns on the spot [Limits: 0 <= radius <= 1024]
    bool reverse;           ///< true if the unit has a reverse gear
    /// Factor on the cost of driving in reverse. Default 1. [Limits: 1 <= penalty <= 255]
    double reverse_penalty;
    /// Cost of each change between forward and reverse, in tiles. Default 0. [Limits: 0 <= cost <= 1024]
    double gear_change_cost;
    /// Methods whose tables are built when the unit is added, one FW_METHOD_BIT() each. 0 = those that FW_AUTO uses.
    /// Beside other methods, the bit of FW_AUTO keeps these: without it, FW_AUTO has no jump points, and is slower.
    /// FW_ON_DEMAND alone = least memory, see fw_map_add_unit().
    uint32_t methods;
    /// FW_DIRECTIONAL_8 to _80: use all four turn-straight-turn curves between two poses, if they touch different
    /// tiles, instead of the shortest one only. The tables take about five times as long to build.
    bool all_curves;
    /// Number of headings in directional search. 8: multiples of 45 degrees. 16: also the directions of (2, 1), (1, 2)
    /// and so on. With 16, paths are shorter, tables take several times as long to build, and searches take longer.
    /// Default 8. [Limits: 8 or 16]
    int32_t headings;
    /// FW_HIERARCHY: side of a cluster, in tiles. 0 = 16; 32 on maps with more than 2048 tiles along a side, 64 with
    /// more than 8192.
    /// [Limits: 0, or 4 <= cluster <= 64]
    int32_t cluster;
    fw_dominance dominance; ///< FW_HIERARCHY: how many steps between clusters the graph keeps
    fw_placement placement; ///< FW_HIERARCHY: which steps between clusters the graph keeps
    /// How much the curvature of a path may change for each tile driven, in 1/tile^2, because turning the wheels takes
    /// time. Paths of a unit with a turning radius then get transition curves, see fw_path_ease(). 0 = no limit.
    /// [Limits: 0, or 1e-6 <= rate <= 1e6]
    double curvature_rate;
    /// FW_HIERARCHY: a graph for this unit, or one for all that say so. Units that share one must not have corner rule
    /// FW_CORNERS_ALWAYS.
    fw_abstraction abstraction;
} fw_unit_def;

/// Default unit: size 1, enters ground and swamp at cost 1 and no other terrain (not even road), turns on the spot.
///
/// @param[out] def  the struct
/// @param bytes    sizeof *def
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_unit_def_init(fw_unit_def *def, size_t bytes);

/// The same by value: for programs that were compiled with headers of the same minor version, see docs/abi.md.
///
/// @return the def
fw_unit_def fw_default_unit_def(void);

/// Explains why fw_map_add_unit() refuses a unit.
///
/// @param def  the unit
/// @return the refusal; its `result` is FW_OK if fw_map_add_unit() accepts the unit
fw_refusal fw_unit_refusal(const fw_unit_def *def);

#ifdef __cplusplus
}
#endif
#endif
