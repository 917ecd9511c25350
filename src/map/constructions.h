#pragma once

/// Tables that are built in slices. A construction reads the newest version and belongs to no version: before it goes
/// on, it learns from the map's log which tiles have changed. When the table is ready, a version is opened to take it.

#include "map/editor.h"

/// Spends work on a table of a unit: builds it, and brings it up to date once. If commits have changed the map
/// meanwhile, the table is as one that was brought up to date before these commits.
///
/// @param kind           index of a kind whose tables are built in slices
/// @param[in,out] work   what is left
/// @return FW_OK, FW_PENDING, or a failure, with which the table is given up
fw_result constructions_step(map_editor *editor, fw_unit_id unit, int32_t kind, uint64_t *work);

/// The share of a table of a unit that is built, 0 .. 1.
double constructions_done(const map_editor *editor, fw_unit_id unit, int32_t kind);

/// Ends the constructions of tables of a unit, or of all units (0).
void constructions_end(map_editor *editor, fw_unit_id unit);
