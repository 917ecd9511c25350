// Units that share a goal: each gets a place of its own near it, and rests there.
#include <math.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/inside.h"

enum { SIDE = 64, MOST = 256 };

static const double radius = 0.4, top = 3;

typedef struct field {
    fw_map *map;
    ration ration;
    fw_traffic *traffic;
    fw_unit_id kind;
    double radii[MOST + 1]; ///< by id
} field;

static void create_traffic(field *field)
{
    const fw_allocator hooks = rationed(&field->ration);
    assert_int_equal(fw_traffic_create(field->map, &hooks, &field->traffic), FW_OK);
}

static fw_unit_id add_kind(const field *field, double body)
{
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id id = 0;
    def.size = 0;
    def.footprint = fw_circle(body);
    assert_int_equal(fw_map_add_unit(field->map, &def, &id), FW_OK);
    return id;
}

static int begin(void **state)
{
    field *made = calloc(1, sizeof *made);
    assert_non_null(made);
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    assert_int_equal(fw_map_create(&def, &made->map), FW_OK);
    made->ration.left = UNRATIONED;
    made->kind = add_kind(made, radius);
    create_traffic(made);
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

static void begin_anew(field *field)
{
    fw_traffic_destroy(field->traffic);
    create_traffic(field);
}

static void add_of(field *field, fw_agent_id id, fw_unit_id kind, double body, double x, double y)
{
    fw_agent_def def = fw_default_agent_def();
    def.id = id;
    def.unit = kind;
    def.start = (fw_pose){ x, y, 0 };
    def.top = top;
    def.acceleration = def.braking = def.lateral = 6;
    assert_int_equal(fw_traffic_add(field->traffic, &def), FW_OK);
    field->radii[id] = body;
}

static void add(field *field, fw_agent_id id, double x, double y)
{
    add_of(field, id, field->kind, radius, x, y);
}

/// Adds units with ids from 1 on, in rows near a corner of the map.
static void add_block(field *field, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        add(field, (fw_agent_id)i + 1, 3.5 + i % 20 * 1.2, 3.5 + i / 20 * 1.2);
}

static void order(const field *field, fw_agent_id id, double x, double y)
{
    assert_int_equal(fw_traffic_order(field->traffic, id, x, y), FW_OK);
}

static const fw_agent_state *states_of(const field *field, int32_t *count)
{
    return fw_traffic_states(field->traffic, count);
}

static void assert_nobody_overlaps(const field *field)
{
    int32_t count = 0;
    const fw_agent_state *states = states_of(field, &count);
    for (int32_t i = 0; i < count; i++)
        for (int32_t j = 0; j < i; j++) {
            const double radii = field->radii[states[i].id] + field->radii[states[j].id];
            assert_true(hypot(states[i].pose.x - states[j].pose.x, states[i].pose.y - states[j].pose.y) >
                        radii - 2e-6);
        }
}

static bool have_all_arrived(const field *field)
{
    int32_t count = 0;
    const fw_agent_state *states = states_of(field, &count);
    for (int32_t i = 0; i < count; i++)
        if (states[i].activity != FW_AGENT_ARRIVED && states[i].activity != FW_AGENT_STANDS)
            return false;
    return true;
}

static bool is_one_blocked(const field *field)
{
    int32_t count = 0;
    const fw_agent_state *states = states_of(field, &count);
    for (int32_t i = 0; i < count; i++)
        if (states[i].activity == FW_AGENT_BLOCKED)
            return true;
    return false;
}

/// Steps until all units with orders have arrived, none of which is blocked on the way.
static void expect_arrivals(const field *field, double within)
{
    double time = 0;
    for (int tick = 0; time < within && !(tick > 0 && have_all_arrived(field)); tick++, time += 0.05) {
        assert_int_equal(fw_traffic_step(field->traffic, 0.05, 5000), FW_OK);
        assert_false(is_one_blocked(field));
        if (tick % 5 == 0)
            assert_nobody_overlaps(field);
    }
    assert_true(have_all_arrived(field));
}

static void step_for(const field *field, double seconds)
{
    for (double time = 0; time < seconds; time += 0.05)
        assert_int_equal(fw_traffic_step(field->traffic, 0.05, 5000), FW_OK);
}

static double driven_by(const field *field, int32_t count)
{
    double sum = 0;
    for (int32_t i = 0; i < count; i++)
        sum += states_of(field, NULL)[i].driven;
    return sum;
}

static void expect_rest(const field *field)
{
    int32_t count = fw_traffic_count(field->traffic);
    const double before = driven_by(field, count);
    step_for(field, 30);
    assert_true(driven_by(field, count) == before && have_all_arrived(field));
}

/// Time of the farthest unit alone, and what each unit may add.
static double time_for(const field *field, double x, double y)
{
    int32_t count = 0;
    const fw_agent_state *states = states_of(field, &count);
    double farthest = 0;
    for (int32_t i = 0; i < count; i++)
        farthest = fmax(farthest, hypot(states[i].pose.x - x, states[i].pose.y - y));
    return farthest / top + top / 6 + 10 + 0.2 * count;
}

/// Orders all units to a point: they arrive in time and rest.
///
/// @return the farthest distance from the point
static double gather_at(const field *field, double x, double y)
{
    int32_t count = 0;
    const double within = time_for(field, x, y);
    const fw_agent_state *states = states_of(field, &count);
    for (int32_t i = count - 1; i >= 0; i--)
        order(field, states[i].id, x, y);
    expect_arrivals(field, within);
    expect_rest(field);
    double most = 0;
    states = states_of(field, &count);
    for (int32_t i = 0; i < count; i++) {
        const double away = hypot(states[i].pose.x - x, states[i].pose.y - y);
        assert_true(fabs(away - states[i].from_goal) < 1e-12);
        most = fmax(most, away);
    }
    return most;
}

static const int32_t counts[] = { 2, 5, 11, 22, 44, 200 };

TEST_BETWEEN(units_with_one_goal_rest_in_a_small_circle_around_it, begin, end)
{
    field *field = *state;
    for (size_t i = 0; i < sizeof counts / sizeof *counts && (i < 4 || !is_sanitized()); i++) {
        begin_anew(field);
        add_block(field, counts[i]);
        assert_true(gather_at(field, 45, 45) <= 1.3 * radius * sqrt(counts[i]));
    }
}

TEST_BETWEEN(units_with_one_goal_beside_a_wall_rest, begin, end)
{
    field *field = *state;
    assert_int_equal(fw_map_set_rect(field->map, 0, 46, SIDE, 2, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(field->map), FW_OK);
    for (size_t i = 0; i < sizeof counts / sizeof *counts && (i < 4 || !is_sanitized()); i++) {
        begin_anew(field);
        add_block(field, counts[i]);
        assert_true(gather_at(field, 45, 45.5) <= 2.2 * radius * sqrt(counts[i]));
    }
}

/// Adds units in a square, 2.4 radii from each other.
static void add_square(field *field, int32_t count, double west, double north)
{
    const int32_t side = (int32_t)ceil(sqrt(count));
    for (int32_t i = 0; i < count; i++)
        add(field, (fw_agent_id)i + 1, west + i % side * 2.4 * radius, north + i / side * 2.4 * radius);
}

TEST_BETWEEN(a_dense_crowd_rests_in_a_circle_around_a_point_far_away, begin, end)
{
    field *field = *state;
    for (int32_t count = 44; count <= 200 && !is_sanitized(); count += 156) {
        begin_anew(field);
        add_square(field, count, 3.5, 3.5);
        assert_true(gather_at(field, 45, 45) <= 1.3 * radius * sqrt(count));
    }
}

TEST_BETWEEN(a_dense_crowd_around_its_point_moves_up, begin, end)
{
    field *field = *state;
    for (int32_t count = 11; count <= 44 && !is_sanitized(); count *= 2) {
        begin_anew(field);
        add_square(field, count, 32 - 1.2 * radius * sqrt(count), 32 - 1.2 * radius * sqrt(count));
        assert_true(gather_at(field, 32, 32) <= 1.3 * radius * sqrt(count));
    }
}

TEST_BETWEEN(units_from_all_sides_rest_around_their_goal, begin, end)
{
    field *field = *state;
    random_source random = { 7 };
    for (int32_t count = 3; count < 40; count += 9) {
        begin_anew(field);
        for (int32_t i = 0; i < count; i++) {
            const double angle = 6.283 * (i + 0.3 * random_unit(&random)) / count;
            add(field, (fw_agent_id)i + 1, 32 + 25 * cos(angle), 32 + 25 * sin(angle));
        }
        assert_true(gather_at(field, 32, 32) <= 1.3 * radius * sqrt(count));
    }
}

/// Rooms of 20 x 20, and a passage of width 1 and length 20 that ends in a wall.
TEST_BETWEEN(units_with_a_goal_at_the_end_of_a_dead_end_line_up_there, begin, end)
{
    field *field = *state;
    assert_int_equal(fw_map_set_rect(field->map, 0, 0, SIDE, SIDE, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(field->map, 2, 2, 20, 20, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(field->map, 22, 10, 20, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(field->map), FW_OK);
    for (int32_t count = 3; count <= 9; count += 3) {
        begin_anew(field);
        for (int32_t i = 0; i < count; i++)
            add(field, (fw_agent_id)i + 1, 4 + i * 5 % 17, 4 + i * 7 % 16);
        assert_true(gather_at(field, 41.5, 10.5) < 1.25 * count);
    }
}

/// Root of the sum of the squares of all radii.
static double size_of_all(const field *field)
{
    int32_t count = 0;
    const fw_agent_state *states = states_of(field, &count);
    double sum = 0;
    for (int32_t i = 0; i < count; i++)
        sum += field->radii[states[i].id] * field->radii[states[i].id];
    return sqrt(sum);
}

/// Adds units of several radii at random places.
static void scatter(field *field, const fw_unit_id *kinds, const double *radii, int32_t count,
                    random_source *random)
{
    for (fw_agent_id id = 1; id <= (fw_agent_id)count;) {
        const uint32_t kind = random_below(random, 4);
        const double x = 3 + 58 * random_unit(random), y = 3 + 58 * random_unit(random);
        bool is_free = true;
        for (fw_agent_id other = 1; other < id; other++) {
            const fw_pose at = states_of(field, NULL)[other - 1].pose;
            is_free = is_free && hypot(at.x - x, at.y - y) > radii[kind] + field->radii[other] + 0.1;
        }
        if (is_free)
            add_of(field, id++, kinds[kind], radii[kind], x, y);
    }
}

/// Pairs rest in a small circle, more units in a wider one: some are closed out by others that came first.
TEST_BETWEEN(units_of_mixed_radii_rest_in_a_small_circle, begin, end)
{
    field *field = *state;
    const double radii[] = { 0.4, 0.3, 0.6, 0.8 };
    const int32_t most[] = { 2, 5, 11, 22, 44 };
    random_source random = { 17 };
    fw_unit_id kinds[4];
    for (int i = 0; i < 4; i++)
        kinds[i] = add_kind(field, radii[i]);
    for (int i = 0; i < 10; i++) {
        const int32_t count = most[i % (is_sanitized() ? 3 : 5)];
        begin_anew(field);
        scatter(field, kinds, radii, count, &random);
        const double limit = count == 2 ? 1 : 1.55;
        assert_true(gather_at(field, 40, 30) <= limit * size_of_all(field));
    }
}

TEST_BETWEEN(orders_that_cannot_be_carried_out_end, begin, end)
{
    field *field = *state;
    fw_agent_id ids[6];
    assert_int_equal(fw_map_set_rect(field->map, 44, 44, 6, 6, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(field->map), FW_OK);
    begin_anew(field);
    add_block(field, 6);
    for (fw_agent_id id = 1; id <= 6; id++) {
        ids[id - 1] = id;
        assert_int_equal(fw_traffic_order(field->traffic, id, 70, 30), FW_OUT_OF_BOUNDS);
        order(field, id, 47, 47);
    }
    step_for(field, 30);
    for (int i = 0; i < 6; i++)
        assert_int_equal(states_of(field, NULL)[i].activity, FW_AGENT_BLOCKED);
    assert_int_equal(fw_traffic_order_near(field->traffic, ids, 6, 47, 47), FW_OK);
    expect_arrivals(field, 40);
    expect_rest(field);
}

TEST_BETWEEN(units_rest_beside_one_that_holds_their_point, begin, end)
{
    field *field = *state;
    add_block(field, 12);
    add(field, 20, 45, 45);
    assert_int_equal(fw_traffic_hold(field->traffic, 20, true), FW_OK);
    for (fw_agent_id id = 1; id <= 12; id++)
        order(field, id, 45, 45);
    expect_arrivals(field, 35);
    expect_rest(field);
    assert_true(states_of(field, NULL)[12].driven == 0);
}

/// Orders at each tick, a unit that is removed, one that is added, and then the same point again.
TEST_BETWEEN(a_gathering_ends_whatever_happens_on_the_way, begin, end)
{
    field *field = *state;
    add_block(field, 30);
    for (int tick = 0; tick < 100; tick++) {
        for (fw_agent_id id = 1; id <= 30; id++)
            order(field, id, 45, 45);
        step_for(field, 0.05);
    }
    assert_int_equal(fw_traffic_remove(field->traffic, 7), FW_OK);
    add(field, 31, 60, 60);
    order(field, 31, 45, 45);
    expect_arrivals(field, 35);
    expect_rest(field);
    for (int again = 0; again < 2; again++)
        assert_true(gather_at(field, again ? 20 : 45, 45) <= 1.3 * radius * sqrt(30));
}

TEST_BETWEEN(units_with_goals_two_radii_apart_touch_at_their_goals, begin, end)
{
    field *field = *state;
    for (int32_t count = 2; count <= 9; count++) {
        begin_anew(field);
        add_block(field, count);
        for (int32_t i = 0; i < count; i++)
            order(field, (fw_agent_id)i + 1, 45 + i % 3 * 2 * radius, 45 + i / 3 * 2 * radius);
        expect_arrivals(field, 45);
        expect_rest(field);
        for (int32_t i = 0; i < count; i++)
            assert_true(states_of(field, NULL)[i].from_goal <= FW_TRAFFIC_ARRIVED);
    }
}

/// Seconds until the units of a square block have arrived whose goals are so many radii apart.
static double time_to_fill_block(field *field, int32_t side, double gap)
{
    double time = 0;
    begin_anew(field);
    add_block(field, side * side);
    for (int32_t i = 0; i < side * side; i++)
        order(field, (fw_agent_id)i + 1, 44 + i % side * gap * radius, 44 + i / side * gap * radius);
    for (; time < 120 && !(time > 0 && have_all_arrived(field)); time += 0.05)
        step_for(field, 0.05);
    assert_nobody_overlaps(field);
    for (int32_t i = 0; i < side * side; i++)
        assert_true(states_of(field, NULL)[i].from_goal <= FW_TRAFFIC_ARRIVED);
    return time;
}

TEST_BETWEEN(a_block_of_goals_that_touch_fills_as_fast_as_one_with_room, begin, end)
{
    field *field = *state;
    for (int32_t side = 4; side <= 6 && !is_sanitized(); side++)
        assert_true(time_to_fill_block(field, side, 2) < 1.3 * time_to_fill_block(field, side, 2.1) + 5);
}

TEST_BETWEEN(units_with_goals_that_overlap_rest_side_by_side, begin, end)
{
    field *field = *state;
    random_source random = { 3 };
    add_block(field, 22);
    for (fw_agent_id id = 1; id <= 22; id++)
        order(field, id, 44 + 2 * random_unit(&random), 44 + 2 * random_unit(&random));
    expect_arrivals(field, 45);
    expect_rest(field);
}

TEST_BETWEEN(who_comes_later_does_not_push_those_who_rest, begin, end)
{
    field *field = *state;
    const int32_t first[] = { 1, 5, 20 }, later[] = { 1, 5, 10 };
    for (int i = 0; i < 9; i++) {
        const int32_t count = first[i / 3], all = count + later[i % 3];
        begin_anew(field);
        add_block(field, all);
        for (int32_t id = 1; id <= count; id++)
            order(field, (fw_agent_id)id, 45, 45);
        expect_arrivals(field, 60);
        const double before = driven_by(field, count);
        for (int32_t id = count + 1; id <= all; id++)
            order(field, (fw_agent_id)id, 45, 45);
        expect_arrivals(field, 60);
        assert_true(driven_by(field, count) == before);
        expect_rest(field);
    }
}

/// A unit that was never ordered stands at the goal. When it is removed, the next unit that comes takes the goal.
TEST_BETWEEN(a_unit_that_is_ordered_onto_one_that_stands_rests_beside_it, begin, end)
{
    field *field = *state;
    add(field, 1, 45, 45);
    add(field, 2, 20, 45);
    add(field, 3, 10, 20);
    order(field, 2, 45, 45.1);
    expect_arrivals(field, 30);
    const fw_agent_state *states = states_of(field, NULL);
    assert_true(states[0].driven == 0 && states[0].from_goal == 0);
    assert_true(states[1].from_goal > 2 * radius - 0.2 && states[1].from_goal < 3 * radius);
    order(field, 3, 45, 45.1);
    step_for(field, 3);
    assert_int_equal(fw_traffic_remove(field->traffic, 1), FW_OK);
    assert_int_equal(fw_traffic_remove(field->traffic, 2), FW_OK);
    expect_arrivals(field, 30);
    assert_true(states_of(field, NULL)[0].from_goal <= FW_TRAFFIC_ARRIVED);
}

TEST_BETWEEN(a_unit_whose_place_is_built_over_gets_another_one, begin, end)
{
    field *field = *state;
    add(field, 1, 45.5, 45.5);
    add(field, 2, 20, 45.5);
    order(field, 2, 45.5, 45.5);
    step_for(field, 2);
    const agent *unit = &field->traffic->agents[1];
    const int32_t x = (int32_t)unit->order.place_x, y = (int32_t)unit->order.place_y;
    assert_true(x != 45 || y != 45);
    assert_int_equal(fw_map_set_rect(field->map, x, y, 1, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(field->map), FW_OK);
    expect_arrivals(field, 30);
    const fw_agent_state *states = states_of(field, NULL);
    assert_true(states[1].activity == FW_AGENT_ARRIVED && states[1].from_goal < 5 * radius);
    assert_true((int32_t)states[1].pose.x != x || (int32_t)states[1].pose.y != y);
}

/// How a gathering goes.
typedef struct course_of_events {
    bool backwards; ///< units are added and ordered in the opposite order
    int parts;      ///< steps to a tick
    double save_at; ///< seconds; 0: never
} course_of_events;

static void save_and_restore(field *field)
{
    size_t bytes = 0;
    assert_int_equal(fw_traffic_save(field->traffic, NULL, 0, &bytes), FW_BUFFER_TOO_SMALL);
    void *buffer = malloc(bytes);
    assert_non_null(buffer);
    assert_int_equal(fw_traffic_save(field->traffic, buffer, bytes, &bytes), FW_OK);
    begin_anew(field);
    assert_int_equal(fw_traffic_restore(field->traffic, buffer, bytes), FW_OK);
    free(buffer);
}

/// Twelve units go to a point, and six others later.
static uint64_t hash_of(field *field, const course_of_events *course)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    begin_anew(field);
    for (int32_t i = 0; i < 18; i++) {
        const int32_t at = course->backwards ? 17 - i : i;
        add(field, (fw_agent_id)at + 1, 5 + at % 6 * 3, 5 + at / 6 * 4);
    }
    for (int tick = 0; tick < 600; tick++) {
        for (int32_t i = 0; i < 18; i++) {
            const int32_t at = course->backwards ? 17 - i : i;
            if (tick == (at < 12 ? 0 : 200))
                order(field, (fw_agent_id)at + 1, 30, 28);
        }
        for (int part = 0; part < course->parts; part++)
            assert_int_equal(fw_traffic_step(field->traffic, 0.05 / course->parts, part == 0 ? 5000 : 0),
                             FW_OK);
        if (course->save_at > 0 && tick == (int)(course->save_at / 0.05))
            save_and_restore(field);
        for (int32_t i = 0; i < 18; i++) {
            const fw_pose pose = states_of(field, NULL)[i].pose;
            hash = (hash ^ (uint64_t)llround(pose.x * 1e6)) * UINT64_C(0x100000001b3);
            hash = (hash ^ (uint64_t)llround(pose.y * 1e6)) * UINT64_C(0x100000001b3);
        }
    }
    assert_true(have_all_arrived(field));
    return hash;
}

TEST_BETWEEN(a_gathering_does_not_depend_on_the_order_of_units_on_steps_or_on_saves, begin, end)
{
    field *field = *state;
    const uint64_t hash = hash_of(field, &(course_of_events){ .parts = 1 });
    assert_true(hash_of(field, &(course_of_events){ .parts = 1, .backwards = true }) == hash);
    assert_true(hash_of(field, &(course_of_events){ .parts = 8 }) == hash);
    for (int i = 0; i < 6; i++)
        assert_true(hash_of(field, &(course_of_events){ .parts = 1, .save_at = 0.01 + 2.3 * i }) == hash);
}

/// Memory ends at each allocation in turn, and comes back: all arrive nevertheless.
TEST_BETWEEN(a_gathering_goes_on_after_memory_was_missing, begin, end)
{
    field *field = *state;
    bool was_enough = false;
    for (uint64_t left = 0; !was_enough; left++) {
        begin_anew(field);
        add_block(field, 12);
        for (fw_agent_id id = 1; id <= 12; id++)
            order(field, id, 20, 20);
        field->ration.left = left;
        const fw_result result = fw_traffic_step(field->traffic, 0.05, 5000);
        assert_true(result == FW_OK || result == FW_NO_MEMORY);
        was_enough = result == FW_OK;
        field->ration.left = UNRATIONED;
        if (left % 3 == 0 || was_enough)
            expect_arrivals(field, 30);
    }
}

TEST_BETWEEN(an_index_of_points_finds_what_a_list_finds, begin, end)
{
    enum { SLOTS = 200 };
    field *field = *state;
    memory *memory = &field->traffic->memory;
    random_source random = { 11 };
    point_index index = { 0 };
    double x[SLOTS], y[SLOTS];
    bool is_there[SLOTS] = { false };
    uint32_t found[SLOTS + 1];
    for (int round = 0; round < 3000; round++) {
        const uint32_t slot = random_below(&random, SLOTS);
        assert_int_equal(points_reserve(memory, &index, slot + 1), FW_OK);
        is_there[slot] = random_below(&random, 3) > 0;
        x[slot] = random_below(&random, 40) * 0.5;
        y[slot] = random_below(&random, 40) * 0.5;
        if (is_there[slot])
            points_enter(&index, slot, x[slot], y[slot]);
        else
            points_leave(&index, slot);
        const double left = random_below(&random, 40) * 0.5, high = random_below(&random, 40) * 0.5;
        const fw_box box = { left, high, left + random_below(&random, 20) * 0.5,
                             high + random_below(&random, 20) * 0.5 };
        int32_t expected = 0;
        for (int i = 0; i < SLOTS; i++)
            expected += is_there[i] && x[i] >= box.min_x && x[i] <= box.max_x && y[i] >= box.min_y &&
                        y[i] <= box.max_y;
        const int32_t count = points_in(&index, &box, found);
        assert_int_equal(count, expected);
        for (int32_t i = 0; i < count; i++)
            assert_true(is_there[found[i]] && x[found[i]] >= box.min_x && x[found[i]] <= box.max_x);
    }
    points_free(memory, &index);
}
