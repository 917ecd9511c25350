#include "map/map.h"

#include "base/hash.h"

bool map_has_announced(const map_version *map, const map_unit *unit, const derived_kind *kind)
{
    return (uint64_t)unit->announced >> map_index_of_kind(map, kind) & 1;
}

bool map_next_peer(map_peers *peers, map_peer *peer)
{
    const map_table_entry *entry = peers->next;
    while (!entry || entry->kind != peers->kind) {
        if (entry)
            entry = entry->next;
        else if (peers->next_layer < peers->map->layer_count)
            entry = peers->map->layers[peers->next_layer++]->tables;
        else
            return false;
    }
    peers->next = entry->next;
    *peer = (map_peer){ entry->table, &entry->unit };
    return true;
}

uint64_t map_tiles_hash(const map_version *map)
{
    uint64_t hash = 1;
    for (int32_t y = 0; y < map->height; y++) {
        const uint8_t *row = map_terrain_row(map, y);
        for (int32_t word = 0; word < map->words * WORD_BITS; word += (int32_t)sizeof(uint64_t)) {
            uint64_t tiles = 0;
            for (int i = 0; i < (int)sizeof tiles; i++)
                tiles |= (uint64_t)row[word + i] << 8 * i;
            hash = hash_mixed(hash, tiles);
        }
    }
    return hash ? hash : 1;
}
