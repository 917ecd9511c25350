// Curved smoothing around changes of gear, against the cheapest curves and the independent checker.
#include <math.h>

#include "base/keeper.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/road.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "directional/motions/shuffle.h"
#include "shape/curved/cusps.h"

enum { SHUFFLE_ARCS = 9, MOST_SEGMENTS = 64 };

/// Segments one after the other.
typedef struct drive_plan {
    fw_segment segments[MOST_SEGMENTS];
    int32_t count;
    fw_pose at; ///< where it ends
} drive_plan;

static fw_unit_def reversing(double radius, double penalty, double gear_change)
{
    fw_unit_def def = vehicle(fw_circle(0.33), 1, radius, FW_GRID);
    def.reverse = true;
    def.reverse_penalty = penalty;
    def.gear_change_cost = gear_change;
    return def;
}

static void go(drive_plan *plan, double curvature, double length, fw_gear gear)
{
    fw_segment *next = &plan->segments[plan->count++];
    *next = (fw_segment){ plan->at, curvature, length, gear };
    plan->at = segment_end(next);
}

/// Turns on the spot by 45 degrees, as directional search does.
static void shuffle(drive_plan *plan, double radius, int side)
{
    fw_segment arcs[SHUFFLE_ARCS];
    shuffle_draw(radius, 0, side, SHUFFLE_ARCS, arcs);
    for (int32_t i = 0; i < SHUFFLE_ARCS; i++)
        go(plan, arcs[i].curvature, arcs[i].length, arcs[i].gear);
}

static fw_check_report judged(const road_test *test)
{
    fw_check_report report;
    assert_int_equal(fw_path_check(test->map, test->unit, test->path, NULL, &report), FW_OK);
    return report;
}

static double cost_of(const road_test *test, const fw_segment *segments, int32_t count)
{
    const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = test->unit };
    assert_int_equal(fw_path_set(test->path, segments, count, &claimed), FW_OK);
    return judged(test).cost;
}

/// Makes a plan the path, with its true cost, and smooths it: it must stay legal, end where it did, and cost what it
/// says and no more than before.
static fw_check_report smoothed(const road_test *test, const drive_plan *plan)
{
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = test->unit };
    assert_int_equal(fw_path_set(test->path, plan->segments, plan->count, &claimed), FW_OK);
    claimed.length = judged(test).length;
    claimed.cost = judged(test).cost;
    assert_int_equal(fw_path_set(test->path, plan->segments, plan->count, &claimed), FW_OK);
    const fw_check_report before = judged(test);
    assert_true(before.legal);
    assert_int_equal(fw_path_smooth(test->planner, NULL, FW_SMOOTH_CURVED, test->path), FW_OK);
    fw_check_def def = fw_default_check_def();
    fw_check_report after;
    def.has_start = def.has_goal = def.check_cost = true;
    def.start = plan->segments[0].start;
    def.goal = fw_goal_pose(plan->at);
    assert_int_equal(fw_path_check(test->map, test->unit, test->path, &def, &after), FW_OK);
    if (!after.legal)
        fail_msg("illegal: %s", fw_fault_text(after.first));
    assert_true(after.cost <= before.cost * (1 + 1e-9));
    return after;
}

static int32_t gear_changes(const road_test *test)
{
    int32_t count = 0, changes = 0;
    const fw_segment *segments = fw_path_segments(test->path, &count);
    for (int32_t i = 1; i < count; i++)
        changes += segments[i].gear != segments[i - 1].gear;
    return changes;
}

static double cheapest(const fw_unit_def *def, const drive_plan *plan)
{
    fw_curve curve;
    assert_int_equal(fw_reeds_shepp(plan->segments[0].start, plan->at, def->turn_radius, def->reverse_penalty,
                                    def->gear_change_cost, &curve),
                     FW_OK);
    return curve.cost;
}

TEST(a_shuffle_on_open_ground_becomes_the_cheapest_curve)
{
    random_source source = { 41 };
    for (int i = 0; i < 40; i++) {
        const fw_unit_def def = reversing(1 + i % 3, i % 4 ? 2 : 1, i % 5 ? 0 : 0.5);
        road_test test = road_on(map_at_random(&source, 40, 40, 0, 1), def);
        drive_plan plan = { .at = { 20, 20, 6 * random_unit(&source) } };
        const double before = def.turn_radius * random_unit(&source);
        go(&plan, 0, before, FW_FORWARD);
        shuffle(&plan, def.turn_radius, i % 2 ? 1 : -1);
        go(&plan, 0, def.turn_radius, FW_FORWARD);
        assert_near(smoothed(&test, &plan).cost, cheapest(&def, &plan), 1e-9);
        road_end(&test);
    }
}

TEST(the_last_gear_of_a_drive_is_that_of_the_cheapest_curve)
{
    random_source source = { 46 };
    int other_gear = 0;
    for (int i = 0; i < 100; i++) {
        const fw_unit_def def = reversing(1, 1, i % 5);
        road_test test = road_on(open_map(40, 40), def);
        drive_plan plan = { .at = { 20, 20, 6 * random_unit(&source) } };
        go(&plan, random_within(&source, -1, 1), random_within(&source, 0.3, 2),
           i % 2 ? FW_FORWARD : FW_REVERSE);
        go(&plan, random_within(&source, -1, 1), random_within(&source, 0.3, 2),
           i % 2 ? FW_REVERSE : FW_FORWARD);
        assert_near(smoothed(&test, &plan).cost, cheapest(&def, &plan), 1e-9);
        int32_t count;
        const fw_segment *segments = fw_path_segments(test.path, &count);
        other_gear += segments[count - 1].gear != plan.segments[plan.count - 1].gear;
        road_end(&test);
    }
    assert_true(other_gear > 10);
}

/// A drive of two arcs, with a curve in place of what is as near as `reach` to the change of gear between them.
static drive_plan with_curve(const fw_unit_def *def, const drive_plan *plan, double reach)
{
    const fw_segment *there = &plan->segments[0], *back = &plan->segments[1];
    drive_plan cut = { .at = there->start };
    go(&cut, there->curvature, there->length - reach, there->gear);
    fw_curve curve;
    const fw_pose goal = segment_pose_at(back, reach);
    assert_int_equal(
        fw_reeds_shepp(cut.at, goal, def->turn_radius, def->reverse_penalty, def->gear_change_cost, &curve),
        FW_OK);
    for (int32_t i = 0; i < curve.count; i++)
        cut.segments[cut.count++] = curve.segments[i];
    cut.at = goal;
    go(&cut, back->curvature, back->length - reach, back->gear);
    return cut;
}

/// Changes of gear before and after the curve count, too.
TEST(a_change_of_gear_is_replaced_by_the_cheapest_of_the_curves_around_it)
{
    random_source source = { 47 };
    for (int i = 0; i < 100; i++) {
        const fw_unit_def def = reversing(1, 1, i % 5 * 4);
        road_test test = road_on(open_map(40, 40), def);
        drive_plan plan = { .at = { 20, 20, 6 * random_unit(&source) } };
        go(&plan, random_within(&source, -1, 1), 5, i % 2 ? FW_FORWARD : FW_REVERSE);
        go(&plan, random_within(&source, -1, 1), 5, i % 2 ? FW_REVERSE : FW_FORWARD);
        const double cost = smoothed(&test, &plan).cost;
        for (double reach = 0.5; reach <= 4; reach *= 2) {
            const drive_plan cut = with_curve(&def, &plan, reach);
            assert_true(cost <= cost_of(&test, cut.segments, cut.count) + 1e-9);
        }
        road_end(&test);
    }
}

static const char *const cross[] = { "#####.#####", //
                                     "#####.#####", //
                                     "#####.#####", //
                                     "#####.#####", //
                                     "#####.#####", //
                                     "...........", //
                                     "#####.#####", //
                                     "#####.#####", //
                                     "#####.#####", //
                                     "#####.#####", //
                                     "#####.#####" };

TEST(a_shuffle_stays_where_there_is_room_for_nothing_else)
{
    const fw_unit_def def = reversing(3, 2, 0);
    road_test test = road_on(DRAWN(cross), def);
    drive_plan plan = { .at = { 0.5, 5.5, 0 } };
    go(&plan, 0, 5, FW_FORWARD);
    shuffle(&plan, def.turn_radius, 1);
    shuffle(&plan, def.turn_radius, 1);
    go(&plan, 0, 5, FW_FORWARD);
    smoothed(&test, &plan);
    assert_true(gear_changes(&test) > 8);
    assert_near(fw_path_length(test.path), 10 + 3 * FW_PI / 2, 0.5);
    road_end(&test);
}

TEST(a_detour_in_reverse_goes_forward_where_there_is_room)
{
    random_source source = { 42 };
    const fw_unit_def def = reversing(1, 3, 1);
    road_test test = road_on(map_at_random(&source, 30, 30, 0, 1), def);
    drive_plan plan = { .at = { 10, 15, 0 } };
    go(&plan, 0, 2, FW_FORWARD);
    go(&plan, 0.5, 1, FW_REVERSE);
    go(&plan, -0.5, 1, FW_REVERSE);
    go(&plan, 0, 6, FW_FORWARD);
    smoothed(&test, &plan);
    assert_int_equal(gear_changes(&test), 0);
    road_end(&test);
}

/// Lines and arcs in both gears, with shuffles between them, none of which touches anything.
static drive_plan drive_about(const road_test *test, random_source *source, double side)
{
    drive_plan plan = { .at = { side * random_unit(source), side * random_unit(source), 6 } };
    for (int tries = 0; tries < 200 && plan.count + SHUFFLE_ARCS < MOST_SEGMENTS; tries++) {
        drive_plan longer = plan;
        const double curvature = ((double)random_below(source, 3) - 1) / test->def.turn_radius;
        const double length = 0.2 + 3 * random_unit(source);
        if (random_below(source, 4) == 0)
            shuffle(&longer, test->def.turn_radius, random_below(source, 2) ? 1 : -1);
        else
            go(&longer, curvature, length, random_below(source, 3) ? FW_FORWARD : FW_REVERSE);
        bool is_free = true;
        for (int32_t i = plan.count; i < longer.count && is_free; i++)
            assert_int_equal(fw_sweep(test->map, test->unit, NULL, &longer.segments[i], &is_free), FW_OK);
        plan = is_free ? longer : plan;
    }
    return plan;
}

TEST(smoothed_drives_in_both_gears_are_legal_and_never_dearer)
{
    random_source source = { 43 };
    int32_t driven = 0, changes = 0, before = 0;
    for (int i = 0; i < 150; i++) {
        fw_unit_def def = reversing(0.5 + i % 6 * 0.5, i % 3 ? 2 : 1, i % 4 * 0.3);
        if (i % 2)
            def.terrain_cost[FW_SWAMP] = 2.5F;
        if (i % 5 == 0)
            def.footprint = fw_rectangle(1.2, 0.6);
        road_test test = road_on(map_at_random(&source, 24, 24, 3 + (uint32_t)i % 12, 2), def);
        const drive_plan plan = drive_about(&test, &source, 24);
        if (plan.count > 0) {
            smoothed(&test, &plan);
            driven++;
            changes += gear_changes(&test);
            for (int32_t s = 1; s < plan.count; s++)
                before += plan.segments[s].gear != plan.segments[s - 1].gear;
        }
        road_end(&test);
    }
    assert_true(driven > 50);
    assert_true(changes < before / 2);
}

TEST(no_stretch_is_replaced_by_a_dearer_one)
{
    random_source source = { 44 };
    int cut = 0;
    for (int i = 0; i < 300; i++) {
        fw_unit_def def = reversing(0.5 + i % 6 * 0.5, i % 3 ? 2 : 1, i % 4);
        def.terrain_cost[FW_SWAMP] = i % 2 ? 4 : 1;
        road_test test = road_on(map_at_random(&source, 24, 24, 3 + (uint32_t)i % 12, 2), def);
        const drive_plan plan = drive_about(&test, &source, 24);
        const smooth_ground ground = { .map = map_version_of(test.map),
                                       .unit = map_find_unit(map_version_of(test.map), test.unit) };
        const drive_rules rules = drive_rules_of(&ground);
        memory memory;
        keeper kept;
        memory_init(&memory, NULL);
        keeper_init(&kept, &memory);
        cusp_buffers buffers = { 0 };
        segment_list drive = { .end = plan.at };
        for (int32_t s = 0; s < plan.count; s++)
            assert_int_equal(segment_list_add(&drive, &kept.memory, &plan.segments[s]), FW_OK);
        if (plan.count > 0) {
            const double before = cost_of(&test, plan.segments, plan.count);
            assert_int_equal(cusps_begin(&buffers, &kept.memory, &rules, &drive), FW_OK);
            assert_int_equal(cusps_step(&buffers, &kept.memory, &drive), FW_OK);
            const double after = cost_of(&test, drive.segments, drive.count);
            assert_near(after, drive_segments_cost(&rules, drive.segments, drive.count), 1e-9);
            assert_true(after <= before + 1e-9);
            cut += after < before - 1e-6;
        }
        keeper_release(&kept);
        assert_int_equal(memory.bytes, 0);
        road_end(&test);
    }
    assert_true(cut > 50);
}

static const char *const driveway[] = { "##############..########", //
                                        "##############..########", //
                                        "##############..########", //
                                        "##############..########", //
                                        "##############..########", //
                                        "##############..########", //
                                        "........................", //
                                        "........................", //
                                        "........................", //
                                        "........................", //
                                        "########################", //
                                        "########################" };

/// If a tile in reverse costs as much as one forward, many curves cost the same, and some of them touch walls.
TEST(a_cheap_reverse_gear_finds_the_curve_that_a_dearer_one_finds)
{
    double length[2];
    for (int i = 0; i < 2; i++) {
        fw_unit_def def = reversing(3, i ? 1.001 : 1, 0);
        def.footprint = fw_circle(0.4);
        road_test test = road_on(DRAWN(driveway), def);
        fw_request ask = fw_default_request();
        ask.unit = test.unit;
        ask.start = (fw_pose){ 2.5, 8.5, 0 };
        ask.goal = fw_goal_at(14.5, 0.5);
        ask.method = FW_GRID;
        ask.turns = FW_TURNS_BACK_UP;
        ask.smoothing = FW_SMOOTH_CURVED;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_true(gear_changes(&test) <= 2);
        length[i] = fw_path_length(test.path);
        road_end(&test);
    }
    assert_near(length[0], length[1], 1e-6);
}
