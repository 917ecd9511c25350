#include "map/members.h"

#include "fairway/pose.h"
#include "map/layer_registry.h"
#include "map/table_registry.h"

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

static size_t member_bytes(const map_version *version)
{
    return sizeof(map_member) + (size_t)version->kind_count * sizeof(map_table_entry *);
}

/// Nothing but A* that computes clearance as it goes: then a unit needs no layer of its size and no tables.
static bool is_base(const fw_unit_def *def)
{
    return def->methods == FW_METHOD_BIT(FW_ON_DEMAND);
}

/// Gives a unit the layer of its body. FW_OK, or FW_NO_MEMORY if there is none.
static fw_result join_body(map_member *member, map_layer *body)
{
    member->body = body;
    member->unit.body = body ? &body->layer : NULL;
    return body ? FW_OK : FW_NO_MEMORY;
}

/// Gives a unit the layer of its size. FW_OK, or FW_NO_MEMORY if there is none.
static fw_result join_layer(map_member *member, map_layer *layer)
{
    member->layer = layer;
    member->unit.layer = layer ? &layer->layer : NULL;
    return layer ? FW_OK : FW_NO_MEMORY;
}

fw_result map_join_layer(map_version *version, map_member *member)
{
    return join_layer(member, map_share_layer(version, member->unit.capability, member->unit.def.size));
}

void map_leave_layer(map_version *version, map_member *member)
{
    if (!member->layer)
        return;
    map_release_layer(version, member->layer);
    member->layer = NULL;
    member->unit.layer = NULL;
}

/// Gives a unit the layers and tables that its methods need.
static fw_result prepare(map_version *version, map_member *member)
{
    const fw_unit_def *def = &member->unit.def;
    fw_result joined = join_body(member, map_share_layer(version, member->unit.capability, 1));
    if (joined || is_base(def))
        return joined;
    joined = map_join_layer(version, member);
    return joined ? joined
                  : map_share_tables(version, member, def->methods ? def->methods : FW_METHOD_BIT(FW_AUTO));
}

static void free_member(map_version *version, map_member *member)
{
    map_release_tables(version, member);
    map_leave_layer(version, member);
    if (member->body)
        map_release_layer(version, member->body);
    memory_give_back(version->memory, member, 1, member_bytes(version));
}

/// Makes room for a member in a slot.
static fw_result reserve_slot(map_version *version, size_t slot)
{
    if (MEMORY_RESERVE(version->memory, version->members, version->member_capacity, slot + 1))
        return FW_NO_MEMORY;
    while (version->member_count <= slot)
        version->members[version->member_count++] = NULL;
    return FW_OK;
}

/// Gives a member layers and tables equal to those of the same unit in another version.
static fw_result prepare_like(map_version *version, map_member *member, const map_member *from)
{
    if (join_body(member, map_copy_layer(version, from->body)) ||
        (from->layer && join_layer(member, map_copy_layer(version, from->layer))))
        return FW_NO_MEMORY;
    return map_copy_tables(version, member, from);
}

/// Puts a member into a slot, or frees it if something failed.
static fw_result enter(map_version *version, size_t slot, map_member *member, fw_result result)
{
    if (result)
        free_member(version, member);
    else
        version->members[slot] = member;
    return result;
}

/// Derives what the body means for paths on the grid. A pose on the far border of the map has an anchor on the map if
/// the unit is larger than a tile.
static void derive_body(const map_version *map, map_unit *unit)
{
    const fw_unit_def *def = &unit->def;
    unit->centre_offset = 0.5 * (def->size - 1);
    unit->last_x = def->size > 1 ? map->width : nextafter(map->width, 0);
    unit->last_y = def->size > 1 ? map->height : nextafter(map->height, 0);
    unit->outgrows_size = 2 * footprint_reach(&def->footprint) > def->size + FW_TOUCH;
    unit->keeps_to_grid =
        def->turn_radius <= 0 && (corners_are_cut(def->corners) ||
                                  (def->footprint.kind == FW_FOOTPRINT_CIRCLE && !unit->outgrows_size));
}

fw_result map_add_member(map_version *version, size_t slot, fw_unit_id id, const fw_unit_def *def)
{
    map_member *member = memory_get_zeroed(version->memory, 1, member_bytes(version));
    if (!member)
        return FW_NO_MEMORY;
    member->unit.id = id;
    member->unit.def = *def;
    derive_body(version, &member->unit);
    derive_costs(&member->unit);
    const fw_result reserved = reserve_slot(version, slot);
    return enter(version, slot, member, reserved ? reserved : prepare(version, member));
}

fw_result map_copy_member(map_version *version, size_t slot, const map_member *from)
{
    map_member *member = memory_get_zeroed(version->memory, 1, member_bytes(version));
    if (!member)
        return FW_NO_MEMORY;
    member->unit = from->unit;
    member->unit.layer = member->unit.body = NULL;
    const fw_result reserved = reserve_slot(version, slot);
    return enter(version, slot, member, reserved ? reserved : prepare_like(version, member, from));
}

void map_drop_member(map_version *version, size_t slot)
{
    if (slot >= version->member_count || !version->members[slot])
        return;
    free_member(version, version->members[slot]);
    version->members[slot] = NULL;
}
