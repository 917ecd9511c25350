#pragma once

/// Sets that are joined: each node has a parent, and the root of a set is its own parent.

#include <stdint.h>

/// The root of a node's set. Halves the way there (Tarjan & van Leeuwen 1984).
static inline uint32_t union_find_root(uint32_t *parents, uint32_t node)
{
    while (parents[node] != node)
        node = parents[node] = parents[parents[node]];
    return node;
}

/// Joins the sets of two nodes. The smaller root becomes the root of both. So if only this function joins sets, the
/// smallest number of a set is its root, and a child's number is larger than its parent's. Returns the root.
static inline uint32_t union_find_join(uint32_t *parents, uint32_t a, uint32_t b)
{
    a = union_find_root(parents, a);
    b = union_find_root(parents, b);
    const uint32_t root = a < b ? a : b;
    return parents[a < b ? b : a] = root;
}
