#pragma once

/// Scenarios made of a map's file: its places and areas, and the agents of --scen.

#include <stdbool.h>

#include "job.h"
#include "options.h"

/// True if the name of a file says that it is a scenario.
bool is_scenario_name(const char *file);

/// Writes a scenario on a map.
///
/// @param work  its map was read
/// @return false after an error message
bool convert_to_scenario(const options *given, const job *work, const char *file);
