// Random scenes with many units: all arrive, nobody overlaps anybody or a wall, and all keep their limits.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/crowd.h"
#include "common/rounds.h"

/// Runs random scenes of a place, the first ones with their motion judged; in so many of them, all must arrive.
static void expect_arrivals(crowd_place place, bool drives, int scenes, int judged, int least)
{
    static crowd scene;
    int complete = 0;
    for (int seed = 1; seed <= scenes; seed++) {
        crowd_at_random(place, (uint64_t)seed, &scene);
        if (drives)
            crowd_drive(&scene);
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
    expect_arrivals(CROWD_DISC, false, 2, 0, 2);
}

static void all_arrive_between_boxes_and_in_nine_rooms_but_for_a_few_scenes(void **state)
{
    (void)state;
    expect_arrivals(CROWD_BOXES, false, 12, 1, 11);
    expect_arrivals(CROWD_ROOMS, false, 12, 1, 11);
}

static void all_cars_arrive_between_boxes_and_in_nine_rooms(void **state)
{
    (void)state;
    const int scenes = is_sanitized() ? 1 : 2;
    expect_arrivals(CROWD_BOXES, true, scenes, 1, scenes);
    expect_arrivals(CROWD_ROOMS, true, scenes, 1, scenes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_arrive_in_a_crowded_disc),
        cmocka_unit_test(all_arrive_between_boxes_and_in_nine_rooms_but_for_a_few_scenes),
        cmocka_unit_test(all_cars_arrive_between_boxes_and_in_nine_rooms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
