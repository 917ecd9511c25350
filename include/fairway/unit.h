#ifndef FAIRWAY_UNIT_H
#define FAIRWAY_UNIT_H

/// @file
/// Units: what moves, and what it is able to do.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/refusal.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Terrains are numbers 0..31. Terrain 0 blocks everything; the others mean what the caller likes.
/// These names are what map files are read into.
enum {
    FW_BLOCKED = 0,       ///< nothing enters
    FW_GROUND = 1,        ///< `.` and `G` in MovingAI maps
    FW_SWAMP = 2,         ///< `S`
    FW_WATER = 3,         ///< `W`, deep
    FW_SHALLOW = 4,       ///< `s`
    FW_TREE = 5,          ///< `T`
    FW_ROAD = 6,          ///< `R`
    FW_SAND = 7,          ///< `d`
    FW_TERRAIN_COUNT = 32 ///< terrains are 0 .. FW_TERRAIN_COUNT - 1
};

/// A unit's id on its map. Never 0 and never used again after the unit was removed.
typedef uint32_t fw_unit_id;

/// Shape of a body around its pose.
typedef enum fw_footprint_kind {
    FW_FOOTPRINT_BY_SIZE = 0, ///< a circle whose diameter is the unit's size
    FW_FOOTPRINT_CIRCLE,      ///< a circle of a given radius
    FW_FOOTPRINT_RECTANGLE    ///< length along the heading, width across it, the pose in the middle
} fw_footprint_kind;

/// The body, in tiles. Fill it with fw_circle() or fw_rectangle().
typedef struct fw_footprint {
    fw_footprint_kind kind; ///< which of the fields below count
    double radius;          ///< circle: [Limits: 0 < radius <= 64]
    double length;          ///< rectangle, along the heading: [Limits: 0 < length <= 128]
    double width;           ///< rectangle, across the heading: [Limits: 0 < width <= 128]
} fw_footprint;

/// A round body.
///
/// @param radius  tiles
/// @return the footprint
fw_footprint fw_circle(double radius);

/// A rectangular body.
///
/// @param length  tiles along the heading
/// @param width   tiles across it
/// @return the footprint
fw_footprint fw_rectangle(double length, double width);

/// Which grid moves are allowed past blocked corners. The unit's layer (its size) decides what is blocked.
typedef enum fw_corner_rule {
    FW_CORNERS_NEVER = 0, ///< a diagonal step needs both of the tiles beside it free (legal for a body)
    FW_CORNERS_ONE,       ///< it needs one of them
    FW_CORNERS_ALWAYS,    ///< it needs none
    FW_CORNERS_ORTHOGONAL ///< no diagonal steps at all: 4 neighbours
} fw_corner_rule;

/// Ways to find a path. Names on the command line are those of fw_method_name().
typedef enum fw_method {
    FW_AUTO = 0, ///< FW_HYBRID with a turning radius, where it serves; else as FW_GRID: what of that path the
                 ///< unit cannot drive is counted in its fw_violations
    FW_GRID,     ///< the fastest exact grid method for this unit
    FW_ASTAR,    ///< A* on the unit's layer
    FW_JUMP_POINTS,   ///< jump point search; needs one cost for all terrains, corners `never` or `orthogonal`
    FW_ON_DEMAND,     ///< A* that computes clearance as it goes: needs no layer, least memory
    FW_HIERARCHY,     ///< not part of this build: FW_NOT_SUPPORTED
    FW_MIDPOINT,      ///< not part of this build: FW_NOT_SUPPORTED
    FW_AREAS,         ///< not part of this build: FW_NOT_SUPPORTED
    FW_DIRECTIONAL,   ///< directional A*; picks and widens its motions itself
    FW_DIRECTIONAL_8, ///< directional A* with motions to the 8 tiles around
    FW_DIRECTIONAL_24, ///< ... to the 24 tiles around
    FW_DIRECTIONAL_48, ///< ... to the 48 tiles around
    FW_DIRECTIONAL_80, ///< ... to the 80 tiles around
    FW_HYBRID,         ///< grid search made drivable, repaired by directional search where needed
    FW_HYBRID_STRICT,  ///< the same with the article's repair only
    FW_METHOD_COUNT    ///< how many methods there are
} fw_method;

/// One method as a bit for `fw_unit_def::methods`.
#define FW_METHOD_BIT(method) (1u << (method))

/// The method's name on the command line and in JSON, such as "jump-points".
///
/// @param method  any value
/// @return static text; "unknown" for values that are no method
const char *fw_method_name(fw_method method);

/// The method of a name.
///
/// @param name         such as "jump-points"
/// @param[out] method  set when the name is known
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_VALUE when no method has this name
fw_result fw_method_from_name(const char *name, fw_method *method);

/// What a unit is. Fill it with fw_default_unit_def(), then change what you need; it is copied when the unit
/// is added.
typedef struct fw_unit_def {
    /// Side of the square of tiles that the unit needs on the grid. 0 = follows from the footprint: ceil(d -
    /// FW_TOUCH) with d = the circle's diameter, the rectangle's width for a unit with a turning radius, the
    /// diameter of the circle around the rectangle for one that turns on the spot; 1 where no footprint is
    /// given either. [Limits: 0 <= size <= 64]
    int32_t size;
    fw_footprint footprint; ///< the body; by default a circle of diameter `size`
    /// Cost of a tile's length of each terrain; 0 = may not enter. Rounded to 1/256. [Limits: 0, or 1/16 <= cost
    /// <= 255; 0 for terrain 0, which blocks everything; at least one must be entered]
    float terrain_cost[FW_TERRAIN_COUNT];
    fw_corner_rule corners; ///< diagonal steps past blocked corners, on the grid
    double turn_radius;     ///< tiles; 0 = turns on the spot [Limits: 0 <= radius <= 1024]
    bool reverse;           ///< has a reverse gear
    /// What driving backward costs, as a factor on length. [Limits: 1 <= penalty <= 255]
    double reverse_penalty;
    /// Cost of each change between forward and reverse, in tiles. [Limits: 0 <= cost <= 1024]
    double gear_change_cost;
    /// Methods whose tables are to be built when the unit is added, FW_METHOD_BIT() each; 0 = what FW_AUTO
    /// would use; FW_ON_DEMAND alone = least memory, see fw_map_add_unit().
    uint32_t methods;
    /// FW_DIRECTIONAL_8 to _80 have all four curves of turn, straight line and turn between two poses, where the longer
    /// ones touch other tiles; by default the shortest only. Their tables take about five times as long to build.
    bool all_curves;
    /// Headings of directional search. 16: besides the eighths of a turn those along (2, 1) and its like. Paths become
    /// shorter, tables take several times as long to build and searches longer. [Limits: 8 or 16]
    int32_t headings;
    uint64_t cookie; ///< set by fw_default_unit_def(); leave it
} fw_unit_def;

/// A unit of size 1 that enters ground and swamp at cost 1, nothing else (no road either), and turns on the spot.
///
/// @return the def
fw_unit_def fw_default_unit_def(void);

/// Which field of a unit is wrong.
///
/// @param def  the unit
/// @return what fw_map_add_unit() refuses it for; its result is FW_OK where it does not
fw_refusal fw_unit_refusal(const fw_unit_def *def);

#ifdef __cplusplus
}
#endif
#endif
