#pragma once

/// Scenes of trees: the same size and seed give the same scene everywhere.

#include "io/scene.h"

/// Generates a wood: trees of several sizes on a jittered lattice, and a way from corner to corner.
///
/// @param width, height  of the wood, in tiles, 1 .. FW_MAX_SIDE
/// @param[out] scene     to be freed
/// @return false without memory
bool wood_generate(int32_t width, int32_t height, uint64_t seed, io_scene *scene, io_fault *fault);
