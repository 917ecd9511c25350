/// The structures of the open-list study: each against a reference that looks through everything, and the
/// recorded searches against one that relaxes until nothing changes.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/unit.h"
#include "open_lists/heap_levels.h"
#include "open_lists/kinds.h"
#include "open_lists/replay.h"
#include "open_lists/search.h"

enum { SIDE = 60, IDS = SIDE * SIDE, OPERATIONS = 3000, ROUNDS = 3 };

/// What should be on the list.
typedef struct reference {
    queue_entry open[IDS];
    size_t count;
    uint64_t least_f; ///< f of the last removed
    bool reached[IDS];
    seen *nodes; ///< what the structure is lent
} reference;

/// How the entries of a round are spread.
typedef struct spread {
    uint32_t f_rise;  ///< f of a new entry is at most this above the last removed
    uint32_t f_grain; ///< and a multiple of this above it
    uint32_t insertions_percent;
} spread;

static size_t place_of(const reference *all, uint32_t id)
{
    size_t i = 0;
    while (i < all->count && all->open[i].id != id)
        i++;
    return i;
}

static size_t best_of(const reference *all)
{
    size_t best = 0;
    for (size_t i = 1; i < all->count; i++)
        if (all->open[i].f < all->open[best].f ||
            (all->open[i].f == all->open[best].f &&
             (all->open[i].h < all->open[best].h ||
              (all->open[i].h == all->open[best].h && all->open[i].id < all->open[best].id))))
            best = i;
    return best;
}

static uint64_t random_f(random_source *source, const reference *all, const spread *how)
{
    return all->least_f + random_below(source, how->f_rise / how->f_grain + 1) * how->f_grain;
}

static void insert_one(const open_list_kind *kind, void *list, reference *all, random_source *source,
                       const spread *how)
{
    const uint32_t id = random_below(source, IDS);
    if (all->reached[id])
        return;
    const queue_entry added = { .f = random_f(source, all, how), .h = id * 37 % 101, .id = id };
    seen_open(all->nodes, id, added.f);
    kind->insert(list, &added);
    all->open[all->count++] = added;
    all->reached[id] = true;
}

static void remove_one(const open_list_kind *kind, void *list, reference *all)
{
    const queue_entry expected = all->open[best_of(all)];
    const queue_entry best = kind->remove_best(list);
    seen_close(all->nodes, best.id);
    const size_t place = place_of(all, best.id);
    if (best.f != expected.f || (kind->order == ORDER_FULL && best.id != expected.id))
        fail_msg("%s: gives node %u with f %llu, not %u with %llu", kind->name, best.id,
                 (unsigned long long)best.f, expected.id, (unsigned long long)expected.f);
    if (place == all->count || best.f != all->open[place].f)
        fail_msg("%s: gives node %u, which has no such f", kind->name, best.id);
    all->open[place] = all->open[--all->count];
    all->least_f = best.f;
}

static void ask_for_one(const open_list_kind *kind, void *list, const reference *all, random_source *source)
{
    const uint32_t id = random_below(source, IDS);
    const size_t place = place_of(all, id);
    const bool open = place < all->count;
    const queue_entry known =
        open ? all->open[place] : (queue_entry){ .f = all->least_f + 1, .h = id * 37 % 101, .id = id };
    if (kind->contains(list, &known) != open)
        fail_msg("%s: node %u is%s open", kind->name, id, open ? "" : " not");
}

static void raise_one(const open_list_kind *kind, void *list, reference *all, random_source *source)
{
    queue_entry *raised = &all->open[random_below(source, (uint32_t)all->count)];
    const uint64_t room = raised->f - all->least_f;
    if (room == 0)
        return;
    const uint64_t f = all->least_f + random_below(source, (uint32_t)room);
    seen_open(all->nodes, raised->id, f);
    kind->increase_priority(list, raised, f);
    raised->f = f;
}

static void play(const open_list_kind *kind, const spread *how, uint64_t seed)
{
    const open_list_bounds bounds = { .side = SIDE, .ids = IDS, .cost_step = 256, .f_rise = how->f_rise };
    random_source source = { .state = seed };
    reference *all = malloc(sizeof *all);
    seen nodes = seen_create(IDS);
    void *list = kind->create(&bounds, &nodes);
    assert_non_null(all);
    for (int round = 0; round < ROUNDS; round++) {
        kind->clear(list); // the round before left entries
        seen_clear(&nodes);
        memset(all, 0, sizeof *all);
        all->nodes = &nodes;
        all->least_f = random_below(&source, 100000);
        for (int i = 0; i < OPERATIONS; i++) {
            const uint32_t dice = random_below(&source, 100);
            if (dice < how->insertions_percent || all->count == 0)
                insert_one(kind, list, all, &source, how);
            else if (dice < 60)
                remove_one(kind, list, all);
            else if (dice < 80)
                raise_one(kind, list, all, &source);
            else
                ask_for_one(kind, list, all, &source);
        }
        if (round == 0)
            while (all->count > 0)
                remove_one(kind, list, all);
    }
    kind->destroy(list);
    seen_free(&nodes);
    free(all);
}

TEST(every_structure_gives_the_best_first_and_knows_what_is_open)
{
    static const spread spreads[] = {
        { .f_rise = 1460, .f_grain = 1, .insertions_percent = 40 },   // terrain costs, growing
        { .f_rise = 1460, .f_grain = 53, .insertions_percent = 30 },  // steady, with ties
        { .f_rise = 512, .f_grain = 512, .insertions_percent = 40 },  // plateaus
        { .f_rise = 200000, .f_grain = 1, .insertions_percent = 35 }, // jumps far beyond a ring of buckets
    };
    for (size_t i = 0; open_list_kinds[i]; i++)
        for (size_t how = 0; how < sizeof spreads / sizeof *spreads; how++)
            play(open_list_kinds[i], &spreads[how], 1000 * i + how);
}

/// Cost of the cheapest way by relaxing every tile until nothing changes; UINT64_MAX when there is none.
static uint64_t cheapest_by_relaxing(const tile_map *map, uint32_t start, uint32_t goal)
{
    const uint32_t ids = (uint32_t)(map->width * map->height);
    uint64_t *costs = malloc(ids * sizeof *costs);
    assert_non_null(costs);
    memset(costs, 0xff, ids * sizeof *costs);
    costs[start] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t id = 0; id < ids; id++) {
            if (!map->cost[id] || costs[id] == UINT64_MAX)
                continue;
            for (int32_t dy = -1; dy <= 1; dy++)
                for (int32_t dx = -1; dx <= 1; dx++) {
                    const uint32_t to = (uint32_t)((int32_t)id + dy * map->width + dx);
                    if (!map->cost[to] || !map->cost[(int32_t)id + dx] ||
                        !map->cost[(int32_t)id + dy * map->width])
                        continue;
                    const uint32_t length = dx && dy ? TILE_COST_DIAGONAL : TILE_COST;
                    const uint64_t cost = costs[id] + (uint64_t)(map->cost[id] + map->cost[to]) * length / 2;
                    if (to != id && cost < costs[to]) {
                        costs[to] = cost;
                        changed = true;
                    }
                }
        }
    }
    const uint64_t cheapest = costs[goal];
    free(costs);
    return cheapest;
}

static uint32_t random_free_tile(const tile_map *map, random_source *source)
{
    for (;;) {
        const uint32_t id = random_below(source, (uint32_t)(map->width * map->height));
        if (map->cost[id])
            return id;
    }
}

TEST(recorded_searches_find_cheapest_paths)
{
    random_source source = { .state = 11 };
    for (uint64_t seed = 0; seed < 12; seed++) {
        const bool terrains = seed % 2;
        tile_map map = tile_map_generate(24, seed, terrains);
        for (int i = 0; i < 4; i++) {
            search_def def = { .map = &map, .window = search_everywhere(&map) };
            def.start = random_free_tile(&map, &source);
            def.goal = random_free_tile(&map, &source);
            const uint64_t cheapest = cheapest_by_relaxing(&map, def.start, def.goal);
            assert_int_equal(search_run(&def).cost, cheapest);
            def.jump_points = true;
            if (!terrains)
                assert_int_equal(search_run(&def).cost, cheapest);
        }
        tile_map_free(&map);
    }
}

static uint64_t sum_of_replay(const open_list_kind *kind, const recording *recording, bool asks_membership)
{
    seen nodes = seen_create(recording->bounds.ids);
    const replay_part whole = {
        .recording = recording, .to = recording->count, .asks_membership = asks_membership, .nodes = &nodes
    };
    void *list = kind->create(&recording->bounds, &nodes);
    kind->clear(list);
    const uint64_t sum = kind->replay(list, &whole);
    kind->destroy(list);
    seen_free(&nodes);
    return sum;
}

TEST(every_structure_replays_a_search_with_the_same_answers)
{
    tile_map map = tile_map_generate(80, 3, true);
    random_source source = { .state = 5 };
    recording recording = { 0 };
    search_def def = { .map = &map, .recordings = &recording, .recording_count = 1 };
    do {
        recording_free(&recording);
        def.start = random_free_tile(&map, &source);
        def.goal = random_free_tile(&map, &source);
        def.window = search_around(&map, def.start, def.goal, SIDE);
        const int32_t from_x = (int32_t)def.start % map.width, to_x = (int32_t)def.goal % map.width;
        const int32_t from_y = (int32_t)def.start / map.width, to_y = (int32_t)def.goal / map.width;
        if (abs(from_x - to_x) > 40 || abs(from_y - to_y) > 40)
            continue;
        search_run(&def);
    } while (recording.count < 2000);
    const uint64_t sums[2] = { sum_of_replay(&open_list_unsorted_array, &recording, false),
                               sum_of_replay(&open_list_unsorted_array, &recording, true) };
    for (size_t i = 0; open_list_kinds[i]; i++) {
        assert_int_equal(sum_of_replay(open_list_kinds[i], &recording, false), sums[0]);
        if (open_list_kinds[i]->order == ORDER_FULL)
            assert_int_equal(sum_of_replay(open_list_kinds[i], &recording, true), sums[1]);
    }
    recording_free(&recording);
    tile_map_free(&map);
}

TEST(a_recording_may_begin_in_the_middle_of_a_search)
{
    tile_map map = tile_map_generate(100, 4, false);
    recording parts[2] = { { .room = 500 }, { .begins_at = 40, .room = 500 } };
    search_def def = {
        .map = &map, .window = search_everywhere(&map), .recordings = parts, .recording_count = 2
    };
    random_source source = { .state = 9 };
    while (parts[1].count == 0) {
        recording_free(&parts[0]);
        parts[0].room = 500;
        def.start = random_free_tile(&map, &source);
        def.goal = random_free_tile(&map, &source);
        search_run(&def);
    }
    assert_int_equal(parts[0].stage, 0);
    assert_in_range(parts[1].stage, 40, 48); // a tile's expansion opens at most 8
    assert_true(parts[1].count > parts[1].stage);
    const uint64_t sum = sum_of_replay(&open_list_unsorted_array, &parts[1], true);
    assert_int_equal(sum_of_replay(&open_list_library_queue, &parts[1], true), sum);
    recording_free(&parts[0]);
    recording_free(&parts[1]);
    tile_map_free(&map);
}

enum { FULL_HEAP = 127 }; ///< entries of a heap with seven full levels

/// Inserts entries with falling or rising priorities, and removes them all.
static heap_levels levels_of(bool each_is_best)
{
    recording all = { .bounds = { .side = SIDE, .ids = IDS, .cost_step = 1, .f_rise = FULL_HEAP } };
    for (uint32_t id = 0; id < FULL_HEAP; id++)
        recording_add(&all, OPERATION_INSERT,
                      (queue_entry){ .f = each_is_best ? FULL_HEAP - id : id, .id = id });
    for (uint32_t i = 0; i < FULL_HEAP; i++)
        recording_add(&all, OPERATION_REMOVE_BEST, (queue_entry){ 0 });
    const heap_levels levels = heap_levels_watch(&all);
    recording_free(&all);
    return levels;
}

TEST(a_new_entry_of_a_heap_rises_to_the_top_only_if_it_is_the_best)
{
    const heap_levels best = levels_of(true), worst = levels_of(false);
    const double mean_level = (0 + 2 * 1 + 4 * 2 + 8 * 3 + 16 * 4 + 32 * 5 + 64 * 6) / (double)FULL_HEAP;
    assert_true(fabs(best.inserted.most - mean_level) < 1e-9);
    assert_true(fabs(best.inserted.moved - mean_level) < 1e-9);
    assert_true(worst.inserted.moved == 0);
    assert_true(worst.inserted.most == best.inserted.most);
    assert_true(worst.removed.moved > 0.7 * worst.removed.most);
    assert_true(worst.removed.moved <= worst.removed.most);
}
