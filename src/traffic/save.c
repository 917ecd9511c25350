#include <string.h>

#include "base/box.h"
#include "base/fnv.h"
#include "traffic/agent_state.h"
#include "traffic/convoy_roles.h"
#include "traffic/crowd.h"
#include "traffic/flow.h"
#include "traffic/jam_save.h"
#include "traffic/kinds.h"
#include "traffic/laid.h"
#include "traffic/laid_save.h"
#include "traffic/passages.h"
#include "traffic/path_desk.h"
#include "traffic/rally.h"
#include "traffic/recording.h"
#include "traffic/roster.h"
#include "traffic/save_check.h"
#include "traffic/save_clock.h"
#include "traffic/traffic.h"
#include "traffic/turn_save.h"
#include "traffic/way_pool.h"

/// The first bytes of a saved state: these letters, the version of the format, the number of all bytes, and a checksum
/// of those behind the head.
enum { HEAD_WORDS = 4, HEAD_BYTES = HEAD_WORDS * 8 };
#define SAVE_COOKIE UINT64_C(0x3179617772696166) // "fairway1"

/// Another version cannot be read. It stays as it is when fields and lists are added: see save_fields.h
enum { SAVE_VERSION = 1 };

/// Writes or reads a list of which the traffic has an array, and makes room for it.
///
/// @param array      address of the pointer to the array
/// @param[in,out] count  number of its records
static void move_array(archive *file, fw_traffic *traffic, const record_type *type, void *array, size_t *room,
                       size_t *count, size_t bytes)
{
    const size_t found = archive_list(file, type, *count);
    if (archive_reads(file) && memory_reserve(&traffic->memory, array, room, found, bytes) != FW_OK) {
        archive_fail(file, FW_NO_MEMORY);
        return;
    }
    void *records;
    memcpy(&records, array, sizeof records);
    if (archive_reads(file) && found > 0)
        memset(records, 0, found * bytes); // fields that the save lacks
    archive_records(file, type, records, found, bytes);
    *count = found;
}

/// Writes or reads the kind of each unit. When they are read, all units get their slots, in the order of their ids.
static void move_bodies(archive *file, fw_traffic *traffic)
{
    const size_t count = archive_list(file, &body_record, (size_t)traffic->count);
    if (archive_reads(file)) {
        archive_fail(file, traffic_reserve(traffic, count));
        file->units = file->result == FW_OK ? (uint32_t)count : 0;
    }
    for (size_t i = 0; i < count && file->result == FW_OK; i++) {
        saved_body body = { .unit = 0 };
        if (!archive_reads(file)) {
            const agent *unit = &traffic->agents[traffic->by_id[i]];
            body = (saved_body){ map_relative_id(traffic->map, kind_of(traffic, unit)->unit),
                                 radius_of(traffic, unit), turn_radius_of(traffic, unit) };
        }
        archive_record(file, &body_record, &body);
        if (!archive_reads(file) || file->result != FW_OK)
            continue;
        agent *unit = &traffic->agents[traffic->roster.slots];
        *unit = (agent){ .next_free = NO_AGENT };
        traffic->by_id[i] = traffic->roster.slots++; // its memory is given back with the traffic
        archive_fail(file, traffic_find_kind(traffic, map_absolute_id(traffic->map, body.unit), &unit->kind));
        if (file->result == FW_OK &&
            (radius_of(traffic, unit) != body.radius || turn_radius_of(traffic, unit) != body.turn_radius))
            archive_fail(file, FW_WRONG_MAP);
    }
}

/// Writes or reads a unit, without its way.
///
/// @param[in,out] points  number of points of the ways that were read
static void move_unit(archive *file, fw_traffic *traffic, uint32_t slot, size_t *points)
{
    agent *unit = &traffic->agents[slot];
    if (!archive_reads(file)) {
        saved_unit saved = { *unit, agent_has_been(unit), agent_is_at_goal(unit) };
        archive_record(file, &unit_record, &saved);
        return;
    }
    saved_unit saved = { .unit = { .kind = unit->kind,
                                   .regard.layers = USUAL_LAYER,
                                   .regard.gives_way_to = ALL_SIDES,
                                   .regard.may_push = ALL_SIDES } };
    archive_record(file, &unit_record, &saved);
    agent *read = &saved.unit;
    const int32_t count = read->way.count;
    read->pursuit.arrival = saved.is_at_goal ? IS_AT_GOAL : saved.has_been ? HAS_BEEN : IS_UNDER_WAY;
    *points += (size_t)count;
    if (*points > file->size - file->at)
        archive_fail(file, FW_BAD_VALUE);
    read->way.points = NULL; // see way_provide()
    read->way.room = 0;
    if (file->result != FW_OK)
        return;
    *unit = *read;
    if (turn_radius_of(traffic, unit) > 0)
        archive_fail(file, agent_begin_drive(traffic, unit));
}

static void move_units(archive *file, fw_traffic *traffic)
{
    const size_t units = archive_reads(file) ? file->units : (size_t)traffic->count;
    size_t points = 0;
    archive_known_list(file, &unit_record, units);
    for (size_t i = 0; i < units && file->result == FW_OK; i++)
        move_unit(file, traffic, traffic->by_id[i], &points);
    if (archive_reads(file) && file->result == FW_OK)
        archive_fail(file, way_provide(traffic));
    archive_known_list(file, &tally_record, units);
    for (size_t i = 0; i < units && file->result == FW_OK; i++) {
        fw_agent_state *state = &traffic->roster.states[i];
        *state = archive_reads(file) ? (fw_agent_state){ .arrived = -1 } : *state;
        archive_record(file, &tally_record, state);
    }
    archive_known_list(file, &box_record, units);
    for (size_t i = 0; i < units && file->result == FW_OK; i++)
        archive_record(file, &box_record, &traffic->crowd.marks[traffic->by_id[i]].box);
    for (size_t i = 0; i < units && !archive_reads(file); i++)
        points += (size_t)traffic->agents[traffic->by_id[i]].way.count;
    archive_known_list(file, &point_record, points);
    for (size_t i = 0; i < units && file->result == FW_OK; i++) {
        const way *way = &traffic->agents[traffic->by_id[i]].way;
        archive_records(file, &point_record, way->points, (size_t)way->count, sizeof *way->points);
    }
}

static void move_rail(archive *file, rail *rail)
{
    archive_records(file, &part_record, rail->parts, (size_t)rail->count, sizeof *rail->parts);
}

/// The data of the next unit with a turning radius, in the order of ids; null: there are no more, or a mistake.
///
/// @param[in,out] at  index of the first unit that is looked at
static drive *next_drive(const archive *file, const fw_traffic *traffic, size_t units, size_t *at)
{
    while (*at < units && file->result == FW_OK) {
        drive *drive = traffic->agents[traffic->by_id[(*at)++]].drive;
        if (drive)
            return drive;
    }
    return NULL;
}

/// Number of things that the units with a turning radius have.
typedef struct drive_counts {
    size_t drives, parts, knots, segments;
} drive_counts;

static drive_counts count_drives(const archive *file, const fw_traffic *traffic, size_t units)
{
    drive_counts counts = { 0 };
    const drive *drive;
    for (size_t i = 0; (drive = next_drive(file, traffic, units, &i));) {
        counts.drives++;
        counts.parts += (size_t)(drive->plan.rail.count + drive->under_way.count + drive->wanted.count);
        counts.knots += (size_t)drive->plan.count + 1;
        counts.segments += (size_t)drive->course.count;
    }
    return counts;
}

/// Writes or reads the data of units with a turning radius.
static void move_drives(archive *file, fw_traffic *traffic)
{
    const size_t units = archive_reads(file) ? file->units : (size_t)traffic->count;
    drive *drive;
    archive_known_list(file, &drive_record, count_drives(file, traffic, units).drives);
    for (size_t i = 0; (drive = next_drive(file, traffic, units, &i));) {
        archive_record(file, &drive_record, drive);
        if (archive_reads(file))
            drive->plan.share = traffic->agents[traffic->by_id[i - 1]].plan.share;
    }
    const drive_counts counts = count_drives(file, traffic, units);
    if (archive_reads(file) && counts.segments > file->size - file->at)
        archive_fail(file, FW_BAD_VALUE);
    archive_known_list(file, &part_record, counts.parts);
    for (size_t i = 0; (drive = next_drive(file, traffic, units, &i));) {
        move_rail(file, &drive->plan.rail);
        move_rail(file, &drive->under_way);
        move_rail(file, &drive->wanted);
    }
    archive_known_list(file, &knot_record, counts.knots);
    for (size_t i = 0; (drive = next_drive(file, traffic, units, &i));)
        archive_records(file, &knot_record, drive->plan.knots, (size_t)drive->plan.count + 1,
                        sizeof *drive->plan.knots);
    archive_known_list(file, &segment_record, counts.segments);
    for (size_t i = 0; (drive = next_drive(file, traffic, units, &i));) {
        course *course = &drive->course;
        const size_t count = (size_t)course->count;
        if (archive_reads(file))
            archive_fail(file, MEMORY_RESERVE(&traffic->memory, course->segments, course->room, count));
        archive_records(file, &segment_record, course->segments, count, sizeof *course->segments);
    }
}

/// Writes or reads a list of units, for which there is room for all of them.
static void move_slots(archive *file, uint32_t *slots, int32_t *count)
{
    const size_t found = archive_list(file, &slot_record, (size_t)*count);
    if (archive_reads(file) && found > file->units)
        archive_fail(file, FW_BAD_VALUE);
    for (size_t i = 0; i < found && file->result == FW_OK; i++) {
        saved_slot unit = { archive_reads(file) ? NO_AGENT : slots[i] };
        archive_record(file, &slot_record, &unit);
        if (archive_reads(file) && unit.slot == NO_AGENT)
            archive_fail(file, FW_BAD_VALUE);
        slots[i] = unit.slot;
    }
    *count = (int32_t)found;
}

static void move_convoys(archive *file, fw_traffic *traffic)
{
    size_t count = traffic->convoys.count;
    while (!archive_reads(file) && count > 0 && traffic->convoys.all[count - 1].count == 0)
        count--; // numbers that are free
    count = archive_list(file, &convoy_record, count);
    if (archive_reads(file) &&
        MEMORY_RESERVE(&traffic->memory, traffic->convoys.all, traffic->convoys.room, count) != FW_OK)
        archive_fail(file, FW_NO_MEMORY);
    for (size_t i = 0; i < count && file->result == FW_OK; i++) {
        convoy moved = { .leader = NO_AGENT, .priority = 1 };
        if (!archive_reads(file) && traffic->convoys.all[i].count > 0)
            moved = traffic->convoys.all[i];
        if (!moved.is_sought)
            moved.leader = NO_AGENT;
        archive_record(file, &convoy_record, &moved);
        if (archive_reads(file))
            traffic->convoys.all[i] = moved;
    }
    if (archive_reads(file))
        traffic->convoys.count = (uint32_t)count;
}

/// Writes or reads the places to which units go after those of their orders: unit by unit.
static void move_stops(archive *file, fw_traffic *traffic)
{
    errands *errands = &traffic->around.errands;
    size_t count = (size_t)errands->count;
    if (archive_reads(file)) {
        move_array(file, traffic, &stop_record, &errands->stops, &errands->room, &count,
                   sizeof *errands->stops);
        int64_t at = 0;
        for (uint32_t slot = 0; slot < file->units; slot++)
            for (int32_t i = 0; i < traffic->agents[slot].order.stops && at < (int64_t)count; i++)
                errands->stops[at++].slot = slot;
        if (at != (int64_t)count)
            archive_fail(file, FW_BAD_VALUE);
        errands->count = (int32_t)count;
        return;
    }
    archive_list(file, &stop_record, count);
    for (int32_t i = 0; i < traffic->count; i++) {
        const uint32_t slot = traffic->by_id[i];
        for (int32_t j = 0; j < errands->count && traffic->agents[slot].order.stops > 0; j++)
            if (errands->stops[j].slot == slot)
                archive_record(file, &stop_record, &errands->stops[j]);
    }
}

static void move_flows(archive *file, fw_traffic *traffic)
{
    if (archive_reads(file))
        archive_fail(file, flows_provide(traffic));
    archive_known_list(file, &flow_record, MOST_FLOWS);
    for (int32_t i = 0; i < MOST_FLOWS && file->result == FW_OK; i++) {
        saved_flow flow = archive_reads(file) ? (saved_flow){ .unit = 0 } : flows_save(traffic, i);
        archive_record(file, &flow_record, &flow);
        if (archive_reads(file) && file->result == FW_OK)
            archive_fail(file, flows_restore(traffic, i, &flow));
    }
}

/// Writes or reads what is around units, and what they wait for.
static void move_surroundings(archive *file, fw_traffic *traffic, bool is_searching)
{
    sites *sites = &traffic->around.sites;
    obstacles *obstacles = &traffic->around.obstacles;
    size_t site_count = (size_t)sites->count, obstacle_count = (size_t)obstacles->count,
           slice_count = is_searching ? (size_t)traffic->desk.slice_count : 0;
    move_slots(file, traffic->round.slots, &traffic->round.count);
    move_slots(file, traffic->desk.queue, &traffic->desk.count);
    move_convoys(file, traffic);
    move_array(file, traffic, &site_record, &sites->all, &sites->room, &site_count, sizeof *sites->all);
    move_array(file, traffic, &obstacle_record, &obstacles->all, &obstacles->room, &obstacle_count,
               sizeof *obstacles->all);
    move_stops(file, traffic);
    move_array(file, traffic, &slice_record, &traffic->desk.slices, &traffic->desk.slice_room, &slice_count,
               sizeof *traffic->desk.slices);
    sites->count = (int32_t)site_count;
    obstacles->count = (int32_t)obstacle_count;
    traffic->desk.slice_count = archive_reads(file) ? (int32_t)slice_count : traffic->desk.slice_count;
}

/// True if the way of any unit leads through a passage that was noted.
static bool has_crossings(fw_traffic *traffic)
{
    for (int32_t i = 0; i < traffic->count && traffic->around.prices.crossings; i++)
        for (int32_t j = 0; j < MOST_CROSSINGS; j++)
            if (passages_of(traffic, traffic->by_id[i])[j].at.width > 0)
                return true;
    return false;
}

/// Writes or reads the passages that the ways of units lead through, if any were noted.
static void move_crossings(archive *file, fw_traffic *traffic)
{
    const size_t all = MOST_CROSSINGS * (archive_reads(file) ? file->units : (size_t)traffic->count);
    const size_t count =
        archive_list(file, &crossing_record, !archive_reads(file) && has_crossings(traffic) ? all : 0);
    if (archive_reads(file) && count > 0)
        archive_fail(file, count == all ? passages_provide(traffic) : FW_BAD_VALUE);
    for (size_t i = 0; i < count && file->result == FW_OK; i++) {
        crossing *moved = passages_of(traffic, traffic->by_id[i / MOST_CROSSINGS]);
        archive_record(file, &crossing_record, &moved[i % MOST_CROSSINGS]);
        if (archive_reads(file))
            passages_enter(traffic, &moved[i % MOST_CROSSINGS]);
    }
}

/// Writes or reads the places that the search under way leads round.
static void move_prices(archive *file, fw_traffic *traffic, bool is_searching)
{
    prices *prices = &traffic->around.prices;
    size_t count = is_searching ? (size_t)prices->count : 0;
    move_array(file, traffic, &price_record, &prices->list, &prices->room, &count, sizeof *prices->list);
    prices->count = archive_reads(file) ? (int32_t)count : prices->count;
}

/// Enters a unit where it is found: in the box that was read, and in that of its motion, in case that is larger.
static void enter_box(fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    const fw_box read = traffic->crowd.marks[slot].box;
    reservation room;
    fw_box box = agent_box(traffic, unit, agent_reservation(traffic, unit, &room));
    box_join(&box, read);
    crowd_take(traffic, slot, &box);
}

/// Judges the units that were read, and enters them where they are found.
static void enter_units(archive *file, fw_traffic *traffic, const saved_clock *clock)
{
    if ((uint32_t)clock->jam_asker > file->units)
        archive_fail(file, FW_BAD_VALUE);
    if (file->result != FW_OK)
        return;
    traffic->count = (int32_t)file->units;
    save_clock_take(traffic, clock);
    bool is_right = save_lists_are_right(traffic) && (!clock->is_searching || traffic->desk.count > 0);
    for (uint32_t slot = 0; slot < file->units && is_right; slot++) {
        const agent *unit = &traffic->agents[slot];
        is_right = save_unit_is_right(traffic, slot) && (!unit->drive || save_drive_is_right(traffic, unit));
    }
    if (!is_right) {
        archive_fail(file, FW_BAD_VALUE);
        return;
    }
    for (uint32_t slot = 0; slot < file->units; slot++)
        enter_box(traffic, slot);
    rally_enter_all(traffic);
    if (!save_units_are_right(traffic))
        archive_fail(file, FW_BAD_VALUE);
}

/// After the ground of all units was read: brings their kinds up to date, and the joint plan that was being made.
static void enter_ground(archive *file, fw_traffic *traffic, const saved_request *plan)
{
    if (file->result == FW_OK)
        archive_fail(file, laid_merge_all(traffic));
    if (file->result == FW_OK)
        archive_fail(file, traffic_refresh_kinds(traffic));
    if (file->result == FW_OK && plan->asker != NO_AGENT)
        archive_fail(file, jams_resume(traffic, plan));
}

/// Writes or reads what lies behind the clock of a save.
static void move_all(archive *file, fw_traffic *traffic, const saved_clock *clock)
{
    saved_request plan = { .asker = NO_AGENT };
    move_bodies(file, traffic);
    move_units(file, traffic);
    move_drives(file, traffic);
    move_surroundings(file, traffic, clock->is_searching);
    if (archive_reads(file))
        enter_units(file, traffic, clock);
    jams_move(file, traffic, &plan);
    move_flows(file, traffic);
    laid_move(file, traffic);
    if (archive_reads(file))
        enter_ground(file, traffic, &plan);
    move_crossings(file, traffic);
    move_prices(file, traffic, clock->is_searching);
    turns_move(file, traffic);
}

fw_result fw_traffic_save(const fw_traffic *traffic, void *buffer, size_t capacity, size_t *bytes)
{
    if (!traffic || !bytes || (!buffer && capacity > 0))
        return FW_NULL_ARGUMENT;
    fw_traffic *source = (fw_traffic *)traffic; // writing changes nothing
    traffic_look(source);
    archive file = { .traffic = traffic, .units = (uint32_t)traffic->count, .to = buffer, .size = capacity };
    saved_clock clock = save_clock_of(source);
    for (int i = 0; i < HEAD_WORDS; i++)
        archive_word(&file, 0);
    archive_list(&file, &clock_record, 1);
    archive_record(&file, &clock_record, &clock);
    move_all(&file, source, &clock);
    *bytes = file.at;
    if (file.at > capacity)
        return FW_BUFFER_TOO_SMALL;
    archive head = { .to = buffer, .size = HEAD_BYTES };
    archive_word(&head, SAVE_COOKIE);
    archive_word(&head, SAVE_VERSION);
    archive_word(&head, file.at);
    archive_word(&head, fnv_bytes(FNV_OF_NOTHING, file.to + HEAD_BYTES, file.at - HEAD_BYTES));
    return FW_OK;
}

/// Reads what lies behind the head of a save.
static fw_result read_all(fw_traffic *traffic, archive *file)
{
    saved_clock clock = { .now = 0 };
    archive_known_list(file, &clock_record, 1);
    archive_record(file, &clock_record, &clock);
    if (file->result == FW_OK &&
        (clock.width != map_width(traffic->map) || clock.height != map_height(traffic->map)))
        return FW_WRONG_MAP;
    const bool is_elsewhere = save_clock_moves(traffic, &clock);
    move_all(file, traffic, &clock);
    if (file->at != file->size)
        archive_fail(file, FW_BAD_VALUE);
    if (file->result != FW_OK)
        return file->result;
    traffic->desk.flows->own_work = clock.own_work;
    traffic->desk.flows->mean_work = clock.mean_work;
    traffic->desk.flows->rests_until = clock.rests_until;
    traffic->desk.flows->under_way = clock.under_way;
    if (clock.is_searching)
        archive_fail(file,
                     way_resume(traffic, clock.search_start, clock.search_goal, traffic->desk.slice_count));
    return file->result == FW_OK && is_elsewhere ? FW_STALE : file->result;
}

fw_result fw_traffic_restore(fw_traffic *traffic, const void *buffer, size_t bytes)
{
    if (!traffic || !buffer)
        return FW_NULL_ARGUMENT;
    traffic_look(traffic);
    if (traffic->roster.slots > 0 || traffic->roster.kind_count > 0 || traffic->around.laid.given ||
        traffic->clock.steps > 0)
        return FW_NOT_NEW;
    if (traffic->record.recorder->write)
        traffic_record_mark(traffic, "fw_traffic_restore");
    archive file = { .traffic = traffic, .from = buffer, .size = bytes };
    const uint64_t cookie = archive_word(&file, 0), version = archive_word(&file, 0),
                   size = archive_word(&file, 0), sum = archive_word(&file, 0);
    if (file.result != FW_OK || cookie != SAVE_COOKIE || version != SAVE_VERSION || size != bytes ||
        sum != fnv_bytes(FNV_OF_NOTHING, file.from + HEAD_BYTES, bytes - HEAD_BYTES))
        return FW_BAD_VALUE;
    const fw_result result = read_all(traffic, &file);
    if (result != FW_OK && result != FW_STALE)
        traffic_clear(traffic);
    return result;
}
