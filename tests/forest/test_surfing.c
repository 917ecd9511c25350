#include <math.h>

#include "base/random.h"
#include "common/bitangents.h"
#include "common/near.h"
#include "common/rounds.h"
#include "common/surfing.h"
#include "common/unit.h"

enum { MOST_TREES = 24 };

/// A scene without trees that touch each other.
typedef struct scene {
    fw_tree trees[MOST_TREES];
    int count;
    fw_tree start, goal;
} scene;

static scene draw_scene(uint64_t seed)
{
    random_source from = { seed * 7919 };
    scene drawn = { .count = 1 + (int)random_below(&from, MOST_TREES) };
    const bool is_dense = random_below(&from, 2);
    for (int i = 0; i < drawn.count; i++)
        drawn.trees[i] =
            (fw_tree){ random_within(&from, 0, 10), random_within(&from, 0, 10),
                       is_dense ? random_within(&from, 0.5, 2) : random_within(&from, 0.1, 0.8) };
    drawn.start = (fw_tree){ random_within(&from, -2, 12), random_within(&from, -2, 12), 0 };
    drawn.goal = (fw_tree){ random_within(&from, -2, 12), random_within(&from, -2, 12), 0 };
    return drawn;
}

static bool is_free(const scene *scene, const fw_tree *place)
{
    for (int i = 0; i < scene->count; i++)
        if (hypot(scene->trees[i].x - place->x, scene->trees[i].y - place->y) < scene->trees[i].radius)
            return false;
    return true;
}

TEST(no_idea_of_the_plain_search_changes_the_length_of_a_path)
{
    uint64_t crossing = 0;
    for (uint64_t seed = 0; seed < (uint64_t)rounds(400); seed++) {
        const scene drawn = draw_scene(seed);
        if (!is_free(&drawn, &drawn.start) || !is_free(&drawn, &drawn.goal))
            continue;
        const double shortest = bitangents_shortest(drawn.trees, drawn.count, drawn.start.x, drawn.start.y,
                                                    drawn.goal.x, drawn.goal.y, NULL);
        for (unsigned ideas = 0; ideas <= SURFING_ALL; ideas++) {
            surfing_counts spent;
            const double length =
                surfing_shortest(drawn.trees, drawn.count, drawn.start, drawn.goal, ideas, &spent);
            if (length != shortest && !(fabs(length - shortest) <= 1e-9))
                fail_msg("seed %llu, ideas %u: %.12f, the shortest path has %.12f", (unsigned long long)seed,
                         ideas, length, shortest);
            crossing += spent.crossing;
        }
    }
    assert_true(crossing > (uint64_t)at_least(1000));
}

/// A disc at the end of a thin wall: the shortest way around turns more than half round it, and the second line crosses
/// what the first one would be if it began farther away.
TEST(a_path_may_turn_more_than_half_round_whatever_the_ideas)
{
    enum { POSTS = 64 };
    fw_tree wall[POSTS] = { { 0, 0, 1 } };
    for (int i = 1; i < POSTS; i++)
        wall[i] = (fw_tree){ -0.45 - 0.55 * i, 0, 0.3 };
    const fw_tree start = { -4, -0.4, 0 }, goal = { -12, 0.4, 0 };
    const double near = hypot(4, 0.4), far = hypot(12, 0.4);
    const double turn = 2 * FW_PI - acos(1 / near) - acos(1 / far) - atan2(0.4, 4) - atan2(0.4, 12);
    assert_true(turn > FW_PI);
    const double shortest = sqrt(near * near - 1) + sqrt(far * far - 1) + turn;
    for (unsigned ideas = 0; ideas <= SURFING_ALL; ideas++)
        assert_near(surfing_shortest(wall, POSTS, start, goal, ideas, NULL), shortest, 1e-9);
}

TEST(a_closed_ring_has_no_way_out_whatever_the_ideas)
{
    fw_tree ring[12];
    for (int i = 0; i < 12; i++)
        ring[i] = (fw_tree){ 4 * cos(i * FW_PI / 6), 4 * sin(i * FW_PI / 6), 1.1 };
    const fw_tree inside = { 0, 0, 0 }, outside = { 10, 0, 0 };
    for (unsigned ideas = 0; ideas <= SURFING_ALL; ideas++)
        assert_true(surfing_shortest(ring, 12, inside, outside, ideas, NULL) == INFINITY);
}
