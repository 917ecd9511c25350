#include "open_lists/one_kind.h"

enum { MOST_OPERATIONS = 256 };

/// The greatest f that a structure must be able to hold beside what was open at the beginning.
static uint64_t greatest_f(const recording *from)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < from->stage; i++)
        least = from->entries[i].f < least ? from->entries[i].f : least;
    return least + from->bounds.f_rise;
}

/// An insertion or a test of the stretch that makes sense right at its beginning; any entry will do for a removal.
static bool is_taken(const recording *from, size_t i, operation kind, uint64_t greatest)
{
    return kind == OPERATION_REMOVE_BEST || ((operation)from->operations[i] == kind &&
                                             (kind != OPERATION_INSERT || from->entries[i].f <= greatest));
}

static recording of_one_kind(const recording *from, operation kind)
{
    const uint64_t greatest = greatest_f(from);
    const size_t half = from->stage / 2, most = half < MOST_OPERATIONS ? half : MOST_OPERATIONS;
    recording kept = { .bounds = from->bounds, .stage = from->stage };
    for (size_t i = 0; i < from->stage; i++)
        recording_add(&kept, OPERATION_INSERT, from->entries[i]);
    for (size_t i = from->stage; i < from->count && kept.count < from->stage + most; i++)
        if (is_taken(from, i, kind, greatest))
            recording_add(&kept, kind, from->entries[i]);
    return kept;
}

sequences sequences_of_one_kind(const sequences *from, operation kind)
{
    sequences all = { 0 };
    for (size_t i = 0; i < from->count; i++) {
        const recording kept = of_one_kind(&from->recordings[i], kind);
        sequences_keep(&all, &kept);
    }
    return all;
}
