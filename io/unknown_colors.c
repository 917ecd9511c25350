#include "io/unknown_colors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/color_table.h"

enum { MOST_TOLD = 4 };

void io_unknown_color_add(io_unknown_colors *colors, uint32_t color, int32_t x, int32_t y)
{
    uint32_t at = color * 2654435761u % IO_UNKNOWN_SLOTS;
    while (colors->slots[at].count && colors->slots[at].color != color)
        at = (at + 1) % IO_UNKNOWN_SLOTS;
    io_unknown_color *slot = &colors->slots[at];
    if (slot->count == 0) {
        if (colors->count == IO_MOST_UNKNOWN)
            return;
        colors->count++;
        *slot = (io_unknown_color){ .color = color, .x = x, .y = y };
    }
    slot->count++;
}

static int by_count(const void *a, const void *b)
{
    const io_unknown_color *first = a, *second = b;
    if (first->count != second->count)
        return first->count < second->count ? 1 : -1;
    return (first->color > second->color) - (first->color < second->color);
}

bool io_unknown_colors_fail(io_unknown_colors *colors, const char *name, const char *table, bool has_table,
                            io_fault *fault)
{
    char list[256] = "";
    qsort(colors->slots, IO_UNKNOWN_SLOTS, sizeof *colors->slots, by_count); // free slots come last
    for (int i = 0; i < colors->count && i < MOST_TOLD; i++) {
        const io_unknown_color *item = &colors->slots[i];
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s (%zu pixel%s, the first at %d,%d)", i ? ", " : "",
                 io_color_name(item->color).text, item->count, item->count == 1 ? "" : "s", item->x, item->y);
    }
    const char *more = colors->count > MOST_TOLD ? " and others" : "";
    return io_fail(fault,
                   has_table ? "%s: %s does not say what these colours are: %s%s"
                             : "%s: there is no table of colours, %s, and these colours are neither black "
                               "nor white: %s%s",
                   name, table, list, more);
}
