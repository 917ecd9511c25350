// The same edits and queries give the same paths, whoever holds versions of the map meanwhile.

#include "common/answer_hash.h"
#include "common/drawing.h"
#include "common/same_graph.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "hierarchy/shared_kind.h"

enum {
    SIDE = 96,
    WORLDS = 12,
    STEPS = 60,
    QUERIES = 6, ///< after each step
    MOST_HELD = 3,
    UNITS = 2
};

/// A map with its units and what asks for paths.
typedef struct site {
    fw_map *map;
    fw_unit_id units[UNITS];
    fw_planner *planner;
    fw_path *path;
} site;

/// Readers that hold versions: snapshots, and searches that rest.
typedef struct readers {
    random_source source;
    const fw_map *snapshots[MOST_HELD];
    fw_planner *planners[MOST_HELD];
    fw_search *searches[MOST_HELD];
} readers;

static fw_unit_def unit_at_random(random_source *source)
{
    fw_unit_def def = unit_of_size(1 + (int32_t)random_below(source, 2));
    def.terrain_cost[FW_SWAMP] = 2.5f;
    def.cluster = 8 + 8 * (int32_t)random_below(source, 2);
    def.methods = FW_METHOD_BIT(FW_HIERARCHY) | FW_METHOD_BIT(FW_JUMP_POINTS);
    def.abstraction = random_below(source, 3) ? FW_ABSTRACTION_UNIT : FW_ABSTRACTION_SHARED;
    return def;
}

/// Sites of one seed are the same.
static site site_of(uint64_t seed)
{
    random_source source = { seed };
    site made = { .map = map_at_random(&source, SIDE, SIDE, 12, FW_SWAMP) };
    for (int i = 0; i < UNITS; i++)
        made.units[i] = add_unit(made.map, unit_at_random(&source));
    assert_int_equal(fw_planner_create(made.map, NULL, &made.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &made.path), FW_OK);
    return made;
}

static void end_site(site *ended)
{
    fw_path_destroy(ended->path);
    fw_planner_destroy(ended->planner);
    fw_map_destroy(ended->map);
}

/// Draws a request, which may or may not have a path.
static fw_request request_at_random(random_source *source, fw_unit_id unit)
{
    static const fw_method methods[] = { FW_HIERARCHY, FW_HIERARCHY, FW_HIERARCHY, FW_ASTAR, FW_JUMP_POINTS };
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.method = methods[random_below(source, sizeof methods / sizeof *methods)];
    ask.start = fw_pose_on_tile((int32_t)random_below(source, SIDE), (int32_t)random_below(source, SIDE), 1);
    ask.goal = fw_goal_on_tile((int32_t)random_below(source, SIDE), (int32_t)random_below(source, SIDE), 1);
    return ask;
}

static void let_go(readers *held, int place)
{
    fw_map_release(held->snapshots[place]);
    fw_search_end(held->searches[place]);
    held->snapshots[place] = NULL;
    held->searches[place] = NULL;
}

/// Takes a snapshot, or begins a search that rests, after letting go what was held there.
static void hold(readers *held, int place, const site *site)
{
    let_go(held, place);
    if (random_below(&held->source, 2) == 0) {
        held->snapshots[place] = fw_map_snapshot(site->map);
        return;
    }
    const fw_request ask = request_at_random(&held->source, site->units[0]);
    if (fw_search_begin(held->planners[place], &ask, &held->searches[place]) == FW_OK)
        fw_search_step(held->searches[place], 1 + random_below(&held->source, 50));
}

/// Some readers let go, some begin to hold the newest version.
static void change_readers(readers *held, const site *site)
{
    for (int place = 0; place < MOST_HELD; place++)
        switch (random_below(&held->source, 4)) {
        case 0:
            let_go(held, place);
            break;
        case 1:
            hold(held, place, site);
            break;
        default:
            break;
        }
}

static void begin_readers(readers *held, const site *site)
{
    for (int place = 0; place < MOST_HELD; place++)
        assert_int_equal(fw_planner_create(site->map, NULL, &held->planners[place]), FW_OK);
}

static void end_readers(readers *held)
{
    for (int place = 0; place < MOST_HELD; place++) {
        let_go(held, place);
        fw_planner_destroy(held->planners[place]);
    }
}

/// Sets tiles and commits. Half of the commits only block tiles, so that landmarks stay in use; some take more than an
/// eighth of the words of tiles, so that the tables are built anew.
static void edit(const site *site, random_source *source)
{
    const bool blocks = random_below(source, 2) == 0;
    uint32_t edits = random_below(source, 12) == 0 ? 40 : 1 + random_below(source, 12);
    for (; edits > 0; edits--) {
        const int32_t x = (int32_t)random_below(source, SIDE), y = (int32_t)random_below(source, SIDE);
        const uint8_t terrain = (uint8_t)random_below(source, FW_SWAMP + 1);
        assert_int_equal(fw_map_set_tile(site->map, x, y, blocks ? FW_BLOCKED : terrain), FW_OK);
    }
    assert_int_equal(fw_map_commit(site->map), FW_OK);
}

/// Blocks a tile and frees it again: what a version missed may be nothing.
static void edit_back_and_forth(const site *site, random_source *source)
{
    const int32_t x = (int32_t)random_below(source, SIDE), y = (int32_t)random_below(source, SIDE);
    const uint8_t before = fw_map_terrain(site->map, x, y);
    assert_int_equal(fw_map_set_tile(site->map, x, y, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(site->map), FW_OK);
    assert_int_equal(fw_map_set_tile(site->map, x, y, before), FW_OK);
    assert_int_equal(fw_map_commit(site->map), FW_OK);
}

/// Does to a map what an editor may do.
static void change(site *site, random_source *source)
{
    fw_unit_id *unit = &site->units[random_below(source, UNITS)];
    switch (random_below(source, 8)) {
    case 0:
        assert_int_equal(fw_map_prepare(site->map, *unit, FW_HIERARCHY), FW_OK);
        break;
    case 1:
        fw_map_prepare_step(site->map, *unit, FW_HIERARCHY, 1 + random_below(source, 400));
        break;
    case 2:
        assert_int_equal(fw_map_remove_unit(site->map, *unit), FW_OK);
        *unit = add_unit(site->map, unit_at_random(source));
        break;
    case 3:
        edit_back_and_forth(site, source);
        break;
    default:
        edit(site, source);
        break;
    }
}

static uint64_t answers(const site *site, random_source *source)
{
    uint64_t hash = FNV_OF_NOTHING;
    for (int i = 0; i < QUERIES; i++) {
        const fw_request ask = request_at_random(source, site->units[i % UNITS]);
        const fw_result result = fw_find_path(site->planner, &ask, site->path);
        hash = fnv_bits(hash, result);
        hash = result == FW_OK ? fingerprint_path(hash, site->path) : hash;
    }
    return hash;
}

static const hierarchy *table_of(const site *site, int unit)
{
    const map_version *version = map_version_of(site->map);
    return unit_graph_of(version, map_find_unit(version, site->units[unit])).table;
}

/// @return number of graphs whose landmarks are in use and lack some distances
static int compare_graphs(const site *alone, const site *read)
{
    int count = 0;
    for (int i = 0; i < UNITS; i++) {
        const hierarchy *one = table_of(alone, i), *other = table_of(read, i);
        assert_same_graph(one, other);
        assert_same_landmarks(one, other);
        count += one->landmarks.are_valid && one->landmarks.moved_count > 0;
    }
    return count;
}

TEST(answers_do_not_depend_on_who_holds_versions)
{
    int counted = 0;
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        site alone = site_of(seed), read = site_of(seed);
        random_source source = { 1000 + seed };
        readers held = { .source = { 2000 + seed } };
        begin_readers(&held, &read);
        for (int step = 0; step < STEPS; step++) {
            random_source same = source;
            change_readers(&held, &read);
            change(&alone, &source);
            change(&read, &same);
            assert_true(answers(&alone, &source) == answers(&read, &same));
            assert_true(source.state == same.state);
            counted += compare_graphs(&alone, &read);
        }
        end_readers(&held);
        end_site(&read);
        end_site(&alone);
    }
    assert_true(counted > WORLDS);
}
