#define _POSIX_C_SOURCE 199309L
// Limits on time: they hold whatever the clock on the wall says, and however long they are.
#include <time.h>

#include "common/drawing.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "search/limits.h"

enum { SIDE = 80, LINE = 3000000 };

/// In place of the C library's: somebody sets the clock back by an hour each time that it is looked at.
int timespec_get(struct timespec *now, int base)
{
    static time_t hours = 100000;
    *now = (struct timespec){ .tv_sec = 3600 * hours-- };
    return base;
}

/// A line of nodes that ends far away.
static fw_result begin_line(void *space, fw_successors *successors)
{
    fw_successors_push(successors, 0, 0, 0);
    return FW_OK;
}

static fw_result follow_line(void *space, const fw_node *from, fw_successors *successors)
{
    if (from->id < LINE)
        fw_successors_push(successors, from->id + 1, 1, 0);
    return FW_OK;
}

typedef struct field {
    fw_map *map;
    fw_planner *planner;
    fw_path *path;
    fw_request across;
} field;

static field begin_field(void)
{
    field made = { .across = fw_default_request() };
    random_source source = { 81 };
    made.map = map_at_random(&source, SIDE, SIDE, 0, 1);
    fw_unit_def car = unit_of_size(1);
    car.turn_radius = 1;
    car.methods = FW_METHOD_BIT(FW_ASTAR) | FW_METHOD_BIT(FW_JUMP_POINTS) | FW_METHOD_BIT(FW_DIRECTIONAL) |
                  FW_METHOD_BIT(FW_HYBRID);
    made.across.unit = add_unit(made.map, car);
    made.across.allow_violations = true;
    made.across.start = fw_pose_on_tile(2, 2, 1);
    made.across.goal = fw_goal_on_tile(SIDE - 3, SIDE / 2, 1);
    assert_int_equal(fw_planner_create(made.map, NULL, &made.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &made.path), FW_OK);
    return made;
}

static void end_field(field *made)
{
    fw_path_destroy(made->path);
    fw_planner_destroy(made->planner);
    fw_map_destroy(made->map);
}

TEST(a_time_limit_holds_while_the_clock_is_set_back)
{
#ifndef CLOCK_MONOTONIC
    skip();
#endif
    field field = begin_field();
    fw_space_request ask = fw_default_space_request();
    ask.space = (fw_space){ .begin = begin_line, .expand = follow_line, .consistent = true };
    ask.max_time_us = 1000;
    fw_search *search;
    assert_int_equal(fw_search_begin_space(field.planner, &ask, &search), FW_OK);
    assert_int_equal(fw_search_step(search, 0), FW_LIMIT);
    fw_search_end(search);
    end_field(&field);
}

TEST(the_longest_time_limits_are_no_limits)
{
    field field = begin_field();
    const uint64_t longest[] = { UINT64_MAX, UINT64_MAX - 1, UINT64_MAX / 2 };
    const fw_method methods[] = { FW_ASTAR, FW_JUMP_POINTS, FW_DIRECTIONAL, FW_HYBRID };
    for (int i = 0; i < 12; i++) {
        field.across.max_time_us = longest[i % 3];
        field.across.method = methods[i / 3];
        assert_int_equal(fw_find_path(field.planner, &field.across, field.path), FW_OK);
    }
    for (int i = 0; i < 3; i++) {
        fw_space_request ask = fw_default_space_request();
        ask.space = (fw_space){ .begin = begin_line, .expand = follow_line, .consistent = true };
        ask.max_work = 1000;
        ask.max_time_us = longest[i];
        fw_statistics done;
        fw_search *search;
        assert_int_equal(fw_search_begin_space(field.planner, &ask, &search), FW_OK);
        assert_int_equal(fw_search_step(search, 0), FW_LIMIT);
        assert_int_equal(fw_search_statistics(search, &done), FW_OK);
        assert_int_equal(done.work, 1000);
        fw_search_end(search);
    }
    end_field(&field);
}

TEST(no_limit_is_no_deadline)
{
    assert_int_equal(deadline_in(0), 0);
    assert_true(deadline_in(1) > 0);
}

TEST(the_clock_counts_microseconds)
{
#ifndef CLOCK_MONOTONIC
    skip();
#else
    struct timespec times[2];
    for (int i = 0; i < 100; i++) {
        assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &times[0]), 0);
        const uint64_t now = clock_us();
        assert_int_equal(clock_gettime(CLOCK_MONOTONIC, &times[1]), 0);
        assert_true((double)now > (double)times[0].tv_sec * 1e6 + (double)times[0].tv_nsec / 1e3 - 1.5);
        assert_true((double)now < (double)times[1].tv_sec * 1e6 + (double)times[1].tv_nsec / 1e3 + 0.5);
    }
#endif
}
