#include "joint/distances.h"

#include <string.h>

void distances_init(distances *distances, memory *memory)
{
    *distances = (struct distances){ .memory = memory };
}

void distances_release(distances *distances)
{
    memory_give_back(distances->memory, distances->entries, distances->capacity, sizeof *distances->entries);
    distances_init(distances, distances->memory);
}

/// The buckets of the wave: lists of entries, a ring.
typedef struct wave {
    distance_entry *entries;
    int32_t count;
    int32_t heads[LENGTH_BUCKETS];
} wave;

static void put(wave *wave, int32_t place, uint32_t way)
{
    int32_t *head = &wave->heads[way % LENGTH_BUCKETS];
    wave->entries[wave->count] = (distance_entry){ place, *head };
    *head = wave->count++;
}

/// Puts the neighbours of a place that become nearer.
static void spread(wave *wave, const places *places, int32_t place, int32_t ground, int32_t rank,
                   uint16_t *table)
{
    const uint32_t way = table[place];
    for (int32_t i = places->first[place]; i < places->first[place + 1]; i++) {
        const place_arc *arc = &places->arcs[i];
        const uint32_t longer = way + arc->length;
        if (longer < table[arc->to] && arc->ranks[ground] > rank) {
            table[arc->to] = (uint16_t)longer;
            put(wave, arc->to, longer);
        }
    }
}

fw_result distances_fill(distances *distances, const places *places, int32_t ground, int32_t rank,
                         int32_t goal, uint16_t *table)
{
    const size_t most = 2 * places->edge_count + 1; // each move puts its end at most once
    const fw_result result = MEMORY_RESERVE(distances->memory, distances->entries, distances->capacity, most);
    if (result != FW_OK)
        return result;
    memset(table, 0xff, (size_t)places->count * sizeof *table);
    wave wave = { .entries = distances->entries };
    memset(wave.heads, 0xff, sizeof wave.heads);
    table[goal] = 0;
    put(&wave, goal, 0);
    for (uint32_t way = 0, empty = 0; empty < LENGTH_BUCKETS && way < NO_WAY; way++, empty++) {
        int32_t *head = &wave.heads[way % LENGTH_BUCKETS];
        while (*head >= 0) { // lengths are at least 1: no entry is added here
            const int32_t place = wave.entries[*head].place;
            *head = wave.entries[*head].next;
            empty = 0;
            if (table[place] == way && (place < places->shared_count || place == goal))
                spread(&wave, places, place, ground, rank, table);
        }
    }
    return FW_OK;
}
