#pragma once

/// The calls of one traffic.

#include "fairway/traffic.h"
#include "replay/world.h"

/// Makes a call of a traffic.
///
/// @param[in,out] traffic  null before RECORD_TRAFFIC, and after RECORD_GONE
/// @return FW_OK, FW_BAD_VALUE (the recording is damaged) or FW_NO_MEMORY
fw_result traffic_replay_call(replay *replay, fw_traffic **traffic, const replay_call *call,
                              replay_answer *answer);
