// After changes of the map, a traffic looks only at units near them. A twin, which believes that all tiles have
// changed, looks at all units: both must move alike.
#include "base/random.h"
#include "common/drawing.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/inside.h"

enum { SIDE = 90, UNITS = 40, TICKS = 300, WALLS = 150 };

/// Two traffics with the same units on one map.
typedef struct twins {
    fw_map *map;
    fw_traffic *usual;
    fw_traffic *wary; ///< believes that all tiles have changed
} twins;

/// Blocks or frees a small rectangle.
static void edit(fw_map *map, random_source *random)
{
    const int32_t x = (int32_t)random_below(random, SIDE - 3), y = (int32_t)random_below(random, SIDE - 3);
    const uint8_t terrain = random_below(random, 2) ? FW_BLOCKED : FW_GROUND;
    assert_int_equal(fw_map_set_rect(map, x, y, 1 + (int32_t)random_below(random, 3),
                                     1 + (int32_t)random_below(random, 3), terrain),
                     FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
}

/// Adds a unit to both; every third one has a turning radius.
static void add(twins *pair, const fw_unit_id kinds[2], int index, random_source *random)
{
    fw_agent_def unit = fw_default_agent_def();
    unit.id = (fw_agent_id)index + 1;
    unit.unit = kinds[index % 3 == 2];
    unit.top = unit.acceleration = unit.braking = unit.lateral = 4;
    unit.start = (fw_pose){ random_within(random, 2, SIDE - 2), random_within(random, 2, SIDE - 2), 0 };
    const double x = random_within(random, 2, SIDE - 2), y = random_within(random, 2, SIDE - 2);
    const fw_result added = fw_traffic_add(pair->usual, &unit);
    assert_int_equal(fw_traffic_add(pair->wary, &unit), added);
    if (added == FW_OK) {
        assert_int_equal(fw_traffic_order(pair->usual, unit.id, x, y), FW_OK);
        assert_int_equal(fw_traffic_order(pair->wary, unit.id, x, y), FW_OK);
    }
}

static fw_map *new_map(void)
{
    fw_map *map;
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    return map;
}

/// People, and vehicles with a reverse gear.
static void add_kinds(fw_map *map, fw_unit_id kinds[2])
{
    for (int i = 0; i < 2; i++) {
        fw_unit_def kind = fw_default_unit_def();
        kind.size = 0;
        kind.footprint = fw_circle(0.7);
        kind.turn_radius = i * 1.5;
        kind.reverse = i > 0;
        assert_int_equal(fw_map_add_unit(map, &kind, &kinds[i]), FW_OK);
    }
}

static twins begin(random_source *random)
{
    twins made = { .map = new_map() };
    fw_unit_id kinds[2];
    for (int i = 0; i < WALLS; i++)
        edit(made.map, random);
    add_kinds(made.map, kinds);
    assert_int_equal(fw_traffic_create(made.map, NULL, &made.usual), FW_OK);
    assert_int_equal(fw_traffic_create(made.map, NULL, &made.wary), FW_OK);
    for (int i = 0; i < UNITS; i++)
        add(&made, kinds, i, random);
    return made;
}

static void end(twins *pair)
{
    fw_traffic_destroy(pair->usual);
    fw_traffic_destroy(pair->wary);
    fw_map_destroy(pair->map);
}

/// Steps both, which must then be alike.
static void step_alike(const twins *pair)
{
    assert_int_equal(fw_traffic_step(pair->usual, 0.1, 5000), FW_OK);
    assert_int_equal(fw_traffic_step(pair->wary, 0.1, 5000), FW_OK);
    int32_t count = 0, other_count = 0;
    const fw_agent_state *states = fw_traffic_states(pair->usual, &count);
    const fw_agent_state *others = fw_traffic_states(pair->wary, &other_count);
    assert_int_equal(count, other_count);
    for (int32_t i = 0; i < count; i++) {
        assert_memory_equal(&states[i].pose, &others[i].pose, sizeof states[i].pose);
        assert_int_equal(states[i].activity, others[i].activity);
    }
}

TEST(units_far_from_an_edit_need_not_notice_it)
{
    const int runs = rounds(12);
    for (int run = 0; run < runs; run++) {
        random_source random = { (uint32_t)run + 1 };
        twins pair = begin(&random);
        for (int tick = 0; tick < TICKS; tick++) {
            for (uint32_t edits = random_below(&random, 4); edits > 0; edits--)
                edit(pair.map, &random);
            if (pair.wary->map_version != fw_map_version(pair.map))
                pair.wary->map_version = 0;
            step_alike(&pair);
        }
        end(&pair);
    }
}

/// A map with the same tiles and kinds, which were there from its second version on.
static fw_map *copy_of(const fw_map *map)
{
    static uint8_t tiles[SIDE * SIDE];
    fw_map *copy = new_map();
    fw_unit_id kinds[2];
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        tiles[i] = fw_map_terrain(map, i % SIDE, i / SIDE);
    assert_int_equal(fw_map_set_tiles(copy, 0, 0, SIDE, SIDE, tiles, SIDE), FW_OK);
    assert_int_equal(fw_map_commit(copy), FW_OK);
    add_kinds(copy, kinds);
    return copy;
}

/// Saves a traffic and restores it on another map with the same tiles.
static void move_to_copy(fw_traffic **traffic, fw_map **copy)
{
    static unsigned char saved[1 << 20];
    size_t bytes;
    *copy = copy_of((*traffic)->handle);
    assert_int_equal(fw_traffic_save(*traffic, saved, sizeof saved, &bytes), FW_OK);
    fw_traffic_destroy(*traffic);
    assert_int_equal(fw_traffic_create(*copy, NULL, traffic), FW_OK);
    assert_int_equal(fw_traffic_restore(*traffic, saved, bytes), FW_OK);
}

TEST(a_restored_traffic_notices_what_had_changed_before_it_was_saved)
{
    const int runs = rounds(12);
    for (int run = 0; run < runs; run++) {
        random_source random = { (uint32_t)run + 100 };
        fw_map *copy = NULL;
        twins pair = begin(&random);
        for (int tick = 0; tick < TICKS; tick++) {
            if (tick == 40) {
                for (int edits = 0; edits < 30; edits++)
                    edit(pair.map, &random);
                move_to_copy(&pair.wary, &copy);
            }
            step_alike(&pair);
        }
        end(&pair);
        fw_map_destroy(copy);
    }
}

TEST(a_unit_without_a_way_gets_one_when_a_door_opens_far_away)
{
    fw_map *map = new_map();
    fw_traffic *traffic;
    assert_int_equal(fw_map_set_rect(map, SIDE / 2, 0, 1, SIDE, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    const fw_unit_def person = fw_default_unit_def();
    const fw_unit_id kind = add_unit(map, person);
    assert_int_equal(fw_traffic_create(map, NULL, &traffic), FW_OK);
    fw_agent_def unit = fw_default_agent_def();
    unit.id = 1;
    unit.unit = kind;
    unit.start = (fw_pose){ 2.5, 2.5, 0 };
    assert_int_equal(fw_traffic_add(traffic, &unit), FW_OK);
    assert_int_equal(fw_traffic_order(traffic, 1, SIDE - 2.5, 2.5), FW_OK);
    for (int tick = 0; tick < 100; tick++)
        assert_int_equal(fw_traffic_step(traffic, 0.1, 5000), FW_OK);
    int32_t count;
    assert_int_equal(fw_traffic_states(traffic, &count)->activity, FW_AGENT_BLOCKED);
    assert_int_equal(fw_map_set_tile(map, SIDE / 2, SIDE - 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    for (int tick = 0; tick < 3000; tick++)
        assert_int_equal(fw_traffic_step(traffic, 0.1, 5000), FW_OK);
    assert_int_equal(fw_traffic_states(traffic, &count)->activity, FW_AGENT_ARRIVED);
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

/// A corridor at the border, where a car that a wall has come over could leave it by an arc beyond the border only.
TEST(a_car_that_leaves_a_wall_stays_on_the_map)
{
    fw_map *map;
    fw_map_def def = fw_default_map_def();
    def.width = 12;
    def.height = 2;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    fw_unit_id kinds[2];
    add_kinds(map, kinds);
    int32_t leaving = 0;
    for (int heading = 0; heading < 16; heading++) {
        fw_traffic *traffic;
        assert_int_equal(fw_map_set_rect(map, 0, 0, 12, 2, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_int_equal(fw_traffic_create(map, NULL, &traffic), FW_OK);
        fw_agent_def unit = fw_default_agent_def();
        unit.id = 1;
        unit.unit = kinds[1];
        unit.start = (fw_pose){ 6, 1, heading * FW_PI / 8 };
        assert_int_equal(fw_traffic_add(traffic, &unit), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 5, 0, 2, 2, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        for (int tick = 0; tick < 100; tick++) {
            assert_int_equal(fw_traffic_step(traffic, 0.1, 1000), FW_OK);
            const fw_agent_state *at = fw_traffic_states(traffic, NULL);
            leaving += at->speed > 0;
            assert_true(at->pose.x > 0.7 - 1e-5 && at->pose.x < 11.3 + 1e-5);
            assert_true(at->pose.y > 0.7 - 1e-5 && at->pose.y < 1.3 + 1e-5);
        }
        fw_traffic_destroy(traffic);
    }
    assert_true(leaving > 0);
    fw_map_destroy(map);
}
