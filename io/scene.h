#pragma once

/// Scenes of round obstacles as text: a line `n radius sx sy gx gy`, then n lines `x y r`.

#include <stdint.h>
#include <stdio.h>

#include "fairway/forest.h"
#include "io/fault.h"

/// Most bytes of a scene.
#define IO_SCENE_MOST_BYTES ((size_t)1 << 30)

/// Most trees of a scene.
enum { IO_SCENE_MOST_TREES = 1 << 24 };

/// Trees, and a query: a round body that must get from one place to another.
typedef struct io_scene {
    fw_tree *trees; ///< [tree * count]
    int32_t count;
    double radius; ///< of the body
    double start_x, start_y, goal_x, goal_y;
} io_scene;

/// Reads a scene from a file; blank lines are skipped.
///
/// @param[out] scene  to be freed
bool io_scene_load(const char *file, io_scene *scene, io_fault *fault);

/// Reads a file of trees without a query: a line `x y r` for each tree; blank lines are skipped.
bool io_trees_load(const char *file, io_scene *scene, io_fault *fault);

/// Writes a scene.
void io_scene_write(FILE *to, const io_scene *scene);

void io_scene_free(io_scene *scene);
