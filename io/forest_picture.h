#ifndef IO_FOREST_PICTURE_H
#define IO_FOREST_PICTURE_H

/// @file
/// Pictures of a forest: trees, the circles that they grow to, what a search has considered, and its path.

#include <stdio.h>

#include "io/scene.h"

/// Writes a picture as SVG.
///
/// @param planner  has just answered the scene's query
/// @param path     what it answered
void io_forest_svg(FILE *to, const io_scene *scene, const fw_forest_planner *planner, const fw_path *path);

#endif
