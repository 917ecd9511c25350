#include "areas/area_build.h"
#include "areas/area_map.h"
#include "areas/area_pieces.h"
#include "areas/quadtree.h"
#include "base/def.h"
#include "map/pin.h"

enum { LABELS = UINT16_MAX + 1 };

static const fw_area_map_def defaults = { .bytes = sizeof defaults, .cookie = AREA_MAP_DEF_COOKIE };

fw_result fw_area_map_def_init(fw_area_map_def *def, size_t bytes)
{
    return def_init(def, bytes, &defaults, sizeof defaults);
}

fw_area_map_def fw_default_area_map_def(void)
{
    return defaults;
}

static area_cells cells_of(const fw_area_map *made, const uint16_t *labels, int32_t side)
{
    const int32_t columns = (made->width + side - 1) / side, rows = (made->height + side - 1) / side;
    const uint32_t first = labels ? LABELS : 0;
    return (area_cells){ .labels = labels,
                         .side = side,
                         .columns = columns,
                         .rows = rows,
                         .first_square = first,
                         .count = first + (uint32_t)columns * (uint32_t)rows };
}

/// Cuts the map into areas by labels and squares.
static fw_result build(fw_area_map *made, const map_version *map, const map_unit *unit,
                       const fw_area_map_def *def, int32_t side)
{
    area_cells cells = cells_of(made, def->labels, side);
    area_pieces pieces = { .memory = &made->kept.memory };
    uint32_t *leaves = NULL;
    fw_result result = FW_OK;
    if (def->partition == FW_PARTITION_QUADTREE)
        result = quadtree_cut(&made->kept.memory, unit->layer, &cells, &leaves);
    cells.leaves = leaves;
    if (result == FW_OK)
        result = area_pieces_cut(&pieces, unit, &cells);
    if (result == FW_OK)
        result = area_build_areas(made, map, unit, &cells, &pieces);
    if (result == FW_OK)
        result = area_build_edges(made, &pieces);
    area_pieces_free(&pieces);
    quadtree_free(&made->kept.memory, &cells, leaves);
    return result;
}

/// Cuts the map by squares of the requested side; if none is requested, by wider and wider ones until there are few
/// enough.
static fw_result build_fitting(fw_area_map *made, const map_version *map, const map_unit *unit,
                               const fw_area_map_def *def)
{
    if (def->side) // no square is wider than the widest map
        return build(made, map, unit, def, def->side < FW_MAX_SIDE ? def->side : FW_MAX_SIDE);
    fw_result result = FW_TOO_MANY;
    for (int32_t side = area_map_side(map); result == FW_TOO_MANY && side <= 2 * FW_MAX_SIDE; side *= 2)
        result = build(made, map, unit, def, side);
    return result;
}

static fw_result create(const map_version *map, fw_unit_id id, const fw_area_map_def *def,
                        fw_area_map **created)
{
    const map_unit *unit = map_find_unit(map, id);
    if (!unit || !unit->layer)
        return unit ? FW_NOT_PREPARED : FW_UNKNOWN_UNIT;
    fw_area_map *made = keeper_found(def->allocator, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->unit = id;
    made->width = map_width(map);
    made->height = map_height(map);
    made->numbers = memory_get_zeroed(&made->kept.memory, (size_t)made->width * (size_t)made->height,
                                      sizeof *made->numbers);
    const fw_result result = made->numbers ? build_fitting(made, map, unit, def) : FW_NO_MEMORY;
    if (result == FW_OK)
        *created = made;
    else
        fw_area_map_destroy(made);
    return result;
}

fw_result fw_area_map_create(const fw_map *map, fw_unit_id unit, const fw_area_map_def *def,
                             fw_area_map **areas)
{
    if (!map || !areas)
        return FW_NULL_ARGUMENT;
    fw_area_map_def room;
    def = def ? def_whole(def, &defaults, sizeof defaults, &room) : &defaults;
    if (!def)
        return FW_BAD_DEF;
    if (def->side < 0 || !(def->partition >= 0 && def->partition < FW_PARTITION_COUNT))
        return FW_BAD_VALUE;
    map_pin pin;
    map_pin_join(map, &pin);
    const fw_result result = create(map_pin_hold(&pin), unit, def, areas);
    map_pin_leave(&pin);
    return result;
}
