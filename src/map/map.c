#include "map/map.h"

#include "base/hash.h"

const map_unit *map_find_unit(const map_version *map, fw_unit_id id)
{
    const map_member *member = map_find_member(map, id);
    return member ? &member->unit : NULL;
}

/// The index of a kind of tables; the number of kinds if the map has no such tables.
static int32_t index_of_kind(const map_version *map, const derived_kind *kind)
{
    int32_t index = 0;
    while (index < map->kind_count && map->kinds[index] != kind)
        index++;
    return index;
}

const void *map_table(const map_version *map, const map_unit *unit, const derived_kind *kind)
{
    const map_member *member = (const map_member *)unit;
    const int32_t index = index_of_kind(map, kind);
    return index < map->kind_count && member->tables[index] ? member->tables[index]->table : NULL;
}

bool map_has_announced(const map_version *map, const map_unit *unit, const derived_kind *kind)
{
    return (uint64_t)unit->announced >> index_of_kind(map, kind) & 1;
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
