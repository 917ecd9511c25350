#pragma once

/// Resolves the start and the goal of a request: where they are, and whether the unit may get there.

#include <stddef.h>
#include <stdint.h>

#include "plan/query.h"

/// Resolves a request whose unit stands at its start: finds the anchors, and finds out whether they are blocked or
/// unreachable.
///
/// @return FW_OK, FW_PENDING (the survey of the goal's places has paused: call again), FW_START_BLOCKED,
///         FW_GOAL_BLOCKED, FW_UNREACHABLE or FW_NO_MEMORY
fw_result query_understand(fw_search *search);

/// Makes the anchor of a goal that is one place the goal of the search on the grid.
static inline void query_take_place(query *query)
{
    const pose_anchor *anchor = &query->place;
    query->goal = (grid_goal){ .kind = GRID_GOAL_ANCHOR, .x = anchor->x, .y = anchor->y };
    query->end = anchor->is_centred ? NULL : &query->request.goal.pose;
}

/// query_sees_goal() under an overlay.
bool query_sees_past_boxes(query *query);

/// Looks from the start to the goal on anchors, if query_looks_first(): many goals are in sight. Returns true if the
/// goal is in sight, so that the unit fits there.
static inline bool query_sees_goal(query *query)
{
    if (!overlay_is_empty(query->request.overlay))
        return query_sees_past_boxes(query);
    const int32_t x = query->start.x, y = query->start.y;
    query->sight.count =
        jump_look(query->jumps, x, y, query->goal.x - x, query->goal.y - y, query->sight.runs);
    return query->sight.count != JUMP_HIDDEN;
}

/// Makes the places nearest to the goal, which are the goals of directional search, the goal of a hybrid. FW_OK,
/// FW_NOT_FOUND (the method is no hybrid, or the grid leads to less than all places) or FW_NO_MEMORY.
fw_result query_go_to_places(fw_search *search, size_t count);

/// The poses of query_aims(), with the request's tolerance.
search_aims query_search_aims(const query *query);

/// The heading that the goal asks for. A unit that turns on the spot turns only to the heading of FW_GOAL_POSE.
///
/// @param end           pose where a path to the goal ends; the goal tolerates headings that are near enough
/// @param[out] heading  not written if any heading will do
/// @return false if any heading will do
bool query_goal_heading(const query *query, fw_pose end, double *heading);
