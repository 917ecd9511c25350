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
    void *slots = map->slots;
    if (memory_reserve(&map->from, &slots, &map->slot_capacity, map->slot_count + 1, sizeof *map->slots))
        return FW_NO_MEMORY;
    map->slots = slots;
    map->slots[map->slot_count] = (map_slot){ 0 };
    *slot = map->slot_count++;
    return FW_OK;
}

static void derive_costs(map_unit *unit)
{
    unit->uniform = true;
    unit->def.terrain_cost[FW_BLOCKED] = 0;
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

static fw_result join_layers(fw_map *map, map_member *member)
{
    map_unit *unit = &member->unit;
    member->body = map_share_layer(map, unit->capability, 1);
    if (!member->body)
        return FW_NO_MEMORY;
    member->on = map_share_layer(map, unit->capability, unit->def.size);
    if (!member->on)
        goto no_layer;
    if (map_share_regions(map, member->body, false))
        goto no_body_regions;
    if (map_share_regions(map, member->on, is_diagonal(unit)))
        goto no_regions;
    return FW_OK;

no_regions:
    map_release_regions(map, member->body, false);
no_body_regions:
    map_release_layer(map, member->on);
no_layer:
    map_release_layer(map, member->body);
    return FW_NO_MEMORY;
}

static void leave_layers(fw_map *map, map_member *member)
{
    map_release_regions(map, member->on, is_diagonal(&member->unit));
    map_release_regions(map, member->body, false);
    map_release_layer(map, member->on);
    map_release_layer(map, member->body);
}

void map_show_layers(map_member *member)
{
    map_unit *unit = &member->unit;
    unit->on = &member->on->on;
    unit->body = &member->body->on;
    unit->joined = member->on->joined[is_diagonal(unit)];
    unit->body_joined = member->body->joined[false];
}

static fw_result build_member(fw_map *map, const fw_unit_def *def, map_member **built)
{
    map_member *member = memory_get_zeroed(&map->from, 1, member_bytes(map));
    if (!member)
        return FW_NO_MEMORY;
    member->unit.def = *def;
    derive_costs(&member->unit);
    fw_result result = join_layers(map, member);
    if (!result) {
        result = map_share_tables(map, member, def->methods ? def->methods : FW_METHOD_BIT(FW_AUTO));
        if (result)
            leave_layers(map, member);
    }
    if (result) {
        memory_give_back(&map->from, member, 1, member_bytes(map));
        return result;
    }
    map_show_layers(member);
    *built = member;
    return FW_OK;
}

void map_free_member(fw_map *map, map_member *member)
{
    map_release_tables(map, member);
    leave_layers(map, member);
    memory_give_back(&map->from, member, 1, member_bytes(map));
}

fw_result fw_map_add_unit(fw_map *map, const fw_unit_def *def, fw_unit_id *id)
{
    if (!map || !def || !id)
        return FW_NULL_ARGUMENT;
    fw_unit_def complete = *def;
    fw_result result = unit_complete(&complete);
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
