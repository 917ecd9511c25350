#include "area_way.h"

#include <stdio.h>
#include <stdlib.h>

area_way area_way_of(const fw_planner *planner, const job *work)
{
    area_way way = { .count = fw_planner_area_path(planner, NULL, 0) };
    int32_t *areas = malloc(sizeof *areas * ((size_t)way.count + 1));
    way.names = malloc(sizeof *way.names * ((size_t)way.count + 1));
    if (areas && way.names) {
        fw_planner_area_path(planner, areas, way.count);
        for (int32_t i = 0; i < way.count; i++) {
            const int32_t label = fw_area_map_label(work->areas, areas[i]);
            way.names[i] = label ? work->names.names[label] : "";
        }
    } else {
        way.count = 0;
    }
    free(areas);
    return way;
}

void area_way_free(area_way *way)
{
    free((void *)way->names);
    *way = (area_way){ 0 };
}

void area_way_print(const area_way *way)
{
    const char *last = "", *gap = ": ";
    if (way->count == 0)
        return;
    printf("%d area%s on the way", way->count, way->count == 1 ? "" : "s");
    for (int32_t i = 0; i < way->count; i++) {
        const char *name = way->names[i];
        if (*name && name != last)
            printf("%s%s", gap, name);
        gap = *name && name != last ? ", " : gap;
        last = name;
    }
    putchar('\n');
}
