#include <math.h>

#include "base/random.h"
#include "common/bitangents.h"
#include "common/drawing.h"
#include "common/forest_way.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { MOST_TREES = 12, MOST_DISCS = 4000 };

/// How much less than the body the oracle's walls grow by.
#define SHRINK (FW_TOUCH / 2 + FW_FOREST_TOUCH)

/// A map with trees.
typedef struct park {
    fw_map *map;
    fw_unit_id unit;
    double body;
    fw_tree trees[MOST_TREES];
    int tree_count;
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path;
} park;

/// Opens a park on a map, which it owns, for a body.
static park park_open(fw_map *map, double body)
{
    park opened = { .map = map, .body = body };
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_circle(body);
    def.size = 0;
    opened.unit = add_unit(map, def);
    assert_int_equal(fw_forest_create(NULL, &opened.forest), FW_OK);
    assert_int_equal(fw_forest_planner_create(opened.forest, NULL, &opened.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &opened.path), FW_OK);
    assert_int_equal(fw_forest_set_map(opened.forest, map, 1u << FW_GROUND), FW_OK);
    return opened;
}

static void park_close(park *closed)
{
    fw_path_destroy(closed->path);
    fw_forest_planner_destroy(closed->planner);
    fw_forest_destroy(closed->forest);
    fw_map_destroy(closed->map);
}

static void park_plant(park *park, fw_tree tree)
{
    assert_int_equal(fw_forest_add(park->forest, tree, NULL), FW_OK);
    park->trees[park->tree_count++] = tree;
}

static fw_result find(const park *park, double sx, double sy, double gx, double gy)
{
    return forest_way_find(park->planner, (forest_way){ park->body, sx, sy, gx, gy }, park->path);
}

/// Circles that stand for a park: chains of discs along all walls, and trees.
typedef struct discs {
    fw_tree items[MOST_DISCS];
    int count;
} discs;

static bool is_blocked(const fw_map *map, int x, int y)
{
    return fw_map_terrain(map, x, y) != FW_GROUND;
}

static void add_disc(discs *all, double x, double y, double radius)
{
    assert_true(all->count < MOST_DISCS);
    all->items[all->count++] = (fw_tree){ x, y, radius };
}

/// Discs along one side of a tile: so many that they overlap, and one beside each tree, so that no way leads between it
/// and the wall if there is none.
static void add_side(discs *all, const park *park, double x, double y, bool is_upright)
{
    const double radius = park->body - SHRINK;
    const int parts = (int)ceil(1 / (1.5 * radius));
    for (int i = 0; i <= parts; i++)
        add_disc(all, x + (is_upright ? 0 : (double)i / parts), y + (is_upright ? (double)i / parts : 0),
                 radius);
    for (int i = 0; i < park->tree_count; i++) {
        const double along = is_upright ? park->trees[i].y - y : park->trees[i].x - x;
        const double aside = is_upright ? park->trees[i].x - x : park->trees[i].y - y;
        if (along > 0 && along < 1 && fabs(aside) < park->trees[i].radius + 2 * park->body)
            add_disc(all, is_upright ? x : x + along, is_upright ? y + along : y, radius);
    }
}

static discs discs_of(const park *park)
{
    static discs all;
    const int width = fw_map_width(park->map), height = fw_map_height(park->map);
    all.count = 0;
    for (int y = 0; y <= height; y++)
        for (int x = 0; x <= width; x++) {
            if (x < width && is_blocked(park->map, x, y) != is_blocked(park->map, x, y - 1))
                add_side(&all, park, x, y, false);
            if (y < height && is_blocked(park->map, x, y) != is_blocked(park->map, x - 1, y))
                add_side(&all, park, x, y, true);
        }
    for (int i = 0; i < park->tree_count; i++)
        add_disc(&all, park->trees[i].x, park->trees[i].y, park->trees[i].radius + park->body);
    return all;
}

/// Does a body overlap a blocked tile or a tree?
static bool overlaps(const park *park, double x, double y)
{
    const int width = fw_map_width(park->map), height = fw_map_height(park->map);
    for (int row = -1; row <= height; row++)
        for (int column = -1; column <= width; column++) {
            const double away_x = fmax(fmax(column - x, x - column - 1), 0);
            const double away_y = fmax(fmax(row - y, y - row - 1), 0);
            if (is_blocked(park->map, column, row) && hypot(away_x, away_y) < park->body - SHRINK)
                return true;
        }
    for (int i = 0; i < park->tree_count; i++)
        if (hypot(park->trees[i].x - x, park->trees[i].y - y) < park->trees[i].radius + park->body)
            return true;
    return false;
}

/// A path on the map runs into no tile.
static void assert_legal(const park *park, uint64_t seed)
{
    fw_check_report report;
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(park->path, &count);
    const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND,
                                      .unit = park->unit,
                                      .length = fw_path_length(park->path),
                                      .cost = fw_path_length(park->path),
                                      .map_version = fw_map_version(park->map) };
    fw_path *copy = new_path();
    assert_int_equal(fw_path_set(copy, segments, count, &claimed), FW_OK);
    fw_check_def def = fw_default_check_def();
    def.trees = park->trees;
    def.tree_count = park->tree_count;
    assert_int_equal(fw_path_check(park->map, park->unit, copy, &def, &report), FW_OK);
    if (!report.legal)
        fail_msg("seed %llu: %s", (unsigned long long)seed, fw_fault_text(report.first));
    fw_path_destroy(copy);
}

TEST(paths_among_walls_and_trees_are_as_short_as_those_of_brute_force)
{
    int found_count = 0;
    for (uint64_t seed = 0; seed < (uint64_t)rounds(240); seed++) {
        random_source from = { seed * 7919 };
        const double bodies[] = { 0.5, 0.45, 0.3, 0.7 };
        park park = park_open(map_at_random(&from, 6, 6, 10 + random_below(&from, 25), 1), bodies[seed % 4]);
        for (int i = (int)random_below(&from, 5); i > 0; i--)
            park_plant(&park, (fw_tree){ random_within(&from, 0, 6), random_within(&from, 0, 6),
                                         random_within(&from, 0, 0.7) });
        const discs all = discs_of(&park);
        for (int i = 0; i < 3; i++) {
            const double sx = random_below(&from, 6) + 0.5, sy = random_below(&from, 6) + 0.5;
            const double gx = random_within(&from, 0, 6), gy = random_within(&from, 0, 6);
            const fw_result found = find(&park, sx, sy, gx, gy);
            const bool are_blocked = overlaps(&park, sx, sy) || overlaps(&park, gx, gy);
            if ((found == FW_START_BLOCKED || found == FW_GOAL_BLOCKED) != are_blocked)
                fail_msg("seed %llu.%d: %s", (unsigned long long)seed, i, fw_result_text(found));
            if (are_blocked)
                continue;
            const double shortest = bitangents_shortest(all.items, all.count, sx, sy, gx, gy, NULL);
            const double length = found == FW_OK ? fw_path_length(park.path) : INFINITY;
            if (length != shortest && !(fabs(length - shortest) <= 1e-9))
                fail_msg("seed %llu.%d: %.12f, the shortest path has %.12f", (unsigned long long)seed, i,
                         length, shortest);
            if (found == FW_OK) {
                const char *fault = bitangents_fault(all.items, all.count, sx, sy, gx, gy, park.path);
                if (fault)
                    fail_msg("seed %llu.%d: %s", (unsigned long long)seed, i, fault);
                assert_legal(&park, seed);
                found_count++;
            }
        }
        park_close(&park);
    }
    assert_true(found_count > at_least(60));
}

TEST(a_body_as_wide_as_a_corridor_drives_it_and_a_wider_one_does_not)
{
    const char *const mine[] = { ".....", ".....", "###.#", "###.#", ".....", "....." };
    const double bodies[] = { 0.5, 0.5 + 0.5e-6, 0.5 + 0.51e-6 };
    for (int i = 0; i < 3; i++) {
        park park = park_open(DRAWN(mine), bodies[i]);
        assert_int_equal(find(&park, 1, 1, 1, 5), i < 2 ? FW_OK : FW_UNREACHABLE);
        park_close(&park);
    }
}

TEST(a_path_around_a_corner_hugs_it_with_the_radius_of_the_body)
{
    const char *const yard[] = { "......", "......", "..##..", "..##..", "......", "......" };
    const double bodies[] = { 0, 0.01, 0.25, 1 };
    for (int i = 0; i < 4; i++) {
        park park = park_open(DRAWN(yard), fmax(bodies[i], 0.01));
        park.body = bodies[i];
        const double radius = fmax(bodies[i], 2e-6) - SHRINK;
        assert_int_equal(find(&park, 1, 1, 1, 1), FW_OK);
        assert_int_equal(find(&park, 1, 3, 5, 3), FW_OK);
        const double across = hypot(1, 1), line = sqrt(across * across - radius * radius);
        const double turn = FW_PI / 4 + asin(radius / across);
        assert_near(fw_path_length(park.path), 2 * line + 2 + 2 * radius * turn, 1e-9);
        assert_int_equal(find(&park, 1, 3, 3, 3), FW_GOAL_BLOCKED);
        assert_int_equal(find(&park, 1, 3, 7, 3), FW_GOAL_BLOCKED);
        assert_int_equal(fw_forest_set_map(park.forest, NULL, 0), FW_OK);
        assert_int_equal(fw_forest_count(park.forest), 0);
        assert_int_equal(find(&park, 1, 3, 7, 3), FW_OK);
        assert_near(fw_path_length(park.path), 6, 1e-12);
        park_close(&park);
    }
}

TEST(a_tree_beside_a_wall_closes_the_way_between_if_the_gap_is_narrower_than_the_body)
{
    const char *const lane[] = { "........", "........" };
    const double wider[] = { -1e-8, 0, 0.9e-9, 1e-8 };
    for (int i = 0; i < 4; i++) {
        park park = park_open(DRAWN(lane), 0.3);
        const double gap = 0.6 - SHRINK + wider[i];
        park_plant(&park, (fw_tree){ 4, gap + 0.5, 0.5 });
        park_plant(&park, (fw_tree){ 4, 1.7, 0.5 });
        assert_int_equal(find(&park, 1, 1, 7, 1), i == 3 ? FW_OK : FW_UNREACHABLE);
        park_close(&park);
    }
}

TEST(a_body_may_stand_in_a_wall_by_half_of_the_tolerance)
{
    const char *const yard[] = { "....", "....", "..#.", "...." };
    const double depths[] = { 0, 4.9e-7, 5.1e-7 };
    for (int i = 0; i < 3; i++) {
        park park = park_open(DRAWN(yard), 0.3);
        const double near = 0.3 - depths[i], corner = near * sqrt(0.5);
        assert_int_equal(find(&park, near, 1, 3, 1), i < 2 ? FW_OK : FW_START_BLOCKED);
        assert_int_equal(find(&park, 3, 1, 1, 4 - near), i < 2 ? FW_OK : FW_GOAL_BLOCKED);
        assert_int_equal(find(&park, 2 - corner, 2 - corner, 3, 1), i < 2 ? FW_OK : FW_START_BLOCKED);
        park_close(&park);
    }
}

TEST(trees_that_come_and_go_on_a_map_leave_answers_as_in_a_new_forest)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        random_source from = { seed * 104729 };
        park park = park_open(map_at_random(&from, 24, 24, 15, 1), 0.35);
        for (int i = 0; i < MOST_TREES; i++)
            park_plant(&park, (fw_tree){ random_within(&from, 0, 24), random_within(&from, 0, 24), 0.4 });
        for (int i = 0; i < 12; i++) {
            const fw_tree tree = { random_within(&from, 0, 24), random_within(&from, 0, 24), 0.8 };
            fw_tree_id id;
            const double sx = random_within(&from, 0, 24), sy = random_within(&from, 0, 24);
            assert_int_equal(fw_forest_add(park.forest, tree, &id), FW_OK);
            const fw_result with = find(&park, sx, sy, 24 - sx, 24 - sy);
            const double length = fw_path_length(park.path);
            if (with == FW_OK)
                assert_legal(&park, seed);
            if (i == 6)
                assert_int_equal(fw_forest_set_map(park.forest, park.map, 1u << FW_GROUND), FW_OK);
            fw_forest_planner *fresh;
            assert_int_equal(fw_forest_planner_create(park.forest, NULL, &fresh), FW_OK);
            fw_forest_planner_destroy(park.planner);
            park.planner = fresh;
            assert_int_equal(find(&park, sx, sy, 24 - sx, 24 - sy), with);
            assert_true(fw_path_length(park.path) == length);
            assert_int_equal(find(&park, 24 - sx, 24 - sy, sx, sy) == FW_OK, with == FW_OK);
            if (with == FW_OK)
                assert_near(fw_path_length(park.path), length, 1e-9);
            assert_int_equal(fw_forest_remove(park.forest, id), FW_OK);
        }
        park_close(&park);
    }
}
