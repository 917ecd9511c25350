// A method of the grid is one row of functions. This one is no search: it goes diagonally, and then straight.
#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/scene.h"
#include "common/unit.h"
#include "grid/grid_moves.h"
#include "plan/grid_stage.h"
#include "plan/planner.h"

/// The way of the toy method, and its calls.
static struct {
    grid_run runs[2];
    int32_t count;
    int steps;
} toy;

static bool serves(const fw_search *search)
{
    return search->query->goal.kind == GRID_GOAL_ANCHOR;
}

static grid_run run_of(int32_t dx, int32_t dy, int32_t steps)
{
    return (grid_run){ .direction = move_towards(dx, dy), .steps = steps };
}

static fw_result begin(fw_search *search)
{
    const query *query = search->query;
    const int32_t dx = query->goal.x - query->start.x, dy = query->goal.y - query->start.y;
    const int32_t sign_x = (dx > 0) - (dx < 0), sign_y = (dy > 0) - (dy < 0);
    const int32_t diagonal = abs(dx) < abs(dy) ? abs(dx) : abs(dy);
    const int32_t straight = abs(dx) + abs(dy) - 2 * diagonal;
    toy.count = toy.steps = 0;
    if (diagonal)
        toy.runs[toy.count++] = run_of(sign_x, sign_y, diagonal);
    if (straight)
        toy.runs[toy.count++] = abs(dx) > abs(dy) ? run_of(sign_x, 0, straight) : run_of(0, sign_y, straight);
    return FW_OK;
}

static fw_result run(fw_search *search, uint64_t work)
{
    toy.steps += work > 1 ? 2 : 1;
    return toy.steps < 2 ? FW_PENDING : FW_OK;
}

static fw_result route(fw_search *search, grid_end end, grid_route *route)
{
    const query *query = search->query;
    if (end != GRID_END_GOAL)
        return FW_NOT_FOUND;
    double cost = 0;
    for (int32_t i = 0; i < toy.count; i++)
        cost += toy.runs[i].steps * (move_is_diagonal(toy.runs[i].direction) ? sqrt(2) : 1);
    *route = (grid_route){ .runs = toy.runs,
                           .count = toy.count,
                           .start = { query->start.x, query->start.y },
                           .end = { query->goal.x, query->goal.y },
                           .cost = cost };
    return FW_OK;
}

static void statistics(const fw_search *search, fw_statistics *result)
{
    result->expanded = (uint64_t)toy.steps;
}

static double progress(const fw_search *search)
{
    return 0.5 * toy.steps;
}

static const grid_method toy_method = { .serves = serves,
                                        .begin = begin,
                                        .run = run,
                                        .route = route,
                                        .statistics = statistics,
                                        .progress = progress };

/// Begins a request, and leaves its search on the grid to the toy method.
static fw_search *begin_toy(const scene *scene, const fw_request *request)
{
    fw_search *search = new_search(scene->planner, request);
    assert_true(toy_method.serves(search));
    assert_int_equal(grid_search_begin_by(search, &toy_method), FW_OK);
    return search;
}

static const char *const field[] = { "..........", "..........", "..........", "..........", ".........." };

TEST(an_added_method_finds_writes_and_counts_as_the_others_do)
{
    scene open = scene_of(DRAWN(field), unit_of_size(1));
    fw_request ask = scene_request(&open, 1, 4, 8, 1);
    ask.method = FW_ASTAR;
    fw_search *search = begin_toy(&open, &ask);
    fw_path *path = new_path();
    assert_int_equal(fw_search_step(search, 1), FW_PENDING);
    assert_int_equal(fw_search_best_so_far(search, path), FW_OK); // the start: the toy has nothing yet
    assert_true(fw_path_length(path) == 0);
    assert_int_equal(fw_search_step(search, 1), FW_OK);
    assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
    assert_true(fabs(fw_path_length(path) - (3 * sqrt(2) + 4)) < 1e-12);
    fw_statistics spent;
    assert_int_equal(fw_search_statistics(search, &spent), FW_OK);
    assert_int_equal(spent.expanded, 2);
    fw_search_end(search);
    fw_path_destroy(path);
    scene_end(&open);
}

TEST(later_stages_shape_the_path_of_an_added_method)
{
    scene open = scene_of(DRAWN(field), unit_of_size(1));
    fw_request ask = scene_request(&open, 1, 4, 8, 1);
    ask.method = FW_ASTAR;
    ask.smoothing = FW_SMOOTH_TAUT_LINES;
    fw_search *search = begin_toy(&open, &ask);
    fw_path *path = new_path();
    assert_int_equal(fw_search_step(search, 0), FW_OK);
    assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
    assert_true(fabs(fw_path_length(path) - hypot(7, 3)) < 1e-9);
    fw_search_end(search);
    fw_path_destroy(path);
    scene_end(&open);
}
