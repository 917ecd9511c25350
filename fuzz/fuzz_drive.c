// Bytes become a map, a unit, a path of any lines and arcs, and limits of speed: profiles keep to what they promise,
// turned and smoothed paths end where they ended and count what they break, and paths at fixed angles are at these
// angles but where they say otherwise. Nothing may crash, leak or hang.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/trial.h"

enum { SIDE = 24, MOST_SEGMENTS = 12 };

static uint8_t byte(choices *from)
{
    return (uint8_t)choose_below(from, 256);
}

static double number(choices *from)
{
    static const double strange[] = { 0.0, 1e300, -1e300, 1e-300, 1e-9, 1e9, NAN, INFINITY };
    const uint8_t value = byte(from);
    return value >= 248 ? strange[value - 248] : value / 10.0;
}

static fw_map *some_map(choices *from)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    def.width = def.height = SIDE;
    if (fw_map_create(&def, &map) != FW_OK)
        abort();
    for (int i = byte(from) % 16; i > 0; i--)
        fw_map_set_tile(map, byte(from) % SIDE, byte(from) % SIDE, byte(from) % 4);
    fw_map_commit(map);
    return map;
}

static fw_footprint body(choices *from)
{
    const fw_corner corners[] = { { byte(from) / 64.0 + 0.5, 0 }, { 0, 0.4 }, { -0.3, 0 }, { 0, -0.4 } };
    const int kind = byte(from) % 4;
    return kind == 0   ? fw_rectangle_at(1.2, 0.6, (byte(from) % 8 - 4) / 8.0, 0.0)
           : kind == 1 ? fw_polygon(corners, 4)
                       : fw_circle(0.4);
}

static fw_unit_id some_unit(choices *from, fw_map *map)
{
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id unit = 0;
    def.terrain_cost[3] = 2.5F;
    def.reverse = true;
    def.corners = (fw_corner_rule)(byte(from) % 4);
    def.turn_radius = byte(from) % 2 ? byte(from) / 32.0 : 0;
    def.footprint = body(from);
    def.curvature_rate = byte(from) % 2 ? (1 + byte(from)) / 64.0 : 0;
    if (fw_map_add_unit(map, &def, &unit) != FW_OK)
        abort();
    return unit;
}

/// A path that mostly hangs together.
static void draw(choices *from, fw_unit_id unit, fw_path *path)
{
    fw_segment segments[MOST_SEGMENTS];
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = unit };
    const int32_t count = byte(from) % (MOST_SEGMENTS + 1);
    fw_pose at = { number(from), number(from), number(from) };
    for (int32_t i = 0; i < count; i++) {
        if (byte(from) % 4 == 0)
            at.heading = number(from) * FW_PI / 8;
        segments[i] = (fw_segment){ .start = at, .length = number(from), .gear = byte(from) % 8 == 0 };
        if (byte(from) % 2)
            segments[i].curvature = number(from) / 4 - 3;
        fw_path_set(path, &segments[i], 1, NULL);
        fw_path_pose_at(path, segments[i].length, &at);
    }
    if (fw_path_set(path, segments, count, &claimed) != FW_OK)
        fw_path_clear(path);
}

static void drive(choices *from, const fw_map *map, fw_path *path)
{
    fw_speed_def def = fw_default_speed_def();
    double *const fields[] = { &def.top,   &def.acceleration, &def.braking,         &def.lateral,
                               &def.start, &def.end,          &def.radius_per_speed };
    for (int i = 0; i < 7; i++)
        if (byte(from) % 2)
            *fields[i] = number(from);
    for (int i = 0; i < 4; i++)
        def.terrain_top[i] = byte(from) % 2 ? number(from) : 0;
    double at;
    if (fw_path_profile(map, &def, path, &at) != FW_OK)
        return;
    int32_t count;
    const fw_speed_sample *samples = fw_path_speeds(path, &count);
    for (int32_t i = 0; i < count; i++)
        if (!(samples[i].speed <= def.top * (1 + 1e-9)) || !isfinite(samples[i].time) ||
            (i > 0 && !(samples[i].at >= samples[i - 1].at)))
            abort();
    fw_pose pose;
    double speed, time;
    if (fw_path_pose_at_time(path, fw_path_duration(path) / 2, &pose, NULL) != FW_OK ||
        fw_path_speed_at(path, number(from) + 1, &speed, &time) == FW_BAD_SIZE)
        abort();
    fw_speed_sample given[3];
    for (int i = 0; i < 3; i++)
        given[i] = (fw_speed_sample){ number(from), number(from), number(from) };
    fw_path_set_speeds(path, given, byte(from) % 4);
}

static void fix(choices *from, fw_planner *planner, const fw_map *map, fw_unit_id unit, fw_path *path)
{
    if (fw_path_fix_angles(planner, NULL, byte(from) % 2 ? 8 : 16, path) != FW_OK)
        return;
    fw_check_report report;
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    if (fw_path_check(map, unit, path, NULL, &report) != FW_OK)
        abort();
    if (report.faults[FW_FAULT_ANGLE] && !summary.violations.impossible)
        abort();
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-6 * (1 + fabs(a));
}

static void reshape(choices *from, fw_planner *planner, const fw_map *map, fw_unit_id unit, fw_path *path)
{
    const double start = number(from), goal = number(from);
    const uint8_t which = byte(from);
    fw_path_summary summary;
    fw_pose was, is;
    fw_check_report report;
    if (fw_path_pose_at(path, fw_path_length(path), &was) != FW_OK)
        return;
    const fw_result result = which % 2
                                 ? fw_path_smooth(planner, NULL, (fw_smoothing)(which / 2 % 8), path)
                                 : fw_path_turn(planner, NULL, (fw_turns)(which / 2 % 8),
                                                which & 32 ? &start : NULL, which & 64 ? &goal : NULL, path);
    if (result != FW_OK || which / 2 % 8 == 0 || fw_path_length(path) > 1e4)
        return;
    if (fw_path_check(map, unit, path, NULL, &report) != FW_OK ||
        fw_path_pose_at(path, fw_path_length(path), &is) != FW_OK)
        abort();
    fw_path_summarise(path, &summary);
    if (!is_near(was.x, is.x) || !is_near(was.y, is.y))
        abort();
    if (report.faults[FW_FAULT_TOO_TIGHT] != summary.violations.too_tight)
        abort();
}

/// Gives the path transition curves, and sees that the checker counts the same stops.
static void ease(fw_planner *planner, const fw_map *map, fw_unit_id unit, fw_path *path)
{
    fw_check_report report;
    int32_t stops;
    if (fw_path_ease(planner, NULL, path, &stops) != FW_OK || fw_path_length(path) > 1e4)
        return;
    if (fw_path_check(map, unit, path, NULL, &report) != FW_OK || report.steering_stops < 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    choices from = choices_of_bytes(bytes, count);
    fw_map *map = some_map(&from);
    const fw_unit_id unit = some_unit(&from, map);
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    if (fw_planner_create(map, NULL, &planner) != FW_OK || fw_path_create(NULL, &path) != FW_OK)
        abort();
    draw(&from, unit, path);
    drive(&from, map, path);
    for (int i = byte(&from) % 3; i > 0; i--)
        reshape(&from, planner, map, unit, path);
    ease(planner, map, unit, path);
    fix(&from, planner, map, unit, path);
    drive(&from, map, path);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return 0;
}
