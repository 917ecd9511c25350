// Short paths of the hierarchy lead where the way on the graph does not: through the cluster on the other side of a
// turn, and far from transitions. Clusters have 8 x 8 tiles.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/scene.h"

enum { SIDE = 16 };

#define EXACT 1e-6

/// A unit to which swamp, drawn S, costs three times as much as ground.
static scene scene_in_swamp(const char *const *rows)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.terrain_cost[FW_SWAMP] = 3.0f;
    unit.methods = FW_METHOD_BIT(FW_HIERARCHY) | FW_METHOD_BIT(FW_ASTAR);
    unit.cluster = SIDE / 2;
    return scene_of(map_from_drawing(rows, SIDE), unit);
}

/// Asks the hierarchy both ways on a map, and holds its costs against those of A*.
static void assert_cheapest(const char *const *rows, const int32_t a[2], const int32_t b[2], double cost)
{
    scene scene = scene_in_swamp(rows);
    for (int turned = 0; turned < 2; turned++) {
        const int32_t *from = turned ? b : a, *to = turned ? a : b;
        fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
        ask.method = FW_ASTAR;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_near(scene_summary(&scene).cost, cost, EXACT);
        ask.method = FW_HIERARCHY;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_near(scene_summary(&scene).cost, cost, EXACT);
        assert_near(world_walk(&scene.seen, scene.path, from[0], from[1], to[0], to[1], NULL), cost, EXACT);
    }
    scene_end(&scene);
}

/// The way on the graph from the clearing's end leads through the cluster on the lower left, to a transition in the
/// middle of a side; the cheapest one through the cluster on the upper right.
static void a_short_path_turns_in_the_cluster_where_it_costs_less(void **state)
{
    (void)state;
    static const char *const clearing[] = { "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS",
                                            "SSSSSSS...SSSSSS", "SSSSSSS...SSSSSS", "SSSSSSS...SSSSSS",
                                            "SSSSSSS...SSSSSS", "SSSSSSS...SSSSSS", "SSSSSSS...SSSSSS",
                                            "SSSSSSS...SSSSSS", "SSSSSSS...SSSSSS", "SSSSSSSSSSSSSSSS",
                                            "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS",
                                            "SSSSSSSSSSSSSSSS" };
    assert_cheapest(clearing, (int32_t[]){ 12, 8 }, (int32_t[]){ 7, 7 }, 10.414214);
}

/// The way on the graph passes transitions in the middle of sides; the cheapest one leaves a cluster at the end of the
/// side.
static void a_short_path_leaves_a_cluster_far_from_the_transition(void **state)
{
    (void)state;
    static const char *const meadow[] = { "SSSS.......SSSSS", "SSSS.......SSSSS", "SSSS.......SSSSS",
                                          "SSSS.......SSSSS", "SSSS.......SSSSS", "SSSS.......SSSSS",
                                          "SSSS.......SSSSS", "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS",
                                          "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS",
                                          "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS", "SSSSSSSSSSSSSSSS",
                                          "SSSSSSSSSSSSSSSS" };
    assert_cheapest(meadow, (int32_t[]){ 7, 6 }, (int32_t[]){ 12, 8 }, 10.071068);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_short_path_turns_in_the_cluster_where_it_costs_less),
        cmocka_unit_test(a_short_path_leaves_a_cluster_far_from_the_transition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
