#pragma once

/// A map without obstacles.

#include "fairway/fairway.h"

/// Ground, sand and swamp as noise, on side x side tiles.
fw_map *noise_map(int32_t side);
