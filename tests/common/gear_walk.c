#include "common/gear_walk.h"

#include <math.h>

#include "common/new.h"
#include "common/unit.h"
#include "directional/motions/motion_kinds.h"
#include "directional/motions/motion_set.h"
#include "map/map.h"

static double judged_cost(const road_test *test, const fw_overlay *overlay, const fw_path *path)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.overlay = overlay;
    assert_int_equal(fw_path_check(test->map, test->unit, path, &def, &report), FW_OK);
    return report.faults[FW_FAULT_BLOCKED] || report.faults[FW_FAULT_FORBIDDEN] ? INFINITY : report.cost;
}

static double charge_for_turning(const fw_segment *segments, int32_t count, double turn_charge)
{
    double turn = 0;
    for (int32_t i = 0; i < count; i++)
        turn += fabs(segments[i].curvature) * segments[i].length;
    return turn_charge * turn / (2 * FW_PI);
}

static bool ends_on_map(const gear_walk *walk, int tile, const motion *motion)
{
    const int x = tile % walk->side + motion->dx, y = tile / walk->side + motion->dy;
    return x >= 0 && y >= 0 && x < walk->side && y < walk->side;
}

/// Asks the checker what a motion out of a tile costs in both gears. A motion that ends beyond the map is never driven.
static void look_at(gear_walk *walk, const road_test *test, const fw_overlay *overlay, double turn_charge,
                    int tile, const motion *motion, double offset, double *edge, fw_path *path)
{
    edge[FW_FORWARD] = edge[FW_REVERSE] = INFINITY;
    if (!ends_on_map(walk, tile, motion))
        return;
    fw_segment segments[64] = { 0 };
    const int32_t count = motion_segment_count(walk->motions, motion);
    const double x = tile % walk->side + offset, y = (int)(tile / walk->side) + offset;
    for (int32_t part = 0; part < count; part++)
        segments[part] = motion_segment(walk->motions, motion, part, x, y, FW_FORWARD);
    assert_int_equal(fw_path_set(path, segments, count, NULL), FW_OK);
    const double charge = charge_for_turning(segments, count, turn_charge);
    edge[FW_FORWARD] = judged_cost(test, overlay, path) + charge;
    const bool is_blocked_both_ways =
        !overlay && edge[FW_FORWARD] == INFINITY; // only overlays forbid a single way
    if (!test->def.reverse || is_blocked_both_ways)
        return;
    fw_path_reverse(path);
    edge[FW_REVERSE] = judged_cost(test, overlay, path) + charge;
}

void gear_walk_look(gear_walk *walk, const road_test *test, fw_method method, const fw_overlay *overlay,
                    double turn_charge)
{
    const motion_table *table =
        map_table(map_version_of(test->map), map_find_unit(map_version_of(test->map), test->unit),
                  motion_kind_of(method));
    fw_path *path = new_path();
    walk->motions = &table->sets[BASE_MOTIONS];
    walk->side = fw_map_width(test->map);
    walk->gear_change = test->def.gear_change_cost;
    for (int tile = 0; tile < walk->side * walk->side; tile++)
        for (int heading = 0; heading < MOST_HEADINGS; heading++) {
            const control_set *controls = &walk->motions->control_sets[heading];
            assert_true(controls->count <= GEAR_WALK_MOTIONS);
            for (int32_t i = 0; i < controls->count; i++)
                look_at(walk, test, overlay, turn_charge, tile, &controls->motions[i], table->offset,
                        walk->edge[tile][heading][i], path);
        }
    fw_path_destroy(path);
}

static double *cost_at(gear_walk *walk, lattice_pose at, fw_gear gear)
{
    return &walk->cost[((at.y * walk->side + at.x) * MOST_HEADINGS + at.heading) * MOTION_GEARS + (int)gear];
}

static void reach(gear_walk *walk, lattice_pose from, lattice_pose to, fw_gear gear, double step)
{
    const fw_gear other = gear == FW_FORWARD ? FW_REVERSE : FW_FORWARD;
    const double before = fmin(*cost_at(walk, from, gear), *cost_at(walk, from, other) + walk->gear_change);
    if (before + step < *cost_at(walk, to, gear)) {
        *cost_at(walk, to, gear) = before + step;
        walk->changed = true;
    }
}

/// A motion forward from its start to its end, and backward from its end to its start.
static void relax(gear_walk *walk, lattice_pose at, int32_t index)
{
    const motion *motion = &walk->motions->control_sets[at.heading].motions[index];
    const lattice_pose to = { at.x + motion->dx, at.y + motion->dy, motion->end };
    const double *edge = walk->edge[at.y * walk->side + at.x][at.heading][index];
    if (to.x < 0 || to.y < 0 || to.x >= walk->side || to.y >= walk->side)
        return;
    reach(walk, at, to, FW_FORWARD, edge[FW_FORWARD]);
    reach(walk, to, at, FW_REVERSE, edge[FW_REVERSE]);
}

double gear_walk_cost(gear_walk *walk, lattice_pose start, lattice_pose goal)
{
    for (int i = 0; i < GEAR_WALK_STATES; i++)
        walk->cost[i] = INFINITY;
    *cost_at(walk, start, FW_FORWARD) = *cost_at(walk, start, FW_REVERSE) = 0;
    do {
        walk->changed = false;
        for (int tile = 0; tile < walk->side * walk->side; tile++)
            for (int heading = 0; heading < MOST_HEADINGS; heading++)
                for (int32_t i = 0; i < walk->motions->control_sets[heading].count; i++)
                    relax(walk, (lattice_pose){ tile % walk->side, tile / walk->side, heading }, i);
    } while (walk->changed);
    return fmin(*cost_at(walk, goal, FW_FORWARD), *cost_at(walk, goal, FW_REVERSE));
}
