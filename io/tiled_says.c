#include "io/tiled_says.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/text.h"

void tiled_copy(char to[IO_SAID_BYTES], const char *from)
{
    snprintf(to, IO_SAID_BYTES, "%s", from);
}

void tiled_says_property(tiled_says *says, const char *name, const char *value)
{
    double cost = 0.0;
    if (strcmp(name, "terrain") == 0)
        tiled_copy(says->terrain, value);
    if (strcmp(name, "walkable") == 0) {
        says->has_walkable = true;
        says->walkable = strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
    }
    if (strcmp(name, "unit") == 0)
        snprintf(says->unit, sizeof says->unit, "%s", value);
    if (strcmp(name, "heading") == 0 && *value) {
        says->has_heading = true;
        if (!io_read_decimal(io_span_of(value), &says->heading))
            says->heading = NAN;
    }
    if (strcmp(name, "cost") == 0 && io_read_decimal(io_span_of(value), &cost) && cost > 0.0)
        says->cost = cost;
}
