// A step of the hierarchy keeps to its work, for clusters of every size: it exceeds the work by one wave over a cluster
// at most. And slices change nothing.
#include "common/answer_hash.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/scene.h"
#include "common/unit.h"
#include "map/overlay.h"

enum { SIDE = 200, PATCHES = 500, SCENES = 4, QUERIES = 24, GOALS = 5 };

/// What the queries for clusters of one size had among them, so that none of it is missed.
typedef struct tally {
    int found, overlays, radii, sets, legs, longer, limits;
    int commits;          ///< between two slices of a search
    uint64_t most_beyond; ///< the most work by which a step exceeded its own
} tally;

/// A unit of some size with some corner rule, whose clusters have a side.
static fw_unit_def unit_at_random(random_source *source, int32_t cluster)
{
    fw_unit_def unit = unit_of_size(1 + (int32_t)random_below(source, 3));
    unit.corners = (fw_corner_rule)random_below(source, FW_CORNERS_ORTHOGONAL + 1);
    unit.terrain_cost[FW_SWAMP] = 2.5f;
    unit.terrain_cost[FW_SAND] = 1.5f;
    unit.cluster = cluster;
    unit.dominance = random_below(source, 2) ? FW_DOMINANCE_WEAK : FW_DOMINANCE_STRONG;
    unit.methods = FW_METHOD_BIT(FW_HIERARCHY) | FW_METHOD_BIT(FW_ASTAR);
    return unit;
}

static int32_t tile_at_random(random_source *source)
{
    return (int32_t)random_below(source, SIDE);
}

/// Two anchors that are joined.
static fw_request request_at_random(const scene *scene, random_source *source)
{
    for (;;) {
        const int32_t from[] = { tile_at_random(source), tile_at_random(source) };
        const int32_t to[] = { tile_at_random(source), tile_at_random(source) };
        if (fw_map_connected(scene->map, scene->unit, from[0], from[1], to[0], to[1]))
            return scene_request(scene, from[0], from[1], to[0], to[1]);
    }
}

/// Blocks or makes more expensive some rectangles.
static void lay_overlay(scene *scene, random_source *source)
{
    assert_int_equal(fw_overlay_create(SIDE, SIDE, NULL, &scene->overlay), FW_OK);
    for (int i = 0; i < 40; i++) {
        const int32_t x = tile_at_random(source), y = tile_at_random(source);
        const int32_t width = 1 + (int32_t)random_below(source, 9),
                      height = 1 + (int32_t)random_below(source, 9);
        assert_int_equal(i % 2 ? fw_overlay_block(scene->overlay, x, y, width, height)
                               : fw_overlay_add_cost(scene->overlay, x, y, width, height, 0.75f),
                         FW_OK);
    }
}

/// Replaces the goal of a request by others: a disc, or a set around it and in other clusters.
static void widen_goal(fw_request *ask, fw_pose *set, int32_t size, random_source *source, tally *tally)
{
    const uint32_t kind = random_below(source, 3);
    if (kind == 0) {
        ask->goal = fw_goal_within(ask->goal.pose.x, ask->goal.pose.y, 1 + (double)random_below(source, 40));
        tally->radii++;
    }
    if (kind != 1)
        return;
    set[0] = ask->goal.pose;
    for (int i = 1; i < GOALS; i++)
        set[i] = fw_pose_on_tile(tile_at_random(source) * (SIDE - size) / SIDE,
                                 tile_at_random(source) * (SIDE - size) / SIDE, size);
    ask->goal = fw_goal_nearest_of(set, GOALS);
    tally->sets++;
}

/// Steps a search to its end. Each step keeps to its work.
///
/// @param most     work of a step, at most
/// @param commits  true: tiles change between some of the steps
static fw_result step_to_the_end(const scene *scene, fw_search *search, random_source *source, uint32_t most,
                                 int32_t cluster, bool commits, tally *tally)
{
    const uint64_t a_wave = (uint64_t)cluster * (uint64_t)cluster;
    fw_statistics before = { 0 };
    for (;;) {
        const uint64_t work = 1 + random_below(source, most);
        const fw_result result = fw_search_step(search, work);
        fw_statistics after;
        assert_int_equal(fw_search_statistics(search, &after), FW_OK);
        const uint64_t done = after.work - before.work;
        assert_true(done <= work + a_wave);
        if (done > work && done - work > tally->most_beyond)
            tally->most_beyond = done - work;
        if (result != FW_PENDING)
            return result;
        before = after;
        if (commits && random_below(source, most > 1 ? 2 : 64) == 0) {
            scene_edit_at_random(scene, source, 30);
            tally->commits++;
        }
    }
}

/// Asks for a path at once and in slices: both answers are the same, and keep to the request's limit.
///
/// @return the result
static fw_result ask_both_ways(scene *scene, random_source *source, const fw_request *ask, bool commits,
                               tally *tally)
{
    fw_statistics whole, sliced;
    fw_unit_def unit;
    const fw_result result = scene_ask(scene, ask); // the path is legal and its cost is true
    const uint64_t answer = fingerprint_path(FNV_OF_NOTHING, scene->path);
    fw_planner_statistics(scene->planner, &whole);
    assert_int_equal(fw_map_unit(scene->map, scene->unit, &unit), FW_OK);
    const uint32_t most = random_below(source, 3) ? 1 + random_below(source, 3000) : 1;
    fw_search *search = new_search(scene->planner, ask);
    assert_int_equal(step_to_the_end(scene, search, source, most, unit.cluster, commits, tally), result);
    assert_int_equal(fw_search_statistics(search, &sliced), FW_OK);
    assert_int_equal(sliced.work, whole.work);
    assert_int_equal(sliced.expanded, whole.expanded);
    if (ask->max_work && whole.work >= ask->max_work) {
        assert_true(whole.work <= ask->max_work + (uint64_t)unit.cluster * (uint64_t)unit.cluster);
        tally->limits++;
    }
    if (result == FW_OK) {
        assert_int_equal(fw_search_best_so_far(search, scene->path), FW_OK);
        assert_true(fingerprint_path(FNV_OF_NOTHING, scene->path) == answer);
        assert_int_equal(scene_summary(scene).method, FW_HIERARCHY);
        tally->found++;
    }
    fw_search_end(search);
    return result;
}

/// A query of any kind on a scene.
static void ask_at_random(scene *scene, random_source *source, tally *tally)
{
    fw_pose set[GOALS];
    fw_request ask = request_at_random(scene, source);
    fw_request by_astar = ask;
    widen_goal(&ask, set, scene->seen.size, source, tally);
    by_astar.goal = ask.goal;
    by_astar.method = FW_ASTAR;
    const fw_result found = fw_find_path(scene->planner, &by_astar, scene->path);
    ask.method = FW_HIERARCHY;
    if (random_below(source, 3) == 0) {
        ask.method = FW_AUTO;
        ask.allow_longer = true;
        tally->longer++;
    }
    ask.segment = random_below(source, 2) ? 1 + (int32_t)random_below(source, SIDE / 2) : 0;
    ask.partial = true;
    ask.max_work = random_below(source, 4) ? 0 : 1 + random_below(source, 1000);
    tally->legs += ask.segment > 0;
    tally->overlays += ask.overlay != NULL;
    const fw_result result = ask_both_ways(scene, source, &ask, random_below(source, 4) == 0, tally);
    assert_true(ask.max_work || result == found);
}

/// Asks queries for clusters of a side.
static void ask_with_clusters(int32_t cluster, uint64_t seed)
{
    random_source source = { seed };
    tally tally = { 0 };
    for (int i = 0; i < SCENES; i++) {
        scene scene = scene_with_patches(&source, SIDE, PATCHES, unit_at_random(&source, cluster));
        if (i % 2)
            lay_overlay(&scene, &source);
        for (int query = 0; query < QUERIES; query++)
            ask_at_random(&scene, &source, &tally);
        scene_end(&scene);
    }
    assert_true(tally.found > SCENES * QUERIES / 2);
    assert_true(tally.overlays > 10 && tally.radii > 10 && tally.sets > 10 && tally.legs > 10);
    assert_true(tally.longer > 10 && tally.limits > 5 && tally.commits > 10);
    assert_true(tally.most_beyond > (uint64_t)cluster * (uint64_t)cluster / 2); // waves are not cut short
}

TEST(a_step_exceeds_its_work_by_one_wave_at_most_with_clusters_of_4)
{
    ask_with_clusters(4, 91);
}

TEST(a_step_exceeds_its_work_by_one_wave_at_most_with_clusters_of_8)
{
    ask_with_clusters(8, 92);
}

TEST(a_step_exceeds_its_work_by_one_wave_at_most_with_clusters_of_16)
{
    ask_with_clusters(16, 98);
}

TEST(a_step_exceeds_its_work_by_one_wave_at_most_with_clusters_of_32)
{
    ask_with_clusters(32, 94);
}

TEST(a_step_exceeds_its_work_by_one_wave_at_most_with_clusters_of_64)
{
    ask_with_clusters(64, 95);
}
