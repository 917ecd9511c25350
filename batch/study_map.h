#pragma once

/// The maps of a study, with its units on them.

#include "batch/study.h"

/// Makes a map.
///
/// @param[out] map   committed, without units; to be destroyed
bool study_map_make(const study_map *given, fw_map **map, io_fault *fault);

/// Reads a unit of the study.
///
/// @param map  whose terrains the unit may name
bool study_unit_read(const study *given, int32_t unit, const fw_map *map, fw_unit_def *def, io_fault *fault);
