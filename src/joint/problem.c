#include "joint/problem.h"

uint64_t joint_plan_rest(const joint_plan *plan, int32_t from_beat)
{
    uint64_t cost = 0;
    for (int32_t i = 0; i < plan->units; i++) {
        int32_t rest = plan->beats - 1;
        while (rest > from_beat) {
            const joint_place *now = &plan->places[(size_t)rest * (size_t)plan->units + (size_t)i],
                              *before = now - plan->units;
            if (now->x != before->x || now->y != before->y)
                break;
            rest--;
        }
        if (rest > from_beat)
            cost += (uint64_t)(rest - from_beat) * plan->weights[i];
    }
    return cost;
}
