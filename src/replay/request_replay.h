#pragma once

/// Requests of a recording.

#include "fairway/request.h"
#include "fairway/shape.h"
#include "replay/calls.h"

/// A request as it is read, with what it points to.
typedef struct replay_request {
    fw_request request;
    fw_speed_def speeds;
    uint32_t search;  ///< its number; 0: fw_find_path()
    uint64_t overlay; ///< stamp; valid if `has_overlay`
    bool has_overlay;
    bool has_areas; ///< it cannot be repeated
    bool is_timed;  ///< it has a limit of time: its answers are not compared
    bool is_unfilled;
    fw_pose *places; ///< of the goal
    size_t place_count;
    fw_path *previous;
} replay_request;

/// Reads the request of a call of kind RECORD_FIND or RECORD_BEGIN. Units are those of the recording. FW_OK,
/// FW_BAD_VALUE or FW_NO_MEMORY: there is nothing to free.
fw_result replay_request_read(memory *memory, const replay_call *call, replay_request *read);

void replay_request_free(memory *memory, replay_request *read);
