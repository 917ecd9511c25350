#include "fairway/curve.h"

fw_result fw_turn_then_straight(fw_pose start, double x, double y, double turn_radius, fw_side side,
                                fw_curve *curve)
{
    (void)start, (void)x, (void)y, (void)turn_radius, (void)side, (void)curve;
    return FW_NOT_SUPPORTED;
}

fw_result fw_dubins(fw_pose start, fw_pose goal, double turn_radius, fw_dubins_word word, fw_curve *curve)
{
    (void)start, (void)goal, (void)turn_radius, (void)word, (void)curve;
    return FW_NOT_SUPPORTED;
}

fw_result fw_dubins_length(fw_pose start, fw_pose goal, double turn_radius, double *length)
{
    (void)start, (void)goal, (void)turn_radius, (void)length;
    return FW_NOT_SUPPORTED;
}

fw_result fw_reeds_shepp(fw_pose start, fw_pose goal, double turn_radius, double reverse_penalty,
                         double gear_change_cost, fw_curve *curve)
{
    (void)start, (void)goal, (void)turn_radius, (void)reverse_penalty, (void)gear_change_cost, (void)curve;
    return FW_NOT_SUPPORTED;
}

fw_result fw_sweep(const fw_map *map, fw_unit_id unit, const fw_overlay *overlay, const fw_segment *segment,
                   bool *is_free)
{
    (void)map, (void)unit, (void)overlay, (void)segment, (void)is_free;
    return FW_NOT_SUPPORTED;
}
