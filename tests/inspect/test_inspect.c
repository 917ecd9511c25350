// What inspections show, beside what the tiles of the map say.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/dijkstra.h"
#include "common/drawing.h"
#include "common/marks.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { SIDE = 6 };

static marks seen;

/// A random map of at most 24 x 24 tiles with patches of terrain, and a unit on it.
static fw_map *map_with_unit(random_source *source, fw_unit_def def, fw_unit_id *unit, world *plain)
{
    const int32_t width = 12 + (int32_t)random_below(source, 13),
                  height = 12 + (int32_t)random_below(source, 13);
    fw_map *map = map_at_random(source, width, height, 10 + random_below(source, 25), 3);
    *unit = add_unit(map, def);
    world_of(map, *unit, plain);
    return map;
}

static fw_unit_def walker(random_source *source, fw_corner_rule corners)
{
    fw_unit_def def = unit_entering(1 + (int32_t)random_below(source, 2), 0xe);
    def.corners = corners;
    return def;
}

TEST(a_layer_shows_the_longest_runs_of_anchors)
{
    random_source source = { 301 };
    for (int round = 0; round < 40; round++) {
        static world plain;
        fw_unit_id unit;
        fw_map *map = map_with_unit(&source, walker(&source, FW_CORNERS_NEVER), &unit, &plain);
        bool covered[WORLD_TILES] = { false };
        assert_int_equal(fw_inspect_layer(map, unit, marks_keep, marks_begin(&seen, MOST_MARKS)), FW_OK);
        for (int i = 0; i < seen.count; i++) {
            const fw_tile_rect *run = &seen.items[i].tiles;
            assert_int_equal(seen.items[i].kind, FW_MARK_ANCHORS);
            assert_int_equal(seen.items[i].shape, FW_MARK_TILES);
            assert_int_equal(run->height, 1);
            assert_false(world_fits(&plain, run->x - 1, run->y) ||
                         world_fits(&plain, run->x + run->width, run->y));
            for (int32_t x = run->x; x < run->x + run->width; x++)
                covered[world_tile(&plain, x, run->y)] = true;
        }
        for (int32_t tile = 0; tile < plain.width * plain.height; tile++)
            assert_int_equal(covered[tile], world_fits(&plain, tile % plain.width, tile / plain.width));
        fw_map_destroy(map);
    }
}

TEST(regions_are_what_a_search_reaches)
{
    random_source source = { 302 };
    for (int round = 0; round < 30; round++) {
        static world plain;
        static distances reached;
        fw_unit_id unit;
        double label[WORLD_TILES] = { 0 };
        const fw_corner_rule corners = round % 2 ? FW_CORNERS_ALWAYS : FW_CORNERS_NEVER;
        fw_map *map = map_with_unit(&source, walker(&source, corners), &unit, &plain);
        assert_int_equal(fw_inspect_regions(map, unit, marks_keep, marks_begin(&seen, MOST_MARKS)), FW_OK);
        for (int i = 0; i < seen.count; i++)
            for (int32_t x = 0; x < seen.items[i].tiles.width; x++)
                label[world_tile(&plain, seen.items[i].tiles.x + x, seen.items[i].tiles.y)] =
                    seen.items[i].numbers[0];
        for (int from = 0; from < 12; from++) {
            const int32_t at_x = (int32_t)random_below(&source, (uint32_t)plain.width),
                          at_y = (int32_t)random_below(&source, (uint32_t)plain.height);
            const double here = label[world_tile(&plain, at_x, at_y)];
            assert_true(here == fw_map_region(map, unit, at_x, at_y));
            assert_int_equal(here > 0, world_fits(&plain, at_x, at_y));
            if (here <= 0)
                continue;
            world_search(&plain, at_x, at_y, &reached);
            for (int32_t tile = 0; tile < plain.width * plain.height; tile++)
                assert_int_equal(label[tile] == here, isfinite(reached.cost[tile]));
        }
        fw_map_destroy(map);
    }
}

/// True if a straight run that enters a tile must stop there: the definition of Harabor & Grastien 2014.
static bool must_stop(const world *plain, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    if (!world_fits(plain, x, y) || !world_fits(plain, x - dx, y - dy))
        return false;
    for (int32_t side = -1; side <= 1; side += 2)
        if (world_fits(plain, x + side * dy, y + side * dx) &&
            !world_fits(plain, x - dx + side * dy, y - dy + side * dx))
            return true;
    return false;
}

TEST(jump_points_are_where_a_wall_beside_a_run_ends)
{
    random_source source = { 303 };
    for (int round = 0; round < 30; round++) {
        static world plain;
        fw_unit_id unit;
        uint32_t moves[WORLD_TILES] = { 0 };
        const bool has_columns = round % 3 != 0;
        fw_unit_def def = walker(&source, has_columns ? FW_CORNERS_NEVER : FW_CORNERS_ORTHOGONAL);
        fw_map *map = map_with_unit(&source, def, &unit, &plain);
        assert_int_equal(fw_inspect_jump_points(map, unit, marks_keep, marks_begin(&seen, MOST_MARKS)),
                         FW_OK);
        assert_true(seen.count > 0);
        for (int i = 0; i < seen.count; i++) {
            const fw_mark *mark = &seen.items[i];
            const int32_t x = (int32_t)floor(mark->line.start.x - 0.5 * (def.size - 1)),
                          y = (int32_t)floor(mark->line.start.y - 0.5 * (def.size - 1));
            assert_int_equal(mark->shape, FW_MARK_POINT);
            moves[world_tile(&plain, x, y)] = (uint32_t)mark->numbers[0];
        }
        for (int32_t tile = 0; tile < plain.width * plain.height; tile++) {
            const int32_t x = tile % plain.width, y = tile / plain.width;
            uint32_t expected = (must_stop(&plain, x, y, 1, 0) ? FW_MOVE_E : 0) |
                                (must_stop(&plain, x, y, -1, 0) ? FW_MOVE_W : 0);
            if (has_columns)
                expected |= (must_stop(&plain, x, y, 0, 1) ? FW_MOVE_S : 0) |
                            (must_stop(&plain, x, y, 0, -1) ? FW_MOVE_N : 0);
            assert_int_equal(moves[tile], expected);
        }
        fw_map_destroy(map);
    }
}

/// The cluster of a tile.
static int32_t cluster_at_tile(const world *plain, int32_t x, int32_t y)
{
    return y / SIDE * ((plain->width + SIDE - 1) / SIDE) + x / SIDE;
}

/// True if a step east or south leads from an anchor into another cluster.
static bool steps_across(const world *plain, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    return x >= 0 && y >= 0 && world_fits(plain, x, y) && world_fits(plain, x + dx, y + dy) &&
           cluster_at_tile(plain, x, y) != cluster_at_tile(plain, x + dx, y + dy);
}

static int count_steps_across(const world *plain)
{
    int count = 0;
    for (int32_t y = 0; y < plain->height; y++)
        for (int32_t x = 0; x < plain->width; x++)
            count += steps_across(plain, x, y, 1, 0) + steps_across(plain, x, y, 0, 1);
    return count;
}

/// A transition as its mark tells it, seen from one of its clusters.
typedef struct step {
    int32_t x, y, dx, dy; ///< from the last anchor in the cluster to the first one outside
    fw_pose middle;
    double cost;
} step;

static step step_of(const fw_mark *mark, int32_t size, bool is_backward)
{
    fw_pose from = mark->line.start, to;
    assert_int_equal(fw_segment_pose_at(&mark->line, mark->line.length, &to), FW_OK);
    const fw_pose middle = { 0.5 * (from.x + to.x), 0.5 * (from.y + to.y), 0 };
    if (is_backward) {
        const fw_pose other = from;
        from = to;
        to = other;
    }
    return (step){ (int32_t)lround(from.x - 0.5 * size),
                   (int32_t)lround(from.y - 0.5 * size),
                   (int32_t)lround(to.x - from.x),
                   (int32_t)lround(to.y - from.y),
                   middle,
                   mark->numbers[0] };
}

static bool holds(const fw_tile_rect *tiles, int32_t x, int32_t y)
{
    return x >= tiles->x && y >= tiles->y && x < tiles->x + tiles->width && y < tiles->y + tiles->height;
}

/// An entrance is a longest run of steps across one border, and has a transition for each half of a cluster's side.
static int judge_entrance(const world *plain, const fw_mark *mark)
{
    const fw_tile_rect *tiles = &mark->tiles;
    const int steps = (int)mark->numbers[0];
    const bool goes_east = tiles->width == 2 && tiles->height == steps && (tiles->x + 1) % SIDE == 0;
    const int32_t dx = goes_east, dy = !goes_east;
    assert_true(goes_east || (tiles->height == 2 && tiles->width == steps && (tiles->y + 1) % SIDE == 0));
    assert_int_equal(mark->group, cluster_at_tile(plain, tiles->x, tiles->y));
    for (int i = -1; i <= steps; i++) {
        const int32_t x = tiles->x + i * dy, y = tiles->y + i * dx;
        const bool is_on_border = x >= 0 && y >= 0 && cluster_at_tile(plain, x, y) == mark->group;
        if (is_on_border || (i >= 0 && i < steps))
            assert_int_equal(steps_across(plain, x, y, dx, dy), i >= 0 && i < steps);
    }
    int transitions = 0;
    for (int i = 0; i < seen.count; i++)
        if (seen.items[i].kind == FW_MARK_TRANSITION) {
            const step found = step_of(&seen.items[i], plain->size, false);
            transitions += holds(tiles, found.x, found.y) && found.dx == dx && found.dy == dy &&
                           seen.items[i].group == mark->group;
        }
    assert_int_equal(transitions, (steps + SIDE / 2 - 1) / (SIDE / 2));
    return steps;
}

/// True if an edge joins the middles of two steps, in either order.
static bool joins(const fw_mark *edge, const step *a, const step *b)
{
    fw_pose end;
    assert_int_equal(fw_segment_pose_at(&edge->line, edge->line.length, &end), FW_OK);
    const fw_pose *begin = &edge->line.start;
    const double straight = fabs(begin->x - a->middle.x) + fabs(begin->y - a->middle.y) +
                            fabs(end.x - b->middle.x) + fabs(end.y - b->middle.y);
    const double crossed = fabs(begin->x - b->middle.x) + fabs(begin->y - b->middle.y) +
                           fabs(end.x - a->middle.x) + fabs(end.y - a->middle.y);
    return straight < 1e-6 || crossed < 1e-6;
}

/// The edges of a cluster that a unit may use cost what Dijkstra's algorithm finds within the cluster; there are no
/// others.
///
/// @param plain  the unit's
/// @param size   of the unit that was inspected
/// @return number of edges
static int judge_edges(world *plain, int32_t size, int32_t cluster)
{
    static distances ways;
    static step steps[64];
    int count = 0, edges = 0;
    for (int i = 0; i < seen.count; i++)
        for (int back = 0; back < 2 && seen.items[i].kind == FW_MARK_TRANSITION; back++) {
            const step found = step_of(&seen.items[i], size, back);
            if (cluster_at_tile(plain, found.x, found.y) != cluster ||
                seen.items[i].numbers[1] != plain->size)
                continue;
            steps[count] = found;
            steps[count++].cost = world_step_cost(plain, found.x, found.y, found.dx, found.dy);
        }
    plain->has_corridor = true;
    for (int32_t tile = 0; tile < plain->width * plain->height; tile++)
        plain->corridor[tile] = cluster_at_tile(plain, tile % plain->width, tile / plain->width) == cluster;
    for (int a = 0; a < count; a++) {
        world_search(plain, steps[a].x, steps[a].y, &ways);
        for (int b = 0; b < a; b++) {
            const double way = ways.cost[world_tile(plain, steps[b].x, steps[b].y)];
            const double expected = way + 0.5 * (steps[a].cost + steps[b].cost);
            int matches = 0;
            for (int i = 0; i < seen.count; i++)
                if (seen.items[i].kind == FW_MARK_ABSTRACT_EDGE && seen.items[i].group == cluster &&
                    seen.items[i].numbers[1] == plain->size && joins(&seen.items[i], &steps[a], &steps[b])) {
                    assert_true(fabs(seen.items[i].numbers[0] / expected - 1) < 2e-4);
                    matches++;
                }
            assert_int_equal(matches, isfinite(way));
            edges += matches;
        }
    }
    plain->has_corridor = false;
    return edges;
}

/// A transition is a step that a unit may make, for what the unit pays.
///
/// @param size  of the unit that was inspected
static void judge_transition(const world *plain, int32_t size, const fw_mark *mark)
{
    const step found = step_of(mark, size, false);
    assert_int_equal(mark->group, cluster_at_tile(plain, found.x, found.y));
    assert_true(world_fits(plain, found.x, found.y));
    assert_true(world_may_step(plain, found.x, found.y, found.dx, found.dy));
    const double expected = world_step_cost(plain, found.x, found.y, found.dx, found.dy);
    assert_true(fabs(mark->numbers[0] / expected - 1) < 2e-4);
    assert_true(mark->numbers[1] == plain->size);
}

static void judge_graph(const fw_map *map, fw_unit_id unit, world *plain)
{
    int clusters = 0, steps = 0, edges = 0, transitions = 0, edge_marks = 0;
    assert_int_equal(fw_inspect_clusters(map, unit, marks_keep, marks_begin(&seen, MOST_MARKS)), FW_OK);
    for (int i = 0; i < seen.count; i++) {
        const fw_mark *mark = &seen.items[i];
        assert_true(i == 0 || mark->kind >= seen.items[i - 1].kind);
        if (mark->kind == FW_MARK_CLUSTER) {
            assert_int_equal(mark->group, clusters++);
            assert_int_equal(mark->group, cluster_at_tile(plain, mark->tiles.x, mark->tiles.y));
            edges += judge_edges(plain, plain->size, mark->group);
        } else if (mark->kind == FW_MARK_ENTRANCE) {
            steps += judge_entrance(plain, mark);
        } else if (mark->kind == FW_MARK_TRANSITION) {
            judge_transition(plain, plain->size, mark);
            transitions++;
        } else {
            edge_marks++;
        }
    }
    assert_int_equal(clusters, ((plain->width + SIDE - 1) / SIDE) * ((plain->height + SIDE - 1) / SIDE));
    assert_int_equal(steps, count_steps_across(plain));
    assert_int_equal(edges, edge_marks);
    fw_cluster_summary summary;
    assert_int_equal(fw_map_clusters(map, unit, &summary), FW_OK);
    assert_int_equal(summary.transitions, transitions);
    assert_int_equal(summary.edges, edges);
}

TEST(the_graph_of_clusters_is_what_brute_force_finds_on_the_tiles)
{
    static const fw_corner_rule rules[] = { FW_CORNERS_NEVER, FW_CORNERS_ALWAYS, FW_CORNERS_ONE,
                                            FW_CORNERS_ORTHOGONAL };
    random_source source = { 304 };
    for (int round = 0; round < 24; round++) {
        static world plain;
        fw_unit_id unit;
        fw_unit_def def = walker(&source, rules[round % 4]);
        def.terrain_cost[2] = 2.5F;
        def.terrain_cost[3] = 0.5F;
        def.methods = FW_METHOD_BIT(FW_HIERARCHY);
        def.cluster = SIDE;
        def.dominance = FW_DOMINANCE_STRONG;
        fw_map *map = map_with_unit(&source, def, &unit, &plain);
        judge_graph(map, unit, &plain);
        fw_map_destroy(map);
    }
}

TEST(a_graph_that_units_share_shows_the_transitions_and_the_edges_of_each)
{
    random_source source = { 305 };
    for (int round = 0; round < 8; round++) {
        static world plain[2];
        fw_unit_id units[2];
        fw_map *map = map_at_random(&source, 22, 19, 10, 3);
        for (int i = 0; i < 2; i++) {
            fw_unit_def def = unit_entering(1 + i, 0xe);
            def.terrain_cost[2] = i == 0 ? 1.5F : 2.5F;
            def.corners = FW_CORNERS_ORTHOGONAL;
            def.methods = FW_METHOD_BIT(FW_HIERARCHY);
            def.cluster = SIDE;
            def.abstraction = FW_ABSTRACTION_SHARED;
            units[i] = add_unit(map, def);
        }
        for (int edit = 0; edit < round; edit++) {
            const int32_t x = (int32_t)random_below(&source, 22), y = (int32_t)random_below(&source, 19);
            assert_int_equal(fw_map_set_tile(map, x, y, (uint8_t)(edit % 3)), FW_OK);
            assert_int_equal(fw_map_commit(map), FW_OK);
        }
        for (int i = 0; i < 2; i++)
            world_of(map, units[i], &plain[i]);
        for (int i = 0; i < 2; i++) {
            int edges[2] = { 0 }, edge_marks = 0, transitions[2] = { 0 };
            assert_int_equal(fw_inspect_clusters(map, units[i], marks_keep, marks_begin(&seen, MOST_MARKS)),
                             FW_OK);
            for (int m = 0; m < seen.count; m++) {
                edge_marks += seen.items[m].kind == FW_MARK_ABSTRACT_EDGE;
                if (seen.items[m].kind == FW_MARK_TRANSITION) {
                    const int kind = seen.items[m].numbers[1] == 2;
                    judge_transition(&plain[kind], 1 + i, &seen.items[m]);
                    transitions[kind]++;
                }
                for (int k = 0; k < 2 && seen.items[m].kind == FW_MARK_CLUSTER; k++)
                    edges[k] += judge_edges(&plain[k], 1 + i, seen.items[m].group);
            }
            assert_true(edges[0] > edges[1] && edges[1] > 0);
            assert_int_equal(edges[0] + edges[1], edge_marks);
            assert_true(transitions[0] > transitions[1] && transitions[1] > 0);
        }
        fw_map_destroy(map);
    }
}

enum { FIELD = 17, MIDDLE = 8, MOST_MOTIONS = 200 };

/// The lines and arcs of a motion as a path.
static void path_of_motion(int32_t motion, fw_path *path)
{
    fw_segment segments[64];
    int32_t count = 0;
    for (int i = 0; i < seen.count; i++)
        if (seen.items[i].group == motion && seen.items[i].kind == FW_MARK_MOTION)
            segments[count++] = seen.items[i].line;
    assert_true(count > 0);
    assert_int_equal(fw_path_set(path, segments, count, NULL), FW_OK);
}

/// Number of motions that begin in a gear.
static int count_motions(fw_gear gear)
{
    int count = 0;
    for (int i = 0; i < seen.count; i++)
        count += seen.items[i].kind == FW_MARK_MOTION && seen.items[i].line.gear == gear &&
                 (i == 0 || seen.items[i].group != seen.items[i - 1].group);
    return count;
}

/// 1 if a motion's mask holds a tile; all marks of the motion must say whether it is free.
static int mask_holds(int32_t motion, int32_t x, int32_t y, bool is_free)
{
    int held = 0;
    for (int i = 0; i < seen.count; i++)
        if (seen.items[i].group == motion) {
            const fw_mark *mark = &seen.items[i];
            assert_true(mark->numbers[mark->kind == FW_MARK_MOTION] == is_free);
            held += mark->kind == FW_MARK_HIT_MASK && holds(&mark->tiles, x, y);
        }
    return held;
}

/// Blocks each tile around a pose alone: the motions that the checker then finds illegal are those whose masks hold the
/// tile, and they are not free.
static void judge_motions(fw_unit_def def, fw_method method, fw_pose place)
{
    def.methods = FW_METHOD_BIT(method);
    fw_map *map = open_map(FIELD, FIELD);
    const fw_unit_id unit = add_unit(map, def);
    fw_path *path = new_path();
    int touched = 0;
    for (int32_t tile = 0; tile < FIELD * FIELD; tile++) {
        const int32_t x = tile % FIELD, y = tile / FIELD;
        assert_int_equal(fw_map_set_tile(map, x, y, FW_BLOCKED), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        assert_int_equal(
            fw_inspect_motions(map, unit, method, place, marks_keep, marks_begin(&seen, MOST_MARKS)), FW_OK);
        for (int32_t motion = 0; motion <= seen.items[seen.count - 1].group; motion++) {
            fw_check_report report;
            path_of_motion(motion, path);
            assert_int_equal(fw_path_check(map, unit, path, NULL, &report), FW_OK);
            assert_int_equal(mask_holds(motion, x, y, report.legal), !report.legal);
            touched += !report.legal;
        }
        assert_int_equal(fw_map_set_tile(map, x, y, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
    }
    assert_true(touched > 100);
    assert_int_equal(count_motions(FW_REVERSE), def.reverse ? count_motions(FW_FORWARD) : 0);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(masks_of_motions_are_what_the_checker_finds_in_the_way)
{
    fw_unit_def round = unit_of_size(1), lorry = unit_of_size(2);
    round.footprint = fw_circle(0.37);
    round.turn_radius = 1.5;
    judge_motions(round, FW_DIRECTIONAL_24, (fw_pose){ MIDDLE + 0.7, MIDDLE + 0.4, 0.7 });
    lorry.footprint = fw_rectangle_at(1.7, 0.9, 0.31, 0);
    lorry.turn_radius = 1.2;
    lorry.reverse = true;
    judge_motions(lorry, FW_DIRECTIONAL_8, (fw_pose){ MIDDLE + 0.1, MIDDLE - 0.2, -1.6 });
}

TEST(an_inspection_ends_when_the_receiver_wants_no_more)
{
    random_source source = { 305 };
    static world plain;
    fw_unit_id unit;
    fw_unit_def def = walker(&source, FW_CORNERS_NEVER);
    def.methods =
        FW_METHOD_BIT(FW_JUMP_POINTS) | FW_METHOD_BIT(FW_HIERARCHY) | FW_METHOD_BIT(FW_DIRECTIONAL_8);
    def.turn_radius = 1;
    def.reverse = true;
    fw_map *map = map_with_unit(&source, def, &unit, &plain);
    const fw_pose place = { 6, 6, 0 };
    for (int subject = 0; subject < 5; subject++) {
        int all = 0;
        for (int most = MOST_MARKS; most > 0; most = most == MOST_MARKS ? all - 1 : most / 2) {
            marks_begin(&seen, MOST_MARKS)->most = most;
            assert_int_equal(subject == 0   ? fw_inspect_layer(map, unit, marks_keep, &seen)
                             : subject == 1 ? fw_inspect_regions(map, unit, marks_keep, &seen)
                             : subject == 2 ? fw_inspect_jump_points(map, unit, marks_keep, &seen)
                             : subject == 3
                                 ? fw_inspect_clusters(map, unit, marks_keep, &seen)
                                 : fw_inspect_motions(map, unit, FW_DIRECTIONAL_8, place, marks_keep, &seen),
                             FW_OK);
            all = most == MOST_MARKS ? seen.count : all;
            assert_true(all > 2 && seen.count == (most == MOST_MARKS ? all : most));
        }
    }
    fw_map_destroy(map);
}

static void note_step(const fw_trace_event *event, void *user)
{
    fw_mark mark;
    marks *into = user;
    if (!fw_mark_from_trace(event, &mark)) {
        assert_int_equal(event->kind, FW_TRACE_GOAL);
        return;
    }
    assert_int_equal(mark.kind, event->kind == FW_TRACE_EXPAND ? FW_MARK_CLOSED : FW_MARK_OPEN);
    assert_true(mark.line.start.x == event->x && mark.line.start.y == event->y);
    assert_true(mark.numbers[0] == event->g && mark.numbers[1] == event->h && mark.numbers[2] == event->f);
    marks_keep(&mark, into);
}

TEST(steps_of_a_search_are_marks_of_open_and_closed_nodes)
{
    fw_map *map = open_map(12, 12);
    fw_path *path = new_path();
    fw_statistics statistics;
    fw_request ask = fw_default_request();
    ask.unit = add_unit(map, unit_of_size(1));
    ask.method = FW_ASTAR;
    ask.start = fw_pose_on_tile(1, 1, 1);
    ask.goal = fw_goal_on_tile(9, 4, 1);
    ask.trace = note_step;
    ask.trace_user = marks_begin(&seen, MOST_MARKS);
    fw_planner *planner = new_planner(map);
    assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
    assert_int_equal(fw_planner_statistics(planner, &statistics), FW_OK);
    uint64_t closed = 0;
    for (int i = 0; i < seen.count; i++)
        closed += seen.items[i].kind == FW_MARK_CLOSED;
    assert_true(closed == statistics.expanded && seen.count > (int)closed);
    assert_false(fw_mark_from_trace(NULL, &seen.items[0]));
    fw_planner_destroy(planner);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(what_is_missing_is_told)
{
    fw_map *map = open_map(8, 8);
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    const fw_pose place = { 4, 4, 0 };
    assert_int_equal(fw_inspect_layer(NULL, unit, marks_keep, marks_begin(&seen, MOST_MARKS)),
                     FW_NULL_ARGUMENT);
    assert_int_equal(fw_inspect_regions(map, unit, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_inspect_jump_points(map, unit + 1, marks_keep, marks_begin(&seen, MOST_MARKS)),
                     FW_UNKNOWN_UNIT);
    assert_int_equal(fw_inspect_clusters(map, unit, marks_keep, marks_begin(&seen, MOST_MARKS)),
                     FW_NOT_PREPARED);
    assert_int_equal(
        fw_inspect_motions(map, unit, FW_DIRECTIONAL, place, marks_keep, marks_begin(&seen, MOST_MARKS)),
        FW_NOT_PREPARED);
    assert_int_equal(
        fw_inspect_motions(map, unit, FW_ASTAR, place, marks_keep, marks_begin(&seen, MOST_MARKS)),
        FW_BAD_VALUE);
    assert_int_equal(fw_inspect_motions(map, unit, FW_DIRECTIONAL, (fw_pose){ NAN, 0, 0 }, marks_keep,
                                        marks_begin(&seen, MOST_MARKS)),
                     FW_NOT_FINITE);
    assert_int_equal(seen.count, 0);
    fw_map_destroy(map);
}

TEST(every_kind_has_a_name_and_no_number_follows_one_without_a_name)
{
    for (int kind = 0; kind < FW_MARK_KINDS; kind++) {
        assert_string_not_equal(fw_mark_kind_name((fw_mark_kind)kind), "unknown");
        for (int other = 0; other < kind; other++)
            assert_string_not_equal(fw_mark_kind_name((fw_mark_kind)kind),
                                    fw_mark_kind_name((fw_mark_kind)other));
        for (int32_t i = 1; i <= FW_MARK_NUMBERS; i++)
            assert_true(fw_mark_number_name((fw_mark_kind)kind, i)[0] == '\0' ||
                        fw_mark_number_name((fw_mark_kind)kind, i - 1)[0] != '\0');
    }
    assert_string_equal(fw_mark_kind_name(FW_MARK_KINDS), "unknown");
    assert_string_equal(fw_mark_number_name(FW_MARK_KINDS, 0), "");
    assert_string_equal(fw_mark_number_name(FW_MARK_MOTION, -1), "");
    assert_string_equal(fw_mark_number_name(FW_MARK_MOTION, 1), "free");
}
