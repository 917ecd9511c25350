#include "forest/sector.h"

#include "base/trig.h"
#include "forest/gate.h"

void sector_table_init(sector_table *table)
{
    for (int i = 0; i <= SECTORS; i++)
        trig_sincos(i * SECTOR_WIDTH, &table->border[i].y, &table->border[i].x);
    for (int i = 0; i < SECTORS; i++)
        trig_sincos((i + 0.5) * SECTOR_WIDTH, &table->axis[i].y, &table->axis[i].x);
    trig_sincos(SECTOR_WIDTH / 2, &table->half_sine, &table->half_cosine);
    table->bulge = 1 - trig_cos(SECTOR_WIDTH);
    table->most_slope = table->half_sine / table->half_cosine;
}

int sector_part_at(const sector_table *table, double slope)
{
    const double part = (slope / table->most_slope + 1) * (SECTOR_PARTS / 2);
    return part < 0 ? 0 : part < SECTOR_PARTS ? (int)part : SECTOR_PARTS - 1;
}

double sector_reach_toward(const sector_table *table, const sector_reach *reach, vector centre, double own,
                           double radius)
{
    const tangent low = tangent_to(centre.x, centre.y, radius - own);
    const tangent high = tangent_to(centre.x, centre.y, -radius - own);
    const bool is_ahead = low.along.x > 0 && high.along.x > 0;
    const int first = is_ahead ? sector_part_at(table, slope_of(low.along) - GATE_SLOPE) : 0;
    const int last = is_ahead ? sector_part_at(table, slope_of(high.along) + GATE_SLOPE) : SECTOR_PARTS - 1;
    float most = 0;
    for (int i = first; i <= last; i++)
        most = fmaxf(most, reach->parts[i]);
    return most;
}
