#pragma once

/// Joint plans of units with a turning radius in a saved state.

#include "traffic/save_fields.h"

void turns_save(const fw_traffic *traffic, archive *file);

/// Reads the plans of a traffic whose units have been read. What is wrong is noted in the archive.
void turns_restore(fw_traffic *traffic, archive *file);
