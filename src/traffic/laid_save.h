#pragma once

/// Top speeds of terrains and overlays in saved states.

#include "traffic/archive.h"
#include "traffic/inside.h"

/// Writes or reads what is laid over the ground of units.
void laid_move(archive *file, fw_traffic *traffic);
