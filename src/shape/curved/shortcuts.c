#include "shape/curved/shortcuts.h"

#include "curve/segment.h"

/// Stops are so many tiles apart at most.
#define STOP_DISTANCE 2.0

/// By how much a curve may seem more expensive than the same way, by rounding; relative.
#define SAME_COST 1e-12

static fw_result add_stop(shortcut_room *room, memory *memory, shortcut_stop stop)
{
    if (memory_reserve(memory, &room->stops, &room->stop_room, (size_t)room->count + 1, sizeof *room->stops))
        return FW_NO_MEMORY;
    room->stops[room->count++] = stop;
    return FW_OK;
}

/// Cuts a segment in equal parts and adds where each begins.
static fw_result add_stops_along(shortcut_room *room, memory *memory, const drive_rules *rules,
                                 const leg *along, int32_t index, double *cost)
{
    const fw_segment *segment = &along->segments[index];
    const double parts = fmax(ceil(segment->length / STOP_DISTANCE), 1), length = segment->length / parts;
    const drive_pose start = drive_pose_of(segment->start);
    for (double i = 0; i < parts; i++) {
        drive_pose pose = start;
        if (segment->curvature == 0) {
            pose.at.x += i * length * start.cosine;
            pose.at.y += i * length * start.sine;
        } else if (i > 0) {
            pose = drive_pose_of(segment_pose_at(segment, i * length));
        }
        if (add_stop(room, memory, (shortcut_stop){ pose, *cost, length, index }) != FW_OK)
            return FW_NO_MEMORY;
        *cost += drive_cost(rules, &(fw_segment){ pose.at, segment->curvature, length, FW_FORWARD });
    }
    return FW_OK;
}

static fw_result find_stops(shortcut_room *room, memory *memory, const drive_rules *rules, const leg *along)
{
    for (; room->next < along->count; room->next++) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        shaping_charge(rules->ground.work, along->segments[room->next].length);
        if (add_stops_along(room, memory, rules, along, room->next, &room->cost) != FW_OK)
            return FW_NO_MEMORY;
    }
    return add_stop(room, memory, (shortcut_stop){ drive_pose_of(along->end), room->cost, 0, -1 });
}

/// Is there a curve from stop to stop that is free and no more expensive than the leg?
static bool leads(const shortcut_room *room, const drive_rules *rules, int32_t from, int32_t to,
                  fw_curve *curve)
{
    const shortcut_stop *begin = &room->stops[from], *end = &room->stops[to];
    const double most = (end->cost - begin->cost) * (1 + SAME_COST);
    return drive_shortest(rules, &begin->pose, &end->pose, most, curve);
}

/// The farthest stop that a shortcut leads to, found by doubling its reach and then halving what is left.
///
/// @param[out] curve  the shortcut
/// @return the next stop where there is none
static int32_t farthest(const shortcut_room *room, const drive_rules *rules, int32_t from, fw_curve *curve)
{
    const int32_t last = room->count - 1;
    int32_t good = from + 1, bad = last + 1;
    fw_curve tried;
    for (int32_t reach = 2; good < last && bad > last; reach *= 2) {
        const int32_t to = last - from < reach ? last : from + reach;
        if (leads(room, rules, from, to, &tried)) {
            good = to;
            *curve = tried;
        } else {
            bad = to;
        }
    }
    while (bad - good > 1) {
        const int32_t middle = good + (bad - good) / 2;
        if (leads(room, rules, from, middle, &tried)) {
            good = middle;
            *curve = tried;
        } else {
            bad = middle;
        }
    }
    return good;
}

static fw_result add_curve(shortcut_room *room, memory *memory, const fw_curve *curve)
{
    for (int32_t i = 0; i < curve->count; i++)
        if (leg_add(&room->drawn, memory, &curve->segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

/// Appends the way from a stop to the next one as it is.
static fw_result keep_part(shortcut_room *room, memory *memory, const leg *along, int32_t index)
{
    const shortcut_stop *stop = &room->stops[index];
    const double curvature = along->segments[stop->segment].curvature;
    return leg_add(&room->drawn, memory, &(fw_segment){ stop->pose.at, curvature, stop->length, FW_FORWARD });
}

/// Draws the leg from stop to stop, as far ahead as shortcuts lead.
static fw_result draw(shortcut_room *room, memory *memory, const drive_rules *rules, const leg *along)
{
    while (room->next + 1 < room->count) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        fw_curve curve;
        const int32_t here = room->next;
        room->next = farthest(room, rules, here, &curve);
        const bool is_kept = room->next == here + 1;
        if ((is_kept ? keep_part(room, memory, along, here) : add_curve(room, memory, &curve)) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

void shortcuts_begin(shortcut_room *room)
{
    room->count = room->next = 0;
    room->cost = 0;
    room->has_stops = false;
}

fw_result shortcuts_step(shortcut_room *room, memory *memory, const drive_rules *rules, leg *along)
{
    if (!room->has_stops) {
        const fw_result found = find_stops(room, memory, rules, along);
        if (found != FW_OK)
            return found;
        room->has_stops = true;
        room->next = 0;
        room->drawn.count = 0;
        room->drawn.end = along->end;
    }
    const fw_result drawn = draw(room, memory, rules, along);
    if (drawn == FW_OK)
        leg_swap(along, &room->drawn);
    return drawn;
}

void shortcuts_free(shortcut_room *room, memory *memory)
{
    memory_give_back(memory, room->stops, room->stop_room, sizeof *room->stops);
    leg_free(&room->drawn, memory);
}
