#include <string.h>

#include "common/drawing.h"
#include "common/unit.h"
#include "map/map.h"

TEST(a_new_map_is_filled_and_of_version_1)
{
    fw_map_def def = fw_default_map_def();
    def.width = 70;
    def.height = 3;
    def.fill = FW_WATER;
    fw_map *map = NULL;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_int_equal(fw_map_width(map), 70);
    assert_int_equal(fw_map_height(map), 3);
    assert_int_equal(fw_map_version(map), 1);
    assert_int_equal(fw_map_terrain(map, 69, 2), FW_WATER);
    assert_int_equal(fw_map_terrain(map, 70, 2), FW_BLOCKED);
    assert_int_equal(fw_map_terrain(map, 0, 3), FW_BLOCKED);
    assert_int_equal(fw_map_terrain(map, -1, 0), FW_BLOCKED);
    assert_int_equal(fw_map_terrain(map, 0, -1), FW_BLOCKED);
    fw_map_destroy(map);
}

static fw_result refusal(fw_map_def def)
{
    fw_map *map = NULL;
    const fw_result result = fw_map_create(&def, &map);
    assert_null(map);
    return result;
}

TEST(maps_that_make_no_sense_are_refused_by_name)
{
    const fw_map_def fine = fw_default_map_def();
    fw_map_def def = fine;
    def.cookie ^= 1;
    assert_int_equal(refusal(def), FW_BAD_DEF);
    const int32_t sides[] = { 0, -1, INT32_MIN, FW_MAX_SIDE + 1, INT32_MAX };
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        def = fine;
        def.width = sides[i];
        assert_int_equal(refusal(def), FW_BAD_SIZE);
        def = fine;
        def.height = sides[i];
        assert_int_equal(refusal(def), FW_BAD_SIZE);
    }
    def = fine;
    def.fill = FW_TERRAIN_COUNT;
    assert_int_equal(refusal(def), FW_UNKNOWN_TERRAIN);
    fw_map *map = NULL;
    assert_int_equal(fw_map_create(NULL, &map), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_create(&fine, NULL), FW_NULL_ARGUMENT);
}

TEST(edits_that_make_no_sense_are_refused_and_note_nothing)
{
    const char *room[] = { "....", "...." };
    const uint8_t strip[] = { 1, 2, 3, 32 };
    fw_map *map = DRAWN(room);
    const uint64_t version = fw_map_version(map);
    assert_int_equal(fw_map_set_tile(NULL, 0, 0, 0), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_set_tile(map, 4, 0, 0), FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_map_set_tile(map, 0, -1, 0), FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_map_set_tile(map, 0, 0, 32), FW_UNKNOWN_TERRAIN);
    assert_int_equal(fw_map_set_rect(map, 0, 0, 0, 1, 0), FW_BAD_SIZE);
    assert_int_equal(fw_map_set_rect(map, 0, 0, 1, -1, 0), FW_BAD_SIZE);
    assert_int_equal(fw_map_set_rect(map, 1, 0, INT32_MAX, 1, 0), FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_map_set_rect(map, 0, 1, 1, 2, 0), FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_map_set_tiles(map, 0, 0, 1, 1, NULL, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_set_tiles(map, 0, 0, 2, 1, strip, 1), FW_BAD_SIZE);
    assert_int_equal(fw_map_set_tiles(map, 0, 0, 4, 1, strip, 4), FW_UNKNOWN_TERRAIN);
    assert_int_equal(fw_map_set_tiles(map, 2, 0, 3, 1, strip, 3), FW_OUT_OF_BOUNDS);
    assert_int_equal(fw_map_commit(NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_map_version(map), version);
    fw_map_destroy(map);
}

TEST(questions_without_a_map_have_harmless_answers)
{
    fw_map_memory use;
    assert_int_equal(fw_map_width(NULL), 0);
    assert_int_equal(fw_map_height(NULL), 0);
    assert_int_equal(fw_map_version(NULL), 0);
    assert_int_equal(fw_map_terrain(NULL, 0, 0), FW_BLOCKED);
    assert_int_equal(fw_map_clearance(NULL, 2, 0, 0), 0);
    assert_false(fw_map_fits(NULL, 1, 0, 0));
    assert_false(fw_map_connected(NULL, 1, 0, 0, 0, 0));
    assert_int_equal(fw_map_memory_use(NULL, &use), FW_NULL_ARGUMENT);
    assert_string_equal(fw_map_terrain_name(NULL, 1), "");
    fw_map_destroy(NULL);
}

TEST(terrains_have_names_that_can_be_set)
{
    fw_map *map = DRAWN(((const char *[]){ "." }));
    assert_string_equal(fw_map_terrain_name(map, FW_BLOCKED), "blocked");
    assert_string_equal(fw_map_terrain_name(map, FW_SAND), "sand");
    assert_string_equal(fw_map_terrain_name(map, 8), "");
    assert_string_equal(fw_map_terrain_name(map, 32), "");
    assert_int_equal(fw_map_set_terrain_name(map, 31, "a name of just thirty-one bytes"), FW_OK);
    assert_string_equal(fw_map_terrain_name(map, 31), "a name of just thirty-one bytes");
    assert_int_equal(fw_map_set_terrain_name(map, 31, fw_map_terrain_name(map, 31)), FW_OK);
    assert_int_equal(fw_map_set_terrain_name(map, 31, "a name that has thirty-two bytes"), FW_BAD_SIZE);
    assert_int_equal(fw_map_set_terrain_name(map, 31, ""), FW_BAD_SIZE);
    assert_int_equal(fw_map_set_terrain_name(map, 32, "x"), FW_UNKNOWN_TERRAIN);
    assert_int_equal(fw_map_set_terrain_name(map, 1, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_set_terrain_name(NULL, 1, "x"), FW_NULL_ARGUMENT);
    fw_map_destroy(map);
}

TEST(a_unit_of_size_2_passes_a_gap_of_2_and_not_of_1)
{
    const char *town[] = {
        "......", //
        "......", //
        "##..##", //
        "......", //
        "......", //
        "###.##", //
        "......", //
        "......",
    };
    fw_map *map = DRAWN(town);
    const fw_unit_id small = add_unit(map, unit_of_size(1));
    const fw_unit_id big = add_unit(map, unit_of_size(2));
    assert_true(fw_map_connected(map, big, 0, 0, 4, 3));
    assert_false(fw_map_connected(map, big, 0, 0, 4, 6));
    assert_true(fw_map_connected(map, small, 0, 0, 4, 6));
    assert_false(fw_map_fits(map, big, 5, 0));
    assert_true(fw_map_fits(map, small, 5, 0));
    fw_map_destroy(map);
}

TEST(only_a_unit_that_always_cuts_corners_slips_between_two)
{
    const char *corners[] = {
        "..#", //
        "..#", //
        "##.",
    };
    fw_map *map = DRAWN(corners);
    for (int rule = FW_CORNERS_NEVER; rule <= FW_CORNERS_ORTHOGONAL; rule++) {
        fw_unit_def def = unit_of_size(1);
        def.corners = (fw_corner_rule)rule;
        const fw_unit_id unit = add_unit(map, def);
        assert_int_equal(fw_map_connected(map, unit, 0, 0, 2, 2), rule == FW_CORNERS_ALWAYS);
        assert_int_equal(fw_map_region(map, unit, 2, 2) == fw_map_region(map, unit, 0, 0),
                         rule == FW_CORNERS_ALWAYS);
        assert_int_equal(fw_map_region(map, unit, 2, 0), 0);
        assert_int_equal(fw_map_region(map, unit, 3, 0), 0);
    }
    fw_map_destroy(map);
}

TEST(the_nearest_anchor_of_a_region_is_found)
{
    const char *rooms[] = {
        "...#..", //
        "...#..", //
        "...#..",
    };
    fw_map *map = DRAWN(rooms);
    const fw_unit_id unit = add_unit(map, unit_of_size(2));
    const uint32_t left = fw_map_region(map, unit, 0, 0), right = fw_map_region(map, unit, 4, 0);
    int32_t x = -1, y = -1;
    assert_int_equal(fw_map_nearest(map, unit, left, 5.0, 1.0, &x, &y), FW_OK);
    assert_int_equal(x, 1);
    assert_int_equal(y, 0);
    assert_int_equal(fw_map_nearest(map, unit, right, -1e300, 1.5, &x, &y),
                     FW_OK); // 1.5: as near to y = 0 as to 1
    assert_int_equal(x, 4);
    assert_int_equal(y, 0);
    assert_int_equal(fw_map_nearest(map, unit, 0, 0, 0, &x, &y), FW_UNREACHABLE);
    assert_int_equal(fw_map_nearest(map, unit, 0x7fffffff, 0, 0, &x, &y), FW_UNREACHABLE);
    assert_int_equal(fw_map_nearest(map, unit, left, 0.0 / 0.0, 0, &x, &y), FW_NOT_FINITE);
    assert_int_equal(fw_map_nearest(map, unit, left, 0, 1.0 / 0.0, &x, &y), FW_NOT_FINITE);
    assert_int_equal(fw_map_nearest(map, unit + 1, left, 0, 0, &x, &y), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_map_nearest(NULL, unit, left, 0, 0, &x, &y), FW_NULL_ARGUMENT);
    assert_int_equal(fw_map_nearest(map, unit, left, 0, 0, NULL, &y), FW_NULL_ARGUMENT);
    assert_int_equal(x, 4);
    assert_int_equal(y, 0);
    fw_map_destroy(map);
}

/// Side of the largest free square from (x, y), by trying every side on every tile.
static int32_t clearance_by_hand(const fw_map *map, uint32_t capability, int32_t x, int32_t y)
{
    int32_t side = 0;
    for (;; side++)
        for (int32_t i = 0; i <= side; i++)
            for (int32_t j = 0; j <= side; j++) {
                const uint8_t terrain = fw_map_terrain(map, x + i, y + j);
                if (terrain == FW_BLOCKED || !(capability >> terrain & 1))
                    return side;
            }
}

TEST(clearance_and_layers_agree_with_trying_every_square)
{
    static const int32_t sizes[] = { 1, 2, 3, 4, 5, 7, 9, 16, 33, 64 };
    random_source source = { 11 };
    for (int round = 0; round < 12; round++) {
        const int32_t width = 1 + (int32_t)random_below(&source, 140);
        const int32_t height = 1 + (int32_t)random_below(&source, 90);
        fw_map *map = map_at_random(&source, width, height, (uint32_t)round % 4, 3);
        const uint32_t capability = 1u << FW_GROUND | 1u << FW_WATER | (round & 1 ? 1u << FW_SWAMP : 0);
        fw_unit_id units[10];
        for (int i = 0; i < 10; i++)
            units[9 - i] = add_unit(map, unit_entering(sizes[(i * 7 + round) % 10], capability));
        for (int32_t y = 0; y < height; y++)
            for (int32_t x = 0; x < width; x++) {
                const int32_t clearance = clearance_by_hand(map, capability, x, y);
                assert_int_equal(fw_map_clearance(map, capability | 1, x, y), clearance);
                for (int i = 0; i < 10; i++) {
                    const int32_t size = map_find_unit(map_version_of(map), units[i])->def.size;
                    assert_int_equal(fw_map_fits(map, units[i], x, y), size <= clearance);
                }
            }
        assert_int_equal(fw_map_clearance(map, capability, width, 0), 0);
        assert_int_equal(fw_map_clearance(map, capability, 0, -1), 0);
        fw_map_destroy(map);
    }
}

TEST(a_map_tells_of_edits_that_wait_for_a_commit)
{
    const char *field[] = { "..........", "..#.......", ".........." };
    fw_map *map = DRAWN(field);
    const uint8_t ground = FW_GROUND;
    assert_false(fw_map_has_pending_edits(NULL));
    assert_false(fw_map_has_pending_edits(map));
    for (int round = 0; round < 3; round++) {
        assert_int_equal(fw_map_set_tile(map, 10, 0, FW_BLOCKED), FW_OUT_OF_BOUNDS);
        assert_false(fw_map_has_pending_edits(map));
        assert_int_equal(round == 0   ? fw_map_set_tile(map, 9, 2, FW_BLOCKED)
                         : round == 1 ? fw_map_set_rect(map, 0, 0, 10, 3, FW_WATER)
                                      : fw_map_set_tiles(map, 2, 1, 1, 1, &ground, 1),
                         FW_OK);
        assert_true(fw_map_has_pending_edits(map));
        add_unit(map, unit_of_size(1));
        assert_true(fw_map_has_pending_edits(map));
        if (round == 1)
            fw_map_discard(map);
        else
            assert_int_equal(fw_map_commit(map), FW_OK);
        assert_false(fw_map_has_pending_edits(map));
    }
    assert_int_equal(fw_map_set_tile(map, 0, 0, fw_map_terrain(map, 0, 0)), FW_OK);
    assert_true(fw_map_has_pending_edits(map));
    fw_map_destroy(map);
}
