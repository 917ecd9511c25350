#define _POSIX_C_SOURCE 199309L
/// Times of what is done with a path of 1,000 lines and arcs: its speed profile, poses at times, fixed angles.

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "common/stopwatch.h"
#include "curve/segment.h"
#include "fairway/shape.h"

enum { SEGMENTS = 1000, SIDE = 256, REPEATS = 20, POSES = 10000 };

typedef struct drive {
    fw_map *map;
    fw_planner *planner;
    fw_unit_id unit;
    fw_path *drawn, *path;
    fw_speed_def limits;
    int32_t angles;
} drive;

/// Lines and arcs through the middle of the map, turned around near its border.
static void draw(drive *of)
{
    random_source random = { 1 };
    fw_segment segments[SEGMENTS];
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = of->unit };
    fw_pose at = { SIDE / 2.0, SIDE / 2.0, 0 };
    for (int i = 0; i < SEGMENTS; i++) {
        fw_segment next = { .start = at, .length = 1 + 4 * random_unit(&random) };
        const double x = at.x - SIDE / 2.0, y = at.y - SIDE / 2.0;
        if (i % 2)
            next.curvature = x * x + y * y > SIDE * SIDE / 9.0 ? 0.5 : random_unit(&random) - 0.5;
        segments[i] = next;
        claimed.length += next.length;
        at = segment_end(&next);
    }
    fw_path_set(of->drawn, segments, SEGMENTS, &claimed);
}

static fw_result open_drive(drive *of)
{
    fw_map_def def = fw_default_map_def();
    fw_unit_def unit = fw_default_unit_def();
    def.width = def.height = SIDE;
    fw_result result = fw_map_create(&def, &of->map);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            fw_map_set_tile(of->map, x, y, (uint8_t)(x / 7 + y / 5) % 2 + 1);
    if (result == FW_OK)
        result = fw_map_commit(of->map);
    if (result == FW_OK)
        result = fw_map_add_unit(of->map, &unit, &of->unit);
    if (result == FW_OK)
        result = fw_planner_create(of->map, NULL, &of->planner);
    if (result == FW_OK)
        result = fw_path_create(NULL, &of->drawn);
    return result == FW_OK ? fw_path_create(NULL, &of->path) : result;
}

static fw_result profile(drive *of)
{
    return fw_path_profile(of->map, &of->limits, of->path, NULL);
}

static fw_result ask_poses(drive *of)
{
    fw_pose pose;
    fw_result result = FW_OK;
    const double duration = fw_path_duration(of->path);
    for (int i = 0; i < POSES && result == FW_OK; i++)
        result = fw_path_pose_at_time(of->path, duration * (i * 7919 % POSES) / POSES, &pose, NULL);
    return result;
}

static fw_result bend(drive *of)
{
    return fw_path_fix_angles(of->planner, NULL, of->angles, of->path);
}

/// The least of several runs, each on the path as it was drawn.
static void print_time(const char *what, drive *of, fw_result (*run)(drive *), bool keeps_path, double calls)
{
    double least = INFINITY;
    fw_result result = FW_OK;
    for (int i = 0; i < REPEATS && result == FW_OK; i++) {
        if (!keeps_path)
            result = fw_path_copy(of->drawn, of->path);
        const double began = stopwatch_us();
        if (result == FW_OK)
            result = run(of);
        least = fmin(least, stopwatch_us() - began);
    }
    printf("%-52s %8.1f ns   %s\n", what, 1e3 * least / calls, result == FW_OK ? "" : fw_result_text(result));
}

int main(void)
{
    drive of = { .limits = fw_default_speed_def() };
    if (open_drive(&of) != FW_OK)
        return 1;
    draw(&of);
    of.limits.top = 3;
    print_time("speed profile, a segment", &of, profile, false, SEGMENTS);
    of.limits.terrain_top[1] = 2;
    of.limits.terrain_top[2] = 1.5;
    print_time("speed profile with terrain limits, a segment", &of, profile, false, SEGMENTS);
    print_time("pose at a time", &of, ask_poses, true, POSES);
    of.angles = 8;
    print_time("fixed angles 8, a segment", &of, bend, false, SEGMENTS);
    of.angles = 16;
    print_time("fixed angles 16, a segment", &of, bend, false, SEGMENTS);
    fw_path_destroy(of.drawn);
    fw_path_destroy(of.path);
    fw_planner_destroy(of.planner);
    fw_map_destroy(of.map);
    return 0;
}
