#pragma once

/// What is saved of a traffic: one table of fields for each kind of record. What is not in a table follows from what
/// is, such as slots, kinds, cells and the places of orders.
///
/// New fields are added at the end of a table, whatever the order of the struct is. A field that nobody needs any
/// longer stays in its table, for a member of a struct of this header that nobody reads.

#include "joint/joint.h"
#include "traffic/archive.h"
#include "traffic/inside.h"

/// What is saved of a traffic besides its lists.
typedef struct saved_clock {
    int64_t now; ///< the knot
    double phase;
    uint64_t steps, queue_clock, detour_changes;
    int32_t width, height; ///< of the map
    int32_t round_next;
    uint32_t site_last;
    /// Tiles that units have not noticed yet: of commits, and of sites that have begun or ended
    tile_box news;
    bool has_more; ///< any tile may be news besides; earlier versions save so what commits have changed
    bool is_searching;
    fw_pose search_start, search_goal;
    uint64_t own_work, mean_work, rests_until; ///< of the flows
    int32_t under_way;                         ///< of the flows
    int32_t jam_asker; ///< of the next joint plan: its number by id, from 1 on; 0 = none
    uint64_t tiles;    ///< hash of the map's; 0 = the save has none
} saved_clock;

/// What tells which kind a unit is of.
typedef struct saved_body {
    fw_unit_id unit; ///< relative to the map
    double radius, turn_radius;
} saved_body;

/// A unit, and what is saved of its arrival.
typedef struct saved_unit {
    agent unit;
    bool has_been, is_at_goal;
} saved_unit;

/// The joint plan that is being made.
typedef struct saved_request {
    uint32_t asker;
    int32_t level;
    uint64_t slices;
    bool is_on_old_ground; ///< the map has changed since the plan was begun
} saved_request;

/// A unit of a joint plan that is being made; all else follows from the unit.
typedef struct saved_member {
    uint32_t slot;
    bool goes;
    double goal_x, goal_y;
} saved_member;

/// The top speed of a kind of unit on a terrain.
typedef struct saved_top {
    fw_unit_id unit; ///< relative to the map
    int32_t terrain;
    double top;
} saved_top;

/// An overlay.
typedef struct saved_laid {
    fw_unit_id unit; ///< relative to the map: its kind; 0: none
    uint32_t owner;  ///< slot of its unit; NO_AGENT: none
    int32_t runs;
    bool has_corridor;
} saved_laid;

/// A reference to a unit.
typedef struct saved_slot {
    uint32_t slot;
} saved_slot;

/// Steps of the search under way.
typedef struct saved_slice {
    uint64_t expansions;
} saved_slice;

extern const record_type clock_record, body_record, unit_record, tally_record, box_record, point_record,
    drive_record, part_record, knot_record, segment_record, convoy_record, site_record, obstacle_record,
    stop_record, slot_record, slice_record, flow_record, request_record, saved_member_record, jam_record,
    jam_member_record, jam_place_record, top_record, laid_record, run_record, crossing_record, price_record;
