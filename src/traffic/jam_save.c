#include "traffic/jam_save.h"

#include "traffic/jam_gather.h"
#include "traffic/jam_request.h"
#include "traffic/jam_turns.h"
#include "traffic/jams.h"

static void save_request(const fw_traffic *traffic, const jam_request *request, archive *file)
{
    saved_request saved = { request->asker, request->level, request->slices,
                            !jam_is_on_ground(traffic, request) };
    archive_list(file, &request_record, 1);
    archive_record(file, &request_record, &saved);
    archive_list(file, &saved_member_record, (size_t)request->count);
    for (int32_t i = 0; i < request->count; i++) {
        const joint_unit *unit = &request->units[i];
        saved_member member = { request->slots[i], unit->order != JOINT_PARKED, unit->goal_x, unit->goal_y };
        archive_record(file, &saved_member_record, &member);
    }
}

/// A jam as it is saved: of a free number, nothing is.
static jam tidy(const jam *saved)
{
    return saved->count > 0 ? *saved : (jam){ .count = 0 };
}

void jams_save(const fw_traffic *traffic, archive *file)
{
    const struct jams *jams = traffic->joint.jams;
    int32_t count = jams ? jams->count : 0;
    while (count > 0 && jams->list[count - 1].count == 0)
        count--; // numbers that are free
    size_t members = 0, places = 0;
    archive_list(file, &jam_record, (size_t)count);
    for (int32_t i = 0; i < count; i++) {
        jam jam = tidy(&jams->list[i]);
        archive_record(file, &jam_record, &jam);
        members += (size_t)jam.count;
        places += (size_t)jam.count * (size_t)jam.beats;
    }
    archive_list(file, &jam_member_record, members);
    for (int32_t i = 0; i < count; i++) {
        jam_member *left = jams->list[i].members;
        for (int32_t j = 0; j < jams->list[i].count; j++) {
            jam_member member = left[j];
            if (member.state == MEMBER_HAS_LEFT)
                member.slot = NO_AGENT; // it may be removed
            archive_record(file, &jam_member_record, &member);
        }
    }
    archive_list(file, &jam_place_record, places);
    for (int32_t i = 0; i < count; i++) {
        const jam *jam = &jams->list[i];
        archive_records(file, &jam_place_record, jam->places, (size_t)jam->count * (size_t)jam->beats,
                        sizeof *jam->places);
    }
    const bool is_made = jams && jams->request.asker != NO_AGENT;
    if (is_made)
        save_request(traffic, &jams->request, file);
    else {
        archive_list(file, &request_record, 0);
        archive_list(file, &saved_member_record, 0);
    }
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

/// Reads the jams, with room for all that they hold.
static void read_jams(fw_traffic *traffic, archive *file, size_t count)
{
    struct jams *jams = traffic->joint.jams;
    archive_fail(file, memory_reserve(&traffic->memory, &jams->list, &jams->room, count, sizeof *jams->list));
    size_t members = 0, places = 0;
    for (size_t i = 0; i < count && file->result == FW_OK; i++) {
        jam read = { .count = 0 };
        archive_record(file, &jam_record, &read);
        members += (size_t)read.count;
        places += (size_t)read.count * (size_t)read.beats;
        if (members > file->size || places > file->size)
            archive_fail(file, FW_BAD_VALUE);
        if (file->result != FW_OK)
            return;
        jam *jam = &jams->list[jams->count++];
        *jam = read;
        archive_fail(file, memory_reserve(&traffic->memory, &jam->members, &jam->member_room,
                                          (size_t)jam->count, sizeof *jam->members));
        archive_fail(file, memory_reserve(&traffic->memory, &jam->places, &jam->place_room,
                                          (size_t)jam->count * (size_t)jam->beats, sizeof *jam->places));
    }
    archive_known_list(file, &jam_member_record, members);
    for (size_t i = 0; i < count && file->result == FW_OK; i++)
        archive_records(file, &jam_member_record, jams->list[i].members, (size_t)jams->list[i].count,
                        sizeof *jams->list[i].members);
    archive_known_list(file, &jam_place_record, places);
    for (size_t i = 0; i < count && file->result == FW_OK; i++) {
        jam *jam = &jams->list[i];
        archive_records(file, &jam_place_record, jam->places, (size_t)jam->count * (size_t)jam->beats,
                        sizeof *jam->places);
        if (file->result == FW_OK && !is_right(traffic, jam, (int32_t)i + 1))
            archive_fail(file, FW_BAD_VALUE);
        if (file->result == FW_OK)
            archive_fail(file, jam_measure(&traffic->memory, jam));
    }
}

/// Reads the plan that was being made.
static void read_request(fw_traffic *traffic, archive *file, saved_request *plan)
{
    jam_request *request = &traffic->joint.jams->request;
    saved_request saved = { .asker = NO_AGENT };
    const size_t made = archive_list(file, &request_record, 0);
    if (made == 1)
        archive_record(file, &request_record, &saved);
    const size_t count = archive_list(file, &saved_member_record, 0);
    if (made > 1 || count > MOST_JAMMED || (made == 1) != (saved.asker != NO_AGENT) ||
        (made == 0 && count > 0))
        archive_fail(file, FW_BAD_VALUE);
    if (file->result == FW_OK && made == 1)
        archive_fail(file, jam_request_open(traffic, saved.asker));
    if (file->result != FW_OK || made == 0)
        return;
    *plan = saved;
    request->level = saved.level;
    const bool is_proof = traffic->agents[saved.asker].drive; // of a pair, which follows no plan of this kind
    if (is_proof && count != 2)
        archive_fail(file, FW_BAD_VALUE);
    for (size_t i = 0; i < count && file->result == FW_OK; i++) {
        saved_member member = { .slot = NO_AGENT };
        archive_record(file, &saved_member_record, &member);
        if (member.slot == NO_AGENT || (traffic->agents[member.slot].drive && !is_proof) ||
            traffic->agents[member.slot].jam.number != JAM_IS_PLANNED) {
            archive_fail(file, FW_BAD_VALUE);
            return;
        }
        jam_gather_again(traffic, member.slot, request);
        if (request->count != (int32_t)i + 1) {
            archive_fail(file, FW_BAD_VALUE);
            return;
        }
        request->units[i].order = !member.goes                                    ? JOINT_PARKED
                                  : agent_has_been(&traffic->agents[member.slot]) ? JOINT_RETURNS
                                                                                  : JOINT_GOES;
        request->units[i].goal_x = member.goal_x;
        request->units[i].goal_y = member.goal_y;
    }
}

fw_result jams_resume(fw_traffic *traffic, const saved_request *plan)
{
    jam_request *request = &traffic->joint.jams->request;
    const int32_t count = request->count;
    request->count = request->ground_count = 0;
    for (int32_t i = 0; i < count; i++) {
        const joint_unit read = request->units[i];
        jam_gather_again(traffic, request->slots[i], request); // on the ground that is laid by now
        if (request->count != i + 1)
            return FW_BAD_VALUE;
        request->units[i].order = read.order;
        request->units[i].goal_x = read.goal_x;
        request->units[i].goal_y = read.goal_y;
    }
    return jam_repeat(traffic, plan->is_on_old_ground ? 0 : plan->slices, plan->is_on_old_ground);
}

fw_result jams_restore(fw_traffic *traffic, archive *file, saved_request *plan)
{
    if (file->result == FW_OK)
        archive_fail(file, jams_create(traffic));
    const size_t count = archive_list(file, &jam_record, 0);
    if (file->result == FW_OK)
        read_jams(traffic, file, count);
    if (file->result == FW_OK)
        read_request(traffic, file, plan);
    if (traffic->joint.jams && traffic->joint.jams->count == 0 &&
        traffic->joint.jams->request.asker == NO_AGENT)
        jams_free(traffic);
    if (file->result == FW_OK && !are_members(traffic))
        archive_fail(file, FW_BAD_VALUE);
    return file->result;
}
