#include "fairway/map.h"
#include "grid/jump_kind.h"
#include "map/map.h"

static const derived_kind *const kinds[] = { &jump_tables_kind };

fw_result fw_map_create(const fw_map_def *def, fw_map **map)
{
    return map_create(def, kinds, sizeof kinds / sizeof *kinds, map);
}
