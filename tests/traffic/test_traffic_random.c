// Random scenes with many units: all arrive, nobody overlaps anybody or a wall, and all keep their limits.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/crowd.h"

/// Runs random scenes of a place, the first ones with their motion judged; in so many of them, all must arrive.
static void expect_arrivals(crowd_place place, int scenes, int judged, int least)
{
    static crowd scene;
    int complete = 0;
    for (int seed = 1; seed <= scenes; seed++) {
        crowd_at_random(place, (uint64_t)seed, &scene);
        const crowd_options options = {
            .dt = 0.05, .limit = scene.bar, .budget = 20000, .checks = seed <= judged
        };
        complete += crowd_run(&scene, &options).arrived == scene.count;
    }
    if (complete < least)
        fail_msg("all arrived in %d of %d scenes, not %d: %s", complete, scenes, least, scene.name);
}

static void all_arrive_in_a_crowded_disc(void **state)
{
    (void)state;
    expect_arrivals(CROWD_DISC, 2, 0, 2);
}

static void all_arrive_between_boxes_and_in_nine_rooms_but_for_a_few_scenes(void **state)
{
    (void)state;
    expect_arrivals(CROWD_BOXES, 12, 1, 11);
    expect_arrivals(CROWD_ROOMS, 12, 1, 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_arrive_in_a_crowded_disc),
        cmocka_unit_test(all_arrive_between_boxes_and_in_nine_rooms_but_for_a_few_scenes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
