#ifndef TOOLS_MISFIT_H
#define TOOLS_MISFIT_H

/// @file
/// Why a method cannot serve a unit or a request, in the words of the command line.

#include "fairway/unit.h"
#include "options.h"

/// What a method asks of a unit that it cannot serve.
///
/// @return static text; null where that is hard to tell
const char *misfit_of_unit(fw_method method, const fw_unit_def *unit);

/// Which options do not go together, for a request that was refused with FW_METHOD_DOES_NOT_FIT.
///
/// @return static text; null where that is hard to tell
const char *misfit_of_request(const options *given, fw_method method, const fw_unit_def *unit);

#endif
