// The cost of an edge in 32 bits.

#include "base/random.h"
#include "common/unit.h"
#include "hierarchy/cluster_edge.h"

enum { ROUNDS = 200000 };

/// The highest cost of a way within a cluster: each of its tiles but one is left by a diagonal step.
static uint64_t most_expensive(void)
{
    return (uint64_t)CLUSTER_MOST * CLUSTER_MOST * 2 * GROUND_DIAGONAL * COST_MOST;
}

/// A cost of any number of bits, up to the highest one.
static uint64_t cost_at_random(random_source *source)
{
    const uint64_t cost = random_bits(source) >> (27 + random_below(source, 37));
    return cost < most_expensive() ? cost : most_expensive();
}

static uint64_t stored(uint64_t cost)
{
    const cluster_edge edge = cluster_edge_of(cost);
    assert_false(cluster_edge_is_none(edge));
    assert_false(cluster_edge_is_missing(edge));
    return cluster_edge_cost(edge);
}

TEST(costs_below_2_to_31_are_exact_and_higher_ones_are_rounded_up)
{
    const uint64_t exact = UINT64_C(1) << 31;
    random_source source = { 1 };
    int rounded = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t cost = cost_at_random(&source);
        assert_true(cost < exact ? stored(cost) == cost : stored(cost) >= cost && stored(cost) - cost < 64);
        rounded += stored(cost) != cost;
    }
    assert_true(rounded > ROUNDS / 100);
    const uint64_t ends[] = {
        0, 1, exact - 1, exact, exact + 1, UINT32_MAX - 1, UINT32_MAX, most_expensive()
    };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        assert_true(stored(ends[i]) >= ends[i] && stored(ends[i]) - ends[i] < (ends[i] < exact ? 1 : 64));
}

TEST(a_higher_cost_is_never_stored_as_a_lower_one)
{
    random_source source = { 2 };
    for (int i = 0; i < ROUNDS; i++) {
        const uint64_t one = cost_at_random(&source), other = cost_at_random(&source);
        assert_true(one <= other ? stored(one) <= stored(other) : stored(one) >= stored(other));
    }
}

TEST(an_edge_without_a_way_is_told_from_one_that_is_missing)
{
    assert_true(cluster_edge_is_none(cluster_edge_none()));
    assert_false(cluster_edge_is_missing(cluster_edge_none()));
    assert_true(cluster_edge_is_missing(cluster_edge_missing()));
    assert_false(cluster_edge_is_none(cluster_edge_missing()));
}
