#include "traffic/turn_save.h"

#include <math.h>

#include "traffic/turn_plans.h"

static const field plan_fields[] = { FIELD(turn_plan, count, 0, MOST_TURNS),
                                     FIELD(turn_plan, next, 0, MOST_TURNS),
                                     FIELD(turn_plan, advanced, -4503599627370496.0, 4503599627370496.0),
                                     FIELD(turn_plan, segment_count, 0, INT32_MAX) };
static const record_type plan_record = RECORD_TYPE(plan_fields);

static const field turn_fields[] = { FIELD_OF_UNIT(unit_turn, slot), FIELD(unit_turn, first, 0, INT32_MAX),
                                     FIELD(unit_turn, count, 1, INT32_MAX) };
static const record_type turn_record = RECORD_TYPE(turn_fields);

/// True if the turns of a plan that was read are those of its members.
static bool is_right(const fw_traffic *traffic, const turn_plan *plan, int32_t number)
{
    if (plan->count > 0 && plan->next >= plan->count)
        return false;
    for (int32_t i = 0; i < plan->count; i++) {
        const unit_turn *turn = &plan->turns[i];
        if (turn->slot == NO_AGENT || !traffic->agents[turn->slot].drive ||
            traffic->agents[turn->slot].jam.number != number || turn->first > plan->segment_count ||
            turn->count > plan->segment_count - turn->first)
            return false;
        for (int32_t j = turn->first; j < turn->first + turn->count; j++)
            if (!(fabs(plan->segments[j].curvature) * turn_radius_of(traffic, &traffic->agents[turn->slot]) <=
                  1 + 1e-6))
                return false;
    }
    return true;
}

/// True if each unit with a turning radius that follows a plan is a member there.
static bool are_members(const fw_traffic *traffic)
{
    const struct turn_plans *plans = traffic->joint.turns;
    for (uint32_t slot = 0; slot < traffic->roster.slots; slot++) {
        const agent *unit = &traffic->agents[slot];
        bool is_member = unit->jam.number <= NO_JAM || !unit->drive || !unit->is_used;
        if (!is_member && (!plans || unit->jam.number > plans->count))
            return false;
        for (int32_t i = 0; !is_member && i < plans->list[unit->jam.number - 1].count; i++)
            is_member = plans->list[unit->jam.number - 1].turns[i].slot == slot;
        if (!is_member)
            return false;
    }
    return true;
}

/// Writes or reads the plans, with room for all that they hold.
static void move_plans(archive *file, fw_traffic *traffic, struct turn_plans *plans)
{
    const bool reads = archive_reads(file);
    size_t count = (size_t)plans->count, turns = 0, segments = 0;
    while (!reads && count > 0 && plans->list[count - 1].count == 0)
        count--; // numbers that are free
    count = archive_list(file, &plan_record, count);
    if (reads)
        archive_fail(file, MEMORY_RESERVE(&traffic->memory, plans->list, plans->room, count));
    for (size_t i = 0; i < count && file->result == FW_OK; i++) {
        turn_plan *plan = &plans->list[i];
        turn_plan moved = { .count = 0 };
        if (!reads && plan->count > 0)
            moved = *plan;
        archive_record(file, &plan_record, &moved);
        turns += (size_t)moved.count;
        segments += (size_t)moved.segment_count;
        if (!reads)
            continue;
        *plan = moved;
        plans->count++;
        if (segments > file->size)
            archive_fail(file, FW_BAD_VALUE);
        if (file->result == FW_OK)
            archive_fail(file, MEMORY_RESERVE(&traffic->memory, plan->segments, plan->room,
                                              (size_t)plan->segment_count));
    }
    archive_known_list(file, &turn_record, turns);
    for (size_t i = 0; i < count && file->result == FW_OK; i++)
        archive_records(file, &turn_record, plans->list[i].turns, (size_t)plans->list[i].count,
                        sizeof *plans->list[i].turns);
    archive_known_list(file, &segment_record, segments);
    for (size_t i = 0; i < count && file->result == FW_OK; i++) {
        turn_plan *plan = &plans->list[i];
        if (reads || plan->count > 0)
            archive_records(file, &segment_record, plan->segments, (size_t)plan->segment_count,
                            sizeof *plan->segments);
        if (reads && file->result == FW_OK && !is_right(traffic, plan, (int32_t)i + 1))
            archive_fail(file, FW_BAD_VALUE);
    }
}

void turns_move(archive *file, fw_traffic *traffic)
{
    if (archive_reads(file) && file->result == FW_OK)
        archive_fail(file, turns_create(traffic));
    struct turn_plans *plans = traffic->joint.turns;
    if (plans)
        move_plans(file, traffic, plans);
    else {
        archive_list(file, &plan_record, 0);
        archive_list(file, &turn_record, 0);
        archive_list(file, &segment_record, 0);
    }
    saved_slot asker = { traffic->joint.driver };
    const size_t asking = archive_list(file, &slot_record, asker.slot != NO_AGENT);
    if (asking == 1)
        archive_record(file, &slot_record, &asker);
    if (!archive_reads(file))
        return;
    if (plans && plans->count == 0)
        turns_end_all(traffic);
    if (asking > 1 || (asking == 1) != (asker.slot != NO_AGENT) ||
        (asker.slot != NO_AGENT && !traffic->agents[asker.slot].drive) || !are_members(traffic))
        archive_fail(file, FW_BAD_VALUE);
    if (file->result == FW_OK)
        traffic->joint.driver = asker.slot;
}
