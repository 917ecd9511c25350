#pragma once

/// Tells which options of a request have an effect on which method. Options that are not named here have an effect on
/// all methods, or are refused if they cannot be combined.

#include <stdint.h>

#include "plan/query.h"

/// The given options that have no effect on a method, one bit each.
///
/// @param query  only `request` and `unit` are read
uint32_t options_idle_on_method(const query *query, fw_method method);

/// The option of a request that cannot be combined with refinement: the quick search knows costs only roughly, and
/// pieces know nothing of each other.
///
/// @return name of the option's field, static text; null if the request does not refine, or all options can be combined
const char *option_against_refinement(const query *query);

/// The given options that have no effect because another option prevails, one bit each.
///
/// @param query  its request names no method, or one on which every given option has an effect
uint32_t options_idle_on_request(const query *query);

/// The given options of the request or the unit that have no effect because the unit turns on the spot or has only one
/// gear, one bit each.
uint32_t options_idle_on_unit(const query *query);

/// The name of an option's field.
///
/// @return name of the option of the lowest bit; static text
const char *option_field(uint32_t options);

/// Refuses options that have no effect on the method that the request names. If the request leaves the method open,
/// such options are ignored: which method answers depends on the map, and the result code must not.
///
/// @return FW_OK or FW_METHOD_DOES_NOT_FIT
fw_result options_judge_scope(const query *query, fw_refusal *why);
