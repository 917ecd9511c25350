#pragma once

/// What a game lays over the ground of units: top speeds on terrains, and overlays. The tiles of building sites are
/// blocked in each overlay.

#include "traffic/inside.h"

/// What lies over the ground of a kind of unit besides the map; null: nothing.
const fw_overlay *laid_over(const fw_traffic *traffic, const agent_kind *kind);

/// Fills in a kind, or what a commit may have changed of it. What is laid for it stays.
void laid_set_kind(const fw_traffic *traffic, agent_kind *kind, const map_unit *unit, fw_unit_id id);

/// Frees a kind. It is a free one then.
void laid_end_kind(fw_traffic *traffic, agent_kind *kind);

/// Frees overlays.
void laid_end(laid_overlay *laid);

/// Blocks the tiles of all sites in all overlays. If the sites have become fewer, this cannot fail.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result laid_merge_all(fw_traffic *traffic);

/// Lays an overlay over the ground. Units do not notice yet, and kinds are not up to date.
///
/// @param laid   what it replaces
/// @param given  copied; null = nothing
/// @return FW_OK or FW_NO_MEMORY: nothing has changed
fw_result laid_take(fw_traffic *traffic, laid_overlay *laid, const fw_overlay *given);

/// Sets top speeds of a kind on terrains.
///
/// @param tops  [top * FW_TERRAIN_COUNT] or null
/// @return FW_OK or FW_NO_MEMORY: nothing has changed
fw_result laid_set_tops(fw_traffic *traffic, agent_kind *kind, const double *tops);
