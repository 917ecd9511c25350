#pragma once

/// Pictures of a forest: trees, the circles that the body's radius adds around them, the edges that a search has
/// considered, and its path.

#include <stdio.h>

#include "io/scene.h"

/// Writes a picture as SVG.
///
/// @param planner  the planner that has just answered the scene's query
/// @param path     its answer
void io_forest_svg(FILE *to, const io_scene *scene, const fw_forest_planner *planner, const fw_path *path);
