#pragma once

/// The map of a replay, with what the recording calls its units.

#include "base/keeper.h"
#include "fairway/path.h"
#include "fairway/record.h"
#include "fairway/traffic.h"
#include "replay/calls.h"

/// A unit's id in the recording, and on the map here.
typedef struct replay_unit {
    fw_unit_id recorded, here;
} replay_unit;

typedef struct planner_replay planner_replay;

typedef struct replay {
    memory source;
    keeper kept;        ///< of all memory of the replay
    fw_allocator hooks; ///< of `kept`
    replay_calls calls;
    fw_map *map; ///< null before the first call
    replay_unit *units;
    size_t unit_count, unit_capacity;
    planner_replay **planners; ///< [stream] null unless it is a planner's, and has begun
    fw_traffic **traffics;     ///< [stream] null unless it is a traffic's, and has begun
    fw_path *path;
    fw_replay_report report;
} replay;

/// What a call has answered here.
typedef struct replay_answer {
    fw_result result;
    uint64_t hash;
    bool is_left_out; ///< not to be compared
} replay_answer;

/// Counts what the recording only names, and keeps the first name.
void replay_note_mark(replay *replay, const char *name);

/// The id here of a unit of the recording; one that no unit has if the recording does not know it.
fw_unit_id replay_unit_of(const replay *replay, fw_unit_id recorded);
