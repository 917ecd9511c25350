// Answers to goals without a heading, against answers of the cheapest curves to the goal with each of many headings.
#include <math.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { SIDE = 300, HEADINGS = 720 };

static double cost_to_pose(fw_pose start, fw_pose goal, const fw_unit_def *def)
{
    fw_curve curve;
    const fw_result drawn = def->reverse
                                ? fw_reeds_shepp(start, goal, def->turn_radius, def->reverse_penalty,
                                                 def->gear_change_cost, &curve)
                                : fw_dubins(start, goal, def->turn_radius, FW_DUBINS_SHORTEST, &curve);
    assert_int_equal(drawn, FW_OK);
    return curve.cost;
}

static double cost_of_path(const fw_path *path)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    return summary.cost;
}

/// A place at a random distance of up to 30 radii, as far as the map allows.
static fw_request ask_at_random(random_source *random, fw_unit_id unit, double radius)
{
    const double away = fmin(radius * random_within(random, 0, random_below(random, 2) ? 3 : 30), SIDE / 3.0);
    const double bearing = random_within(random, 0, 2 * FW_PI), x = SIDE / 2 + random_within(random, 0, 1),
                 y = SIDE / 2 + random_within(random, 0, 1);
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.start = (fw_pose){ x, y, random_within(random, -FW_PI, FW_PI) };
    ask.goal = fw_goal_at(x + away * cos(bearing), y + away * sin(bearing));
    return ask;
}

TEST(no_heading_at_the_goal_makes_a_cheaper_answer)
{
    static const double radii[] = { 0.5, 3, 16 };
    static const struct {
        bool reverse;
        double penalty, gear_change;
    } gears[] = { { false, 1, 0 }, { true, 1, 0 }, { true, 2, 1 } };
    fw_map *map = open_map(SIDE, SIDE);
    random_source random = { 17 };
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    for (int kind = 0; kind < 9; kind++) {
        fw_unit_def def = fw_default_unit_def();
        def.footprint = fw_rectangle(2, 1);
        def.turn_radius = radii[kind / 3];
        def.reverse = gears[kind % 3].reverse;
        def.reverse_penalty = gears[kind % 3].penalty;
        def.gear_change_cost = gears[kind % 3].gear_change;
        const fw_unit_id unit = add_unit(map, def);
        for (int i = 0; i < 40; i++) {
            const fw_request ask = ask_at_random(&random, unit, def.turn_radius);
            assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
            double least = INFINITY;
            for (int heading = 0; heading < HEADINGS; heading++) {
                const fw_pose goal = { ask.goal.pose.x, ask.goal.pose.y, heading * (2 * FW_PI / HEADINGS) };
                least = fmin(least, cost_to_pose(ask.start, goal, &def));
            }
            if (cost_of_path(path) > least + 1e-4)
                fail_msg("radius %g, reverse %d, case %d: %.6g instead of %.6g", def.turn_radius, def.reverse,
                         i, cost_of_path(path), least);
        }
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

/// If something is in the way of the cheapest curve, a forward turn and a line may be free.
TEST(no_answer_is_more_expensive_than_a_free_turn_and_a_line)
{
    random_source random = { 18 };
    int compared = 0, cheaper = 0;
    for (int world = 0; world < 6; world++) {
        fw_map *map = map_at_random(&random, 64, 64, 1, 1);
        fw_unit_def def = fw_default_unit_def();
        def.footprint = fw_rectangle(2, 1);
        def.turn_radius = 3;
        def.reverse = true;
        def.gear_change_cost = world % 2;
        const fw_unit_id unit = add_unit(map, def);
        const fw_check_def check = fw_default_check_def();
        fw_planner *planner = new_planner(map);
        fw_path *path = new_path();
        for (int i = 0; i < 150; i++) {
            fw_request ask = fw_default_request();
            ask.unit = unit;
            ask.start = (fw_pose){ random_within(&random, 2, 62), random_within(&random, 2, 62),
                                   random_within(&random, -FW_PI, FW_PI) };
            ask.goal = fw_goal_at(random_within(&random, 2, 62), random_within(&random, 2, 62));
            fw_curve turn;
            fw_check_report report;
            if (fw_turn_then_straight(ask.start, ask.goal.pose.x, ask.goal.pose.y, def.turn_radius,
                                      FW_SIDE_SHORTER, &turn) != FW_OK ||
                fw_path_set(path, turn.segments, turn.count, NULL) != FW_OK ||
                fw_path_check(map, unit, path, &check, &report) != FW_OK || !report.legal)
                continue;
            assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
            compared++;
            cheaper += cost_of_path(path) < turn.cost - 1e-4;
            assert_true(cost_of_path(path) <= turn.cost + 1e-4);
        }
        fw_path_destroy(path);
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
    assert_true(compared > 100 && cheaper > 30);
}
