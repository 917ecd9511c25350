#include "record/fields.h"

#include "fairway/planner.h"
#include "fairway/shape.h"
#include "fairway/traffic.h"

/// The type of a number. Enumerations count as the integers that hold them.
#define TYPE_OF(number)                                                                                      \
    _Generic((number), bool                                                                                  \
             : RECORD_BOOL, int32_t                                                                          \
             : RECORD_I32, uint32_t                                                                          \
             : RECORD_U32, uint64_t                                                                          \
             : RECORD_U64, float                                                                             \
             : RECORD_F32, double                                                                            \
             : RECORD_F64)
#define FIELD_ARRAY(record, name, first, count)                                                              \
    {                                                                                                        \
        name, offsetof(record, first), TYPE_OF(((record *)0)->first), sizeof(((record *)0)->first), count    \
    }
#define FIELD(record, member) FIELD_ARRAY(record, #member, member, 1)
#define STRUCT(fields)                                                                                       \
    {                                                                                                        \
        fields, (int32_t)(sizeof(fields) / sizeof *(fields))                                                 \
    }

_Static_assert(sizeof(fw_corner) == 2 * sizeof(double), "corners are an array of numbers");

static const record_field request_fields[] = {
    FIELD(fw_request, unit),
    FIELD(fw_request, start.x),
    FIELD(fw_request, start.y),
    FIELD(fw_request, start.heading),
    FIELD(fw_request, start_slack),
    FIELD(fw_request, goal.kind),
    FIELD(fw_request, goal.pose.x),
    FIELD(fw_request, goal.pose.y),
    FIELD(fw_request, goal.pose.heading),
    FIELD(fw_request, goal.radius),
    FIELD(fw_request, goal.count),
    FIELD(fw_request, goal.has_heading),
    FIELD(fw_request, goal.heading_tolerance),
    FIELD(fw_request, method),
    FIELD(fw_request, nearest),
    FIELD(fw_request, partial),
    FIELD(fw_request, allow_violations),
    FIELD(fw_request, allow_longer),
    FIELD(fw_request, nearest_tolerance),
    FIELD(fw_request, methodical),
    FIELD(fw_request, refine),
    FIELD(fw_request, fewer_bends),
    FIELD(fw_request, bend_cost),
    FIELD(fw_request, keep_right),
    FIELD(fw_request, weight),
    FIELD(fw_request, max_work),
    FIELD(fw_request, max_time_us),
    FIELD(fw_request, max_distance),
    FIELD(fw_request, headings),
    FIELD(fw_request, heuristic),
    FIELD(fw_request, turn_charge),
    FIELD(fw_request, cluster),
    FIELD(fw_request, segment),
    FIELD(fw_request, dominance),
    FIELD(fw_request, placement),
    FIELD(fw_request, pre_smooth),
    FIELD(fw_request, smoothing),
    FIELD(fw_request, turns),
    FIELD(fw_request, roads),
    FIELD(fw_request, road_terrains),
    FIELD(fw_request, fixed_angles),
    FIELD(fw_request, braking),
    FIELD(fw_request, splice),
    FIELD(fw_request, sample_step),
};

static const record_field unit_fields[] = {
    FIELD(fw_unit_def, size),
    FIELD(fw_unit_def, footprint.kind),
    FIELD(fw_unit_def, footprint.radius),
    FIELD(fw_unit_def, footprint.length),
    FIELD(fw_unit_def, footprint.width),
    FIELD(fw_unit_def, footprint.ahead),
    FIELD(fw_unit_def, footprint.aside),
    FIELD(fw_unit_def, footprint.corner_count),
    FIELD_ARRAY(fw_unit_def, "footprint.corners", footprint.corners[0].ahead, 2 * FW_MOST_CORNERS),
    FIELD_ARRAY(fw_unit_def, "terrain_cost", terrain_cost[0], FW_TERRAIN_COUNT),
    FIELD(fw_unit_def, corners),
    FIELD(fw_unit_def, turn_radius),
    FIELD(fw_unit_def, reverse),
    FIELD(fw_unit_def, reverse_penalty),
    FIELD(fw_unit_def, gear_change_cost),
    FIELD(fw_unit_def, methods),
    FIELD(fw_unit_def, all_curves),
    FIELD(fw_unit_def, headings),
    FIELD(fw_unit_def, cluster),
    FIELD(fw_unit_def, dominance),
    FIELD(fw_unit_def, placement),
    FIELD(fw_unit_def, curvature_rate),
    FIELD(fw_unit_def, abstraction),
};

static const record_field speed_fields[] = {
    FIELD(fw_speed_def, top),
    FIELD(fw_speed_def, acceleration),
    FIELD(fw_speed_def, braking),
    FIELD(fw_speed_def, lateral),
    FIELD(fw_speed_def, start),
    FIELD(fw_speed_def, end),
    FIELD_ARRAY(fw_speed_def, "terrain_top", terrain_top[0], FW_TERRAIN_COUNT),
    FIELD(fw_speed_def, turn_radius),
    FIELD(fw_speed_def, radius_per_speed),
};

static const record_field segment_fields[] = {
    FIELD(fw_segment, start.x),   FIELD(fw_segment, start.y), FIELD(fw_segment, start.heading),
    FIELD(fw_segment, curvature), FIELD(fw_segment, length),  FIELD(fw_segment, gear),
};

static const record_field summary_fields[] = {
    FIELD(fw_path_summary, outcome),
    FIELD(fw_path_summary, method),
    FIELD(fw_path_summary, unit),
    FIELD(fw_path_summary, map_version),
    FIELD(fw_path_summary, fixed_angles),
    FIELD(fw_path_summary, length),
    FIELD(fw_path_summary, cost),
    FIELD(fw_path_summary, violations.blocked),
    FIELD(fw_path_summary, violations.too_tight),
    FIELD(fw_path_summary, violations.heading_jumps),
    FIELD(fw_path_summary, violations.impossible),
    FIELD(fw_path_summary, asked_start.x),
    FIELD(fw_path_summary, asked_start.y),
    FIELD(fw_path_summary, asked_start.heading),
    FIELD(fw_path_summary, start_shift),
};

static const record_field agent_fields[] = {
    FIELD(fw_agent_def, id),           FIELD(fw_agent_def, unit),          FIELD(fw_agent_def, start.x),
    FIELD(fw_agent_def, start.y),      FIELD(fw_agent_def, start.heading), FIELD(fw_agent_def, top),
    FIELD(fw_agent_def, acceleration), FIELD(fw_agent_def, braking),       FIELD(fw_agent_def, lateral),
    FIELD(fw_agent_def, sides),        FIELD(fw_agent_def, layers),        FIELD(fw_agent_def, gives_way_to),
    FIELD(fw_agent_def, may_push),
};

static const record_field group_fields[] = {
    FIELD(fw_group_def, own_steps),
    FIELD(fw_group_def, keeps_abreast),
};

const record_struct record_unit_def = STRUCT(unit_fields);
const record_struct record_request = STRUCT(request_fields);
const record_struct record_speed_def = STRUCT(speed_fields);
const record_struct record_segment = STRUCT(segment_fields);
const record_struct record_summary = STRUCT(summary_fields);
const record_struct record_agent_def = STRUCT(agent_fields);
const record_struct record_group_def = STRUCT(group_fields);
