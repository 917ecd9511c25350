#pragma once

/// The calls of a map's editor.

#include "replay/world.h"

/// Makes a call of the editor. FW_OK, FW_BAD_VALUE (the recording is damaged) or FW_NO_MEMORY.
fw_result replay_edit(replay *replay, const replay_call *call, replay_answer *answer);
