#include "common/answer_hash.h"

#include <string.h>

uint64_t hash_bits(uint64_t hash, uint64_t bits)
{
    for (int i = 0; i < 64; i += 8)
        hash = (hash ^ (bits >> i & 0xff)) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t hash_double(uint64_t hash, double value)
{
    uint64_t bits = 0;
    if (value != 0.0)
        memcpy(&bits, &value, sizeof bits);
    return hash_bits(hash, bits);
}

uint64_t hash_path(uint64_t hash, const fw_path *path)
{
    fw_path_summary summary;
    if (fw_path_summarise(path, &summary) != FW_OK)
        return hash_bits(hash, UINT64_MAX);
    hash = hash_bits(hash, (uint64_t)summary.outcome);
    hash = hash_double(hash, summary.length);
    hash = hash_double(hash, summary.cost);
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++) {
        hash = hash_double(hash, segments[i].start.x);
        hash = hash_double(hash, segments[i].start.y);
        hash = hash_double(hash, segments[i].start.heading);
        hash = hash_double(hash, segments[i].curvature);
        hash = hash_double(hash, segments[i].length);
        hash = hash_bits(hash, (uint64_t)segments[i].gear);
    }
    return hash;
}

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
            hash = hash_bits(hash, label ? index + 1 : 0);
            hash = hash_bits(hash, fw_map_fits(map, unit, x, y));
        }
    return hash;
}

uint64_t hash_map(uint64_t hash, const fw_map *map, const fw_unit_id *units, int count)
{
    hash = hash_bits(hash, fw_map_version(map));
    for (int32_t y = 0; y < fw_map_height(map); y++)
        for (int32_t x = 0; x < fw_map_width(map); x++)
            hash = hash_bits(hash, fw_map_terrain(map, x, y));
    for (int i = 0; i < count; i++)
        hash = hash_regions(hash, map, units[i]);
    return hash;
}
