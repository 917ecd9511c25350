/// Curved smoothing against the independent checker, on drives at random: lines and arcs, forward and in reverse.

#include <math.h>

#include "common/check_for.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/scarce.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { SIDE = 30, MOST_SEGMENTS = 60 };

/// A map, a unit that drives on it, and a path.
typedef struct drive_test {
    fw_map *map;
    fw_unit_id unit;
    fw_unit_def def;
    fw_planner *planner;
    fw_path *path;
} drive_test;

static drive_test drive_on(fw_map *map, fw_unit_def def)
{
    drive_test test = { .map = map, .unit = add_unit(map, def), .def = def };
    assert_int_equal(fw_planner_create(map, NULL, &test.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &test.path), FW_OK);
    return test;
}

static void drive_end(drive_test *test)
{
    fw_path_destroy(test->path);
    fw_planner_destroy(test->planner);
    fw_map_destroy(test->map);
}

static fw_unit_def vehicle(fw_footprint footprint, int32_t size, double radius)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = footprint;
    def.size = size;
    def.turn_radius = radius;
    def.methods = FW_METHOD_BIT(FW_GRID); // no tables of motions
    return def;
}

static fw_unit_def vehicle_at_random(random_source *source)
{
    const double radius = (double)(1 + random_below(source, 12)) / 2;
    fw_unit_def def = random_below(source, 2) ? vehicle(fw_circle(0.33), 1, radius)
                                              : vehicle(fw_rectangle(1.2, 0.6), 1, radius);
    def.reverse = random_below(source, 2) == 0;
    def.reverse_penalty = 1.5;
    def.gear_change_cost = 0.25;
    if (random_below(source, 2)) {
        def.terrain_cost[FW_SWAMP] = 3;
        def.terrain_cost[FW_GROUND] = 1.5;
    }
    return def;
}

static drive_test drive_at_random(random_source *source, int32_t width, int32_t height, uint32_t blocked,
                                  uint32_t terrains)
{
    const fw_unit_def vehicle = vehicle_at_random(source);
    return drive_on(map_at_random(source, width, height, blocked, terrains), vehicle);
}

static bool is_free(const drive_test *test, const fw_segment *segment)
{
    bool is_free = false;
    return fw_sweep(test->map, test->unit, NULL, segment, &is_free) == FW_OK && is_free;
}

static fw_pose end_of(fw_path *path, const fw_segment *segment)
{
    fw_pose end = { 0 };
    assert_int_equal(fw_path_set(path, segment, 1, NULL), FW_OK);
    assert_int_equal(fw_path_pose_at(path, segment->length, &end), FW_OK);
    return end;
}

/// Drives about: each segment free, none tighter than the unit can, and back where nothing else is free.
static int32_t drive_about(const drive_test *test, random_source *source, fw_segment *segments)
{
    fw_segment tried = { 0 };
    tried.start.x = fw_map_width(test->map) * (0.25 + random_unit(source) / 2);
    tried.start.y = fw_map_height(test->map) * (0.25 + random_unit(source) / 2);
    tried.start.heading = 6 * random_unit(source);
    if (!is_free(test, &tried))
        return 0;
    int32_t count = 0;
    for (int tries = 0; tries < 12 * MOST_SEGMENTS && count < MOST_SEGMENTS; tries++) {
        const double bend = random_unit(source) < 0.5 ? 1 : random_unit(source);
        const double side = (double)random_below(source, 3) - 1;
        tried.curvature = side * bend / test->def.turn_radius;
        tried.length = 0.2 + 3 * random_unit(source);
        tried.gear = test->def.reverse && random_below(source, 8) == 0 ? FW_REVERSE : FW_FORWARD;
        if (!is_free(test, &tried))
            continue;
        segments[count++] = tried;
        tried.start = end_of(test->path, &tried);
    }
    return count;
}

static fw_check_report judged(const drive_test *test)
{
    fw_check_report report;
    assert_int_equal(fw_path_check(test->map, test->unit, test->path, NULL, &report), FW_OK);
    return report;
}

/// Makes segments the path, with its true length and cost.
static fw_check_report set_drive(const drive_test *test, const fw_segment *segments, int32_t count)
{
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = test->unit };
    assert_int_equal(fw_path_set(test->path, segments, count, &claimed), FW_OK);
    const fw_check_report report = judged(test);
    claimed.length = report.length;
    claimed.cost = report.cost;
    assert_int_equal(fw_path_set(test->path, segments, count, &claimed), FW_OK);
    return judged(test);
}

static void assert_same_pose(fw_pose a, fw_pose b)
{
    assert_true(fabs(a.x - b.x) < 1e-9 && fabs(a.y - b.y) < 1e-9);
    assert_true(fabs(remainder(a.heading - b.heading, 2 * FW_PI)) < 1e-9);
}

/// Smooths the path, which must stay legal, end where it did, cost what it says, and not more than before.
static void smooth_and_judge(const drive_test *test, double before)
{
    int32_t count;
    fw_pose start = fw_path_segments(test->path, &count)->start, end, new_end;
    assert_int_equal(fw_path_pose_at(test->path, fw_path_length(test->path), &end), FW_OK);
    assert_int_equal(fw_path_smooth(test->planner, NULL, FW_SMOOTH_CURVED, test->path), FW_OK);
    assert_int_equal(fw_path_pose_at(test->path, fw_path_length(test->path), &new_end), FW_OK);
    assert_same_pose(fw_path_segments(test->path, &count)->start, start);
    assert_same_pose(end, new_end);
    fw_check_def against = fw_default_check_def();
    fw_check_report report;
    against.check_cost = true;
    assert_int_equal(fw_path_check(test->map, test->unit, test->path, &against, &report), FW_OK);
    if (!report.legal)
        fail_msg("illegal: %s", fw_fault_text(report.first));
    assert_true(report.cost <= before * (1 + 1e-9));
}

TEST(smoothed_drives_are_legal_and_never_dearer)
{
    random_source source = { 61 };
    int driven = 0, shorter = 0;
    double before = 0, after = 0;
    for (int i = 0; i < 300; i++) {
        const uint32_t blocked = 3 + random_below(&source, 12);
        drive_test test = drive_at_random(&source, SIDE, SIDE, blocked, 2);
        fw_segment segments[MOST_SEGMENTS];
        const int32_t count = drive_about(&test, &source, segments);
        if (count > 0) {
            const fw_check_report plain = set_drive(&test, segments, count);
            assert_true(plain.legal);
            smooth_and_judge(&test, plain.cost);
            const double once = judged(&test).cost;
            smooth_and_judge(&test, once);
            driven++;
            shorter += once < plain.cost - 1e-6;
            before += plain.cost;
            after += once;
        }
        drive_end(&test);
    }
    assert_true(driven > 100);
    assert_true(shorter > driven / 2);
    assert_true(after < 0.9 * before);
}

/// On open ground nothing is shorter than the shortest curve from the start pose to the goal pose.
TEST(a_detour_over_open_ground_becomes_the_shortest_curve)
{
    random_source source = { 62 };
    for (int i = 0; i < 60; i++) {
        drive_test test =
            drive_on(map_at_random(&source, 8 * SIDE, 8 * SIDE, 0, 1), vehicle(fw_circle(0.4), 1, 1));
        fw_segment segments[MOST_SEGMENTS];
        const int32_t count = drive_about(&test, &source, segments);
        if (count > 0) {
            const fw_check_report plain = set_drive(&test, segments, count);
            const fw_pose end = end_of(test.path, &segments[count - 1]);
            double shortest;
            assert_int_equal(fw_dubins_length(segments[0].start, end, 1, &shortest), FW_OK);
            set_drive(&test, segments, count);
            smooth_and_judge(&test, plain.cost);
            assert_near(fw_path_length(test.path), shortest, 1e-9);
        }
        drive_end(&test);
    }
}

TEST(the_shortest_curves_stay_as_they_are)
{
    random_source source = { 63 };
    for (int i = 0; i < 60; i++) {
        fw_unit_def def = vehicle(fw_circle(0.4), 1, 1);
        def.reverse = i % 2;
        def.reverse_penalty = 1 + i % 3;
        drive_test test = drive_on(map_at_random(&source, 40, 40, 0, 1), def);
        const double heading = 6 * random_unit(&source), reach = 12 * random_unit(&source);
        const fw_pose from = { 20, 20, heading }, to = { 20 + reach, 14 + reach, 6 * random_unit(&source) };
        fw_curve curve;
        const fw_result drawn = def.reverse ? fw_reeds_shepp(from, to, 1, def.reverse_penalty, 0, &curve)
                                            : fw_dubins(from, to, 1, FW_DUBINS_SHORTEST, &curve);
        assert_int_equal(drawn, FW_OK);
        smooth_and_judge(&test, set_drive(&test, curve.segments, curve.count).cost);
        int32_t count;
        const fw_segment *segments = fw_path_segments(test.path, &count);
        assert_int_equal(count, curve.count);
        assert_memory_equal(segments, curve.segments, (size_t)count * sizeof *segments);
        drive_end(&test);
    }
}

/// A grid request for a unit with a turning radius, with curved smoothing.
static fw_request grid_request(const drive_test *test, fw_pose start, fw_goal goal)
{
    fw_request ask = fw_default_request();
    ask.unit = test->unit;
    ask.method = FW_GRID;
    ask.allow_violations = true;
    ask.smoothing = FW_SMOOTH_CURVED;
    ask.start = start;
    ask.goal = goal;
    return ask;
}

static fw_check_report judged_against(const drive_test *test, const fw_request *ask)
{
    fw_check_def def = check_for(ask);
    fw_check_report report;
    def.check_cost = true;
    assert_int_equal(fw_path_check(test->map, test->unit, test->path, &def, &report), FW_OK);
    return report;
}

static fw_pose pose_at_random(random_source *source, int32_t side, int32_t size)
{
    const int32_t x = (int32_t)random_below(source, (uint32_t)side);
    const int32_t y = (int32_t)random_below(source, (uint32_t)side);
    fw_pose pose = fw_pose_on_tile(x, y, size);
    pose.heading = 7 * random_unit(source) - 3.5;
    return pose;
}

/// What the path says that it breaks, and nothing else: a jump in heading for each bend that was left.
static void assert_breaks_what_it_says(const drive_test *test, const fw_request *ask)
{
    fw_path_summary summary;
    int32_t stretches;
    fw_check_report report = judged_against(test, ask);
    fw_path_summarise(test->path, &summary);
    fw_path_impossible(test->path, &stretches);
    assert_int_equal(summary.violations.impossible, stretches);
    assert_int_equal(summary.violations.heading_jumps, stretches);
    const int32_t jumps =
        report.faults[FW_FAULT_HEADING] + report.faults[FW_FAULT_START] + report.faults[FW_FAULT_GOAL];
    assert_int_equal(jumps, stretches);
    report.faults[FW_FAULT_HEADING] = report.faults[FW_FAULT_START] = report.faults[FW_FAULT_GOAL] = 0;
    for (int fault = 0; fault < FW_FAULT_COUNT; fault++)
        if (report.faults[fault])
            fail_msg("%s", fw_fault_text((fw_fault)fault));
}

TEST(smoothed_grid_paths_are_legal_but_for_the_bends_that_they_report)
{
    random_source source = { 63 };
    int found = 0, legal = 0;
    for (int i = 0; i < 400; i++) {
        const uint32_t blocked = random_below(&source, 20);
        drive_test test = drive_at_random(&source, SIDE, SIDE, blocked, 2);
        const fw_pose start = pose_at_random(&source, SIDE, 1), goal = pose_at_random(&source, SIDE, 1);
        fw_request ask = grid_request(&test, start, i % 2 ? fw_goal_pose(goal) : fw_goal_at(goal.x, goal.y));
        ask.smoothing = FW_SMOOTH_NONE;
        bool is_free_way = fw_find_path(test.planner, &ask, test.path) == FW_OK;
        is_free_way = is_free_way && !judged_against(&test, &ask).faults[FW_FAULT_BLOCKED];
        ask.smoothing = FW_SMOOTH_CURVED;
        if (is_free_way && fw_find_path(test.planner, &ask, test.path) == FW_OK) {
            assert_breaks_what_it_says(&test, &ask);
            found++;
            legal += judged_against(&test, &ask).legal;
        }
        drive_end(&test);
    }
    assert_true(found > 200);
    assert_true(legal > found / 4);
    assert_true(legal < found);
}

/// Figures 5 and 6 of the article: the shorter turn, and the tangent from its circle.
TEST(on_open_ground_a_grid_path_becomes_a_turn_and_a_line)
{
    random_source source = { 64 };
    drive_test test =
        drive_on(map_at_random(&source, 3 * SIDE, 3 * SIDE, 0, 1), vehicle(fw_circle(0.45), 1, 3));
    for (int i = 0; i < 50; i++) {
        fw_pose start = pose_at_random(&source, SIDE, 1), goal = pose_at_random(&source, SIDE, 1);
        start.x += SIDE;
        start.y += SIDE;
        goal.x += SIDE;
        goal.y += SIDE;
        const fw_request ask = grid_request(&test, start, fw_goal_at(goal.x, goal.y));
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_true(judged_against(&test, &ask).legal);
        fw_curve curve;
        assert_int_equal(fw_turn_then_straight(start, goal.x, goal.y, 3, FW_SIDE_SHORTER, &curve), FW_OK);
        assert_true(fw_path_length(test.path) <= curve.length + 1e-9);
    }
    drive_end(&test);
}

static const char *const bent_lane[] = { "############", //
                                         "#..........#", //
                                         "##########.#", //
                                         "##########.#", //
                                         "##########.#", //
                                         "##########.#", //
                                         "############" };

/// Figure 4 of the article.
TEST(a_bend_that_is_too_tight_stays_as_it_is_and_is_reported)
{
    drive_test test = drive_on(DRAWN(bent_lane), vehicle(fw_circle(0.4), 1, 2));
    const fw_request ask = grid_request(&test, fw_pose_on_tile(1, 1, 1), fw_goal_at(10.5, 5.5));
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_breaks_what_it_says(&test, &ask);
    int32_t segments, stretches;
    fw_path_segments(test.path, &segments);
    const double *stretch = fw_path_impossible(test.path, &stretches);
    assert_int_equal(segments, 4);
    assert_int_equal(stretches, 1);
    assert_near(stretch[0], 9 - 2, 1e-9);
    assert_near(stretch[1], 9 + 2, 1e-9);
    const double length = fw_path_length(test.path);
    assert_near(length, 13, 1e-9);
    assert_int_equal(fw_path_smooth(test.planner, NULL, FW_SMOOTH_CURVED, test.path), FW_OK);
    assert_breaks_what_it_says(&test, &ask);
    assert_near(fw_path_length(test.path), length, 1e-9);
    drive_end(&test);
}

/// Half a tile is the widest turn that fits there: about the inner corner.
TEST(in_a_lane_one_tile_wide_the_arc_that_touches_both_lines_is_driven)
{
    for (double radius = 0.1; radius < 0.55; radius += 0.1) {
        drive_test test = drive_on(DRAWN(bent_lane), vehicle(fw_circle(0.4), 1, radius));
        const fw_request ask = grid_request(&test, fw_pose_on_tile(1, 1, 1), fw_goal_at(10.5, 5.5));
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_true(judged_against(&test, &ask).legal);
        assert_true(fw_path_length(test.path) <= 13 - (2 - FW_PI / 2) * radius + 1e-6);
        drive_end(&test);
    }
}

TEST(a_unit_that_looks_the_wrong_way_turns_around_first)
{
    random_source source = { 65 };
    drive_test test = drive_on(map_at_random(&source, SIDE, SIDE, 0, 1), vehicle(fw_circle(0.4), 1, 2));
    fw_pose start = fw_pose_on_tile(15, 15, 1);
    start.heading = FW_PI;
    fw_pose goal = fw_pose_on_tile(25, 15, 1);
    goal.heading = FW_PI;
    const fw_request ask = grid_request(&test, start, fw_goal_pose(goal));
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_true(judged_against(&test, &ask).legal);
    drive_end(&test);
}

TEST(a_unit_that_is_at_its_goal_and_faces_otherwise_drives_a_loop)
{
    random_source source = { 66 };
    drive_test test = drive_on(map_at_random(&source, SIDE, SIDE, 0, 1), vehicle(fw_circle(0.4), 1, 2));
    const fw_pose start = fw_pose_on_tile(15, 15, 1);
    fw_pose goal = start;
    goal.heading = 1;
    fw_request ask = grid_request(&test, start, fw_goal_pose(goal));
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_true(judged_against(&test, &ask).legal);
    assert_true(fw_path_length(test.path) > 10);
    ask.goal = fw_goal_pose(start);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_true(judged_against(&test, &ask).legal);
    assert_true(fw_path_length(test.path) == 0);
    drive_end(&test);
    test = drive_on(DRAWN(bent_lane), vehicle(fw_circle(0.4), 1, 2));
    ask = grid_request(&test, fw_pose_on_tile(1, 1, 1), fw_goal_pose((fw_pose){ 1.5, 1.5, 1 }));
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    fw_path_summary summary;
    fw_path_summarise(test.path, &summary);
    assert_int_equal(summary.segment_count, 1);
    assert_int_equal(summary.violations.heading_jumps, 1);
    drive_end(&test);
}

TEST(curved_paths_can_be_bent_to_fixed_angles)
{
    random_source source = { 67 };
    int bent = 0;
    for (int i = 0; i < 80; i++) {
        drive_test test = drive_on(map_at_random(&source, SIDE, SIDE, 6, 1), vehicle(fw_circle(0.33), 1, 1));
        const fw_pose start = pose_at_random(&source, SIDE, 1), goal = pose_at_random(&source, SIDE, 1);
        fw_request ask = grid_request(&test, start, fw_goal_at(goal.x, goal.y));
        ask.fixed_angles = i % 2 ? 8 : 16;
        if (fw_find_path(test.planner, &ask, test.path) == FW_OK) {
            fw_path_summary summary;
            fw_path_summarise(test.path, &summary);
            assert_int_equal(summary.fixed_angles, ask.fixed_angles);
            const fw_check_report report = judged(&test);
            assert_true(report.legal || summary.violations.impossible > 0);
            bent += report.legal;
        }
        drive_end(&test);
    }
    assert_true(bent > 40);
}

/// There and back over open ground, a row further each time: 100,000 tiles.
TEST(a_very_long_path_is_smoothed)
{
    enum { WIDE = 512, ROWS = 200 };
    random_source source = { 68 };
    drive_test test = drive_on(map_at_random(&source, WIDE, WIDE, 0, 1), vehicle(fw_circle(0.4), 1, 2));
    static fw_segment segments[2 * ROWS];
    fw_pose at = { 4.5, 4.5, 0 };
    for (int32_t i = 0; i < 2 * ROWS; i++) {
        const bool is_row = i % 2 == 0;
        at.heading = !is_row ? FW_PI / 2 : i % 4 ? FW_PI : 0;
        segments[i] = (fw_segment){ .start = at, .length = is_row ? 500 : 1 };
        at.x += !is_row ? 0 : i % 4 ? -500 : 500;
        at.y += is_row ? 0 : 1;
    }
    const fw_check_report before = set_drive(&test, segments, 2 * ROWS);
    assert_true(before.length > 1e5);
    assert_int_equal(fw_path_smooth(test.planner, NULL, FW_SMOOTH_CURVED, test.path), FW_OK);
    assert_true(judged(&test).legal);
    drive_end(&test);
}

/// No bend of the map leaves room for such a turn; nor does the smallest one take any.
TEST(the_widest_and_the_tightest_turns_are_survived)
{
    random_source source = { 69 };
    const double radii[] = { 1024, 300, 1e-3, 1e-9, 1e-300 };
    for (int i = 0; i < 60; i++) {
        drive_test test =
            drive_on(map_at_random(&source, SIDE, SIDE, 5, 1), vehicle(fw_circle(0.4), 1, radii[i % 5]));
        const fw_pose start = pose_at_random(&source, SIDE, 1), goal = pose_at_random(&source, SIDE, 1);
        const fw_request ask = grid_request(&test, start, fw_goal_pose(goal));
        if (fw_find_path(test.planner, &ask, test.path) == FW_OK)
            assert_breaks_what_it_says(&test, &ask);
        drive_end(&test);
    }
}

TEST(warm_smoothing_allocates_nothing_and_failed_allocations_lose_nothing)
{
    random_source source = { 70 };
    drive_test test = drive_on(map_at_random(&source, SIDE, SIDE, 8, 1), vehicle(fw_circle(0.33), 1, 1));
    fw_request ask = grid_request(&test, fw_pose_on_tile(2, 3, 1), fw_goal_at(25.5, 27.5));
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_scarce_memory_is_survived(test.map, &ask, test.path, 1000);
    drive_end(&test);
}

TEST(nonsense_is_survived)
{
    random_source source = { 71 };
    for (int i = 0; i < 1500; i++) {
        drive_test test = drive_at_random(&source, 12, 12, 10, 2);
        fw_segment segments[6];
        const int32_t count = 1 + (int32_t)random_below(&source, 6);
        const double spread = random_below(&source, 20) ? 14 : 1e12;
        for (int32_t s = 0; s < count; s++) {
            fw_segment *segment = &segments[s];
            *segment = (fw_segment){ .length = random_below(&source, 4) ? spread * random_unit(&source) : 0 };
            segment->start.x = spread * random_unit(&source);
            segment->start.y = spread * random_unit(&source);
            segment->start.heading = 40 * random_unit(&source) - 20;
            segment->curvature = random_below(&source, 3) ? 0 : 100 * random_unit(&source) - 50;
            segment->gear = random_below(&source, 6) ? FW_FORWARD : FW_REVERSE;
        }
        const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = test.unit };
        assert_int_equal(fw_path_set(test.path, segments, count, &claimed), FW_OK);
        assert_int_equal(fw_path_smooth(test.planner, NULL, FW_SMOOTH_CURVED, test.path), FW_OK);
        drive_end(&test);
    }
}
