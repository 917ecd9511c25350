#include <math.h>
#include <pthread.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/unit.h"
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

TEST(a_planner_that_saw_many_edits_answers_as_a_new_one)
{
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

TEST(an_id_of_a_tree_that_was_removed_is_refused_everywhere)
{
    random_source from = { 13 };
    wood wood = wood_plant(&from, 0.3);
    for (int i = 0; i < TREES; i++) {
        const fw_tree_id gone = wood.ids[i];
        fw_tree before, added = draw_tree(&from, &wood), found;
        assert_int_equal(fw_forest_tree(wood.forest, gone, &before), FW_OK);
        const fw_forest *snapshot = fw_forest_snapshot(wood.forest);
        assert_non_null(snapshot);
        assert_int_equal(fw_forest_remove(wood.forest, gone), FW_OK);
        for (int is_followed = 0; is_followed < 2; is_followed++) { // the next tree takes the same place
            if (is_followed)
                assert_int_equal(fw_forest_add(wood.forest, added, &wood.ids[i]), FW_OK);
            const uint64_t version = fw_forest_version(wood.forest);
            found = (fw_tree){ -1, -2, -3 };
            assert_int_equal(fw_forest_tree(wood.forest, gone, &found), FW_UNKNOWN_TREE);
            assert_true(found.x == -1 && found.y == -2 && found.radius == -3);
            assert_int_equal(fw_forest_move(wood.forest, gone, (fw_tree){ 1, 1, 1 }), FW_UNKNOWN_TREE);
            assert_int_equal(fw_forest_remove(wood.forest, gone), FW_UNKNOWN_TREE);
            assert_true(fw_forest_version(wood.forest) == version);
            assert_int_equal(fw_forest_count(wood.forest), TREES - 1 + is_followed);
        }
        assert_true(wood.ids[i] != gone);
        assert_int_equal(fw_forest_tree(wood.forest, wood.ids[i], &found), FW_OK);
        assert_true(found.x == added.x && found.y == added.y && found.radius == added.radius);
        assert_int_equal(fw_forest_tree(snapshot, gone, &found), FW_OK);
        assert_true(found.x == before.x && found.y == before.y && found.radius == before.radius);
        assert_int_equal(fw_forest_tree(snapshot, wood.ids[i], &found), FW_UNKNOWN_TREE);
        fw_forest_release(snapshot);
    }
    wood_end(&wood);
}

/// Length of the path in a forest that is built anew of the same trees; infinite: there is none.
static double length_in_new_forest(const wood *wood, const fw_forest_request *ask)
{
    struct wood built = { .forest = NULL };
    assert_int_equal(fw_forest_create(NULL, &built.forest), FW_OK);
    assert_int_equal(fw_forest_planner_create(built.forest, NULL, &built.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &built.path), FW_OK);
    for (int i = TREES - 1; i >= 0; i--) {
        fw_tree tree;
        assert_int_equal(fw_forest_tree(wood->forest, wood->ids[i], &tree), FW_OK);
        assert_int_equal(fw_forest_add(built.forest, tree, NULL), FW_OK);
    }
    const fw_result found = fw_forest_find_path(built.planner, ask, built.path);
    const double length = found == FW_OK ? fw_path_length(built.path) : INFINITY;
    wood_end(&built);
    return length;
}

TEST(bodies_of_many_radii_take_turns_between_edits)
{
    for (uint64_t seed = 0; seed < 6; seed++) {
        random_source from = { seed * 7919 };
        wood wood = wood_plant(&from, 0.4);
        for (int i = 0; i < 120; i++) {
            if (i % 3 == 0)
                move_some(&wood, &from);
            fw_forest_request ask = draw_request(&from, wood.side);
            ask.radius = 0.02 * random_below(&from, FW_FOREST_RADII + 2); // sometimes more than are kept
            const fw_result found = fw_forest_find_path(wood.planner, &ask, wood.path);
            const double length = found == FW_OK ? fw_path_length(wood.path) : INFINITY;
            const double expected = length_in_new_forest(&wood, &ask);
            if (length != expected && !(fabs(length - expected) <= 1e-9))
                fail_msg("seed %llu.%d, radius %g: %.12f, and in a new forest %.12f",
                         (unsigned long long)seed, i, ask.radius, length, expected);
        }
        wood_end(&wood);
    }
}

static void count_edge(const fw_forest_edge *edge, void *user)
{
    ++*(int *)user;
}

/// Asks for a body of some radius, and counts the edges that a planner knows for it.
static int edges_known_after(fw_forest_planner *planner, const wood *wood, fw_forest_request ask,
                             double radius)
{
    int count = 0;
    ask.radius = radius;
    assert_int_equal(fw_forest_find_path(planner, &ask, wood->path), FW_OK);
    assert_int_equal(fw_forest_planner_edges(planner, count_edge, &count), FW_OK);
    return count;
}

/// Edges that a new planner knows after queries for one radius.
static int edges_of_radius(const wood *wood, const fw_forest_request *asked, int count, double radius)
{
    fw_forest_planner *planner;
    int edges = 0;
    assert_int_equal(fw_forest_planner_create(wood->forest, NULL, &planner), FW_OK);
    for (int i = 0; i < count; i++)
        edges = edges_known_after(planner, wood, asked[i], radius);
    fw_forest_planner_destroy(planner);
    return edges;
}

TEST(what_was_seen_for_each_of_eight_radii_is_kept_and_a_ninth_takes_the_oldest_place)
{
    random_source from = { 11 };
    wood wood = wood_plant(&from, 0.3);
    for (int i = 0; i < 48; i++) { // a closed ring
        const double angle = i * FW_PI / 24;
        const fw_tree post = { -9 + 7 * cos(angle), -9 + 7 * sin(angle), 0.6 };
        assert_int_equal(fw_forest_add(wood.forest, post, NULL), FW_OK);
    }
    fw_forest_request asked[2];
    for (int i = 0; i < 2; i++) {
        asked[i] = draw_request(&from, wood.side);
        asked[i].goal_x = wood.side + 1;
    }
    asked[1].start_y = wood.side - asked[0].start_y;
    for (int i = 0; i < FW_FOREST_RADII; i++)
        edges_known_after(wood.planner, &wood, asked[0], 0.01 * i);
    assert_int_equal(fw_forest_add(wood.forest, (fw_tree){ -13, -13, 0.1 }, NULL), FW_OK); // within the ring
    for (int i = 0; i < FW_FOREST_RADII; i++) {
        const int both = edges_of_radius(&wood, asked, 2, 0.01 * i);
        assert_true(both > edges_of_radius(&wood, asked + 1, 1, 0.01 * i));
        assert_int_equal(edges_known_after(wood.planner, &wood, asked[1], 0.01 * i), both);
    }
    edges_known_after(wood.planner, &wood, asked[0], 0.01 * FW_FOREST_RADII);
    for (int i = 1; i < FW_FOREST_RADII; i++)
        assert_int_equal(edges_known_after(wood.planner, &wood, asked[1], 0.01 * i),
                         edges_of_radius(&wood, asked, 2, 0.01 * i));
    assert_int_equal(edges_known_after(wood.planner, &wood, asked[1], 0),
                     edges_of_radius(&wood, asked + 1, 1, 0));
    wood_end(&wood);
}

/// Ends a search in steps of so many expansions.
static fw_result finish(const wood *wood, uint64_t work)
{
    fw_result ended;
    while ((ended = fw_forest_search_step(wood->planner, work, wood->path)) == FW_PENDING)
        continue;
    return ended;
}

static fw_path *copy_of(const fw_path *path)
{
    fw_path_summary summary;
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    fw_path *copy = new_path();
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    assert_int_equal(fw_path_set(copy, segments, count, &summary), FW_OK);
    return copy;
}

/// Fails unless two paths are the same, of the same version.
static void assert_same(const fw_path *path, const fw_path *other)
{
    fw_path_summary summaries[2];
    int32_t count, other_count;
    const fw_segment *segments = fw_path_segments(path, &count);
    const fw_segment *others = fw_path_segments(other, &other_count);
    assert_int_equal(fw_path_summarise(path, &summaries[0]), FW_OK);
    assert_int_equal(fw_path_summarise(other, &summaries[1]), FW_OK);
    assert_true(summaries[0].map_version == summaries[1].map_version);
    assert_true(summaries[0].length == summaries[1].length && summaries[0].outcome == summaries[1].outcome);
    assert_int_equal(count, other_count);
    for (int32_t i = 0; i < count; i++)
        assert_true(segments[i].start.x == others[i].start.x && segments[i].length == others[i].length &&
                    segments[i].curvature == others[i].curvature);
}

TEST(the_answer_does_not_depend_on_the_steps)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        random_source from = { seed * 7919 };
        wood wood = wood_plant(&from, seed % 2 ? 0.3 : 0.6);
        const fw_forest_request ask = draw_request(&from, wood.side);
        const fw_result found = fw_forest_find_path(wood.planner, &ask, wood.path);
        fw_path *whole = copy_of(wood.path);
        const uint64_t sizes[] = { 1, 7, 100, 300, 0 };
        for (int i = 0; i < 5; i++) {
            assert_int_equal(fw_forest_search_begin(wood.planner, &ask), FW_OK);
            assert_int_equal(finish(&wood, sizes[i]), found);
            assert_same(wood.path, whole);
        }
        assert_int_equal(fw_forest_search_step(wood.planner, 1, wood.path), FW_NOT_FOUND);
        fw_path_destroy(whole);
        wood_end(&wood);
    }
}

/// Puts some blocked tiles under the forest.
static void set_map(const wood *wood, random_source *from)
{
    fw_map *map = open_map(16, 16);
    for (int i = 0; i < 20; i++)
        assert_int_equal(fw_map_set_tile(map, (int32_t)random_below(from, 16),
                                         (int32_t)random_below(from, 16), FW_BLOCKED),
                         FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_forest_set_map(wood->forest, map, 1u << FW_GROUND), FW_OK);
    fw_map_destroy(map);
}

TEST(a_search_goes_on_with_the_version_that_it_began_with)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        random_source from = { seed * 7919 };
        wood wood = wood_plant(&from, seed % 2 ? 0.3 : 0.6);
        for (int i = 0; i < 8; i++) {
            fw_forest_request ask = draw_request(&from, wood.side);
            if (i >= 4) // the ground outside of the map is blocked
                ask.start_x = ask.start_y = ask.goal_x = ask.goal_y = random_within(&from, 0, 16);
            ask.goal_x += i >= 4 ? -ask.goal_x + random_within(&from, 0, 16) : 0;
            const fw_result found = fw_forest_find_path(wood.planner, &ask, wood.path);
            fw_path *whole = copy_of(wood.path);
            assert_int_equal(fw_forest_search_begin(wood.planner, &ask), FW_OK);
            fw_result ended = FW_PENDING;
            for (int j = 0; ended == FW_PENDING; j++) {
                move_some(&wood, &from);
                if (i >= 3 && j == 2)
                    set_map(&wood, &from);
                ended = fw_forest_search_step(wood.planner, 5, wood.path);
            }
            assert_int_equal(ended, found);
            assert_same(wood.path, whole);
            fw_path_destroy(whole);
            fw_forest_planner *fresh;
            assert_int_equal(fw_forest_planner_create(wood.forest, NULL, &fresh), FW_OK);
            const fw_result now = fw_forest_find_path(wood.planner, &ask, wood.path);
            whole = copy_of(wood.path);
            assert_int_equal(fw_forest_find_path(fresh, &ask, wood.path), now);
            assert_same(wood.path, whole);
            fw_path_destroy(whole);
            fw_forest_planner_destroy(fresh);
        }
        wood_end(&wood);
    }
}

TEST(searches_that_hold_too_many_old_versions_end_stale)
{
    enum { SEARCHES = FW_FOREST_OLD_VERSIONS + 3 };
    random_source from = { 5 };
    wood wood = wood_plant(&from, 0.3);
    const fw_forest_request ask = draw_request(&from, wood.side);
    fw_forest_planner *planners[SEARCHES];
    uint64_t versions[SEARCHES];
    fw_path_summary summary;
    for (int i = 0; i < SEARCHES; i++) {
        assert_int_equal(fw_forest_planner_create(wood.forest, NULL, &planners[i]), FW_OK);
        assert_int_equal(fw_forest_search_begin(planners[i], &ask), FW_OK);
        versions[i] = fw_forest_version(wood.forest);
        fw_forest_add(wood.forest, (fw_tree){ 40, i, 0.1 }, NULL);
    }
    for (int i = 0; i < SEARCHES; i++) {
        const fw_result ended = fw_forest_search_step(planners[i], 0, wood.path);
        assert_int_equal(ended, i < SEARCHES - FW_FOREST_OLD_VERSIONS ? FW_STALE : FW_OK);
        assert_int_equal(fw_path_summarise(wood.path, &summary), FW_OK);
        assert_true(ended == FW_STALE || summary.map_version == versions[i]);
        fw_forest_planner_destroy(planners[i]);
    }
    wood_end(&wood);
}

/// A thread that searches a snapshot again and again.
typedef struct watcher {
    const fw_forest *snapshot;
    fw_forest_request ask;
    double length; ///< of its paths; negative: they differed
} watcher;

static void *watch(void *context)
{
    watcher *watching = context;
    fw_forest_planner *planner = NULL;
    fw_path *path = NULL;
    watching->length = -1;
    if (fw_forest_planner_create(watching->snapshot, NULL, &planner) != FW_OK ||
        fw_path_create(NULL, &path) != FW_OK)
        return NULL;
    for (int i = 0; i < 50; i++) {
        watching->ask.radius = 1e-9 * i;
        fw_forest_find_path(planner, &watching->ask, path);
        const double length = fw_path_length(path);
        watching->length = i == 0 || fabs(length - watching->length) < 1e-6 ? length : -1;
    }
    fw_path_destroy(path);
    fw_forest_planner_destroy(planner);
    return NULL;
}

TEST(a_snapshot_stays_as_it_is_while_another_thread_edits)
{
    random_source from = { 9 };
    wood wood = wood_plant(&from, 0.3);
    watcher watching = { .ask = draw_request(&from, wood.side) };
    assert_int_equal(fw_forest_find_path(wood.planner, &watching.ask, wood.path), FW_OK);
    const double length = fw_path_length(wood.path);
    const uint64_t version = fw_forest_version(wood.forest);
    watching.snapshot = fw_forest_snapshot(wood.forest);
    assert_non_null(watching.snapshot);
    const fw_forest *same = fw_forest_snapshot(wood.forest);
    assert_ptr_equal(same, watching.snapshot);
    fw_forest_release(same);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, watch, &watching), 0);
    for (int i = 0; i < 300; i++) {
        move_some(&wood, &from);
        const fw_forest_request ask = draw_request(&from, wood.side);
        fw_forest_find_path(wood.planner, &ask, wood.path);
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_near(watching.length, length, 1e-6);
    assert_true(fw_forest_version(watching.snapshot) == version && fw_forest_version(wood.forest) > version);
    assert_int_equal(fw_forest_count(watching.snapshot), TREES);
    fw_forest_release(watching.snapshot);
    assert_null(fw_forest_snapshot(NULL));
    fw_forest_release(NULL);
    fw_forest_search_end(NULL);
    wood_end(&wood);
}
