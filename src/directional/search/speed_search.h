#pragma once

/// The search for the least time.

#include "directional/search/directional_inside.h"

/// As directional_search_reset() and directional_search_run(), for the least time.
void speed_search_reset(directional_space *space, const search_limits *limits);
fw_result speed_search_run(directional_space *space, uint64_t work);
