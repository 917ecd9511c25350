#include <math.h>

#include "common/drawing.h"
#include "common/near.h"
#include "common/scene.h"
#include "common/unit.h"

/// Integer costs are true to 1e-8 of a diagonal step.
#define EXACT 1e-6

enum { MOST_MEMBERS = 20 };

/// A random position on the lattice or, sometimes, a fraction of a tile beside it.
static double coordinate_at_random(random_source *source, int32_t side, int32_t size)
{
    const double anchor = (double)random_below(source, (uint32_t)side) + size / 2.0;
    return random_below(source, 3) ? anchor : anchor + random_unit(source) - 0.5;
}

static double square_distance(const world *seen, int32_t x, int32_t y, const fw_pose *to)
{
    const double dx = x + seen->size / 2.0 - to->x;
    const double dy = y + seen->size / 2.0 - to->y;
    return dx * dx + dy * dy;
}

/// The anchor where the scene's path ends.
static void end_of(const scene *scene, int32_t *x, int32_t *y)
{
    fw_pose end;
    assert_int_equal(fw_path_pose_at(scene->path, fw_path_length(scene->path), &end), FW_OK);
    *x = (int32_t)lround(end.x - scene->seen.size / 2.0);
    *y = (int32_t)lround(end.y - scene->seen.size / 2.0);
}

/// What the oracle says of a disc.
typedef struct disc {
    bool has_anchor, has_free;
    double least; ///< cost of the cheapest way into it; infinite = none
} disc;

static disc survey(const scene *scene, const distances *oracle, const fw_goal *goal)
{
    disc disc = { .least = INFINITY };
    for (int32_t y = 0; y < scene->seen.height; y++)
        for (int32_t x = 0; x < scene->seen.width; x++) {
            if (square_distance(&scene->seen, x, y, &goal->pose) > goal->radius * goal->radius)
                continue;
            disc.has_anchor = true;
            disc.has_free = disc.has_free || world_fits(&scene->seen, x, y);
            disc.least = fmin(disc.least, oracle->cost[world_tile(&scene->seen, x, y)]);
        }
    return disc;
}

/// A random scene, an anchor in it, and what the oracle says of all ways from there.
typedef struct outing {
    scene scene;
    int32_t x, y;
    distances oracle;
} outing;

/// False where the unit fits nowhere: nothing to be asked, only to be ended.
static bool outing_begin(outing *outing, random_source *source, scene_costs costs, bool with_overlay)
{
    outing->scene = scene_at_random(source, 16, costs);
    if (with_overlay)
        scene_overlay_at_random(&outing->scene, source);
    if (!scene_pick(&outing->scene, source, &outing->x, &outing->y))
        return false;
    world_search(&outing->scene.seen, outing->x, outing->y, &outing->oracle);
    return true;
}

/// The path ends at an anchor, costs what it says, and as much as the oracle says.
static void assert_costs(const outing *outing, double expected, int32_t *end_x, int32_t *end_y)
{
    end_of(&outing->scene, end_x, end_y);
    const double cost =
        world_walk(&outing->scene.seen, outing->scene.path, outing->x, outing->y, *end_x, *end_y, NULL);
    assert_near(cost, expected, EXACT);
    assert_near(scene_summary(&outing->scene).cost, cost, 1e-9);
}

static fw_pose anchor_at_random(const outing *outing, random_source *source)
{
    const int32_t x = (int32_t)random_below(source, (uint32_t)outing->scene.seen.width);
    const int32_t y = (int32_t)random_below(source, (uint32_t)outing->scene.seen.height);
    return fw_pose_on_tile(x, y, outing->scene.seen.size);
}

/// Asks for a disc. Was it entered?
static bool assert_enters(const outing *outing, const fw_request *ask)
{
    const disc expected = survey(&outing->scene, &outing->oracle, &ask->goal);
    if (!expected.has_anchor)
        return false; // the goal is then the point itself
    const fw_result result = scene_ask(&outing->scene, ask);
    if (expected.least < INFINITY) {
        int32_t end_x;
        int32_t end_y;
        assert_int_equal(result, FW_OK);
        assert_costs(outing, expected.least, &end_x, &end_y);
        assert_true(square_distance(&outing->scene.seen, end_x, end_y, &ask->goal.pose) <=
                    ask->goal.radius * ask->goal.radius + 1e-9);
        return true;
    }
    if (result == FW_OUT_OF_BOUNDS)
        assert_true(!expected.has_free && (ask->goal.pose.x > outing->scene.seen.width ||
                                           ask->goal.pose.y > outing->scene.seen.height));
    else if (expected.has_free)
        assert_true(result == FW_UNREACHABLE || (outing->scene.overlay && result == FW_NOT_FOUND));
    else
        assert_int_equal(result, FW_GOAL_BLOCKED);
    return false;
}

TEST(a_radius_is_entered_where_that_is_cheapest)
{
    random_source source = { 11 };
    int entered = 0;
    for (int i = 0; i < 600; i++) {
        outing outing;
        const bool has_start = outing_begin(&outing, &source, COSTS_ANY, i % 3 == 0);
        for (int query = 0; has_start && query < 10; query++) {
            fw_request ask = scene_request(&outing.scene, outing.x, outing.y, 0, 0);
            const double to_x =
                coordinate_at_random(&source, outing.scene.seen.width, outing.scene.seen.size);
            const double to_y =
                coordinate_at_random(&source, outing.scene.seen.height, outing.scene.seen.size);
            ask.goal = fw_goal_within(to_x, to_y, random_below(&source, 12) / 2.0);
            ask.method = query % 2 ? FW_ON_DEMAND : FW_AUTO;
            ask.fewer_bends = query % 5 == 0;
            entered += assert_enters(&outing, &ask);
        }
        scene_end(&outing.scene);
    }
    assert_true(entered > 1000);
}

/// A set of anchors, and what the oracle says of it.
typedef struct crowd {
    fw_pose set[MOST_MEMBERS];
    int32_t count;
    bool any_on_map, any_free;
    double least; ///< cost of the cheapest way to one of them; infinite = none
} crowd;

static void crowd_add(crowd *to, const outing *outing, int32_t x, int32_t y)
{
    const world *seen = &outing->scene.seen;
    const fw_pose member = fw_pose_on_tile(x, y, seen->size);
    to->set[to->count++] = member;
    if (x >= 0 && x < seen->width && member.x <= seen->width && member.y <= seen->height)
        to->any_on_map = true;
    if (x >= 0 && world_fits(seen, x, y)) {
        to->any_free = true;
        to->least = fmin(to->least, outing->oracle.cost[world_tile(seen, x, y)]);
    }
}

/// Side by side, or all over the map and a little beside it.
static crowd crowd_at_random(const outing *outing, random_source *source)
{
    const uint32_t width = (uint32_t)outing->scene.seen.width, height = (uint32_t)outing->scene.seen.height;
    crowd all = { .least = INFINITY };
    const int32_t count = 1 + (int32_t)random_below(source, MOST_MEMBERS);
    const bool is_cluster = random_below(source, 2);
    const int32_t left = is_cluster ? (int32_t)random_below(source, width) : -1;
    const int32_t top = is_cluster ? (int32_t)random_below(source, height) : 0;
    while (all.count < count) {
        const int32_t x = left + (int32_t)random_below(source, is_cluster ? 4 : width + 2);
        const int32_t y = top + (int32_t)random_below(source, is_cluster ? 4 : height);
        crowd_add(&all, outing, x, y);
    }
    return all;
}

static void assert_is_member(const outing *outing, const crowd *all, int32_t x, int32_t y)
{
    bool is_member = false;
    for (int32_t member = 0; member < all->count; member++)
        is_member = is_member || square_distance(&outing->scene.seen, x, y, &all->set[member]) == 0.0;
    assert_true(is_member);
}

/// Asks for a set. Was one of it reached?
static bool assert_chooses(const outing *outing, const fw_request *ask, const crowd *all)
{
    const fw_result result = scene_ask(&outing->scene, ask);
    if (!all->any_on_map) {
        assert_int_equal(result, FW_OUT_OF_BOUNDS);
    } else if (!all->any_free) {
        assert_int_equal(result, FW_GOAL_BLOCKED);
    } else if (all->least == INFINITY) {
        assert_true(result == FW_UNREACHABLE || (outing->scene.overlay && result == FW_NOT_FOUND));
    } else {
        int32_t end_x;
        int32_t end_y;
        assert_int_equal(result, FW_OK);
        assert_costs(outing, all->least, &end_x, &end_y);
        assert_is_member(outing, all, end_x, end_y);
        assert_int_equal(scene_summary(&outing->scene).outcome, FW_OUTCOME_FOUND);
        return true;
    }
    return false;
}

TEST(the_member_of_a_set_that_is_cheapest_to_reach_is_chosen)
{
    random_source source = { 12 };
    int chosen = 0;
    for (int i = 0; i < 600; i++) {
        outing outing;
        if (outing_begin(&outing, &source, COSTS_ANY, i % 3 == 0)) {
            const crowd all = crowd_at_random(&outing, &source);
            fw_request ask = scene_request(&outing.scene, outing.x, outing.y, 0, 0);
            ask.goal = fw_goal_nearest_of(all.set, all.count);
            ask.method = i % 2 ? FW_ON_DEMAND : FW_ASTAR;
            chosen += assert_chooses(&outing, &ask, &all);
        }
        scene_end(&outing.scene);
    }
    assert_true(chosen > 100);
}

/// The distance of an anchor from the nearest of some poses.
static double distance_to(const world *seen, int32_t x, int32_t y, const fw_pose *aims, int32_t count)
{
    double least = INFINITY;
    for (int32_t i = 0; i < count; i++)
        least = fmin(least, sqrt(square_distance(seen, x, y, &aims[i])));
    return least;
}

/// The greatest distance from some poses that counts as equally near as the nearest reachable anchor.
static double reach_by_oracle(const scene *scene, const distances *oracle, const fw_pose *aims, int32_t count,
                              double tolerance)
{
    double least = INFINITY;
    for (int32_t tile = 0; tile < scene->seen.width * scene->seen.height; tile++)
        if (oracle->cost[tile] < INFINITY)
            least = fmin(least, distance_to(&scene->seen, tile % scene->seen.width, tile / scene->seen.width,
                                            aims, count));
    return least + tolerance + 1e-9;
}

/// Asks for the nearest to one goal. Was it another place than the goal? Then no place that is equally near may be
/// cheaper to reach.
static bool assert_nearest(const outing *outing, const fw_request *ask, const fw_pose *aims, int32_t count)
{
    const world *seen = &outing->scene.seen;
    int32_t end_x, end_y;
    const fw_result result = scene_ask(&outing->scene, ask);
    if (result == FW_OUT_OF_BOUNDS)
        return false;
    assert_int_equal(result, FW_OK);
    if (scene_summary(&outing->scene).outcome == FW_OUTCOME_FOUND)
        return false;
    assert_int_equal(scene_summary(&outing->scene).outcome, FW_OUTCOME_NEAREST);
    const double reach =
        reach_by_oracle(&outing->scene, &outing->oracle, aims, count, ask->nearest_tolerance);
    double cheapest = INFINITY;
    for (int32_t tile = 0; tile < seen->width * seen->height; tile++)
        if (distance_to(seen, tile % seen->width, tile / seen->width, aims, count) <= reach)
            cheapest = fmin(cheapest, outing->oracle.cost[tile]);
    assert_costs(outing, cheapest, &end_x, &end_y);
    assert_true(distance_to(seen, end_x, end_y, aims, count) <= reach);
    return true;
}

TEST(where_a_goal_cannot_be_reached_the_cheapest_of_the_nearest_anchors_is)
{
    const double tolerances[] = { 0, 0.25, 1.5, 20 };
    random_source source = { 13 };
    int near = 0;
    for (int i = 0; i < 900; i++) {
        outing outing;
        const bool has_start = outing_begin(&outing, &source, i % 2 ? COSTS_ANY : COSTS_EQUAL, i % 2);
        for (int query = 0; has_start && query < 6; query++) {
            fw_pose aims[3];
            const int32_t count = query < 4 ? 1 : 1 + (int32_t)random_below(&source, 3);
            for (int32_t aim = 0; aim < count; aim++)
                aims[aim] = anchor_at_random(&outing, &source);
            fw_request ask = scene_request(&outing.scene, outing.x, outing.y, 0, 0);
            ask.goal = query < 3    ? fw_goal_at(aims[0].x, aims[0].y)
                       : query == 3 ? fw_goal_within(aims[0].x, aims[0].y, 1.0)
                                    : fw_goal_nearest_of(aims, count);
            ask.nearest = true;
            ask.nearest_tolerance = tolerances[random_below(&source, 4)];
            ask.method = query % 2 ? FW_AUTO : FW_ON_DEMAND;
            ask.fewer_bends = query == 5;
            near += assert_nearest(&outing, &ask, aims, count);
        }
        scene_end(&outing.scene);
    }
    assert_true(near > 500);
}

TEST(an_empty_overlay_changes_nothing_about_what_is_nearest)
{
    const char *island[] = { ".....#.....", ".....#.....", ".....#.....", ".....#....." };
    scene scene = scene_of(DRAWN(island), unit_of_size(1));
    fw_request ask = scene_request(&scene, 0, 3, 9, 1);
    ask.nearest = true;
    for (int with_overlay = 0; with_overlay < 3; with_overlay++) {
        int32_t end_x;
        int32_t end_y;
        if (with_overlay) {
            if (!scene.overlay)
                assert_int_equal(fw_overlay_create(11, 4, NULL, &scene.overlay), FW_OK);
            ask.overlay = scene.overlay;
        }
        if (with_overlay == 2)
            assert_int_equal(fw_overlay_forbid(scene.overlay, 10, 0, FW_MOVES_ALL), FW_OK);
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_int_equal(scene_summary(&scene).outcome, FW_OUTCOME_NEAREST);
        end_of(&scene, &end_x, &end_y);
        assert_int_equal(end_x, 4);
        assert_int_equal(end_y, 2); // (4, 1) is hardly nearer to the goal, but farther from the start
    }
    scene_end(&scene);
}

/// The way around a house leads past its far side only if the tolerance is too small for the near side.
TEST(a_place_that_is_hardly_nearer_but_much_farther_to_walk_is_passed_over)
{
    const char *house[] = { "......", ".####.", ".####.", ".####.", "......" };
    scene scene = scene_of(DRAWN(house), unit_of_size(1));
    fw_request ask = scene_request(&scene, 3, 4, 0, 0);
    ask.goal = fw_goal_at(2.5, 2.4);
    ask.nearest = true;
    const double tolerances[] = { 0.25, 0.1 };
    for (int i = 0; i < 2; i++) {
        int32_t end_x, end_y;
        ask.nearest_tolerance = tolerances[i];
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        end_of(&scene, &end_x, &end_y);
        assert_int_equal(end_x, 2);
        assert_int_equal(end_y, i == 0 ? 4 : 0);
    }
    scene_end(&scene);
}

/// More places than jump points can look for at once are left to A*; the path says so.
TEST(a_path_to_the_nearest_of_many_places_names_the_method_that_found_it)
{
    fw_map *map = open_map(40, 40);
    assert_int_equal(fw_map_set_rect(map, 30, 0, 1, 40, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    scene scene = scene_with_unit(map, unit_of_size(1));
    fw_request ask = scene_request(&scene, 2, 20, 35, 20);
    ask.nearest = true;
    const fw_method methods[] = { FW_AUTO, FW_JUMP_POINTS };
    for (int i = 0; i < 2; i++) {
        ask.method = methods[i];
        ask.nearest_tolerance = 0.25;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_int_equal(scene_summary(&scene).method, FW_JUMP_POINTS);
        ask.nearest_tolerance = 6; // the first columns before the wall
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_int_equal(scene_summary(&scene).outcome, FW_OUTCOME_NEAREST);
        assert_int_equal(scene_summary(&scene).method, FW_ASTAR);
    }
    scene_end(&scene);
}

TEST(start_equal_to_goal_is_a_path_of_one_segment_without_length)
{
    const char *room[] = { "...", "...", "..." };
    scene scene = scene_of(DRAWN(room), unit_of_size(2));
    fw_request ask = scene_request(&scene, 1, 1, 1, 1);
    ask.start.heading = 1.5;
    for (int kind = 0; kind < 4; kind++) {
        const fw_pose here = ask.start;
        if (kind == 1)
            ask.goal = fw_goal_pose(here);
        if (kind == 2)
            ask.goal = fw_goal_within(here.x, here.y, 0.0);
        if (kind == 3)
            ask.goal = fw_goal_nearest_of(&here, 1);
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        assert_int_equal(scene_summary(&scene).segment_count, 1);
        assert_true(scene_summary(&scene).length == 0.0 && scene_summary(&scene).cost == 0.0);
        const fw_segment *only = fw_path_segments(scene.path, NULL);
        assert_true(only->start.x == here.x && only->start.y == here.y && only->start.heading == 1.5);
    }
    scene_end(&scene);
}

TEST(a_map_of_one_tile_has_one_path)
{
    const char *tile[] = { "." };
    scene scene = scene_of(DRAWN(tile), unit_of_size(1));
    const fw_request ask = scene_request(&scene, 0, 0, 0, 0);
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_int_equal(scene_summary(&scene).outcome, FW_OUTCOME_FOUND);
    scene_end(&scene);
}

TEST(a_unit_ends_on_the_tile_that_a_goal_names)
{
    const char *yard[] = { ".....", ".....", ".....", ".....", "....." };
    for (int32_t size = 1; size <= 3; size++) {
        scene scene = scene_of(DRAWN(yard), unit_of_size(size));
        fw_request ask = scene_request(&scene, 0, 0, 0, 0);
        int32_t x = 0;
        int32_t y = 0;
        ask.goal = fw_goal_on_tile(2, 1, size);
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        end_of(&scene, &x, &y);
        assert_int_equal(x, 2);
        assert_int_equal(y, 1);
        scene_end(&scene);
    }
}
