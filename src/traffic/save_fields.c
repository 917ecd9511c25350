#include "traffic/save_fields.h"

#include <float.h>
#include <math.h>

#include "map/overlay_tiles.h"
#include "traffic/convoy_roles.h"
#include "traffic/flow.h"
#include "traffic/jam.h"

/// Knots, steps and work are counted up to here.
#define MOST_COUNTED 4503599627370496.0 // 2^52: a double holds each of them

/// No coordinate on a map is larger, in tiles.
#define FARTHEST 1e6

/// No speed is larger, in tiles per second.
#define FASTEST 101.0

#define FLAG(record, member)       FIELD(record, member, 0, 1)
#define PLACE(record, member)      FIELD(record, member, 0, FARTHEST)
#define COORDINATE(record, member) FIELD(record, member, -FARTHEST, FARTHEST)
#define REAL(record, member)       FIELD(record, member, -DBL_MAX, DBL_MAX)
#define LENGTH(record, member)     FIELD(record, member, 0, DBL_MAX)
#define SPEED(record, member)      FIELD(record, member, -FASTEST, FASTEST)
#define COUNTED(record, member)    FIELD(record, member, 0, MOST_COUNTED)
#define KNOT(record, member)       FIELD(record, member, -MOST_COUNTED, MOST_COUNTED)
#define SMALL(record, member)      FIELD(record, member, 0, INT32_MAX)
#define WORD(record, member)       FIELD(record, member, 0, UINT32_MAX)
#define TILE(record, member)       FIELD(record, member, INT32_MIN, INT32_MAX)
#define INFINITE(record, member)   FIELD(record, member, -INFINITY, INFINITY)

static const field clock_fields[] = { KNOT(saved_clock, now),
                                      FIELD(saved_clock, phase, -1e-6, FW_TRAFFIC_KNOT),
                                      COUNTED(saved_clock, steps),
                                      COUNTED(saved_clock, queue_clock),
                                      COUNTED(saved_clock, detour_changes),
                                      SMALL(saved_clock, width),
                                      SMALL(saved_clock, height),
                                      SMALL(saved_clock, round_next),
                                      WORD(saved_clock, site_last),
                                      TILE(saved_clock, news.left),
                                      TILE(saved_clock, news.top),
                                      TILE(saved_clock, news.right),
                                      TILE(saved_clock, news.bottom),
                                      FLAG(saved_clock, has_more),
                                      FLAG(saved_clock, is_searching),
                                      PLACE(saved_clock, search_start.x),
                                      PLACE(saved_clock, search_start.y),
                                      REAL(saved_clock, search_start.heading),
                                      PLACE(saved_clock, search_goal.x),
                                      PLACE(saved_clock, search_goal.y),
                                      REAL(saved_clock, search_goal.heading),
                                      COUNTED(saved_clock, own_work),
                                      COUNTED(saved_clock, mean_work),
                                      COUNTED(saved_clock, rests_until),
                                      FIELD(saved_clock, under_way, FLOW_OTHER, MOST_FLOWS - 1),
                                      SMALL(saved_clock, jam_asker),
                                      FIELD(saved_clock, tiles, 0, (double)UINT64_MAX) };
const record_type clock_record = RECORD_TYPE(clock_fields);

static const field body_fields[] = { FIELD(saved_body, unit, 1, UINT32_MAX), LENGTH(saved_body, radius),
                                     LENGTH(saved_body, turn_radius) };
const record_type body_record = RECORD_TYPE(body_fields);

static const field unit_fields[] = {
    FIELD(saved_unit, unit.id, 1, UINT32_MAX),
    // its order, and where it goes
    FLAG(saved_unit, unit.order.has_goal), FLAG(saved_unit, has_been), FLAG(saved_unit, is_at_goal),
    PLACE(saved_unit, unit.order.x), PLACE(saved_unit, unit.order.y), PLACE(saved_unit, unit.order.place_x),
    PLACE(saved_unit, unit.order.place_y), PLACE(saved_unit, unit.order.goal_x),
    PLACE(saved_unit, unit.order.goal_y), FIELD(saved_unit, unit.order.stage, 0, PLACE_IS_STOP),
    FIELD(saved_unit, unit.order.stance, 0, STANCE_HOLDS), FLAG(saved_unit, unit.order.shares),
    FLAG(saved_unit, unit.order.is_settled), FLAG(saved_unit, unit.order.chooses_soon),
    LENGTH(saved_unit, unit.order.spread), FIELD_OF_UNIT(saved_unit, unit.order.follows),
    LENGTH(saved_unit, unit.order.distance), SMALL(saved_unit, unit.order.stops),
    WORD(saved_unit, unit.order.halts_for), LENGTH(saved_unit, unit.order.halts_within),
    FIELD(saved_unit, unit.user, 0, (double)UINT64_MAX), WORD(saved_unit, unit.regard.sides),
    SMALL(saved_unit, unit.relation.convoy), FIELD(saved_unit, unit.priority, 1, 1024),
    // its motion
    FIELD(saved_unit, unit.limits.top, 1e-3, 100), FIELD(saved_unit, unit.limits.acceleration, 1e-2, 1e4),
    FIELD(saved_unit, unit.limits.braking, 1e-2, 1e4), FIELD(saved_unit, unit.limits.lateral, 1e-2, 1e4),
    PLACE(saved_unit, unit.from.x), PLACE(saved_unit, unit.from.y), SPEED(saved_unit, unit.from.vx),
    SPEED(saved_unit, unit.from.vy), PLACE(saved_unit, unit.to.x), PLACE(saved_unit, unit.to.y),
    SPEED(saved_unit, unit.to.vx), SPEED(saved_unit, unit.to.vy), FIELD(saved_unit, unit.heading, -7, 7),
    KNOT(saved_unit, unit.plan.first), SPEED(saved_unit, unit.plan.from_vx),
    SPEED(saved_unit, unit.plan.from_vy), SPEED(saved_unit, unit.plan.vx), SPEED(saved_unit, unit.plan.vy),
    PLACE(saved_unit, unit.plan.stop_x), PLACE(saved_unit, unit.plan.stop_y),
    FIELD(saved_unit, unit.plan.share.ramp, 0, MOST_KNOTS),
    FIELD(saved_unit, unit.plan.share.hold, 0, MOST_KNOTS),
    FIELD(saved_unit, unit.plan.share.brake, 0, MOST_KNOTS),
    // its way
    FLAG(saved_unit, unit.pursuit.wants_course), FLAG(saved_unit, unit.pursuit.is_queued),
    FLAG(saved_unit, unit.pursuit.is_cut), FLAG(saved_unit, unit.pursuit.is_lost),
    FLAG(saved_unit, unit.pursuit.faults.goes_on), FLAG(saved_unit, unit.pursuit.faults.lacks_first),
    FLAG(saved_unit, unit.pursuit.faults.lacks_last), FLAG(saved_unit, unit.pursuit.faults.has_set_out),
    SMALL(saved_unit, unit.way.count), SMALL(saved_unit, unit.way.next), SMALL(saved_unit, unit.way.farthest),
    REAL(saved_unit, unit.pursuit.gate.x), REAL(saved_unit, unit.pursuit.gate.y),
    FIELD(saved_unit, unit.pursuit.gate.dx, -1.1, 1.1), FIELD(saved_unit, unit.pursuit.gate.dy, -1.1, 1.1),
    REAL(saved_unit, unit.pursuit.gate.enter), REAL(saved_unit, unit.pursuit.gate.searched),
    FIELD(saved_unit, unit.pursuit.sight.x, -FARTHEST, FARTHEST),
    FIELD(saved_unit, unit.pursuit.sight.y, -FARTHEST, FARTHEST),
    FIELD(saved_unit, unit.pursuit.sight.to_x, -FARTHEST, FARTHEST),
    FIELD(saved_unit, unit.pursuit.sight.to_y, -FARTHEST, FARTHEST),
    FIELD(saved_unit, unit.pursuit.sight.room, -FARTHEST, FARTHEST), COUNTED(saved_unit, unit.pursuit.asked),
    FIELD(saved_unit, unit.pursuit.refused, FW_OK, FW_RESULT_COUNT - 1),
    FIELD(saved_unit, unit.pursuit.detour, 0, DETOUR_WEIGHED), COUNTED(saved_unit, unit.pursuit.detour_seen),
    INFINITE(saved_unit, unit.exit_x), INFINITE(saved_unit, unit.exit_y),
    // how it gets on, and with whom
    INFINITE(saved_unit, unit.pursuit.remaining), INFINITE(saved_unit, unit.pursuit.to_narrow),
    INFINITE(saved_unit, unit.pursuit.nearest), SMALL(saved_unit, unit.pursuit.stalled),
    SMALL(saved_unit, unit.pursuit.stuck), FIELD(saved_unit, unit.jam.patience, INT8_MIN, INT8_MAX),
    FLAG(saved_unit, unit.is_named), FIELD_OF_UNIT(saved_unit, unit.relation.blocker),
    FIELD_OF_UNIT(saved_unit, unit.relation.in_way_of), FIELD_OF_UNIT(saved_unit, unit.relation.met),
    FIELD_OF_UNIT(saved_unit, unit.relation.yields_to), FIELD_OF_UNIT(saved_unit, unit.relation.impasse),
    INFINITE(saved_unit, unit.relation.yields_until), KNOT(saved_unit, unit.relation.aside_until),
    KNOT(saved_unit, unit.waits_since), FIELD(saved_unit, unit.jam.number, JAM_IS_PLANNED, INT32_MAX),
    KNOT(saved_unit, unit.jam.asks_from), FIELD(saved_unit, unit.activity, 0, FW_AGENT_ACTIVITIES),
    // since the second version of this table: whom it regards
    WORD(saved_unit, unit.regard.layers), WORD(saved_unit, unit.regard.gives_way_to),
    WORD(saved_unit, unit.regard.may_push),
    // since the third one: why it waits
    FIELD(saved_unit, unit.jam.unsolved, 0, UINT8_MAX),
    // since the fourth one: how long it has come no nearer to its goal
    LENGTH(saved_unit, unit.pursuit.closest), SMALL(saved_unit, unit.pursuit.late),
    // since the fifth one: how often it was pushed off its goal
    FIELD(saved_unit, unit.jam.pushed_off, 0, UINT8_MAX)
};
const record_type unit_record = RECORD_TYPE(unit_fields);

static const field tally_fields[] = { LENGTH(fw_agent_state, driven), LENGTH(fw_agent_state, waited),
                                      FIELD(fw_agent_state, arrived, -1, DBL_MAX) };
const record_type tally_record = RECORD_TYPE(tally_fields);

// Boxes of arcs may lie a little outside of the map.
static const field box_fields[] = { COORDINATE(fw_box, min_x), COORDINATE(fw_box, min_y),
                                    COORDINATE(fw_box, max_x), COORDINATE(fw_box, max_y) };
const record_type box_record = RECORD_TYPE(box_fields);

static const field point_fields[] = { PLACE(way_point, x), PLACE(way_point, y) };
const record_type point_record = RECORD_TYPE(point_fields);

// The member is a path such as plan.rail, which takes no parentheses.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define RAIL(record, rail)                                                                                   \
    PLACE(record, rail.start.x), PLACE(record, rail.start.y), REAL(record, rail.start.heading),              \
        FIELD(record, rail.gear, FW_FORWARD, FW_REVERSE), FIELD(record, rail.count, 0, MOST_PARTS)
// NOLINTEND(bugprone-macro-parentheses)

static const field drive_fields[] = { KNOT(drive, plan.first),     FIELD(drive, plan.count, 0, MOST_KNOTS),
                                      SPEED(drive, plan.vx),       SPEED(drive, plan.vy),
                                      LENGTH(drive, plan.bend),    RAIL(drive, plan.rail),
                                      RAIL(drive, under_way),      RAIL(drive, wanted),
                                      SMALL(drive, course.count),  LENGTH(drive, course.length),
                                      REAL(drive, course.reached), INFINITE(drive, course_left),
                                      KNOT(drive, holds_until) };
const record_type drive_record = RECORD_TYPE(drive_fields);

static const field part_fields[] = { REAL(rail_part, curvature), LENGTH(rail_part, length) };
const record_type part_record = RECORD_TYPE(part_fields);

static const field knot_fields[] = { PLACE(knot, x), PLACE(knot, y), SPEED(knot, vx), SPEED(knot, vy) };
const record_type knot_record = RECORD_TYPE(knot_fields);

static const field segment_fields[] = {
    PLACE(fw_segment, start.x),  PLACE(fw_segment, start.y), REAL(fw_segment, start.heading),
    REAL(fw_segment, curvature), LENGTH(fw_segment, length), FIELD(fw_segment, gear, FW_FORWARD, FW_REVERSE)
};
const record_type segment_record = RECORD_TYPE(segment_fields);

static const field convoy_fields[] = { FIELD_OF_UNIT(convoy, leader), SMALL(convoy, count),
                                       LENGTH(convoy, own_steps),     FLAG(convoy, is_sought),
                                       FLAG(convoy, keeps_abreast),   FIELD(convoy, priority, 1, 1024),
                                       INFINITE(convoy, behind) };
const record_type convoy_record = RECORD_TYPE(convoy_fields);

static const field site_fields[] = { SMALL(site, box.left),
                                     SMALL(site, box.top),
                                     SMALL(site, box.right),
                                     SMALL(site, box.bottom),
                                     FIELD(site, number, 1, UINT32_MAX),
                                     FIELD(site, state, 0, SITE_IS_CLEAR),
                                     FIELD(site, terrains, 0, (double)UINT64_MAX) };
const record_type site_record = RECORD_TYPE(site_fields);

static const field obstacle_fields[] = { FIELD(obstacle, id, 1, UINT32_MAX),
                                         FIELD(obstacle, state, 0, OBSTACLE_IS_SEEN),
                                         REAL(obstacle, x),
                                         REAL(obstacle, y),
                                         REAL(obstacle, vx),
                                         REAL(obstacle, vy),
                                         LENGTH(obstacle, radius),
                                         REAL(obstacle, time) };
const record_type obstacle_record = RECORD_TYPE(obstacle_fields);

static const field stop_fields[] = { PLACE(errand_stop, x), PLACE(errand_stop, y) };
const record_type stop_record = RECORD_TYPE(stop_fields);

static const field slot_fields[] = { FIELD_OF_UNIT(saved_slot, slot) };
const record_type slot_record = RECORD_TYPE(slot_fields);

static const field slice_fields[] = { FIELD(saved_slice, expansions, 0, (double)UINT64_MAX) };
const record_type slice_record = RECORD_TYPE(slice_fields);

static const field flow_fields[] = { WORD(saved_flow, unit),    SMALL(saved_flow, x),
                                     SMALL(saved_flow, y),      FLAG(saved_flow, is_over),
                                     COUNTED(saved_flow, work), COUNTED(saved_flow, used) };
const record_type flow_record = RECORD_TYPE(flow_fields);

static const field request_fields[] = { FIELD_OF_UNIT(saved_request, asker),
                                        FIELD(saved_request, level, 0, JAM_WINDOWS - 1),
                                        COUNTED(saved_request, slices),
                                        FLAG(saved_request, is_on_old_ground) };
const record_type request_record = RECORD_TYPE(request_fields);

static const field saved_member_fields[] = { FIELD_OF_UNIT(saved_member, slot), FLAG(saved_member, goes),
                                             PLACE(saved_member, goal_x), PLACE(saved_member, goal_y) };
const record_type saved_member_record = RECORD_TYPE(saved_member_fields);

static const field jam_fields[] = { KNOT(jam, advanced), FIELD(jam, count, 0, MOST_JAMMED),
                                    FIELD(jam, left, 0, MOST_JAMMED), SMALL(jam, beats) };
const record_type jam_record = RECORD_TYPE(jam_fields);

static const field jam_member_fields[] = { FIELD_OF_UNIT(jam_member, slot),
                                           FIELD(jam_member, state, 0, MEMBER_HAS_LEFT),
                                           LENGTH(jam_member, reached), LENGTH(jam_member, last) };
const record_type jam_member_record = RECORD_TYPE(jam_member_fields);

static const field jam_place_fields[] = { PLACE(joint_place, x), PLACE(joint_place, y) };
const record_type jam_place_record = RECORD_TYPE(jam_place_fields);

static const field top_fields[] = { FIELD(saved_top, unit, 1, UINT32_MAX),
                                    FIELD(saved_top, terrain, 0, FW_TERRAIN_COUNT - 1),
                                    FIELD(saved_top, top, 1e-3, 1e9) };
const record_type top_record = RECORD_TYPE(top_fields);

static const field laid_fields[] = { WORD(saved_laid, unit), FIELD_OF_UNIT(saved_laid, owner),
                                     SMALL(saved_laid, runs), FLAG(saved_laid, has_corridor) };
const record_type laid_record = RECORD_TYPE(laid_fields);

static const field run_fields[] = { SMALL(overlay_run, x),
                                    SMALL(overlay_run, y),
                                    SMALL(overlay_run, length),
                                    FLAG(overlay_run, is_blocked),
                                    FLAG(overlay_run, is_corridor),
                                    FIELD(overlay_run, moves, 0, FW_MOVES_ALL),
                                    FIELD(overlay_run, byte, 0, 254),
                                    SMALL(overlay_run, cost) };
const record_type run_record = RECORD_TYPE(run_fields);

static const field crossing_fields[] = { PLACE(crossing, at.x), PLACE(crossing, at.y),
                                         FIELD(crossing, at.width, 0, UINT8_MAX),
                                         FLAG(crossing, at.is_column), REAL(crossing, rest) };
const record_type crossing_record = RECORD_TYPE(crossing_fields);

static const field price_fields[] = { FIELD(price, x, -FARTHEST, FARTHEST),
                                      FIELD(price, y, -FARTHEST, FARTHEST), FIELD(price, columns, 1, 4096),
                                      FIELD(price, rows, 1, 4096), LENGTH(price, cost) };
const record_type price_record = RECORD_TYPE(price_fields);
