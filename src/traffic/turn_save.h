#pragma once

/// Joint plans of units with a turning radius in a saved state.

#include "traffic/save_fields.h"

/// Writes the plans, or reads those of a traffic whose units have been read. What is wrong is noted in the archive.
void turns_move(archive *file, fw_traffic *traffic);
