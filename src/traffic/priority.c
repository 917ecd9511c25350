#include "traffic/priority.h"

/// True if a unit has arrived once, or cannot get to its goal.
static bool is_done(const agent *unit)
{
    return agent_has_been(unit) || unit->pursuit.refused != FW_OK;
}

bool agent_comes_before(const agent *a, double left_to_a, const agent *b, double left_to_b)
{
    if (agent_gives_way(a, b) != agent_gives_way(b, a))
        return agent_gives_way(b, a);
    if (is_done(a) != is_done(b))
        return is_done(b);
    if (agent_is_at_goal(a) != agent_is_at_goal(b))
        return agent_is_at_goal(b);
    return left_to_a != left_to_b ? left_to_a < left_to_b : a->id < b->id;
}

bool agent_is_before(const agent *a, const agent *b)
{
    return agent_comes_before(a, a->pursuit.to_narrow, b, b->pursuit.to_narrow);
}
