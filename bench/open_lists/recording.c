#include "open_lists/recording.h"

#include <stdlib.h>

#include "open_lists/study_memory.h"

void recording_add(recording *to, operation kind, queue_entry what)
{
    to->operations =
        study_reserve(to->operations, &to->operation_capacity, to->count, sizeof *to->operations);
    to->entries = study_reserve(to->entries, &to->entry_capacity, to->count, sizeof *to->entries);
    to->operations[to->count] = (uint8_t)kind;
    to->entries[to->count++] = what;
    to->counts[kind]++;
}

void recording_free(recording *spent)
{
    free(spent->operations);
    free(spent->entries);
    *spent = (recording){ 0 };
}

double recording_mean_fringe(const recording *recording)
{
    const size_t removals = recording->counts[OPERATION_REMOVE_BEST];
    return removals > 0 ? recording->fringe_sum / (double)removals : 0;
}
