#pragma once

/// Jump tables as a derived table of the map.

#include "map/derived.h"

/// For units that never cut corners or step to four neighbours, and for which all terrains that they enter cost the
/// same.
extern const derived_kind jump_tables_kind;
