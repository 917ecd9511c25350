// Units that are ordered anew in every tick, because their goals move.
#include "common/crowd.h"
#include "common/rounds.h"
#include "common/unit.h"

static crowd scene;

static const crowd_options usual = { .dt = 0.05, .limit = 300, .budget = 20000, .moves_until = 20 };

static double driven_with(uint64_t budget)
{
    crowd_options options = usual;
    options.limit = options.moves_until;
    options.budget = budget;
    return crowd_run(&scene, &options).driven;
}

TEST(with_little_work_units_drive_nearly_as_far_as_with_much)
{
    for (int drives = 0; drives < 2; drives++) {
        crowd_at_random(CROWD_BOXES, 1, &scene);
        if (drives)
            crowd_drive(&scene);
        const double most = driven_with(1000000);
        assert_true(most > 0.5 * usual.moves_until * scene.count); // top speed 1
        assert_true(driven_with(40) > 0.7 * most);
    }
}

TEST(all_arrive_once_their_goals_rest_and_nobody_collides)
{
    for (int drives = 0; drives < 2; drives++) {
        crowd_at_random(CROWD_BOXES, 2, &scene);
        if (drives)
            crowd_drive(&scene);
        crowd_options options = usual;
        options.checks = true;
        options.budget = 200;
        assert_int_equal(crowd_run(&scene, &options).arrived, scene.count);
    }
}

TEST(a_traffic_that_is_saved_and_restored_meanwhile_goes_on_as_before)
{
    crowd_at_random(CROWD_BOXES, 4, &scene);
    crowd_options options = usual;
    options.budget = 40; // searches are under way between two steps
    options.limit = 12;
    const uint64_t hash = crowd_run(&scene, &options).hash;
    for (double at = 0.1; at < 12; at += stride(6) * 0.9) {
        options.save_at = at;
        assert_true(crowd_run(&scene, &options).hash == hash);
    }
}
