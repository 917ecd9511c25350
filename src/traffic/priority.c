#include "traffic/priority.h"

bool agent_comes_before(const agent *a, double left_to_a, const agent *b, double left_to_b)
{
    if (agent_gives_way(a, b) != agent_gives_way(b, a))
        return agent_gives_way(b, a);
    if (a->has_been != b->has_been)
        return b->has_been;
    if (a->is_at_goal != b->is_at_goal)
        return b->is_at_goal;
    return left_to_a != left_to_b ? left_to_a < left_to_b : a->id < b->id;
}

bool agent_is_before(const agent *a, const agent *b)
{
    return agent_comes_before(a, a->to_narrow, b, b->to_narrow);
}
