#ifndef PLAN_PLANNER_H
#define PLAN_PLANNER_H

/// @file
/// The inside of a planner and of a search on it.

#include "base/memory.h"
#include "directional/search/directional_space.h"
#include "fairway/planner.h"
#include "fairway/space.h"
#include "grid/grid_space.h"
#include "grid/jump_space.h"
#include "map/regions_walk.h"
#include "plan/attempts.h"
#include "plan/hybrid.h"
#include "plan/query.h"
#include "plan/recalculation.h"
#include "plan/scout.h"
#include "plan/shapers.h"
#include "plan/stage.h"
#include "search/page_pool.h"
#include "search/user_space.h"

enum { MOST_STAGES = 5 };

/// How far a search for the nearest place has come, and where it ends.
typedef enum near_end {
    NEAR_LOOKING, ///< for the nearest place that the map leaves open
    NEAR_START,   ///< nothing that can be reached is nearer than where it began
    NEAR_PLACE,   ///< the nearest place that the map leaves open
    NEAR_EXPANDED ///< the nearest pose that the search has come to
} near_end;

/// The search for the nearest place.
typedef struct near_search {
    near_end end;
    int32_t aim;       ///< whose surroundings are looked at
    regions_walk walk; ///< around it
    nearness best;     ///< the nearest place so far
    bool is_start;     ///< which is where the unit is
    uint64_t tried;    ///< places where the body was tried, which is work
} near_search;

/// What requests for the least time keep of the shortest path.
typedef struct race {
    fw_path *rival;      ///< as it would be the answer; null before there was one
    double seconds;      ///< that it takes; infinite: it cannot be driven, or is not known yet
    fw_statistics spent; ///< on it
    int32_t stage;       ///< that it goes through after its search; 0: it is searched for
    bool in_time;        ///< the search for the least time is under way
    bool wins;           ///< that search left nothing better
} race;

struct fw_search {
    fw_planner *planner;
    fw_search *next;     ///< in the planner's list of idle or of active searches
    fw_search *previous; ///< in the list of active searches
    query asked;
    const stage_kind *chain[MOST_STAGES];
    int32_t stage_count;
    int32_t stage;                  ///< the one that is under way
    fw_result ended;                ///< FW_PENDING while it goes on
    double progress;                ///< the most that a stage has told: later ones begin anew
    uint64_t deadline_us;           ///< on clock_us(), for all of its searches together; 0 = none
    bool is_partial;                ///< ended at a limit, with a path that was asked for
    bool leaves_roads;              ///< it should have kept to them, and there was no such way
    grid_space *grid;               ///< kept from query to query
    jump_space *jump;               ///< kept from query to query
    directional_space *directional; ///< kept from query to query
    hybrid *hybrid;                 ///< kept from query to query
    scout *scout;                   ///< kept from query to query
    user_space *user;               ///< kept from query to query
    grid_target *targets;           ///< room for the goals of a set
    size_t target_capacity;
    goal_place *places; ///< room for several goals of a directional search
    size_t place_capacity;
    near_search near;
    recalculation turning;
    shapers shaping; ///< of the draft
    fw_path *draft;  ///< what the stage before the present one left; null before there was a second stage
    race racing;
    attempts tried;       ///< methods of FW_AUTO
    fw_path *rough;       ///< the draft before it was smoothed for less time; null before there was one
    double rough_seconds; ///< that it takes
};

struct fw_planner {
    memory memory;
    const fw_map *map;
    page_pool pages;
    jump_graph *jump_graphs;      ///< one a layer, as far as searches have seen it
    natural_moves *natural_moves; ///< found out by searches on the grid; null before the first
    fw_search *own;               ///< the search of fw_find_path(), or null as long as none was asked for
    fw_search *idle;              ///< ended searches, kept warm
    fw_search *active;            ///< searches under way
    known_runs known;             ///< gates that ways were found to cross
    shapers finishing;            ///< of finished paths
};

/// A search that is not under way; null when there is no memory.
fw_search *planner_take_search(fw_planner *planner);

/// Enters a search into the list of those under way.
void planner_add_active(fw_planner *planner, fw_search *search);

/// Where no way keeps to the roads, although it should, begins again with all moves.
///
/// @return FW_OK (it has: the search goes on), FW_NOT_FOUND (it never kept to them) or FW_NO_MEMORY
fw_result lanes_relent(fw_search *search);

/// Writes the path of a search that has one, or the best so far, and what it breaks.
///
/// @return FW_OK, FW_NOT_FOUND (there is none) or FW_NO_MEMORY
fw_result search_write_best(fw_search *search, fw_path *path);

/// Frees a search.
void search_destroy(fw_search *search);

/// What directional search from start to goal is asked.
directional_query directional_query_of(const fw_search *search);

/// What directional search and that for the least time share.
fw_result directional_stage_prepare(fw_search *search);
double directional_stage_progress(const fw_search *search);

#endif
