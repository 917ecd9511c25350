// Scenes with many units: all arrive in time, nobody overlaps anybody or a wall, and all keep their limits.
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "common/crowd.h"
#include "common/rounds.h"
#include "common/unit.h"

static crowd scene;

static void find_scene(const char *name)
{
    if (!crowd_find(name, &scene))
        fail_msg("there is no scene %s", name);
}

static crowd_options usual_options(void)
{
    return (crowd_options){ .dt = 0.05, .limit = 300, .budget = 20000, .checks = true };
}

/// Runs the scene that was found: all must have arrived within a time, without more turns back. Builds with sanitizers
/// run the first third of a minute and do not ask who has arrived.
static void expect_arrivals_within(double time, int32_t reversals, bool checks)
{
    crowd_options options = usual_options();
    options.checks = checks;
    options.limit = is_sanitized() ? 20 : options.limit;
    const crowd_outcome outcome = crowd_run(&scene, &options);
    if (!is_sanitized() &&
        (outcome.arrived != scene.count || outcome.time > time || outcome.most_reversals > reversals))
        fail_msg("%s: %d of %d arrived after %g s (%g), %d reversals (%d)", scene.name, outcome.arrived,
                 scene.count, outcome.time, time, outcome.most_reversals, reversals);
}

/// The same within the wanted time, with every motion judged.
static void expect_arrivals(void)
{
    expect_arrivals_within(scene.bar, scene.reversals, true);
}

static void expect_all_arrive(const char *name)
{
    find_scene(name);
    expect_arrivals();
}

/// The same with cars: their headings change along arcs only.
static void expect_all_cars_arrive(const char *name)
{
    find_scene(name);
    crowd_drive(&scene);
    expect_arrivals();
}

TEST(two_units_pass_each_other_in_a_corridor)
{
    expect_all_arrive("head-on");
}

TEST(units_on_a_circle_change_places)
{
    expect_all_arrive("swap of 8");
    expect_all_arrive("swap of 16");
    expect_all_arrive("swap of 40");
}

/// What is reached in a scene that does not hold the limits that are wanted (docs/inside/traffic.md).
typedef struct reached {
    const char *name;
    double time;
    int32_t reversals;
} reached;

static void expect_reached(const reached *least, bool are_cars, bool checks)
{
    find_scene(least->name);
    if (are_cars)
        crowd_drive(&scene);
    expect_arrivals_within(least->time, least->reversals, checks);
}

TEST(cars_get_out_of_each_others_way_at_doors_and_among_parked_cars)
{
    static const reached scenes[] = {
        { "pocket behind one", 38, 3 },    { "swap of 16", 33, 2 },
        { "crossing of streets", 110, 9 }, { "door 1.2", 180, 16 },
        { "door 1.2 both ways", 200, 22 }, { "200 on a circle", 200, 6 },
        { "disc of 200", 160, 14 },        { "mixed", 80, 5 },
        { "door 2.4", 120, 12 },           { "group of 40 through a gap", 200, 13 },
    };
    expect_all_cars_arrive("pocket in the middle");
    const size_t count = sizeof scenes / sizeof *scenes;
    for (size_t i = 0; i < count; i++)
        expect_reached(&scenes[i], true, i + 2 >= count);
}

TEST(people_go_through_doors_and_cross_streets)
{
    static const reached scenes[] = { { "door 1.2", 92, 4 },
                                      { "door 2.4", 59.5, 5 },
                                      { "group of 40 through a gap", 69, 3 } };
    expect_all_arrive("crossing of streets");
    expect_all_arrive("door 1.2 both ways");
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        expect_reached(&scenes[i], false, false); // their motion is judged by another test
}

/// Moves all starts a little.
static void move_starts(random_source *random)
{
    for (int32_t i = 0; i < scene.count; i++) {
        scene.members[i].x += random_within(random, -0.04, 0.04);
        scene.members[i].y += random_within(random, -0.04, 0.04);
    }
}

/// The scene that was found, in the mean of runs with starts moved a little: what a rule changes in a single run may be
/// chance.
static reached mean_of_runs(int runs)
{
    random_source random = { 11 };
    const crowd given = scene;
    double time = 0, reversals = 0;
    crowd_options options = usual_options();
    options.checks = false;
    for (int run = 0; run < runs; run++) {
        scene = given;
        move_starts(&random);
        const crowd_outcome outcome = crowd_run(&scene, &options);
        time += outcome.time;
        reversals += outcome.most_reversals;
    }
    return (reached){ given.name, time / runs, (int32_t)ceil(reversals / runs) };
}

/// The scenes in the mean of eight runs each.
static void expect_means(const reached *scenes, size_t count, bool are_cars)
{
    if (is_sanitized())
        skip(); // too slow
    for (size_t i = 0; i < count; i++) {
        find_scene(scenes[i].name);
        if (are_cars)
            crowd_drive(&scene);
        const reached mean = mean_of_runs(8);
        if (!(mean.time <= scenes[i].time) || mean.reversals > scenes[i].reversals)
            fail_msg("%s: %g s in the mean (%g), %d reversals (%d)", mean.name, mean.time, scenes[i].time,
                     mean.reversals, scenes[i].reversals);
    }
}

TEST(people_lose_little_time_at_doors_and_seldom_turn_back_wherever_they_have_started)
{
    static const reached scenes[] = { { "door 1.2", 96, 6 },
                                      { "door 2.4", 64, 5 },
                                      { "group of 40 through a gap", 80, 5 },
                                      { "door 1.2 both ways", 116, 9 } };
    expect_means(scenes, sizeof scenes / sizeof *scenes, false);
}

/// Each car of a row that stands too close to turn backs only after the one behind it has made room.
TEST(cars_that_stand_too_close_to_turn_make_room_one_after_another)
{
    static const reached scenes[] = { { "door 1.2", 156, 16 },
                                      { "door 2.4", 108, 12 },
                                      { "disc of 200", 118, 15 } };
    expect_means(scenes, sizeof scenes / sizeof *scenes, true);
}

/// From these starts, a car that turned in the door and the first one of the queue held each other for ever: the first
/// one asked for room, and there was none but where it stood itself.
TEST(cars_that_hold_each_other_in_a_door_change_roles)
{
    static const uint64_t seeds[] = { 2, 8, 9, 14, 19 };
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        random_source random = { seeds[i] };
        find_scene("door 1.2");
        crowd_drive(&scene);
        move_starts(&random);
        expect_arrivals_within(300, INT32_MAX, false);
    }
}

TEST(cars_pass_each_other_in_a_corridor)
{
    expect_all_cars_arrive("head-on");
}

TEST(cars_cross_at_a_right_angle)
{
    expect_all_cars_arrive("right angle of 2");
    expect_all_cars_arrive("right angle of 4");
}

TEST(cars_on_a_circle_change_places)
{
    expect_all_cars_arrive("swap of 8");
    expect_all_cars_arrive("swap of 40");
}

TEST(a_parked_car_is_passed_or_gives_way)
{
    expect_all_cars_arrive("parked");
    expect_all_cars_arrive("parked in a corridor with a pocket");
}

TEST(units_cross_at_a_right_angle)
{
    expect_all_arrive("right angle of 2");
    expect_all_arrive("right angle of 4");
}

TEST(a_parked_unit_is_passed_or_gives_way_and_returns)
{
    expect_all_arrive("parked");
    expect_all_arrive("parked in a corridor with a pocket");
}

TEST(the_unit_with_the_nearer_refuge_gives_way_in_a_narrow_corridor)
{
    expect_all_arrive("pocket in the middle");
    expect_all_arrive("pocket behind one");
}

/// Runs the scene that was found: both units must be told that they cannot pass each other.
static void expect_both_are_told(void)
{
    crowd_options options = usual_options();
    options.limit = 60;
    const crowd_outcome outcome = crowd_run(&scene, &options);
    assert_int_equal(outcome.infeasible, 2);
    assert_int_equal(outcome.most_reversals, 0);
    assert_true(outcome.names_each_other);
}

TEST(two_units_or_cars_that_cannot_pass_each_other_are_told)
{
    find_scene("no pocket");
    expect_both_are_told();
    crowd_drive(&scene);
    expect_both_are_told();
}

TEST(units_of_mixed_sizes_and_speeds_go_through_each_other)
{
    expect_all_arrive("mixed");
}

TEST(two_hundred_units_go_to_the_opposite_places)
{
    expect_all_arrive("200 on a circle");
    expect_all_arrive("disc of 200");
}

/// Forty units on each side of a passage that is six bodies wide go to the other side.
TEST(crowds_that_meet_in_a_passage_go_through_each_other)
{
    crowd_begin(&scene, "passage", 60, 2, 200, 20);
    crowd_block(&scene, -3, -30, 3, 30);
    crowd_open(&scene, -3, -3, 3, 3);
    for (int i = 0; i < 40; i++) {
        const double x = 6 + 1.5 * (i / 10), y = 1.5 * (i % 10) - 9;
        crowd_add(&scene, x, y, -x, y);
        crowd_add(&scene, -x, y, x, y);
    }
    expect_arrivals();
}

/// Runs the scene that was found for a minute and judges the motion alone.
static void expect_legal_motion(void)
{
    crowd_options options = usual_options();
    options.limit = is_sanitized() ? 20 : 60;
    crowd_run(&scene, &options);
}

TEST(crowds_in_front_of_doors_and_in_corridors_keep_every_limit)
{
    static const char *const names[] = { "door 1.2", "crossing of streets", "group of 40 through a gap" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        find_scene(names[i]);
        expect_legal_motion();
    }
}

TEST(crowds_of_cars_go_through_each_other)
{
    expect_all_cars_arrive("crossing");
    expect_all_cars_arrive("bridge closes");
}

TEST(cars_in_crowds_keep_every_limit)
{
    static const char *const names[] = { "swap of 40", "door 2.4", "crossing of streets", "bridge closes" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        find_scene(names[i]);
        crowd_drive(&scene);
        expect_legal_motion();
    }
}

/// None of them goes back to a corner from which its way is blocked now, wherever it has started.
TEST(cars_whose_bridge_closes_go_round)
{
    random_source random = { 3 };
    for (int run = 0; run < rounds(8); run++) {
        find_scene("bridge closes");
        crowd_drive(&scene);
        for (int32_t i = 0; i < scene.count; i++)
            scene.members[i].x += random_within(&random, -0.04, 0.04);
        crowd_options options = usual_options();
        options.checks = run == 0;
        assert_int_equal(crowd_run(&scene, &options).arrived, scene.count);
    }
}

/// Wherever they have started: among those that had arrived, one waited behind another one that rolled to the right and
/// came back for ever.
TEST(people_whose_bridge_closes_all_arrive)
{
    for (uint64_t seed = 1; seed <= 50; seed++) {
        random_source random = { 1000 * seed + 17 };
        find_scene("bridge closes");
        move_starts(&random);
        crowd_options options = usual_options();
        options.checks = false;
        assert_int_equal(crowd_run(&scene, &options).arrived, scene.count);
    }
}

TEST(crowds_cross_in_the_open)
{
    expect_all_arrive("crossing");
}

TEST(units_whose_bridge_closes_brake_and_go_round)
{
    expect_all_arrive("bridge closes");
}

TEST(motion_does_not_depend_on_the_order_of_adding_nor_on_how_ticks_are_cut)
{
    find_scene("group of 40 through a gap");
    crowd_options options = usual_options();
    options.limit = 40;
    const uint64_t hash = crowd_run(&scene, &options).hash;
    options.adds_backwards = true;
    assert_true(crowd_run(&scene, &options).hash == hash);
    options.adds_backwards = false;
    options.checks = false; // no ticks are cut into parts
    assert_true(crowd_run(&scene, &options).hash == hash);
}

TEST(a_traffic_that_is_saved_and_restored_goes_on_as_if_nothing_had_happened)
{
    find_scene("group of 40 through a gap");
    crowd_options options = usual_options();
    options.checks = false;
    options.limit = 30;
    for (uint64_t budget = 20; budget <= 20000; budget *= 1000) {
        options.budget = budget; // with little work for each tick, searches are under way
        options.save_at = 0;
        const uint64_t hash = crowd_run(&scene, &options).hash;
        for (double at = 0.05; at < 20; at = stride(5) * 1.7 * at + 0.1) {
            options.save_at = at;
            assert_true(crowd_run(&scene, &options).hash == hash);
        }
    }
}

TEST(cars_that_are_saved_and_restored_go_on_as_if_nothing_had_happened)
{
    find_scene("door 2.4"); // some cars drive along planned courses
    crowd_drive(&scene);
    crowd_options options = usual_options();
    options.checks = false;
    options.limit = 60;
    const uint64_t hash = crowd_run(&scene, &options).hash;
    for (double at = 0.05; at < 50; at = stride(9) * 3 * at + 0.1) {
        options.save_at = at;
        assert_true(crowd_run(&scene, &options).hash == hash);
    }
}

/// Few units have their paths when they set out.
TEST(with_little_work_motion_does_not_depend_on_the_order_of_adding)
{
    crowd_at_random(CROWD_ROOMS, 2, &scene);
    crowd_options options = { .dt = 0.1, .limit = 20, .budget = 60 };
    const uint64_t hash = crowd_run(&scene, &options).hash;
    options.adds_backwards = true;
    options.save_at = 0.5;
    assert_true(crowd_run(&scene, &options).hash == hash);
}

TEST(nobody_collides_if_paths_come_late)
{
    find_scene("group of 40 through a gap");
    crowd_options options = usual_options();
    options.budget = 20;
    assert_int_equal(crowd_run(&scene, &options).arrived, scene.count);
}

TEST(steps_of_a_millisecond_and_of_a_second_move_units_alike)
{
    find_scene("right angle of 4");
    crowd_options options = usual_options();
    options.checks = false;
    options.dt = 0.001;
    const double fine = crowd_run(&scene, &options).time;
    options.dt = 1;
    assert_true(fabs(crowd_run(&scene, &options).time - fine) < 1e-9);
}
