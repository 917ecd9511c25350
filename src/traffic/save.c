#include <assert.h>
#include <string.h>

#include "base/def.h"
#include "traffic/convoy.h"
#include "traffic/detour.h"
#include "traffic/flow.h"
#include "traffic/jam_save.h"
#include "traffic/planning.h"
#include "traffic/rally.h"
#include "traffic/site.h"

/// Bytes of the structs of units, convoys and what is around them: another build has others.
enum {
    STRUCT_BYTES = sizeof(agent) + sizeof(crowd_mark) + sizeof(drive) + sizeof(convoy) + sizeof(jam_member) +
                   sizeof(site) + sizeof(obstacle) + sizeof(errand_stop)
};

/// Tells that bytes are a saved state, in this form.
#define SAVE_COOKIE (UINT64_C(0x6661697277617900) ^ (uint64_t)sizeof(save_head) << 32)

/// The first bytes of a saved state.
typedef struct save_head {
    uint64_t sum; ///< of all bytes behind this field
    uint64_t cookie;
    uint64_t struct_bytes; ///< STRUCT_BYTES: another build is refused
    uint64_t bytes;        ///< of all
    int64_t knot;
    double phase;
    uint64_t steps, queue_clock, detour_changes;
    fw_pose search_start, search_goal;
    double most_half;
    uint32_t slots, free_slot, kind_count, convoy_count, site_last;
    int32_t width, height; ///< of the map
    int32_t count, round_count, round_next, queue_count;
    int32_t slice_count, is_searching, has_news, site_count, obstacle_count, errand_count;
    tile_box site_news;
    saved_flows flows;
} save_head;

/// What a state tells of the time since its unit was added; all else follows from the unit.
typedef struct tally {
    double driven, waited, arrived;
} tally;

/// Checksum of bytes: FNV-1a.
static uint64_t sum_of(const uint8_t *bytes, size_t count)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static save_head head_of(const fw_traffic *traffic)
{
    save_head head;
    memset(&head, 0, sizeof head); // no stray bytes between its fields
    head.cookie = SAVE_COOKIE;
    head.struct_bytes = STRUCT_BYTES;
    head.knot = traffic->knot;
    head.phase = traffic->phase;
    head.steps = traffic->steps;
    head.queue_clock = traffic->queue_clock;
    head.detour_changes = traffic->detour.changes;
    const bool is_searching = traffic->search && !detour_is_outdated(traffic);
    head.slice_count = is_searching ? traffic->slice_count : 0;
    head.search_start = traffic->search_start;
    head.search_goal = traffic->search_goal;
    head.most_half = traffic->most_half;
    head.slots = traffic->slots;
    head.free_slot = traffic->free_slot;
    head.kind_count = traffic->kind_count;
    head.convoy_count = traffic->convoy_count;
    head.site_count = traffic->sites.count;
    head.site_last = traffic->sites.last;
    head.site_news = traffic->sites.news;
    head.obstacle_count = traffic->obstacles.count;
    head.errand_count = traffic->errands.count;
    head.width = map_width(traffic->map);
    head.height = map_height(traffic->map);
    head.count = traffic->count;
    head.round_count = traffic->round_count;
    head.round_next = traffic->round_next;
    head.queue_count = traffic->queue_count;
    head.is_searching = is_searching;
    head.has_news = traffic->map_version != map_version_number(traffic->map);
    flows_save(traffic, &head.flows);
    return head;
}

fw_result fw_traffic_save(const fw_traffic *traffic, void *buffer, size_t capacity, size_t *bytes)
{
    if (!traffic || !bytes || (!buffer && capacity > 0))
        return FW_NULL_ARGUMENT;
    traffic_look((fw_traffic *)traffic); // not a part of its state
    save_head head = head_of(traffic);
    stream out = { .to = buffer, .size = capacity };
    put(&out, &head, sizeof head);
    for (uint32_t i = 0; i < traffic->kind_count; i++) {
        const fw_unit_id id = traffic_uses_kind(traffic, i) // the map may lose it
                                  ? map_relative_id(traffic->map, traffic->kinds[i].unit)
                                  : 0;
        put(&out, &id, sizeof id);
        put(&out, &traffic->kinds[i].radius, sizeof traffic->kinds[i].radius);
        put(&out, &traffic->kinds[i].turn_radius, sizeof traffic->kinds[i].turn_radius);
    }
    for (uint32_t i = 0; i < traffic->slots; i++) {
        const agent *unit = &traffic->agents[i];
        put(&out, unit, sizeof *unit);
        put(&out, &traffic->marks[i], sizeof *traffic->marks);
        put(&out, unit->way.points, (size_t)unit->way.count * sizeof *unit->way.points);
        if (!unit->drive)
            continue;
        const course *course = &unit->drive->course;
        put(&out, unit->drive, sizeof *unit->drive);
        put(&out, course->segments, (size_t)course->count * sizeof *course->segments);
    }
    put(&out, traffic->by_id, (size_t)traffic->count * sizeof *traffic->by_id);
    for (int32_t i = 0; i < traffic->count; i++) {
        const fw_agent_state *state = &traffic->states[i];
        put(&out, &(tally){ state->driven, state->waited, state->arrived }, sizeof(tally));
    }
    put(&out, traffic->round, (size_t)traffic->round_count * sizeof *traffic->round);
    put(&out, traffic->queue, (size_t)traffic->queue_count * sizeof *traffic->queue);
    put(&out, traffic->convoys, (size_t)traffic->convoy_count * sizeof *traffic->convoys);
    put(&out, traffic->sites.all, (size_t)head.site_count * sizeof *traffic->sites.all);
    put(&out, traffic->obstacles.all, (size_t)head.obstacle_count * sizeof *traffic->obstacles.all);
    put(&out, traffic->errands.stops, (size_t)head.errand_count * sizeof *traffic->errands.stops);
    put(&out, traffic->slices, (size_t)head.slice_count * sizeof *traffic->slices);
    jams_save(traffic, &out);
    *bytes = out.at;
    if (out.at > capacity)
        return FW_BUFFER_TOO_SMALL;
    head.bytes = out.at;
    memcpy(out.to, &head, sizeof head);
    head.sum = sum_of(out.to + sizeof head.sum, out.at - sizeof head.sum);
    memcpy(out.to, &head.sum, sizeof head.sum);
    return FW_OK;
}

/// Reads the kinds. The map must have those that units use.
static fw_result read_kinds(fw_traffic *traffic, stream *source, uint32_t count)
{
    if (memory_reserve(&traffic->memory, &traffic->kinds, &traffic->kind_room, count,
                       sizeof *traffic->kinds) != FW_OK)
        return FW_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        fw_unit_id id = 0;
        double radius = 0, turn_radius = 0;
        if (!get(source, &id, sizeof id) || !get(source, &radius, sizeof radius) ||
            !get(source, &turn_radius, sizeof turn_radius))
            return FW_BAD_VALUE;
        if (id == 0) {
            traffic->kinds[i] = (agent_kind){ 0 };
            traffic->kind_count = i + 1;
            continue;
        }
        const fw_result result = traffic_set_kind(traffic, i, map_absolute_id(traffic->map, id));
        if (result != FW_OK)
            return result;
        if (traffic->kinds[i].radius != radius || traffic->kinds[i].turn_radius != turn_radius)
            return FW_WRONG_MAP;
    }
    return FW_OK;
}

/// Reads the `drive` of a unit with a turning radius.
static fw_result read_drive(fw_traffic *traffic, stream *source, agent *unit)
{
    if (agent_begin_drive(traffic, unit) != FW_OK)
        return FW_NO_MEMORY;
    drive read, *made = unit->drive;
    if (!get(source, &read, sizeof read))
        return FW_BAD_VALUE;
    const size_t segments = (size_t)read.course.count;
    if (memory_reserve(&traffic->memory, &made->course.segments, &made->course.room, segments,
                       sizeof *made->course.segments) != FW_OK)
        return FW_NO_MEMORY;
    read.course.segments = made->course.segments;
    read.course.room = made->course.room;
    *made = read;
    return get(source, made->course.segments, segments * sizeof *made->course.segments) ? FW_OK
                                                                                        : FW_BAD_VALUE;
}

/// Reads one unit into its slot.
static fw_result read_agent(fw_traffic *traffic, stream *source, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    agent read;
    if (!get(source, &read, sizeof read) || !get(source, &traffic->marks[slot], sizeof *traffic->marks))
        return FW_BAD_VALUE;
    const bool drives = read.drive; // the pointer itself belongs to another traffic
    const size_t count = (size_t)read.way.count;
    if (way_reserve(traffic, slot, read.way.count) != FW_OK)
        return FW_NO_MEMORY;
    read.way.points = unit->way.points;
    read.way.room = unit->way.room;
    read.drive = NULL;
    *unit = read;
    if (!get(source, unit->way.points, count * sizeof(way_point)))
        return FW_BAD_VALUE;
    return drives ? read_drive(traffic, source, unit) : FW_OK;
}

static bool get_tallies(fw_traffic *traffic, stream *source, int32_t count)
{
    tally read;
    for (int32_t i = 0; i < count; i++) {
        if (!get(source, &read, sizeof read))
            return false;
        traffic->states[i] =
            (fw_agent_state){ .driven = read.driven, .waited = read.waited, .arrived = read.arrived };
    }
    return true;
}

/// Reads sites, obstacles, and places to which units go after those of their orders.
static fw_result read_surroundings(fw_traffic *traffic, stream *source, const save_head *head)
{
    const size_t sites = (size_t)head->site_count, obstacles = (size_t)head->obstacle_count,
                 errands = (size_t)head->errand_count;
    if (memory_reserve(&traffic->memory, &traffic->sites.all, &traffic->sites.room, sites,
                       sizeof *traffic->sites.all) != FW_OK ||
        memory_reserve(&traffic->memory, &traffic->obstacles.all, &traffic->obstacles.room, obstacles,
                       sizeof *traffic->obstacles.all) != FW_OK ||
        memory_reserve(&traffic->memory, &traffic->errands.stops, &traffic->errands.room, errands,
                       sizeof *traffic->errands.stops) != FW_OK)
        return FW_NO_MEMORY;
    if (!get(source, traffic->sites.all, sites * sizeof *traffic->sites.all) ||
        !get(source, traffic->obstacles.all, obstacles * sizeof *traffic->obstacles.all) ||
        !get(source, traffic->errands.stops, errands * sizeof *traffic->errands.stops))
        return FW_BAD_VALUE;
    traffic->sites.count = head->site_count;
    traffic->sites.last = head->site_last;
    traffic->sites.news = head->site_news;
    traffic->obstacles.count = head->obstacle_count;
    traffic->errands.count = head->errand_count;
    return sites_begin_all(traffic);
}

static fw_result read_agents(fw_traffic *traffic, stream *source, const save_head *head)
{
    while (traffic->slots < head->slots) {
        traffic->agents[traffic->slots] = (agent){ .next_free = NO_AGENT };
        traffic->slots++; // its memory is given back with the traffic
        const fw_result result = read_agent(traffic, source, traffic->slots - 1);
        if (result != FW_OK)
            return result;
    }
    const size_t slices = (size_t)head->slice_count;
    if (memory_reserve(&traffic->memory, &traffic->slices, &traffic->slice_room, slices,
                       sizeof *traffic->slices) != FW_OK ||
        memory_reserve(&traffic->memory, &traffic->convoys, &traffic->convoy_room, head->convoy_count,
                       sizeof *traffic->convoys) != FW_OK)
        return FW_NO_MEMORY;
    const bool is_read = get(source, traffic->by_id, (size_t)head->count * sizeof *traffic->by_id) &&
                         get_tallies(traffic, source, head->count) &&
                         get(source, traffic->round, (size_t)head->round_count * sizeof *traffic->round) &&
                         get(source, traffic->queue, (size_t)head->queue_count * sizeof *traffic->queue) &&
                         get(source, traffic->convoys, head->convoy_count * sizeof *traffic->convoys);
    const fw_result result = is_read ? read_surroundings(traffic, source, head) : FW_BAD_VALUE;
    if (result != FW_OK)
        return result;
    return get(source, traffic->slices, slices * sizeof *traffic->slices) ? FW_OK : FW_BAD_VALUE;
}

static void take_head(fw_traffic *traffic, const save_head *head)
{
    traffic->knot = head->knot;
    traffic->phase = head->phase;
    traffic->steps = head->steps;
    traffic->queue_clock = head->queue_clock;
    traffic->detour.changes = head->detour_changes;
    traffic->most_half = head->most_half;
    traffic->free_slot = head->free_slot;
    traffic->count = head->count;
    traffic->round_count = head->round_count;
    traffic->round_next = head->round_next;
    traffic->queue_count = head->queue_count;
    traffic->convoy_count = head->convoy_count;
    traffic->map_version = head->has_news ? 0 : map_version_number(traffic->map);
    crowd_enter_all(traffic);
    rally_enter_all(traffic);
}

fw_result fw_traffic_restore(fw_traffic *traffic, const void *buffer, size_t bytes)
{
    save_head head;
    stream source = { .from = buffer, .size = bytes };
    if (!traffic || !buffer)
        return FW_NULL_ARGUMENT;
    traffic_look(traffic);
    if (traffic->slots > 0 || traffic->kind_count > 0 || traffic->steps > 0)
        return FW_BAD_SIZE;
    if (!get(&source, &head, sizeof head) || head.cookie != SAVE_COOKIE ||
        head.struct_bytes != STRUCT_BYTES || head.bytes != bytes ||
        head.sum != sum_of(source.from + sizeof head.sum, bytes - sizeof head.sum))
        return FW_BAD_VALUE;
    if (head.width != map_width(traffic->map) || head.height != map_height(traffic->map))
        return FW_WRONG_MAP;
    fw_result result = read_kinds(traffic, &source, head.kind_count);
    if (result == FW_OK)
        result = traffic_reserve(traffic, head.slots);
    if (result == FW_OK)
        result = read_agents(traffic, &source, &head);
    if (result == FW_OK)
        result = traffic_refresh_kinds(traffic); // sites block their ground
    if (result == FW_OK)
        result = jams_restore(traffic, &source);
    if (result == FW_OK && source.at != source.size)
        result = FW_BAD_VALUE;
    if (result != FW_OK) {
        traffic_clear(traffic);
        return result;
    }
    take_head(traffic, &head);
    result = flows_restore(traffic, &head.flows);
    if (result != FW_OK)
        return result;
    return head.is_searching ? way_resume(traffic, head.search_start, head.search_goal, head.slice_count)
                             : FW_OK;
}
