/// Worlds whose walls, edits, units and goals lie on the borders of the library's data structures, while readers hold
/// old versions and searches rest. After each commit everything is compared with plain floods, with Dijkstra's
/// algorithm, and with a map that is built anew.
///
/// usage: test_borders             the worlds of some seeds, as a test
///        test_borders FIRST LAST  those of these seeds
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/answer_hash.h"
#include "common/borders.h"
#include "common/check_for.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/same_graph.h"
#include "common/same_jumps.h"
#include "common/unit.h"
#include "grid/jump_kind.h"
#include "hierarchy/hierarchy.h"
#include "map/map.h"

enum { SEEDS = 40, ROUNDS = 30, HOLDS = 3, RESTING = 3, QUERIES = 2 };

/// A snapshot that a reader holds, with what a unit saw when it was taken. The unit may be removed meanwhile.
typedef struct hold {
    fw_snapshot *snapshot; ///< null: none
    uint64_t version;
    border_unit seen;
} hold;

/// A search that has begun and is continued once in a while.
typedef struct resting {
    fw_search *search; ///< null: none
    fw_request ask;
    uint64_t version;
    border_unit seen;
} resting;

/// What is done on a land beside editing it.
typedef struct visit {
    borderland land;
    random_source readers; ///< draws what is held: nothing that the answers depend on
    bool reads;            ///< whether anything is held
    fw_planner *planner;
    fw_path *path;
    uint64_t answers; ///< hash of all answers on newest versions
    hold holds[HOLDS];
    resting searches[RESTING];
} visit;

/// The seed of the land that is being visited; 0 between visits.
static uint64_t running;

static int tell_seed(void **state)
{
    if (running)
        print_message("the land of seed %llu\n", (unsigned long long)running);
    return 0;
}

static int32_t region_of(const plain_view *view, int32_t x, int32_t y)
{
    return view->region[y * view->width + x];
}

/// Compares where a unit fits and gets with a plain flood: all anchors one by one, and pairs that `seen` connects.
static void assert_layer_and_regions(const fw_map *map, const border_unit *unit)
{
    const plain_view *view = &unit->view;
    const int32_t tiles = view->width * view->height;
    uint32_t *label_of = calloc((size_t)tiles + 1, sizeof *label_of); // [region]
    uint32_t *first_of = calloc((size_t)tiles + 1, sizeof *first_of); // [region] an anchor of it
    assert_true(label_of && first_of);
    for (int32_t y = 0; y < view->height; y++)
        for (int32_t x = 0; x < view->width; x++) {
            const int32_t region = region_of(view, x, y);
            const uint32_t label = fw_map_region(map, unit->id, x, y);
            assert_int_equal(fw_map_fits(map, unit->id, x, y), region != 0);
            assert_int_equal(label != 0, region != 0);
            if (region && !label_of[region]) {
                label_of[region] = label;
                first_of[region] = (uint32_t)(y * view->width + x);
            }
            assert_int_equal(label, label_of[region]);
        }
    for (int32_t region = 2; region <= tiles && label_of[region];
         region++) { // regions have labels of their own
        const int32_t here = (int32_t)first_of[region], other = (int32_t)first_of[region - 1];
        assert_int_not_equal(label_of[region], label_of[region - 1]);
        assert_false(fw_map_connected(map, unit->id, here % view->width, here / view->width,
                                      other % view->width, other / view->width));
    }
    free(label_of);
    free(first_of);
}

static void assert_tables_equal_those_built_anew(const borderland *land)
{
    fw_unit_id ids[BORDER_UNITS];
    fw_map *fresh = borderland_map_anew(land, ids);
    const map_version *edited = map_version_of(land->map), *built = map_version_of(fresh);
    for (int i = 0; i < BORDER_UNITS; i++) {
        const map_unit *unit = map_find_unit(edited, land->units[i].id);
        const map_unit *anew = map_find_unit(built, ids[i]);
        const hierarchy *graph = map_table(edited, unit, &hierarchy_kind);
        if (graph)
            assert_same_graph(graph, map_table(built, anew, &hierarchy_kind));
        const jump_tables *jumps = map_table(edited, unit, &jump_tables_kind);
        if (jumps)
            assert_same_jumps(jumps, map_table(built, anew, &jump_tables_kind));
    }
    fw_map_destroy(fresh);
}

/// An anchor near the focus, one where the unit fits if there is one nearby.
static void draw_anchor(borderland *land, const plain_view *view, int32_t *x, int32_t *y)
{
    for (int tries = 0; tries < 30; tries++) {
        borderland_place(land, 20, x, y);
        if (region_of(view, *x, *y))
            return;
    }
}

static fw_request draw_request(borderland *land, const border_unit *unit)
{
    static const fw_method methods[] = { FW_ASTAR, FW_HIERARCHY, FW_JUMP_POINTS };
    int32_t from_x, from_y, to_x, to_y;
    fw_request ask = fw_default_request();
    ask.unit = unit->id;
    do
        ask.method = methods[random_below(&land->draw, 3)];
    while (!(unit->def.methods & FW_METHOD_BIT(ask.method)));
    draw_anchor(land, &unit->view, &from_x, &from_y);
    draw_anchor(land, &unit->view, &to_x, &to_y);
    ask.start = fw_pose_on_tile(from_x, from_y, unit->def.size);
    ask.goal = fw_goal_on_tile(to_x, to_y, unit->def.size);
    return ask;
}

static int32_t anchor_of(double centre, int32_t size)
{
    return (int32_t)floor(centre - size / 2.0 + .25);
}

/// True if the round body of a unit, as wide as its square, is free at a pose, wherever its square fits.
static bool disc_is_free(const plain_view *view, const fw_pose *pose)
{
    const double radius = view->unit.footprint.radius;
    if (pose->x < radius || pose->y < radius || pose->x > view->width - radius ||
        pose->y > view->height - radius)
        return false;
    for (int32_t y = 0; y < view->height; y++)
        for (int32_t x = 0; x < view->width; x++) {
            const double dx = fmax(fmax(x - pose->x, pose->x - (x + 1)), 0.0);
            const double dy = fmax(fmax(y - pose->y, pose->y - (y + 1)), 0.0);
            if (view->cost[y * view->width + x] == 0.0 && hypot(dx, dy) < radius - .01)
                return false;
        }
    return true;
}

/// Judges an answer by what a unit has seen: it is a path exactly if a flood connects start and goal, and costs what
/// Dijkstra's algorithm says, or, of the hierarchy, no less. A round body may also set out from where its square does
/// not fit, to a square beside it.
static void assert_answer(const border_unit *seen, const fw_request *ask, fw_result result,
                          const fw_path *path)
{
    const int32_t size = seen->def.size;
    const int32_t from_x = anchor_of(ask->start.x, size), from_y = anchor_of(ask->start.y, size);
    const int32_t to_x = anchor_of(ask->goal.pose.x, size), to_y = anchor_of(ask->goal.pose.y, size);
    const int32_t from = region_of(&seen->view, from_x, from_y), to = region_of(&seen->view, to_x, to_y);
    if (from == 0 && (result == FW_START_BLOCKED || result == FW_OUT_OF_BOUNDS))
        return;
    if (from == 0)
        assert_true(disc_is_free(&seen->view, &ask->start));
    if (to == 0) {
        assert_true(result == FW_GOAL_BLOCKED || result == FW_OUT_OF_BOUNDS);
    } else if (from != to) {
        assert_true(result == FW_UNREACHABLE || from == 0);
    } else {
        fw_path_summary summary;
        const double cheapest = plain_cheapest(&seen->view, from_x, from_y, to_x, to_y);
        assert_int_equal(result, FW_OK);
        assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
        if (ask->method == FW_HIERARCHY)
            assert_true(summary.cost > cheapest - 1e-6 * (1 + cheapest));
        else
            assert_near(summary.cost, cheapest, 1e-6 * (1 + cheapest));
    }
}

static void assert_legal(const fw_map *map, const fw_request *ask, const fw_path *path)
{
    fw_check_def check = check_for(ask);
    fw_check_report report;
    check.check_cost = true;
    assert_int_equal(fw_path_check(map, ask->unit, path, &check, &report), FW_OK);
    assert_int_equal(report.first, FW_FAULT_NONE);
}

/// A pose as an engine stores it.
static fw_pose as_floats(fw_pose pose)
{
    return (fw_pose){ (float)pose.x, (float)pose.y, (float)pose.heading };
}

/// A unit that has driven a part of its path, and asks again, gets a path from there.
static void ask_again_on_the_way(visit *visit, fw_request ask)
{
    fw_pose pose;
    const double length = fw_path_length(visit->path);
    const double driven =
        random_below(&visit->land.draw, 4) ? length * random_unit(&visit->land.draw) : length;
    assert_int_equal(fw_path_pose_at(visit->path, driven, &pose), FW_OK);
    ask.start = as_floats(pose);
    assert_int_equal(fw_find_path(visit->planner, &ask, visit->path), FW_OK);
    assert_true(fw_path_length(visit->path) < length - driven + 4 || ask.method == FW_HIERARCHY);
    if (driven == length)
        assert_true(fw_path_length(visit->path) < 1e-3);
}

static void ask_near_the_focus(visit *visit)
{
    borderland *land = &visit->land;
    const border_unit *unit = &land->units[random_below(&land->draw, BORDER_UNITS)];
    const fw_request ask = draw_request(land, unit);
    const fw_result result = fw_find_path(visit->planner, &ask, visit->path);
    assert_answer(unit, &ask, result, visit->path);
    visit->answers = fingerprint_path(fnv_bits(visit->answers, (uint64_t)result), visit->path);
    if (result != FW_OK)
        return;
    assert_legal(land->map, &ask, visit->path);
    ask_again_on_the_way(visit, ask);
    visit->answers = fingerprint_path(visit->answers, visit->path);
}

/// What a unit sees now, to keep.
static border_unit keep_view(const borderland *land, const border_unit *unit)
{
    return (border_unit){ unit->id, unit->def, plain_view_of(&land->tiles, &unit->def) };
}

static void take_snapshot(visit *visit, hold *hold)
{
    const borderland *land = &visit->land;
    assert_int_equal(fw_snapshot_take(land->map, &hold->snapshot), FW_OK);
    hold->version = fw_map_version(land->map);
    hold->seen = keep_view(land, &land->units[random_below(&visit->readers, BORDER_UNITS)]);
}

/// A version that was held is as it was, whatever has happened to the map and its units.
static void give_snapshot_back(hold *hold)
{
    const fw_map *map = fw_snapshot_map(hold->snapshot);
    fw_unit_def def;
    assert_true(fw_map_version(map) == hold->version);
    assert_int_equal(fw_map_unit(map, hold->seen.id, &def), FW_OK);
    assert_layer_and_regions(map, &hold->seen);
    assert_int_equal(fw_snapshot_release(hold->snapshot), FW_OK);
    assert_int_equal(fw_snapshot_release(hold->snapshot), FW_RELEASED);
    plain_view_free(&hold->seen.view);
    hold->snapshot = NULL;
}

static void begin_search(visit *visit, resting *resting)
{
    borderland *land = &visit->land;
    const random_source draw = land->draw;
    const border_unit *unit = &land->units[random_below(&visit->readers, BORDER_UNITS)];
    land->draw = visit->readers;
    resting->ask = draw_request(land, unit);
    visit->readers = land->draw;
    land->draw = draw;
    resting->version = fw_map_version(land->map);
    if (fw_search_begin(visit->planner, &resting->ask, &resting->search) == FW_OK)
        resting->seen = keep_view(land, unit);
    else
        resting->search = NULL;
}

static void end_search(resting *resting)
{
    fw_path *path = new_path();
    const fw_result result = fw_search_step(resting->search, 0);
    if (result == FW_OK) {
        fw_path_summary summary;
        assert_int_equal(fw_search_best_so_far(resting->search, path), FW_OK);
        assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
        assert_true(summary.map_version == resting->version);
    }
    assert_answer(&resting->seen, &resting->ask, result, path);
    fw_search_end(resting->search);
    plain_view_free(&resting->seen.view);
    fw_path_destroy(path);
    resting->search = NULL;
}

/// Readers come, read on, and go.
static void read_on(visit *visit)
{
    if (!visit->reads)
        return;
    hold *hold = &visit->holds[random_below(&visit->readers, HOLDS)];
    resting *resting = &visit->searches[random_below(&visit->readers, RESTING)];
    if (!hold->snapshot)
        take_snapshot(visit, hold);
    else if (random_below(&visit->readers, 3) == 0)
        give_snapshot_back(hold);
    if (!resting->search)
        begin_search(visit, resting);
    else if (random_below(&visit->readers, 3) == 0)
        end_search(resting);
    else
        (void)fw_search_step(resting->search, 1 + random_below(&visit->readers, 20));
}

/// Edits a land and judges everything after each commit.
///
/// @param reads  whether readers hold old versions
/// @return hash of all answers on newest versions
static uint64_t visit_land(uint64_t seed, bool reads)
{
    visit visit = { .readers = { ~seed }, .reads = reads, .path = new_path(), .answers = FNV_OF_NOTHING };
    borderland *land = &visit.land;
    borderland_begin(land, seed);
    assert_int_equal(fw_planner_create(land->map, NULL, &visit.planner), FW_OK);
    for (int round = 0; round < ROUNDS; round++) {
        read_on(&visit);
        if (random_below(&land->draw, 6) == 0)
            borderland_replace_unit(land);
        for (uint32_t commits = 1 + random_below(&land->draw, 8); commits > 0; commits--) {
            borderland_edit(land);
            borderland_commit(land);
        }
        borderland_look(land);
        for (int i = 0; i < BORDER_UNITS; i++)
            assert_layer_and_regions(land->map, &land->units[i]);
        if (round % 3 == 0)
            assert_tables_equal_those_built_anew(land);
        for (int i = 0; i < QUERIES; i++)
            ask_near_the_focus(&visit);
    }
    for (int i = 0; i < HOLDS; i++)
        if (visit.holds[i].snapshot)
            give_snapshot_back(&visit.holds[i]);
    for (int i = 0; i < RESTING; i++)
        if (visit.searches[i].search)
            end_search(&visit.searches[i]);
    fw_planner_destroy(visit.planner);
    fw_path_destroy(visit.path);
    borderland_end(land);
    return visit.answers;
}

/// The seeds that are visited.
static uint64_t first_seed = 1, last_seed;

TEST_BETWEEN(what_lives_on_borders_is_right_after_each_commit_and_whoever_reads, NULL, tell_seed)
{
    for (uint64_t seed = first_seed; seed <= last_seed; seed++) {
        running = seed;
        const uint64_t answers = visit_land(seed, true);
        assert_true(visit_land(seed, false) == answers);
        running = 0;
    }
}

int main(int count, char **arguments)
{
    last_seed = (uint64_t)rounds(SEEDS);
    if (count == 3) {
        first_seed = strtoull(arguments[1], NULL, 10);
        last_seed = strtoull(arguments[2], NULL, 10);
    }
    return tests_run(NULL, NULL);
}
