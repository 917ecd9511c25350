#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"

/// Options that only some methods know. FW_PRE_SMOOTH_48 and fw_request::headings leave nothing to choose but whether.
typedef enum option {
    HEURISTIC,
    TURN_CHARGE,
    FEWER_BENDS,
    BEND_COST,
    PRE_SMOOTH,
    TURNS,
    OPTION_COUNT
} option;

static const char *const option_fields[] = { "heuristic", "turn_charge", "fewer_bends",
                                             "bend_cost", "pre_smooth",  "turns" };

static void set_option(fw_request *ask, option which)
{
    switch (which) {
    case HEURISTIC:
        ask->heuristic = FW_HEURISTIC_CURVE;
        break;
    case TURN_CHARGE:
        ask->turn_charge = 20;
        break;
    case FEWER_BENDS:
        ask->fewer_bends = true;
        break;
    case BEND_COST:
        ask->bend_cost = 2;
        break;
    case PRE_SMOOTH:
        ask->pre_smooth = FW_PRE_SMOOTH_48;
        break;
    case TURNS:
        ask->turns = FW_TURNS_TIGHTEN;
        break;
    case OPTION_COUNT:
        break;
    }
}

enum { SIDE = 48, QUERIES = 40 };

static struct {
    fw_map *map;
    fw_planner *planner;
    fw_path *path, *other;
    fw_unit_id car, walker;
} at;

static int open_world(void **state)
{
    random_source source = { 5 };
    at.map = map_at_random(&source, SIDE, SIDE, 15, 1);
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_circle(0.3);
    at.walker = add_unit(at.map, unit);
    unit.turn_radius = 1;
    at.car = add_unit(at.map, unit);
    for (int method = 0; method < FW_METHOD_COUNT; method++) {
        fw_map_prepare(at.map, at.walker, (fw_method)method);
        fw_map_prepare(at.map, at.car, (fw_method)method);
    }
    assert_int_equal(fw_planner_create(at.map, NULL, &at.planner), FW_OK);
    at.path = new_path();
    at.other = new_path();
    return 0;
}

static int close_world(void **state)
{
    fw_path_destroy(at.path);
    fw_path_destroy(at.other);
    fw_planner_destroy(at.planner);
    fw_map_destroy(at.map);
    return 0;
}

static fw_request request_of(fw_unit_id unit, fw_method method, random_source *source)
{
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.method = method;
    ask.start = fw_pose_on_tile((int32_t)random_below(source, SIDE), (int32_t)random_below(source, SIDE), 1);
    ask.goal = fw_goal_on_tile((int32_t)random_below(source, SIDE), (int32_t)random_below(source, SIDE), 1);
    return ask;
}

static bool are_same_segments(const fw_segment *a, const fw_segment *b, int32_t count)
{
    int32_t i = 0;
    while (i < count && a[i].start.x == b[i].start.x && a[i].start.y == b[i].start.y &&
           a[i].start.heading == b[i].start.heading && a[i].curvature == b[i].curvature &&
           a[i].length == b[i].length && a[i].gear == b[i].gear)
        i++;
    return i == count;
}

/// Do two requests get the same answer, and one that leads to the goal for the same work? FW_AUTO may try other methods
/// before it says that there is no path, and an option may have an effect on these.
static bool are_alike(const fw_request *ask, const fw_request *other)
{
    fw_statistics did, other_did;
    const fw_result found = fw_find_path(at.planner, ask, at.path);
    fw_planner_statistics(at.planner, &did);
    const fw_result other_found = fw_find_path(at.planner, other, at.other);
    fw_planner_statistics(at.planner, &other_did);
    int32_t count, other_count;
    const fw_segment *segments = fw_path_segments(at.path, &count);
    const fw_segment *other_segments = fw_path_segments(at.other, &other_count);
    return found == other_found && (found != FW_OK || did.expanded == other_did.expanded) &&
           count == other_count && are_same_segments(segments, other_segments, count);
}

/// Does an option that a method takes change the answer of any of some queries?
static bool has_effect(fw_unit_id unit, fw_method method, option which, fw_smoothing smoothing)
{
    random_source source = { 99 };
    for (int i = 0; i < QUERIES; i++) {
        fw_request plain = request_of(unit, method, &source);
        plain.smoothing = smoothing;
        fw_request with = plain;
        set_option(&with, which);
        if (!are_alike(&plain, &with))
            return true;
    }
    return false;
}

static bool is_refused(fw_unit_id unit, fw_method method, option which, fw_smoothing smoothing)
{
    random_source source = { 7 };
    fw_request ask = request_of(unit, method, &source);
    ask.smoothing = smoothing;
    set_option(&ask, which);
    return fw_request_refusal(at.map, &ask).result != FW_OK;
}

static bool is_ignored(fw_unit_id unit, fw_method method, option which, fw_smoothing smoothing)
{
    random_source source = { 7 };
    const char *fields[16] = { NULL };
    fw_request ask = request_of(unit, method, &source);
    ask.smoothing = smoothing;
    set_option(&ask, which);
    const int32_t count = fw_request_ignored(at.map, &ask, fields, 16);
    assert_true(count <= 1);
    if (count == 1)
        assert_string_equal(fields[0], option_fields[which]);
    return count == 1;
}

TEST(an_option_has_an_effect_unless_it_is_refused_or_ignored)
{
    const fw_unit_id units[] = { at.car, at.walker };
    const fw_smoothing kinds[] = { FW_SMOOTH_NONE, FW_SMOOTH_AUTO };
    int refused = 0, ignored = 0, known = 0;
    for (int i = 0; i < 4; i++)
        for (int method = 0; method < FW_METHOD_COUNT; method++)
            for (int which = 0; which < OPTION_COUNT; which++) {
                const fw_unit_id unit = units[i / 2];
                const fw_smoothing kind = kinds[i % 2];
                if (is_refused(unit, (fw_method)method, (option)which, kind)) {
                    refused++;
                    continue;
                }
                const bool counts = !is_ignored(unit, (fw_method)method, (option)which, kind);
                if (has_effect(unit, (fw_method)method, (option)which, kind) != counts)
                    print_error("%s with %s, unit %d, smoothing %d\n", option_fields[which],
                                fw_method_name((fw_method)method), i / 2, (int)kind);
                assert_int_equal(has_effect(unit, (fw_method)method, (option)which, kind), counts);
                known += counts;
                ignored += !counts;
            }
    assert_true(refused > 20 && ignored > 10 && known > 20);
}

TEST(a_method_that_is_named_ignores_nothing_of_a_request_but_what_its_unit_cannot_do)
{
    for (int method = FW_ASTAR; method < FW_METHOD_COUNT; method++)
        for (int which = 0; which < OPTION_COUNT; which++) {
            assert_false(is_ignored(at.car, (fw_method)method, (option)which, FW_SMOOTH_NONE));
            if (which != TURNS)
                assert_false(is_ignored(at.walker, (fw_method)method, (option)which, FW_SMOOTH_NONE));
        }
    assert_true(is_ignored(at.walker, FW_ASTAR, TURNS, FW_SMOOTH_NONE));
}

TEST(what_a_unit_has_without_use_is_told)
{
    random_source source = { 3 };
    const char *fields[4] = { NULL };
    fw_unit_def unit = fw_default_unit_def();
    unit.reverse = true;
    unit.gear_change_cost = 1;
    unit.curvature_rate = 0.5;
    const fw_unit_id standing = add_unit(at.map, unit);
    fw_request ask = request_of(standing, FW_AUTO, &source);
    assert_int_equal(fw_request_ignored(at.map, &ask, fields, 4), 3);
    assert_string_equal(fields[0], "unit.reverse");
    assert_string_equal(fields[1], "unit.gear_change_cost");
    assert_string_equal(fields[2], "unit.curvature_rate");
    ask.cluster = 3;
    ask.turns = FW_TURNS_IGNORE;
    assert_int_equal(fw_request_ignored(at.map, &ask, fields, 1), 5); // of which one is written
    assert_string_equal(fields[0], "cluster");
    unit.turn_radius = 2;
    const fw_unit_id driving = add_unit(at.map, unit);
    ask = request_of(driving, FW_AUTO, &source);
    assert_int_equal(fw_request_ignored(at.map, &ask, fields, 4), 0);
    fw_map_remove_unit(at.map, standing);
    fw_map_remove_unit(at.map, driving);
}

TESTS_BETWEEN(open_world, close_world)
