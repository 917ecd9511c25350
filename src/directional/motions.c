#include "fairway/directional.h"

fw_result fw_map_motions(const fw_map *map, fw_unit_id id, fw_method method, fw_motion_summary *summary)
{
    (void)id;
    (void)method;
    return map && summary ? FW_NOT_SUPPORTED : FW_NULL_ARGUMENT;
}
