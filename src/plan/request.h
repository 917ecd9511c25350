#pragma once

/// A request as a program has made it: its defaults, its members, what of the answer it leaves open, and the checks of
/// its fields before a method is chosen. Most requests of games leave all but unit, start and goal to the library: they
/// are recognised at a glance.

#include <float.h>
#include <math.h>

#include "base/coded.h"
#include "base/def.h"
#include "curve/steering.h"
#include "map/map.h"
#include "plan/goal_area.h"
#include "plan/query.h"

extern const fw_request request_defaults;

/// A program's request with all members, also if it was made for an older version: `request` itself, or `room`. Null
/// if fw_request_init() did not fill it.
static inline const fw_request *request_whole(const fw_request *request, fw_request *room)
{
    return def_whole(request, &request_defaults, sizeof request_defaults, room);
}

enum { MOST_WEIGHT = 1000 };

/// The numbers that any search may read: field, what must hold of it, and why it is refused otherwise.
#define EACH_NUMBER(NUMBER)                                                                                  \
    NUMBER(weight, value >= 1.0 && value <= MOST_WEIGHT, "the weight must be from 1 to 1000")                \
    NUMBER(nearest_tolerance, value >= 0.0 && value <= 2.0 * FW_MAX_SIDE,                                    \
           "the tolerance must be from 0 to 32768 tiles")                                                    \
    NUMBER(start_slack, value >= 0.0 && value <= 2.0 * FW_MAX_SIDE,                                          \
           "the slack must be from 0 to 32768 tiles")                                                        \
    NUMBER(braking, value >= 0.0 && value <= 2.0 * FW_MAX_SIDE,                                              \
           "the distance must be from 0 to 32768 tiles")                                                     \
    NUMBER(splice, value >= 0.0 && value <= 1e9, "the length that is kept must be from 0 to 1e9 tiles")      \
    NUMBER(max_distance, value >= 0.0 && value <= DBL_MAX, "the distance must not be negative")              \
    NUMBER(turn_charge, value >= 0.0 && value <= DBL_MAX, "the charge must not be negative")                 \
    NUMBER(bend_cost, value >= 0.0 && value <= 1024.0, "the cost of a bend must be from 0 to 1024 tiles")    \
    NUMBER(sample_step, value == 0 || (value >= 1.0 / 64 && value <= 64),                                    \
           "the tiles between two samples must be from 1/64 to 64, or 0 for a fifth")

/// True if the request wants more than the search's path. All options that shape paths are 0 if they are not given.
static inline bool wants_shape(const fw_request *request)
{
    return ((uint32_t)request->turns | (uint32_t)request->roads | (uint32_t)request->pre_smooth |
            (uint32_t)request->smoothing | (uint32_t)request->fixed_angles | request->keep_right) != 0 ||
           request->fastest;
}

/// True if a number of the request is not its default: it must be judged.
static inline bool has_numbers(const fw_request *request)
{
#define DIFFERENCE(number, is_right, reason)                                                                 \
    | (coded_bits(request->number) ^ coded_bits(request_defaults.number))
    return (UINT64_C(0) EACH_NUMBER(DIFFERENCE)) != 0;
#undef DIFFERENCE
}

/// True if the request chooses how to search. The options that do so are 0 if they are not given.
static inline bool wants_search(const fw_request *request)
{
    return ((uint32_t)request->method | (uint32_t)request->headings | (uint32_t)request->heuristic |
            (uint32_t)request->cluster | (uint32_t)request->segment | (uint32_t)request->dominance |
            (uint32_t)request->placement) != 0 ||
           request->refine || has_numbers(request);
}

/// What a request leaves open, for a unit.
static inline request_scope request_scope_of(const fw_request *request, const map_unit *unit)
{
    return wants_shape(request) || steers_slowly(&unit->def) ? SCOPE_SHAPED
           : wants_search(request)                           ? SCOPE_SEARCH
                                                             : SCOPE_PLAIN;
}

/// True if a request is valid because it is plain and leads from one pose to another. False: it must be judged.
///
/// @param[out] query  as of request_judge()
static inline bool request_is_plain(const map_version *map, const fw_request *request, query *query)
{
    query->unit = request ? map_find_unit(map, request->unit) : NULL;
    if (!query->unit || request_scope_of(request, query->unit) != SCOPE_PLAIN || request->previous ||
        request->overlay)
        return false;
    query->scope = SCOPE_PLAIN;
    return goal_is_single(&request->goal) && goal_is_exact(&request->goal) &&
           pose_has_anchor(query->unit, &request->start, &query->start) &&
           pose_has_anchor(query->unit, &request->goal.pose, &query->place);
}

/// Checks whether a request is valid.
///
/// @param request     from request_whole()
/// @param[out] query  receives the unit, `scope`, the start's anchor and, for a single place, the goal's anchor
/// @param why         receives the field that is wrong; may be null
/// @return FW_OK, or the bad input as in fw_find_path()
fw_result request_judge(const map_version *map, const fw_request *request, query *query, fw_refusal *why);
