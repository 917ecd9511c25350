#pragma once

/// Calls and answers as people read them.

#include "replay/calls.h"

/// Writes a call, such as "planner 2: fw_find_path(unit = 7, start.x = 3.5, ...)". What has no room is left out.
void call_text_write(const replay_calls *calls, const replay_call *call, char *text, size_t room);

/// Writes an answer: the meaning of its result, and the hash.
void call_text_answer(fw_result result, uint64_t hash, char *text, size_t room);
