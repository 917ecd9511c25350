#include "fairway/map.h"
#include "map/map.h"

fw_result fw_map_create(const fw_map_def *def, fw_map **map)
{
    return map_create(def, NULL, 0, map);
}
