#pragma once

/// What holds in every figure, whatever it teaches.

#include "common/canvas.h"

/// Paths lead from the start, and constructions are fixed to what they are about: most of what a pen has drawn has an
/// end on a path, on a corner or in the middle of a tile, on a tree, or where another pen has drawn something.
void figure_holds_together(canvas *canvas);
