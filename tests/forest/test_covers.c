#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/random.h"
#include "fairway/fairway.h"
#include "forest/trees.h"

/// Within 1e-10.
static bool lies_in(const fw_tree *inner, const fw_tree *outer)
{
    const double dx = inner->x - outer->x, dy = inner->y - outer->y;
    return sqrt(dx * dx + dy * dy) <= outer->radius - inner->radius + 1e-10;
}

/// Holds each circle against each other one.
static void assert_covers_are_right(const fw_forest *forest, uint64_t seed)
{
    for (uint32_t i = 0; i < forest->slot_count; i++) {
        const tree *it = &forest->trees[i];
        if (!it->generation)
            continue;
        if (it->cover != NO_TREE && !(forest->trees[it->cover].generation &&
                                      lies_in(&forest->circles[i], &forest->circles[it->cover])))
            fail_msg("seed %llu: circle %u does not lie in its cover", (unsigned long long)seed, i);
        for (uint32_t j = 0; it->cover == NO_TREE && j < forest->slot_count; j++)
            if (j != i && forest->trees[j].generation && lies_in(&forest->circles[i], &forest->circles[j]))
                if (forest->trees[j].cover == NO_TREE)
                    fail_msg("seed %llu: circle %u lies in %u and counts", (unsigned long long)seed, i, j);
    }
}

static fw_tree draw_tree(random_source *from, double far)
{
    const double across[] = { 0.01, 2, 20 }, width = across[random_below(from, 3)];
    const bool is_on_integers = random_below(from, 3) == 0;
    fw_tree drawn = { far + random_within(from, 0, width), far + random_within(from, 0, width),
                      random_below(from, 2) ? 1 : random_within(from, 0, 3) };
    if (is_on_integers)
        drawn = (fw_tree){ far + random_below(from, 4), far + random_below(from, 4), random_below(from, 4) };
    return drawn;
}

static void circles_that_lie_in_others_are_covered_whatever_comes_and_goes(void **state)
{
    (void)state;
    enum { MOST = 60, EDITS = 200 };
    for (uint64_t seed = 0; seed < 60; seed++) {
        random_source from = { seed * 7919 };
        const double far = seed % 3 ? 0 : 1e9;
        fw_forest *forest;
        fw_tree_id ids[MOST];
        uint32_t count = 0;
        assert_int_equal(fw_forest_create(NULL, &forest), FW_OK);
        for (int i = 0; i < EDITS; i++) {
            const uint32_t at = count > 0 ? random_below(&from, count) : 0, chosen = random_below(&from, 4);
            if (count > 0 && chosen == 0) {
                assert_int_equal(fw_forest_move(forest, ids[at], draw_tree(&from, far)), FW_OK);
            } else if (count > 0 && (chosen == 1 || count == MOST)) {
                assert_int_equal(fw_forest_remove(forest, ids[at]), FW_OK);
                ids[at] = ids[--count];
            } else {
                assert_int_equal(fw_forest_add(forest, draw_tree(&from, far), &ids[count++]), FW_OK);
            }
            assert_covers_are_right(forest, seed);
        }
        fw_forest_destroy(forest);
    }
}

static void a_circle_that_enters_is_held_against_few_of_those_that_overlap_it(void **state)
{
    (void)state;
    const int counts[] = { 1000, 30000 };
    for (int i = 0; i < 2; i++) {
        random_source from = { 3 };
        fw_forest *forest;
        assert_int_equal(fw_forest_create(NULL, &forest), FW_OK);
        for (int j = 0; j < counts[i]; j++)
            assert_int_equal(
                fw_forest_add(forest, (fw_tree){ random_unit(&from), random_unit(&from), 0.3 }, NULL), FW_OK);
        assert_true(forest->grid.compared < 100 * (uint64_t)counts[i]);
        fw_forest_destroy(forest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circles_that_lie_in_others_are_covered_whatever_comes_and_goes),
        cmocka_unit_test(a_circle_that_enters_is_held_against_few_of_those_that_overlap_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
