#pragma once

/// Whether the unit can get from its start to a place, which requests for the nearest place must know before they
/// search. The regions of the map say what can be reached without the overlay; what it closes off,
/// grid/overlay_access.h finds out. Other requests only ask the regions.

#include <stdbool.h>

#include "plan/planner.h"

/// Asks whether the unit can get from the start to an anchor, or the body to a tile.
///
/// @param[in,out] work  turns of two floods that may be taken; reduced by those that were
/// @param[out] has      the answer, after FW_OK
/// @return FW_OK, FW_PENDING (the work is used up: ask again) or FW_NO_MEMORY
fw_result access_ask(fw_search *search, access_subject subject, int32_t x, int32_t y, uint64_t *work,
                     bool *has);

/// The same during a survey: a turn counts as a place.
fw_result access_survey(fw_search *search, access_subject subject, int32_t x, int32_t y, bool *has);

/// The box around the blocks of all places that can be reached; null if it is not known, because they are many.
const block_box *access_box(const fw_search *search, access_subject subject);

/// True if all other places are as easy to get to that are connected with this one within its row of a block.
bool access_is_plain(const fw_search *search, int32_t x, int32_t y);
