#include "plan/recalculation.h"

#include "map/overlay.h"

void recalculation_forget(recalculation *over)
{
    fw_overlay_clear(over->forbidden);
    *over = (recalculation){ .forbidden = over->forbidden, .guide = over->guide };
}

void recalculation_free(recalculation *over, memory *memory)
{
    fw_overlay_destroy(over->forbidden);
    if (over->guide)
        grid_field_free(over->guide);
    memory_give_back(memory, over->guide, 1, sizeof *over->guide);
    *over = (recalculation){ 0 };
}
