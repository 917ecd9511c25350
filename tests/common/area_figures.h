#pragma once

/// The figures of docs/areas.md.

#include "common/canvas.h"

/// The areas of a map, the way over them, and the walk from area to area.
void areas_and_a_walk(canvas *canvas);
void the_walk_is_longer_than_the_path(canvas *canvas);

/// The same with the squares of a quadtree, and what it gains.
void areas_of_a_quadtree(canvas *canvas);
void a_quadtree_has_fewer_areas(canvas *canvas);
