#pragma once

/// The stage that surveys the places of a goal before the chain of the request is known.

#include "fairway/planner.h"

/// Begins to resolve a request: as query_understand(), but looks at a few places only.
///
/// @return as query_understand()
fw_result survey_begin(fw_search *search);
