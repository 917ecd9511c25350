#include <math.h>

#include "directional/motions/departure.h"
#include "directional/motions/motion_kinds.h"
#include "directional/motions/motion_set.h"
#include "inspect/mark.h"

/// Sends the motions by which a unit may leave a lattice pose in one gear.
typedef struct motion_inspection {
    const departure *departure;
    marker to;
    int32_t group; ///< of the next motion
} motion_inspection;

static bool send_segments(const motion_inspection *inspection, const motion *motion, bool is_free)
{
    const departure *departure = inspection->departure;
    const double offset = departure->ground->table->offset;
    for (int32_t i = 0; i < motion_segment_count(departure->motions, motion); i++) {
        const fw_mark mark = {
            .kind = FW_MARK_MOTION,
            .shape = FW_MARK_LINE,
            .group = inspection->group,
            .line = motion_segment(departure->motions, motion, i, departure->pose.x + offset,
                                   departure->pose.y + offset, departure->gear),
            .numbers = { (double)motion->cost[departure->gear] / MOTION_SCALE, is_free },
        };
        if (!mark_send(&inspection->to, &mark))
            return false;
    }
    return true;
}

/// The tiles that a motion touches in a row of the window, one bit each.
static uint64_t mask_row(const control_set *controls, int32_t index, int32_t row)
{
    const uint64_t word = control_mask(controls, index, row / controls->rows_a_word);
    return word >> row % controls->rows_a_word * controls->width & bits_below(controls->width);
}

static bool send_mask(const motion_inspection *inspection, int32_t index, bool is_free)
{
    const departure *departure = inspection->departure;
    const control_set *controls = departure->controls;
    const int32_t left = departure->pose.x + controls->left, top = departure->pose.y + controls->top;
    for (int32_t row = 0; row < controls->height; row++)
        for (uint64_t rest = mask_row(controls, index, row); rest;) {
            const int begin = bits_lowest(rest), count = bits_lowest(~(rest >> begin));
            const fw_tile_rect run = { left + begin, top + row, count, 1 };
            if (!mark_send_tiles(&inspection->to, FW_MARK_HIT_MASK, inspection->group, run, is_free))
                return false;
            rest &= ~(bits_below(count) << begin);
        }
    return true;
}

/// Sends the motions of one gear. Returns false if the receiver wants no more.
static bool send_motions(motion_inspection *inspection, const departure *departure)
{
    inspection->departure = departure;
    for (int32_t i = 0; i < departure->controls->count; i++, inspection->group++) {
        const bool is_free = departure_is_free(departure, i);
        if (!send_segments(inspection, &departure->controls->motions[i], is_free) ||
            !send_mask(inspection, i, is_free))
            return false;
    }
    return true;
}

/// The lattice pose nearest to a pose. Returns false if it is not on a tile of the map.
static bool nearest_pose(const map_version *map, const motion_table *table, fw_pose place,
                         lattice_pose *nearest)
{
    const double x = floor(place.x - table->offset + 0.5), y = floor(place.y - table->offset + 0.5);
    if (x < 0 || y < 0 || x >= map->width || y >= map->height)
        return false;
    *nearest = (lattice_pose){ (int32_t)x, (int32_t)y, motion_heading_near(place.heading, table->headings) };
    return true;
}

fw_result fw_inspect_motions(const fw_map *map, fw_unit_id id, fw_method method, fw_pose place,
                             fw_mark_fn receive, void *user)
{
    const map_version *version;
    const map_unit *unit;
    const fw_result result = mark_find_unit(map, id, receive, &version, &unit);
    if (result != FW_OK)
        return result;
    const derived_kind *kind = motion_kind_of(method);
    if (!isfinite(place.x) || !isfinite(place.y) || !isfinite(place.heading))
        return FW_NOT_FINITE;
    const motion_table *table = kind ? map_table(version, unit, kind) : NULL;
    if (!table)
        return kind ? FW_NOT_PREPARED : FW_BAD_VALUE;
    lattice_pose from;
    if (!nearest_pose(version, table, place, &from))
        return FW_BAD_VALUE;
    const motion_ground ground = { .table = table, .open = unit->body, .size = unit->def.size };
    motion_inspection inspection = { .to = { receive, user } };
    departure departure;
    departure_begin(&departure, &ground, from, BASE_MOTIONS, FW_FORWARD, false);
    if (send_motions(&inspection, &departure) && unit->def.reverse) {
        departure_begin(&departure, &ground, from, BASE_MOTIONS, FW_REVERSE, false);
        send_motions(&inspection, &departure);
    }
    return FW_OK;
}
