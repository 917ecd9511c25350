// Mazes whose ways within a cluster are as long and as expensive as they can be, while walls come and go.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/cheapest_ways.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/same_graph.h"
#include "common/scene.h"
#include "common/unit.h"

enum {
    WIDTH = 97,
    HEIGHT = 71, ///< odd, so that walls enclose the maze
    MAZES = 24,
    COMMITS = 12,
    QUERIES = 3 ///< after each commit
};

/// Terrains of the mazes.
enum { CHEAPEST = 1, EXPENSIVE = 2, MOST_EXPENSIVE = 3 };

/// Integer costs are true to 1e-8 of a diagonal step.
#define EXACT 1e-6

/// By how much a path may be more expensive than the cheapest one. In a maze there are few ways.
#define MOST_LONGER 1.01

static const float terrain_costs[] = { 0, 1.0f / 16, 200, 255 };

/// Most tiles cost 255; one of sixteen costs 200, and in some mazes one of sixteen 1/16.
static uint8_t terrain_at_random(random_source *source, bool has_cheap)
{
    const uint32_t drawn = random_below(source, 16);
    return drawn == 0 ? EXPENSIVE : drawn == 1 && has_cheap ? CHEAPEST : MOST_EXPENSIVE;
}

/// Cuts passages one tile wide between the cells of every second row and column, until they are all joined: a walk that
/// goes back where it finds no new cell (recursive backtracking).
static void carve(fw_map *map, random_source *source, bool has_cheap)
{
    enum { COLUMNS = WIDTH / 2, ROWS = HEIGHT / 2 };
    static const int32_t ways[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    static bool is_joined[ROWS][COLUMNS];
    static int32_t trail[ROWS * COLUMNS][2];
    int32_t count = 1;
    memset(is_joined, 0, sizeof is_joined);
    memset(trail, 0, sizeof trail);
    is_joined[0][0] = true;
    fw_map_set_tile(map, 1, 1, terrain_at_random(source, has_cheap));
    while (count > 0) {
        const int32_t *at = trail[count - 1];
        const uint32_t first = random_below(source, 4);
        bool goes_on = false;
        for (uint32_t i = 0; i < 4 && !goes_on; i++) {
            const int32_t *way = ways[(first + i) % 4];
            const int32_t x = at[0] + way[0], y = at[1] + way[1];
            if (x < 0 || y < 0 || x >= COLUMNS || y >= ROWS || is_joined[y][x])
                continue;
            is_joined[y][x] = goes_on = true;
            for (int32_t step = 1; step <= 2; step++)
                fw_map_set_tile(map, 2 * at[0] + 1 + step * way[0], 2 * at[1] + 1 + step * way[1],
                                terrain_at_random(source, has_cheap));
            trail[count][0] = x;
            trail[count++][1] = y;
        }
        count -= !goes_on;
    }
}

static scene maze_at_random(random_source *source, int number)
{
    fw_map_def def = fw_default_map_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.fill = FW_BLOCKED;
    fw_map *map;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    carve(map, source, number % 2 == 1);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_unit_def unit = unit_of_size(1);
    memset(unit.terrain_cost, 0, sizeof unit.terrain_cost);
    for (int terrain = CHEAPEST; terrain <= MOST_EXPENSIVE; terrain++)
        unit.terrain_cost[terrain] = terrain_costs[terrain];
    unit.cluster = number % 3 == 0 ? 32 : 64;
    unit.methods = FW_METHOD_BIT(FW_HIERARCHY);
    return scene_with_unit(map, unit);
}

/// A coordinate anywhere, or at a border of clusters.
static int32_t place_at_random(random_source *source, int32_t count, bool at_border)
{
    const int32_t borders = (count - 1) / 32;
    const int32_t place = at_border ? 32 * (1 + (int32_t)random_below(source, (uint32_t)borders)) - 2 +
                                          (int32_t)random_below(source, 4)
                                    : (int32_t)random_below(source, (uint32_t)count);
    return place < count ? place : count - 1;
}

/// Blocks tiles, frees tiles or changes what they cost: single ones anywhere, or a row of them along a border of
/// clusters.
static void edit_at_random(const scene *scene, random_source *source)
{
    const bool is_burst = random_below(source, 2) == 0, is_column = random_below(source, 2) == 0;
    const int32_t x = place_at_random(source, WIDTH, is_burst && is_column);
    const int32_t y = place_at_random(source, HEIGHT, is_burst && !is_column);
    const int32_t count = is_burst ? 1 + (int32_t)random_below(source, 8) : 1;
    for (int32_t i = 0; i < count; i++) {
        const int32_t along = is_column ? y + i : x + i;
        if (along < (is_column ? HEIGHT : WIDTH))
            fw_map_set_tile(scene->map, is_column ? x : along, is_column ? along : y,
                            (uint8_t)random_below(source, MOST_EXPENSIVE + 1));
    }
}

/// Asks for a path between two tiles.
///
/// @return by what factor the path is more expensive than the cheapest one; 0: there is none, as the oracle says
static double ask(const scene *scene, int32_t x, int32_t y, int32_t to_x, int32_t to_y)
{
    double *least = cheapest_ways(scene->map, scene->unit, x, y);
    const double cost = least[to_y * WIDTH + to_x];
    free(least);
    fw_request request = scene_request(scene, x, y, to_x, to_y);
    request.method = FW_HIERARCHY;
    assert_int_equal(scene_ask(scene, &request), isinf(cost) ? FW_UNREACHABLE : FW_OK);
    if (isinf(cost))
        return 0;
    const double found = scene_summary(scene).cost;
    assert_true(found >= cost * (1 - EXACT));
    return cost > 0 ? found / cost : 1;
}

static void pick(const scene *scene, random_source *source, int32_t *x, int32_t *y)
{
    do {
        *x = (int32_t)random_below(source, WIDTH);
        *y = (int32_t)random_below(source, HEIGHT);
    } while (fw_map_terrain(scene->map, *x, *y) == FW_BLOCKED);
}

static const hierarchy *table_on(const fw_map *map, fw_unit_id unit)
{
    const map_version *version = map_version_of(map);
    return map_table(version, map_find_unit(version, unit), &hierarchy_kind);
}

static void assert_graph_is_like_one_from_scratch(const scene *scene)
{
    fw_unit_def def;
    assert_int_equal(fw_map_unit(scene->map, scene->unit, &def), FW_OK);
    fw_map *fresh = scene_map_anew(scene);
    const fw_unit_id unit = add_unit(fresh, def);
    assert_same_graph(table_on(scene->map, scene->unit), table_on(fresh, unit));
    fw_map_destroy(fresh);
}

/// Number of edges of a graph whose costs do not fit into 32 bits.
static int count_large(const hierarchy *table)
{
    int count = 0;
    for (size_t i = 0; i < hierarchy_cluster_count(table); i++)
        for (int32_t a = 1; table->records[i] && a < cluster_record_count(table->records[i]); a++)
            for (int32_t b = 0; b < a; b++) {
                const cluster_edge edge = cluster_record_edge(table->records[i], a, b);
                count += !cluster_edge_is_none(edge) && cluster_edge_cost(edge) > UINT32_MAX;
            }
    return count;
}

TEST(after_each_commit_the_graph_of_a_maze_is_like_one_from_scratch)
{
    random_source source = { 12 };
    int large = 0;
    for (int i = 0; i < MAZES; i++) {
        scene scene = maze_at_random(&source, i);
        for (int commit = 0; commit < COMMITS; commit++) {
            for (uint32_t edits = 1 + random_below(&source, 3); edits > 0; edits--)
                edit_at_random(&scene, &source);
            assert_int_equal(fw_map_commit(scene.map), FW_OK);
            assert_graph_is_like_one_from_scratch(&scene);
            large += count_large(table_on(scene.map, scene.unit)) > 0;
        }
        scene_end(&scene);
    }
    assert_true(large > MAZES * COMMITS / 2);
}

TEST(a_path_through_a_maze_is_found_exactly_if_there_is_one_and_is_hardly_longer)
{
    random_source source = { 13 };
    int found = 0, missing = 0;
    for (int i = 0; i < MAZES; i++) {
        scene scene = maze_at_random(&source, i);
        for (int commit = 0; commit < COMMITS; commit++) {
            edit_at_random(&scene, &source);
            assert_int_equal(fw_map_commit(scene.map), FW_OK);
            for (int query = 0; query < QUERIES; query++) {
                int32_t x, y, to_x, to_y;
                pick(&scene, &source, &x, &y);
                pick(&scene, &source, &to_x, &to_y);
                const double longer = ask(&scene, x, y, to_x, to_y);
                assert_true(longer < MOST_LONGER);
                found += longer > 0;
                missing += longer == 0;
            }
        }
        scene_end(&scene);
    }
    assert_true(found > MAZES * COMMITS && missing > MAZES);
}

/// A cluster that a passage of 450 tiles leads through, and a way around it of 250.
static fw_map *winding_passage(void)
{
    enum { LEFT = 1, RIGHT = 94, BELOW = 66, FIRST_ROW = 1, LAST_ROW = 29 };
    fw_map_def def = fw_default_map_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.fill = FW_BLOCKED;
    fw_map *map;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int32_t y = FIRST_ROW; y <= LAST_ROW; y += 2) { // rows that are joined at their ends in turn
        fw_map_set_rect(map, 33, y, 30, 1, MOST_EXPENSIVE);
        if (y < LAST_ROW)
            fw_map_set_tile(map, y % 4 == 1 ? 62 : 33, y + 1, MOST_EXPENSIVE);
    }
    fw_map_set_rect(map, LEFT, FIRST_ROW, 33 - LEFT, 1, MOST_EXPENSIVE);
    fw_map_set_rect(map, LEFT, FIRST_ROW, 1, BELOW, MOST_EXPENSIVE);
    fw_map_set_rect(map, LEFT, BELOW, RIGHT - LEFT, 1, MOST_EXPENSIVE);
    fw_map_set_rect(map, RIGHT, LAST_ROW, 1, BELOW - LAST_ROW + 1, MOST_EXPENSIVE);
    fw_map_set_rect(map, 63, LAST_ROW, RIGHT - 63, 1, MOST_EXPENSIVE);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

TEST(a_way_around_is_taken_if_it_is_cheaper_than_a_long_one_within_a_cluster)
{
    fw_unit_def unit = unit_of_size(1);
    unit.terrain_cost[MOST_EXPENSIVE] = 255;
    unit.cluster = 32;
    unit.methods = FW_METHOD_BIT(FW_HIERARCHY);
    scene scene = scene_with_unit(winding_passage(), unit);
    assert_near(ask(&scene, 30, 1, 66, 29), 1, EXACT);
    assert_near(scene_summary(&scene).length, 252, 1);
    assert_int_equal(fw_map_set_tile(scene.map, 40, 66, FW_BLOCKED), FW_OK); // only the long way is left
    assert_int_equal(fw_map_commit(scene.map), FW_OK);
    assert_near(ask(&scene, 30, 1, 66, 29), 1, EXACT);
    assert_true(scene_summary(&scene).length > 450);
    scene_end(&scene);
}
