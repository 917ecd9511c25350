#pragma once

/// How units that share a goal get to their places: those that hold each other exchange their places. Source: Okumura &
/// Defago 2022 (TSWAP).

#include "traffic/inside.h"

/// At a knot: a unit that shares its goal and is under way turns in to its place as soon as it sees the place. If
/// others are in its way, it exchanges places with one of them, goes round them, or chooses another place.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result exchange_look(fw_traffic *traffic, uint32_t slot);
