#include "why.h"

#include <math.h>
#include <stdio.h>

#include "complain.h"
#include "metres.h"

/// Tiles from a spot to its text: a tile, and more on maps whose tiles are small in pictures.
static double label_distance(const job *work)
{
    return fmax(1.0, fmax(fw_map_width(work->map), fw_map_height(work->map)) / 45.0);
}

/// Adds a spot with a text above it.
static void mark(const job *work, why *why, fw_pose place, const char *text, io_pen pen)
{
    io_note *note = &why->notes[why->note_count++];
    *note = (io_note){ .kind = IO_NOTE_SPOT,
                       .line.start = place,
                       .pen = pen,
                       .text_x = place.x,
                       .text_y = place.y - label_distance(work) };
    snprintf(note->text, sizeof note->text, "%s", text);
}

/// Moves the text of the lower spot below it, where the other one is not, and texts near the upper border, too.
static void part_texts(const job *work, why *why)
{
    for (int32_t i = 0; i < why->note_count; i++) {
        io_note *note = &why->notes[i];
        const bool is_lower = why->note_count == 2 && note->line.start.y >= why->notes[1 - i].line.start.y &&
                              (i == 1 || note->line.start.y > why->notes[1].line.start.y);
        if (is_lower || note->line.start.y < 1.5 * label_distance(work))
            note->text_y = note->line.start.y + label_distance(work);
    }
}

/// What is in the way, in a word or two.
static const char *barrier_label(const job *work, const fw_explanation *said)
{
    static const char *const labels[FW_BARRIER_COUNT] = {
        [FW_BARRIER_START] = "blocked",  [FW_BARRIER_GOAL] = "blocked",    [FW_BARRIER_OVERLAY] = "overlay",
        [FW_BARRIER_CORNERS] = "corner", [FW_BARRIER_SIZE] = "too narrow", [FW_BARRIER_WALLS] = "walls",
        [FW_BARRIER_ROOM] = "no room",
    };
    if (said->barrier == FW_BARRIER_TERRAIN)
        for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
            if (said->terrains == UINT32_C(1) << terrain)
                return fw_map_terrain_name(work->map, (uint8_t)terrain);
    return labels[said->barrier] ? labels[said->barrier] : fw_barrier_name(said->barrier);
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
        mark(work, why, said->nearest, "nearest", IO_PEN_INK);
    if (said->has_place)
        mark(work, why, said->place, barrier_label(work, said), IO_PEN_RED);
    part_texts(work, why);
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
