// Natural moves against every way through 3 x 3 tiles, and searches whose units share what a planner knows of them.
#include "base/random.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "grid/grid_goal.h"
#include "grid/natural_moves.h"

/// Tiles of a 3 x 3 sheet in rows; 4 is the one in the middle.
enum { SIDE = 3, TILES = SIDE * SIDE, MIDDLE = 4 };

typedef struct sheet_of_tiles {
    uint8_t terrain[TILES];
    uint64_t price[TILES]; ///< 0: blocked
    fw_corner_rule rule;
} sheet_of_tiles;

/// A way as the order of ways sees it.
typedef struct way {
    uint64_t cost;
    int moves;
    int first; ///< number of the first move
} way;

static int beside(int tile, int move)
{
    const int x = tile % SIDE + move_dx[move];
    const int y = tile / SIDE + move_dy[move];
    return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? -1 : y * SIDE + x;
}

static bool may_move(const sheet_of_tiles *tiles, int tile, int move)
{
    const int to = beside(tile, move);
    if (to < 0 || !tiles->price[tile] || !tiles->price[to])
        return false;
    if (!move_is_diagonal(move))
        return true;
    const bool one = tiles->price[beside(tile, (move + 1) & 7)] != 0;
    const bool other = tiles->price[beside(tile, (move + 7) & 7)] != 0;
    switch (tiles->rule) {
    case FW_CORNERS_NEVER:
        return one && other;
    case FW_CORNERS_ONE:
        return one || other;
    case FW_CORNERS_ALWAYS:
        return true;
    case FW_CORNERS_ORTHOGONAL:
        break;
    }
    return false;
}

static uint64_t cost_of_move(const sheet_of_tiles *tiles, int tile, int move)
{
    return (uint64_t)(move_is_diagonal(move) ? 8119 : 5741) *
           (tiles->price[tile] + tiles->price[beside(tile, move)]);
}

static bool comes_before(const way *a, const way *b)
{
    if (a->cost != b->cost)
        return a->cost < b->cost;
    if (a->moves != b->moves)
        return a->moves < b->moves;
    if (move_is_diagonal(a->first) != move_is_diagonal(b->first))
        return move_is_diagonal(a->first);
    return a->first < b->first;
}

/// Does any way from a tile to another that passes no tile twice, nor the middle, come before `than`?
static bool has_way_before(const sheet_of_tiles *tiles, int tile, int to, unsigned passed, way so_far,
                           const way *than)
{
    if (tile == to)
        return comes_before(&so_far, than);
    for (int move = 0; move < MOVE_COUNT; move++) {
        const int next = beside(tile, move);
        if (!may_move(tiles, tile, move) || next == MIDDLE || passed >> next & 1)
            continue;
        const way longer = { .cost = so_far.cost + cost_of_move(tiles, tile, move),
                             .moves = so_far.moves + 1,
                             .first = so_far.moves ? so_far.first : move };
        if (has_way_before(tiles, next, to, passed | 1u << next, longer, than))
            return true;
    }
    return false;
}

static uint32_t natural_by_definition(const sheet_of_tiles *tiles, int arrival)
{
    const int from = beside(MIDDLE, move_opposite(arrival));
    uint32_t natural = 0;
    for (int move = 0; move < MOVE_COUNT; move++) {
        const int to = beside(MIDDLE, move);
        const way through = { .cost = cost_of_move(tiles, from, arrival) + cost_of_move(tiles, MIDDLE, move),
                              .moves = 2,
                              .first = arrival };
        if (may_move(tiles, MIDDLE, move) && to != from &&
            !has_way_before(tiles, from, to, 1u << from, (way){ 0 }, &through))
            natural |= 1u << move;
    }
    return natural;
}

/// Random tiles, most of them like their middle; `price` is by terrain.
static sheet_of_tiles sheet_at_random(random_source *source, const uint64_t *price, fw_corner_rule rule)
{
    sheet_of_tiles tiles = { .rule = rule };
    const uint32_t strange = random_below(source, 10);
    const uint8_t usual = (uint8_t)(1 + random_below(source, 3));
    for (int tile = 0; tile < TILES; tile++) {
        const bool is_usual = tile == MIDDLE || random_below(source, 10) >= strange;
        tiles.terrain[tile] = is_usual ? usual : (uint8_t)random_below(source, 5);
        tiles.price[tile] = price[tiles.terrain[tile]];
    }
    return tiles;
}

static tile_pattern pattern_of_sheet(const sheet_of_tiles *tiles)
{
    uint8_t rows[SIDE][4] = { { 0 } };
    for (int tile = 0; tile < TILES; tile++)
        rows[tile / SIDE][tile % SIDE] = tiles->terrain[tile];
    return pattern_around(&rows[0][1], &rows[1][1], &rows[2][1]);
}

TEST(moves_are_natural_where_no_other_way_comes_before)
{
    memory memory;
    memory_init(&memory, NULL);
    natural_moves *natural = natural_moves_create(&memory);
    assert_non_null(natural);
    random_source source = { 31 };
    size_t dropped = 0;
    for (int round = 0; round < 60; round++) {
        const fw_corner_rule rule = (fw_corner_rule)(round % 4);
        uint64_t price[FW_TERRAIN_COUNT] = { 0 };
        for (int terrain = 1; terrain < 5; terrain++) // prices that often tie, and any
            price[terrain] = 1 + random_below(&source, round % 3 ? 4 : 65000);
        const tile_pattern mark = natural_moves_mark(natural, price, rule);
        for (int i = 0; i < 200; i++) {
            const sheet_of_tiles tiles = sheet_at_random(&source, price, rule);
            const tile_pattern pattern = pattern_of_sheet(&tiles) | mark;
            for (int arrival = 0; arrival < MOVE_COUNT; arrival++) {
                if (!may_move(&tiles, MIDDLE, move_opposite(arrival)))
                    continue;
                const uint32_t expected = natural_by_definition(&tiles, arrival);
                assert_int_equal(natural_moves_after(natural, pattern, arrival), expected);
                dropped += (size_t)(7 - bits_count(expected));
            }
        }
    }
    assert_true(dropped > 60 * 200);
    natural_moves_destroy(&memory, natural);
    assert_int_equal(memory.bytes, 0);
}

TEST(in_the_open_a_diagonal_move_has_three_natural_successors_and_a_straight_one_has_one)
{
    memory memory;
    memory_init(&memory, NULL);
    natural_moves *natural = natural_moves_create(&memory);
    assert_non_null(natural);
    const uint64_t price[FW_TERRAIN_COUNT] = { 0, 7 };
    const sheet_of_tiles open = { .terrain = { 1, 1, 1, 1, 1, 1, 1, 1, 1 } };
    const tile_pattern pattern =
        pattern_of_sheet(&open) | natural_moves_mark(natural, price, FW_CORNERS_NEVER);
    for (int arrival = 0; arrival < MOVE_COUNT; arrival++) {
        const uint32_t sides = 1u << ((arrival + 1) & 7) | 1u << ((arrival + 7) & 7);
        assert_int_equal(natural_moves_after(natural, pattern, arrival),
                         1u << arrival | (move_is_diagonal(arrival) ? sides : 0));
    }
    natural_moves_destroy(&memory, natural);
}

/// Cost of A*'s path from anchor to anchor.
static double cost_between(const fw_map *map, fw_unit_id unit, int32_t size, int32_t x, int32_t y,
                           int32_t to_x, int32_t to_y)
{
    const fw_pose goal = fw_pose_on_tile(to_x, to_y, size);
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.method = FW_ASTAR;
    ask.start = fw_pose_on_tile(x, y, size);
    ask.goal = fw_goal_at(goal.x, goal.y);
    fw_path_summary summary;
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    return summary.cost;
}

/// Rows that fill their words leave no blocked tiles between them: what is beyond an edge in memory is the other edge.
TEST(units_of_any_size_keep_within_a_map_that_is_words_wide)
{
    enum { WIDTH = 64 };
    for (int32_t i = 0; i < 8; i++) {
        const int32_t size = 1 + i / 2;
        const bool gap_is_left = i % 2 == 0;
        fw_map *map = open_map(WIDTH, 2 * size + 3);
        assert_int_equal(fw_map_set_rect(map, gap_is_left ? size : 0, size, WIDTH - size, 1, FW_BLOCKED),
                         FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        fw_unit_def unit = fw_default_unit_def();
        unit.size = size;
        unit.corners = FW_CORNERS_ORTHOGONAL;
        const fw_unit_id id = add_unit(map, unit);
        const int32_t last = WIDTH - size;
        const int32_t far = gap_is_left ? last : 0;
        const int32_t low = size + 2;
        assert_near(cost_between(map, id, size, last - far, 0, last - far, low), low, 1e-9);
        assert_near(cost_between(map, id, size, far, 0, far, low), low + 2 * last, 1e-9);
        assert_near(cost_between(map, id, size, far, low, far, 0), low + 2 * last, 1e-9);
        fw_map_destroy(map);
    }
}

/// More units than a planner keeps prices of, whose searches take turns on it.
TEST(searches_of_many_units_on_one_planner_do_not_disturb_each_other)
{
    enum { UNITS = 11, WIDTH = 60, HEIGHT = 40 };
    random_source source = { 8 };
    fw_map *map = map_at_random(&source, WIDTH, HEIGHT, 15, 4);
    fw_unit_id units[UNITS];
    fw_search *searches[UNITS];
    double alone[UNITS];
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    fw_request ask = fw_default_request();
    ask.method = FW_ASTAR;
    for (int i = 0; i < UNITS; i++) {
        fw_unit_def def = fw_default_unit_def();
        for (int terrain = 1; terrain < 5; terrain++)
            def.terrain_cost[terrain] = 1.0f + (float)random_below(&source, 16) / 4.0f;
        assert_int_equal(fw_map_add_unit(map, &def, &units[i]), FW_OK);
    }
    do { // ends that all units reach
        ask.start =
            fw_pose_on_tile((int32_t)random_below(&source, 8), (int32_t)random_below(&source, HEIGHT), 1);
        const int32_t y = (int32_t)random_below(&source, HEIGHT);
        const fw_pose goal = fw_pose_on_tile(WIDTH - 3, y, 1);
        ask.goal = fw_goal_at(goal.x, goal.y);
        ask.unit = units[0];
    } while (fw_find_path(planner, &ask, path) != FW_OK);
    for (int i = 0; i < UNITS; i++) {
        ask.unit = units[i];
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        fw_path_summary summary;
        assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
        alone[i] = summary.cost;
        assert_int_equal(fw_search_begin(planner, &ask, &searches[i]), FW_OK);
    }
    for (int under_way = UNITS; under_way > 0;) {
        under_way = 0;
        for (int i = 0; i < UNITS; i++)
            under_way += fw_search_step(searches[i], 7) == FW_PENDING;
    }
    for (int i = 0; i < UNITS; i++) {
        fw_path_summary summary;
        assert_int_equal(fw_search_best_so_far(searches[i], path), FW_OK);
        assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
        assert_true(summary.cost == alone[i]);
        fw_search_end(searches[i]);
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}
