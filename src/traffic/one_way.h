#pragma once

/// A passage with too little room for two crowds is passed by one of them at a time. Units of the other one wait before
/// it and leave those room who come out.

#include "traffic/plan_task.h"

/// The passage that a unit must not enter yet; of cost 0: there is none.
closed_passage one_way_closed(const fw_traffic *traffic, const agent *unit);

/// True if a unit waits for its turn before a passage.
static inline bool one_way_waits(const fw_traffic *traffic, const agent *unit)
{
    return one_way_closed(traffic, unit).cost > 0;
}
