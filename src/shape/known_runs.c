#include "shape/known_runs.h"

#include <string.h>

enum {
    RUNS = 2048,
    CROSSINGS = 8192,
    MOST_OF_RUN = CROSSINGS / 64 ///< a run with more crossings is not noted: it would push out too much
};

fw_result known_runs_begin(known_runs *of, memory *from)
{
    if (!of->crossings)
        of->crossings = memory_get(from, CROSSINGS, sizeof *of->crossings);
    if (!of->table)
        of->table = memory_get_zeroed(from, RUNS, sizeof *of->table);
    return of->table && of->crossings ? FW_OK : FW_NO_MEMORY;
}

/// Fibonacci hashing (Knuth, TAOCP 3, 6.4).
static size_t place_of(const run_key *key)
{
    return (size_t)((key->run ^ key->rows << 1) * UINT64_C(0x9e3779b97f4a7c15) >> 40) & (RUNS - 1);
}

const crossing *known_runs_find(const known_runs *of, const run_key *key, int32_t *count)
{
    const known_run *known = &of->table[place_of(key)];
    if (known->key.run != key->run || known->key.rows != key->rows || known->key.version != key->version ||
        known->count == 0 || of->noted - known->begin > CROSSINGS)
        return NULL;
    *count = known->count;
    return &of->crossings[known->begin & (CROSSINGS - 1)];
}

void known_runs_note(known_runs *of, const run_key *key, const crossing *crossings, int32_t count)
{
    if (count > MOST_OF_RUN)
        return;
    const uint64_t left = CROSSINGS - (of->noted & (CROSSINGS - 1));
    if (left < (uint64_t)count)
        of->noted += left;
    memcpy(&of->crossings[of->noted & (CROSSINGS - 1)], crossings, (size_t)count * sizeof *crossings);
    of->table[place_of(key)] = (known_run){ *key, of->noted, count };
    of->noted += (uint64_t)count;
}

void known_runs_free(known_runs *of, memory *from)
{
    memory_give_back(from, of->table, RUNS, sizeof *of->table);
    memory_give_back(from, of->crossings, CROSSINGS, sizeof *of->crossings);
}
