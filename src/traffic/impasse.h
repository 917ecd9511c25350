#ifndef TRAFFIC_IMPASSE_H
#define TRAFFIC_IMPASSE_H

/// @file
/// Units that cannot pass each other anywhere.

#include "traffic/inside.h"

/// Notes that two units cannot pass each other anywhere, which is proven. One that has no order, or had arrived, is not
/// told: only the other one cannot get where it wants to be.
static inline void impasse_tell(fw_traffic *traffic, uint32_t first, uint32_t second)
{
    agent *one = &traffic->agents[first], *two = &traffic->agents[second];
    one->relation.impasse = agent_has_been(one) ? NO_AGENT : second;
    two->relation.impasse = agent_has_been(two) ? NO_AGENT : first;
    one->is_named = two->is_named = true;
}

#endif
