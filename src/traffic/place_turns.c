#include "traffic/place_turns.h"

static bool comes_before(const place_turn *a, const place_turn *b)
{
    return a->way != b->way ? a->way < b->way : a->point < b->point;
}

fw_result place_turns_push(fw_traffic *traffic, int32_t *count, place_turn turn)
{
    if (MEMORY_RESERVE(&traffic->memory, traffic->rally.turns, traffic->rally.turn_room,
                       (size_t)*count + 1) != FW_OK)
        return FW_NO_MEMORY;
    place_turn *turns = traffic->rally.turns;
    int32_t at = (*count)++;
    for (; at > 0 && comes_before(&turn, &turns[(at - 1) / 2]); at = (at - 1) / 2)
        turns[at] = turns[(at - 1) / 2];
    turns[at] = turn;
    return FW_OK;
}

place_turn place_turns_pop(fw_traffic *traffic, int32_t *count)
{
    place_turn *turns = traffic->rally.turns;
    const place_turn first = turns[0], last = turns[--*count];
    int32_t at = 0;
    for (;;) {
        int32_t child = 2 * at + 1;
        if (child >= *count)
            break;
        if (child + 1 < *count && comes_before(&turns[child + 1], &turns[child]))
            child++;
        if (!comes_before(&turns[child], &last))
            break;
        turns[at] = turns[child];
        at = child;
    }
    turns[at] = last;
    return first;
}
