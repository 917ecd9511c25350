#pragma once

/// A request is served by a chain of stages. A stage is begun, then stepped until it has an answer, and then
/// writes its path: the draft, which is the input of the next stage.

#include <stdint.h>

#include "fairway/path.h"
#include "fairway/planner.h"

typedef struct stage_kind {
    /// Begins the stage. FW_OK, or a result that ends the search. Null: nothing needs to begin.
    fw_result (*begin)(fw_search *search);
    /// Continues for an amount of work. FW_PENDING, FW_OK (a path), FW_LIMIT, FW_NOT_FOUND, or an error. Null: the path
    /// is known already.
    fw_result (*step)(fw_search *search, uint64_t work);
    /// Writes the path of a stage that ended with FW_OK, or the best so far. FW_OK, FW_NOT_FOUND (no path yet) or
    /// FW_NO_MEMORY. Null: the stage does not search but shapes the draft, which keeps its outcome.
    fw_result (*write)(fw_search *search, fw_outcome outcome, fw_path *path);
    /// Statistics of the stage's search so far. Null: there are none.
    void (*statistics)(const fw_search *search, fw_statistics *statistics);
    /// Null: 1.
    double (*progress)(const fw_search *search);
} stage_kind;

/// Survey of the goal's places, before the chain of the request is known.
extern const stage_kind survey_stage;

/// Search on the grid, by the method that was chosen for the query.
extern const stage_kind grid_stage;

/// Search on the grid by A* as if terrains cost nearly the same.
extern const stage_kind quick_stage;

/// Replaces pieces of the draft by the cheapest paths between their ends, after `quick_stage`.
extern const stage_kind refine_stage;

/// The straight way to a goal in sight of the start, without a search.
extern const stage_kind sight_stage;

/// The same for a plain request from anchor to anchor.
extern const stage_kind seen_stage;

/// The start alone: the unit has arrived.
extern const stage_kind arrived_stage;

/// Legs of a walk, one after the other, on the grid.
extern const stage_kind walk_stage;

/// Cuts the draft where its cost exceeds the request's limit.
extern const stage_kind distance_stage;

/// Makes the turns of the draft legal, or shapes them as the request wants.
extern const stage_kind turns_stage;

extern const stage_kind road_stage;

extern const stage_kind smoothing_stage;

/// Gives the draft transition curves.
extern const stage_kind ease_stage;

/// Moves the draft to fixed angles.
extern const stage_kind fixed_angle_stage;

/// Directional A*: motions of a unit with a turning radius.
extern const stage_kind directional_stage;

/// Directional A* that charges for turns, in a request for the least time.
extern const stage_kind rival_stage;

/// Directional A* for the least time. Its draft is the quickest of the rivals' paths, which it must beat.
extern const stage_kind fastest_stage;

/// Gives the draft its speed profile, or replaces it by a quicker path that was found before: the last stage of each
/// round of a race.
extern const stage_kind speed_stage;

/// Directional A* to the place nearest to a goal that cannot be reached.
extern const stage_kind nearest_stage;

/// A path on the grid, made drivable by directional search.
extern const stage_kind hybrid_stage;

/// Search over places and headings for a body with corners that turns on the spot.
extern const stage_kind pivot_stage;

extern const stage_kind user_stage;
