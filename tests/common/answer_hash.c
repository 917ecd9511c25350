#include "common/answer_hash.h"

/// Adds a unit's regions, numbered in the order in which they are met.
static uint64_t hash_regions(uint64_t hash, const fw_map *map, fw_unit_id unit)
{
    uint32_t met[4096];
    uint64_t count = 0;
    for (int32_t y = 0; y < fw_map_height(map); y++)
        for (int32_t x = 0; x < fw_map_width(map); x++) {
            const uint32_t label = fw_map_region(map, unit, x, y);
            uint64_t index = 0;
            while (index < count && met[index] != label)
                index++;
            if (index == count && count < sizeof met / sizeof *met)
                met[count++] = label;
            hash = fnv_bits(hash, label ? index + 1 : 0);
            hash = fnv_bits(hash, fw_map_fits(map, unit, x, y));
        }
    return hash;
}

uint64_t hash_map(uint64_t hash, const fw_map *map, const fw_unit_id *units, int count)
{
    hash = fnv_bits(hash, fw_map_version(map));
    for (int32_t y = 0; y < fw_map_height(map); y++)
        for (int32_t x = 0; x < fw_map_width(map); x++)
            hash = fnv_bits(hash, fw_map_terrain(map, x, y));
    for (int i = 0; i < count; i++)
        hash = hash_regions(hash, map, units[i]);
    return hash;
}
