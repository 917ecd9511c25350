#pragma once

/// The joint plan that is being made: which units it is for, in which window it is looked for, and how long.

#include "traffic/inside.h"
#include "traffic/jam.h"

/// The number of no version of a map: the plan that is being made begins anew.
#define OLD_GROUND UINT64_MAX

/// Opens the request of a unit, with room for all whom its jam may have.
///
/// @return FW_OK or FW_NO_MEMORY: there is none
fw_result jam_request_open(fw_traffic *traffic, uint32_t asker);

/// Gathers the jam of the unit that asks, for the window that is tried, and begins to look for a plan.
///
/// @return FW_OK, also if the jam is left to others; FW_NO_MEMORY
fw_result jam_request_begin(fw_traffic *traffic);

/// Works on the plan.
///
/// @param[out] is_planned  true: there is one, and nobody else stands where it leads
/// @return FW_OK or FW_NO_MEMORY: it is begun again
fw_result jam_request_work(fw_traffic *traffic, bool *is_planned);

/// Ends the plan that is being made, if there is one, and gives its memory back: 240 KB and more.
void jam_request_drop(fw_traffic *traffic);

/// Ends the plan that is being made. Its unit asks again some time later.
void jam_request_give_up(fw_traffic *traffic);

/// True if the ground of a plan that is being made is still that of its units.
bool jam_is_on_ground(const fw_traffic *traffic, const jam_request *request);

/// Begins the plan of the units of the request, and repeats the work on it, in a traffic that was restored.
///
/// @param is_outdated  the ground has changed since the work began
/// @return FW_OK, FW_BAD_VALUE (so much work was not needed) or FW_NO_MEMORY
fw_result jam_repeat(fw_traffic *traffic, uint64_t slices, bool is_outdated);
