#pragma once

/// Courses from paths.

#include "traffic/inside.h"

/// Takes the path that was found as the course of a unit, if it begins where the unit will stop.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result course_take_path(fw_traffic *traffic, agent *unit);

/// Work that the search for a course of a unit may take.
uint64_t course_most_work(const agent *unit);

/// After the search for a course: if it has proven that the unit cannot drive to its goal, the unit is refused; if it
/// has ended without an answer, this counts.
void course_note_result(fw_traffic *traffic, agent *unit, fw_result result);
