// No commit takes much longer than others like it, whoever holds versions. What a commit copies, compares and looks at
// is counted by the library, and does not depend on the machine.
#include <stdlib.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "map/editor.h"

enum { SIDE = 1024, COMMITS = 250, MOST_UNITS = 6, MOST_HELD = 4, TIMES_THE_MEDIAN = 10 };

/// Who holds versions while commits come.
typedef enum holding {
    NOBODY,
    ONE_SEARCH,     ///< it begins anew before each commit
    FOUR_SEARCHES,  ///< so that each holds four commits long
    OLD_SNAPSHOT,   ///< from before the first commit on
    NEW_SNAPSHOTS,  ///< four, one of which is taken anew every ten commits
    RARE_SNAPSHOTS, ///< every hundred commits, for one commit
    HOLDING_COUNT
} holding;

/// A rough map with units, and those who hold its versions.
typedef struct land {
    random_source random;
    fw_map *map;
    fw_unit_id walker; ///< of size 1
    fw_planner *planner;
    fw_search *searches[MOST_HELD];
    fw_snapshot *snapshots[MOST_HELD];
} land;

static void begin(land *land, int units, bool has_hierarchy)
{
    *land = (struct land){ .random = { 46 } };
    land->map = map_at_random(&land->random, SIDE, SIDE, 12, 2);
    for (int i = 0; i < units; i++) {
        fw_unit_def unit = unit_of_size(1 + i % 4);
        unit.terrain_cost[FW_SWAMP] = i < 3 ? 1 : 0;
        if (has_hierarchy && i == 0) {
            unit.terrain_cost[FW_SWAMP] = 3;
            unit.methods = FW_METHOD_BIT(FW_AUTO) | FW_METHOD_BIT(FW_HIERARCHY);
        }
        const fw_unit_id id = add_unit(land->map, unit);
        land->walker = i == 0 ? id : land->walker;
    }
    assert_int_equal(fw_planner_create(land->map, NULL, &land->planner), FW_OK);
}

static void release(land *land, int which)
{
    fw_snapshot_release(land->snapshots[which]);
    land->snapshots[which] = NULL;
}

/// Lets go of all versions.
static void let_go(land *land)
{
    for (int i = 0; i < MOST_HELD; i++) {
        fw_search_end(land->searches[i]);
        land->searches[i] = NULL;
        release(land, i);
    }
}

static int32_t anywhere(land *land)
{
    return (int32_t)random_below(&land->random, SIDE);
}

static void search_anew(land *land, int which)
{
    fw_request ask = fw_default_request();
    fw_search_end(land->searches[which]);
    land->searches[which] = NULL;
    ask.unit = land->walker;
    ask.start = fw_pose_on_tile(anywhere(land), anywhere(land), 1);
    ask.goal = fw_goal_on_tile(anywhere(land), anywhere(land), 1);
    if (fw_search_begin(land->planner, &ask, &land->searches[which]) == FW_OK)
        fw_search_step(land->searches[which], 2);
}

static void take_anew(land *land, int which)
{
    release(land, which);
    assert_int_equal(fw_snapshot_take(land->map, &land->snapshots[which]), FW_OK);
}

static void hold(land *land, holding holding, int commit)
{
    if (holding == ONE_SEARCH)
        search_anew(land, 0);
    else if (holding == FOUR_SEARCHES)
        search_anew(land, commit % 4);
    else if (holding == NEW_SNAPSHOTS && commit % 10 == 0)
        take_anew(land, commit / 10 % 4);
    else if ((holding == OLD_SNAPSHOT && commit == 0) || (holding == RARE_SNAPSHOTS && commit % 100 == 0))
        take_anew(land, 0);
    else if (holding == RARE_SNAPSHOTS)
        release(land, 0);
}

/// Commits other terrains for some tiles.
///
/// @return what the commit has visited
static uint64_t commit(land *land, int tiles)
{
    for (int i = 0; i < tiles; i++) {
        const int32_t x = anywhere(land), y = anywhere(land);
        const uint8_t other = fw_map_terrain(land->map, x, y) == FW_BLOCKED ? FW_GROUND : FW_BLOCKED;
        assert_int_equal(fw_map_set_tile(land->map, x, y, other), FW_OK);
    }
    const uint64_t before = land->map->editor->memory.visited;
    assert_int_equal(fw_map_commit(land->map), FW_OK);
    return land->map->editor->memory.visited - before;
}

static int compare(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void assert_steady(uint64_t *visited, int count)
{
    qsort(visited, (size_t)count, sizeof *visited, compare);
    const uint64_t median = visited[count / 2], most = visited[count - 1];
    if (most > TIMES_THE_MEDIAN * median)
        print_message("a commit visits %llu words, half of them visit at most %llu\n",
                      (unsigned long long)most, (unsigned long long)median);
    assert_true(median > 0 && most <= TIMES_THE_MEDIAN * median);
}

/// Commits as long as the same readers hold versions.
static void live_on(land *land, holding holding, int tiles)
{
    const int count = rounds(COMMITS);
    uint64_t *visited = calloc((size_t)count, sizeof *visited);
    assert_non_null(visited);
    for (int i = 0; i < count; i++) {
        hold(land, holding, i);
        visited[i] = commit(land, tiles);
    }
    assert_steady(visited, count);
    free(visited);
}

TEST(no_commit_visits_ten_times_as_much_as_others_like_it)
{
    static const struct {
        int units, tiles;
        bool has_hierarchy;
    } kinds[] = { { 1, 1, false }, { 3, 4, false }, { 6, 2, false }, { 2, 4, true } };
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        land land;
        begin(&land, kinds[kind].units, kinds[kind].has_hierarchy);
        for (int holding = 0; holding < HOLDING_COUNT; holding++) {
            live_on(&land, (enum holding)holding, kinds[kind].tiles);
            let_go(&land);
        }
        fw_planner_destroy(land.planner);
        fw_map_destroy(land.map);
    }
}
