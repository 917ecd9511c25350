// Memory that runs out at every possible moment of a whole story: units, edits, commits, overlays, searches. A
// call that fails for want of memory has changed nothing, leaks nothing, and succeeds when it is made again.
#include <stdbool.h>

#include "common/answer_hash.h"
#include "common/drawing.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { UNITS = 4, SIDE = 40 };

typedef struct story {
    ration memory;
    fw_allocator hooks;
    fw_map *map;
    fw_unit_id units[UNITS];
    fw_planner *planner;
    fw_overlay *overlay;
    fw_path *path;
    fw_path *copy;
    fw_search *search;
    random_source random;
} story;

static uint64_t look(const story *story)
{
    uint64_t hash = FNV_OF_NOTHING;
    if (story->map)
        hash = hash_map(hash, story->map, story->units, UNITS);
    if (story->path)
        hash = fingerprint_path(hash, story->path);
    return fnv_bits(hash, story->planner != NULL);
}

/// A call of the story. Returns FW_NO_MEMORY only where memory was refused.
typedef fw_result (*chapter)(story *);

static fw_result create_map(story *story)
{
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    def.allocator = &story->hooks;
    return fw_map_create(&def, &story->map);
}

static fw_result register_unit(story *story, int index, const fw_unit_def *def)
{
    return fw_map_add_unit(story->map, def, &story->units[index]);
}

static fw_result add_walker(story *story)
{
    const fw_unit_def def = fw_default_unit_def();
    return register_unit(story, 0, &def);
}

static fw_result add_wagon(story *story)
{
    fw_unit_def def = unit_of_size(2);
    def.terrain_cost[FW_ROAD] = 0.5F;
    return register_unit(story, 1, &def);
}

static fw_result add_ship(story *story)
{
    fw_unit_def def = unit_of_size(3);
    def.terrain_cost[FW_GROUND] = 0.0F;
    def.terrain_cost[FW_WATER] = 1.0F;
    def.corners = FW_CORNERS_ALWAYS;
    return register_unit(story, 2, &def);
}

static fw_result note_blocks(story *story)
{
    const random_source before = story->random;
    fw_result result = FW_OK;
    for (int i = 0; i < 12 && result == FW_OK; i++)
        result = fw_map_set_rect(
            story->map, (int32_t)random_below(&story->random, SIDE - 6),
            (int32_t)random_below(&story->random, SIDE - 6), 1 + (int32_t)random_below(&story->random, 6),
            1 + (int32_t)random_below(&story->random, 6), (uint8_t)random_below(&story->random, 7));
    if (result == FW_NO_MEMORY)
        story->random = before;
    return result;
}

static fw_result note_few_tiles(story *story)
{
    fw_result result = FW_OK;
    for (int32_t i = 0; i < 5 && result == FW_OK; i++)
        result = fw_map_set_tile(story->map, 7 * i, 3 + i, i % 2 ? FW_BLOCKED : FW_GROUND);
    return result;
}

static fw_result note_new_terrains(story *story)
{
    uint8_t terrains[SIDE * SIDE];
    random_source random = { 99 };
    for (int i = 0; i < SIDE * SIDE; i++)
        terrains[i] = (uint8_t)(random_below(&random, 4) ? 1 + random_below(&random, 6) : FW_BLOCKED);
    return fw_map_set_tiles(story->map, 0, 0, SIDE, SIDE, terrains, SIDE);
}

static fw_result commit(story *story)
{
    return fw_map_commit(story->map);
}

static fw_result remove_wagon(story *story)
{
    return fw_map_remove_unit(story->map, story->units[1]);
}

static fw_result prepare_jump_points(story *story)
{
    return fw_map_prepare(story->map, story->units[0], FW_JUMP_POINTS);
}

static fw_result prepare_hierarchy_in_slices(story *story)
{
    fw_result result = FW_PENDING;
    while (result == FW_PENDING)
        result = fw_map_prepare_step(story->map, story->units[1], FW_HIERARCHY, 200);
    return result;
}

static fw_result prepare_hierarchy(story *story)
{
    return fw_map_prepare(story->map, story->units[1], FW_HIERARCHY);
}

static fw_result create_planner(story *story)
{
    return fw_planner_create(story->map, NULL, &story->planner);
}

static fw_result create_path(story *story)
{
    return fw_path_create(&story->hooks, &story->path);
}

static fw_result create_copy(story *story)
{
    return fw_path_create(&story->hooks, &story->copy);
}

static fw_result create_overlay(story *story)
{
    return fw_overlay_create(SIDE, SIDE, &story->hooks, &story->overlay);
}

static fw_result block_in_overlay(story *story)
{
    return fw_overlay_block(story->overlay, 10, 5, 3, 30);
}

static fw_result charge_in_overlay(story *story)
{
    return fw_overlay_add_cost(story->overlay, 20, 0, 10, 20, 1.5F);
}

static fw_request request_of(const story *story, int unit, fw_method method)
{
    fw_request ask = fw_default_request();
    ask.unit = story->units[unit];
    ask.start = fw_pose_on_tile(1, 2, 1);
    ask.goal = fw_goal_at(SIDE - 2.5, SIDE - 3.5);
    ask.nearest = true;
    ask.method = method;
    return ask;
}

/// Whether there is a path is not what this is about: only memory may make the call fail.
static fw_result found_or_not(fw_result result)
{
    return result == FW_NO_MEMORY ? FW_NO_MEMORY : FW_OK;
}

static fw_result find_by_astar(story *story)
{
    const fw_request ask = request_of(story, 0, FW_ASTAR);
    return found_or_not(fw_find_path(story->planner, &ask, story->path));
}

static fw_result find_by_grid(story *story)
{
    const fw_request ask = request_of(story, 0, FW_GRID);
    return found_or_not(fw_find_path(story->planner, &ask, story->path));
}

static fw_result find_by_hierarchy(story *story)
{
    const fw_request ask = request_of(story, 1, FW_HIERARCHY);
    return found_or_not(fw_find_path(story->planner, &ask, story->path));
}

static fw_result find_on_demand(story *story)
{
    const fw_request ask = request_of(story, 2, FW_ON_DEMAND);
    return found_or_not(fw_find_path(story->planner, &ask, story->path));
}

static fw_result find_smoothed(story *story)
{
    fw_request ask = request_of(story, 0, FW_AUTO);
    ask.smoothing = FW_SMOOTH_AUTO;
    return found_or_not(fw_find_path(story->planner, &ask, story->path));
}

static fw_result find_with_overlay(story *story)
{
    fw_request ask = request_of(story, 0, FW_AUTO);
    ask.overlay = story->overlay;
    return found_or_not(fw_find_path(story->planner, &ask, story->path));
}

static fw_result search_in_slices(story *story)
{
    const fw_request ask = request_of(story, 0, FW_ASTAR);
    fw_result result = fw_search_begin(story->planner, &ask, &story->search);
    if (result != FW_OK)
        return found_or_not(result);
    do
        result = fw_search_step(story->search, 7);
    while (result == FW_PENDING);
    if (result == FW_OK)
        result = fw_search_best_so_far(story->search, story->path);
    fw_search_end(story->search);
    story->search = NULL;
    return found_or_not(result);
}

static fw_result copy_path(story *story)
{
    return fw_path_copy(story->path, story->copy);
}

static fw_result trim(story *story)
{
    fw_planner_trim(story->planner);
    return FW_OK;
}

static const chapter chapters[] = {
    create_map,
    add_walker,
    add_wagon,
    note_blocks,
    commit,
    add_ship,
    create_path,
    create_copy,
    create_planner,
    find_by_astar,
    find_by_grid,
    note_few_tiles,
    commit,
    find_by_grid,
    prepare_jump_points,
    prepare_hierarchy_in_slices,
    find_by_hierarchy,
    prepare_hierarchy,
    find_by_hierarchy,
    note_few_tiles,
    note_blocks,
    commit,
    create_overlay,
    block_in_overlay,
    find_with_overlay,
    trim,
    charge_in_overlay,
    find_with_overlay,
    find_smoothed,
    search_in_slices,
    copy_path,
    find_by_hierarchy,
    note_new_terrains,
    commit,
    find_by_hierarchy,
    remove_wagon,
    find_on_demand,
    find_by_grid,
    find_by_astar,
};

enum { CHAPTERS = sizeof chapters / sizeof *chapters };

/// @param left  allocations that succeed before one fails, or, without `once`, all the rest
static void open_story(story *opened, uint64_t left, bool once)
{
    *opened = (story){ .memory = { .left = left, .once = once }, .random = { 7 } };
    opened->hooks = rationed(&opened->memory);
}

static void close_story(story *story)
{
    fw_search_end(story->search);
    fw_planner_destroy(story->planner);
    fw_overlay_destroy(story->overlay);
    fw_path_destroy(story->path);
    fw_path_destroy(story->copy);
    fw_map_destroy(story->map);
    assert_int_equal(story->memory.held, 0);
    assert_int_equal(story->memory.bytes, 0);
}

/// Plays all chapters; one that finds no memory must have changed nothing, and is played again. Returns a hash over all
/// that was found, and how often memory was missing.
static uint64_t play(story *story, int *refused)
{
    uint64_t answers = FNV_OF_NOTHING;
    *refused = 0;
    for (int i = 0; i < CHAPTERS; i++) {
        const uint64_t before = look(story);
        fw_result result = chapters[i](story);
        if (result == FW_NO_MEMORY) {
            assert_int_equal(look(story), before);
            ++*refused;
            result = chapters[i](story);
        }
        assert_int_equal(result, FW_OK);
        if (story->path)
            answers = fingerprint_path(answers, story->path);
    }
    return fnv_bits(answers, look(story));
}

/// From one allocation that fails to the next. Each of the first ones is made at a place of its own.
static uint64_t next_failure(uint64_t n)
{
    return n < 40 ? 1 : (uint64_t)stride(3);
}

TEST(a_refused_allocation_changes_nothing_and_the_call_succeeds_again)
{
    story whole;
    int refused = 0;
    open_story(&whole, UNRATIONED, false);
    const uint64_t expected = play(&whole, &refused);
    const uint64_t allocations = whole.memory.calls;
    close_story(&whole);
    assert_int_equal(refused, 0);
    assert_true(allocations > 50);

    uint64_t noticed = 0,
             tried = 0; // a few allocations are made ahead of need: those may be refused without a word
    for (uint64_t n = 0; n < allocations; n += next_failure(n), tried++) {
        story broken;
        open_story(&broken, n, true);
        assert_int_equal(play(&broken, &refused), expected);
        assert_in_range(refused, 0, 1);
        noticed += (uint64_t)refused;
        close_story(&broken);
    }
    assert_true(noticed * 10 > tried * 9);
}

TEST(memory_that_stays_away_ends_the_story_without_harm)
{
    fw_result result = FW_NO_MEMORY;
    for (uint64_t n = 0; result == FW_NO_MEMORY; n += next_failure(n)) {
        story broken;
        open_story(&broken, n, false);
        result = FW_OK;
        for (int i = 0; i < CHAPTERS && result == FW_OK; i++)
            result = chapters[i](&broken);
        close_story(&broken);
    }
    assert_int_equal(result, FW_OK);
}
