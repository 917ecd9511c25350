#include <math.h>

#include "base/keeper.h"
#include "base/random.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "forest/forest_space.h"

enum {
    TREES = 2000,
    SIDE = 300,
    QUERIES = 3,
    MOST_FACTOR = 5 ///< the lines of the grid may have been chosen when half of the trees were there
};

/// Size of the region that is searched. Costs are rounded to about 2^-44 of it.
#define FAR 4e9

/// A search whose work the test looks at.
typedef struct probe {
    memory memory;
    keeper kept;
    page_pool pages;
    sector_table table;
    sides known;
    forest_space space;
} probe;

static void plant(fw_forest *forest, uint64_t seed, int count, double x, double y)
{
    random_source from = { seed };
    for (int i = 0; i < count; i++) {
        const double right = random_within(&from, 0, SIDE), down = random_within(&from, 0, SIDE);
        const fw_tree tree = { x + right, y + down, random_within(&from, 0.3, 1) };
        assert_int_equal(fw_forest_add(forest, tree, NULL), FW_OK);
    }
}

/// Searches from side to side of the forest in [0, SIDE].
///
/// @param[out] lengths  [QUERIES]
/// @return entries of cells that were considered
static uint64_t search(const fw_forest *forest, double *lengths)
{
    probe probe = { 0 };
    memory_init(&probe.memory, NULL);
    keeper_init(&probe.kept, &probe.memory);
    sector_table_init(&probe.table);
    probe.known.memory = probe.space.memory = &probe.kept.memory;
    probe.pages = node_page_pool(&probe.kept.memory, NODE_PAGE_SHIFT);
    probe.space.scanner = (scanner){ .memory = &probe.kept.memory, .forest = forest, .table = &probe.table };
    best_first_init(&probe.space.search, &probe.kept.memory, &probe.pages);
    for (int i = 0; i < QUERIES; i++) {
        const search_limits limits = { .weight = 1 };
        const vector start = { -2, 20 + 90 * i }, goal = { SIDE + 2, SIDE - 20 - 90 * i };
        assert_int_equal(sides_prepare(&probe.known, forest, 0.2), FW_OK);
        assert_int_equal(forest_space_reset(&probe.space, &probe.known, start, goal, FAR, &limits), FW_OK);
        assert_int_equal(forest_space_run(&probe.space, UINT64_MAX), FW_OK);
        lengths[i] = (double)probe.space.search.goal_g / probe.space.scale;
    }
    const uint64_t considered = probe.space.scanner.considered;
    keeper_release(&probe.kept);
    return considered;
}

/// Trees that are added to the forest, far away.
typedef void add_fn(fw_forest *forest);

static void one_far_tree(fw_forest *forest)
{
    assert_int_equal(fw_forest_add(forest, (fw_tree){ 1e9, 1e9, 1 }, NULL), FW_OK);
}

static void one_huge_tree(fw_forest *forest)
{
    assert_int_equal(fw_forest_add(forest, (fw_tree){ -1e9, 150, 1e9 - 10 }, NULL), FW_OK);
}

static void a_row_of_trees_at_growing_distances(fw_forest *forest)
{
    for (double x = SIDE + 50; x < 1e9; x *= 1.5)
        assert_int_equal(fw_forest_add(forest, (fw_tree){ x, -x / 2, 1 }, NULL), FW_OK);
}

static void as_many_trees_elsewhere(fw_forest *forest)
{
    plant(forest, 8, TREES, 3e6, -7e6);
}

static void small_groves_in_many_places(fw_forest *forest)
{
    random_source from = { 9 };
    for (uint64_t i = 0; i < 20; i++) {
        const double x = random_within(&from, 1e4, 1e8);
        plant(forest, 100 + i, TREES / 20, x, random_within(&from, -1e8, 1e8));
    }
}

TEST(what_lies_far_away_costs_nothing_and_changes_nothing)
{
    add_fn *const far[] = { one_far_tree, one_huge_tree, a_row_of_trees_at_growing_distances,
                            as_many_trees_elsewhere, small_groves_in_many_places };
    fw_forest *alone;
    double expected[QUERIES], lengths[QUERIES];
    assert_int_equal(fw_forest_create(NULL, &alone), FW_OK);
    plant(alone, 7, TREES, 0, 0);
    const uint64_t usual = search(alone, expected);
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        for (int is_first = 0; is_first < 2; is_first++) {
            fw_forest *forest;
            assert_int_equal(fw_forest_create(NULL, &forest), FW_OK);
            if (is_first)
                far[i](forest);
            plant(forest, 7, TREES, 0, 0);
            if (!is_first)
                far[i](forest);
            const uint64_t considered = search(forest, lengths);
            if (considered > MOST_FACTOR * usual)
                fail_msg("case %zu.%d: %llu entries considered instead of %llu", i, is_first,
                         (unsigned long long)considered, (unsigned long long)usual);
            for (int query = 0; query < QUERIES; query++)
                assert_true(fabs(lengths[query] - expected[query]) < 0.1);
            fw_forest_destroy(forest);
        }
    fw_forest_destroy(alone);
}
