// Which rule keeps a unit where it stands, found from its state when somebody asks.

#include <math.h>

#include "fairway/traffic_queries.h"
#include "traffic/agent_state.h"
#include "traffic/convoy_roles.h"
#include "traffic/gate.h"
#include "traffic/jam.h"
#include "traffic/one_way.h"
#include "traffic/roster.h"

/// A cause, and the slot of the unit that it is about.
typedef struct cause {
    fw_wait_cause rule;
    uint32_t other;
} cause;

/// Of a unit that stands, has a way, and plans: what raised the cost of the places ahead, or who was in the way there.
static cause cause_of_plan(const fw_traffic *traffic, const agent *unit)
{
    if (unit->relation.met != NO_AGENT)
        return (cause){ FW_CAUSE_UNIT, unit->relation.met };
    if (isfinite(convoy_least_rest(traffic, unit)))
        return (cause){ FW_CAUSE_GROUP, NO_AGENT };
    if (one_way_waits(traffic, unit))
        return (cause){ FW_CAUSE_PASSAGE, NO_AGENT };
    gate_turn turn = GATE_ENTERS;
    const agent *first = gate_is_found(&unit->pursuit.gate) ? gate_first_of(traffic, unit, &turn) : unit;
    if (turn != GATE_ENTERS)
        return (cause){ FW_CAUSE_GATE, agent_slot(traffic, first) };
    const uint32_t blocker = unit->relation.blocker;
    return (cause){ blocker != NO_AGENT ? FW_CAUSE_UNIT : FW_CAUSE_ROOM, blocker };
}

static cause cause_of(const fw_traffic *traffic, const agent *unit)
{
    switch (agent_activity(unit)) {
    case FW_AGENT_BLOCKED:
        return (cause){ FW_CAUSE_NO_WAY, NO_AGENT };
    case FW_AGENT_INFEASIBLE:
        return (cause){ FW_CAUSE_NO_WAY, unit->relation.impasse };
    case FW_AGENT_YIELDS:
        return (cause){ FW_CAUSE_YIELDS, unit->relation.yields_to };
    case FW_AGENT_THINKS:
        return (cause){ FW_CAUSE_PATH, NO_AGENT };
    case FW_AGENT_WAITS:
    case FW_AGENT_MOVES:
        break;
    default:
        return (cause){ FW_CAUSE_NONE, NO_AGENT };
    }
    const bool is_held = unit->activity == FW_AGENT_WAITS || outline_end(&unit->plan) <= traffic->clock.knot;
    if (!is_held)
        return (cause){ FW_CAUSE_NONE, NO_AGENT };
    if (unit->relation.in_way_of != NO_AGENT)
        return (cause){ FW_CAUSE_YIELDS, unit->relation.in_way_of };
    if (unit->jam.number != NO_JAM)
        return (cause){ FW_CAUSE_PLAN, unit->relation.blocker };
    return unit->pursuit.wants_course ? (cause){ FW_CAUSE_PATH, NO_AGENT } : cause_of_plan(traffic, unit);
}

fw_result fw_traffic_get_cause(const fw_traffic *traffic, fw_agent_id id, fw_wait_cause *rule,
                               fw_agent_id *other)
{
    if (!traffic || !rule || !other)
        return FW_NULL_ARGUMENT;
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    const cause found = cause_of(traffic, &traffic->agents[slot]);
    *rule = found.rule;
    *other = found.other != NO_AGENT ? traffic->agents[found.other].id : 0;
    return FW_OK;
}

const char *fw_wait_cause_text(fw_wait_cause rule)
{
    static const char *const texts[] = {
        [FW_CAUSE_NONE] = "nothing holds it",
        [FW_CAUSE_PATH] = "it waits for its path",
        [FW_CAUSE_GROUP] = "it waits for others of its group",
        [FW_CAUSE_PLAN] = "it is in a jam, and waits for its turn",
        [FW_CAUSE_GATE] = "another unit goes first through a narrow place",
        [FW_CAUSE_PASSAGE] = "the other direction has its turn in a passage",
        [FW_CAUSE_UNIT] = "another unit is in its way",
        [FW_CAUSE_YIELDS] = "it gives way to another unit",
        [FW_CAUSE_NO_WAY] = "no way leads to its goal",
        [FW_CAUSE_ROOM] = "the free places ahead are too near to others, or cost too much",
    };
    return rule >= 0 && rule < FW_CAUSE_COUNT ? texts[rule] : "";
}
