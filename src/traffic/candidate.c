#include "traffic/candidate.h"

#include <string.h>

/// Candidates from which on every SORT_STEP ones are sorted first.
enum { MANY_CANDIDATES = 20, SORT_STEP = 5 };

static bool comes_before(const candidate *a, const candidate *b)
{
    if (a->cost != b->cost)
        return a->cost < b->cost;
    if (a->angle != b->angle)
        return a->angle > b->angle;
    if (a->x != b->x || a->y != b->y)
        return a->x != b->x ? a->x < b->x : a->y < b->y;
    return a->number < b->number;
}

void candidates_move_back(candidate *places, int32_t *count, int32_t index, const candidate *place,
                          double limit)
{
    if (place->cost >= limit) {
        --*count;
        memmove(&places[index], &places[index + 1], (size_t)(*count - index) * sizeof *places);
        return;
    }
    int32_t at = index;
    for (; at + 1 < *count && comes_before(&places[at + 1], place); at++)
        places[at] = places[at + 1];
    places[at] = *place;
}

/// By insertion: most plans have less than twenty candidates. If there are many, every fifth ones are sorted first
/// (Shell), so that few of them move far.
void candidates_sort(candidate *places, int32_t count)
{
    for (int32_t step = count > MANY_CANDIDATES ? SORT_STEP : 1; step > 0; step /= SORT_STEP)
        for (int32_t i = step; i < count; i++) {
            const candidate place = places[i];
            int32_t at = i;
            for (; at >= step && comes_before(&place, &places[at - step]); at -= step)
                places[at] = places[at - step];
            places[at] = place;
        }
}
