#ifndef TRAFFIC_ERRAND_H
#define TRAFFIC_ERRAND_H

/// @file
/// Orders that lead to other orders: to follow another unit, and to go along a list of places.

#include "traffic/inside.h"

/// Ends what a unit was told to do after its order, before it gets another one.
void errand_end(fw_traffic *traffic, uint32_t slot);

/// Ends the following of a unit that is removed.
void errand_forget(fw_traffic *traffic, uint32_t slot);

/// At a knot: gives a unit its next order, if it has come near the place of the last one, or the unit that it follows
/// has moved.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result errand_look(fw_traffic *traffic, uint32_t slot);

void errand_free(fw_traffic *traffic);

#endif
