// Directional search against a flood over poses far finer than its own: how many ways it misses on maps drawn from a
// fixed seed. FAIRWAY_MANY=10 in the environment asks ten times as many queries. Rates:
// docs/inside/directional_rates.md.
#include <stdlib.h>

#include "common/drawing.h"
#include "common/fine_flood.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"

enum { SIDE = 10 };

/// What was counted over the queries at one radius.
typedef struct missed_ways {
    int asked, solvable;
    int missed; ///< the flood finds a way, the method none
} missed_ways;

static void redraw(fw_map *map, random_source *source)
{
    const uint32_t blocked = 5 + random_below(source, 31);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            fw_map_set_tile(map, x, y, random_below(source, 100) < blocked ? FW_BLOCKED : FW_GROUND);
    assert_int_equal(fw_map_commit(map), FW_OK);
}

/// Whatever either finds is legal; what is counted are ways that only the flood finds.
static void ask_both(const road_test *test, fine_flood *flood, random_source *source, missed_ways *sum)
{
    const lattice_pose start = pose_at_random(source, SIDE), goal = pose_at_random(source, SIDE);
    const fw_request ask = request_on(test, FW_DIRECTIONAL, start, goal);
    const fw_result result = fw_find_path(test->planner, &ask, test->path);
    if (result == FW_OK)
        assert_path_is_legal(test, &ask);
    else if (result != FW_NOT_FOUND)
        return;
    sum->asked++;
    if (!fine_flood_reaches(flood, start, goal, 1))
        return;
    sum->solvable++;
    sum->missed += result != FW_OK;
    if (start.x != goal.x || start.y != goal.y) {
        assert_int_equal(fine_flood_write(flood, test->path), FW_OK);
        assert_path_is_legal(test, &ask);
    }
}

static missed_ways missed_at(double radius, int count)
{
    random_source source = { 51 };
    missed_ways sum = { 0 };
    road_test test = road_on(map_at_random(&source, SIDE, SIDE, 0, 1),
                             vehicle(fw_circle(0.33), 1, radius, FW_DIRECTIONAL));
    fine_flood *flood = fine_flood_create(&test.def);
    assert_non_null(flood);
    while (sum.asked < count) {
        redraw(test.map, &source);
        fine_flood_look(flood, test.map);
        ask_both(&test, flood, &source, &sum);
    }
    fine_flood_destroy(flood);
    road_end(&test);
    return sum;
}

TEST(what_the_default_method_misses_of_a_fine_flood_is_bounded)
{
    const missed_ways one = missed_at(1, rounds(60)), two = missed_at(2, rounds(60));
    assert_true(one.solvable > at_least(20) && two.solvable > at_least(10));
    assert_true(one.missed <= rounds(4));
    assert_true(two.missed <= rounds(2));
}
