#include "traffic/jam_save.h"

#include "traffic/jam_gather.h"
#include "traffic/jams.h"

/// What is saved of all jams.
typedef struct saved_jams {
    uint32_t new_asker; ///< of the next plan
    uint32_t asker;     ///< of the plan that is being made; NO_AGENT: none is
    int32_t level, member_count, jam_count;
    uint32_t is_on_old_ground; ///< the map has changed since the plan was begun
    uint64_t slices;
} saved_jams;

/// What is saved of a unit of a plan that is being made; all else follows from the unit.
typedef struct saved_member {
    double goal_x, goal_y;
    uint32_t slot, goes;
} saved_member;

/// What is saved of a jam, before its members and places.
typedef struct saved_jam {
    int64_t advanced;
    fw_box box;
    int32_t count, left, beats, unused;
} saved_jam;

static void save_request(const jam_request *request, stream *out)
{
    for (int32_t i = 0; i < request->count; i++) {
        const joint_unit *unit = &request->units[i];
        const saved_member saved = { unit->goal_x, unit->goal_y, request->slots[i],
                                     unit->order == JOINT_GOES };
        put(out, &saved, sizeof saved);
    }
}

void jams_save(const fw_traffic *traffic, stream *out)
{
    const struct jams *jams = traffic->jams;
    const jam_request *request = jams ? &jams->request : NULL;
    const bool is_made = request && request->asker != NO_AGENT;
    saved_jams saved = { .new_asker = traffic->jam_asker, .asker = NO_AGENT };
    saved.jam_count = jams ? jams->count : 0;
    if (is_made) {
        saved.asker = request->asker;
        saved.level = request->level;
        saved.member_count = request->count;
        saved.slices = request->slices;
        saved.is_on_old_ground = !jam_is_on_ground(traffic, request);
    }
    put(out, &saved, sizeof saved);
    if (is_made)
        save_request(request, out);
    for (int32_t i = 0; i < saved.jam_count; i++) {
        const jam *jam = &jams->list[i];
        const saved_jam head = { jam->advanced, jam->box, jam->count, jam->left, jam->beats, 0 };
        put(out, &head, sizeof head);
        put(out, jam->members, (size_t)jam->count * sizeof *jam->members);
        put(out, jam->places, (size_t)jam->count * (size_t)jam->beats * sizeof *jam->places);
    }
}

/// True if the members of a jam that was read are units, and are on their paths.
static bool is_right(const fw_traffic *traffic, const jam *jam)
{
    for (int32_t i = 0; i < jam->count; i++) {
        const jam_member *member = &jam->members[i];
        if (member->slot >= traffic->slots || !(member->reached >= 0 && member->reached <= jam->beats) ||
            !(member->last >= 0 && member->last < jam->beats))
            return false;
    }
    return true;
}

/// True if each unit that follows a plan, or waits for one, is a member there.
static bool are_members(const fw_traffic *traffic)
{
    const struct jams *jams = traffic->jams;
    for (uint32_t slot = 0; slot < traffic->slots; slot++) {
        const int32_t number = traffic->agents[slot].jam;
        bool is_member = number == NO_JAM || !traffic->agents[slot].is_used;
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

static fw_result read_jam(fw_traffic *traffic, stream *source)
{
    struct jams *jams = traffic->jams;
    saved_jam head;
    if (!get(source, &head, sizeof head) || head.count < 0 || head.count > MOST_JAMMED || head.beats < 0)
        return FW_BAD_VALUE;
    const size_t count = (size_t)head.count, places = count * (size_t)head.beats;
    if (places > source->size / sizeof(joint_place))
        return FW_BAD_VALUE;
    jam *jam = &jams->list[jams->count];
    *jam = (struct jam){ .advanced = head.advanced, .box = head.box, .left = head.left, .beats = head.beats };
    jams->count++;
    if (memory_reserve(&traffic->memory, &jam->members, &jam->member_room, count, sizeof *jam->members) !=
            FW_OK ||
        memory_reserve(&traffic->memory, &jam->places, &jam->place_room, places, sizeof *jam->places) !=
            FW_OK)
        return FW_NO_MEMORY;
    jam->count = head.count;
    return get(source, jam->members, count * sizeof *jam->members) &&
                   get(source, jam->places, places * sizeof *jam->places) && is_right(traffic, jam)
               ? FW_OK
               : FW_BAD_VALUE;
}

/// Reads the plan that was being made, and repeats the work on it.
static fw_result read_request(fw_traffic *traffic, stream *source, const saved_jams *saved)
{
    jam_request *request = &traffic->jams->request;
    request->asker = saved->asker;
    request->level = saved->level;
    request->count = request->ground_count = 0;
    for (int32_t i = 0; i < saved->member_count; i++) {
        saved_member member;
        if (!get(source, &member, sizeof member) || member.slot >= traffic->slots)
            return FW_BAD_VALUE;
        jam_gather_again(traffic, member.slot, request);
        if (request->count != i + 1)
            return FW_BAD_VALUE;
        request->units[i].order = member.goes ? JOINT_GOES : JOINT_PARKED;
        request->units[i].goal_x = member.goal_x;
        request->units[i].goal_y = member.goal_y;
    }
    return jam_repeat(traffic, saved->is_on_old_ground ? 0 : saved->slices, saved->is_on_old_ground != 0);
}

fw_result jams_restore(fw_traffic *traffic, stream *source)
{
    saved_jams saved;
    if (!get(source, &saved, sizeof saved) || saved.member_count < 0 || saved.member_count > MOST_JAMMED ||
        saved.level < 0 || saved.level >= JAM_WINDOWS || saved.jam_count < 0 ||
        (size_t)saved.jam_count > source->size)
        return FW_BAD_VALUE;
    if ((saved.new_asker != NO_AGENT && saved.new_asker >= traffic->slots) ||
        (saved.asker != NO_AGENT && saved.asker >= traffic->slots))
        return FW_BAD_VALUE;
    traffic->jam_asker = saved.new_asker;
    if (saved.jam_count == 0 && saved.asker == NO_AGENT)
        return are_members(traffic) ? FW_OK : FW_BAD_VALUE;
    fw_result result = jams_create(traffic);
    if (result == FW_OK && saved.asker != NO_AGENT)
        result = read_request(traffic, source, &saved);
    struct jams *jams = traffic->jams;
    if (result == FW_OK)
        result = memory_reserve(&traffic->memory, &jams->list, &jams->room, (size_t)saved.jam_count,
                                sizeof *jams->list);
    for (int32_t i = 0; i < saved.jam_count && result == FW_OK; i++)
        result = read_jam(traffic, source);
    return result == FW_OK && !are_members(traffic) ? FW_BAD_VALUE : result;
}
