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
static void draw(drive *drive)
{
    random_source random = { 1 };
    fw_segment segments[SEGMENTS];
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = drive->unit };
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
    fw_path_set(drive->drawn, segments, SEGMENTS, &claimed);
}

static fw_result open_drive(drive *drive)
{
    fw_map_def def = fw_default_map_def();
    fw_unit_def unit = fw_default_unit_def();
    def.width = def.height = SIDE;
    fw_result result = fw_map_create(&def, &drive->map);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            fw_map_set_tile(drive->map, x, y, (uint8_t)(x / 7 + y / 5) % 2 + 1);
    if (result == FW_OK)
        result = fw_map_commit(drive->map);
    if (result == FW_OK)
        result = fw_map_add_unit(drive->map, &unit, &drive->unit);
    if (result == FW_OK)
        result = fw_planner_create(drive->map, NULL, &drive->planner);
    if (result == FW_OK)
        result = fw_path_create(NULL, &drive->drawn);
    return result == FW_OK ? fw_path_create(NULL, &drive->path) : result;
}

static fw_result profile(drive *drive)
{
    return fw_path_profile(drive->map, &drive->limits, drive->path, NULL);
}

static fw_result ask_poses(drive *drive)
{
    fw_pose pose;
    fw_result result = FW_OK;
    const double duration = fw_path_duration(drive->path);
    for (int i = 0; i < POSES && result == FW_OK; i++)
        result = fw_path_pose_at_time(drive->path, duration * (i * 7919 % POSES) / POSES, &pose, NULL);
    return result;
}

static fw_result bend(drive *drive)
{
    return fw_path_fix_angles(drive->planner, NULL, drive->angles, drive->path);
}

/// The least of several runs, each on the path as it was drawn.
static void print_time(const char *what, drive *told, fw_result (*run)(drive *), bool keeps_path,
                       double calls)
{
    double least = INFINITY;
    fw_result result = FW_OK;
    for (int i = 0; i < REPEATS && result == FW_OK; i++) {
        if (!keeps_path)
            result = fw_path_copy(told->drawn, told->path);
        const double began = stopwatch_us();
        if (result == FW_OK)
            result = run(told);
        least = fmin(least, stopwatch_us() - began);
    }
    printf("%-52s %8.1f ns   %s\n", what, 1e3 * least / calls, result == FW_OK ? "" : fw_result_text(result));
}

int main(void)
{
    drive drive = { .limits = fw_default_speed_def() };
    if (open_drive(&drive) != FW_OK)
        return 1;
    draw(&drive);
    drive.limits.top = 3;
    print_time("speed profile, a segment", &drive, profile, false, SEGMENTS);
    drive.limits.terrain_top[1] = 2;
    drive.limits.terrain_top[2] = 1.5;
    print_time("speed profile with terrain limits, a segment", &drive, profile, false, SEGMENTS);
    print_time("pose at a time", &drive, ask_poses, true, POSES);
    drive.angles = 8;
    print_time("fixed angles 8, a segment", &drive, bend, false, SEGMENTS);
    drive.angles = 16;
    print_time("fixed angles 16, a segment", &drive, bend, false, SEGMENTS);
    fw_path_destroy(drive.drawn);
    fw_path_destroy(drive.path);
    fw_planner_destroy(drive.planner);
    fw_map_destroy(drive.map);
    return 0;
}
