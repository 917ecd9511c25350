#pragma once

/// Where the memory of a traffic goes.

#include "fairway/traffic.h"

/// Prints a table of the parts of a traffic's memory, in bytes for each of its units.
void traffic_parts_print(const fw_traffic *traffic);
