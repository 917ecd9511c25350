#pragma once

/// Builds the table of motions of a directional method.

#include "directional/motions/motions.h"

fw_result motion_table_build(memory *memory, const fw_unit_def *unit, fw_method method, motion_table **table);
void motion_table_destroy(memory *memory, motion_table *table);
