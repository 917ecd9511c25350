#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "traffic/way_pool.h"

enum { UNITS = 20, LONGEST = 60, CHANGES = 20000 };

/// What a way must be from its corner `passed` on. Its corners are 1 tile apart.
typedef struct model {
    int32_t count, passed;
    double x[LONGEST];
} model;

static fw_traffic *begin(fw_map **map)
{
    fw_map_def def = fw_default_map_def();
    fw_unit_def round = fw_default_unit_def();
    fw_traffic *traffic = NULL;
    def.width = def.height = 2 * UNITS;
    assert_int_equal(fw_map_create(&def, map), FW_OK);
    fw_agent_def unit = fw_default_agent_def();
    round.size = 0;
    round.footprint = fw_circle(0.4);
    assert_int_equal(fw_map_add_unit(*map, &round, &unit.unit), FW_OK);
    assert_int_equal(fw_traffic_create(*map, NULL, &traffic), FW_OK);
    for (int i = 0; i < UNITS; i++) {
        unit.id = (fw_agent_id)i + 1;
        unit.start = (fw_pose){ 2 * i + 1, 1, 0 };
        assert_int_equal(fw_traffic_add(traffic, &unit), FW_OK);
    }
    return traffic;
}

static void check(const fw_traffic *traffic, const model *wanted)
{
    for (uint32_t slot = 0; slot < UNITS; slot++) {
        const way *way = &traffic->agents[slot].way;
        const int32_t dropped = wanted[slot].count - way->count;
        assert_in_range(dropped, 0, wanted[slot].passed);
        for (int32_t i = 0; i < way->count; i++)
            assert_true(way->points[i].x == wanted[slot].x[dropped + i]);
    }
}

static void check_lengths(fw_traffic *traffic)
{
    for (uint32_t slot = 0; slot < UNITS; slot++) {
        const agent *unit = &traffic->agents[slot];
        for (int32_t i = 0; i < unit->way.count; i++)
            assert_true(way_rests(traffic, unit)[i] == unit->way.count - 1 - i);
    }
}

/// A unit gets a longer or shorter way; a longer one begins with the old one.
static void change(fw_traffic *traffic, uint32_t slot, model *wanted, random_source *random)
{
    const int32_t count = (int32_t)random_below(random, LONGEST + 1);
    way *way = &traffic->agents[slot].way;
    assert_int_equal(way_reserve(traffic, slot, count), FW_OK);
    assert_true(way->room >= count);
    check_lengths(traffic);
    for (int32_t i = way->count; i < count; i++) {
        wanted[slot].x[i] = i > 0 ? wanted[slot].x[i - 1] + 1 : random_below(random, CHANGES);
        way->points[i] = (way_point){ wanted[slot].x[i], 1 };
    }
    way->count = wanted[slot].count = count;
    way_has_changed(traffic);
    check_lengths(traffic);
}

TEST(ways_stay_as_they_are_while_others_grow_and_end)
{
    fw_map *map = NULL;
    fw_traffic *traffic = begin(&map);
    random_source random = { 1 };
    model wanted[UNITS];
    for (uint32_t slot = 0; slot < UNITS; slot++)
        wanted[slot] = (model){ .count = 1, .x = { traffic->agents[slot].way.points[0].x } };
    for (int i = 0; i < CHANGES; i++) {
        change(traffic, random_below(&random, UNITS), wanted, &random);
        check(traffic, wanted);
    }
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

/// Every unit once has the longest way, but one after another.
TEST(units_share_the_memory_of_their_ways)
{
    fw_map *map = NULL;
    fw_traffic *traffic = begin(&map);
    for (int i = 0; i < 3 * UNITS; i++) {
        way *way = &traffic->agents[i % UNITS].way;
        assert_int_equal(way_reserve(traffic, (uint32_t)(i % UNITS), LONGEST), FW_OK);
        way->count = 0;
    }
    assert_true(traffic->ways.bytes < 4 * LONGEST * sizeof(way_point));
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}

/// A unit gets a new way, is somewhere on it, and has looked for gates up to a place. In half of the cases, a gate
/// begins before this place.
static void renew(fw_traffic *traffic, uint32_t slot, model *wanted, random_source *random)
{
    agent *unit = &traffic->agents[slot];
    way *way = &unit->way;
    way->next = way->count = 0;
    change(traffic, slot, wanted, random);
    way->farthest = way->count > 0 ? (int32_t)random_below(random, (uint32_t)way->count) : 0;
    const int32_t back = way->farthest < WAY_BACK ? way->farthest : WAY_BACK;
    way->next = way->farthest - (int32_t)random_below(random, (uint32_t)back + 1);
    const int32_t searched = (int32_t)random_below(random, LONGEST);
    const int32_t length = random_below(random, 2) ? 1 + (int32_t)random_below(random, 10) : 0;
    const int32_t beyond = way->count - 2 - searched - length;
    unit->pursuit.gate.searched = searched + 0.5;
    unit->pursuit.gate.enter = length > 0 ? searched + length + 0.5 : 0;
    const int32_t behind = way->farthest - WAY_BACK - SEEN_BACK;
    const int32_t passed = behind < beyond ? behind : beyond;
    wanted[slot].passed = passed > 0 ? passed : 0;
}

TEST(corners_are_dropped_only_far_behind_a_unit_and_its_search_for_gates)
{
    fw_map *map = NULL;
    fw_traffic *traffic = begin(&map);
    random_source random = { 2 };
    model wanted[UNITS];
    int32_t dropped = 0;
    for (uint32_t slot = 0; slot < UNITS; slot++)
        wanted[slot] = (model){ .count = 1, .x = { traffic->agents[slot].way.points[0].x } };
    for (int i = 0; i < CHANGES; i++) {
        renew(traffic, random_below(&random, UNITS), wanted, &random);
        check(traffic, wanted);
        for (uint32_t slot = 0; slot < UNITS; slot++)
            dropped += wanted[slot].count - traffic->agents[slot].way.count;
    }
    assert_true(dropped > CHANGES);
    fw_traffic_destroy(traffic);
    fw_map_destroy(map);
}
