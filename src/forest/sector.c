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

int sector_toward(const sector_table *table, vector direction)
{
    int sector = 0;
    if (direction.y < 0) {
        direction = (vector){ -direction.x, -direction.y };
        sector = SECTORS / 2;
    }
    if (direction.x < 0) {
        direction = (vector){ direction.y, -direction.x };
        sector += SECTORS / 4;
    }
    for (int i = 1; i < SECTORS / 4; i++)
        sector += table->border[i].x * direction.y > table->border[i].y * direction.x;
    return sector;
}
