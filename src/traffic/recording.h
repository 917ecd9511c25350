#pragma once

/// Records what a traffic is asked, see fairway/record.h.

#include "record/tape.h"
#include "traffic/inside.h"

/// Records a call, if the map is being recorded and the call is not part of another one. traffic_answer() must follow.
///
/// What comes after the kind: a format, and its values: i = int64_t, d = double, p = const fw_pose *, I = ids and their
/// int32_t count, P = poses and their count, A = fw_agent_def, G = fw_group_def.
#define TRAFFIC_CALL(traffic, ...)                                                                           \
    ((traffic)->record.recorder->write && (traffic)->record.depth++ == 0                                     \
         ? traffic_record_call(traffic, __VA_ARGS__)                                                         \
         : (void)0)

/// Answers a call, which is recorded as above. FW_NULL_ARGUMENT: there is no traffic, and nothing happens.
#define TRAFFIC_ANSWER(traffic, answer, ...)                                                                 \
    (!(traffic) ? FW_NULL_ARGUMENT : (TRAFFIC_CALL(traffic, __VA_ARGS__), traffic_answer(traffic, answer, 0)))

void traffic_record_call(fw_traffic *traffic, record_kind kind, const char *format, ...);

/// Records the answer of the call.
///
/// @param hash  0, or what the kind of the call says
/// @return the result
static inline fw_result traffic_answer(fw_traffic *traffic, fw_result result, uint64_t hash)
{
    if (traffic->record.depth > 0 && --traffic->record.depth == 0 && traffic->record.is_on)
        tape_answer(traffic->record.recorder, traffic->record.stream.number, result,
                    map_version_of(traffic->handle)->edition, hash);
    return result;
}

/// The hash in the answer of fw_traffic_step(): of all units in one step of 16, else 0. A hash of each step would take
/// a seventh of the time of a step.
uint64_t traffic_step_hash(const fw_traffic *traffic);

/// Records that a traffic was asked what cannot be recorded: nothing more is recorded of it.
void traffic_record_mark(fw_traffic *traffic, const char *function);

/// Records the end of a traffic.
void traffic_record_end(fw_traffic *traffic);
