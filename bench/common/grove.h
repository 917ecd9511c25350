#pragma once

/// Scenes of trees on a square, one for each of its tiles in the mean, and queries through them.

#include "common/forest_way.h"

/// How trees stand.
typedef enum grove_kind {
    GROVE_SPARSE, ///< 10 % of the ground is covered
    GROVE_DENSE,  ///< 45 %, and trees overlap
    GROVE_FOREST, ///< equal trees on a jittered lattice
    GROVE_KINDS
} grove_kind;

extern const char *const grove_names[GROVE_KINDS];

typedef struct grove {
    fw_tree *trees;
    fw_tree_id *ids;
    int count;
    double side; ///< of the square
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path;
} grove;

/// Plants a grove; the same arguments make the same one.
grove grove_plant(grove_kind kind, int count);

/// The trees of a grove that stand in a square, by themselves.
///
/// @param x, y  its first corner
/// @param side  of it
grove grove_cut(const grove *whole, double x, double y, double side);

void grove_end(grove *ended);

/// From corner to corner.
forest_way grove_across(const grove *grove, double radius);

/// Asks for a path; ends the benchmark if the answer is an error.
///
/// @return microseconds that it took, of this process
double grove_time(grove *grove, forest_way asked);
