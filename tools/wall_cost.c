#include "wall_cost.h"

#include <math.h>

#include "complain.h"
#include "io/text.h"
#include "metres.h"

/// Half of the shorter side of a unit's body, in tiles.
static double half_width(const fw_unit_def *unit)
{
    const fw_footprint *body = &unit->footprint;
    if (body->kind == FW_FOOTPRINT_BY_SIZE)
        return unit->size / 2.0;
    return body->kind == FW_FOOTPRINT_CIRCLE ? body->radius : fmin(body->length, body->width) / 2;
}

/// Reads COST[,DECAY[,RADIUS]].
static bool read_wall_cost(const job *work, const char *text, fw_inflation *inflation)
{
    io_span rest = io_span_of(text), piece;
    double numbers[3] = { 0, 1, length_from_tiles(work, half_width(&work->def)) };
    int count = 0;
    while (count < 3 && io_next_piece(&rest, ',', &piece) && io_read_decimal(piece, &numbers[count]))
        count++;
    const bool is_read = !rest.start && count >= 1 && numbers[0] >= 1.0 / 16 && numbers[0] <= 253.0 / 16;
    inflation->highest = is_read ? (uint8_t)lround(16 * numbers[0]) : 0;
    inflation->decay = length_from_tiles(work, numbers[1]); // per metre, times metres a tile
    inflation->radius = length_to_tiles(work, numbers[2]);
    return (is_read && inflation->decay >= 1.0 / 256 && inflation->decay <= 16 && inflation->radius >= 0 &&
            inflation->radius <= 64) ||
           complain(
               "--wall-cost is '%s', expected COST, COST,DECAY or COST,DECAY,RADIUS: 1/16 to 15.8, %g to %g "
               "per %s, up to %g%s",
               io_quoted(io_span_of(text)).text, length_to_tiles(work, 1.0 / 256), length_to_tiles(work, 16),
               work->metres ? "metre" : "tile", length_from_tiles(work, 64), length_word(work));
}

fw_result wall_cost_apply(const job *work, fw_overlay *overlay)
{
    return work->walls.highest ? fw_map_inflate(work->map, &work->walls, overlay) : FW_OK;
}

bool wall_cost_from_options(const options *given, job *work)
{
    if (!given->wall_cost)
        return true;
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        work->walls.capability |= (uint32_t)(work->def.terrain_cost[terrain] > 0) << terrain;
    if (!read_wall_cost(work, given->wall_cost, &work->walls))
        return false;
    fw_result made = FW_OK;
    if (!work->overlay)
        made = fw_overlay_create(fw_map_width(work->map), fw_map_height(work->map), NULL, &work->overlay);
    if (made == FW_OK)
        made = wall_cost_apply(work, work->overlay);
    return made == FW_OK || complain("--wall-cost: %s", fw_result_text(made));
}
