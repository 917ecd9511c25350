// Orders to groups: who gets which place, and the places of formations.
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/crowd.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/assignment.h"

enum { SIDE = 24, MOST = 6 };

static const double radius = 0.4;

typedef struct yard {
    fw_map *map;
    fw_unit_id kind;
    fw_traffic *traffic;
    fw_agent_id ids[MOST];
    fw_pose starts[MOST], places[MOST];
    int32_t count;
} yard;

static yard yard_of(int32_t count)
{
    yard made = { .count = count };
    fw_map_def def = fw_default_map_def();
    fw_unit_def kind = fw_default_unit_def();
    def.width = def.height = SIDE;
    kind.footprint = fw_circle(radius);
    assert_int_equal(fw_map_create(&def, &made.map), FW_OK);
    assert_int_equal(fw_map_add_unit(made.map, &kind, &made.kind), FW_OK);
    assert_int_equal(fw_traffic_create(made.map, NULL, &made.traffic), FW_OK);
    return made;
}

static void yard_end(yard *yard)
{
    fw_traffic_destroy(yard->traffic);
    fw_map_destroy(yard->map);
}

/// Random places that are at least a tile apart from each other.
static void draw_places(random_source *source, int32_t count, fw_pose *places)
{
    for (int32_t i = 0; i < count;) {
        bool is_free = true;
        places[i] =
            (fw_pose){ .x = 1 + random_unit(source) * (SIDE - 2), .y = 1 + random_unit(source) * (SIDE - 2) };
        for (int32_t j = 0; j < i; j++)
            is_free = is_free && hypot(places[i].x - places[j].x, places[i].y - places[j].y) > 1;
        i += is_free;
    }
}

static void add_units(yard *yard)
{
    for (int32_t i = 0; i < yard->count; i++) {
        fw_agent_def def = fw_default_agent_def();
        def.id = yard->ids[i] = (fw_agent_id)(10 + i);
        def.unit = yard->kind;
        def.start = yard->starts[i];
        def.top = 3;
        def.acceleration = def.braking = def.lateral = 6;
        assert_int_equal(fw_traffic_add(yard->traffic, &def), FW_OK);
    }
}

/// The least sum of lengths over all ways to give places from number `first` on to the units behind.
static double least_total(yard *yard, int32_t first)
{
    double least = first == yard->count ? 0 : INFINITY;
    for (int32_t i = first; i < yard->count; i++) {
        const fw_pose taken = yard->places[i];
        yard->places[i] = yard->places[first];
        yard->places[first] = taken;
        const double length = hypot(taken.x - yard->starts[first].x, taken.y - yard->starts[first].y);
        least = fmin(least, length + least_total(yard, first + 1));
        yard->places[first] = yard->places[i];
        yard->places[i] = taken;
    }
    return least;
}

/// Lets all units arrive.
///
/// @return the sum of the lengths from their starts to where they stand
static double total_after_arrival(const yard *yard)
{
    int32_t count = 0, arrived = 0;
    const fw_agent_state *states = NULL;
    for (int tick = 0; tick < 600 && arrived < yard->count; tick++) {
        assert_int_equal(fw_traffic_step(yard->traffic, 0.1, 1000), FW_OK);
        states = fw_traffic_states(yard->traffic, &count);
        arrived = 0;
        for (int32_t i = 0; i < count; i++)
            arrived += states[i].activity == FW_AGENT_ARRIVED;
    }
    assert_int_equal(arrived, yard->count);
    double total = 0;
    for (int32_t i = 0; i < count; i++)
        total += hypot(states[i].pose.x - yard->starts[i].x, states[i].pose.y - yard->starts[i].y);
    return total;
}

TEST(a_group_takes_the_places_of_least_total_length)
{
    random_source source = { 3 };
    for (int trial = 0; trial < 60; trial++) {
        yard yard = yard_of(1 + (int32_t)random_below(&source, MOST));
        draw_places(&source, yard.count, yard.starts);
        draw_places(&source, yard.count, yard.places);
        add_units(&yard);
        const double least = least_total(&yard, 0);
        if (trial % 2) // the order of the ids does not matter
            for (int32_t i = 0; i < yard.count; i++)
                yard.ids[i] = (fw_agent_id)(9 + yard.count - i);
        assert_int_equal(fw_traffic_order_group(yard.traffic, yard.ids, yard.places, yard.count), FW_OK);
        const double total = total_after_arrival(&yard), noise = yard.count * FW_TRAFFIC_ARRIVED;
        assert_true(total >= least - noise && total <= 1.01 * least + noise);
        yard_end(&yard);
    }
}

/// The least sum of lengths over all ways to give the places from number `first` on to the members behind.
static double least_sum(pairing *pairs, int32_t first, int32_t count)
{
    double least = first > count ? 0 : INFINITY;
    for (int32_t j = first; j <= count; j++) {
        const fw_pose taken = pairs[j].place;
        pairs[j].place = pairs[first].place;
        pairs[first].place = taken;
        const double length = hypot(taken.x - pairs[first].x, taken.y - pairs[first].y);
        least = fmin(least, length + least_sum(pairs, first + 1, count));
        pairs[first].place = pairs[j].place;
        pairs[j].place = taken;
    }
    return least;
}

static double square(double number)
{
    return number * number;
}

/// The sum of the lengths, or of their squares, if the members of two places exchange them.
static double sum_of(const pairing *pairs, int32_t count, int32_t a, int32_t b, bool of_squares)
{
    double sum = 0;
    for (int32_t j = 1; j <= count; j++) {
        const pairing *member = &pairs[pairs[j == a ? b : j == b ? a : j].member];
        const double length = hypot(member->x - pairs[j].place.x, member->y - pairs[j].place.y);
        sum += of_squares ? square(length) : length;
    }
    return sum;
}

TEST(no_exchange_of_places_shortens_the_longest_ways)
{
    random_source source = { 5 };
    for (int trial = 0; trial < 200; trial++) {
        pairing pairs[9] = { 0 };
        const int32_t count = 1 + (int32_t)random_below(&source, 7);
        const bool is_row = trial % 3 == 0; // in a row, all ways to give places out cost the same
        for (int32_t i = 1; i <= count; i++) {
            pairs[i].x = random_unit(&source) * 9;
            pairs[i].y = is_row ? 0 : random_unit(&source) * 9;
            pairs[i].place = (fw_pose){ (is_row ? 10 : 0) + random_unit(&source) * 9,
                                        is_row ? 0 : random_unit(&source) * 9, 0 };
        }
        assert_int_equal(assign_places(NULL, pairs, count), FW_OK);
        const double least = least_sum(pairs, 1, count), sum = sum_of(pairs, count, 0, 0, false);
        assert_true(sum >= least - 1e-6 && sum <= 1.01 * least + 1e-6);
        for (int32_t a = 1; a <= count; a++)
            for (int32_t b = a + 1; b <= count; b++) {
                assert_int_not_equal(pairs[a].member, pairs[b].member);
                assert_true(sum_of(pairs, count, a, b, false) > 1.01 * least - 1e-6 ||
                            sum_of(pairs, count, a, b, true) > sum_of(pairs, count, 0, 0, true) * (1 - 1e-6));
            }
    }
}

static int by_place(const void *left, const void *right)
{
    const fw_pose *a = &((const pairing *)left)->place, *b = &((const pairing *)right)->place;
    return a->x != b->x ? (a->x > b->x) - (a->x < b->x) : (a->y > b->y) - (a->y < b->y);
}

TEST(a_large_group_gets_each_place_once_and_goes_hardly_farther_than_it_must)
{
    enum { LARGE = 128 };
    static pairing exact[LARGE + 1], rough[2 * LARGE + 1];
    random_source source = { 6 };
    for (int32_t i = 1; i <= LARGE; i++) { // the same group twice, far apart
        exact[i].x = random_unit(&source) * 40;
        exact[i].y = random_unit(&source) * 40;
        exact[i].place = (fw_pose){ random_unit(&source) * 40, 20 + random_unit(&source) * 40, 0 };
        rough[i] = rough[LARGE + i] = exact[i];
        rough[LARGE + i].x += 1000;
        rough[LARGE + i].place.x += 1000;
    }
    memory memory;
    memory_init(&memory, NULL);
    qsort(rough + 1, 2 * LARGE, sizeof *rough, by_place);
    assert_int_equal(assign_places(&memory, exact, LARGE), FW_OK);
    assert_int_equal(assign_places(&memory, rough, 2 * LARGE), FW_OK);
    assert_int_equal(memory.bytes, 0);
    bool has_place[2 * LARGE + 1] = { false };
    for (int32_t j = 1; j <= 2 * LARGE; j++) {
        assert_in_range(rough[j].member, 1, 2 * LARGE);
        assert_false(has_place[rough[j].member]);
        has_place[rough[j].member] = true;
    }
    const double least = 2 * sum_of(exact, LARGE, 0, 0, false);
    assert_true(sum_of(rough, 2 * LARGE, 0, 0, false) < 1.05 * least);
}

TEST(places_are_spaced_by_the_bodies_that_get_them)
{
    yard yard = yard_of(3);
    fw_unit_def giant = fw_default_unit_def();
    fw_unit_id kind = 0;
    giant.size = 0;
    giant.footprint = fw_circle(1.5);
    assert_int_equal(fw_map_add_unit(yard.map, &giant, &kind), FW_OK);
    for (int32_t i = 0; i < 3; i++) {
        fw_agent_def def = fw_default_agent_def();
        def.id = yard.ids[i] = (fw_agent_id)(10 + i);
        def.unit = i == 0 ? kind : yard.kind;
        def.start = (fw_pose){ 3, 3 + 4 * i, 0 };
        assert_int_equal(fw_traffic_add(yard.traffic, &def), FW_OK);
        yard.places[i] =
            (fw_pose){ 12, 5 + 1.5 * i, 0 }; // the small ones fit there, but not beside the giant
    }
    assert_int_equal(fw_traffic_order_group(yard.traffic, yard.ids, yard.places, 3), FW_OK);
    const fw_agent_state *states = NULL;
    for (int tick = 0; tick < 900; tick++)
        assert_int_equal(fw_traffic_step(yard.traffic, 0.1, 1000), FW_OK);
    states = fw_traffic_states(yard.traffic, NULL);
    for (int32_t i = 0; i < 3; i++) {
        assert_int_equal(states[i].activity, FW_AGENT_ARRIVED);
        assert_true(states[i].from_goal <=
                    FW_TRAFFIC_ARRIVED); // the giant got its place, the others theirs, or near it
    }
    assert_true(hypot(states[1].pose.x - 12, states[1].pose.y - 6.5) > 0.3);
    assert_true(hypot(states[2].pose.x - 12, states[2].pose.y - 8) < 0.1);
    yard_end(&yard);
}

TEST(a_group_that_cannot_be_ordered_keeps_its_last_orders)
{
    yard yard = yard_of(3);
    for (int32_t i = 0; i < 3; i++) {
        yard.starts[i] = (fw_pose){ 4 + 2 * i, 4, 0 };
        yard.places[i] = (fw_pose){ 4 + 2 * i, 12, 0 };
    }
    add_units(&yard);
    fw_traffic *traffic = yard.traffic;
    assert_int_equal(fw_traffic_order_group(NULL, yard.ids, yard.places, 3), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_order_group(traffic, NULL, yard.places, 3), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_order_group(traffic, yard.ids, NULL, 3), FW_NULL_ARGUMENT);
    assert_int_equal(fw_traffic_order_group(traffic, NULL, NULL, 0), FW_OK);
    assert_int_equal(fw_traffic_order_group(traffic, yard.ids, yard.places, -1), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_order_group(traffic, yard.ids, yard.places, 5000), FW_TOO_MANY);
    yard.places[2].x = yard.places[1].x + 0.7; // their bodies would overlap
    assert_int_equal(fw_traffic_order_group(traffic, yard.ids, yard.places, 3), FW_BAD_VALUE);
    yard.places[2].x = NAN;
    assert_int_equal(fw_traffic_order_group(traffic, yard.ids, yard.places, 3), FW_NOT_FINITE);
    yard.places[2].x = SIDE + 1;
    assert_int_equal(fw_traffic_order_group(traffic, yard.ids, yard.places, 3), FW_OUT_OF_BOUNDS);
    yard.places[2].x = 8;
    yard.ids[2] = 99;
    assert_int_equal(fw_traffic_order_group(traffic, yard.ids, yard.places, 3), FW_UNKNOWN_UNIT);
    yard.ids[2] = yard.ids[0];
    assert_int_equal(fw_traffic_order_group(traffic, yard.ids, yard.places, 3), FW_BAD_VALUE);
    assert_int_equal(fw_traffic_step(traffic, 1, 1000), FW_OK);
    for (int32_t i = 0; i < 3; i++)
        assert_int_equal(fw_traffic_states(traffic, NULL)[i].activity, FW_AGENT_STANDS);
    yard_end(&yard);
}

/// Fails if a formation that faces south around (10, 10), 2 tiles apart, has other places.
static void expect_places(fw_formation formation, int32_t count, const double (*expected)[2])
{
    fw_pose places[8];
    const fw_pose centre = { 10, 10, FW_PI / 2 };
    assert_int_equal(fw_formation_places(formation, centre, 2, places, count), FW_OK);
    for (int32_t i = 0; i < count; i++)
        assert_true(hypot(places[i].x - expected[i][0], places[i].y - expected[i][1]) < 1e-9 &&
                    places[i].heading == centre.heading);
}

TEST(formations_stand_around_their_middle_and_face_their_heading)
{
    expect_places(FW_FORMATION_LINE, 3, (const double[][2]){ { 12, 10 }, { 10, 10 }, { 8, 10 } });
    expect_places(FW_FORMATION_COLUMN, 3, (const double[][2]){ { 10, 12 }, { 10, 10 }, { 10, 8 } });
    expect_places(FW_FORMATION_WEDGE, 3, (const double[][2]){ { 10, 11 }, { 8, 9 }, { 12, 9 } });
    expect_places(FW_FORMATION_BOX, 5,
                  (const double[][2]){ { 12, 11 }, { 10, 11 }, { 8, 11 }, { 12, 9 }, { 10, 9 } });
    fw_pose place;
    assert_int_equal(fw_formation_places(FW_FORMATION_BOX, (fw_pose){ 0 }, 1, NULL, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_formation_places(FW_FORMATION_BOX, (fw_pose){ NAN, 0, 0 }, 1, &place, 1),
                     FW_NOT_FINITE);
    assert_int_equal(fw_formation_places(FW_FORMATION_BOX, (fw_pose){ 0 }, 0, &place, 1), FW_BAD_VALUE);
    assert_int_equal(fw_formation_places(FW_FORMATION_BOX, (fw_pose){ 0 }, 1, &place, -1), FW_BAD_VALUE);
    assert_int_equal(fw_formation_places(FW_FORMATIONS, (fw_pose){ 0 }, 1, &place, 1), FW_BAD_VALUE);
}

static const char gap[] = "group of 40 through a gap";

TEST(a_group_that_is_saved_and_restored_goes_on_as_if_nothing_had_happened)
{
    static crowd scene;
    fw_group_def def = fw_default_group_def();
    assert_true(crowd_find(gap, &scene));
    for (int how = 0; how < 2; how++) {
        crowd_options options = { .dt = 0.05, .limit = 20, .budget = how == 0 ? 20 : 20000, .group = &def };
        def.keeps_abreast = how == 1;
        const uint64_t hash = crowd_run(&scene, &options).hash;
        options.adds_backwards = true;
        assert_true(crowd_run(&scene, &options).hash == hash);
        options.adds_backwards = false;
        for (double at = 0.05; at < 15; at = 1.7 * at + 0.1) {
            options.save_at = at;
            assert_true(crowd_run(&scene, &options).hash == hash);
        }
    }
}

TEST(a_group_goes_through_a_gap_and_keeps_every_limit)
{
    static crowd scene;
    const fw_group_def def = fw_default_group_def();
    assert_true(crowd_find(gap, &scene));
    const crowd_options options = {
        .dt = 0.05, .limit = 120, .budget = 20000, .checks = true, .group = &def
    };
    const crowd_outcome outcome = crowd_run(&scene, &options);
    assert_int_equal(outcome.arrived, 40);
    assert_true(outcome.smallest_gap >= -1e-6 && outcome.smallest_wall_gap >= -1e-6);
}
