#include "joint/proof.h"

#include <string.h>

#include "base/bits.h"

enum {
    MOST_CONFIGURATIONS = 1 << 24,
    VISITS_A_WORK = 4 ///< configurations of a pair, for a unit of work
};

void exhaust_init(exhaust *exhaust, memory *memory)
{
    *exhaust = (struct exhaust){ .memory = memory };
}

void exhaust_release(exhaust *exhaust)
{
    memory_give_back(exhaust->memory, exhaust->seen, exhaust->seen_capacity, sizeof *exhaust->seen);
    memory_give_back(exhaust->memory, exhaust->stack, exhaust->stack_capacity, sizeof *exhaust->stack);
    exhaust_init(exhaust, exhaust->memory);
}

/// Notes a configuration that was not seen yet.
static fw_result see(exhaust *exhaust, uint32_t configuration)
{
    if (bits_is_set(exhaust->seen, configuration))
        return FW_OK;
    const fw_result result =
        MEMORY_RESERVE(exhaust->memory, exhaust->stack, exhaust->stack_capacity, exhaust->stack_count + 1);
    if (result != FW_OK)
        return result;
    bits_set(exhaust->seen, configuration);
    exhaust->stack[exhaust->stack_count++] = configuration;
    return FW_OK;
}

fw_result exhaust_begin(exhaust *exhaust, const places *places, const knot_unit *units,
                        const uint8_t *members, int32_t count)
{
    uint64_t configurations = 1, start = 0, goal = 0;
    for (int32_t i = count - 1; i >= 0; i--) {
        const knot_unit *unit = &units[members[i]];
        configurations *= (uint64_t)places->count;
        start = start * (uint64_t)places->count + (uint64_t)unit->start;
        goal = goal * (uint64_t)places->count + (uint64_t)unit->goal;
        exhaust->units[i] = unit;
        if (configurations > MOST_CONFIGURATIONS)
            return FW_TOO_MANY;
    }
    const size_t words = (size_t)configurations / WORD_BITS + 1;
    const fw_result result = MEMORY_RESERVE(exhaust->memory, exhaust->seen, exhaust->seen_capacity, words);
    if (result != FW_OK)
        return result;
    memset(exhaust->seen, 0, words * sizeof *exhaust->seen);
    exhaust->places = places;
    exhaust->count = count;
    exhaust->goal = (uint32_t)goal;
    exhaust->answer = EXHAUST_OPEN;
    exhaust->stack_count = 0;
    return see(exhaust, (uint32_t)start);
}

/// True if a move of a unit touches no other one.
static bool is_free(const exhaust *exhaust, const int32_t *at, int32_t mover, int32_t to)
{
    const joint_place *places = exhaust->places->at;
    for (int32_t i = 0; i < exhaust->count; i++)
        if (i != mover && move_touches(places[at[mover]], places[to], places[at[i]],
                                       exhaust->units[i]->radius + exhaust->units[mover]->radius))
            return false;
    return true;
}

/// Makes all moves of a configuration.
static fw_result expand(exhaust *exhaust, uint32_t configuration)
{
    const places *places = exhaust->places;
    const uint32_t base = (uint32_t)places->count;
    int32_t at[JOINT_MOST_UNITS] = { 0 };
    uint32_t rest = configuration, weight = 1;
    for (int32_t i = 0; i < exhaust->count; i++, rest /= base)
        at[i] = (int32_t)(rest % base);
    for (int32_t i = 0; i < exhaust->count; i++, weight *= base) {
        const knot_unit *unit = exhaust->units[i];
        for (int32_t j = places->first[at[i]]; j < places->first[at[i] + 1]; j++) {
            const place_arc *arc = &places->arcs[j];
            const uint32_t next = configuration + (uint32_t)(arc->to - at[i]) * weight;
            if (arc->ranks[unit->ground] <= unit->rank || bits_is_set(exhaust->seen, next) ||
                !is_free(exhaust, at, i, arc->to))
                continue;
            const fw_result result = see(exhaust, next);
            if (result != FW_OK)
                return result;
        }
    }
    return FW_OK;
}

fw_result exhaust_visit(exhaust *exhaust, uint64_t *work)
{
    for (uint32_t visits = 0; exhaust->stack_count; visits++) {
        if (visits % VISITS_A_WORK == 0) {
            if (*work == 0)
                return FW_PENDING;
            --*work;
        }
        const uint32_t configuration = exhaust->stack[--exhaust->stack_count];
        if (configuration == exhaust->goal) {
            exhaust->answer = EXHAUST_REACHES;
            return FW_OK;
        }
        const fw_result result = expand(exhaust, configuration);
        if (result != FW_OK)
            return result;
    }
    exhaust->answer = EXHAUST_FAILS;
    return FW_OK;
}

bool exhaust_may_stay(const exhaust *exhaust, int32_t member, int32_t place)
{
    const int32_t goal = exhaust->units[1 - member]->goal, count = exhaust->places->count;
    return bits_is_set(exhaust->seen, (size_t)(member == 0 ? place + goal * count : goal + place * count));
}
