#include "base/cookie.h"
#include "fairway/shape.h"

fw_speed_def fw_default_speed_def(void)
{
    return (fw_speed_def){
        .top = 1.0, .acceleration = 1.0, .braking = 1.0, .lateral = 1.0, .cookie = COOKIE_OF(fw_speed_def)
    };
}

fw_result fw_path_profile(const fw_map *map, const fw_speed_def *def, fw_path *path)
{
    if (!map || !def || !path)
        return FW_NULL_ARGUMENT;
    return def->cookie == COOKIE_OF(fw_speed_def) ? FW_NOT_SUPPORTED : FW_BAD_DEF;
}

fw_result fw_path_pose_at_time(const fw_path *path, double time, fw_pose *pose, double *speed)
{
    (void)time;
    (void)speed;
    return path && pose ? FW_NOT_SUPPORTED : FW_NULL_ARGUMENT;
}
