#pragma once

/// The labels around blocks that a stage has changed.

#include "regions/regions_inside.h"

/// Finds the new labels that follow from lost and new border components, into `redo`.
fw_result regions_settle(regions *regions);
