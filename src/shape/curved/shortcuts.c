#include "shape/curved/shortcuts.h"

#include <math.h>

#include "curve/segment.h"

/// Largest distance between neighbouring stations, in tiles; and far ahead, in turning radii if that is longer.
static const double station_distance[] = { [SHORTCUTS_FAR] = 2, [SHORTCUTS_NEXT] = 1 };
#define STATION_RADII 0.125

/// Largest relative difference between the costs of equal ways, because of rounding.
#define SAME_COST 1e-12

static fw_result add_station(shortcut_pass *pass, memory *memory, shortcut_station station)
{
    if (MEMORY_RESERVE(memory, pass->stations, pass->station_room, (size_t)pass->count + 1))
        return FW_NO_MEMORY;
    pass->stations[pass->count++] = station;
    return FW_OK;
}

/// Divides a segment into equal parts and adds a station at the start of each.
static fw_result add_stations_along(shortcut_pass *pass, memory *memory, const drive_rules *rules,
                                    const segment_list *along, int32_t index, double *cost)
{
    const fw_segment *segment = &along->segments[index];
    const double widest = pass->reach == SHORTCUTS_FAR ? STATION_RADII * rules->radius : 0;
    const double parts = fmax(ceil(segment->length / fmax(station_distance[pass->reach], widest)), 1);
    const double length = segment->length / parts;
    const drive_pose start = drive_pose_of(segment->start);
    for (double i = 0; i < parts; i++) {
        drive_pose pose = start;
        if (segment->curvature == 0) {
            pose.at.x += i * length * start.cosine;
            pose.at.y += i * length * start.sine;
        } else if (i > 0) {
            pose = drive_pose_of(segment_pose_at(segment, i * length));
        }
        if (add_station(pass, memory, (shortcut_station){ pose, *cost, length, index }) != FW_OK)
            return FW_NO_MEMORY;
        *cost += drive_cost(rules, &(fw_segment){ pose.at, segment->curvature, length, FW_FORWARD });
    }
    return FW_OK;
}

static fw_result find_stations(shortcut_pass *pass, memory *memory, const drive_rules *rules,
                               const segment_list *along)
{
    for (; pass->next < along->count; pass->next++) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        shaping_charge(rules->ground.work, along->segments[pass->next].length);
        if (add_stations_along(pass, memory, rules, along, pass->next, &pass->cost) != FW_OK)
            return FW_NO_MEMORY;
    }
    return add_station(pass, memory, (shortcut_station){ drive_pose_of(along->end), pass->cost, 0, -1 });
}

/// True if the shortest curve between two stations is free and no more expensive than the drive between them.
static bool draw_link(const shortcut_pass *pass, const drive_rules *rules, int32_t from, int32_t to,
                      fw_curve *curve)
{
    const shortcut_station *begin = &pass->stations[from], *end = &pass->stations[to];
    const double most = (end->cost - begin->cost) * (1 + SAME_COST);
    return drive_shortest(rules, &begin->pose, &end->pose, most, curve);
}

static void begin_link(shortcut_pass *pass, int32_t from)
{
    pass->link = (shortcut_link){ .from = from, .good = from + 1, .bad = pass->count };
}

/// The station that the next shortcut is tried to; 0 if the last of the good ones is known.
static int32_t station_to_try(const shortcut_pass *pass)
{
    const shortcut_link *link = &pass->link;
    const int32_t last = pass->count - 1;
    if (link->bad <= last && pass->reach == SHORTCUTS_FAR)
        return link->bad - link->good > 1 ? link->good + (link->bad - link->good) / 2 : 0;
    if (link->bad <= last || link->good >= last)
        return 0;
    if (pass->reach == SHORTCUTS_NEXT)
        return link->good + 1;
    const int32_t reach = 2 * (link->good - link->from);
    return last - link->from < reach ? last : link->from + reach;
}

static void try_station(shortcut_pass *pass, const drive_rules *rules, int32_t to)
{
    shortcut_link *link = &pass->link;
    fw_curve tried;
    if (draw_link(pass, rules, link->from, to, &tried)) {
        link->good = to;
        link->curve = tried;
    } else {
        link->bad = to;
    }
}

/// Appends the old segments from a station to the next one.
static fw_result keep_part(shortcut_pass *pass, memory *memory, const segment_list *along, int32_t index)
{
    const shortcut_station *station = &pass->stations[index];
    const double curvature = along->segments[station->segment].curvature;
    return segment_list_add(&pass->drawn, memory,
                            &(fw_segment){ station->pose.at, curvature, station->length, FW_FORWARD });
}

/// Draws the shortcut to the last good station. If this is the next station, draws the old segments.
static fw_result end_link(shortcut_pass *pass, memory *memory, const segment_list *along)
{
    const shortcut_link *link = &pass->link;
    const bool is_kept = link->good == link->from + 1;
    return is_kept ? keep_part(pass, memory, along, link->from)
                   : segment_list_add_curve(&pass->drawn, memory, &link->curve);
}

/// Draws the new drive: from each station by the farthest shortcut, or else by the old segments to the next station.
static fw_result shortcuts_draw(shortcut_pass *pass, memory *memory, const drive_rules *rules,
                                const segment_list *along)
{
    while (pass->link.from + 1 < pass->count) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        const int32_t to = station_to_try(pass);
        if (to) {
            try_station(pass, rules, to);
            continue;
        }
        if (end_link(pass, memory, along) != FW_OK)
            return FW_NO_MEMORY;
        begin_link(pass, pass->link.good);
    }
    return FW_OK;
}

void shortcuts_begin(shortcut_pass *pass, shortcut_reach reach)
{
    pass->reach = reach;
    pass->count = pass->next = 0;
    pass->cost = 0;
    pass->has_stations = false;
}

fw_result shortcuts_step(shortcut_pass *pass, memory *memory, const drive_rules *rules, segment_list *along)
{
    if (!pass->has_stations) {
        const fw_result found = find_stations(pass, memory, rules, along);
        if (found != FW_OK)
            return found;
        pass->has_stations = true;
        begin_link(pass, 0);
        pass->drawn.count = 0;
        pass->drawn.end = along->end;
    }
    const fw_result drawn = shortcuts_draw(pass, memory, rules, along);
    return drawn == FW_OK ? segment_list_copy(along, memory, &pass->drawn) : drawn;
}
