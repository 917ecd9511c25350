#include "why.h"

#include <stdio.h>

#include "complain.h"
#include "metres.h"

/// Adds a dot with a text above it, or below it.
static void mark(why *why, fw_pose place, const char *text, bool is_red)
{
    io_note *note = &why->notes[why->note_count++];
    *note = (io_note){
        .kind = IO_NOTE_DOT, .line.start = place, .is_red = is_red, .text_x = place.x, .text_y = place.y - 1
    };
    snprintf(note->text, sizeof note->text, "%s", text);
}

/// Names terrains, such as "water, tree".
static void name_terrains(const fw_map *map, uint32_t terrains, io_explanation *told)
{
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        if (terrains >> terrain & 1)
            told->terrains[told->terrain_count++] = fw_map_terrain_name(map, (uint8_t)terrain);
}

bool why_ask(const job *work, fw_planner *planner, const fw_request *request, why *why)
{
    fw_explanation *said = &why->said;
    const fw_result result = fw_explain(planner, request, said, sizeof *said);
    if (result != FW_OK)
        return complain("--why: %s", fw_result_text(result));
    why->is_asked = true;
    if (said->has_nearest)
        mark(why, said->nearest, "nearest", false);
    if (said->has_place)
        mark(why, said->place, fw_barrier_name(said->barrier), true);
    why->told = (io_explanation){ .explanation = *said };
    pose_from_tiles(work, &why->told.explanation.place);
    pose_from_tiles(work, &why->told.explanation.nearest);
    name_terrains(work->map, said->terrains, &why->told);
    return true;
}

void why_tell(const job *work, const why *why)
{
    const fw_explanation *told = &why->told.explanation;
    if (told->barrier == FW_BARRIER_START || told->barrier == FW_BARRIER_GOAL)
        return; // the result says it
    complain("%s", told->text);
    if (why->told.terrain_count > 0) {
        char names[256] = "";
        size_t used = 0;
        for (int i = 0; i < why->told.terrain_count && used < sizeof names; i++)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                     why->told.terrains[i]);
        complain("a unit of size %d gets there that also enters %s", told->size, names);
    }
    if (told->has_place)
        complain("what is in the way: %.6g,%.6g%s", told->place.x, told->place.y, length_unit(work));
    if (told->has_nearest)
        complain("the place nearest to the goal that it gets to: %.6g,%.6g%s", told->nearest.x,
                 told->nearest.y, length_unit(work));
}
