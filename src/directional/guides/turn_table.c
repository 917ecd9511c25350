#include "directional/guides/turn_table.h"

#include <math.h>

#include "base/trig.h"
#include "directional/guides/lookup_table.h"
#include "fairway/curve.h"

void turn_table_fill(turn_table *table, double turn_radius)
{
    for (int direction = 0; direction < TURN_DIRECTIONS; direction++) {
        double sine, cosine;
        trig_sincos(direction * (FW_PI / 4), &sine, &cosine);
        for (int part = 0; part < TURN_DISTANCES; part++) {
            const double distance = (double)part / TURN_GRAIN;
            fw_curve turn = { 0 };
            fw_turn_then_straight((fw_pose){ 0 }, distance * cosine, distance * sine, turn_radius,
                                  FW_SIDE_SHORTER, &turn);
            table->length[direction][part] = (uint32_t)(turn.length * MOTION_SCALE);
        }
    }
}

uint32_t turn_table_length(const turn_table *table, double distance, double direction)
{
    const uint32_t *lengths = table->length[lround(fabs(trig_wrap(direction)) / (FW_PI / 4))];
    const double within = fmin(distance, TURN_REACH);
    return lengths[lround(within * TURN_GRAIN)] + (uint32_t)((distance - within) * MOTION_SCALE);
}
