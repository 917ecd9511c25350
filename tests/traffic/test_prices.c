// Ways regard others: units that stand for long in narrow places, and the ways of a crowd.
#include <math.h>
#include <stdlib.h>

#include "common/crowd.h"
#include "common/unit.h"
#include "fairway/fairway.h"

#define RADIUS 0.4

typedef struct world {
    fw_map *map;
    fw_traffic *traffic;
    fw_unit_id kind;
} world;

/// A blocked map, in which rectangles {x, y, width, height} are open.
static world begin(int32_t side, const int32_t open[][4], int32_t count)
{
    world made = { 0 };
    fw_map_def def = fw_default_map_def();
    fw_unit_def kind = fw_default_unit_def();
    def.width = def.height = side;
    kind.size = 0;
    kind.footprint = fw_circle(RADIUS);
    assert_int_equal(fw_map_create(&def, &made.map), FW_OK);
    assert_int_equal(fw_map_add_unit(made.map, &kind, &made.kind), FW_OK);
    assert_int_equal(fw_map_set_rect(made.map, 0, 0, side, side, FW_BLOCKED), FW_OK);
    for (int32_t i = 0; i < count; i++)
        assert_int_equal(fw_map_set_rect(made.map, open[i][0], open[i][1], open[i][2], open[i][3], FW_GROUND),
                         FW_OK);
    assert_int_equal(fw_map_commit(made.map), FW_OK);
    assert_int_equal(fw_traffic_create(made.map, NULL, &made.traffic), FW_OK);
    return made;
}

static void end(world *world)
{
    fw_traffic_destroy(world->traffic);
    fw_map_destroy(world->map);
}

static void add(const world *world, fw_agent_id id, double x, double y)
{
    fw_agent_def unit = fw_default_agent_def();
    unit.id = id;
    unit.unit = world->kind;
    unit.top = 2;
    unit.acceleration = unit.braking = unit.lateral = 4;
    unit.start = (fw_pose){ x, y, 0 };
    assert_int_equal(fw_traffic_add(world->traffic, &unit), FW_OK);
}

static fw_agent_state state_of(const world *world, fw_agent_id id)
{
    fw_agent_state state;
    assert_int_equal(fw_traffic_get_state(world->traffic, id, &state, sizeof state), FW_OK);
    return state;
}

/// Steps until a unit has arrived, for 200 seconds at most.
///
/// @return the largest y at which it was
static double deepest(const world *world, fw_agent_id id)
{
    double y = 0;
    for (int32_t i = 0; i < 2000; i++) {
        assert_int_equal(fw_traffic_step(world->traffic, 0.1, 100000), FW_OK);
        const fw_agent_state state = state_of(world, id);
        y = fmax(y, state.pose.y);
        if (state.activity == FW_AGENT_ARRIVED)
            return y;
    }
    fail_msg("unit %d has not arrived", (int)id);
    return y;
}

enum { SHORTCUT = 20, SHORTCUT_ROW = 10 };

/// Two rooms with a shortcut 1 tile wide and 20 long, and a way round that is longer by about 2 * `down`.
static world shortcut(int32_t down)
{
    const int32_t open[][4] = { { 2, 4, 8, SHORTCUT_ROW + down - 1 },
                                { 10 + SHORTCUT, 4, 8, SHORTCUT_ROW + down - 1 },
                                { 10, SHORTCUT_ROW, SHORTCUT, 1 },
                                { 2, SHORTCUT_ROW + down, SHORTCUT + 16, 3 } };
    return begin(50, open, 4);
}

/// True if a unit that goes from one room to the other takes the way round.
static bool goes_round(const world *world, fw_agent_id id, bool east)
{
    assert_int_equal(fw_traffic_order(world->traffic, id, east ? 14 + SHORTCUT : 5.5, SHORTCUT_ROW + 0.5),
                     FW_OK);
    return deepest(world, id) > SHORTCUT_ROW + 2;
}

/// A unit that is parked in the middle of the shortcut would drive ten tiles to make room, and ten back; so it costs
/// ten tiles.
TEST(a_parked_unit_costs_half_of_what_it_drives_to_make_room_and_back)
{
    for (int32_t down = 4; down <= 10; down += 3)
        for (int32_t at = 1; at <= SHORTCUT / 2; at += 3) {
            world world = shortcut(down);
            const double more = 2 * (sqrt((down - 0.5) * (down - 0.5) + 4.5 * 4.5) - 4.5),
                         price = fmax(at, 2);
            add(&world, 1, 5.5, SHORTCUT_ROW + 0.5);
            add(&world, 2, 10 + at - 0.5, SHORTCUT_ROW + 0.5);
            if (fabs(more - price) > 1.5 && goes_round(&world, 1, true) != (more < price))
                fail_msg("parked %d tiles deep: a detour of %g", at, more);
            end(&world);
        }
}

TEST(a_unit_that_leaves_costs_nothing)
{
    world world = shortcut(4);
    add(&world, 1, 5.5, SHORTCUT_ROW + 0.5);
    assert_false(goes_round(&world, 1, true));
    add(&world, 2, 10 + SHORTCUT / 2 + 0.5, SHORTCUT_ROW + 0.5);
    assert_true(goes_round(&world, 1, false));
    assert_true(goes_round(&world, 1, true));
    assert_int_equal(fw_traffic_order(world.traffic, 2, 4, 6), FW_OK);
    deepest(&world, 2);
    assert_false(goes_round(&world, 1, false));
    end(&world);
}

/// One that holds cannot be asked for room.
TEST(a_unit_that_holds_is_worth_a_long_detour)
{
    world world = shortcut(20);
    add(&world, 1, 5.5, SHORTCUT_ROW + 0.5);
    add(&world, 2, 11.5, SHORTCUT_ROW + 0.5);
    assert_false(goes_round(&world, 1, true));
    assert_int_equal(fw_traffic_hold(world.traffic, 2, true), FW_OK);
    assert_true(goes_round(&world, 1, false));
    end(&world);
}

enum { CROWD = 100, WALL = 24 };

/// Two rooms with two equal passages between them, and 100 units with goals in the other room.
static world two_passages(int32_t width, double shift, bool is_reversed)
{
    const int32_t open[][4] = { { 2, 2, WALL - 2, 40 },
                                { WALL + 4, 2, WALL - 2, 40 },
                                { WALL, 10, 4, width },
                                { WALL, 34 - width, 4, width } };
    world made = begin(60, open, 4);
    for (int32_t i = 0; i < CROWD; i++) {
        const int32_t id = is_reversed ? CROWD - i : i + 1, row = (id - 1) % 10, column = (id - 1) / 10;
        add(&made, (fw_agent_id)id, 5 + 1.2 * column, 16 + shift + 1.2 * row);
    }
    return made;
}

static void order_all(const world *world)
{
    for (int32_t i = 0; i < CROWD; i++)
        assert_int_equal(fw_traffic_order(world->traffic, (fw_agent_id)i + 1, WALL + 10 + 1.2 * (i / 10),
                                          16 + 1.2 * (i % 10)),
                         FW_OK);
}

/// Units of which most are nearer to one of the passages than to the other.
TEST(no_passage_of_two_carries_more_than_65_of_100)
{
    for (int32_t width = 1; width <= 3; width++) {
        world world = two_passages(width, -8, false);
        bool has_crossed[CROWD] = { false };
        int32_t upper = 0, crossed = 0;
        order_all(&world);
        for (int32_t i = 0; i < 4000 && crossed < CROWD; i++) {
            assert_int_equal(fw_traffic_step(world.traffic, 0.1, 1000), FW_OK);
            for (int32_t j = 0; j < CROWD; j++) {
                const fw_pose at = state_of(&world, (fw_agent_id)j + 1).pose;
                if (!has_crossed[j] && at.x > WALL + 2) {
                    has_crossed[j] = true;
                    crossed++;
                    upper += at.y < 22;
                }
            }
        }
        if (crossed < CROWD || upper > 65 || upper < 35)
            fail_msg("width %d: %d have crossed, %d of them in the upper passage", width, crossed, upper);
        end(&world);
    }
}

/// The hash of a traffic after 20 seconds, in steps of `dt`. After each step, it goes on from a save of itself.
static uint64_t hash_after(double dt, bool is_reversed, bool is_saved, uint64_t budget)
{
    static uint8_t save[1 << 20];
    world world = two_passages(2, -8, is_reversed);
    order_all(&world);
    for (int32_t i = 0; i * dt < 20; i++) {
        assert_int_equal(fw_traffic_step(world.traffic, dt, budget), FW_OK);
        size_t bytes = 0;
        if (!is_saved)
            continue;
        assert_int_equal(fw_traffic_save(world.traffic, save, sizeof save, &bytes), FW_OK);
        fw_traffic_destroy(world.traffic);
        assert_int_equal(fw_traffic_create(world.map, NULL, &world.traffic), FW_OK);
        assert_int_equal(fw_traffic_restore(world.traffic, save, bytes), FW_OK);
    }
    const uint64_t hash = fw_traffic_hash(world.traffic);
    end(&world);
    return hash;
}

TEST(prices_depend_on_neither_the_length_of_steps_nor_the_order_of_units_nor_saves)
{
    const uint64_t once = hash_after(0.25, false, false, 1 << 30);
    assert_true(hash_after(0.125, false, false, 1 << 30) == once);
    assert_true(hash_after(0.25, true, false, 1 << 30) == once);
    assert_true(hash_after(0.25, true, true, 1 << 30) == once);
    assert_true(hash_after(0.25, false, true, 100) == hash_after(0.25, true, false, 100));
}

/// With its lane, a way round a place may lead back over it: searching for a better one ends nevertheless.
TEST(the_search_for_better_ways_ends)
{
    static crowd scene;
    crowd_at_random(CROWD_NARROW_CAVES, 9, &scene);
    const crowd_options options = { .dt = 0.05, .limit = scene.bar, .budget = 20000 };
    const crowd_outcome outcome = crowd_run(&scene, &options);
    assert_int_equal(outcome.arrived, scene.count);
    assert_in_range(outcome.search_work, 1, 100000);
}
