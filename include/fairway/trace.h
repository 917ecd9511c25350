#ifndef FAIRWAY_TRACE_H
#define FAIRWAY_TRACE_H

/// @file
/// What a search tells a visualiser. The tool writes it in the Posthoc search-trace format.

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What happened.
typedef enum fw_trace_kind {
    FW_TRACE_SOURCE = 0, ///< a node to start from
    FW_TRACE_EXPAND,     ///< taken from the open list and expanded
    FW_TRACE_GENERATE,   ///< put on the open list, for the first time or because it was reached more cheaply
    FW_TRACE_GOAL        ///< the goal was taken from the open list
} fw_trace_kind;

/// One step of a search.
typedef struct fw_trace_event {
    fw_trace_kind kind; ///< what happened
    uint64_t id;        ///< node; UINT64_MAX = the goal
    uint64_t parent;    ///< node it was reached from; its own id at a source
    double x;           ///< where the node is, in tiles
    double y;           ///< where the node is, in tiles
    double heading;     ///< radians
    double g; ///< cost from the start, in tiles (on a user's space: as pushed; for the least time: seconds)
    double h; ///< estimate of what remains
    double f; ///< g + weight * h
} fw_trace_event;

/// Receives the steps of a search, on the thread that steps it. Must not call the planner.
typedef void (*fw_trace_fn)(const fw_trace_event *event, void *user);

#ifdef __cplusplus
}
#endif
#endif
