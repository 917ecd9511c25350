#pragma once

/// What the searches of a traffic have cost so far.

#include "fairway/traffic.h"

/// Work of all searches for ways, and the number of steps.
uint64_t search_work(const fw_traffic *traffic);
