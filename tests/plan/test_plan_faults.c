// Memory that fails at every call in turn: queries say so, leave paths as they were, leak nothing, and the next works.
#include "common/drawing.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/unit.h"
#include "fairway/planner.h"
#include "fairway/space.h"

enum { SIDE = 40, ASKS = 11 };

/// A map with units whose queries use every kind of memory that a planner has.
typedef struct yard {
    fw_map *map;
    fw_overlay *overlay, *closed;
    fw_request asks[ASKS];
    double costs[ASKS]; ///< of the right answers
    fw_pose set[40];
} yard;

static fw_pose free_place(const yard *yard, random_source *source, fw_unit_id unit)
{
    int32_t x;
    int32_t y;
    do {
        x = (int32_t)random_below(source, SIDE);
        y = (int32_t)random_below(source, SIDE);
    } while (!fw_map_fits(yard->map, unit, x, y));
    return fw_pose_on_tile(x, y, 1);
}

static double cost_of(const fw_path *path)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    return summary.cost;
}

static void begin_yard(yard *yard)
{
    random_source source = { 71 };
    yard->map = map_at_random(&source, SIDE, SIDE, 15, 3);
    fw_unit_def unit = unit_entering(1, 14);
    const fw_unit_id even = add_unit(yard->map, unit);
    unit.terrain_cost[2] = 2.0f;
    const fw_unit_id uneven = add_unit(yard->map, unit);
    assert_int_equal(fw_overlay_create(SIDE, SIDE, NULL, &yard->overlay), FW_OK);
    assert_int_equal(fw_overlay_add_cost(yard->overlay, 10, 10, 20, 20, 1.5f), FW_OK);
    assert_int_equal(fw_overlay_create(SIDE, SIDE, NULL, &yard->closed), FW_OK);
    assert_int_equal(fw_overlay_block(yard->closed, 20, 20, 9, 9), FW_OK);
    for (int i = 0; i < 40; i++)
        yard->set[i] = free_place(yard, &source, uneven);
    fw_planner *planner = new_planner(yard->map);
    fw_path *path = new_path();
    for (int i = 0; i < ASKS; i++) {
        fw_request *ask = &yard->asks[i];
        do {
            *ask = fw_default_request();
            ask->unit = i % 2 ? uneven : even;
            ask->start = free_place(yard, &source, ask->unit);
            const fw_pose goal = free_place(yard, &source, ask->unit);
            ask->goal = fw_goal_at(goal.x, goal.y);
            if (i == 2)
                ask->method = FW_ON_DEMAND;
            if (i == 3)
                ask->fewer_bends = true;
            if (i == 4)
                ask->overlay = yard->overlay;
            if (i == 5)
                ask->goal = fw_goal_nearest_of(yard->set, 40);
            if (i == 6)
                ask->goal = fw_goal_within(goal.x, goal.y, 3.0);
            if (i == 7)
                ask->weight = 1.5;
            ask->nearest = i >= 9;
            if (ask->nearest) {
                ask->goal = fw_goal_on_tile(24, 24, 1);
                ask->overlay = yard->closed;
            }
        } while (fw_find_path(planner, ask, path) != FW_OK || fw_path_length(path) < 20.0 - 18.0 * (i == 5));
        yard->costs[i] = cost_of(path);
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
}

static void end_yard(yard *yard)
{
    fw_overlay_destroy(yard->closed);
    fw_overlay_destroy(yard->overlay);
    fw_map_destroy(yard->map);
}

/// A planner and a path whose memory is rationed.
typedef struct rationed_pair {
    fw_planner *planner;
    fw_path *path;
    double cost; ///< of what the path holds
} rationed_pair;

/// Asks for one path; with no memory for it the path must be as it was.
static void ask_under_ration(rationed_pair *with, const yard *yard, int which)
{
    const fw_result result = fw_find_path(with->planner, &yard->asks[which], with->path);
    fw_statistics statistics;
    assert_int_equal(fw_planner_statistics(with->planner, &statistics), FW_OK);
    if (result == FW_OK)
        with->cost = yard->costs[which];
    else
        assert_int_equal(result, FW_NO_MEMORY);
    assert_true(cost_of(with->path) == with->cost);
}

/// The same in slices, looking at the best so far on the way.
static void ask_in_slices_under_ration(rationed_pair *with, const yard *yard, int which)
{
    fw_search *search = NULL;
    fw_result result = fw_search_begin(with->planner, &yard->asks[which], &search);
    if (result != FW_OK) {
        assert_int_equal(result, FW_NO_MEMORY);
        assert_null(search);
        return;
    }
    do {
        result = fw_search_step(search, 20);
        const fw_result looked = fw_search_best_so_far(search, with->path);
        if (looked == FW_OK)
            with->cost = cost_of(with->path);
        assert_true(looked == FW_OK || looked == FW_NO_MEMORY || looked == FW_NOT_FOUND);
        assert_true(cost_of(with->path) == with->cost);
    } while (result == FW_PENDING);
    assert_true(result == FW_OK || result == FW_NO_MEMORY);
    assert_int_equal(fw_search_step(search, 20), result);
    fw_search_end(search);
}

/// A user's space: a line of nodes with a bush of leaves at each.
static fw_result begin_line(void *space, fw_successors *successors)
{
    fw_successors_push(successors, 0, 0, 0);
    return FW_OK;
}

static fw_result expand_line(void *space, const fw_node *from, fw_successors *successors)
{
    if (from->id >= 100000)
        return FW_OK;
    if (from->id == 20000)
        fw_successors_push(successors, FW_GOAL_NODE, 0, 0);
    fw_successors_push(successors, from->id + 500, 1, 0);
    for (uint64_t leaf = 1; leaf < 40; leaf++)
        fw_successors_push(successors, 100000 + from->id + leaf, 2 * leaf, 0);
    return FW_OK;
}

static void search_space_under_ration(rationed_pair *with)
{
    fw_space_request ask = fw_default_space_request();
    ask.space = (fw_space){ .begin = begin_line, .expand = expand_line };
    fw_search *search = NULL;
    uint64_t cost = 0;
    int32_t count;
    fw_result result = fw_search_begin_space(with->planner, &ask, &search);
    if (result != FW_OK) {
        assert_int_equal(result, FW_NO_MEMORY);
        return;
    }
    result = fw_search_step(search, 0);
    if (result == FW_OK) {
        assert_int_equal(fw_search_nodes(search, NULL, 0, &count, &cost), FW_BUFFER_TOO_SMALL);
        assert_int_equal(cost, 40);
    } else {
        assert_int_equal(result, FW_NO_MEMORY);
    }
    fw_search_end(search);
}

/// Everything that a planner does with memory, once.
static void live_under_ration(const yard *yard, ration *from)
{
    const fw_allocator hooks = rationed(from);
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &hooks;
    rationed_pair with = { 0 };
    fw_result created = fw_planner_create(yard->map, &def, &with.planner);
    assert_true(created == FW_OK || (created == FW_NO_MEMORY && !with.planner));
    if (created == FW_OK)
        created = fw_path_create(&hooks, &with.path);
    if (created == FW_OK) {
        for (int i = 0; i < ASKS; i++)
            ask_under_ration(&with, yard, i);
        fw_planner_trim(with.planner);
        for (int i = 0; i < ASKS; i++)
            ask_in_slices_under_ration(&with, yard, i);
        search_space_under_ration(&with);
        from->left = UNRATIONED;
        for (int i = 0; i < ASKS; i++) {
            assert_int_equal(fw_find_path(with.planner, &yard->asks[i], with.path), FW_OK);
            assert_true(cost_of(with.path) == yard->costs[i]);
        }
    }
    fw_path_destroy(with.path);
    fw_planner_destroy(with.planner);
    assert_int_equal(from->held, 0);
    assert_int_equal(from->bytes, 0);
}

/// Lets the n-th call fail, and all after it or only that one, for every n.
static void fail_at_every_call(bool once)
{
    yard yard;
    begin_yard(&yard);
    ration plenty = { .left = UNRATIONED };
    live_under_ration(&yard, &plenty);
    assert_true(plenty.calls > 50);
    for (uint64_t n = 0; n < plenty.calls; n++) {
        ration scarce = { .left = n, .once = once };
        live_under_ration(&yard, &scarce);
    }
    end_yard(&yard);
}

TEST(memory_that_runs_out_at_any_call_is_survived)
{
    fail_at_every_call(false);
}

TEST(any_single_failing_call_is_survived)
{
    fail_at_every_call(true);
}

TEST(queries_that_run_out_of_memory_again_and_again_hold_no_more_than_one_that_ends)
{
    random_source source = { 3 };
    fw_map *map = map_at_random(&source, SIDE, SIDE, 0, 1);
    fw_unit_def car = unit_entering(1, 2);
    car.turn_radius = 1.5;
    fw_request ask = fw_default_request();
    ask.unit = add_unit(map, car);
    ask.method = FW_DIRECTIONAL;
    ask.start = fw_pose_on_tile(2, 2, 1);
    ask.goal = fw_goal_at(35.5, 30.5);
    ration from = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&from);
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &hooks;
    fw_planner *planner;
    fw_path *path = new_path();
    assert_int_equal(fw_planner_create(map, &def, &planner), FW_OK);
    const uint64_t before = from.calls;
    assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
    const uint64_t calls = from.calls - before;
    const size_t bytes = from.bytes;
    for (uint64_t n = 0; n < calls; n++) {
        fw_planner_trim(planner);
        for (int i = 0; i < 100; i++) {
            from.left = n;
            assert_int_equal(fw_find_path(planner, &ask, path), FW_NO_MEMORY);
            from.left = n;
            fw_search *search;
            fw_result result = fw_search_begin(planner, &ask, &search);
            if (result == FW_OK) {
                result = fw_search_step(search, 0);
                fw_search_end(search);
            }
            assert_int_equal(result, FW_NO_MEMORY);
        }
        assert_true(from.bytes <= 2 * bytes); // two searches
        from.left = UNRATIONED;
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}
