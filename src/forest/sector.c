#include "forest/sector.h"

#include "base/trig.h"

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
