#pragma once

/// Proves that units cannot get to their goals, by visiting all their configurations: those of a pair, or of some more
/// on few places. One unit moves at a time: any motion of several units at once can be cut into such moves, unless
/// they move in a closed ring without any room.

#include "joint/steps.h"

typedef enum exhaust_answer { EXHAUST_OPEN, EXHAUST_REACHES, EXHAUST_FAILS } exhaust_answer;

typedef struct exhaust {
    memory *memory;
    const places *places;
    const knot_unit *units[JOINT_MOST_UNITS];
    int32_t count;
    uint64_t *seen; ///< one bit a configuration
    size_t seen_capacity;
    uint32_t *stack; ///< configurations whose moves have not been made yet
    size_t stack_capacity;
    size_t stack_count;
    uint32_t goal;
    exhaust_answer answer;
} exhaust;

void exhaust_init(exhaust *exhaust, memory *memory);

void exhaust_release(exhaust *exhaust);

/// Begins with some of the units at their starts; the others are not there.
///
/// @param members  [index in units * count]
/// @return FW_TOO_MANY if there are more configurations than can be visited
fw_result exhaust_begin(exhaust *exhaust, const places *places, const knot_unit *units,
                        const uint8_t *members, int32_t count);

/// Visits configurations until all have been visited, or the goals are found.
///
/// @param[in,out] work  units that are left
/// @return FW_OK; FW_PENDING when the work is spent; FW_NO_MEMORY
fw_result exhaust_visit(exhaust *exhaust, uint64_t *work);

/// True if one of a pair can stand at a place while the other one is at its goal. All configurations were visited.
///
/// @param member  0 or 1: who stands there
bool exhaust_may_stay(const exhaust *exhaust, int32_t member, int32_t place);
