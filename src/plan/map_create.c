#include "directional/motions/motion_kinds.h"
#include "fairway/map.h"
#include "grid/jump_kind.h"
#include "hierarchy/shared_kind.h"
#include "map/create.h"
#include "regions/unit_regions.h"

_Static_assert(MOTION_KINDS == 6, "every kind of motions is listed here");

static const derived_kind *const kinds[] = { &jump_tables_kind, &regions_kind,         &body_regions_kind,
                                             &motion_kinds[0],  &motion_kinds[1],      &motion_kinds[2],
                                             &motion_kinds[3],  &motion_kinds[4],      &motion_kinds[5],
                                             &hierarchy_kind,   &shared_hierarchy_kind };

fw_result fw_map_create(const fw_map_def *def, fw_map **map)
{
    return map_create(def, kinds, sizeof kinds / sizeof *kinds, map);
}
