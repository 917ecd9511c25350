#pragma once

/// The kinds of the units.

#include "fairway/refusal.h"
#include "traffic/inside.h"

/// Fills in a kind of unit.
///
/// @return FW_OK, FW_UNKNOWN_UNIT, FW_METHOD_DOES_NOT_FIT or FW_NO_MEMORY
fw_result traffic_set_kind(fw_traffic *traffic, uint32_t index, fw_unit_id id);

/// The index of a kind of unit that has no owner, or the first free one. `kind_count` if there is neither.
uint32_t traffic_index_of_kind(const fw_traffic *traffic, fw_unit_id id);

/// The index of a kind of unit that has no owner; a new kind is filled in.
///
/// @return as traffic_set_kind()
fw_result traffic_find_kind(fw_traffic *traffic, fw_unit_id id, uint32_t *index);

/// Looks up the kinds again: a commit, or a unit that the map has got, may have replaced their layers.
///
/// @return FW_OK, or FW_UNKNOWN_UNIT: the map has lost a kind, and there are units of it
fw_result traffic_refresh_kinds(fw_traffic *traffic);

/// Judges a kind of unit.
///
/// @param[out] unit  the map's unit, if the result is FW_OK
/// @return FW_OK, FW_UNKNOWN_UNIT or FW_METHOD_DOES_NOT_FIT
fw_result agent_judge_kind(const fw_traffic *traffic, fw_unit_id id, const map_unit **unit, fw_refusal *why);

/// What units of a kind share.
agent_kind agent_kind_of(const fw_traffic *traffic, const map_unit *unit, fw_unit_id id);
