#include "shape/curved/shortcuts.h"

#include "curve/segment.h"

/// Largest distance between neighbouring stations, in tiles.
static const double station_distance[] = { [SHORTCUTS_FAR] = 2, [SHORTCUTS_NEXT] = 1 };

/// Largest relative difference between the costs of equal ways, because of rounding.
#define SAME_COST 1e-12

static fw_result add_station(shortcut_pass *pass, memory *memory, shortcut_station station)
{
    if (memory_reserve(memory, &pass->stations, &pass->station_room, (size_t)pass->count + 1,
                       sizeof *pass->stations))
        return FW_NO_MEMORY;
    pass->stations[pass->count++] = station;
    return FW_OK;
}

/// Divides a segment into equal parts and adds a station at the begin of each.
static fw_result add_stations_along(shortcut_pass *pass, memory *memory, const drive_rules *rules,
                                    const leg *along, int32_t index, double *cost)
{
    const fw_segment *segment = &along->segments[index];
    const double parts = fmax(ceil(segment->length / station_distance[pass->reach]), 1);
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
                               const leg *along)
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

/// True if the shortest curve between two stations is free and no more expensive than the leg between them.
static bool draw_link(const shortcut_pass *pass, const drive_rules *rules, int32_t from, int32_t to,
                      fw_curve *curve)
{
    const shortcut_station *begin = &pass->stations[from], *end = &pass->stations[to];
    const double most = (end->cost - begin->cost) * (1 + SAME_COST);
    return drive_shortest(rules, &begin->pose, &end->pose, most, curve);
}

/// The farthest station that a shortcut leads to, found by doubling the reach, then by bisection.
///
/// @param[out] curve  the shortcut
/// @return the next station if there is no shortcut
static int32_t farthest(const shortcut_pass *pass, const drive_rules *rules, int32_t from, fw_curve *curve)
{
    const int32_t last = pass->count - 1;
    int32_t good = from + 1, bad = last + 1;
    fw_curve tried;
    for (int32_t reach = 2; good < last && bad > last; reach *= 2) {
        const int32_t to = last - from < reach ? last : from + reach;
        if (draw_link(pass, rules, from, to, &tried)) {
            good = to;
            *curve = tried;
        } else {
            bad = to;
        }
    }
    while (bad - good > 1) {
        const int32_t middle = good + (bad - good) / 2;
        if (draw_link(pass, rules, from, middle, &tried)) {
            good = middle;
            *curve = tried;
        } else {
            bad = middle;
        }
    }
    return good;
}

/// The last of the stations that shortcuts lead to, tried one by one until one fails.
///
/// @param[out] curve  the shortcut
/// @return the next station if there is no shortcut
static int32_t last_in_turn(const shortcut_pass *pass, const drive_rules *rules, int32_t from,
                            fw_curve *curve)
{
    int32_t good = from + 1;
    fw_curve tried;
    for (; good + 1 < pass->count && draw_link(pass, rules, from, good + 1, &tried); good++)
        *curve = tried;
    return good;
}

static fw_result add_curve(shortcut_pass *pass, memory *memory, const fw_curve *curve)
{
    for (int32_t i = 0; i < curve->count; i++)
        if (leg_add(&pass->drawn, memory, &curve->segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Appends the old leg from a station to the next one.
static fw_result keep_part(shortcut_pass *pass, memory *memory, const leg *along, int32_t index)
{
    const shortcut_station *station = &pass->stations[index];
    const double curvature = along->segments[station->segment].curvature;
    return leg_add(&pass->drawn, memory,
                   &(fw_segment){ station->pose.at, curvature, station->length, FW_FORWARD });
}

/// Draws the new leg: from each station by the farthest shortcut, or else by the old leg to the next station.
static fw_result shortcuts_draw(shortcut_pass *pass, memory *memory, const drive_rules *rules,
                                const leg *along)
{
    while (pass->next + 1 < pass->count) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        fw_curve curve;
        const int32_t here = pass->next;
        pass->next = pass->reach == SHORTCUTS_FAR ? farthest(pass, rules, here, &curve)
                                                  : last_in_turn(pass, rules, here, &curve);
        const bool is_kept = pass->next == here + 1;
        if ((is_kept ? keep_part(pass, memory, along, here) : add_curve(pass, memory, &curve)) != FW_OK)
            return FW_NO_MEMORY;
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

fw_result shortcuts_step(shortcut_pass *pass, memory *memory, const drive_rules *rules, leg *along)
{
    if (!pass->has_stations) {
        const fw_result found = find_stations(pass, memory, rules, along);
        if (found != FW_OK)
            return found;
        pass->has_stations = true;
        pass->next = 0;
        pass->drawn.count = 0;
        pass->drawn.end = along->end;
    }
    const fw_result drawn = shortcuts_draw(pass, memory, rules, along);
    if (drawn == FW_OK)
        leg_swap(along, &pass->drawn);
    return drawn;
}

void shortcuts_free(shortcut_pass *pass, memory *memory)
{
    memory_give_back(memory, pass->stations, pass->station_room, sizeof *pass->stations);
    leg_free(&pass->drawn, memory);
}
