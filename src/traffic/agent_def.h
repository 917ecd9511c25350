#pragma once

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

/// True if a body may stand at a place from now on: it overlaps no wall, and no other unit comes there.
///
/// @param layers  of the body
/// @param slot    a unit that does not count; NO_AGENT: all count
bool agent_place_is_free(const fw_traffic *traffic, const agent_kind *body, uint32_t layers, double x,
                         double y, uint32_t slot);
