#include "traffic/jam_save.h"

#include "traffic/jam_gather.h"
#include "traffic/jam_request.h"
#include "traffic/jam_turns.h"
#include "traffic/jams.h"

/// Number of places of the plan of a jam.
static size_t count_places(const jam *jam)
{
    return (size_t)jam->count * (size_t)jam->beats;
}

/// True if the members of a jam that was read are units, each of which is in this jam, and are on their paths.
static bool is_right(const fw_traffic *traffic, const jam *jam, int32_t number)
{
    int32_t left = 0;
    for (int32_t i = 0; i < jam->count; i++) {
        const jam_member *member = &jam->members[i];
        if (!(member->reached >= 0 && member->reached <= jam->beats) || !(member->last < jam->beats) ||
            (member->state == MEMBER_DRIVES && member->reached > member->last))
            return false;
        left += member->state == MEMBER_DRIVES;
        if (member->state == MEMBER_HAS_LEFT)
            continue;
        if (member->slot == NO_AGENT || traffic->agents[member->slot].jam.number != number ||
            traffic->agents[member->slot].drive)
            return false;
    }
    for (int32_t i = 0; i < jam->count * jam->beats; i++)
        if (!traffic_is_on_map(traffic, jam->places[i].x, jam->places[i].y))
            return false;
    return jam->count == 0 || left == jam->left;
}

/// True if each unit that follows a plan, or waits for one, is a member there.
static bool are_members(const fw_traffic *traffic)
{
    const struct jams *jams = traffic->joint.jams;
    for (uint32_t slot = 0; slot < traffic->roster.slots; slot++) {
        const int32_t number = traffic->agents[slot].jam.number;
        bool is_member =
            number == NO_JAM || (traffic->agents[slot].drive && number > 0) || !traffic->agents[slot].is_used;
        if (is_member)
            continue;
        if (!jams || number > jams->count)
            return false;
        for (int32_t i = 0; number > 0 && i < jams->list[number - 1].count; i++)
            is_member = is_member || jams->list[number - 1].members[i].slot == slot;
        for (int32_t i = 0; number < 0 && i < jams->request.count; i++)
            is_member = is_member || jams->request.slots[i] == slot;
        if (!is_member)
            return false;
    }
    return true;
}

/// Makes room for the members of a jam that was read, and for their places.
static void reserve_jam(archive *file, fw_traffic *traffic, jam *jam)
{
    if (MEMORY_RESERVE(&traffic->memory, jam->members, jam->member_room, (size_t)jam->count) != FW_OK ||
        MEMORY_RESERVE(&traffic->memory, jam->places, jam->place_room, count_places(jam)) != FW_OK)
        archive_fail(file, FW_NO_MEMORY);
}

static void move_member(archive *file, jam_member *member)
{
    jam_member moved = archive_reads(file) ? (jam_member){ .slot = NO_AGENT } : *member;
    if (moved.state == MEMBER_HAS_LEFT)
        moved.slot = NO_AGENT; // it may be removed
    archive_record(file, &jam_member_record, &moved);
    if (archive_reads(file))
        *member = moved;
}

/// Writes or reads the jams, with room for all that they hold.
static void move_jams(archive *file, fw_traffic *traffic, struct jams *jams)
{
    const bool reads = archive_reads(file);
    size_t count = (size_t)jams->count, members = 0, places = 0;
    while (!reads && count > 0 && jams->list[count - 1].count == 0)
        count--; // numbers that are free
    count = archive_list(file, &jam_record, count);
    if (reads)
        archive_fail(file, MEMORY_RESERVE(&traffic->memory, jams->list, jams->room, count));
    for (size_t i = 0; i < count && file->result == FW_OK; i++) {
        jam moved = { .count = 0 };
        if (!reads && jams->list[i].count > 0)
            moved = jams->list[i];
        archive_record(file, &jam_record, &moved);
        members += (size_t)moved.count;
        places += count_places(&moved);
        if (reads && (members > file->size || places > file->size))
            archive_fail(file, FW_BAD_VALUE);
        if (!reads || file->result != FW_OK)
            continue;
        jams->list[jams->count++] = moved;
        reserve_jam(file, traffic, &jams->list[i]);
    }
    archive_known_list(file, &jam_member_record, members);
    for (size_t i = 0; i < count && file->result == FW_OK; i++)
        for (int32_t j = 0; j < jams->list[i].count; j++)
            move_member(file, &jams->list[i].members[j]);
    archive_known_list(file, &jam_place_record, places);
    for (size_t i = 0; i < count && file->result == FW_OK; i++) {
        jam *jam = &jams->list[i];
        archive_records(file, &jam_place_record, jam->places, count_places(jam), sizeof *jam->places);
        if (reads && file->result == FW_OK)
            archive_fail(file, is_right(traffic, jam, (int32_t)i + 1) ? jam_measure(&traffic->memory, jam)
                                                                      : FW_BAD_VALUE);
    }
}

/// Adds a unit to the plan that was being made.
///
/// @param is  what is known of it: its order, and its goal
/// @return false: the plan has too many grounds
static bool add_member(fw_traffic *traffic, uint32_t slot, const joint_unit *is)
{
    jam_request *request = &traffic->joint.jams->request;
    joint_unit *unit = &request->units[request->count];
    const int32_t before = request->count;
    jam_gather_again(traffic, slot, request);
    unit->order = is->order;
    unit->goal_x = is->goal_x;
    unit->goal_y = is->goal_y;
    return request->count > before;
}

/// Writes or reads a unit of the plan that is being made.
///
/// @param request  with its asker
static void move_planned(archive *file, fw_traffic *traffic, const jam_request *request, int32_t index)
{
    saved_member member = { .slot = NO_AGENT };
    if (!archive_reads(file)) {
        const joint_unit *unit = &request->units[index];
        member =
            (saved_member){ request->slots[index], unit->order != JOINT_PARKED, unit->goal_x, unit->goal_y };
    }
    archive_record(file, &saved_member_record, &member);
    if (!archive_reads(file))
        return;
    const agent *unit = &traffic->agents[member.slot != NO_AGENT ? member.slot : 0];
    if (member.slot == NO_AGENT || (unit->drive && !traffic->agents[request->asker].drive) ||
        unit->jam.number != JAM_IS_PLANNED) {
        archive_fail(file, FW_BAD_VALUE);
        return;
    }
    const joint_unit is = { .order = !member.goes           ? JOINT_PARKED
                                     : agent_has_been(unit) ? JOINT_RETURNS
                                                            : JOINT_GOES,
                            .goal_x = member.goal_x,
                            .goal_y = member.goal_y };
    if (!add_member(traffic, member.slot, &is))
        archive_fail(file, FW_BAD_VALUE);
}

/// Writes or reads the plan that is being made.
static void move_request(archive *file, fw_traffic *traffic, jam_request *request, saved_request *plan)
{
    saved_request moved = { .asker = NO_AGENT };
    size_t made = request->asker != NO_AGENT;
    if (made > 0)
        moved = (saved_request){ request->asker, request->level, request->slices,
                                 !jam_is_on_ground(traffic, request) };
    made = archive_list(file, &request_record, made);
    if (made == 1)
        archive_record(file, &request_record, &moved);
    const size_t count = archive_list(file, &saved_member_record, made > 0 ? (size_t)request->count : 0);
    if (archive_reads(file)) {
        if (made > 1 || count > MOST_JAMMED || (made == 1) != (moved.asker != NO_AGENT) ||
            (made == 0 && count > 0) ||
            // of a pair, which follows no plan of this kind
            (made == 1 && traffic->agents[moved.asker].drive && count != 2))
            archive_fail(file, FW_BAD_VALUE);
        if (file->result != FW_OK || made == 0)
            return;
        archive_fail(file, jam_request_open(traffic, moved.asker));
        request->level = moved.level;
        *plan = moved;
    }
    for (size_t i = 0; i < count && file->result == FW_OK; i++)
        move_planned(file, traffic, request, (int32_t)i);
}

fw_result jams_resume(fw_traffic *traffic, const saved_request *plan)
{
    jam_request *request = &traffic->joint.jams->request;
    const int32_t count = request->count;
    request->count = request->ground_count = 0;
    for (int32_t i = 0; i < count; i++) {
        const joint_unit read = request->units[i];
        if (!add_member(traffic, request->slots[i], &read)) // on the ground that is laid by now
            return FW_BAD_VALUE;
    }
    return jam_repeat(traffic, plan->is_on_old_ground ? 0 : plan->slices, plan->is_on_old_ground);
}

void jams_move(archive *file, fw_traffic *traffic, saved_request *plan)
{
    if (archive_reads(file) && file->result == FW_OK)
        archive_fail(file, jams_create(traffic));
    struct jams *jams = traffic->joint.jams;
    if (!jams) {
        archive_list(file, &jam_record, 0);
        archive_list(file, &jam_member_record, 0);
        archive_list(file, &jam_place_record, 0);
        archive_list(file, &request_record, 0);
        archive_list(file, &saved_member_record, 0);
        return;
    }
    move_jams(file, traffic, jams);
    move_request(file, traffic, &jams->request, plan);
    if (!archive_reads(file))
        return;
    if (jams->count == 0 && jams->request.asker == NO_AGENT)
        jams_free(traffic);
    if (file->result == FW_OK && !are_members(traffic))
        archive_fail(file, FW_BAD_VALUE);
}
