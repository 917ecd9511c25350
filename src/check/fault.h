#pragma once

/// Faults in a report, and their texts.

#include "check/touch.h"
#include "fairway/check.h"

/// Counts a fault. The first fault is the one that begins first along the path; faults of the whole path come after all
/// others.
void fault_note(fw_check_report *report, fw_fault fault, const place *where);
