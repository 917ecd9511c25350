// A set of goals against a scan of all its goals.
#include <stdlib.h>

#include "base/random.h"
#include "common/unit.h"
#include "directional/ends/goal_set.h"

enum { MOST = 40, SIDE = 12 };

static void fill(random_source *random, search_end *items, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        items[i] = (search_end){
            .tile = { (int32_t)random_below(random, SIDE), (int32_t)random_below(random, SIDE),
                      (int32_t)random_below(random, 9) - 1 },
            .on_lattice = random_below(random, 2) == 0,
        };
}

static bool is_near(const search_end *goal, lattice_pose pose, int32_t reach)
{
    return abs(goal->tile.x - pose.x) <= reach && abs(goal->tile.y - pose.y) <= reach;
}

TEST(the_goals_near_a_tile_are_those_that_a_scan_finds)
{
    random_source random = { 7 };
    for (int round = 0; round < 20000; round++) {
        search_end items[MOST];
        const goal_set goals = { .items = items, .count = 1 + (int32_t)random_below(&random, MOST) };
        fill(&random, items, goals.count);
        goal_set_sort(items, goals.count);
        const lattice_pose pose = { (int32_t)random_below(&random, SIDE),
                                    (int32_t)random_below(&random, SIDE), 3 };
        const int32_t reach = (int32_t)random_below(&random, 5);
        int32_t next = goal_set_next_near(&goals, pose, reach, 0);
        bool holds = false;
        for (int32_t i = 0; i < goals.count; i++) {
            const search_end *goal = &items[i];
            holds |= goal->on_lattice && is_near(goal, pose, 0) &&
                     (goal->tile.heading < 0 || goal->tile.heading == pose.heading);
            if (!is_near(goal, pose, reach))
                continue;
            assert_int_equal(next, i);
            next = goal_set_next_near(&goals, pose, reach, i + 1);
        }
        assert_int_equal(next, -1);
        assert_int_equal(goal_set_holds(&goals, pose), holds);
    }
}
