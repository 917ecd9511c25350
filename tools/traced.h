#pragma once

/// Who gets the steps of a search: the file of --trace, and the pictures of --expanded.

#include <stdbool.h>

#include "fairway/request.h"
#include "io/output.h"
#include "io/trace.h"
#include "shown.h"

typedef struct traced {
    const options *given;
    io_output output; ///< --trace
    io_trace trace;
    shown *shown;
} traced;

/// Opens the file of --trace, and lets the request report its steps if anyone wants them.
///
/// @param shown  gets the places of --expanded
/// @return false after an error message
bool traced_begin(traced *traced, const options *given, shown *shown, fw_request *request);

/// Ends the trace.
///
/// @param keep  false: there was no search, and no file remains
/// @return false after an error message
bool traced_end(traced *traced, bool keep);
