#ifndef TRAFFIC_REDIRECT_H
#define TRAFFIC_REDIRECT_H

/// @file
/// A unit gets another goal.

#include "traffic/inside.h"

/// The same for a unit that stays in its convoy.
fw_result traffic_redirect(fw_traffic *traffic, uint32_t slot, double x, double y);

#endif
