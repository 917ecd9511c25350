// Traffic at the ends of what its header allows: kinds that come and go, bodies that touch, tiny bodies, no memory.
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/inside.h"
#include "traffic/shove.h"
#include "traffic/way_pool.h"

enum { SIDE = 40 };

/// An open map, and a traffic whose memory may end.
typedef struct field {
    fw_map *map;
    ration ration;
    fw_traffic *traffic;
} field;

static int begin(void **state)
{
    field *made = calloc(1, sizeof *made);
    assert_non_null(made);
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    assert_int_equal(fw_map_create(&def, &made->map), FW_OK);
    made->ration.left = UNRATIONED;
    const fw_allocator hooks = rationed(&made->ration);
    assert_int_equal(fw_traffic_create(made->map, &hooks, &made->traffic), FW_OK);
    *state = made;
    return 0;
}

static int end(void **state)
{
    field *made = *state;
    fw_traffic_destroy(made->traffic);
    fw_map_destroy(made->map);
    assert_int_equal(made->ration.held, 0);
    free(made);
    return 0;
}

#define FIELD_TEST(name) TEST_BETWEEN(name, begin, end)

static fw_unit_id add_car_kind(const field *field, double radius, double turn_radius)
{
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id id = 0;
    def.size = 0;
    def.footprint = fw_circle(radius);
    def.turn_radius = turn_radius;
    assert_int_equal(fw_map_add_unit(field->map, &def, &id), FW_OK);
    return id;
}

static fw_unit_id add_kind(const field *field, double radius)
{
    return add_car_kind(field, radius, 0);
}

static void add_at(const field *field, fw_agent_id id, fw_unit_id kind, fw_pose start)
{
    fw_agent_def def = fw_default_agent_def();
    def.id = id;
    def.unit = kind;
    def.start = start;
    def.top = 2;
    def.acceleration = def.braking = def.lateral = 4;
    assert_int_equal(fw_traffic_add(field->traffic, &def), FW_OK);
}

static void add(const field *field, fw_agent_id id, fw_unit_id kind, double x, double y)
{
    add_at(field, id, kind, (fw_pose){ x, y, 0 });
}

static fw_agent_state state_of(const field *field, int32_t index)
{
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(field->traffic, &count);
    assert_true(index < count);
    return states[index];
}

static void step_for(const field *field, double seconds)
{
    for (double time = 0; time < seconds; time += 0.1)
        assert_int_equal(fw_traffic_step(field->traffic, 0.1, 1000), FW_OK);
}

/// Goes on with another traffic that is restored from the saved state of the last one.
static void save_and_restore(field *field)
{
    size_t bytes = 0;
    assert_int_equal(fw_traffic_save(field->traffic, NULL, 0, &bytes), FW_BUFFER_TOO_SMALL);
    void *buffer = malloc(bytes);
    const fw_allocator hooks = rationed(&field->ration);
    assert_non_null(buffer);
    assert_int_equal(fw_traffic_save(field->traffic, buffer, bytes, &bytes), FW_OK);
    fw_traffic_destroy(field->traffic);
    assert_int_equal(fw_traffic_create(field->map, &hooks, &field->traffic), FW_OK);
    assert_int_equal(fw_traffic_restore(field->traffic, buffer, bytes), FW_OK);
    free(buffer);
}

/// A kind is removed from the map: first while a unit uses it, then after its last unit was removed.
FIELD_TEST(a_kind_that_was_removed_holds_the_traffic_until_its_last_unit_is_removed)
{
    field *field = *state;
    add(field, 1, add_kind(field, 0.5), 5, 5);
    assert_int_equal(fw_traffic_order(field->traffic, 1, 35, 5), FW_OK);
    for (int round = 0; round < 4; round++) {
        const fw_unit_id kind = add_kind(field, 0.8);
        const bool goes_first = round % 2 == 0;
        add(field, 2, kind, 10, 20);
        assert_int_equal(fw_traffic_step(field->traffic, 0.5, 1000), FW_OK);
        if (goes_first) {
            assert_int_equal(fw_map_remove_unit(field->map, kind), FW_OK);
            assert_int_equal(fw_traffic_step(field->traffic, 0.5, 1000), FW_UNKNOWN_UNIT);
            assert_int_equal(fw_traffic_order(field->traffic, 1, 35, 5), FW_UNKNOWN_UNIT);
        }
        assert_int_equal(fw_traffic_remove(field->traffic, 2), FW_OK);
        if (!goes_first)
            assert_int_equal(fw_map_remove_unit(field->map, kind), FW_OK);
        save_and_restore(field);
        step_for(field, 0.5);
        assert_true(field->traffic->roster.kind_count <= 2); // the next kind takes the place of this one
    }
    step_for(field, 15);
    assert_int_equal(state_of(field, 0).activity, FW_AGENT_ARRIVED);
}

static void assert_counts_are_those_of(const field *field, int32_t index, const fw_agent_state *before)
{
    const fw_agent_state now = state_of(field, index);
    assert_int_equal(now.id, before->id);
    assert_true(now.driven == before->driven && now.waited == before->waited &&
                now.arrived == before->arrived);
}

/// Two units have the same goal: both arrive, one beside the other.
FIELD_TEST(what_is_counted_of_a_unit_stays_with_it_as_others_come_and_go_and_in_a_saved_state)
{
    field *field = *state;
    const fw_unit_id kind = add_kind(field, 0.5);
    for (fw_agent_id id = 2; id <= 4; id += 2) {
        add(field, id, kind, 5, 3 * id);
        assert_int_equal(fw_traffic_order(field->traffic, id, 25, 9), FW_OK);
    }
    step_for(field, 30);
    const fw_agent_state low = state_of(field, 0), high = state_of(field, 1);
    assert_true(low.arrived > 5 && high.arrived > 5 && low.driven > 15 && high.driven > 15);
    assert_true(low.driven != high.driven && low.from_goal > 0 && high.from_goal > 0);
    for (fw_agent_id id = 1; id <= 5; id += 2)
        add(field, id, kind, 5, 3 * id);
    assert_true(state_of(field, 0).arrived < 0 && state_of(field, 2).driven == 0);
    assert_counts_are_those_of(field, 1, &low);
    assert_counts_are_those_of(field, 3, &high);
    assert_int_equal(fw_traffic_remove(field->traffic, 1), FW_OK);
    assert_int_equal(fw_traffic_remove(field->traffic, 3), FW_OK);
    save_and_restore(field);
    assert_counts_are_those_of(field, 0, &low);
    assert_counts_are_those_of(field, 1, &high);
}

FIELD_TEST(places_at_which_bodies_touch_are_places_for_a_group)
{
    const field *field = *state;
    enum { COUNT = 5 };
    const double radius = 0.35;
    const fw_unit_id kind = add_kind(field, radius);
    fw_agent_id ids[COUNT];
    fw_pose places[COUNT];
    for (int32_t i = 0; i < COUNT; i++) {
        ids[i] = (fw_agent_id)i + 1;
        add(field, ids[i], kind, 5 + i, 5);
    }
    for (double heading = 0; heading < 6.3; heading += 0.1) {
        const fw_pose centre = { 20, 20, heading };
        assert_int_equal(fw_formation_places(FW_FORMATION_LINE, centre, 2 * radius, places, COUNT), FW_OK);
        assert_int_equal(fw_traffic_order_group(field->traffic, ids, places, COUNT), FW_OK);
        assert_int_equal(fw_formation_places(FW_FORMATION_LINE, centre, 2 * radius - 1e-5, places, COUNT),
                         FW_OK);
        assert_int_equal(fw_traffic_order_group(field->traffic, ids, places, COUNT), FW_BAD_VALUE);
    }
}

FIELD_TEST(a_state_is_not_restored_on_a_map_of_another_size)
{
    const field *field = *state;
    uint8_t saved[4096];
    size_t bytes = 0;
    fw_map_def def = fw_default_map_def();
    fw_map *other;
    fw_traffic *restored;
    assert_int_equal(fw_traffic_save(field->traffic, saved, sizeof saved, &bytes), FW_OK);
    def.width = SIDE;
    def.height = SIDE + 1;
    assert_int_equal(fw_map_create(&def, &other), FW_OK);
    assert_int_equal(fw_traffic_create(other, NULL, &restored), FW_OK);
    assert_int_equal(fw_traffic_restore(restored, saved, bytes), FW_WRONG_MAP);
    fw_traffic_destroy(restored);
    assert_int_equal(fw_traffic_create(field->map, NULL, &restored), FW_OK);
    assert_int_equal(fw_traffic_restore(restored, saved, bytes), FW_OK);
    fw_traffic_destroy(restored);
    fw_map_destroy(other);
}

FIELD_TEST(places_of_a_formation_are_finite_or_refused)
{
    fw_pose places[40];
    for (int formation = 0; formation < FW_FORMATIONS; formation++) {
        assert_int_equal(
            fw_formation_places((fw_formation)formation, (fw_pose){ 1, 1, 1 }, 1e308, places, 40),
            FW_NOT_FINITE);
        assert_int_equal(
            fw_formation_places((fw_formation)formation, (fw_pose){ 1, 1, 1 }, 1e300, places, 40), FW_OK);
    }
}

enum { SQUAD = 9 };

/// Orders a squad to a formation, with the arrays in some order.
///
/// @param[out] goals  of the units, by id
static void order_shuffled(const field *field, fw_formation formation, uint64_t seed, fw_pose *goals)
{
    random_source random = { seed };
    fw_agent_id ids[SQUAD];
    fw_pose places[SQUAD];
    assert_int_equal(fw_formation_places(formation, (fw_pose){ 20, 20, 0 }, 1, places, SQUAD), FW_OK);
    for (int32_t i = 0; i < SQUAD; i++)
        ids[i] = (fw_agent_id)i + 1;
    for (int32_t i = SQUAD - 1; i > 0; i--) {
        const uint32_t other = random_below(&random, (uint32_t)i + 1);
        const fw_pose place = places[i];
        places[i] = places[other];
        places[other] = place;
        const fw_agent_id id = ids[i];
        ids[i] = ids[(other + 1) % SQUAD];
        ids[(other + 1) % SQUAD] = id;
    }
    assert_int_equal(fw_traffic_order_group(field->traffic, ids, places, SQUAD), FW_OK);
    for (int32_t i = 0; i < SQUAD; i++)
        goals[i] =
            (fw_pose){ field->traffic->agents[i].order.goal_x, field->traffic->agents[i].order.goal_y, 0 };
}

/// Units in a column are ordered to formations of equal distances: many ways to give the places out cost the same.
FIELD_TEST(the_order_of_places_and_units_does_not_matter_where_many_sums_are_equal)
{
    const field *field = *state;
    const fw_unit_id kind = add_kind(field, 0.4);
    fw_pose goals[SQUAD], others[SQUAD];
    for (int32_t i = 0; i < SQUAD; i++)
        add(field, (fw_agent_id)i + 1, kind, 5 + i, 20);
    for (int formation = 0; formation < FW_FORMATIONS; formation++) {
        order_shuffled(field, (fw_formation)formation, 1, goals);
        for (uint64_t seed = 2; seed < 12; seed++) {
            order_shuffled(field, (fw_formation)formation, seed, others);
            for (int32_t i = 0; i < SQUAD; i++)
                assert_true(others[i].x == goals[i].x && others[i].y == goals[i].y);
        }
    }
}

/// Gates are looked for in steps of a share of the radius: a body may be so small that the steps would never end.
FIELD_TEST(a_tiny_body_gets_on_as_fast_as_others)
{
    const field *field = *state;
    add(field, 1, add_kind(field, 1e-12), 5, 5);
    assert_int_equal(fw_traffic_order(field->traffic, 1, 35, 5), FW_OK);
    step_for(field, 17);
    assert_int_equal(state_of(field, 0).activity, FW_AGENT_ARRIVED);
}

/// A place is worth a new plan if it is nearer by a hundredth of a tile, or by less if the unit needs seconds for that.
FIELD_TEST(the_slowest_car_goes_round_a_wall)
{
    const field *field = *state;
    fw_agent_def def = fw_default_agent_def();
    assert_int_equal(fw_map_set_rect(field->map, 20, 0, 1, 10, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(field->map), FW_OK);
    def.id = 1;
    def.unit = add_car_kind(field, 0.4, 0.8);
    def.start = (fw_pose){ 17, 5, 1 };
    def.top = 1e-3;
    assert_int_equal(fw_traffic_add(field->traffic, &def), FW_OK);
    assert_int_equal(fw_traffic_order(field->traffic, 1, 23, 5), FW_OK);
    for (int32_t step = 0; step < 750; step++) // the way is 14 tiles long
        assert_int_equal(fw_traffic_step(field->traffic, 20, 1000), FW_OK);
    assert_int_equal(state_of(field, 0).activity, FW_AGENT_ARRIVED);
}

/// Expects that nobody moves for a minute.
static void expect_rest(const field *field)
{
    enum { MOST = 8 };
    double driven[MOST];
    const int32_t count = fw_traffic_count(field->traffic);
    assert_true(count <= MOST);
    for (int32_t i = 0; i < count; i++)
        driven[i] = state_of(field, i).driven;
    step_for(field, 60);
    for (int32_t i = 0; i < count; i++)
        assert_true(state_of(field, i).driven == driven[i]);
}

/// It turned away from the others before it had stopped, and came back, for ever.
FIELD_TEST(a_unit_whose_goal_is_close_to_others_and_a_wall_comes_to_rest)
{
    const field *field = *state;
    const fw_unit_id large = add_kind(field, 0.97), small = add_kind(field, 0.49);
    assert_int_equal(fw_map_set_rect(field->map, 14, 15, 5, 2, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(field->map), FW_OK);
    fw_agent_def def = fw_default_agent_def();
    def.id = 1;
    def.unit = large;
    def.start = (fw_pose){ 18.67, 2.593, 0 };
    def.top = 2.45;
    def.acceleration = def.braking = def.lateral = 1.98;
    assert_int_equal(fw_traffic_add(field->traffic, &def), FW_OK);
    add(field, 2, small, 16.471, 12.488);
    add(field, 3, large, 18.302, 13.644);
    assert_int_equal(fw_traffic_order(field->traffic, 1, 15.68, 13.813), FW_OK);
    step_for(field, 40);
    assert_int_equal(state_of(field, 0).activity, FW_AGENT_ARRIVED);
    expect_rest(field);
}

/// Sends a unit that has rested back to a place.
static void send_back(const field *field, uint32_t slot, double x, double y)
{
    assert_int_equal(way_reserve(field->traffic, slot, 2), FW_OK);
    rest_at(field->traffic, slot, (way_point){ x, y });
}

/// Each pushes the other one off its place when it comes back.
FIELD_TEST(units_that_come_back_to_one_place_do_not_push_each_other_for_ever)
{
    const field *field = *state;
    const fw_unit_id kind = add_kind(field, 0.4);
    add(field, 1, kind, 20, 20);
    add(field, 2, kind, 22, 20);
    step_for(field, 1);
    send_back(field, 1, 20, 20);
    step_for(field, 40);
    for (int32_t i = 0; i < 2; i++)
        assert_int_equal(state_of(field, i).activity, FW_AGENT_STANDS);
    expect_rest(field);
}

FIELD_TEST(a_unit_whose_goal_is_built_over_stops)
{
    const field *field = *state;
    add(field, 1, add_kind(field, 0.4), 5, 20);
    assert_int_equal(fw_traffic_order(field->traffic, 1, 35, 20), FW_OK);
    step_for(field, 3);
    assert_int_equal(fw_map_set_rect(field->map, 34, 19, 3, 3, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(field->map), FW_OK);
    step_for(field, 5);
    assert_int_equal(state_of(field, 0).activity, FW_AGENT_BLOCKED);
    expect_rest(field);
    assert_true(state_of(field, 0).pose.x < 20);
}

enum { CROWD = 225 };

/// Adds a crowd in a square, far enough apart for walkers of radius .5, and lists the places to the right of theirs.
static void add_crowd(const field *field, fw_agent_id *ids, fw_pose *places)
{
    const fw_unit_id kind = add_kind(field, 0.5);
    for (int32_t i = 0; i < CROWD; i++) {
        ids[i] = (fw_agent_id)i + 1;
        places[i] = (fw_pose){ 3 + 2 * (i % 15), 3 + 2 * (i / 15), 0 };
        add(field, ids[i], kind, places[i].x, places[i].y);
        places[i].x += 5;
    }
}

/// Gives a crowd orders with less and more memory, until there is enough.
///
/// @return number of orders for which there was not enough: none of the units has got a goal
static int order_with_little_memory(field *field, const fw_group_def *together)
{
    fw_agent_id ids[CROWD];
    fw_pose places[CROWD];
    add_crowd(field, ids, places);
    for (int refused = 0;; refused++) {
        field->ration.left = (uint64_t)refused;
        const fw_result result = together
                                     ? fw_traffic_order_together(field->traffic, together, ids, places, CROWD)
                                     : fw_traffic_order_group(field->traffic, ids, places, CROWD);
        field->ration.left = UNRATIONED;
        if (result == FW_OK)
            return refused;
        assert_int_equal(result, FW_NO_MEMORY);
        for (int32_t i = 0; i < CROWD; i++) {
            assert_int_equal(state_of(field, i).activity, FW_AGENT_STANDS);
            assert_int_equal(field->traffic->agents[i].relation.convoy, 0);
        }
        assert_int_equal(fw_traffic_step(field->traffic, 0.1, 1000), FW_OK);
        assert_true(state_of(field, CROWD - 1).speed == 0);
    }
}

static void expect_all_on_their_way(const field *field)
{
    step_for(field, 10);
    for (int32_t i = 0; i < CROWD; i++) {
        const fw_agent_activity activity = state_of(field, i).activity;
        assert_true(activity == FW_AGENT_MOVES || activity == FW_AGENT_WAITS || activity == FW_AGENT_ARRIVED);
    }
}

FIELD_TEST(a_group_without_memory_for_all_its_orders_gets_none)
{
    assert_true(order_with_little_memory(*state, NULL) > 1);
    expect_all_on_their_way(*state);
}

FIELD_TEST(a_group_without_memory_for_its_shared_way_gets_no_orders)
{
    const fw_group_def def = fw_default_group_def();
    assert_true(order_with_little_memory(*state, &def) > 1);
    expect_all_on_their_way(*state);
}

FIELD_TEST(one_order_without_memory_changes_nothing)
{
    field *field = *state;
    int refused = 0;
    fw_agent_id ids[CROWD];
    fw_pose places[CROWD];
    add_crowd(field, ids, places);
    for (int32_t i = 0; i < CROWD; i++) {
        field->ration.left = 0;
        const fw_result result = fw_traffic_order(field->traffic, ids[i], places[i].x, places[i].y);
        field->ration.left = UNRATIONED;
        if (result == FW_OK)
            continue;
        refused++;
        assert_int_equal(result, FW_NO_MEMORY);
        assert_int_equal(state_of(field, i).activity, FW_AGENT_STANDS);
        assert_int_equal(fw_traffic_order(field->traffic, ids[i], places[i].x, places[i].y), FW_OK);
        assert_int_equal(state_of(field, i).activity, FW_AGENT_THINKS);
    }
    assert_true(refused > 0);
}

/// A search is under way behind walls. With less memory than is needed, restoring fails; it never gives another motion.
FIELD_TEST(a_restored_search_has_all_its_memory_or_restoring_fails)
{
    field *field = *state;
    uint8_t saved[1 << 14];
    size_t bytes = 0;
    for (int32_t x = 5; x < SIDE - 5; x += 4)
        assert_int_equal(fw_map_set_rect(field->map, x, x % 8 == 5 ? 0 : 2, 1, SIDE - 2, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(field->map), FW_OK);
    add(field, 1, add_kind(field, 0.5), 2, 20);
    assert_int_equal(fw_traffic_order(field->traffic, 1, SIDE - 2, 20), FW_OK);
    for (int tick = 0; tick < 10; tick++)
        assert_int_equal(fw_traffic_step(field->traffic, 0.01, 1), FW_OK);
    assert_non_null(field->traffic->desk.search);
    assert_int_equal(fw_traffic_save(field->traffic, saved, sizeof saved, &bytes), FW_OK);
    step_for(field, 2);
    fw_result result = FW_NO_MEMORY;
    for (uint64_t calls = 0; result != FW_OK; calls++) {
        ration ration = { .left = UNRATIONED };
        const fw_allocator hooks = rationed(&ration);
        fw_traffic *restored = NULL;
        assert_int_equal(fw_traffic_create(field->map, &hooks, &restored), FW_OK);
        ration.left = calls;
        result = fw_traffic_restore(restored, saved, bytes);
        ration.left = UNRATIONED;
        assert_true(result == FW_OK || result == FW_NO_MEMORY);
        for (double time = 0; result == FW_OK && time < 2; time += 0.1)
            assert_int_equal(fw_traffic_step(restored, 0.1, 1000), FW_OK);
        assert_true(result != FW_OK ||
                    fw_traffic_states(restored, NULL)->pose.x == state_of(field, 0).pose.x);
        fw_traffic_destroy(restored);
        assert_int_equal(ration.held, 0);
    }
}

/// A step that runs out of memory ends earlier: what the states tell is the motion up to there.
FIELD_TEST(no_unit_goes_on_without_its_plan_where_memory_ends)
{
    field *field = *state;
    const fw_unit_id kind = add_kind(field, 0.5);
    int refused = 0;
    for (fw_agent_id id = 1; id <= 18; id++) {
        add(field, id, kind, 3, 2.0 * id);
        assert_int_equal(fw_traffic_order(field->traffic, id, 6, 2.0 * id), FW_OK);
        for (int tick = 0; tick < 5; tick++) {
            const double before = fw_traffic_time(field->traffic);
            field->ration.left = 0;
            const fw_result result = fw_traffic_step(field->traffic, tick % 2 ? 0.15 : 0.9, 1000);
            field->ration.left = UNRATIONED;
            const double passed = fw_traffic_time(field->traffic) - before;
            assert_true(passed >= 0 && passed <= 0.9 + 1e-9);
            refused += result == FW_NO_MEMORY && passed > 0 && passed < 0.8;
            for (int32_t i = 0; i < (int32_t)id; i++)
                assert_true(state_of(field, i).pose.x >= 3 && state_of(field, i).pose.x <= 6 &&
                            state_of(field, i).speed <= 2 + 1e-9);
            assert_int_equal(fw_traffic_step(field->traffic, 0, 1000), FW_OK);
        }
    }
    assert_true(refused > 1);
    step_for(field, 5);
    for (int32_t i = 0; i < 18; i++)
        assert_int_equal(state_of(field, i).activity, FW_AGENT_ARRIVED);
}

FIELD_TEST(a_car_for_which_there_is_no_memory_leaves_others_their_plans)
{
    field *field = *state;
    const fw_unit_id kind = add_kind(field, 0.5), car = add_car_kind(field, 0.5, 1);
    add(field, 1, kind, 3, 3);
    assert_int_equal(fw_traffic_order(field->traffic, 1, 20, 3), FW_OK);
    step_for(field, 2); // it is under way
    fw_agent_def def = fw_default_agent_def();
    def.id = 2;
    def.unit = car;
    def.start = (fw_pose){ 10, 10, 0 };
    bool has_failed = true;
    for (uint64_t allocations = 0; has_failed; allocations++) {
        field->ration.left = allocations;
        has_failed = fw_traffic_add(field->traffic, &def) == FW_NO_MEMORY;
        field->ration.left = 0;
        if (has_failed)
            assert_int_equal(fw_traffic_step(field->traffic, 0.3, 1000), FW_OK);
        assert_true(allocations < 100);
    }
    field->ration.left = UNRATIONED;
    step_for(field, 15);
    assert_int_equal(state_of(field, 0).activity, FW_AGENT_ARRIVED);
}

/// A car that cannot turn stands before a wall, on the point to which two others are ordered.
FIELD_TEST(units_rest_beside_one_that_stands_on_their_point_and_has_no_way_to_its_own)
{
    field *field = *state;
    const fw_unit_id walker = add_kind(field, 0.4);
    const fw_agent_id two[] = { 2, 3 };
    fw_map_set_rect(field->map, 0, 0, 13, 6, FW_BLOCKED);
    fw_map_set_rect(field->map, 1, 3, 9, 2, FW_GROUND);
    fw_map_set_rect(field->map, 11, 3, 1, 1, FW_GROUND);
    assert_int_equal(fw_map_commit(field->map), FW_OK);
    add(field, 1, add_car_kind(field, 0.4, 0.93), 9.5, 3.8);
    add(field, 2, walker, 3.5, 3.5);
    add(field, 3, walker, 2.5, 4.5);
    assert_int_equal(fw_traffic_order(field->traffic, 1, 11.5, 3.5), FW_OK);
    step_for(field, 5);
    assert_int_equal(fw_traffic_order_near(field->traffic, two, 2, 9.5, 3.8), FW_OK);
    step_for(field, 60);
    assert_int_equal(state_of(field, 0).activity, FW_AGENT_BLOCKED);
    assert_int_equal(state_of(field, 1).activity, FW_AGENT_ARRIVED);
    assert_int_equal(state_of(field, 2).activity, FW_AGENT_ARRIVED);
}

/// A car in a narrow room can rest near the walker that it follows, but not as near as it wants.
FIELD_TEST(a_follower_rests_where_it_cannot_come_nearer)
{
    field *field = *state;
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id car = 0;
    def.size = 0;
    def.footprint = fw_circle(0.4);
    def.turn_radius = 0.58;
    def.reverse = true;
    def.methods = FW_METHOD_BIT(FW_GRID) | FW_METHOD_BIT(FW_HYBRID);
    assert_int_equal(fw_map_add_unit(field->map, &def, &car), FW_OK);
    fw_map_set_rect(field->map, 0, 0, 4, 6, FW_BLOCKED);
    fw_map_set_rect(field->map, 1, 1, 2, 4, FW_GROUND);
    assert_int_equal(fw_map_commit(field->map), FW_OK);
    add(field, 2, add_kind(field, 0.4), 2.34, 1.83);
    add_at(field, 3, car, (fw_pose){ 2.57, 2.62, -0.11 });
    add_at(field, 1, car, (fw_pose){ 1.78, 4.43, -0.28 });
    step_for(field, 1);
    assert_int_equal(fw_traffic_follow(field->traffic, 1, 2, 1.24), FW_OK);
    step_for(field, 60);
    const double driven = state_of(field, 0).driven;
    step_for(field, 30);
    assert_true(state_of(field, 0).driven == driven);
}
