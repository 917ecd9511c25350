#pragma once

/// Shortest paths among circles by brute force: all bitangents, each tested against all circles, all arcs between them,
/// and A*. It shares nothing with the library's forest.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/forest.h"

/// How large the graph was.
typedef struct bitangent_counts {
    uint64_t lines;   ///< bitangents that nothing blocks, one for both directions
    uint64_t blocked; ///< bitangents that something blocks
    uint64_t expanded;
} bitangent_counts;

/// Length of the shortest path.
///
/// @param trees        [tree * count] circles that have grown by the body's radius
/// @param[out] counts  may be null
/// @return tiles; infinite: there is none, or start or goal lie inside of a circle
double bitangents_shortest(const fw_tree *trees, int count, double start_x, double start_y, double goal_x,
                           double goal_y, bitangent_counts *counts);

/// What is wrong with a path among circles that have grown: null, or a text.
const char *bitangents_fault(const fw_tree *trees, int count, double start_x, double start_y, double goal_x,
                             double goal_y, const fw_path *path);
