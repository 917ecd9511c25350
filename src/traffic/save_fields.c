#include "traffic/save_fields.h"

#include <float.h>
#include <math.h>

/// Knots, steps and work are counted up to here.
#define MOST_COUNTED 4503599627370496.0 // 2^52: a double holds each of them

/// No coordinate on a map is larger, in tiles.
#define FARTHEST 1e6

/// No speed is larger, in tiles per second.
#define FASTEST 101.0

#define FLAG(record, member)     FIELD(record, member, 0, 1)
#define PLACE(record, member)    FIELD(record, member, 0, FARTHEST)
#define REAL(record, member)     FIELD(record, member, -DBL_MAX, DBL_MAX)
#define LENGTH(record, member)   FIELD(record, member, 0, DBL_MAX)
#define SPEED(record, member)    FIELD(record, member, -FASTEST, FASTEST)
#define COUNTED(record, member)  FIELD(record, member, 0, MOST_COUNTED)
#define KNOT(record, member)     FIELD(record, member, -MOST_COUNTED, MOST_COUNTED)
#define SMALL(record, member)    FIELD(record, member, 0, INT32_MAX)
#define WORD(record, member)     FIELD(record, member, 0, UINT32_MAX)
#define TILE(record, member)     FIELD(record, member, INT32_MIN, INT32_MAX)
#define INFINITE(record, member) FIELD(record, member, -INFINITY, INFINITY)

#define TABLE(name, ...)                                                                                     \
    static const field name##_fields[] = { __VA_ARGS__ };                                                    \
    const record_type name##_record = RECORD_TYPE(name##_fields)

TABLE(clock, KNOT(saved_clock, knot), FIELD(saved_clock, phase, -1e-6, FW_TRAFFIC_KNOT),
      COUNTED(saved_clock, steps), COUNTED(saved_clock, queue_clock), COUNTED(saved_clock, detour_changes),
      SMALL(saved_clock, width), SMALL(saved_clock, height), SMALL(saved_clock, round_next),
      WORD(saved_clock, site_last), TILE(saved_clock, site_news.left), TILE(saved_clock, site_news.top),
      TILE(saved_clock, site_news.right), TILE(saved_clock, site_news.bottom), FLAG(saved_clock, has_news),
      FLAG(saved_clock, is_searching), PLACE(saved_clock, search_start.x), PLACE(saved_clock, search_start.y),
      REAL(saved_clock, search_start.heading), PLACE(saved_clock, search_goal.x),
      PLACE(saved_clock, search_goal.y), REAL(saved_clock, search_goal.heading),
      COUNTED(saved_clock, own_work), COUNTED(saved_clock, mean_work), COUNTED(saved_clock, rests_until),
      FIELD(saved_clock, under_way, FLOW_OTHER, MOST_FLOWS - 1), SMALL(saved_clock, jam_asker));

TABLE(body, FIELD(saved_body, unit, 1, UINT32_MAX), LENGTH(saved_body, radius),
      LENGTH(saved_body, turn_radius));

TABLE(unit, FIELD(agent, id, 1, UINT32_MAX),
      // its order, and where it goes
      FLAG(agent, has_goal), FLAG(agent, has_been), FLAG(agent, is_at_goal), PLACE(agent, order_x),
      PLACE(agent, order_y), PLACE(agent, place_x), PLACE(agent, place_y), PLACE(agent, goal_x),
      PLACE(agent, goal_y), FIELD(agent, stage, 0, PLACE_IS_STOP), FIELD(agent, stance, 0, STANCE_HOLDS),
      FLAG(agent, shares), FLAG(agent, is_settled), FLAG(agent, chooses_soon), LENGTH(agent, spread),
      FIELD_OF_UNIT(agent, follows), LENGTH(agent, distance), SMALL(agent, stops), WORD(agent, halts_for),
      LENGTH(agent, halts_within), FIELD(agent, user, 0, (double)UINT64_MAX), WORD(agent, sides),
      SMALL(agent, convoy), FIELD(agent, priority, 1, 1024),
      // its motion
      FIELD(agent, limits.top, 1e-3, 100), FIELD(agent, limits.acceleration, 1e-2, 1e4),
      FIELD(agent, limits.braking, 1e-2, 1e4), FIELD(agent, limits.lateral, 1e-2, 1e4), PLACE(agent, from.x),
      PLACE(agent, from.y), SPEED(agent, from.vx), SPEED(agent, from.vy), PLACE(agent, to.x),
      PLACE(agent, to.y), SPEED(agent, to.vx), SPEED(agent, to.vy), FIELD(agent, heading, -7, 7),
      KNOT(agent, plan.first), SPEED(agent, plan.from_vx), SPEED(agent, plan.from_vy), SPEED(agent, plan.vx),
      SPEED(agent, plan.vy), PLACE(agent, plan.stop_x), PLACE(agent, plan.stop_y),
      FIELD(agent, plan.share.ramp, 0, MOST_KNOTS), FIELD(agent, plan.share.hold, 0, MOST_KNOTS),
      FIELD(agent, plan.share.brake, 0, MOST_KNOTS),
      // its way
      FLAG(agent, wants_course), FLAG(agent, is_queued), FLAG(agent, is_cut), FLAG(agent, is_lost),
      FLAG(agent, goes_on), FLAG(agent, lacks_first), FLAG(agent, lacks_last), FLAG(agent, has_set_out),
      SMALL(agent, way.count), SMALL(agent, way.next), SMALL(agent, way.farthest), REAL(agent, gate.x),
      REAL(agent, gate.y), FIELD(agent, gate.dx, -1.1, 1.1), FIELD(agent, gate.dy, -1.1, 1.1),
      REAL(agent, gate.enter), REAL(agent, gate.searched), FIELD(agent, sight.x, -FARTHEST, FARTHEST),
      FIELD(agent, sight.y, -FARTHEST, FARTHEST), FIELD(agent, sight.to_x, -FARTHEST, FARTHEST),
      FIELD(agent, sight.to_y, -FARTHEST, FARTHEST), FIELD(agent, sight.room, -FARTHEST, FARTHEST),
      COUNTED(agent, asked), FIELD(agent, refused, FW_OK, FW_RESULT_COUNT - 1),
      FIELD(agent, detour, 0, DETOUR_NOT_FOUND), COUNTED(agent, detour_seen), INFINITE(agent, exit_x),
      INFINITE(agent, exit_y),
      // how it gets on, and with whom
      INFINITE(agent, remaining), INFINITE(agent, to_narrow), INFINITE(agent, nearest), SMALL(agent, stalled),
      SMALL(agent, stuck), FIELD(agent, patience, INT8_MIN, INT8_MAX), FLAG(agent, is_named),
      FIELD_OF_UNIT(agent, blocker), FIELD_OF_UNIT(agent, in_way_of), FIELD_OF_UNIT(agent, met),
      FIELD_OF_UNIT(agent, yields_to), FIELD_OF_UNIT(agent, impasse), INFINITE(agent, yields_until),
      KNOT(agent, aside_until), KNOT(agent, waits_since), FIELD(agent, jam, JAM_IS_PLANNED, INT32_MAX),
      KNOT(agent, asks_from), FIELD(agent, activity, 0, FW_AGENT_ACTIVITIES),
      // since the second version of this table: whom it regards
      WORD(agent, layers), WORD(agent, gives_way_to), WORD(agent, may_push));

TABLE(tally, LENGTH(fw_agent_state, driven), LENGTH(fw_agent_state, waited),
      FIELD(fw_agent_state, arrived, -1, DBL_MAX));

TABLE(box, PLACE(fw_box, min_x), PLACE(fw_box, min_y), PLACE(fw_box, max_x), PLACE(fw_box, max_y));

TABLE(point, PLACE(way_point, x), PLACE(way_point, y));

#define RAIL(record, rail)                                                                                   \
    PLACE(record, rail.start.x), PLACE(record, rail.start.y), REAL(record, rail.start.heading),              \
        FIELD(record, rail.gear, FW_FORWARD, FW_REVERSE), FIELD(record, rail.count, 0, MOST_PARTS)

TABLE(drive, KNOT(drive, plan.first), FIELD(drive, plan.count, 0, MOST_KNOTS), SPEED(drive, plan.vx),
      SPEED(drive, plan.vy), LENGTH(drive, plan.bend), RAIL(drive, plan.rail), RAIL(drive, under_way),
      RAIL(drive, wanted), SMALL(drive, course.count), LENGTH(drive, course.length),
      REAL(drive, course.reached), INFINITE(drive, course_left), KNOT(drive, holds_until));

TABLE(part, REAL(rail_part, curvature), LENGTH(rail_part, length));

TABLE(knot, PLACE(knot, x), PLACE(knot, y), SPEED(knot, vx), SPEED(knot, vy));

TABLE(segment, PLACE(fw_segment, start.x), PLACE(fw_segment, start.y), REAL(fw_segment, start.heading),
      REAL(fw_segment, curvature), LENGTH(fw_segment, length),
      FIELD(fw_segment, gear, FW_FORWARD, FW_REVERSE));

TABLE(convoy, FIELD_OF_UNIT(convoy, leader), SMALL(convoy, count), LENGTH(convoy, own_steps),
      FLAG(convoy, is_sought), FLAG(convoy, keeps_abreast), FIELD(convoy, priority, 1, 1024),
      INFINITE(convoy, behind));

TABLE(site, SMALL(site, box.left), SMALL(site, box.top), SMALL(site, box.right), SMALL(site, box.bottom),
      FIELD(site, number, 1, UINT32_MAX), FIELD(site, state, 0, SITE_IS_CLEAR),
      FIELD(site, terrains, 0, (double)UINT64_MAX));

TABLE(obstacle, FIELD(obstacle, id, 1, UINT32_MAX), FIELD(obstacle, state, 0, OBSTACLE_IS_SEEN),
      REAL(obstacle, x), REAL(obstacle, y), REAL(obstacle, vx), REAL(obstacle, vy), LENGTH(obstacle, radius),
      REAL(obstacle, time));

TABLE(stop, PLACE(errand_stop, x), PLACE(errand_stop, y));

TABLE(slot, FIELD_OF_UNIT(saved_slot, slot));

TABLE(slice, FIELD(saved_slice, expansions, 0, (double)UINT64_MAX));

TABLE(flow, WORD(saved_flow, unit), SMALL(saved_flow, x), SMALL(saved_flow, y), FLAG(saved_flow, is_over),
      COUNTED(saved_flow, work), COUNTED(saved_flow, used));

TABLE(request, FIELD_OF_UNIT(saved_request, asker), FIELD(saved_request, level, 0, JAM_WINDOWS - 1),
      COUNTED(saved_request, slices), FLAG(saved_request, is_on_old_ground));

TABLE(saved_member, FIELD_OF_UNIT(saved_member, slot), FLAG(saved_member, goes), PLACE(saved_member, goal_x),
      PLACE(saved_member, goal_y));

TABLE(jam, KNOT(jam, advanced), FIELD(jam, count, 0, MOST_JAMMED), FIELD(jam, left, 0, MOST_JAMMED),
      SMALL(jam, beats));

TABLE(jam_member, FIELD_OF_UNIT(jam_member, slot), FIELD(jam_member, state, 0, MEMBER_HAS_LEFT),
      LENGTH(jam_member, reached), LENGTH(jam_member, last));

TABLE(jam_place, PLACE(joint_place, x), PLACE(joint_place, y));
