// Jump points against the plainest search there is. FAIRWAY_MANY=10 in the environment runs ten times the random maps.
#include <math.h>
#include <string.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "common/walk.h"
#include "fairway/fairway.h"
#include "grid/grid_space.h"
#include "grid/jump_explore.h"
#include "grid/jump_kind.h"
#include "grid/jump_sight.h"
#include "grid/jump_space.h"
#include "map/map.h"
#include "search/node_store.h"

static fw_request request_between(fw_unit_id unit, int32_t size, int32_t from_x, int32_t from_y, int32_t to_x,
                                  int32_t to_y)
{
    const fw_pose goal = fw_pose_on_tile(to_x, to_y, size);
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.method = FW_JUMP_POINTS;
    ask.start = fw_pose_on_tile(from_x, from_y, size);
    ask.goal = fw_goal_at(goal.x, goal.y);
    return ask;
}

/// Walks a path tile by tile: straight and diagonal lines over anchors where the unit fits, past no corner.
static void assert_path_is_walkable(const fw_map *map, fw_unit_id unit, int32_t size, const fw_path *path)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++) {
        const int dx = (int)lround(cos(segments[i].start.heading) * 1.2);
        const int dy = (int)lround(sin(segments[i].start.heading) * 1.2);
        const int32_t steps = (int32_t)lround(segments[i].length / (dx && dy ? sqrt(2.0) : 1.0));
        const int32_t x = (int32_t)lround(segments[i].start.x - size / 2.0);
        const int32_t y = (int32_t)lround(segments[i].start.y - size / 2.0);
        assert_true(fw_map_fits(map, unit, x, y));
        for (int32_t step = 1; step <= steps; step++) {
            assert_true(fw_map_fits(map, unit, x + step * dx, y + step * dy));
            assert_true(fw_map_fits(map, unit, x + step * dx, y + (step - 1) * dy));
            assert_true(fw_map_fits(map, unit, x + (step - 1) * dx, y + step * dy));
        }
    }
}

typedef struct world {
    fw_map *map;
    fw_planner *planner;
    fw_path *path;
    fw_unit_id unit;
    int32_t size;
} world;

static world world_with_corners(fw_map *map, int32_t size, fw_corner_rule corners)
{
    world made = { .map = map, .size = size };
    fw_unit_def def = unit_of_size(size);
    def.corners = corners;
    assert_int_equal(fw_map_add_unit(map, &def, &made.unit), FW_OK);
    assert_int_equal(fw_planner_create(map, NULL, &made.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &made.path), FW_OK);
    return made;
}

static world world_on(fw_map *map, int32_t size)
{
    return world_with_corners(map, size, FW_CORNERS_NEVER);
}

/// The corner rules that jump points know, by turns.
static fw_corner_rule corners_of(int i)
{
    return i % 2 ? FW_CORNERS_ORTHOGONAL : FW_CORNERS_NEVER;
}

static void world_end(world *world)
{
    fw_path_destroy(world->path);
    fw_planner_destroy(world->planner);
    fw_map_destroy(world->map);
}

/// Asks for one path and compares it with the length that the oracle found.
static void assert_answer(const world *world, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y,
                          double length)
{
    const fw_request ask = request_between(world->unit, world->size, from_x, from_y, to_x, to_y);
    const fw_result result = fw_find_path(world->planner, &ask, world->path);
    assert_int_equal(result == FW_OK, isfinite(length));
    if (result != FW_OK)
        return;
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(world->path, &summary), FW_OK);
    assert_int_equal(summary.method, FW_JUMP_POINTS);
    assert_true(fabs(summary.length - length) < 1e-6);
    assert_true(fabs(summary.cost - length) < 1e-6);
    assert_path_is_walkable(world->map, world->unit, world->size, world->path);
}

TEST(paths_on_random_maps_are_as_short_as_walking_finds)
{
    enum { LONGEST = 24, GOALS = 6 };
    double lengths[LONGEST * LONGEST];
    random_source source = { 42 };
    const int maps = rounds(10000);
    for (int i = 0; i < maps; i++) {
        const int32_t width = 1 + (int32_t)random_below(&source, LONGEST);
        const int32_t height = 1 + (int32_t)random_below(&source, LONGEST);
        const uint32_t blocked_percent = random_below(&source, 45);
        world world = world_with_corners(map_at_random(&source, width, height, blocked_percent, 1), 1 + i % 3,
                                         corners_of(i));
        const int32_t x = (int32_t)random_below(&source, (uint32_t)width);
        const int32_t y = (int32_t)random_below(&source, (uint32_t)height);
        walk_everywhere(world.map, world.unit, x, y, lengths);
        for (int goal = 0; goal < GOALS; goal++) {
            const int32_t to_x = (int32_t)random_below(&source, (uint32_t)width);
            const int32_t to_y = (int32_t)random_below(&source, (uint32_t)height);
            assert_answer(&world, x, y, to_x, to_y, lengths[to_y * width + to_x]);
        }
        world_end(&world);
    }
}

enum { TIE_SIDE = 24 };

/// What a trace tells of places that were reached twice for the same cost.
typedef struct ties {
    double reached[TIE_SIDE * TIE_SIDE]; ///< cost of each anchor so far, or infinite
    int joined;
} ties;

static void count_ties(const fw_trace_event *event, void *user)
{
    ties *seen = user;
    if (event->kind != FW_TRACE_GENERATE)
        return;
    double *reached = &seen->reached[(int)event->y * TIE_SIDE + (int)event->x];
    seen->joined += *reached == event->g;
    *reached = event->g;
}

/// On maps that are their own mirror image, both ways round a wall are as long, and often meet behind it.
TEST(arrivals_from_several_sides_for_the_same_cost_are_joined)
{
    double lengths[TIE_SIDE * TIE_SIDE];
    random_source source = { 12 };
    ties seen = { .joined = 0 };
    for (int i = 0; i < 300; i++) {
        world world = world_on(map_at_random(&source, TIE_SIDE, TIE_SIDE, 10 + (uint32_t)i % 25, 1), 1);
        for (int32_t y = 0; y < TIE_SIDE; y++)
            for (int32_t x = 0; x < y; x++)
                assert_int_equal(fw_map_set_tile(world.map, x, y, fw_map_terrain(world.map, y, x)), FW_OK);
        assert_int_equal(fw_map_commit(world.map), FW_OK);
        const int32_t start = (int32_t)random_below(&source, TIE_SIDE);
        walk_everywhere(world.map, world.unit, start, start, lengths);
        for (int goal = 0; goal < 10; goal++) {
            const int32_t to = (int32_t)random_below(&source, TIE_SIDE * TIE_SIDE);
            fw_request ask = request_between(world.unit, 1, start, start, to % TIE_SIDE, to / TIE_SIDE);
            ask.trace = count_ties;
            ask.trace_user = &seen;
            for (int32_t tile = 0; tile < TIE_SIDE * TIE_SIDE; tile++)
                seen.reached[tile] = INFINITY;
            if (fw_find_path(world.planner, &ask, world.path) == FW_OK)
                assert_true(fabs(fw_path_length(world.path) - lengths[to]) < 1e-6);
            else
                assert_true(isinf(lengths[to]));
        }
        world_end(&world);
    }
    assert_true(seen.joined > 300);
}

/// Lines cross several words here, diagonal ones too.
TEST(paths_on_wide_maps_are_as_short_as_walking_finds)
{
    enum { WIDTH = 200, HEIGHT = 140 };
    static double lengths[WIDTH * HEIGHT];
    random_source source = { 8 };
    for (int i = 0; i < 12; i++) {
        world world = world_with_corners(map_at_random(&source, WIDTH, HEIGHT, (uint32_t)(i / 2 % 4), 1),
                                         1 + i % 3, corners_of(i));
        const int32_t x = (int32_t)random_below(&source, WIDTH);
        const int32_t y = (int32_t)random_below(&source, HEIGHT);
        walk_everywhere(world.map, world.unit, x, y, lengths);
        for (int goal = 0; goal < 100; goal++) {
            const int32_t to_x = (int32_t)random_below(&source, WIDTH);
            const int32_t to_y = (int32_t)random_below(&source, HEIGHT);
            assert_answer(&world, x, y, to_x, to_y, lengths[to_y * WIDTH + to_x]);
        }
        world_end(&world);
    }
}

static void check_paths_while_the_map_changes(fw_corner_rule corners)
{
    enum { SIDE = 70 };
    static double lengths[SIDE * SIDE];
    random_source source = { 77 };
    world world = world_with_corners(map_at_random(&source, SIDE, SIDE, 25, 1), 1, corners);
    for (int edit = 0; edit < 200; edit++) {
        const int32_t x = (int32_t)random_below(&source, SIDE);
        const int32_t y = (int32_t)random_below(&source, SIDE);
        const uint8_t terrain = random_below(&source, 2) ? FW_GROUND : FW_BLOCKED;
        const int32_t width = 1 + (int32_t)random_below(&source, (uint32_t)(SIDE - x < 6 ? SIDE - x : 6));
        assert_int_equal(fw_map_set_rect(world.map, x, y, width, 1, terrain), FW_OK);
        assert_int_equal(fw_map_commit(world.map), FW_OK);
        walk_everywhere(world.map, world.unit, x, y, lengths);
        for (int goal = 0; goal < 10; goal++) {
            const int32_t to = (int32_t)random_below(&source, SIDE * SIDE);
            assert_answer(&world, x, y, to % SIDE, to / SIDE, lengths[to]);
        }
    }
    world_end(&world);
}

TEST(paths_stay_shortest_while_the_map_changes)
{
    check_paths_while_the_map_changes(FW_CORNERS_NEVER);
    check_paths_while_the_map_changes(FW_CORNERS_ORTHOGONAL);
}

/// Asks two planners the same; both must give the same path after the same work.
static void assert_same_answer(fw_planner *const planners[2], fw_path *const paths[2], const fw_request *ask)
{
    fw_result results[2];
    fw_statistics done[2];
    for (int i = 0; i < 2; i++) {
        results[i] = fw_find_path(planners[i], ask, paths[i]);
        assert_int_equal(fw_planner_statistics(planners[i], &done[i]), FW_OK);
    }
    assert_int_equal(results[0], results[1]);
    assert_int_equal(done[0].expanded, done[1].expanded);
    assert_int_equal(done[0].improved, done[1].improved);
    int32_t counts[2];
    const fw_segment *segments[2];
    for (int i = 0; i < 2; i++)
        segments[i] = fw_path_segments(paths[i], &counts[i]);
    assert_int_equal(counts[0], counts[1]);
    for (int32_t i = 0; i < counts[0]; i++) {
        assert_true(segments[0][i].start.x == segments[1][i].start.x);
        assert_true(segments[0][i].start.y == segments[1][i].start.y);
        assert_true(segments[0][i].length == segments[1][i].length);
    }
}

static void compare_planners_while_the_map_changes(fw_corner_rule corners)
{
    enum { WIDTH = 200, HEIGHT = 150, EDITS = 150 };
    random_source source = { 21 };
    world world = world_with_corners(map_at_random(&source, WIDTH, HEIGHT, 4, 1), 1, corners);
    fw_path *path = new_path();
    for (int edit = 0; edit < EDITS; edit++) {
        const int32_t x = (int32_t)random_below(&source, WIDTH);
        const int32_t y = (int32_t)random_below(&source, HEIGHT);
        const bool is_tall = random_below(&source, 2);
        const int32_t length = 1 + (int32_t)random_below(&source, 12);
        const int32_t width = is_tall ? 1 : length < WIDTH - x ? length : WIDTH - x;
        const int32_t height = !is_tall ? 1 : length < HEIGHT - y ? length : HEIGHT - y;
        const uint8_t terrain = random_below(&source, 3) ? FW_GROUND : FW_BLOCKED;
        assert_int_equal(fw_map_set_rect(world.map, x, y, width, height, terrain), FW_OK);
        assert_int_equal(fw_map_commit(world.map), FW_OK);
        fw_planner *fresh = new_planner(world.map);
        fw_planner *const planners[2] = { world.planner, fresh };
        fw_path *const paths[2] = { world.path, path };
        for (int i = 0; i < 6; i++) {
            const int32_t from = (int32_t)random_below(&source, WIDTH * HEIGHT);
            const int32_t to = (int32_t)random_below(&source, WIDTH * HEIGHT);
            const fw_request ask =
                request_between(world.unit, 1, from % WIDTH, from / WIDTH, to % WIDTH, to / WIDTH);
            assert_same_answer(planners, paths, &ask);
        }
        fw_planner_destroy(fresh);
    }
    fw_path_destroy(path);
    world_end(&world);
}

/// What planners keep from query to query must be given up where the map has changed.
TEST(planners_that_saw_the_map_change_answer_as_new_ones_do)
{
    compare_planners_while_the_map_changes(FW_CORNERS_NEVER);
    compare_planners_while_the_map_changes(FW_CORNERS_ORTHOGONAL);
}

TEST(a_warm_search_allocates_nothing_and_does_not_depend_on_slices)
{
    ration left = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&left);
    random_source source = { 4 };
    fw_map *map = map_at_random(&source, 150, 150, 20, 1);
    const fw_unit_def def = unit_of_size(1);
    const fw_unit_id unit = add_unit(map, def);
    fw_planner_def scratch = fw_default_planner_def();
    scratch.allocator = &hooks;
    fw_planner *planner;
    fw_path *whole;
    fw_path *sliced;
    assert_int_equal(fw_planner_create(map, &scratch, &planner), FW_OK);
    assert_int_equal(fw_path_create(&hooks, &whole), FW_OK);
    assert_int_equal(fw_path_create(&hooks, &sliced), FW_OK);
    uint64_t calls_when_warm = 0;
    for (int pass = 0; pass < 2; pass++) {
        random_source again = { 9 };
        for (int i = 0; i < 100; i++) {
            const fw_request ask = request_between(
                unit, 1, (int32_t)random_below(&again, 150), (int32_t)random_below(&again, 150),
                (int32_t)random_below(&again, 150), (int32_t)random_below(&again, 150));
            const fw_result found = fw_find_path(planner, &ask, whole);
            fw_search *search = new_search(planner, &ask);
            fw_result stepped;
            do
                stepped = fw_search_step(search, 1);
            while (stepped == FW_PENDING);
            assert_int_equal(stepped, found);
            if (found == FW_OK) {
                assert_int_equal(fw_search_best_so_far(search, sliced), FW_OK);
                assert_true(fw_path_length(sliced) == fw_path_length(whole));
            }
            fw_search_end(search);
        }
        if (pass == 0)
            calls_when_warm = left.calls;
    }
    assert_int_equal(left.calls, calls_when_warm);
    fw_path_destroy(sliced);
    fw_path_destroy(whole);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    assert_int_equal(left.held, 0);
}

/// Room for what one search gives: its route, to be compared.
typedef struct answer {
    fw_result result;
    grid_run runs[64];
    int32_t count;
    double cost;
    fw_statistics done;
} answer;

static void look_away(const fw_trace_event *event, void *user)
{
}

/// Asks for a search, which is traced, or for an answer, which may do without.
static answer answer_of(jump_space *space, const jump_query *query, fw_trace_fn trace)
{
    const search_limits limits = { .weight = 1.0, .trace = trace };
    answer given = { 0 };
    assert_int_equal(jump_space_reset(space, query, &limits), FW_OK);
    given.result = jump_space_run(space, UINT64_MAX);
    jump_space_statistics(space, &given.done);
    grid_route route;
    if (given.result != FW_OK)
        return given;
    assert_int_equal(jump_space_route(space, GRID_END_GOAL, &route), FW_OK);
    assert_true(route.count <= 64);
    memcpy(given.runs, route.runs, (size_t)route.count * sizeof *route.runs);
    given.count = route.count;
    given.cost = route.cost;
    return given;
}

static answer ask_space(jump_space *space, const jump_query *query)
{
    return answer_of(space, query, look_away);
}

/// Asks queries on a map by a graph, and by the tables alone.
///
/// @param boxes  rectangles that an overlay blocks
/// @return paths that were found
static int compare_full_graph(random_source *source, int32_t side, uint32_t percent, fw_corner_rule corners,
                              int boxes)
{
    fw_map *map = map_at_random(source, side, side, percent, 1);
    fw_unit_def def = unit_of_size(1);
    def.corners = corners;
    fw_overlay *overlay = new_overlay(side, side);
    for (int i = 0; i < boxes; i++) {
        const int32_t x = (int32_t)random_below(source, (uint32_t)side);
        const int32_t y = (int32_t)random_below(source, (uint32_t)side);
        assert_int_equal(fw_overlay_block(overlay, x, y, 2, 3), FW_OK);
    }
    const fw_unit_id id = add_unit(map, def);
    const map_unit *unit = map_find_unit(map_version_of(map), id);
    memory memory;
    memory_init(&memory, NULL);
    page_pool pool = node_page_pool(&memory, JUMP_NODE_PAGE_SHIFT);
    page_pool small = node_page_pool(&memory, SMALL_NODE_PAGE_SHIFT);
    jump_graph *graphs = NULL;
    jump_space *space = NULL;
    assert_int_equal(jump_space_create(&memory, &pool, &small, &memory, &graphs, &space), FW_OK);
    int found = 0;
    for (int i = 0; i < 300; i++) {
        const jump_query query = { .tables = map_table(map_version_of(map), unit, &jump_tables_kind),
                                   .start_x = (int32_t)random_below(source, (uint32_t)side),
                                   .start_y = (int32_t)random_below(source, (uint32_t)side),
                                   .goal_x = (int32_t)random_below(source, (uint32_t)side),
                                   .goal_y = (int32_t)random_below(source, (uint32_t)side),
                                   .overlay = overlay,
                                   .tile_cost = 1.0 };
        if (!fw_map_fits(map, id, query.start_x, query.start_y) ||
            !fw_map_fits(map, id, query.goal_x, query.goal_y))
            continue;
        const answer by_graph = ask_space(space, &query);
        if (!graphs)
            continue;
        const size_t most = graphs->most_edges;
        graphs->most_edges = 0;
        const answer by_tables = ask_space(space, &query);
        graphs->most_edges = most;
        assert_int_equal(by_tables.result, by_graph.result);
        assert_int_equal(by_tables.done.expanded, by_graph.done.expanded);
        assert_int_equal(by_tables.done.generated, by_graph.done.generated);
        assert_int_equal(by_tables.done.improved, by_graph.done.improved);
        assert_int_equal(by_tables.done.reopened, by_graph.done.reopened);
        assert_int_equal(by_tables.done.fringe, by_graph.done.fringe);
        assert_int_equal(by_tables.done.work, by_graph.done.work);
        assert_int_equal(by_tables.count, by_graph.count);
        assert_memory_equal(by_tables.runs, by_graph.runs, sizeof by_graph.runs);
        found += by_graph.result == FW_OK;
    }
    jump_space_destroy(space);
    jump_graph_free_all(&graphs);
    page_pool_trim(&pool);
    page_pool_trim(&small);
    assert_int_equal(memory.bytes, 0);
    fw_overlay_destroy(overlay);
    fw_map_destroy(map);
    return found;
}

TEST(a_full_graph_is_left_aside_and_nothing_else_changes)
{
    random_source source = { 15 };
    assert_true(compare_full_graph(&source, 40, 25, FW_CORNERS_NEVER, 0) > 100);
    int found = 0;
    for (int i = 0; i < rounds(80); i++) // some ways lead round to where they begin
        found += compare_full_graph(&source, 24, 35, i % 4 == 3 ? FW_CORNERS_ORTHOGONAL : FW_CORNERS_NEVER,
                                    i % 2 ? 2 : 0);
    assert_true(found > rounds(80) * 10);
}

/// Asks queries at random and adds what was expanded.
static uint64_t ask_at_random(jump_space *space, const jump_tables *tables, random_source *source, int count)
{
    uint64_t expanded = 0;
    for (int i = 0; i < count; i++) {
        const layer *layer = tables->rows;
        const jump_query query = { .tables = tables,
                                   .start_x = (int32_t)random_below(source, (uint32_t)layer->width),
                                   .start_y = (int32_t)random_below(source, (uint32_t)layer->height),
                                   .goal_x = (int32_t)random_below(source, (uint32_t)layer->width),
                                   .goal_y = (int32_t)random_below(source, (uint32_t)layer->height),
                                   .tile_cost = 1.0 };
        if (layer_fits(layer, query.start_x, query.start_y) && layer_fits(layer, query.goal_x, query.goal_y))
            expanded += ask_space(space, &query).done.expanded;
    }
    return expanded;
}

TEST(searches_only_read_a_graph_that_was_explored)
{
    for (int corners = 0; corners < 2; corners++) {
        random_source source = { 16 };
        fw_map *map = map_at_random(&source, 80, 70, 20, 1);
        fw_unit_def def = unit_of_size(1);
        def.corners = corners ? FW_CORNERS_ORTHOGONAL : FW_CORNERS_NEVER;
        const fw_unit_id id = add_unit(map, def);
        const jump_tables *tables =
            map_table(map_version_of(map), map_find_unit(map_version_of(map), id), &jump_tables_kind);
        memory memory;
        memory_init(&memory, NULL);
        page_pool pool = node_page_pool(&memory, JUMP_NODE_PAGE_SHIFT);
        page_pool small = node_page_pool(&memory, SMALL_NODE_PAGE_SHIFT);
        jump_graph *graphs = NULL;
        jump_space *space = NULL;
        jump_graph *graph = jump_graph_of(&memory, &graphs, tables);
        assert_int_equal(jump_graph_explore(graph, tables), FW_OK);
        const size_t vertices = graph->vertex_count, edges = graph->edge_count;
        assert_int_equal(jump_graph_explore(graph, tables), FW_OK);
        assert_int_equal(jump_space_create(&memory, &pool, &small, &memory, &graphs, &space), FW_OK);
        assert_true(ask_at_random(space, tables, &source, 300) > 1000);
        assert_int_equal(graph->vertex_count, vertices);
        assert_int_equal(graph->edge_count, edges);
        assert_false(jump_graph_is_full(graph));
        jump_space_destroy(space);
        jump_graph_free_all(&graphs);
        page_pool_trim(&pool);
        page_pool_trim(&small);
        assert_int_equal(memory.bytes, 0);
        fw_map_destroy(map);
    }
}

TEST(a_goal_around_one_corner_is_told_without_a_search_and_costs_the_same)
{
    enum { SIDE = 40 };
    random_source source = { 21 };
    int told = 0, searched = 0;
    for (int corners = 0; corners < 2; corners++) {
        fw_map *map = map_at_random(&source, SIDE, SIDE, 15, 1);
        fw_unit_def def = unit_of_size(1);
        def.corners = corners ? FW_CORNERS_ORTHOGONAL : FW_CORNERS_NEVER;
        const fw_unit_id id = add_unit(map, def);
        const jump_tables *tables =
            map_table(map_version_of(map), map_find_unit(map_version_of(map), id), &jump_tables_kind);
        memory memory;
        memory_init(&memory, NULL);
        page_pool pool = node_page_pool(&memory, JUMP_NODE_PAGE_SHIFT);
        page_pool small = node_page_pool(&memory, SMALL_NODE_PAGE_SHIFT);
        jump_graph *graphs = NULL;
        jump_space *space = NULL;
        assert_int_equal(jump_space_create(&memory, &pool, &small, &memory, &graphs, &space), FW_OK);
        for (int i = 0; i < 400; i++) {
            jump_query query = { .tables = tables, .tile_cost = 1.0 };
            query.start_x = (int32_t)random_below(&source, SIDE);
            query.start_y = (int32_t)random_below(&source, SIDE);
            query.goal_x = (int32_t)random_below(&source, SIDE);
            query.goal_y = (int32_t)random_below(&source, SIDE);
            if (!fw_map_fits(map, id, query.start_x, query.start_y) ||
                !fw_map_fits(map, id, query.goal_x, query.goal_y))
                continue;
            const answer by_search = ask_space(space, &query);
            path_run runs[2];
            query.is_hidden = jump_look(tables, query.start_x, query.start_y, query.goal_x - query.start_x,
                                        query.goal_y - query.start_y, runs) == JUMP_HIDDEN;
            const answer by_look = answer_of(space, &query, NULL);
            assert_int_equal(by_look.result, by_search.result);
            assert_true(by_look.cost == by_search.cost);
            told += by_look.result == FW_OK && by_look.done.expanded == 0;
            searched += by_look.done.expanded > 0;
        }
        jump_space_destroy(space);
        jump_graph_free_all(&graphs);
        page_pool_trim(&pool);
        page_pool_trim(&small);
        assert_int_equal(memory.bytes, 0);
        fw_map_destroy(map);
    }
    assert_true(told > 50 && searched > 50);
}

TEST(a_commit_costs_the_graph_only_what_lies_around_the_change)
{
    enum { WIDTH = 640, HEIGHT = 64 };
    random_source source = { 6 };
    fw_map *map = map_at_random(&source, WIDTH, HEIGHT, 25, 1);
    const fw_unit_def def = unit_of_size(1);
    assert_int_equal(fw_map_set_rect(map, 0, 0, 2, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 60, 60, 4, 4, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    const fw_unit_id id = add_unit(map, def);
    memory memory;
    memory_init(&memory, NULL);
    page_pool pool = node_page_pool(&memory, JUMP_NODE_PAGE_SHIFT);
    page_pool small = node_page_pool(&memory, SMALL_NODE_PAGE_SHIFT);
    jump_graph *graph = NULL;
    jump_space *space = NULL;
    assert_int_equal(jump_space_create(&memory, &pool, &small, &memory, &graph, &space), FW_OK);
    const jump_query query = { .tables = map_table(map_version_of(map),
                                                   map_find_unit(map_version_of(map), id), &jump_tables_kind),
                               .goal_x = 63,
                               .goal_y = 63,
                               .tile_cost = 1.0 };
    ask_space(space, &query);
    const size_t edges = graph->edge_count;
    assert_true(edges > 100);

    assert_int_equal(fw_map_set_tile(map, WIDTH - 1, 0, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, WIDTH - 20, 0, 10, 30, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    ask_space(space, &query);
    assert_int_equal(graph->lost_edges, 0);
    assert_int_equal(graph->edge_count, edges);

    assert_int_equal(fw_map_set_rect(map, 20, 20, 3, 3, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    ask_space(space, &query);
    assert_true(graph->lost_edges > 0);
    assert_true(graph->edge_count > edges);

    size_t edges_at_first = 0;
    for (int round = 0; round < 6; round++) {
        for (int blocked = 0; blocked < 2; blocked++) {
            assert_int_equal(fw_map_set_rect(map, 20, 20, 3, 3, blocked ? FW_BLOCKED : FW_GROUND), FW_OK);
            assert_int_equal(fw_map_commit(map), FW_OK);
            ask_space(space, &query);
        }
        if (round == 1)
            edges_at_first = graph->edge_count;
    }
    assert_int_equal(graph->edge_count, edges_at_first); // lists that are looked for again keep their places

    jump_space_destroy(space);
    jump_graph_free_all(&graph);
    page_pool_trim(&pool);
    page_pool_trim(&small);
    assert_int_equal(memory.bytes, 0);
    fw_map_destroy(map);
}

/// A corridor that winds to and fro over the whole map: longer than 32 bits can count in steps of 1/5741 tile.
TEST(a_path_too_long_for_jump_points_is_left_to_astar)
{
    enum { WIDTH = 640, HEIGHT = 639, CORRIDORS = HEIGHT / 2 + 1 };
    fw_map *map = open_map(WIDTH, HEIGHT);
    for (int32_t wall = 0; wall < CORRIDORS - 1; wall++)
        assert_int_equal(fw_map_set_rect(map, wall % 2, 2 * wall + 1, WIDTH - 1, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    world world = world_on(map, 1);
    fw_request ask = request_between(world.unit, 1, 0, 0, CORRIDORS % 2 ? WIDTH - 1 : 0, HEIGHT - 1);
    ask.method = FW_GRID;
    assert_int_equal(fw_find_path(world.planner, &ask, world.path), FW_OK);
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(world.path, &summary), FW_OK);
    assert_int_equal(summary.method, FW_ASTAR);
    assert_true(fabs(summary.length - ((WIDTH - 1.0) * CORRIDORS + 2.0 * (CORRIDORS - 1))) < 1e-6);

    fw_search *search = new_search(world.planner, &ask);
    fw_result stepped;
    do
        stepped = fw_search_step(search, 50000);
    while (stepped == FW_PENDING);
    assert_int_equal(stepped, FW_OK);
    assert_int_equal(fw_search_best_so_far(search, world.path), FW_OK);
    assert_true(fw_path_length(world.path) == summary.length);
    fw_search_end(search);

    ask.goal = fw_goal_at(WIDTH - 0.5, 100.5);
    assert_int_equal(fw_find_path(world.planner, &ask, world.path), FW_OK);
    assert_int_equal(fw_path_summarise(world.path, &summary), FW_OK);
    assert_int_equal(summary.method, FW_JUMP_POINTS);
    world_end(&world);
}

TEST(jump_points_refuse_what_they_cannot_answer)
{
    const char *field[] = { ".....", "..S..", "....." };
    fw_map *map = DRAWN(field);
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();

    fw_unit_def slow_in_swamp = fw_default_unit_def();
    slow_in_swamp.terrain_cost[FW_SWAMP] = 2.0f;
    const fw_unit_id slow = add_unit(map, slow_in_swamp);
    fw_request ask = request_between(slow, 1, 0, 1, 4, 1);
    assert_int_equal(fw_find_path(planner, &ask, path), FW_METHOD_DOES_NOT_FIT);

    fw_unit_def unprepared = fw_default_unit_def();
    unprepared.methods = FW_METHOD_BIT(FW_ASTAR);
    unprepared.terrain_cost[FW_TREE] = 1.0f;
    const fw_unit_id plain = add_unit(map, unprepared);
    ask.unit = plain;
    assert_int_equal(fw_find_path(planner, &ask, path), FW_NOT_PREPARED);
    assert_int_equal(fw_map_prepare(map, plain, FW_JUMP_POINTS), FW_OK);
    assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
    ask.fewer_bends = true;
    assert_int_equal(fw_find_path(planner, &ask, path), FW_METHOD_DOES_NOT_FIT);

    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}
