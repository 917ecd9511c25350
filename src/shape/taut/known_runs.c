#include "shape/taut/known_runs.h"

#include "base/hash.h"

#include <string.h>

/// Crossings for each entry of the table. A run with more than 1 / MOST_OF_RUN of all crossings is not cached, because
/// it would displace too many others.
enum { CROSSINGS_EACH = 4, MOST_OF_RUN = 64 };

/// Room for crossings, a power of 2.
static size_t crossing_room(const known_runs *runs)
{
    return CROSSINGS_EACH * runs->room;
}

fw_result known_runs_begin(known_runs *runs)
{
    if (!runs->crossings)
        runs->crossings = memory_get(runs->memory, crossing_room(runs), sizeof *runs->crossings);
    if (!runs->table)
        runs->table = memory_get_zeroed(runs->memory, runs->room, sizeof *runs->table);
    return runs->table && runs->crossings ? FW_OK : FW_NO_MEMORY;
}

static size_t entry_of(const known_runs *runs, const run_key *key)
{
    return (size_t)(hash_64(key->run ^ key->layer << 1) >> 40) & (runs->room - 1);
}

const crossing *known_runs_find(const known_runs *runs, const run_key *key, int32_t *count)
{
    const known_run *known = &runs->table[entry_of(runs, key)];
    if (known->key.run != key->run || known->key.layer != key->layer || known->key.version != key->version ||
        known->count == 0 || runs->noted - known->begin > crossing_room(runs))
        return NULL;
    *count = known->count;
    return &runs->crossings[known->begin & (crossing_room(runs) - 1)];
}

void known_runs_note(known_runs *runs, const run_key *key, const crossing *crossings, int32_t count)
{
    const size_t room = crossing_room(runs);
    if ((size_t)count > room / MOST_OF_RUN)
        return;
    const uint64_t left = room - (runs->noted & (room - 1));
    if (left < (uint64_t)count)
        runs->noted += left;
    memcpy(&runs->crossings[runs->noted & (room - 1)], crossings, (size_t)count * sizeof *crossings);
    runs->table[entry_of(runs, key)] = (known_run){ *key, runs->noted, count };
    runs->noted += (uint64_t)count;
}

void known_runs_free(known_runs *runs)
{
    memory_give_back(runs->memory, runs->table, runs->room, sizeof *runs->table);
    memory_give_back(runs->memory, runs->crossings, crossing_room(runs), sizeof *runs->crossings);
    *runs = (known_runs){ .memory = runs->memory, .room = runs->room };
}
