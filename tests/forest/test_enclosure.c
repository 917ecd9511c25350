#include <math.h>

#include "base/keeper.h"
#include "base/random.h"
#include "common/drawing.h"
#include "common/forest_way.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "forest/enclosure.h"

/// A forest on a square of 10 tiles, with a planner.
typedef struct wood {
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path;
} wood;

static wood wood_create(void)
{
    wood made;
    assert_int_equal(fw_forest_create(NULL, &made.forest), FW_OK);
    assert_int_equal(fw_forest_planner_create(made.forest, NULL, &made.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &made.path), FW_OK);
    return made;
}

static void wood_destroy(wood *ended)
{
    fw_path_destroy(ended->path);
    fw_forest_planner_destroy(ended->planner);
    fw_forest_destroy(ended->forest);
}

static fw_result find(const wood *wood, double body, vector start, vector goal)
{
    return forest_way_find(wood->planner, (forest_way){ body, start.x, start.y, goal.x, goal.y }, wood->path);
}

/// True if obstacles part two places, however long the look takes.
static bool are_parted(const wood *wood, double body, vector start, vector goal)
{
    memory memory;
    memory_init(&memory, NULL);
    keeper kept;
    keeper_init(&kept, &memory);
    enclosure room = { .memory = &kept.memory };
    assert_int_equal(enclosure_prepare(&room, wood->forest), FW_OK);
    const bool parted = enclosure_parts(&room, wood->forest, body, start, goal, SIZE_MAX);
    assert_true(enclosure_parts(&room, wood->forest, body, goal, start, SIZE_MAX) == parted);
    keeper_release(&kept);
    return parted;
}

/// Asks for a path between two places; they are parted if there is none.
///
/// @return 1: they are parted
static int assert_parted_without_a_path(const wood *wood, double body, vector start, vector goal,
                                        uint64_t seed)
{
    const fw_result found = find(wood, body, start, goal);
    if (found != FW_OK && found != FW_UNREACHABLE)
        return 0;
    const bool parted = are_parted(wood, body, start, goal);
    if (parted != (found == FW_UNREACHABLE))
        fail_msg("seed %llu: %s", (unsigned long long)seed, fw_result_text(found));
    return parted;
}

TEST(places_that_circles_part_are_those_that_no_path_joins)
{
    int parted = 0;
    for (uint64_t seed = 0; seed < (uint64_t)rounds(3000); seed++) {
        random_source from = { seed * 7919 };
        wood wood = wood_create();
        const bool is_touching = random_below(&from, 2);
        const double body = 0.25 * random_below(&from, 2);
        for (int i = 30 + (int)random_below(&from, 34); i > 0; i--) {
            const fw_tree anywhere = { random_within(&from, 0, 10), random_within(&from, 0, 10),
                                       random_within(&from, 0.5, 1) };
            const fw_tree touching = { 2 * random_below(&from, 6), 2 * random_below(&from, 6), 1 - body };
            assert_int_equal(fw_forest_add(wood.forest, is_touching ? touching : anywhere, NULL), FW_OK);
        }
        const vector start = { random_within(&from, -1, 11), random_within(&from, -1, 11) };
        const vector goal = { random_within(&from, -1, 11), random_within(&from, -1, 11) };
        const vector middle = { 2 * random_below(&from, 5) + 1, 2 * random_below(&from, 5) + 1 };
        parted += assert_parted_without_a_path(&wood, body, start, goal, seed);
        parted += assert_parted_without_a_path(&wood, body, start, middle, seed);
        wood_destroy(&wood);
    }
    assert_true(parted > at_least(3000) / 50);
}

TEST(places_that_walls_and_circles_part_are_those_that_no_path_joins)
{
    int parted = 0;
    const double bodies[] = { 0, 0.1, 0.25, 0.5 };
    for (uint64_t seed = 0; seed < (uint64_t)rounds(1200); seed++) {
        random_source from = { seed * 7919 };
        const double body = bodies[random_below(&from, 4)];
        wood wood = wood_create();
        fw_map *map = map_at_random(&from, 12, 12, random_below(&from, 45), 1);
        assert_int_equal(fw_forest_set_map(wood.forest, map, 1u << FW_GROUND), FW_OK);
        fw_map_destroy(map);
        for (int i = (int)random_below(&from, 20); i > 0; i--) {
            const fw_tree post = { random_within(&from, 0, 12), random_within(&from, 0, 12),
                                   random_within(&from, 0.1, 0.9) };
            assert_int_equal(fw_forest_add(wood.forest, post, NULL), FW_OK);
        }
        for (int i = 0; i < 4; i++) {
            const vector start = { random_below(&from, 12) + 0.5, random_below(&from, 12) + 0.5 };
            const vector goal = { random_below(&from, 12) + 0.5, random_below(&from, 12) + 0.5 };
            const vector anywhere = { random_within(&from, 0, 12), random_within(&from, 0, 12) };
            parted += assert_parted_without_a_path(&wood, fmax(body, 2e-6), start, goal, seed);
            parted += assert_parted_without_a_path(&wood, fmax(body, 2e-6), start, anywhere, seed);
        }
        wood_destroy(&wood);
    }
    assert_true(parted > at_least(1200) / 3);
}

TEST(a_closed_ring_in_a_large_forest_is_noticed_before_all_is_searched)
{
    wood wood = wood_create();
    for (int y = 0; y < 40; y++)
        for (int x = 0; x < 40; x++)
            assert_int_equal(fw_forest_add(wood.forest, (fw_tree){ 2 * x, 2 * y + x % 2, 0.6 }, NULL), FW_OK);
    for (int i = 0; i < 24; i++) {
        const double angle = i * FW_PI / 12;
        const fw_tree post = { 41 + 3 * cos(angle), 40.3 + 3 * sin(angle), 0.5 };
        assert_int_equal(fw_forest_add(wood.forest, post, NULL), FW_OK);
    }
    const vector inside = { 41, 39.7 }, outside = { 1, 79 };
    fw_statistics spent;
    for (int i = 0; i < 2; i++) { // without a map, and with one
        assert_int_equal(find(&wood, 0.001, outside, inside), FW_UNREACHABLE);
        assert_int_equal(fw_forest_planner_statistics(wood.planner, &spent), FW_OK);
        assert_true(spent.expanded > 0 && spent.expanded <= 256);
        assert_int_equal(find(&wood, 0.001, inside, outside), FW_UNREACHABLE);
        random_source from = { 3 };
        fw_map *map = map_at_random(&from, 80, 82, 3, 1);
        assert_int_equal(fw_map_set_rect(map, 36, 35, 10, 10, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 0, 77, 4, 4, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_int_equal(fw_forest_set_map(wood.forest, map, 1u << FW_GROUND), FW_OK);
        fw_map_destroy(map);
    }
    wood_destroy(&wood);
}

TEST(a_corridor_as_wide_as_the_body_parts_nothing)
{
    const char *const mine[] = { "....#....", "....#....", ".........", "....#....", "....#...." };
    const double bodies[] = { 0.4, 0.5, 0.5 + 4.9e-7, 0.5 + 5.2e-7 };
    for (int i = 0; i < 4; i++) {
        wood wood = wood_create();
        fw_map *map = DRAWN(mine);
        assert_int_equal(fw_forest_set_map(wood.forest, map, 1u << FW_GROUND), FW_OK);
        fw_map_destroy(map);
        const vector start = { 2, 1 }, goal = { 7, 1.5 };
        assert_int_equal(assert_parted_without_a_path(&wood, bodies[i], start, goal, 0), i == 3);
        wood_destroy(&wood);
    }
}

/// A place in a corner of a map of 80 x 80 tiles with 5 % of them blocked, closed in by walls, or by walls and trees.
TEST(a_closed_yard_on_a_large_map_is_noticed_before_all_is_searched)
{
    for (int opening = 0; opening < 4; opening++) { // none; closed by trees; as wide as the body or not
        const double body = 0.45;
        wood wood = wood_create();
        random_source from = { 3 };
        fw_map *map = map_at_random(&from, 80, 80, 5, 1);
        assert_int_equal(fw_map_set_rect(map, 46, 46, 29, 29, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 50, 50, 21, 21, 0), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 51, 51, 19, 19, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 0, 0, 3, 3, FW_GROUND), FW_OK);
        if (opening == 1)
            assert_int_equal(fw_map_set_rect(map, 50, 55, 1, 4, FW_GROUND), FW_OK);
        if (opening > 1)
            assert_int_equal(fw_map_set_rect(map, 50, 55, 1, 1, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_int_equal(fw_forest_set_map(wood.forest, map, 1u << FW_GROUND), FW_OK);
        fw_map_destroy(map);
        for (int i = 0; opening == 1 && i < 3; i++) // gaps of 0.8 at most
            assert_int_equal(fw_forest_add(wood.forest, (fw_tree){ 50.5, 55.6 + 1.2 * i, 0.2 }, NULL), FW_OK);
        const vector inside = { 60, 60.25 }, outside = { 1, 1 };
        const double radius = opening == 2 ? 0.51 : body;
        const fw_result expected = opening == 3 ? FW_OK : FW_UNREACHABLE;
        fw_statistics spent;
        assert_int_equal(find(&wood, radius, outside, inside), expected);
        assert_int_equal(fw_forest_planner_statistics(wood.planner, &spent), FW_OK);
        assert_true(expected == FW_OK || spent.expanded <= 256);
        assert_int_equal(find(&wood, radius, inside, outside), expected);
        assert_int_equal(fw_forest_planner_statistics(wood.planner, &spent), FW_OK);
        assert_true(expected == FW_OK || spent.expanded <= 256);
        wood_destroy(&wood);
    }
}
