// Area maps and walks over them, beside floods, A* and the checker.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "areas/area_map.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { SIDE = 70, TILES = SIDE * SIDE, WORLDS = 40, QUERIES = 20 };

static uint16_t labels[TILES];

/// Paints a few rectangles, which may overlap.
static void draw_labels(random_source *source)
{
    memset(labels, 0, sizeof labels);
    const int32_t count = (int32_t)random_below(source, 6);
    for (int32_t i = 1; i <= count; i++) {
        const int32_t x = (int32_t)random_below(source, SIDE), y = (int32_t)random_below(source, SIDE);
        const int32_t right = x + (int32_t)random_below(source, SIDE),
                      bottom = y + (int32_t)random_below(source, SIDE);
        for (int32_t row = y; row < bottom && row < SIDE; row++)
            for (int32_t column = x; column < right && column < SIDE; column++)
                labels[row * SIDE + column] = (uint16_t)(i == count ? UINT16_MAX : i);
    }
}

static fw_unit_def unit_at_random(random_source *source)
{
    fw_unit_def def = fw_default_unit_def();
    def.size = 1 + (int32_t)random_below(source, 3);
    def.corners = (fw_corner_rule)random_below(source, 4);
    for (int terrain = 2; terrain <= 4; terrain++)
        def.terrain_cost[terrain] = (float)random_below(source, 5);
    return def;
}

typedef struct world {
    fw_map *map;
    fw_unit_def def;
    fw_unit_id unit;
    int32_t side; ///< of the squares
    fw_partition partition;
    fw_area_map *areas;
} world;

static world world_at_random(random_source *source)
{
    const uint32_t blocked = random_below(source, 45), terrains = 1 + random_below(source, 4);
    world made = { .map = map_at_random(source, SIDE, SIDE, blocked, terrains) };
    made.def = unit_at_random(source);
    made.unit = add_unit(made.map, made.def);
    made.side = random_below(source, 2) ? 5 + (int32_t)random_below(source, 40) : 0;
    draw_labels(source);
    fw_area_map_def def = fw_default_area_map_def();
    def.labels = random_below(source, 3) ? labels : NULL;
    def.side = made.side;
    def.partition = made.partition = (fw_partition)(blocked % FW_PARTITION_COUNT);
    if (!def.labels)
        memset(labels, 0, sizeof labels);
    assert_int_equal(fw_area_map_create(made.map, made.unit, &def, &made.areas), FW_OK);
    return made;
}

static void end_world(world *ended)
{
    fw_area_map_destroy(ended->areas);
    fw_map_destroy(ended->map);
}

static bool fits(const world *world, int32_t tile)
{
    return fw_map_fits(world->map, world->unit, tile % SIDE, tile / SIDE);
}

/// True if the unit fits on all tiles of a square of the map, or on none.
static bool is_even(const world *world, int32_t left, int32_t top, int32_t side)
{
    for (int32_t y = top; y < top + side && y < SIDE; y++)
        for (int32_t x = left; x < left + side && x < SIDE; x++)
            if (fits(world, y * SIDE + x) != fits(world, top * SIDE + left))
                return false;
    return true;
}

/// What a tile belongs to: its label, its square, or its leaf of a quadtree, the root of which is looked at first.
static int32_t cell_of(const world *world, int32_t tile)
{
    const int32_t least =
        world->side ? world->side : 8; // 70 x 70 tiles are fewer than 1,000 squares of 8 x 8
    const int32_t x = tile % SIDE, y = tile / SIDE;
    int32_t side = least;
    if (world->partition == FW_PARTITION_QUADTREE)
        for (side = 128 * least; side > least && !is_even(world, x / side * side, y / side * side, side);)
            side /= 2;
    return labels[tile] ? labels[tile] : 100000 + y / side * side * 1000 + x / side * side;
}

/// Marks all anchors that are connected with one within its cell.
///
/// @param[out] is_closed  no anchor of another cell is beside the piece
static void flood(const world *world, int32_t from, int32_t mark, int32_t *marks, bool *is_closed)
{
    static int32_t queue[TILES];
    const int moves = world->def.corners == FW_CORNERS_ALWAYS ? 8 : 4;
    static const int dx[] = { 1, -1, 0, 0, 1, 1, -1, -1 }, dy[] = { 0, 0, 1, -1, 1, -1, 1, -1 };
    int32_t count = 0;
    *is_closed = true;
    marks[from] = mark;
    queue[count++] = from;
    for (int32_t next = 0; next < count; next++)
        for (int move = 0; move < moves; move++) {
            const int32_t x = queue[next] % SIDE + dx[move], y = queue[next] / SIDE + dy[move];
            const int32_t tile = y * SIDE + x;
            if (x < 0 || y < 0 || x >= SIDE || y >= SIDE || !fits(world, tile) || marks[tile] == mark)
                continue;
            if (cell_of(world, tile) != cell_of(world, from)) {
                *is_closed = false;
                continue;
            }
            marks[tile] = mark;
            queue[count++] = tile;
        }
}

TEST(areas_are_the_connected_pieces_of_labels_and_squares)
{
    random_source source = { 1 };
    static int32_t marks[TILES], first[TILES];
    int closed = 0, open = 0;
    for (int i = 0; i < WORLDS; i++) {
        world world = world_at_random(&source);
        memset(marks, 0, sizeof marks);
        int32_t seen = 0;
        for (int32_t tile = 0; tile < TILES; tile++) {
            const int32_t area = fw_area_map_at(world.areas, tile % SIDE, tile / SIDE);
            assert_int_equal(area >= 0, fits(&world, tile));
            if (area < 0 || marks[tile])
                continue;
            bool is_closed;
            flood(&world, tile, tile + 1, marks, &is_closed);
            assert_int_equal(fw_area_map_label(world.areas, area), labels[tile]);
            if (is_closed && area < seen) { // shared by the closed pieces of the cell
                assert_int_equal(cell_of(&world, first[area]), cell_of(&world, tile));
                closed++;
            } else {
                assert_int_equal(area, seen);
                first[seen++] = tile;
                open++;
            }
            for (int32_t other = 0; other < TILES; other++)
                if (marks[other] == tile + 1)
                    assert_int_equal(fw_area_map_at(world.areas, other % SIDE, other / SIDE), area);
        }
        assert_int_equal(fw_area_map_count(world.areas), seen);
        end_world(&world);
    }
    assert_true(closed > 20 && open > 1000);
}

/// True if an area has an edge to the area of a tile which lists the tile.
static bool lists_anchor(const fw_area_map *areas, int32_t from, int32_t tile)
{
    const area_edge *edge = area_map_edge(areas, from, fw_area_map_at(areas, tile % SIDE, tile / SIDE));
    for (uint32_t i = edge ? edge->first_anchor : 0; edge && i < edge[1].first_anchor; i++)
        if (areas->anchors[i].x == tile % SIDE && areas->anchors[i].y == tile / SIDE)
            return true;
    return false;
}

/// Finds a tile in the edges of each area beside it.
///
/// @return number of these areas
static uint32_t count_neighbours(const world *world, int32_t tile)
{
    int32_t known[8];
    uint32_t count = 0;
    const int32_t own = fw_area_map_at(world->areas, tile % SIDE, tile / SIDE);
    for (int at = 0; at < 9; at++) {
        const int32_t dx = at % 3 - 1, dy = at / 3 - 1;
        const int32_t area = fw_area_map_at(world->areas, tile % SIDE + dx, tile / SIDE + dy);
        bool is_new =
            area >= 0 && area != own && (dx == 0 || dy == 0 || world->def.corners == FW_CORNERS_ALWAYS);
        for (uint32_t i = 0; i < count; i++)
            is_new = is_new && known[i] != area;
        if (!is_new)
            continue;
        known[count++] = area;
        assert_true(lists_anchor(world->areas, area, tile));
    }
    return count;
}

/// Edges are in order of areas, and their anchors in order of y, then x.
static void assert_order(const fw_area_map *areas)
{
    for (int32_t area = 0; area < areas->count; area++)
        for (uint32_t i = areas->areas[area].first_edge; i < areas->areas[area + 1].first_edge; i++) {
            const area_edge *edge = &areas->edges[i];
            assert_true(edge[0].first_anchor < edge[1].first_anchor);
            assert_true(i == areas->areas[area].first_edge || edge[-1].to < edge[0].to);
            for (uint32_t k = edge[0].first_anchor + 1; k < edge[1].first_anchor; k++) {
                const area_anchor *anchor = &areas->anchors[k];
                assert_true(anchor[-1].y * SIDE + anchor[-1].x < anchor[0].y * SIDE + anchor[0].x);
            }
        }
}

/// Of an area: what the test counts by itself.
typedef struct anchor_sums {
    double x, y, cost;
    int count;
    tile_box box;
} anchor_sums;

TEST(areas_know_the_means_of_their_anchors_and_the_anchors_beside_them)
{
    static anchor_sums sums[TILES];
    random_source source = { 3 };
    for (int i = 0; i < WORLDS; i++) {
        world world = world_at_random(&source);
        uint32_t beside = 0;
        for (int32_t area = 0; area < world.areas->count; area++)
            sums[area] = (anchor_sums){ .box = NO_TILES };
        for (int32_t tile = 0; tile < TILES; tile++) {
            const int32_t x = tile % SIDE, y = tile / SIDE, area = fw_area_map_at(world.areas, x, y);
            if (area < 0)
                continue;
            sums[area].x += x + 0.5;
            sums[area].y += y + 0.5;
            sums[area].cost += (double)world.def.terrain_cost[fw_map_terrain(world.map, x, y)] * COST_ONE;
            sums[area].count++;
            tile_box_widen(&sums[area].box, (tile_box){ x, y, x, y });
            beside += count_neighbours(&world, tile);
        }
        for (int32_t k = 0; k < world.areas->count; k++) {
            const area *area = &world.areas->areas[k];
            assert_near(area->x, sums[k].x / sums[k].count, 1e-9);
            assert_near(area->y, sums[k].y / sums[k].count, 1e-9);
            assert_near(area->cost, sums[k].cost / sums[k].count, 1e-6);
            assert_memory_equal(&area->box, &sums[k].box, sizeof area->box);
        }
        const uint32_t edges = world.areas->areas[world.areas->count].first_edge;
        assert_int_equal(world.areas->edges[edges].first_anchor, beside);
        assert_order(world.areas);
        end_world(&world);
    }
}

static int32_t anchor_at_random(const world *world, random_source *source)
{
    for (int tries = 0; tries < 4 * TILES; tries++) {
        const int32_t tile = (int32_t)random_below(source, TILES);
        if (fits(world, tile))
            return tile;
    }
    return -1;
}

static fw_request request_between(const world *world, int32_t from, int32_t to)
{
    fw_request ask = fw_default_request();
    ask.unit = world->unit;
    ask.method = FW_AREAS;
    ask.areas = world->areas;
    ask.start = fw_pose_on_tile(from % SIDE, from / SIDE, world->def.size);
    ask.goal = fw_goal_on_tile(to % SIDE, to / SIDE, world->def.size);
    return ask;
}

/// The way leads from the start's area to the goal's, each beside the next, and the path through them in this order
/// touches at least the first and the last.
static void assert_way(const world *world, const fw_planner *planner, int32_t from, int32_t to)
{
    static int32_t way[TILES];
    const int32_t count = fw_planner_area_path(planner, way, TILES);
    assert_in_range(count, 1, fw_area_map_count(world->areas));
    assert_int_equal(way[0], fw_area_map_at(world->areas, from % SIDE, from / SIDE));
    assert_int_equal(way[count - 1], fw_area_map_at(world->areas, to % SIDE, to / SIDE));
    int32_t one;
    assert_int_equal(fw_planner_area_path(planner, &one, 1), count);
    assert_int_equal(one, way[0]);
}

/// Areas are connected, so on the map that they were made for no leg fails.
TEST(a_walk_over_areas_is_found_exactly_if_there_is_a_path)
{
    random_source source = { 2 };
    fw_path *path = new_path();
    int found = 0, unreachable = 0;
    for (int i = 0; i < WORLDS; i++) {
        world world = world_at_random(&source);
        fw_planner *planner = new_planner(world.map);
        for (int query = 0; query < QUERIES; query++) {
            const int32_t from = anchor_at_random(&world, &source), to = anchor_at_random(&world, &source);
            if (from < 0 || to < 0)
                continue;
            fw_request ask = request_between(&world, from, to);
            const fw_result result = fw_find_path(planner, &ask, path);
            if (!fw_map_connected(world.map, world.unit, from % SIDE, from / SIDE, to % SIDE, to / SIDE)) {
                assert_int_equal(result, FW_UNREACHABLE);
                assert_int_equal(fw_planner_area_path(planner, NULL, 0), 0);
                unreachable++;
                continue;
            }
            assert_int_equal(result, FW_OK);
            assert_way(&world, planner, from, to);
            fw_check_report report;
            fw_path_summary walked, cheapest;
            fw_path_summarise(path, &walked);
            assert_int_equal(walked.method, FW_AREAS);
            assert_int_equal(fw_path_check(world.map, world.unit, path, NULL, &report), FW_OK);
            assert_true(report.legal);
            assert_near(report.cost, walked.cost, 1e-6 * (1 + walked.cost));
            ask.method = FW_ASTAR;
            ask.areas = NULL;
            assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
            fw_path_summarise(path, &cheapest);
            assert_true(walked.cost > cheapest.cost - 1e-6);
            found++;
        }
        fw_planner_destroy(planner);
        end_world(&world);
    }
    assert_true(found > 250 && unreachable > 100);
    fw_path_destroy(path);
}

/// The cost of a step, and the least costs from an area on, by Bellman and Ford.
static double step_between(const fw_area_map *areas, int32_t from, int32_t to)
{
    const area *a = &areas->areas[from], *b = &areas->areas[to];
    return ceil(hypot(b->x - a->x, b->y - a->y) * 0.5 * (a->cost + b->cost)) + 1;
}

static void relax_all(const fw_area_map *areas, int32_t start, double *least)
{
    for (int32_t i = 0; i < areas->count; i++)
        least[i] = i == start ? 0 : INFINITY;
    for (bool changes = true; changes;) {
        changes = false;
        for (int32_t from = 0; from < areas->count; from++)
            for (uint32_t i = areas->areas[from].first_edge; i < areas->areas[from + 1].first_edge; i++) {
                const int32_t to = areas->edges[i].to;
                const double reached = least[from] + step_between(areas, from, to);
                changes = changes || reached < least[to] - 0.25;
                least[to] = fmin(least[to], reached);
            }
    }
}

TEST(the_way_over_areas_is_the_cheapest_one)
{
    static double least[TILES];
    static int32_t way[TILES];
    random_source source = { 4 };
    fw_path *path = new_path();
    int compared = 0;
    for (int i = 0; i < WORLDS / 2; i++) {
        world world = world_at_random(&source);
        fw_planner *planner = new_planner(world.map);
        for (int query = 0; query < 5; query++) {
            const int32_t from = anchor_at_random(&world, &source), to = anchor_at_random(&world, &source);
            if (from < 0 || to < 0)
                continue;
            const fw_request ask = request_between(&world, from, to);
            if (fw_find_path(planner, &ask, path) != FW_OK)
                continue;
            const int32_t count = fw_planner_area_path(planner, way, TILES);
            double cost = 0;
            for (int32_t at = 1; at < count; at++) {
                assert_non_null(area_map_edge(world.areas, way[at - 1], way[at]));
                cost += step_between(world.areas, way[at - 1], way[at]);
            }
            relax_all(world.areas, way[0], least);
            assert_near(cost, least[way[count - 1]], 0.25);
            compared += count > 2;
        }
        fw_planner_destroy(planner);
        end_world(&world);
    }
    assert_true(compared > 30);
    fw_path_destroy(path);
}

static fw_map *drawn_rooms(void)
{
    static const char *const rows[] = { "....................", //
                                        ".........#..........", //
                                        ".........#..........", //
                                        "#######.###########.", //
                                        "....................", //
                                        "...................." };
    return DRAWN(rows);
}

static const fw_area_map_def without_cookie = { .side = 64 };

static fw_area_map_def with_side(int32_t side)
{
    fw_area_map_def def = fw_default_area_map_def();
    def.side = side;
    return def;
}

typedef struct drawn {
    fw_map *map;
    fw_unit_id unit;
    fw_area_map *areas;
    fw_planner *planner;
    fw_path *path;
    fw_request ask;
} drawn;

/// Rooms with a door at (7, 3) and a gap at (19, 3), and a request through the door.
static drawn begin_drawn(void)
{
    drawn begun = { .map = drawn_rooms(), .path = new_path() };
    const fw_area_map_def def = with_side(3);
    begun.unit = add_unit(begun.map, fw_default_unit_def());
    assert_int_equal(fw_area_map_create(begun.map, begun.unit, &def, &begun.areas), FW_OK);
    assert_int_equal(fw_planner_create(begun.map, NULL, &begun.planner), FW_OK);
    begun.ask = fw_default_request();
    begun.ask.unit = begun.unit;
    begun.ask.method = FW_AREAS;
    begun.ask.areas = begun.areas;
    begun.ask.start = fw_pose_on_tile(1, 1, 1);
    begun.ask.goal = fw_goal_on_tile(1, 5, 1);
    return begun;
}

static void end_drawn(drawn *ended)
{
    fw_planner_destroy(ended->planner);
    fw_path_destroy(ended->path);
    fw_area_map_destroy(ended->areas);
    fw_map_destroy(ended->map);
}

static fw_leg_failure failure_of(const drawn *world)
{
    fw_statistics statistics;
    fw_planner_statistics(world->planner, &statistics);
    return statistics.leg_failure;
}

TEST(a_door_that_has_closed_since_ends_the_walk_and_astar_goes_around)
{
    drawn world = begin_drawn();
    assert_int_equal(fw_find_path(world.planner, &world.ask, world.path), FW_OK);
    assert_int_equal(failure_of(&world), FW_LEGS_COMPLETE);
    assert_int_equal(fw_map_set_tile(world.map, 7, 3, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(world.map), FW_OK);
    assert_int_equal(fw_find_path(world.planner, &world.ask, world.path), FW_GAVE_UP);
    assert_int_not_equal(failure_of(&world), FW_LEGS_COMPLETE);
    world.ask.methodical = true;
    assert_int_equal(fw_find_path(world.planner, &world.ask, world.path), FW_OK);
    assert_int_not_equal(failure_of(&world), FW_LEGS_COMPLETE);
    fw_path_summary around;
    fw_path_summarise(world.path, &around);
    assert_int_equal(around.method, FW_ASTAR);
    assert_true(around.length > 36);
    end_drawn(&world);
}

TEST(an_overlay_that_blocks_the_next_area_leaves_nothing_ahead)
{
    drawn world = begin_drawn();
    fw_overlay *overlay = new_overlay(20, 6);
    assert_int_equal(fw_overlay_block(overlay, 6, 3, 3, 3), FW_OK);
    world.ask.overlay = overlay;
    assert_int_equal(fw_find_path(world.planner, &world.ask, world.path), FW_GAVE_UP);
    assert_int_equal(failure_of(&world), FW_LEG_NOTHING_AHEAD);
    end_drawn(&world);
    fw_overlay_destroy(overlay);
}

TEST(a_place_that_was_blocked_lies_in_no_area)
{
    drawn world = begin_drawn();
    assert_int_equal(fw_map_set_tile(world.map, 9, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(world.map), FW_OK);
    world.ask.goal = fw_goal_on_tile(9, 1, 1);
    assert_int_equal(fw_find_path(world.planner, &world.ask, world.path), FW_GAVE_UP);
    assert_int_equal(failure_of(&world), FW_LEG_NO_AREAS);
    assert_int_equal(fw_planner_area_path(world.planner, NULL, 0), 0);
    end_drawn(&world);
}

TEST(slices_change_nothing_and_a_partial_walk_begins_at_the_start)
{
    drawn world = begin_drawn();
    fw_path_summary whole, partial;
    assert_int_equal(fw_find_path(world.planner, &world.ask, world.path), FW_OK);
    fw_path_summarise(world.path, &whole);
    fw_statistics at_once, in_slices;
    fw_planner_statistics(world.planner, &at_once);
    fw_search *search = new_search(world.planner, &world.ask);
    fw_result result;
    uint64_t steps = 0;
    do {
        result = fw_search_step(search, 1);
        steps++;
        assert_int_equal(fw_search_best_so_far(search, world.path), FW_OK);
        fw_path_summarise(world.path, &partial);
        assert_true(partial.length <= whole.length + 1e-9);
    } while (result == FW_PENDING);
    assert_int_equal(result, FW_OK);
    assert_true(partial.length == whole.length && partial.cost == whole.cost);
    fw_search_statistics(search, &in_slices);
    assert_int_equal(in_slices.work, at_once.work);
    assert_in_range(steps, at_once.work - in_slices.legs, at_once.work + 1); // one unit of work each
    assert_int_equal(in_slices.legs, at_once.legs);
    assert_int_equal(fw_search_area_path(search, NULL, 0), fw_planner_area_path(world.planner, NULL, 0));
    fw_search_end(search);
    for (uint64_t most = 1; most < at_once.work; most++) {
        world.ask.max_work = most;
        assert_int_equal(fw_find_path(world.planner, &world.ask, world.path), FW_LIMIT);
    }
    end_drawn(&world);
}

static void assert_refused(const drawn *world, fw_result result, const char *field)
{
    const fw_refusal why = fw_request_refusal(world->map, &world->ask);
    assert_int_equal(why.result, result);
    assert_string_equal(why.field, field);
    assert_int_equal(fw_find_path(world->planner, &world->ask, world->path), result);
}

TEST(an_area_map_must_be_there_and_belong_to_the_unit_and_to_maps_of_this_size)
{
    drawn world = begin_drawn();
    world.ask.areas = NULL;
    assert_refused(&world, FW_NOT_PREPARED, "method");
    world.ask.areas = world.areas;
    world.ask.method = FW_ASTAR;
    assert_refused(&world, FW_METHOD_DOES_NOT_FIT, "areas");
    world.ask.method = FW_AREAS;
    world.ask.unit = add_unit(world.map, unit_of_size(2));
    world.ask.start = fw_pose_on_tile(1, 1, 2);
    world.ask.goal = fw_goal_on_tile(3, 4, 2);
    assert_refused(&world, FW_NOT_PREPARED, "areas");
    static const char *const small[] = { "....", "...." };
    fw_map *other = DRAWN(small);
    const fw_unit_id unit = add_unit(other, fw_default_unit_def());
    fw_area_map *areas = NULL;
    assert_int_equal(fw_area_map_create(other, unit, NULL, &areas), FW_OK);
    end_drawn(&world);
    world = begin_drawn();
    world.ask.areas = areas;
    assert_refused(&world, FW_WRONG_MAP, "areas");
    end_drawn(&world);
    fw_area_map_destroy(areas);
    fw_map_destroy(other);
}

TEST(bad_arguments_are_refused_and_null_is_harmless)
{
    drawn world = begin_drawn();
    fw_area_map *areas = NULL;
    fw_area_map_def def = fw_default_area_map_def();
    assert_int_equal(fw_area_map_create(NULL, world.unit, NULL, &areas), FW_NULL_ARGUMENT);
    assert_int_equal(fw_area_map_create(world.map, world.unit, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_area_map_create(world.map, world.unit + 7, NULL, &areas), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_area_map_create(world.map, world.unit, &without_cookie, &areas), FW_BAD_DEF);
    def.side = -1;
    assert_int_equal(fw_area_map_create(world.map, world.unit, &def, &areas), FW_BAD_VALUE);
    def.side = 0;
    def.partition = FW_PARTITION_COUNT;
    assert_int_equal(fw_area_map_create(world.map, world.unit, &def, &areas), FW_BAD_VALUE);
    def.partition = FW_PARTITION_SQUARES;
    fw_unit_def lean = fw_default_unit_def();
    lean.size = 3;
    lean.methods = FW_METHOD_BIT(FW_ON_DEMAND);
    assert_int_equal(fw_area_map_create(world.map, add_unit(world.map, lean), NULL, &areas), FW_NOT_PREPARED);
    assert_null(areas);
    fw_area_map_destroy(NULL);
    assert_int_equal(fw_area_map_count(NULL), 0);
    assert_int_equal(fw_area_map_at(NULL, 0, 0), -1);
    assert_int_equal(fw_area_map_at(world.areas, -1, 0), -1);
    assert_int_equal(fw_area_map_at(world.areas, 0, 6), -1);
    assert_int_equal(fw_area_map_label(world.areas, -1), 0);
    assert_int_equal(fw_area_map_label(world.areas, fw_area_map_count(world.areas)), 0);
    assert_int_equal(fw_area_map_bytes(NULL), 0);
    assert_int_equal(fw_planner_area_path(NULL, NULL, 0), 0);
    assert_int_equal(fw_search_area_path(NULL, NULL, 0), 0);
    end_drawn(&world);
}

/// A chessboard of labels has a piece for each tile, far more than there may be areas; squares become wider instead.
TEST(too_many_areas_are_refused_and_squares_grow)
{
    enum { WIDE = 400 };
    static uint16_t board[WIDE * WIDE];
    random_source source = { 3 };
    fw_map *map = map_at_random(&source, WIDE, WIDE, 0, 1);
    fw_area_map *areas = NULL;
    const fw_unit_id unit = add_unit(map, fw_default_unit_def());
    for (int32_t i = 0; i < WIDE * WIDE; i++)
        board[i] = (uint16_t)(1 + (i % WIDE + i / WIDE) % 2);
    fw_area_map_def def = fw_default_area_map_def();
    def.labels = board;
    assert_int_equal(fw_area_map_create(map, unit, &def, &areas), FW_TOO_MANY);
    def = with_side(1);
    assert_int_equal(fw_area_map_create(map, unit, &def, &areas), FW_TOO_MANY);
    assert_null(areas);
    assert_int_equal(fw_area_map_create(map, unit, NULL, &areas), FW_OK);
    assert_int_equal(fw_area_map_count(areas), 31 * 31); // squares of 13 x 13
    fw_area_map_destroy(areas);
    for (int32_t y = 0; y < WIDE; y++) // stripes of one tile: 200 pieces in each row of squares
        if (y % 2)
            fw_map_set_rect(map, 0, y, WIDE, 1, FW_BLOCKED);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_area_map_create(map, unit, NULL, &areas), FW_OK);
    assert_int_equal(fw_area_map_count(areas), 31 * 200);
    fw_area_map_destroy(areas);
    fw_map_set_rect(map, 0, 0, WIDE, 155,
                    FW_GROUND); // with an area of each tile there, squares of 13 x 13 are too many
    assert_int_equal(fw_map_commit(map), FW_OK);
    memset(board + 155 * WIDE, 0, sizeof board - 155 * WIDE * sizeof *board);
    def = fw_default_area_map_def();
    def.labels = board;
    assert_int_equal(fw_area_map_create(map, unit, &def, &areas), FW_OK);
    assert_int_equal(fw_area_map_count(areas), 155 * WIDE + 16 * 122);
    fw_area_map_destroy(areas);
    fw_map_destroy(map);
}

TEST(a_square_wider_than_the_map_is_one_area)
{
    static const int32_t sides[] = { 5, 16384, INT32_MAX - 5, INT32_MAX };
    static const char *const rows[] = { ".....", ".....", "....." };
    fw_map *map = DRAWN(rows);
    const fw_unit_id unit = add_unit(map, fw_default_unit_def());
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        const fw_area_map_def def = with_side(sides[i]);
        fw_area_map *areas = NULL;
        assert_int_equal(fw_area_map_create(map, unit, &def, &areas), FW_OK);
        assert_int_equal(fw_area_map_count(areas), 1);
        fw_area_map_destroy(areas);
    }
    fw_map_destroy(map);
}

TEST(a_map_where_nobody_stands_has_no_areas)
{
    static const char *const rows[] = { "####", "#..#", "####" };
    fw_map *map = DRAWN(rows);
    fw_area_map *areas = NULL;
    assert_int_equal(fw_area_map_create(map, add_unit(map, unit_of_size(2)), NULL, &areas), FW_OK);
    assert_int_equal(fw_area_map_count(areas), 0);
    assert_int_equal(fw_area_map_at(areas, 1, 1), -1);
    fw_area_map_destroy(areas);
    fw_map_destroy(map);
}

/// In a corridor each area is expanded once by the search over areas, and each tile once by the legs; where a leg ends,
/// the next one begins.
TEST(work_counts_areas_and_tiles)
{
    enum { LENGTH = 60, SQUARE = 10 };
    random_source source = { 5 };
    drawn world = begin_drawn();
    fw_map *corridor = map_at_random(&source, LENGTH, 1, 0, 1);
    const fw_unit_id unit = add_unit(corridor, fw_default_unit_def());
    const fw_area_map_def def = with_side(SQUARE);
    fw_area_map *areas = NULL;
    assert_int_equal(fw_area_map_create(corridor, unit, &def, &areas), FW_OK);
    fw_planner *planner = new_planner(corridor);
    world.ask.unit = unit;
    world.ask.areas = areas;
    world.ask.start = fw_pose_on_tile(0, 0, 1);
    world.ask.goal = fw_goal_on_tile(LENGTH - 1, 0, 1);
    assert_int_equal(fw_find_path(planner, &world.ask, world.path), FW_OK);
    fw_statistics statistics;
    fw_planner_statistics(planner, &statistics);
    assert_int_equal(statistics.legs, LENGTH / SQUARE);
    assert_int_equal(statistics.expanded, LENGTH / SQUARE + LENGTH + LENGTH / SQUARE - 1);
    fw_planner_destroy(planner);
    fw_area_map_destroy(areas);
    fw_map_destroy(corridor);
    end_drawn(&world);
}

/// What an area map of two runs of tiles needs, and no more: what it was made with is given back.
TEST(an_area_map_holds_little_more_than_its_tables)
{
    static const char *const rows[] = { "..#..", "..#.." };
    fw_map *map = DRAWN(rows);
    fw_area_map *areas = NULL;
    for (int quadtree = 0; quadtree < 2; quadtree++) {
        fw_area_map_def def = with_side(2);
        def.partition = quadtree ? FW_PARTITION_QUADTREE : FW_PARTITION_SQUARES;
        assert_int_equal(fw_area_map_create(map, add_unit(map, fw_default_unit_def()), &def, &areas), FW_OK);
        assert_true(fw_area_map_bytes(areas) < 1024);
        fw_area_map_destroy(areas);
    }
    fw_map_destroy(map);
}

/// Each allocation fails once: the call says so, and gives everything back.
TEST(without_memory_nothing_is_made_and_nothing_is_lost)
{
    drawn world = begin_drawn();
    ration ration = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&ration);
    fw_area_map_def def = with_side(3);
    def.allocator = &hooks;
    fw_area_map *areas = NULL;
    assert_int_equal(fw_area_map_create(world.map, world.unit, &def, &areas), FW_OK);
    assert_int_equal(fw_area_map_bytes(areas), ration.bytes);
    fw_area_map_destroy(areas);
    assert_true(ration.held == 0 && ration.bytes == 0);
    const uint64_t calls = ration.calls;
    assert_true(calls > 8);
    for (uint64_t given = 0; given < calls; given++) {
        ration.left = given;
        areas = NULL;
        assert_int_equal(fw_area_map_create(world.map, world.unit, &def, &areas), FW_NO_MEMORY);
        assert_null(areas);
        assert_true(ration.held == 0 && ration.bytes == 0);
    }
    end_drawn(&world);
}
