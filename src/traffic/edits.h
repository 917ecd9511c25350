#pragma once

/// What changes of the map mean to the units.

#include "traffic/inside.h"

/// Lets the units notice what has changed on the map since the last step.
fw_result traffic_take_edits(fw_traffic *traffic);
