#ifndef TESTS_AREA_FIGURES_H
#define TESTS_AREA_FIGURES_H

/// @file
/// The figure of docs/areas.md.

#include "common/canvas.h"

/// The areas of a map, the way over them, and the walk from area to area.
void areas_and_a_walk(canvas *canvas);

#endif
