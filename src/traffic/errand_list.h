#pragma once

/// Places to which units go after those of their orders.

#include "traffic/inside.h"

/// Ends what a unit was told to do after its order, before it gets another one.
void errand_end(fw_traffic *traffic, uint32_t slot);

/// Ends the following of a unit that is removed.
void errand_forget(fw_traffic *traffic, uint32_t slot);

void errand_free(fw_traffic *traffic);

/// Takes the first places of a unit out of the list, at most so many.
void errand_drop(fw_traffic *traffic, uint32_t slot, int32_t most);
