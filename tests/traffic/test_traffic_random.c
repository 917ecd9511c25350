// Random scenes with many units: all arrive, nobody overlaps anybody or a wall, and all keep their limits.
#include "common/crowd.h"
#include "common/rounds.h"
#include "common/unit.h"

static void expect_all_arrive(crowd_place place, uint64_t seed)
{
    static crowd scene;
    crowd_at_random(place, seed, &scene);
    const crowd_options options = { .dt = 0.05, .limit = scene.bar, .budget = 20000 };
    assert_int_equal(crowd_run(&scene, &options).arrived, scene.count);
}

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

TEST(all_arrive_in_a_crowded_disc)
{
    expect_arrivals(CROWD_DISC, false, 2, 0, 2);
}

TEST(all_arrive_between_boxes_in_rooms_and_in_caves_but_for_a_few_scenes)
{
    const int scenes = rounds(12);
    for (crowd_place place = CROWD_BOXES; place < CROWD_PLACES; place++)
        expect_arrivals(place, false, scenes, 1, scenes - 1);
}

/// Scenes in which units went to and fro for ever because they counted on a corner that they did not see, or stood in a
/// narrow passage and could leave it along a wall only, back to where they did not see their way, or ahead of the unit
/// that they made room for.
TEST(nobody_is_stuck_in_scenes_where_some_were)
{
    static const uint64_t boxes[] = { 14, 21, 31, 36, 64, 77, 82, 92, 130, 341, 354, 389 },
                          rooms[] = { 22, 46, 47, 50, 77, 91, 103 };
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
        expect_all_arrive(CROWD_BOXES, boxes[i]);
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        expect_all_arrive(CROWD_ROOMS, rooms[i]);
}

TEST(all_cars_arrive_between_boxes_in_rooms_and_in_caves)
{
    const int scenes = is_sanitized() ? 1 : 2;
    for (crowd_place place = CROWD_BOXES; place <= CROWD_CAVES; place++)
        expect_arrivals(place, true, scenes, 1, scenes);
}

static int count_cars_missing(crowd_place place, uint64_t seed)
{
    static crowd scene;
    crowd_at_random(place, seed, &scene);
    crowd_drive(&scene);
    const crowd_options options = { .dt = 0.05, .limit = scene.bar, .budget = 20000 };
    return scene.count - crowd_run(&scene, &options).arrived;
}

/// Scenes in which cars drove in circles for ever, stood with their noses to a wall or a parked car that did not leave
/// them room to turn, held each other because the one that should make room could not, or stood at the beginning of a
/// course whose first stretch was too short to be worth a motion.
TEST(no_car_goes_in_circles_or_is_held_by_parked_cars)
{
    static const struct {
        crowd_place place;
        uint64_t seed;
    } scenes[] = {
        { CROWD_BOXES, 4 },  { CROWD_BOXES, 14 },      { CROWD_BOXES, 18 },      { CROWD_BOXES, 20 },
        { CROWD_BOXES, 26 }, { CROWD_BOXES, 28 },      { CROWD_BOXES, 29 },      { CROWD_BOXES, 37 },
        { CROWD_ROOMS, 7 },  { CROWD_ROOMS, 10 },      { CROWD_ROOMS, 15 },      { CROWD_ROOMS, 18 },
        { CROWD_ROOMS, 24 }, { CROWD_ROOMS, 33 },      { CROWD_FULL_ROOMS, 7 },  { CROWD_CAVES, 13 },
        { CROWD_CAVES, 46 }, { CROWD_FULL_ROOMS, 23 }, { CROWD_FULL_ROOMS, 37 },
    };
    if (is_sanitized())
        skip(); // too slow
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        assert_int_equal(count_cars_missing(scenes[i].place, scenes[i].seed), 0);
}
