#pragma once

/// The searches of a planner: active ones, and idle ones that wait for the next request.

#include "plan/planner.h"

/// fw_planner_trim() and fw_planner_destroy(), without a record of the call.
void planner_trim(fw_planner *planner);
void planner_destroy(fw_planner *planner);

/// Takes an idle search, or creates one; null without memory.
fw_search *planner_take_search(fw_planner *planner);

/// Keeps a search that has ended for the next one, or frees it: if enough are kept, or it ran out of memory. What such
/// a search took for spaces that it could not complete is given back with it.
void planner_put_search(fw_planner *planner, fw_search *search);

void planner_drop_own(fw_planner *planner);

void planner_add_active(fw_planner *planner, fw_search *search);
