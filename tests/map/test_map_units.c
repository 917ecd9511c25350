#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "map/editor.h"
#include "map/map.h"

static fw_map *small_map(void)
{
    const char *room[] = { "....", "....", "...." };
    return DRAWN(room);
}

static fw_unit_def completed(fw_unit_def def)
{
    fw_map *map = small_map();
    const fw_unit_id id = add_unit(map, def);
    assert_int_equal(fw_map_unit(map, id, &def), FW_OK);
    fw_map_destroy(map);
    return def;
}

TEST(a_unit_without_footprint_is_a_circle_of_its_size)
{
    const fw_unit_def one = completed(fw_default_unit_def());
    assert_int_equal(one.size, 1);
    assert_int_equal(one.footprint.kind, FW_FOOTPRINT_CIRCLE);
    assert_true(one.footprint.radius == 0.5);
    const fw_unit_def three = completed(unit_of_size(3));
    assert_int_equal(three.size, 3);
    assert_true(three.footprint.radius == 1.5);
}

static int32_t size_of_body(fw_footprint footprint, double turn_radius)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = footprint;
    def.turn_radius = turn_radius;
    return completed(def).size;
}

TEST(the_size_follows_from_the_footprint)
{
    assert_int_equal(size_of_body(fw_circle(0.3), 0), 1);
    assert_int_equal(size_of_body(fw_circle(0.5), 0), 1);
    assert_int_equal(size_of_body(fw_circle(0.9), 0), 2);
    assert_int_equal(size_of_body(fw_circle(1 + 0.4e-6), 0), 2); // sticks out by less than FW_TOUCH
    assert_int_equal(size_of_body(fw_circle(1 + 0.6e-6), 0), 3);
    assert_int_equal(size_of_body(fw_circle(1e-9), 0), 1);
    assert_int_equal(size_of_body(fw_rectangle(4, 1.2), 3), 2); // drives: its width
    assert_int_equal(size_of_body(fw_rectangle(3, 4), 0), 5);   // turns on the spot: the circle around it
    assert_int_equal(size_of_body(fw_rectangle(1.2, 0.6), 0), 2);
    assert_int_equal(size_of_body(fw_rectangle_at(4, 1.2, 1.5, 0), 3), 2); // drives: its width
    assert_int_equal(size_of_body(fw_rectangle_at(4, 1.2, 0, 0.5), 3), 3); // to the farther side
    static const fw_corner kite[] = { { 3, 0 }, { 0, 1 }, { -1, 0 }, { 0, -0.4 } };
    assert_int_equal(size_of_body(fw_polygon(kite, 4), 3), 2); // drives: twice the way to its farther side
    assert_int_equal(size_of_body(fw_polygon(kite, 4), 0), 6); // turns on the spot: twice the way to its tip
    assert_int_equal(size_of_body(fw_rectangle_at(6, 6, 1, -1), 0), 12); // to the farthest corner
}

TEST(a_size_may_be_given_smaller_than_the_footprint)
{
    fw_unit_def def = unit_of_size(1);
    def.footprint = fw_circle(1.5);
    def = completed(def);
    assert_int_equal(def.size, 1);
    assert_true(def.footprint.radius == 1.5);
}

TEST(costs_become_integers)
{
    fw_map *map = small_map();
    fw_unit_def def = fw_default_unit_def();
    def.terrain_cost[FW_GROUND] = 1.501f;
    def.terrain_cost[FW_SWAMP] = 1.0f / 16;
    def.terrain_cost[31] = 255.0f;
    const map_unit *unit = map_find_unit(map_version_of(map), add_unit(map, def));
    assert_int_equal(unit->capability, 1u << FW_GROUND | 1u << FW_SWAMP | 1u << 31);
    assert_int_equal(unit->terrain_cost[FW_BLOCKED], 0);
    assert_int_equal(unit->terrain_cost[FW_GROUND], 384);
    assert_int_equal(unit->terrain_cost[FW_SWAMP], 16);
    assert_int_equal(unit->terrain_cost[31], 255 * 256);
    assert_int_equal(unit->cheapest, 16);
    assert_false(unit->uniform);
    assert_true(map_find_unit(map_version_of(map), add_unit(map, fw_default_unit_def()))->uniform);
    fw_map_destroy(map);
}

TEST(a_unit_that_would_enter_blocked_tiles_is_refused)
{
    fw_map *map = small_map();
    const struct {
        float cost;
        fw_result result;
    } costs[] = { { 1.0F, FW_BAD_VALUE },      { 0.25F, FW_BAD_VALUE },  { 255.0F, FW_BAD_VALUE },
                  { -1.0F, FW_BAD_VALUE },     { 1e-30F, FW_BAD_VALUE }, { NAN, FW_NOT_FINITE },
                  { INFINITY, FW_NOT_FINITE }, { 0.0F, FW_OK },          { -0.0F, FW_OK } };
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        fw_unit_def def = fw_default_unit_def();
        fw_unit_id id;
        def.terrain_cost[FW_BLOCKED] = costs[i].cost;
        assert_int_equal(fw_map_add_unit(map, &def, &id), costs[i].result);
    }
    fw_map_destroy(map);
}

TEST(ids_are_never_used_again)
{
    fw_map *map = small_map();
    const fw_unit_id keeper = add_unit(map, unit_of_size(1));
    fw_unit_id last = keeper;
    for (int i = 0; i < 1000; i++) {
        const fw_unit_id id = add_unit(map, unit_of_size(1));
        assert_int_not_equal(id, 0);
        assert_int_not_equal(id, last);
        assert_int_equal(fw_map_remove_unit(map, id), FW_OK);
        assert_null(map_find_unit(map_version_of(map), id));
        assert_int_equal(fw_map_remove_unit(map, id), FW_UNKNOWN_UNIT);
        last = id;
    }
    assert_non_null(map_find_unit(map_version_of(map), keeper));
    fw_map_destroy(map);
}

TEST(a_place_whose_ids_are_used_up_is_not_used_again)
{
    fw_map *map = small_map();
    const fw_unit_id first = add_unit(map, unit_of_size(1));
    assert_int_equal(fw_map_remove_unit(map, first), FW_OK);
    const fw_unit_id second = add_unit(map, unit_of_size(1));
    const map_version *version = map_version_of(map);
    assert_int_equal(map_relative_id(version, first), 1u << 12);
    assert_int_equal(map_relative_id(version, second), 2u << 12); // the same place, one generation later
    assert_int_equal(fw_map_remove_unit(map, second), FW_OK);
    map->editor->generations[0] = (1u << 20) - 2;
    const fw_unit_id last = add_unit(map, unit_of_size(1));
    assert_int_equal(map_relative_id(version, last), ((1u << 20) - 1) << 12);
    assert_int_equal(fw_map_remove_unit(map, last), FW_OK);
    const fw_unit_id next = add_unit(map, unit_of_size(1));
    assert_int_equal(map_relative_id(version, next), 1u << 12 | 1);
    fw_map_destroy(map);
}

enum { MAPS = 300, SLOTS = 3, GENERATIONS = 20, IDS = MAPS * SLOTS * GENERATIONS };

static int compare_ids(const void *a, const void *b)
{
    const fw_unit_id one = *(const fw_unit_id *)a, other = *(const fw_unit_id *)b;
    return (one > other) - (one < other);
}

TEST(no_two_maps_give_the_same_id_and_those_of_other_maps_are_refused)
{
    static fw_map *maps[MAPS];
    static fw_unit_id ids[IDS], held[MAPS];
    int count = 0;
    for (int i = 0; i < MAPS; i++) {
        maps[i] = small_map();
        for (int generation = 0; generation < GENERATIONS; generation++) {
            const int first = count;
            while (count < first + SLOTS)
                ids[count++] = add_unit(maps[i], unit_of_size(1));
            for (int k = first; k < count && generation + 1 < GENERATIONS; k++)
                assert_int_equal(fw_map_remove_unit(maps[i], ids[k]), FW_OK);
        }
        held[i] = ids[count - 1];
        const map_version *version = map_version_of(maps[i]);
        assert_int_equal(map_relative_id(version, held[i]), (uint32_t)GENERATIONS << 12 | (SLOTS - 1));
        assert_int_equal(map_absolute_id(version, map_relative_id(version, held[i])), held[i]);
    }
    fw_unit_def def;
    for (int i = 0; i < MAPS; i++)
        for (int k = 0; k < MAPS; k++)
            assert_int_equal(fw_map_unit(maps[i], held[k], &def), i == k ? FW_OK : FW_UNKNOWN_UNIT);
    qsort(ids, IDS, sizeof *ids, compare_ids);
    for (int i = 0; i < IDS; i++)
        assert_true(ids[i] >= 1u << 12 && (i == 0 || ids[i] > ids[i - 1]));
    for (int i = 0; i < MAPS; i++)
        fw_map_destroy(maps[i]);
}

TEST(a_map_takes_4000_units_and_no_more)
{
    fw_map *map = small_map();
    const fw_unit_def def = unit_of_size(2);
    fw_unit_id id = 0;
    for (int i = 0; i < 4000; i++)
        assert_int_equal(fw_map_add_unit(map, &def, &id), FW_OK);
    fw_unit_id refused = 77;
    assert_int_equal(fw_map_add_unit(map, &def, &refused), FW_TOO_MANY);
    assert_int_equal(refused, 77);
    assert_int_equal(fw_map_remove_unit(map, id), FW_OK);
    assert_int_equal(fw_map_add_unit(map, &def, &id), FW_OK);
    fw_map_destroy(map);
}

TEST(equal_units_share_their_layer_and_the_last_one_frees_it)
{
    ration given = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&given);
    fw_map_def map_def = fw_default_map_def();
    map_def.width = map_def.height = 200;
    map_def.allocator = &hooks;
    fw_map *map = NULL;
    assert_int_equal(fw_map_create(&map_def, &map), FW_OK);
    fw_map_memory before, one, two, after;
    assert_int_equal(fw_map_memory_use(map, &before), FW_OK);
    assert_int_equal(before.layers, 0);
    const fw_unit_id first = add_unit(map, unit_of_size(7));
    assert_int_equal(fw_map_memory_use(map, &one), FW_OK);
    const fw_unit_id second = add_unit(map, unit_of_size(7));
    assert_int_equal(fw_map_memory_use(map, &two), FW_OK);
    assert_int_equal(two.layers, one.layers);
    assert_true(one.layers >= 200 * 200 / 8);
    assert_ptr_equal(map_find_unit(map_version_of(map), first)->layer,
                     map_find_unit(map_version_of(map), second)->layer);
    assert_int_equal(two.map + two.layers + two.tables + two.scratch, given.bytes);
    assert_int_equal(fw_map_remove_unit(map, first), FW_OK);
    assert_true(fw_map_fits(map, second, 193, 193));
    assert_int_equal(fw_map_remove_unit(map, second), FW_OK);
    assert_int_equal(fw_map_memory_use(map, &after), FW_OK);
    assert_int_equal(after.layers, 0);
    fw_map_destroy(map);
    assert_int_equal(given.held, 0);
}

static fw_result refusal(fw_unit_def def)
{
    fw_map *map = small_map();
    fw_unit_id id = 77;
    const fw_result result = fw_map_add_unit(map, &def, &id);
    assert_int_equal(id, 77);
    fw_map_destroy(map);
    return result;
}

/// Asserts that a default unit with one field set to a value is refused.
#define ASSERT_REFUSED(field, value, result)                                                                 \
    do {                                                                                                     \
        fw_unit_def refused = fw_default_unit_def();                                                         \
        refused.field = (value);                                                                             \
        assert_int_equal(refusal(refused), (result));                                                        \
    } while (0)

TEST(units_that_make_no_sense_are_refused_by_name)
{
    static const fw_corner triangle[] = { { 1, 0 }, { -1, 1 }, { -1, -1 } },
                           dart[] = { { 1, 0 }, { -1, 1 }, { -0.2, 0 }, { -1, -1 } },
                           star[] = { { 1, 0 }, { -0.8, 0.6 }, { 0.3, -1 }, { 0.3, 1 }, { -0.8, -0.6 } },
                           beside[] = { { 3, 0 }, { 1, 1 }, { 1, -1 } },
                           endless[] = { { 1, 0 }, { -1, 1 }, { -1, (double)NAN } },
                           straight[] = { { 1, 0 }, { 0, 0.5 }, { -1, 1 }, { -1, -1 } };
    const double nan = 0.0 / 0.0, infinite = 1.0 / 0.0;
    ASSERT_REFUSED(cookie, 0, FW_BAD_DEF);
    ASSERT_REFUSED(size, -1, FW_BAD_SIZE);
    ASSERT_REFUSED(size, 65, FW_BAD_SIZE);
    ASSERT_REFUSED(footprint, fw_circle(0), FW_BAD_SIZE);
    ASSERT_REFUSED(footprint, fw_circle(64.5), FW_BAD_SIZE);
    ASSERT_REFUSED(footprint, fw_circle(33), FW_BAD_SIZE); // needs 66 tiles
    ASSERT_REFUSED(footprint, fw_circle(nan), FW_NOT_FINITE);
    ASSERT_REFUSED(footprint, fw_rectangle(-1, 1), FW_BAD_SIZE);
    ASSERT_REFUSED(footprint, fw_rectangle(1, 129), FW_BAD_SIZE);
    ASSERT_REFUSED(footprint, fw_rectangle(1, infinite), FW_NOT_FINITE);
    ASSERT_REFUSED(footprint, fw_rectangle_at(2, 1, 1, 0), FW_BAD_VALUE); // the pose is at the rear
    ASSERT_REFUSED(footprint, fw_rectangle_at(2, 1, 0, -0.6), FW_BAD_VALUE);
    ASSERT_REFUSED(footprint, fw_rectangle_at(2, 1, infinite, 0), FW_NOT_FINITE);
    ASSERT_REFUSED(footprint, fw_polygon(dart, 4), FW_BAD_VALUE);
    ASSERT_REFUSED(footprint, fw_polygon(star, 5), FW_BAD_VALUE);
    ASSERT_REFUSED(footprint, fw_polygon(triangle, 2), FW_BAD_SIZE);
    ASSERT_REFUSED(footprint, fw_polygon(NULL, 3), FW_BAD_SIZE);
    ASSERT_REFUSED(footprint, fw_polygon(beside, 3), FW_BAD_VALUE);
    ASSERT_REFUSED(footprint, fw_polygon(endless, 3), FW_NOT_FINITE);
    ASSERT_REFUSED(footprint, fw_polygon(straight, 4), FW_BAD_VALUE);
    ASSERT_REFUSED(footprint.kind, (fw_footprint_kind)9, FW_BAD_VALUE);
    ASSERT_REFUSED(terrain_cost[3], -1.0f, FW_BAD_VALUE);
    ASSERT_REFUSED(terrain_cost[3], 256.0f, FW_BAD_VALUE);
    ASSERT_REFUSED(terrain_cost[3], 0.06f, FW_BAD_VALUE);
    ASSERT_REFUSED(terrain_cost[3], (float)nan, FW_NOT_FINITE);
    ASSERT_REFUSED(corners, (fw_corner_rule)4, FW_BAD_VALUE);
    ASSERT_REFUSED(methods, UINT32_MAX, FW_BAD_VALUE);
    ASSERT_REFUSED(turn_radius, -0.1, FW_BAD_VALUE);
    ASSERT_REFUSED(turn_radius, 1025.0, FW_BAD_VALUE);
    ASSERT_REFUSED(turn_radius, nan, FW_NOT_FINITE);
    ASSERT_REFUSED(curvature_rate, -1.0, FW_BAD_VALUE);
    ASSERT_REFUSED(curvature_rate, 1e-7, FW_BAD_VALUE);
    ASSERT_REFUSED(curvature_rate, 2e6, FW_BAD_VALUE);
    ASSERT_REFUSED(curvature_rate, nan, FW_NOT_FINITE);
    ASSERT_REFUSED(reverse_penalty, 0.5, FW_BAD_VALUE);
    ASSERT_REFUSED(reverse_penalty, infinite, FW_NOT_FINITE);
    ASSERT_REFUSED(gear_change_cost, -1.0, FW_BAD_VALUE);
    ASSERT_REFUSED(gear_change_cost, nan, FW_NOT_FINITE);
    assert_int_equal(refusal(unit_entering(1, 1u << FW_BLOCKED)), FW_BAD_VALUE);
}

TEST(calls_without_a_map_or_a_known_unit_are_refused)
{
    fw_map *map = small_map();
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id id = 0;
    assert_int_equal(fw_map_add_unit(NULL, &def, &id), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_add_unit(map, NULL, &id), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_add_unit(map, &def, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_remove_unit(NULL, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_unit(map, 1, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_prepare(NULL, 1, FW_AUTO), FW_NULL_ARGUMENT);
    const fw_unit_id strangers[] = { 0, 1, 4096, 4097, UINT32_MAX };
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++) {
        assert_int_equal(fw_map_remove_unit(map, strangers[i]), FW_UNKNOWN_UNIT);
        assert_int_equal(fw_map_unit(map, strangers[i], &def), FW_UNKNOWN_UNIT);
        assert_int_equal(fw_map_prepare(map, strangers[i], FW_AUTO), FW_UNKNOWN_UNIT);
        assert_false(fw_map_fits(map, strangers[i], 0, 0));
        assert_int_equal(fw_map_region(map, strangers[i], 0, 0), 0);
    }
    id = add_unit(map, def);
    assert_int_equal(fw_map_prepare(map, id, FW_METHOD_COUNT), FW_BAD_VALUE);
    assert_int_equal(fw_map_prepare(map, id, FW_ASTAR), FW_OK);
    fw_map_destroy(map);
}

TEST(every_method_has_a_name_and_is_found_by_it)
{
    fw_method found = FW_METHOD_COUNT;
    for (int method = 0; method < FW_METHOD_COUNT; method++) {
        assert_int_equal(fw_method_from_name(fw_method_name((fw_method)method), &found), FW_OK);
        assert_int_equal(found, method);
    }
    assert_string_equal(fw_method_name(FW_METHOD_COUNT), "unknown");
    assert_int_equal(fw_method_from_name("unknown", &found), FW_BAD_VALUE);
    assert_int_equal(fw_method_from_name(NULL, &found), FW_NULL_ARGUMENT);
    assert_int_equal(fw_method_from_name("grid", NULL), FW_NULL_ARGUMENT);
}
