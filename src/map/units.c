#include <assert.h>
#include <math.h>

#include "map/inside.h"

enum { SLOT_BITS = 12, MAX_UNITS = 4000 };
#define MAX_GENERATION ((UINT32_C(1) << (32 - SLOT_BITS)) - 1)

static fw_unit_id id_of(size_t slot, uint32_t generation)
{
    return generation << SLOT_BITS | (uint32_t)slot;
}

map_member *map_find_member(const fw_map *map, fw_unit_id id)
{
    const size_t slot = id & ((1u << SLOT_BITS) - 1);
    if (slot >= map->slot_count || map->slots[slot].generation != id >> SLOT_BITS)
        return NULL;
    return map->slots[slot].member;
}

const map_unit *map_find_unit(const fw_map *map, fw_unit_id id)
{
    const map_member *member = map_find_member(map, id);
    return member ? &member->unit : NULL;
}

/// A free slot whose generations are not used up; on FW_OK it is still free.
static fw_result find_slot(fw_map *map, size_t *slot)
{
    if (map->unit_count == MAX_UNITS)
        return FW_TOO_MANY;
    for (size_t i = 0; i < map->slot_count; i++)
        if (!map->slots[i].member && map->slots[i].generation < MAX_GENERATION) {
            *slot = i;
            return FW_OK;
        }
    if (map->slot_count == (size_t)1 << SLOT_BITS)
        return FW_TOO_MANY;
    if (memory_reserve(&map->memory, &map->slots, &map->slot_capacity, map->slot_count + 1,
                       sizeof *map->slots))
        return FW_NO_MEMORY;
    map->slots[map->slot_count] = (map_slot){ 0 };
    *slot = map->slot_count++;
    return FW_OK;
}

static void derive_costs(map_unit *unit)
{
    unit->uniform = true;
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++) {
        const uint32_t cost = (uint32_t)lround((double)unit->def.terrain_cost[terrain] * COST_ONE);
        unit->terrain_cost[terrain] = cost;
        if (!cost)
            continue;
        unit->capability |= UINT32_C(1) << terrain;
        unit->uniform = unit->uniform && (!unit->cheapest || unit->cheapest == cost);
        if (!unit->cheapest || cost < unit->cheapest)
            unit->cheapest = cost;
    }
}

static size_t member_bytes(const fw_map *map)
{
    return sizeof(map_member) + (size_t)map->kind_count * sizeof(map_table_entry *);
}

static bool is_diagonal(const map_unit *unit)
{
    return unit->def.corners == FW_CORNERS_ALWAYS;
}

/// Nothing but A* that computes clearance as it goes: then a unit needs no layer of its size and no regions.
static bool is_base(const fw_unit_def *def)
{
    return def->methods == FW_METHOD_BIT(FW_ON_DEMAND);
}

fw_result map_join_layers(fw_map *map, map_member *member)
{
    map_unit *unit = &member->unit;
    member->layer = map_share_layer(map, unit->capability, unit->def.size);
    if (!member->layer)
        return FW_NO_MEMORY;
    if (map_share_regions(map, member->body, false))
        goto no_body_regions;
    if (map_share_regions(map, member->layer, is_diagonal(unit)))
        goto no_regions;
    map_show_layers(member);
    return FW_OK;

no_regions:
    map_release_regions(map, member->body, false);
no_body_regions:
    map_release_layer(map, member->layer);
    member->layer = NULL;
    return FW_NO_MEMORY;
}

void map_leave_layers(fw_map *map, map_member *member)
{
    if (!member->layer)
        return;
    map_release_regions(map, member->layer, is_diagonal(&member->unit));
    map_release_regions(map, member->body, false);
    map_release_layer(map, member->layer);
    member->layer = NULL;
    map_show_layers(member);
}

void map_show_layers(map_member *member)
{
    map_unit *unit = &member->unit;
    unit->layer = member->layer ? &member->layer->layer : NULL;
    unit->body = &member->body->layer;
    unit->joined = member->layer ? member->layer->joined[is_diagonal(unit)] : NULL;
    unit->body_joined = member->layer ? member->body->joined[false] : NULL;
}

/// What a unit uses, as far as its methods need it.
static fw_result furnish(fw_map *map, map_member *member)
{
    const fw_unit_def *def = &member->unit.def;
    member->body = map_share_layer(map, member->unit.capability, 1);
    if (!member->body)
        return FW_NO_MEMORY;
    map_show_layers(member);
    if (is_base(def))
        return FW_OK;
    const fw_result joined = map_join_layers(map, member);
    return joined ? joined
                  : map_share_tables(map, member, def->methods ? def->methods : FW_METHOD_BIT(FW_AUTO));
}

static fw_result build_member(fw_map *map, const fw_unit_def *def, map_member **built)
{
    map_member *member = memory_get_zeroed(&map->memory, 1, member_bytes(map));
    if (!member)
        return FW_NO_MEMORY;
    member->unit.def = *def;
    member->unit.centre_offset = 0.5 * (def->size - 1);
    derive_costs(&member->unit);
    const fw_result result = furnish(map, member);
    if (result) {
        map_free_member(map, member);
        return result;
    }
    *built = member;
    return FW_OK;
}

void map_free_member(fw_map *map, map_member *member)
{
    map_release_tables(map, member);
    map_leave_layers(map, member);
    if (member->body)
        map_release_layer(map, member->body);
    memory_give_back(&map->memory, member, 1, member_bytes(map));
}

fw_result fw_map_add_unit(fw_map *map, const fw_unit_def *def, fw_unit_id *id)
{
    if (!map || !def || !id)
        return FW_NULL_ARGUMENT;
    fw_unit_def complete = *def;
    fw_result result = unit_complete(&complete, NULL);
    if (result)
        return result;
    size_t slot = 0;
    result = find_slot(map, &slot);
    if (result)
        return result;
    map_member *member = NULL;
    result = build_member(map, &complete, &member);
    if (result)
        return result;
    map_slot *place = &map->slots[slot];
    place->generation++;
    place->member = member;
    map->unit_count++;
    *id = member->unit.id = id_of(slot, place->generation);
    return FW_OK;
}

fw_result fw_map_remove_unit(fw_map *map, fw_unit_id id)
{
    if (!map)
        return FW_NULL_ARGUMENT;
    map_member *member = map_find_member(map, id);
    if (!member)
        return FW_UNKNOWN_UNIT;
    map_free_member(map, member);
    map->slots[id & ((1u << SLOT_BITS) - 1)].member = NULL;
    map->unit_count--;
    return FW_OK;
}

fw_result fw_map_unit(const fw_map *map, fw_unit_id id, fw_unit_def *def)
{
    if (!map || !def)
        return FW_NULL_ARGUMENT;
    const map_unit *unit = map_find_unit(map, id);
    if (!unit)
        return FW_UNKNOWN_UNIT;
    *def = unit->def;
    return FW_OK;
}
