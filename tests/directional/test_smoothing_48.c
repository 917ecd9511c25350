// Directional search along a path on the grid, against a flood over the poses beside the path, and by what it tells of
// every pose that it expands. FAIRWAY_MANY=10 in the environment runs ten times the random maps.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/keeper.h"
#include "common/drawing.h"
#include "common/motion_walk.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "directional/motions/motion_kinds.h"
#include "directional/smoothing_48.h"
#include "grid/grid_space.h"
#include "map/map.h"
#include "search/node_store.h"

enum { SIDE = 20, MOST_POINTS = SIDE * SIDE, NEVER = 1 << 20, ARTICLE = 6, MOST_SEGMENTS = 4 * MOST_POINTS };

/// A path on the grid, what may be entered beside it, and a search along it.
typedef struct along_test {
    road_test test;
    memory memory;
    keeper kept;
    page_pool pages;
    smoothing_48 *search;
    motion_ground ground;
    corridor_tile points[MOST_POINTS];
    int32_t count;
    path_end_pose start, goal;
    smoothing_query ask;
    lattice_pose expanded[WALK_POSES]; ///< as they are driven, in order
    double h[WALK_POSES];
    int32_t expanded_count;
} along_test;

static void note_expanded(const fw_trace_event *event, void *user)
{
    along_test *along = user;
    if (event->kind != FW_TRACE_EXPAND)
        return;
    const int32_t heading = (int32_t)lround(event->heading / (FW_PI / 4)) & (MOTION_HEADINGS - 1);
    along->expanded[along->expanded_count] =
        (lattice_pose){ (int32_t)floor(event->x), (int32_t)floor(event->y), heading };
    along->h[along->expanded_count++] = event->h;
}

static void along_begin(along_test *along, double radius)
{
    random_source source = { 1 };
    memset(along, 0, sizeof *along);
    along->test =
        road_on(map_at_random(&source, SIDE, SIDE, 0, 1), vehicle(fw_circle(0.33), 1, radius, FW_HYBRID));
    const map_unit *unit = map_find_unit(map_version_of(along->test.map), along->test.unit);
    memory_init(&along->memory, NULL);
    keeper_init(&along->kept, &along->memory);
    along->pages = node_page_pool(&along->kept.memory, NODE_PAGE_SHIFT);
    assert_int_equal(smoothing_48_create(&along->kept.memory, &along->pages, &along->search), FW_OK);
    along->ground =
        (motion_ground){ .table = map_table(map_version_of(along->test.map), unit, motion_kind_of(FW_HYBRID)),
                         .open = unit->body };
}

static void along_end(along_test *along)
{
    keeper_release(&along->kept);
    assert_int_equal(along->memory.bytes, 0);
    road_end(&along->test);
}

/// Draws a map anew and finds a path on its grid between random poses; false where there is none.
static bool draw_path(along_test *along, random_source *source, uint32_t most_blocked)
{
    const uint32_t blocked = random_below(source, most_blocked + 1);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            fw_map_set_tile(along->test.map, x, y,
                            random_below(source, 100) < blocked ? FW_BLOCKED : FW_GROUND);
    assert_int_equal(fw_map_commit(along->test.map), FW_OK);
    along->start.pose = pose_at_random(source, SIDE);
    along->goal.pose = pose_at_random(source, SIDE);
    fw_request ask = request_on(&along->test, FW_GRID, along->start.pose, along->goal.pose);
    ask.allow_violations = true;
    if (fw_find_path(along->test.planner, &ask, along->test.path) != FW_OK ||
        fw_path_length(along->test.path) == 0)
        return false;
    along->count = tiles_along(along->test.path, along->points, MOST_POINTS);
    return true;
}

static fw_result search_along(along_test *along, int32_t margin, int32_t turning, int32_t falls_back,
                              bool is_backward)
{
    along->ask = (smoothing_query){ .ground = &along->ground,
                                    .points = along->points,
                                    .count = along->count,
                                    .margin = margin,
                                    .turning = turning,
                                    .falls_back = falls_back,
                                    .is_backward = is_backward,
                                    .starts = &along->start,
                                    .start_count = 1,
                                    .goals = &along->goal,
                                    .goal_count = 1 };
    const search_limits limits = { .weight = 1, .trace = note_expanded, .trace_user = along };
    along->expanded_count = 0;
    assert_int_equal(smoothing_48_reset(along->search, &along->ask, &limits), FW_OK);
    const fw_result result = smoothing_48_run(along->search, UINT64_MAX);
    assert_true(result == FW_OK || result == FW_NOT_FOUND);
    return result;
}

static int32_t tiles_apart(int32_t x, int32_t y, const corridor_tile *point)
{
    const int32_t dx = abs(x - point->x), dy = abs(y - point->y);
    return dx > dy ? dx : dy;
}

/// May a search along the path enter a tile?
static bool lies_beside(const along_test *along, int32_t x, int32_t y)
{
    const int32_t turning = along->ask.turning;
    if (tiles_apart(x, y, &along->points[0]) <= turning ||
        tiles_apart(x, y, &along->points[along->count - 1]) <= turning)
        return true;
    for (int32_t i = 0; i < along->count; i++)
        if (tiles_apart(x, y, &along->points[i]) <= along->ask.margin)
            return true;
    return false;
}

/// Do the motions lead from start to goal over poses beside the path?
static bool oracle_reaches(const along_test *along)
{
    static bool seen[WALK_POSES];
    static lattice_pose queue[WALK_POSES];
    int32_t next = 0, end = 0;
    memset(seen, 0, sizeof seen);
    queue[end++] = along->start.pose;
    seen[walk_index(along->start.pose)] = true;
    while (next < end) {
        const lattice_pose pose = queue[next++];
        const control_set *controls = &along->ground.table->sets[BASE_MOTIONS].control_sets[pose.heading];
        for (int32_t i = 0; i < controls->count; i++) {
            const lattice_pose to = { pose.x + controls->motions[i].dx, pose.y + controls->motions[i].dy,
                                      controls->motions[i].end };
            if (to.x < 0 || to.y < 0 || to.x >= SIDE || to.y >= SIDE || seen[walk_index(to)] ||
                !lies_beside(along, to.x, to.y) ||
                !walk_may_drive(&along->ground, controls, i, pose.x, pose.y))
                continue;
            seen[walk_index(to)] = true;
            queue[end++] = to;
        }
    }
    return seen[walk_index(along->goal.pose)];
}

static bool poses_are_equal(lattice_pose a, lattice_pose b)
{
    return a.x == b.x && a.y == b.y && a.heading == b.heading;
}

/// Asserts that the hops lead from one to the next, no farther than the ring of the motions, beside the path.
static void assert_hops_follow_the_path(const along_test *along, const smoothing_route *route)
{
    lattice_pose pose = route->from;
    for (int32_t i = 0; i < route->count; i++) {
        const smoothing_hop *hop = &route->hops[i];
        const corridor_tile from = { hop->from.x, hop->from.y, 0 };
        assert_true(poses_are_equal(hop->from, pose));
        assert_in_range(tiles_apart(hop->to.x, hop->to.y, &from), 1,
                        along->ground.table->sets[BASE_MOTIONS].reach);
        assert_true(lies_beside(along, hop->to.x, hop->to.y));
        pose = hop->to;
    }
}

/// Asserts that the segments of a whole route make a path that the checker passes.
static void assert_route_is_drivable(along_test *along, const smoothing_route *route)
{
    static fw_segment segments[MOST_SEGMENTS];
    const motion_table *table = along->ground.table;
    const bool is_backward = along->ask.is_backward;
    int32_t count = 0;
    for (int32_t i = 0; i < route->count; i++)
        for (int32_t k = 0; k < smoothing_48_segment_count(table, &route->hops[i], is_backward); k++)
            segments[count++] = smoothing_48_segment(table, &route->hops[i], is_backward, k);
    for (int32_t i = 0; i < count; i++)
        assert_false(segments[i].curvature == 0 && signbit(segments[i].curvature)); // lines do not turn "-0"
    const fw_request ask = request_on(&along->test, FW_HYBRID, along->start.pose, along->goal.pose);
    assert_int_equal(fw_path_set(along->test.path, segments, count, NULL), FW_OK);
    assert_path_is_legal(&along->test, &ask);
}

/// Both searches along a path with so much room beside it, against the flood; returns whether there is a way.
static bool both_directions_agree_with_the_flood(along_test *along, int32_t margin, int32_t turning)
{
    bool reaches = false;
    for (int backward = 0; backward < 2; backward++) {
        smoothing_route route;
        const fw_result result = search_along(along, margin, turning, NEVER, backward);
        reaches = oracle_reaches(along);
        assert_int_equal(result == FW_OK, reaches);
        if (!reaches)
            continue;
        assert_int_equal(smoothing_48_route(along->search, SMOOTHING_END_GOAL, &route), FW_OK);
        assert_true(poses_are_equal(route.from, along->start.pose));
        assert_true(poses_are_equal(route.hops[route.count - 1].to, along->goal.pose));
        assert_hops_follow_the_path(along, &route);
        assert_route_is_drivable(along, &route);
    }
    return reaches;
}

TEST(a_way_is_found_forward_and_backward_wherever_motions_lead_beside_the_path)
{
    static along_test along;
    random_source source = { 61 };
    for (int radius = 1; radius <= 3; radius++) {
        int asked = 0, found = 0;
        along_begin(&along, radius);
        while (asked < rounds(25)) {
            if (!draw_path(&along, &source, 12))
                continue;
            asked++;
            found += both_directions_agree_with_the_flood(&along, radius - 1, 2 * radius);
        }
        assert_in_range(found, at_least(4), asked - 1);
        along_end(&along);
    }
}

/// How far along the path a pose on its tiles lies, seen from where the search begins.
static int32_t advance_of(const along_test *along, lattice_pose at)
{
    for (int32_t i = 0; i < along->count; i++)
        if (along->points[i].x == at.x && along->points[i].y == at.y)
            return along->ask.is_backward ? along->count - 1 - i : i;
    fail_msg("a pose beside the path");
    return 0;
}

/// The pose farthest along the path among the first ones that were expanded; -1 where none was.
static int32_t farthest_of(const along_test *along, int32_t count)
{
    int32_t farthest = -1;
    for (int32_t i = 0; i < count; i++) {
        const int32_t advance = advance_of(along, along->expanded[i]);
        farthest = advance > farthest ? advance : farthest;
    }
    return farthest;
}

/// Asserts that a search without a margin ended where it first fell back so far, and nowhere else; returns whether it
/// did.
static bool gives_up_in_time(along_test *along, int32_t falls_back, bool is_backward)
{
    const fw_result result = search_along(along, 0, 0, falls_back, is_backward);
    bool fell_back = false;
    for (int32_t i = 0; i < along->expanded_count; i++) {
        assert_false(fell_back);
        fell_back = advance_of(along, along->expanded[i]) + falls_back <= farthest_of(along, i);
    }
    if (fell_back)
        assert_int_equal(result, FW_NOT_FOUND);
    else
        assert_int_equal(result == FW_OK, oracle_reaches(along));
    return fell_back;
}

TEST(a_search_that_falls_back_six_points_gives_up_and_no_other)
{
    static along_test along;
    random_source source = { 62 };
    int asked = 0, gave_up = 0;
    along_begin(&along, 1);
    while (asked < rounds(80)) {
        if (!draw_path(&along, &source, 15))
            continue;
        asked++;
        for (int backward = 0; backward < 2; backward++)
            gave_up += gives_up_in_time(&along, ARTICLE, backward);
        assert_false(gives_up_in_time(&along, NEVER, asked % 2));
    }
    assert_in_range(gave_up, at_least(3), asked);
    along_end(&along);
}

TEST(what_fails_reports_the_farthest_point_and_how_to_get_there)
{
    static along_test along;
    random_source source = { 63 };
    int failed = 0;
    along_begin(&along, 1);
    while (failed < rounds(30)) {
        const bool is_backward = failed % 2;
        smoothing_route route;
        if (!draw_path(&along, &source, 15) || search_along(&along, 0, 0, ARTICLE, is_backward) == FW_OK)
            continue;
        failed++;
        const int32_t farthest = farthest_of(&along, along.expanded_count);
        assert_int_equal(smoothing_48_route(along.search, SMOOTHING_END_BEST, &route), FW_OK);
        const smoothing_hop *last = route.count > 0 ? &route.hops[route.count - 1] : NULL;
        const lattice_pose to = last ? last->to : route.from;
        assert_int_equal(advance_of(&along, is_backward ? route.from : to), farthest);
        assert_int_equal(is_backward || !last ? route.point : last->point,
                         is_backward ? along.count - 1 - farthest : farthest);
        assert_true(
            poses_are_equal(is_backward ? to : route.from, is_backward ? along.goal.pose : along.start.pose));
        assert_hops_follow_the_path(&along, &route);
    }
    along_end(&along);
}

/// The way left along the path, from a point of it to where the search is to end.
static double way_left(const along_test *along, int32_t advance)
{
    double left = 0;
    for (int32_t i = advance + 1; i < along->count; i++) {
        const int32_t at = along->ask.is_backward ? along->count - 1 - i : i;
        const corridor_tile *to = &along->points[at],
                            *from = &along->points[along->ask.is_backward ? at + 1 : at - 1];
        left += to->x != from->x && to->y != from->y ? sqrt(2) : 1;
    }
    return left;
}

TEST(what_is_left_along_the_path_leads_and_not_the_way_to_the_goal)
{
    static const char *const around[] = { "....................", //
                                          ".#################..", //
                                          ".#################..", //
                                          ".#################..", //
                                          "...................." };
    static along_test along;
    along_begin(&along, 1);
    for (int32_t y = 0; y < 5; y++)
        for (int32_t x = 0; x < SIDE; x++)
            fw_map_set_tile(along.test.map, x, y, around[y][x] == '#' ? FW_BLOCKED : FW_GROUND);
    assert_int_equal(fw_map_commit(along.test.map), FW_OK);
    along.count = 0;
    for (int32_t x = 1; x < SIDE; x++)
        along.points[along.count++] = (corridor_tile){ x, 0, 0 };
    for (int32_t y = 1; y < 5; y++)
        along.points[along.count++] = (corridor_tile){ SIDE - 1, y, 0 };
    for (int32_t x = SIDE - 2; x > 0; x--)
        along.points[along.count++] = (corridor_tile){ x, 4, 0 };
    along.start.pose = (lattice_pose){ 1, 0, 0 };
    along.goal.pose = (lattice_pose){ 1, 4, 4 };
    for (int backward = 0; backward < 2; backward++) {
        assert_int_equal(search_along(&along, 0, 0, ARTICLE, backward), FW_OK);
        assert_true(along.expanded_count > SIDE);
        for (int32_t i = 0; i < along.expanded_count; i++)
            assert_true(fabs(along.h[i] - way_left(&along, advance_of(&along, along.expanded[i]))) < 0.1);
    }
    along_end(&along);
}

TEST(the_corridor_holds_the_tiles_within_the_margin_and_around_both_ends)
{
    static along_test along;
    random_source source = { 64 };
    along_begin(&along, 2);
    corridor near = { .memory = &along.kept.memory };
    for (int asked = 0; asked < rounds(40);) {
        if (!draw_path(&along, &source, 25))
            continue;
        asked++;
        const int32_t margin = (int32_t)random_below(&source, 4), turning = (int32_t)random_below(&source, 7);
        along.ask = (smoothing_query){ .margin = margin, .turning = turning };
        assert_int_equal(corridor_begin(&near, along.points, along.count, margin, turning), FW_OK);
        while (!corridor_fill(&near, 1))
            continue;
        int32_t held = 0;
        for (int32_t y = -8; y < SIDE + 8; y++)
            for (int32_t x = -8; x < SIDE + 8; x++) {
                const int32_t tile = corridor_find(&near, x, y);
                assert_int_equal(tile != NOT_IN_CORRIDOR, lies_beside(&along, x, y));
                held += tile != NOT_IN_CORRIDOR;
            }
        assert_int_equal(near.count, held);
        for (int32_t i = 0; i < along.count; i++)
            assert_int_equal(near.tiles[corridor_find(&near, along.points[i].x, along.points[i].y)].point, i);
    }
    along_end(&along);
}

/// Do hops of 1 to 3 points along the path lead from start to goal?
static bool hops_reach(const along_test *along)
{
    static bool seen[MOST_POINTS][MOTION_HEADINGS];
    memset(seen, 0, sizeof seen);
    const corridor_tile *first = &along->points[0], *last = &along->points[along->count - 1];
    if (first->x != along->start.pose.x || first->y != along->start.pose.y || last->x != along->goal.pose.x ||
        last->y != along->goal.pose.y)
        return false;
    seen[0][along->start.pose.heading] = true;
    for (int32_t at = 0; at < along->count; at++)
        for (int32_t heading = 0; heading < MOTION_HEADINGS; heading++) {
            const control_set *controls = &along->ground.table->sets[BASE_MOTIONS].control_sets[heading];
            const corridor_tile *from = &along->points[at];
            for (int32_t i = 0; seen[at][heading] && i < controls->count; i++)
                for (int32_t to = at + 1; to <= at + 3 && to < along->count; to++)
                    if (along->points[to].x == from->x + controls->motions[i].dx &&
                        along->points[to].y == from->y + controls->motions[i].dy &&
                        walk_may_drive(&along->ground, controls, i, from->x, from->y))
                        seen[to][controls->motions[i].end] = true;
        }
    return seen[along->count - 1][along->goal.pose.heading];
}

/// Asserts that every hop leads 1 to 3 points on, from a tile of the path to a tile of the path.
static void assert_hops_keep_to_the_path(const along_test *along, const smoothing_route *route)
{
    int32_t point = 0;
    for (int32_t i = 0; i < route->count; i++) {
        const smoothing_hop *hop = &route->hops[i];
        assert_in_range(hop->point, point + 1, point + 3);
        assert_true(along->points[hop->point].x == hop->to.x && along->points[hop->point].y == hop->to.y);
        point = hop->point;
    }
    assert_int_equal(point, along->count - 1);
}

TEST(the_articles_form_hops_along_the_path_wherever_hops_lead)
{
    static along_test along;
    random_source source = { 65 };
    int found = 0, lost = 0;
    for (int kind = 0; kind < 2; kind++) {
        along_begin(&along, kind ? 0.5 : 1);
        assert_int_equal(fw_map_prepare(along.test.map, along.test.unit, FW_HYBRID_STRICT), FW_OK);
        const map_unit *unit = map_find_unit(map_version_of(along.test.map), along.test.unit);
        along.ground.table =
            map_table(map_version_of(along.test.map), unit, motion_kind_of(FW_HYBRID_STRICT));
        along.ground.open = unit->body;
        for (int asked = 0; asked < rounds(200);) {
            if (!draw_path(&along, &source, 20))
                continue;
            asked++;
            const bool is_backward = asked % 2;
            along.ask = (smoothing_query){ .ground = &along.ground,
                                           .points = along.points,
                                           .count = along.count,
                                           .falls_back = NEVER,
                                           .most_hop = 3,
                                           .is_backward = is_backward,
                                           .starts = &along.start,
                                           .start_count = 1,
                                           .goals = &along.goal,
                                           .goal_count = 1 };
            const search_limits limits = { .weight = 1 };
            smoothing_route route;
            assert_int_equal(smoothing_48_reset(along.search, &along.ask, &limits), FW_OK);
            const fw_result result = smoothing_48_run(along.search, UINT64_MAX);
            assert_int_equal(result == FW_OK, hops_reach(&along));
            found += result == FW_OK;
            lost += result != FW_OK;
            if (result == FW_OK && smoothing_48_route(along.search, SMOOTHING_END_GOAL, &route) == FW_OK)
                assert_hops_keep_to_the_path(&along, &route);
        }
        along_end(&along);
    }
    assert_true(found > 20 && lost > 20);
}
