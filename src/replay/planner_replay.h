#pragma once

/// The calls of one planner.

#include "replay/world.h"

/// A planner before its first call. Null without memory.
planner_replay *planner_replay_create(replay *replay);

void planner_replay_destroy(replay *replay, planner_replay *planner);

/// Makes a call of the planner. FW_OK, FW_BAD_VALUE (the recording is damaged) or FW_NO_MEMORY.
fw_result planner_replay_call(replay *replay, planner_replay *planner, const replay_call *call,
                              replay_answer *answer);
