#ifndef PLAN_OPTION_SCOPE_H
#define PLAN_OPTION_SCOPE_H

/// @file
/// Which options of a request have an effect on which method. Options that are not named here have one on all, or are
/// refused where they cannot be combined.

#include <stdint.h>

#include "plan/query.h"

/// Options that are given and have no effect on a method, one bit each.
///
/// @param asked  whose `ask` and `unit` count
uint32_t options_idle_on_method(const query *asked, fw_method method);

/// Options of the request or the unit that are given and have no effect, because the unit turns on the spot or has one
/// gear; one bit each.
uint32_t options_idle_on_unit(const query *asked);

/// The field of an option.
///
/// @param options  bits, not 0
/// @return name of the lowest; static text
const char *option_field(uint32_t options);

#endif
