#ifndef FAIRWAY_TRACE_H
#define FAIRWAY_TRACE_H

/// @file
/// Search traces: a callback receives every step of a search, for a visualiser. The command-line tool writes traces in
/// the Posthoc search-trace format.

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Kind of a step.
typedef enum fw_trace_kind {
    FW_TRACE_SOURCE = 0, ///< the search starts from this node
    FW_TRACE_EXPAND,     ///< the node was taken from the open list and expanded
    FW_TRACE_GENERATE,   ///< the node was put on the open list: it is new, or its cost decreased
    FW_TRACE_GOAL,       ///< the goal was taken from the open list
    FW_TRACE_STEP        ///< FW_HYBRID_STRICT: step `id` begins, at this place; see fw_hybrid_step
} fw_trace_kind;

/// One step of a search.
typedef struct fw_trace_event {
    fw_trace_kind kind; ///< kind of the step
    uint64_t id;        ///< the node; UINT64_MAX = the goal
    uint64_t parent;    ///< the node's predecessor; its own id for a source
    double x;           ///< position of the node, in tiles
    double y;           ///< position of the node, in tiles
    double heading;     ///< radians
    /// Cost from the start, in tiles (least time: in seconds; user's space: in the space's own unit).
    double g;
    double h; ///< estimated remaining cost
    double f; ///< g + weight * h
} fw_trace_event;

/// Receives the steps of a search, on the thread that runs the search. Must not call the planner.
typedef void (*fw_trace_fn)(const fw_trace_event *event, void *user);

#ifdef __cplusplus
}
#endif
#endif
