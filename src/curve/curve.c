#include "fairway/curve.h"

fw_result fw_reeds_shepp(fw_pose start, fw_pose goal, double turn_radius, double reverse_penalty,
                         double gear_change_cost, fw_curve *curve)
{
    (void)start, (void)goal, (void)turn_radius, (void)reverse_penalty, (void)gear_change_cost, (void)curve;
    return FW_NOT_SUPPORTED;
}
