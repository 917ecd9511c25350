#pragma once

/// Writes the steps of a search in the search-trace format of the Posthoc visualiser, version 1.4 (YAML).

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "fairway/planner.h"
#include "fairway/trace.h"
#include "io/id_table.h"

/// A trace that is being written.
typedef struct io_trace {
    FILE *to;
    fw_trace_event expanded; ///< the node expanded last, which is closed when the next one is expanded
    bool has_expanded;
    io_id_table seen; ///< nodes generated so far
} io_trace;

/// Writes the head of a trace: how events are drawn, then the goal. End the trace with io_trace_end().
void io_trace_begin(io_trace *trace, FILE *to, const fw_request *request);

/// Writes one event. Set fw_request::trace to this function, with the io_trace as its user pointer.
void io_trace_event(const fw_trace_event *event, void *trace);

/// Closes the node that was expanded last, and frees the trace.
void io_trace_end(io_trace *trace);
