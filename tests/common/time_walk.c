#include "common/time_walk.h"

#include <math.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "directional/motions/motion_set.h"
#include "fairway/shape.h"

enum { MIDDLE = 40 }; ///< of the map on which motions are timed

/// True for a straight motion, which may be driven again and again.
static bool is_straight(const time_walk *walk, const motion *motion)
{
    return motion_segment_count(walk->legal.motions, motion) == 1 &&
           walk->legal.motions->segments[walk->legal.motions->first_segment[motion->curve]].curvature == 0;
}

/// Seconds for a path from speed to speed; infinite where that cannot be.
static double seconds_for(const time_walk *walk, const fw_map *map, fw_path *path, int from, int to)
{
    fw_speed_def def = walk->ladder->def;
    int32_t count;
    def.start = sqrt(walk->ladder->square[from]);
    def.end = sqrt(walk->ladder->square[to]);
    const fw_result result = fw_path_profile(map, &def, path, NULL);
    if (result == FW_NOT_FOUND)
        return INFINITY;
    assert_int_equal(result, FW_OK);
    const fw_speed_sample *samples = fw_path_speeds(path, &count);
    return samples[count - 1].speed < def.end * (1 - 1e-9) ? INFINITY : fw_path_duration(path);
}

/// Times a motion that is driven so many times.
static void time_motion(time_walk *walk, const fw_map *map, fw_path *path, int heading, int index, int times,
                        bool reverses)
{
    const motion_set *motions = walk->legal.motions;
    const motion *motion = &motions->control_sets[heading].motions[index];
    fw_segment segments[64];
    const int32_t count = motion_segment_count(motions, motion);
    for (int32_t part = 0; part < count; part++) {
        segments[part] = motion_segment(motions, motion, part, MIDDLE, MIDDLE, FW_FORWARD);
        segments[part].length *= times;
    }
    assert_int_equal(fw_path_set(path, segments, count, NULL), FW_OK);
    for (int gear = 0; gear <= (reverses ? FW_REVERSE : FW_FORWARD); gear++) {
        for (int from = 0; from < walk->ladder->count; from++)
            for (int to = 0; to < walk->ladder->count; to++)
                walk->seconds[heading][index][gear][times - 1][from][to] =
                    seconds_for(walk, map, path, from, to);
        fw_path_reverse(path);
    }
}

void time_walk_look(time_walk *walk, const road_test *test, fw_method method, const speed_ladder *ladder)
{
    random_source source = { 1 };
    fw_map *map = map_at_random(&source, 2 * MIDDLE, 2 * MIDDLE, 0, 1);
    fw_path *path = new_path();
    gear_walk_look(&walk->legal, test, method, NULL, 0);
    walk->ladder = ladder;
    for (int heading = 0; heading < MOST_HEADINGS; heading++)
        for (int32_t i = 0; i < walk->legal.motions->control_sets[heading].count; i++) {
            const bool again = is_straight(walk, &walk->legal.motions->control_sets[heading].motions[i]);
            for (int times = 1; times <= (again ? TIME_WALK_RUNS : 1); times++)
                time_motion(walk, map, path, heading, i, times, test->def.reverse);
        }
    fw_path_destroy(path);
    fw_map_destroy(map);
}

static bool is_on_map(const time_walk *walk, lattice_pose at)
{
    return at.x >= 0 && at.y >= 0 && at.x < walk->legal.side && at.y < walk->legal.side;
}

static void arrive(time_walk *walk, lattice_pose to, int gear, int level, double seconds)
{
    double *least = &walk->least[to.y][to.x][to.heading][level > 0 ? gear : FW_FORWARD][level];
    if (seconds < *least) {
        *least = seconds;
        walk->sooner[to.y][to.x][to.heading] = true;
    }
}

/// Drives a motion in a gear, and where it is straight again and again until the neighbouring levels are reached. In
/// reverse it is driven from its end to its start.
static void drive(time_walk *walk, lattice_pose from, int level, double before, int heading, int index,
                  int gear)
{
    const motion *motion = &walk->legal.motions->control_sets[heading].motions[index];
    const int way = gear == FW_FORWARD ? 1 : -1, end = gear == FW_FORWARD ? motion->end : heading;
    const int levels = walk->ladder->count, runs = is_straight(walk, motion) ? TIME_WALK_RUNS : 1;
    bool done[LADDER_LEVELS] = { false };
    lattice_pose at = from;
    for (int times = 0; times < runs; times++) {
        const lattice_pose next = { at.x + way * motion->dx, at.y + way * motion->dy, end };
        const lattice_pose base = gear == FW_FORWARD ? at : next;
        if (!is_on_map(walk, next) || !is_on_map(walk, at) ||
            walk->legal.edge[base.y * walk->legal.side + base.x][heading][index][gear] == INFINITY)
            return;
        at = next;
        for (int to = 0; to < levels; to++) {
            const double took = walk->seconds[heading][index][gear][times][level][to];
            const bool counts = times == 0 || to == level - 1 || to == level + 1;
            if (took == INFINITY || done[to] || !counts)
                continue;
            done[to] = true;
            arrive(walk, at, gear, to, before + took);
        }
    }
}

static void leave(time_walk *walk, lattice_pose at)
{
    for (int gear = 0; gear < MOTION_GEARS; gear++)
        for (int level = 0; level < walk->ladder->count; level++) {
            const double before = walk->least[at.y][at.x][at.heading][gear][level];
            for (int heading = 0; heading < MOST_HEADINGS && before < INFINITY; heading++)
                for (int32_t i = 0; i < walk->legal.motions->control_sets[heading].count; i++) {
                    const motion *motion = &walk->legal.motions->control_sets[heading].motions[i];
                    if (heading == at.heading && (level == 0 || gear == FW_FORWARD))
                        drive(walk, at, level, before, heading, i, FW_FORWARD);
                    if (motion->end == at.heading && (level == 0 || gear == FW_REVERSE))
                        drive(walk, at, level, before, heading, i, FW_REVERSE);
                }
        }
}

void time_walk_from(time_walk *walk, lattice_pose start)
{
    double *least = &walk->least[0][0][0][0][0];
    bool *sooner = &walk->sooner[0][0][0];
    for (size_t i = 0; i < sizeof walk->least / sizeof *least; i++)
        least[i] = INFINITY;
    for (size_t i = 0; i < sizeof walk->sooner / sizeof *sooner; i++)
        sooner[i] = false;
    arrive(walk, start, FW_FORWARD, walk->ladder->start, 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < walk->legal.side * walk->legal.side * MOST_HEADINGS; i++) {
            const int tile = i / MOST_HEADINGS;
            const lattice_pose at = { tile % walk->legal.side, tile / walk->legal.side, i % MOST_HEADINGS };
            if (!walk->sooner[at.y][at.x][at.heading])
                continue;
            walk->sooner[at.y][at.x][at.heading] = false;
            changed = true;
            leave(walk, at);
        }
    }
}

double time_walk_to(const time_walk *walk, lattice_pose goal)
{
    double least = INFINITY;
    for (int gear = 0; gear < MOTION_GEARS; gear++)
        for (int level = 0; level <= walk->ladder->end; level++)
            least = fmin(least, walk->least[goal.y][goal.x][goal.heading][gear][level]);
    return least;
}
