#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "fairway/fairway.h"

enum { TREES = 250 };

/// A forest of one tree for each tile in the mean, its planner, and what it is made of.
typedef struct wood {
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path;
    fw_tree_id ids[TREES];
    double side, radius; ///< of the square, and the largest one of a tree
} wood;

static fw_tree draw_tree(random_source *from, const wood *wood)
{
    return (fw_tree){ random_within(from, 0, wood->side), random_within(from, 0, wood->side),
                      wood->radius * random_within(from, 0.4, 1) };
}

static wood wood_plant(random_source *from, double radius)
{
    wood made = { .side = sqrt(TREES), .radius = radius };
    assert_int_equal(fw_forest_create(NULL, &made.forest), FW_OK);
    assert_int_equal(fw_forest_planner_create(made.forest, NULL, &made.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &made.path), FW_OK);
    for (int i = 0; i < TREES; i++)
        assert_int_equal(fw_forest_add(made.forest, draw_tree(from, &made), &made.ids[i]), FW_OK);
    return made;
}

static void wood_end(wood *ended)
{
    fw_path_destroy(ended->path);
    fw_forest_planner_destroy(ended->planner);
    fw_forest_destroy(ended->forest);
}

/// From one border of the square to another one, past trees beside it.
static fw_forest_request draw_request(random_source *from, double side)
{
    fw_forest_request drawn = fw_default_forest_request();
    drawn.start_x = -1;
    drawn.start_y = random_within(from, 0, side);
    drawn.goal_x = random_below(from, 2) ? side + 1 : random_within(from, 0, side);
    drawn.goal_y = random_below(from, 2) ? side + 1 : -1;
    return drawn;
}

static void move_some(wood *wood, random_source *from)
{
    for (int i = (int)random_below(from, 4); i > 0; i--) {
        const fw_tree_id id = wood->ids[random_below(from, TREES)];
        fw_tree tree;
        assert_int_equal(fw_forest_tree(wood->forest, id, &tree), FW_OK);
        tree.x += random_within(from, -0.3, 0.3);
        tree.y += random_within(from, -0.3, 0.3);
        const bool is_near = random_below(from, 2);
        assert_int_equal(fw_forest_move(wood->forest, id, is_near ? tree : draw_tree(from, wood)), FW_OK);
    }
}

static void a_planner_that_saw_many_edits_answers_as_a_new_one(void **state)
{
    (void)state;
    const double radii[] = { 0.25, 0.4, 0.6 };
    for (uint64_t seed = 0; seed < 12; seed++) {
        random_source from = { seed * 7919 };
        wood wood = wood_plant(&from, radii[seed % 3]);
        for (int i = 0; i < 60; i++) {
            move_some(&wood, &from);
            const fw_forest_request ask = draw_request(&from, wood.side);
            const fw_result found = fw_forest_find_path(wood.planner, &ask, wood.path);
            const double length = fw_path_length(wood.path);
            fw_forest_planner *fresh;
            assert_int_equal(fw_forest_planner_create(wood.forest, NULL, &fresh), FW_OK);
            assert_int_equal(fw_forest_find_path(fresh, &ask, wood.path), found);
            if (fw_path_length(wood.path) != length)
                fail_msg("seed %llu.%d: %.12f, and in a new planner %.12f", (unsigned long long)seed, i,
                         length, fw_path_length(wood.path));
            fw_forest_planner_destroy(fresh);
        }
        wood_end(&wood);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_planner_that_saw_many_edits_answers_as_a_new_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
