#pragma once

/// Floods from the ends of a directional search, which prove dead ends.

#include "directional/ends/ends_inside.h"

/// The floods from both ends before the search. The flood that has reached fewer poses goes first, because dead ends
/// are narrow. If both remain undecided, the search begins and the flood from the goals continues beside it. FW_OK, or
/// FW_NOT_FOUND: there is no path with these motions.
fw_result search_ends_flood(search_ends *ends, uint64_t *work);

/// Continues the flood from the goals by some poses, and adds them to the work. FW_OK, or FW_NOT_FOUND: the flood ran
/// dry without reaching the start.
fw_result search_ends_flood_goals(search_ends *ends, int32_t poses, uint64_t *work);

/// Begins a flood from an end, unless floods cannot help.
void search_ends_begin_flood(search_ends *ends, uint32_t end);

/// True if the flood from an end proves that there is no path on the lattice, so that the other end need not be
/// connected: the end has no connections, or all reachable poses stay away from the other end.
bool search_ends_are_shut_in(search_ends *ends, uint32_t end, uint64_t *work);
