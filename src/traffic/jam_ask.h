#ifndef TRAFFIC_JAM_ASK_H
#define TRAFFIC_JAM_ASK_H

/// @file
/// Which unit asks for a joint plan, and when.

#include "traffic/inside.h"

/// Lets a unit that does not get on ask for a joint plan, if those that hold it do not get on either.
///
/// @param met  it meets a unit where there is no room for both
void jam_ask(fw_traffic *traffic, uint32_t slot, bool met);

#endif
