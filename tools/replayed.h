#pragma once

/// Replays a recording in a process of its own, which may crash.

#include "fairway/record.h"

typedef struct replayed {
    fw_result result;
    int signal; ///< that ended the process; 0: none
    fw_replay_report report;
} replayed;

/// @return false if there is no process for it
bool replay_apart(const void *recording, size_t bytes, replayed *outcome);
