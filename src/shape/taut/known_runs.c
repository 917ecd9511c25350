#include "shape/taut/known_runs.h"

#include "base/hash.h"

#include <string.h>

/// Room for runs and for crossings, powers of 2. A run with more than MOST_OF_RUN crossings is not cached, because it
/// would displace too many others.
enum { RUNS = 2048, CROSSINGS = 8192, MOST_OF_RUN = CROSSINGS / 64 };

fw_result known_runs_begin(known_runs *runs, memory *memory)
{
    if (!runs->crossings)
        runs->crossings = memory_get(memory, CROSSINGS, sizeof *runs->crossings);
    if (!runs->table)
        runs->table = memory_get_zeroed(memory, RUNS, sizeof *runs->table);
    return runs->table && runs->crossings ? FW_OK : FW_NO_MEMORY;
}

/// The table entry of a run.
static size_t entry_of(const run_key *key)
{
    return (size_t)(hash_64(key->run ^ key->layer << 1) >> 40) & (RUNS - 1);
}

const crossing *known_runs_find(const known_runs *runs, const run_key *key, int32_t *count)
{
    const known_run *known = &runs->table[entry_of(key)];
    if (known->key.run != key->run || known->key.layer != key->layer || known->key.version != key->version ||
        known->count == 0 || runs->noted - known->begin > CROSSINGS)
        return NULL;
    *count = known->count;
    return &runs->crossings[known->begin & (CROSSINGS - 1)];
}

void known_runs_note(known_runs *runs, const run_key *key, const crossing *crossings, int32_t count)
{
    if (count > MOST_OF_RUN)
        return;
    const uint64_t left = CROSSINGS - (runs->noted & (CROSSINGS - 1));
    if (left < (uint64_t)count)
        runs->noted += left;
    memcpy(&runs->crossings[runs->noted & (CROSSINGS - 1)], crossings, (size_t)count * sizeof *crossings);
    runs->table[entry_of(key)] = (known_run){ *key, runs->noted, count };
    runs->noted += (uint64_t)count;
}

void known_runs_free(known_runs *runs, memory *memory)
{
    memory_give_back(memory, runs->table, RUNS, sizeof *runs->table);
    memory_give_back(memory, runs->crossings, CROSSINGS, sizeof *runs->crossings);
}
