// What inspections of searches and of Walkable() show, beside the tiles of the map, paths and the checker.
#include <math.h>
#include <stdlib.h>

#include "common/dijkstra.h"
#include "common/drawing.h"
#include "common/marks.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { MOST_EVENTS = 20000 };

static marks seen;

static struct {
    fw_trace_event items[MOST_EVENTS];
    int count;
} events;

static void keep_event(const fw_trace_event *event, void *user)
{
    if (event->kind == FW_TRACE_GENERATE && events.count < MOST_EVENTS)
        events.items[events.count++] = *event;
}

static fw_request request_from(fw_unit_id unit, fw_pose start, fw_pose goal)
{
    fw_request request = fw_default_request();
    request.unit = unit;
    request.start = start;
    request.goal.pose = goal;
    request.trace = keep_event;
    return request;
}

/// Runs a search to its end.
///
/// @return its result
static fw_result run(fw_planner *planner, const fw_request *request, fw_search **search)
{
    events.count = 0;
    assert_int_equal(fw_search_begin(planner, request, search), FW_OK);
    return fw_search_step(*search, 0);
}

/// h by tiles, from the marks; NAN where there is none.
static void read_guide(const world *plain, double *h)
{
    for (int32_t tile = 0; tile < plain->width * plain->height; tile++)
        h[tile] = NAN;
    for (int i = 0; i < seen.count; i++) {
        const fw_mark *mark = &seen.items[i];
        assert_true(mark->kind == FW_MARK_GUIDE && mark->shape == FW_MARK_TILES && mark->tiles.width == 1 &&
                    mark->tiles.height == 1);
        h[world_tile(plain, mark->tiles.x, mark->tiles.y)] = mark->numbers[0];
    }
}

TEST(the_guide_of_astar_is_the_way_without_walls)
{
    random_source source = { 801 };
    for (int round = 0; round < 20; round++) {
        static world plain;
        static double h[WORLD_TILES];
        fw_map *map = map_at_random(&source, 20, 14, 25, 3);
        fw_unit_def def = unit_entering(1 + round % 2, 0xe);
        def.terrain_cost[2] = 2.5F;
        def.terrain_cost[3] = 0.5F;
        const fw_unit_id unit = add_unit(map, def);
        fw_planner *planner = new_planner(map);
        fw_search *search;
        world_of(map, unit, &plain);
        int32_t x = 0;
        while (!world_fits(&plain, x, 9))
            x++;
        fw_request request =
            request_from(unit, fw_pose_on_tile(x, 9, def.size), fw_pose_on_tile(x, 9, def.size));
        for (int32_t tile = 0; tile < 20 * 14; tile++)
            if (fw_map_region(map, unit, tile % 20, tile / 20) == fw_map_region(map, unit, x, 9))
                request.start = fw_pose_on_tile(tile % 20, tile / 20, def.size); // the last one
        request.method = FW_ASTAR;
        request.smoothing = FW_SMOOTH_NONE;
        const bool is_found = run(planner, &request, &search) == FW_OK;
        const bool has_guide =
            fw_inspect_guide(search, 0, marks_keep, marks_begin(&seen, MOST_MARKS)) == FW_OK;
        assert_true(is_found);
        read_guide(&plain, h);
        for (int32_t tile = 0; has_guide && tile < plain.width * plain.height; tile++) {
            const int32_t dx = abs(tile % plain.width - x), dy = abs(tile / plain.width - 9);
            const int32_t diagonal = dx < dy ? dx : dy;
            const double way = 0.5 * (dx + dy - 2 * diagonal + sqrt(2) * diagonal);
            const bool fits = world_fits(&plain, tile % plain.width, tile / plain.width);
            assert_int_equal(fits, !isnan(h[tile]));
            assert_true(!fits || fabs(h[tile] - way) < 1e-3);
        }
        for (int i = 0; i < events.count; i++) {
            const fw_trace_event *event = &events.items[i];
            const double told = h[world_tile(&plain, (int32_t)floor(event->x - 0.5 * (def.size - 1)),
                                             (int32_t)floor(event->y - 0.5 * (def.size - 1)))];
            assert_true(event->id == UINT64_MAX || fabs(told - event->h) < 1e-9);
        }
        assert_true(has_guide || events.count == 0);
        fw_search_end(search);
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
}

static double cost_of(const fw_path *path)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_get_summary(path, &summary, sizeof summary), FW_OK);
    return summary.cost;
}

/// A hall with two walls, and a car in it.
static fw_map *hall(fw_unit_id *car)
{
    const char *rows[] = { "............................", "............................",
                           "............................", "............................",
                           "........##########..........", "................##..........",
                           "................##..........", "................##..........",
                           "................##..........", "................##..........",
                           "............................", "............................",
                           "............................", "............................" };
    fw_map *map = DRAWN(rows);
    fw_unit_def def = unit_of_size(1);
    def.footprint = (fw_footprint){ .kind = FW_FOOTPRINT_CIRCLE, .radius = 0.4 };
    def.turn_radius = 1.5;
    def.methods = FW_METHOD_BIT(FW_DIRECTIONAL_24) | FW_METHOD_BIT(FW_ASTAR) | FW_METHOD_BIT(FW_JUMP_POINTS);
    *car = add_unit(map, def);
    return map;
}

/// h of a search that does not overestimate lies between what the search was told earlier and what a path costs.
TEST(the_guide_of_a_directional_search_is_no_more_than_a_path_costs)
{
    fw_unit_id car;
    fw_map *map = hall(&car);
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    static world plain;
    static double h[WORLD_TILES];
    world_of(map, car, &plain);
    const fw_pose goal = { 12.5, 7.5, 0 };
    fw_request request = request_from(car, (fw_pose){ 25.5, 2.5, 0 }, goal);
    request.method = FW_DIRECTIONAL_24;
    request.smoothing = FW_SMOOTH_NONE;
    int judged = 0, told = 0;
    for (int eighth = 0; eighth < 8; eighth++) {
        fw_search *search;
        const double heading = eighth * FW_PI / 4;
        assert_int_equal(run(planner, &request, &search), FW_OK);
        assert_int_equal(fw_inspect_guide(search, heading, marks_keep, marks_begin(&seen, MOST_MARKS)),
                         FW_OK);
        read_guide(&plain, h);
        for (int i = 0; i < events.count; i++) {
            const fw_trace_event *event = &events.items[i];
            if (event->id != UINT64_MAX && fabs(remainder(event->heading - heading, 2 * FW_PI)) < 1e-9) {
                assert_true(h[world_tile(&plain, (int32_t)event->x, (int32_t)event->y)] >= event->h - 1e-9);
                told++;
            }
        }
        fw_search_end(search);
        for (int32_t tile = 5; tile < plain.width * plain.height; tile += 23) {
            fw_request other = request;
            other.trace = NULL;
            other.start = (fw_pose){ tile % plain.width + 0.5, tile / plain.width + 0.5, heading };
            if (!world_fits(&plain, tile % plain.width, tile / plain.width) ||
                fw_find_path(planner, &other, path) != FW_OK)
                continue;
            assert_true(h[tile] <= cost_of(path) + 0.005);
            judged++;
        }
    }
    assert_true(judged > 80 && told > 100);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

TEST(a_search_without_a_guide_and_a_stale_one_are_named)
{
    fw_unit_id car;
    fw_map *map = hall(&car);
    fw_planner *planner = new_planner(map);
    fw_search *search;
    fw_request request = request_from(car, (fw_pose){ 2.5, 2.5, 0 }, (fw_pose){ 20.5, 2.5, 0 });
    request.method = FW_JUMP_POINTS;
    request.smoothing = FW_SMOOTH_NONE;
    request.trace = NULL;
    assert_int_equal(run(planner, &request, &search), FW_OK);
    marks_begin(&seen, MOST_MARKS);
    assert_int_equal(fw_inspect_guide(search, 0, marks_keep, &seen), FW_NOT_FOUND);
    assert_int_equal(fw_inspect_cones(search, marks_keep, &seen), FW_NOT_FOUND);
    assert_int_equal(fw_inspect_guide(search, NAN, marks_keep, &seen), FW_NOT_FINITE);
    assert_int_equal(fw_inspect_guide(NULL, 0, marks_keep, &seen), FW_NULL_ARGUMENT);
    assert_int_equal(fw_inspect_guide(search, 0, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_inspect_cones(NULL, marks_keep, &seen), FW_NULL_ARGUMENT);
    assert_int_equal(seen.count, 0);
    fw_search_end(search);
    fw_search *searches[12];
    request.unit = add_unit(map, unit_of_size(1));
    request.method = FW_ASTAR;
    request.goal.pose = (fw_pose){ 20.5, 12.5, 0 };
    for (int i = 0; i < 12; i++) { // more versions than a map keeps for searches that rest
        assert_int_equal(run(planner, &request, &searches[i]), FW_OK);
        assert_int_equal(fw_map_set_rect(map, i, 0, 1, 1, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
    }
    assert_int_equal(fw_inspect_guide(searches[0], 0, marks_keep, &seen), FW_STALE);
    assert_int_equal(fw_inspect_cones(searches[0], marks_keep, &seen), FW_STALE);
    assert_int_equal(fw_inspect_guide(searches[11], 0, marks_keep, marks_begin(&seen, 3)), FW_OK);
    assert_int_equal(seen.count, 3);
    for (int i = 0; i < 12; i++)
        fw_search_end(searches[i]);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

static bool is_road(const fw_map *map, int32_t x, int32_t y)
{
    return fw_map_terrain(map, x, y) == FW_ROAD;
}

TEST(cones_stand_beside_the_road_and_the_path_keeps_between_them)
{
    const char *rows[] = {
        "........................", "........................", "........................",
        "........................", "........................", "RRRRRRRRRRRRRRRR........",
        "...............R........", "...............R........", "...............R........",
        "...............R........", "...............R........", "...............R........",
        "...............R........", "...............R........", "...............R........",
        "...............R........", "...............R........", "...............R........"
    };
    fw_map *map = DRAWN(rows);
    fw_unit_def def = unit_of_size(1);
    def.terrain_cost[FW_GROUND] = 3;
    def.terrain_cost[FW_ROAD] = 1;
    def.methods = FW_METHOD_BIT(FW_ASTAR);
    const fw_unit_id unit = add_unit(map, def);
    fw_planner *planner = new_planner(map);
    fw_search *search;
    fw_path *path = new_path();
    fw_overlay *cones = new_overlay(24, 18);
    fw_request request = request_from(unit, (fw_pose){ 0.5, 5.5, 0 }, (fw_pose){ 15.5, 17.5, 0 });
    request.method = FW_ASTAR;
    request.roads = FW_ROADS_CONES;
    request.road_terrains = 1U << FW_ROAD;
    assert_int_equal(run(planner, &request, &search), FW_OK);
    assert_int_equal(fw_inspect_cones(search, marks_keep, marks_begin(&seen, MOST_MARKS)), FW_OK);
    assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
    for (int i = 0; i < seen.count; i++) {
        const fw_tile_rect *tile = &seen.items[i].tiles;
        assert_int_equal(seen.items[i].kind, FW_MARK_CONE);
        assert_false(is_road(map, tile->x, tile->y));
        assert_true(is_road(map, tile->x, tile->y - 1) || is_road(map, tile->x, tile->y + 1) ||
                    is_road(map, tile->x - 1, tile->y) || is_road(map, tile->x + 1, tile->y));
        assert_int_equal(fw_overlay_block(cones, tile->x, tile->y, 1, 1), FW_OK);
    }
    for (int32_t x = 0; x < 12; x++) // both sides of the straight road, but near its bend
        for (int side = 0; side < 2; side++) {
            bool stands = false;
            for (int i = 0; i < seen.count; i++)
                stands |= seen.items[i].tiles.x == x && seen.items[i].tiles.y == (side ? 6 : 4);
            assert_true(stands);
        }
    fw_check_def check = fw_default_check_def();
    check.overlay = cones;
    fw_check_report found;
    assert_int_equal(fw_path_check(map, unit, path, &check, &found), FW_OK);
    assert_int_equal(found.faults[FW_FAULT_BLOCKED], 0);
    seen.count = 0;
    seen.most = 2;
    assert_int_equal(fw_inspect_cones(search, marks_keep, &seen), FW_OK);
    assert_int_equal(seen.count, 2);
    fw_search_end(search);
    fw_overlay_destroy(cones);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

/// The tile under a point is free for a unit that enters ground only.
static bool is_ground(const fw_map *map, double x, double y)
{
    return fw_map_terrain(map, (int32_t)floor(x), (int32_t)floor(y)) == FW_GROUND;
}

TEST(walkable_looks_at_diamonds_until_one_end_is_blocked)
{
    random_source source = { 802 };
    int blocked = 0, whole = 0;
    for (int round = 0; round < 400; round++) {
        fw_map *map = map_at_random(&source, 20, 14, 12, 1);
        fw_unit_def def = unit_of_size(1 + round % 2);
        def.footprint =
            (fw_footprint){ .kind = FW_FOOTPRINT_CIRCLE, .radius = 0.1 + 0.3 * random_unit(&source) };
        const fw_unit_id unit = add_unit(map, def);
        const double x = 2 + 16 * random_unit(&source), y = 2 + 10 * random_unit(&source);
        const double to_x = 2 + 16 * random_unit(&source), to_y = 2 + 10 * random_unit(&source);
        const double r = def.footprint.radius;
        const int places = (int)ceil(hypot(to_x - x, to_y - y) / 0.2) + 1;
        assert_int_equal(
            fw_inspect_walkable(map, unit, x, y, to_x, to_y, marks_keep, marks_begin(&seen, MOST_MARKS)),
            FW_OK);
        for (int i = 0; i < seen.count; i++) {
            const fw_mark *mark = &seen.items[i];
            const double share = places > 1 ? (double)(i / 4) / (places - 1) : 0;
            const double away[4][2] = { { -r, 0 }, { r, 0 }, { 0, -r }, { 0, r } };
            const double at_x = x + share * (to_x - x) + away[i % 4][0],
                         at_y = y + share * (to_y - y) + away[i % 4][1];
            assert_true(mark->kind == FW_MARK_SAMPLE && mark->group == i / 4);
            assert_true(fabs(mark->line.start.x - at_x) < FW_TOUCH &&
                        fabs(mark->line.start.y - at_y) < FW_TOUCH);
            assert_int_equal(mark->numbers[0], is_ground(map, mark->line.start.x, mark->line.start.y));
            assert_true(mark->numbers[0] == 1 || i + 1 == seen.count);
        }
        const bool is_free = seen.items[seen.count - 1].numbers[0] == 1;
        assert_true(is_free ? seen.count == 4 * places : seen.count <= 4 * places);
        blocked += !is_free;
        whole += is_free;
        fw_map_destroy(map);
    }
    assert_true(blocked > 50 && whole > 50);
}

TEST(walkable_is_why_simple_smoothing_drops_points)
{
    random_source source = { 803 };
    int lines = 0;
    for (int round = 0; round < 60; round++) {
        fw_map *map = map_at_random(&source, 20, 14, 15, 1);
        const fw_unit_id unit = add_unit(map, unit_of_size(1));
        fw_planner *planner = new_planner(map);
        fw_path *path = new_path();
        fw_request request = request_from(unit, (fw_pose){ 1.5, 1.5, 0 }, (fw_pose){ 18.5, 12.5, 0 });
        request.method = FW_ASTAR;
        request.smoothing = FW_SMOOTH_SIMPLE_SAMPLED;
        request.trace = NULL;
        int32_t count = 0;
        const fw_segment *segments =
            fw_find_path(planner, &request, path) == FW_OK ? fw_path_segments(path, &count) : NULL;
        for (int32_t i = 0; i < count; i++) {
            fw_pose end;
            assert_int_equal(fw_segment_pose_at(&segments[i], segments[i].length, &end), FW_OK);
            assert_int_equal(fw_inspect_walkable(map, unit, segments[i].start.x, segments[i].start.y, end.x,
                                                 end.y, marks_keep, marks_begin(&seen, MOST_MARKS)),
                             FW_OK);
            assert_true(segments[i].length < 1.5 || seen.items[seen.count - 1].numbers[0] == 1);
            lines += segments[i].length >= 1.5;
        }
        fw_path_destroy(path);
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
    assert_true(lines > 60);
}

TEST(lines_of_walkable_that_are_none_are_refused)
{
    fw_map *map = open_map(8, 8);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    marks_begin(&seen, 3);
    assert_int_equal(fw_inspect_walkable(NULL, unit, 1, 1, 2, 2, marks_keep, &seen), FW_NULL_ARGUMENT);
    assert_int_equal(fw_inspect_walkable(map, unit, 1, 1, 2, 2, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_inspect_walkable(map, unit + 1, 1, 1, 2, 2, marks_keep, &seen), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_inspect_walkable(map, unit, 1, NAN, 2, 2, marks_keep, &seen), FW_NOT_FINITE);
    assert_int_equal(fw_inspect_walkable(map, unit, 1, 1, 1e300, 2, marks_keep, &seen), FW_BAD_VALUE);
    assert_int_equal(seen.count, 0);
    assert_int_equal(fw_inspect_walkable(map, unit, 1.5, 1.5, 6, 6, marks_keep, &seen), FW_OK);
    assert_int_equal(seen.count, 3);
    assert_int_equal(fw_inspect_walkable(map, unit, -9, -9, -9, -9, marks_keep, marks_begin(&seen, 9)),
                     FW_OK);
    assert_true(seen.count == 1 && seen.items[0].numbers[0] == 0);
    fw_map_destroy(map);
}
