#include <assert.h>
#include <math.h>

#include "base/def.h"
#include "map/map_inside.h"

/// @file
/// Registered units: adding, finding, removing, and copying them to another version.

enum { MAX_UNITS = 4000 };
#define MAX_GENERATION ((UINT32_C(1) << (32 - SLOT_BITS)) - 1)

static fw_unit_id id_of(size_t slot, uint32_t generation)
{
    return generation << SLOT_BITS | (uint32_t)slot;
}

static size_t slot_of(fw_unit_id id)
{
    return id & (SLOTS - 1);
}

bool map_has_unit(const fw_map *map, fw_unit_id id)
{
    const uint32_t live = atomic_load_explicit(&map->editor->slots[slot_of(id)].live, memory_order_relaxed);
    return live != 0 && live == id >> SLOT_BITS;
}

map_member *map_find_member(const fw_map *map, fw_unit_id id)
{
    const size_t slot = slot_of(id);
    map = map_seen(map);
    map_member *member = slot < map->member_count ? map->members[slot] : NULL;
    return member && member->unit.id == id && map_has_unit(map, id) ? member : NULL;
}

const map_unit *map_find_unit(const fw_map *map, fw_unit_id id)
{
    const map_member *member = map_find_member(map, id);
    return member ? &member->unit : NULL;
}

/// A free slot whose generations are not used up.
static fw_result find_slot(const map_editor *editor, size_t *slot)
{
    if (editor->unit_count == MAX_UNITS)
        return FW_TOO_MANY;
    for (size_t i = 0; i < SLOTS; i++)
        if (editor->slots[i].live == 0 && editor->slots[i].last < MAX_GENERATION) {
            *slot = i;
            return FW_OK;
        }
    return FW_TOO_MANY;
}

static void derive_costs(map_unit *unit)
{
    unit->uniform = true;
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++) {
        const uint32_t cost = terrain_cost_of(&unit->def, terrain);
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

/// Nothing but A* that computes clearance as it goes: then a unit needs no layer of its size and no tables.
static bool is_base(const fw_unit_def *def)
{
    return def->methods == FW_METHOD_BIT(FW_ON_DEMAND);
}

static fw_result join_body(fw_map *map, map_member *member)
{
    member->body = map_share_layer(map, member->unit.capability, 1);
    if (!member->body)
        return FW_NO_MEMORY;
    member->unit.body = &member->body->layer;
    return FW_OK;
}

fw_result map_join_layer(fw_map *map, map_member *member)
{
    member->layer = map_share_layer(map, member->unit.capability, member->unit.def.size);
    if (!member->layer)
        return FW_NO_MEMORY;
    member->unit.layer = &member->layer->layer;
    return FW_OK;
}

void map_leave_layer(fw_map *map, map_member *member)
{
    if (!member->layer)
        return;
    map_release_layer(map, member->layer);
    member->layer = NULL;
    member->unit.layer = NULL;
}

/// Gives a unit the layers and tables that its methods need.
static fw_result prepare(fw_map *map, map_member *member)
{
    const fw_unit_def *def = &member->unit.def;
    fw_result joined = join_body(map, member);
    if (joined || is_base(def))
        return joined;
    joined = map_join_layer(map, member);
    return joined ? joined
                  : map_share_tables(map, member, def->methods ? def->methods : FW_METHOD_BIT(FW_AUTO));
}

static fw_result build_member(fw_map *map, const fw_unit_def *def, map_member **built)
{
    map_member *member = memory_get_zeroed(map->memory, 1, member_bytes(map));
    if (!member)
        return FW_NO_MEMORY;
    member->unit.def = *def;
    member->unit.centre_offset = 0.5 * (def->size - 1);
    derive_costs(&member->unit);
    const fw_result result = prepare(map, member);
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
    map_leave_layer(map, member);
    if (member->body)
        map_release_layer(map, member->body);
    memory_give_back(map->memory, member, 1, member_bytes(map));
}

/// Makes room for a member in a slot.
static fw_result reserve_slot(fw_map *version, size_t slot)
{
    if (memory_reserve(version->memory, &version->members, &version->member_capacity, slot + 1,
                       sizeof(map_member *)))
        return FW_NO_MEMORY;
    while (version->member_count <= slot)
        version->members[version->member_count++] = NULL;
    return FW_OK;
}

/// Gives a member layers and tables equal to those of the same unit in another version.
static fw_result prepare_like(fw_map *version, map_member *member, const map_member *from)
{
    if (join_body(version, member) || (from->layer && map_join_layer(version, member)))
        return FW_NO_MEMORY;
    return map_copy_tables(version, member, from);
}

fw_result map_copy_member(fw_map *version, size_t slot, const map_member *from)
{
    map_member *member = memory_get_zeroed(version->memory, 1, member_bytes(version));
    if (!member)
        return FW_NO_MEMORY;
    member->unit = from->unit;
    member->unit.layer = member->unit.body = NULL;
    fw_result result = prepare_like(version, member, from);
    if (result == FW_OK)
        result = reserve_slot(version, slot);
    if (result)
        map_free_member(version, member);
    else
        version->members[slot] = member;
    return result;
}

void map_free_removed(fw_map *version)
{
    for (size_t slot = 0; slot < version->member_count; slot++) {
        map_member *member = version->members[slot];
        if (!member || map_has_unit(version, member->unit.id))
            continue;
        map_free_member(version, member);
        version->members[slot] = NULL;
    }
}

/// Registers a complete unit in a slot of a version.
static fw_result add_unit(fw_map *version, const fw_unit_def *def, size_t slot)
{
    map_member *member = NULL;
    const fw_result result = reserve_slot(version, slot) ? FW_NO_MEMORY : build_member(version, def, &member);
    if (result)
        return result;
    unit_slot *place = &version->editor->slots[slot];
    member->unit.id = id_of(slot, ++place->last);
    atomic_store_explicit(&place->announced, 0, memory_order_relaxed);
    version->members[slot] = member;
    atomic_store_explicit(&place->live, place->last, memory_order_relaxed);
    version->editor->unit_count++;
    return FW_OK;
}

fw_result fw_map_add_unit(fw_map *map, const fw_unit_def *def, fw_unit_id *id)
{
    if (!map || !def || !id)
        return FW_NULL_ARGUMENT;
    fw_unit_def complete;
    fw_result result = unit_complete(def, &complete, NULL);
    if (result)
        return result;
    size_t slot = 0;
    result = find_slot(map->editor, &slot);
    if (result)
        return result;
    fw_map *opened = map_open_version(map);
    if (!opened)
        return FW_NO_MEMORY;
    result = add_unit(opened, &complete, slot);
    map_close_version(map, opened, result == FW_OK);
    if (result == FW_OK)
        *id = id_of(slot, map->editor->slots[slot].last);
    return result;
}

fw_result fw_map_remove_unit(fw_map *map, fw_unit_id id)
{
    if (!map)
        return FW_NULL_ARGUMENT;
    if (!map_find_member(map, id))
        return FW_UNKNOWN_UNIT;
    atomic_store_explicit(&map->editor->slots[slot_of(id)].live, 0, memory_order_relaxed);
    map->editor->unit_count--;
    map_end_constructions(map->editor, id);
    map_free_unheld(map);
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

fw_result fw_map_get_unit(const fw_map *map, fw_unit_id id, fw_unit_def *def, size_t bytes)
{
    fw_unit_def whole;
    const fw_result result = fw_map_unit(map, id, &whole);
    return result == FW_OK ? def_init(def, bytes, &whole, sizeof whole) : result;
}
