#ifndef TRAFFIC_AGENT_DEF_H
#define TRAFFIC_AGENT_DEF_H

/// @file
/// The def of a unit: defaults, and why it is refused.

#include "fairway/refusal.h"
#include "traffic/inside.h"

/// Judges a unit that is to be added.
///
/// @param traffic   null: only the numbers of the def are judged
/// @param given     the program's def
/// @param[out] def  the complete one; undefined if the result is FW_BAD_DEF
/// @param why       which field is wrong; may be null
/// @return FW_OK or a mistake as fw_traffic_add() names them
fw_result agent_judge(fw_traffic *traffic, const fw_agent_def *given, fw_agent_def *def, fw_refusal *why);

/// Judges a kind of unit.
///
/// @param[out] unit  the map's unit, if the result is FW_OK
/// @return FW_OK, FW_UNKNOWN_UNIT or FW_METHOD_DOES_NOT_FIT
fw_result agent_judge_kind(const fw_traffic *traffic, fw_unit_id id, const map_unit **unit, fw_refusal *why);

/// What units of a kind share.
agent_kind agent_kind_of(const fw_traffic *traffic, const map_unit *unit, fw_unit_id id);

/// True if a body may stand at a place from now on: it overlaps no wall, and no other unit comes there.
///
/// @param layers  of the body
/// @param slot    a unit that does not count; NO_AGENT: all count
bool agent_place_is_free(const fw_traffic *traffic, const agent_kind *body, uint32_t layers, double x,
                         double y, uint32_t slot);

#endif
