#pragma once

/// The jams of a traffic: how they begin, get their plans, and end.

#include "traffic/inside.h"
#include "traffic/jam.h"

/// At a knot: works on the plan that is being made, and ends the jams that do not get on.
///
/// @return FW_OK or FW_NO_MEMORY: the plan is begun again
fw_result jams_serve(fw_traffic *traffic);

/// After a member has come to the end of its path: if its goal is there, it rests until all others are done; else it
/// leaves the jam and goes on along its way. With the last one, the jam ends.
void jam_finish(fw_traffic *traffic, jam *jam, int32_t member);

/// Ends the jam of a unit, and the plan that is being made for it, before the unit gets another order or is removed.
void jam_forget(fw_traffic *traffic, uint32_t slot);

/// Ends the jams whose paths a change of the map, or of sites, has blocked. A plan that is being made begins anew.
///
/// @param changed  box of the tiles that have changed
void jams_notice_edits(fw_traffic *traffic, const fw_box *changed);

/// Makes room for jams, if there is none yet.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result jams_create(fw_traffic *traffic);

void jams_free(fw_traffic *traffic);
