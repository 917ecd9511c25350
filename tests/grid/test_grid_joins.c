// Starts and goals off the lattice: anchored by rounding, joined by a swept line, blocked where that line is.
#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/scene.h"
#include "common/unit.h"

enum { SAMPLES = 100 };

/// Gaps that are narrower leave open whether samples see them.
#define DOUBT 1e-2

static int32_t anchor_of(double centre, int32_t size)
{
    return (int32_t)floor(centre - size / 2.0 + 0.5);
}

static double beyond(double at, double low, double high)
{
    return at < low ? low - at : at > high ? at - high : 0.0;
}

static bool is_open(const world *seen, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < seen->width && y < seen->height &&
           seen->cost[world_tile(seen, x, y)] > 0.0 && !seen->blocked[world_tile(seen, x, y)];
}

/// Distance from a point to the nearest tile that the unit may not enter, the outside of the map included.
static double room_at(const world *seen, double x, double y)
{
    double room = fmin(fmin(x, seen->width - x), fmin(y, seen->height - y));
    for (int32_t tile_y = 0; tile_y < seen->height; tile_y++)
        for (int32_t tile_x = 0; tile_x < seen->width; tile_x++)
            if (!is_open(seen, tile_x, tile_y)) {
                const double dx = beyond(x, tile_x, tile_x + 1.0);
                const double dy = beyond(y, tile_y, tile_y + 1.0);
                room = fmin(room, sqrt(dx * dx + dy * dy));
            }
    return room;
}

/// Is the join free, blocked, or too close to tell?
typedef enum verdict { IS_FREE, IS_BLOCKED, IS_UNCLEAR } verdict;

/// A join as samples see it.
typedef struct sampled_join {
    verdict verdict;
    int32_t x, y; ///< anchor
    double length;
    double room; ///< least distance to what is blocked
    double cost;
} sampled_join;

static bool cuts_corners(const world *seen)
{
    return seen->corners == FW_CORNERS_ONE || seen->corners == FW_CORNERS_ALWAYS;
}

/// Bodies are as wide as their size. One that cuts corners may go anywhere in a free anchor's tile.
static verdict judge(const world *seen, const sampled_join *join, bool is_under)
{
    if (!world_fits(seen, join->x, join->y))
        return IS_BLOCKED;
    if (is_under && cuts_corners(seen))
        return IS_FREE;
    if (join->room < seen->size / 2.0 - DOUBT)
        return IS_BLOCKED;
    return join->room > seen->size / 2.0 + DOUBT ? IS_FREE : IS_UNCLEAR;
}

/// The line from a place to an anchor.
static sampled_join sample_line(const world *seen, const fw_pose *from, int32_t x, int32_t y, bool is_under)
{
    sampled_join join = { .x = x, .y = y, .room = 99.0 };
    const double dx = join.x + seen->size / 2.0 - from->x;
    const double dy = join.y + seen->size / 2.0 - from->y;
    join.length = sqrt(dx * dx + dy * dy);
    for (int i = 0; i < SAMPLES; i++) {
        const double at = (i + 0.5) / SAMPLES;
        const double on_x = from->x + at * dx;
        const double on_y = from->y + at * dy;
        join.room = fmin(join.room, room_at(seen, on_x, on_y));
        if (!is_open(seen, (int32_t)floor(on_x), (int32_t)floor(on_y)))
            continue;
        const int32_t tile = world_tile(seen, (int32_t)floor(on_x), (int32_t)floor(on_y));
        join.cost += (seen->cost[tile] + seen->added[tile]) / SAMPLES * join.length;
    }
    join.verdict = judge(seen, &join, is_under);
    return join;
}

/// May a place be joined to no anchor but the one under it? So where the body touches something, and off the corridor.
static bool stands_nowhere(const world *seen, const fw_pose *from, const sampled_join *under)
{
    const bool is_on_map =
        under->x >= 0 && under->y >= 0 && under->x < seen->width && under->y < seen->height;
    return room_at(seen, from->x, from->y) < seen->size / 2.0 - DOUBT || !is_on_map ||
           (seen->has_corridor && !seen->corridor[world_tile(seen, under->x, under->y)]);
}

/// The shortest join to an anchor of a ring.
static sampled_join sample_ring(const world *seen, const fw_pose *from, sampled_join best, int32_t x,
                                int32_t y, int32_t ring)
{
    for (int32_t dy = -ring; dy <= ring; dy++)
        for (int32_t dx = -ring; dx <= ring; dx++) {
            if (abs(dx) != ring && abs(dy) != ring)
                continue;
            const sampled_join next = sample_line(seen, from, x + dx, y + dy, false);
            const bool is_better = best.verdict == IS_BLOCKED || next.length < best.length;
            if (best.verdict != IS_UNCLEAR && next.verdict != IS_BLOCKED &&
                (is_better || next.verdict == IS_UNCLEAR))
                best = next;
        }
    return best;
}

/// The join to the anchor under a place; where that is blocked, the shortest one to an anchor of the first ring around
/// it that has any.
static sampled_join sample_join(const world *seen, const fw_pose *from)
{
    const int32_t x = anchor_of(from->x, seen->size), y = anchor_of(from->y, seen->size);
    sampled_join best = sample_line(seen, from, x, y, true);
    if (best.verdict == IS_BLOCKED && stands_nowhere(seen, from, &best))
        return best;
    for (int32_t ring = 1; ring <= seen->size && best.verdict == IS_BLOCKED; ring++)
        best = sample_ring(seen, from, best, x, y, ring);
    return best;
}

static fw_pose place_at_random(const scene *scene, random_source *source)
{
    return (fw_pose){ scene->seen.width * random_unit(source), scene->seen.height * random_unit(source),
                      0.0 };
}

static void assert_joined(const scene *scene, const sampled_join *start, const sampled_join *goal)
{
    distances oracle;
    world_search(&scene->seen, start->x, start->y, &oracle);
    const double between = oracle.cost[world_tile(&scene->seen, goal->x, goal->y)];
    const double cost = scene_summary(scene).cost;
    if (start->x == goal->x && start->y == goal->y)
        assert_true(cost <= start->cost + goal->cost + 1e-2); // it may go straight
    else if (start->cost < 1e-9)
        assert_near(cost, between + goal->cost, 5e-2);
    else // it may join the first step on the way, or leave out its first anchor
        assert_true(cost <= between + goal->cost + start->cost + 5e-2);
}

TEST(exact_places_are_joined_by_free_lines_or_blocked)
{
    random_source source = { 81 };
    int joined = 0;
    int blocked = 0;
    for (int i = 0; i < 600; i++) {
        scene scene = scene_at_random(&source, 12, COSTS_ROUND);
        if (i % 3 == 0) {
            scene_overlay_at_random(&scene, &source);
        }
        for (int query = 0; query < 10; query++) {
            fw_request ask = fw_default_request();
            ask.unit = scene.unit;
            ask.overlay = scene.overlay;
            ask.start = place_at_random(&scene, &source);
            ask.start_slack = 0;
            ask.goal.pose = place_at_random(&scene, &source);
            if (query == 0)
                ask.goal.pose = (fw_pose){ ask.start.x + 0.01, ask.start.y, 0.0 };
            ask.goal = fw_goal_at(ask.goal.pose.x, ask.goal.pose.y);
            const sampled_join start = sample_join(&scene.seen, &ask.start);
            const sampled_join goal = sample_join(&scene.seen, &ask.goal.pose);
            const fw_result result = scene_ask(&scene, &ask); // judges start, goal, legality and cost exactly
            if (result == FW_OUT_OF_BOUNDS) {
                assert_true(start.x < 0 || start.y < 0 || goal.x < 0 || goal.y < 0 ||
                            goal.x >= scene.seen.width || ask.goal.pose.x > scene.seen.width);
                continue;
            }
            const verdict start_verdict = start.verdict;
            const verdict goal_verdict = goal.verdict;
            if (start_verdict == IS_BLOCKED)
                assert_int_equal(result, FW_START_BLOCKED);
            if (start_verdict == IS_FREE)
                assert_int_not_equal(result, FW_START_BLOCKED);
            if (start_verdict == IS_FREE && goal_verdict == IS_BLOCKED)
                assert_int_equal(result, FW_GOAL_BLOCKED);
            if (start_verdict == IS_FREE && goal_verdict == IS_FREE)
                assert_int_not_equal(result, FW_GOAL_BLOCKED);
            blocked += result == FW_START_BLOCKED || result == FW_GOAL_BLOCKED;
            if (result == FW_OK && start_verdict == IS_FREE && goal_verdict == IS_FREE) {
                assert_joined(&scene, &start, &goal);
                joined++;
            }
        }
        scene_end(&scene);
    }
    assert_true(joined > 200 && blocked > 200);
}

TEST(a_set_counts_the_way_from_the_anchor_to_the_member)
{
    const char *hall[] = { ".........", ".........", "........." };
    scene scene = scene_of(DRAWN(hall), unit_of_size(1));
    const fw_pose set[] = { { 6.5, 1.1, 0.0 }, { 6.5, 1.45, 0.0 }, { 2.5, 7.0, 0.0 } };
    fw_request ask = scene_request(&scene, 1, 1, 0, 0);
    fw_pose end;
    ask.goal = fw_goal_nearest_of(set, 3);
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_int_equal(fw_path_pose_at(scene.path, fw_path_length(scene.path), &end), FW_OK);
    assert_near(end.y, 1.45, 1e-12);
    assert_near(scene_summary(&scene).cost, 5.05, 1e-9);
    scene_end(&scene);
}

TEST(a_radius_without_an_anchor_in_it_is_a_place)
{
    const char *hall[] = { ".........", ".........", "........." };
    scene scene = scene_of(DRAWN(hall), unit_of_size(1));
    fw_request ask = scene_request(&scene, 1, 1, 0, 0);
    fw_pose end;
    ask.goal = fw_goal_within(5.75, 1.25, 0.2);
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_int_equal(fw_path_pose_at(scene.path, fw_path_length(scene.path), &end), FW_OK);
    assert_near(end.x, 5.75, 1e-12);
    assert_near(end.y, 1.25, 1e-12);
    scene_end(&scene);
}

TEST(a_hair_off_the_lattice_is_on_it)
{
    const char *hall[] = { "....", "...." };
    scene scene = scene_of(DRAWN(hall), unit_of_size(1));
    fw_request ask = scene_request(&scene, 0, 0, 3, 0);
    ask.start.y += 4e-10;
    ask.goal.pose.x -= 4e-10;
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_int_equal(scene_summary(&scene).segment_count, 1);
    scene_end(&scene);
}
