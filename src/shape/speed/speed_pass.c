#include "shape/speed/speed_pass.h"

#include <math.h>

void speed_pass_backward(const fw_speed_def *def, speed_node *nodes, int32_t count, double end)
{
    speed_node *last = &nodes[count - 1];
    const double at_end = fmin(end, def->top * def->top); // a path of length 0 has no other limit
    last->most = fmin(fmin(last->most, last->along), at_end);
    for (int32_t i = count - 2; i >= 0; i--) {
        const speed_node *next = &nodes[i + 1];
        const double can_brake = next->most + 2 * def->braking * (next->at - nodes[i].at);
        nodes[i].most = fmin(fmin(nodes[i].most, can_brake), fmin(nodes[i].along, next->along));
    }
}

void speed_pass_forward(const fw_speed_def *def, speed_node *nodes, int32_t count, double start)
{
    nodes[0].most = fmin(nodes[0].most, start);
    for (int32_t i = 1; i < count; i++) {
        const double reached = nodes[i - 1].most + 2 * def->acceleration * (nodes[i].at - nodes[i - 1].at);
        nodes[i].most = fmin(nodes[i].most, reached);
    }
}
