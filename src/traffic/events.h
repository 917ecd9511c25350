#pragma once

/// Events besides changes of activity.

#include "traffic/inside.h"

/// Makes room for one more event, and for a change of activity of each unit behind it.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result event_reserve(fw_traffic *traffic);

/// Adds an event. There must be room for it.
///
/// @param unit  null: the event tells of no unit
/// @param site  number of the site; 0: the event tells of no site
void event_tell(fw_traffic *traffic, fw_traffic_news news, const agent *unit, uint32_t site);
