#pragma once

/// The inside of a planner and of a search on it.

#include "base/keeper.h"
#include "directional/search/directional_space.h"
#include "fairway/planner.h"
#include "fairway/space.h"
#include "grid/grid_space.h"
#include "grid/jump_space.h"
#include "grid/overlay_access.h"
#include "hierarchy/hierarchy_search.h"
#include "map/pin.h"
#include "pivot/pivot_search.h"
#include "plan/attempts.h"
#include "plan/near_places.h"
#include "plan/query.h"
#include "plan/recalculation.h"
#include "plan/refine.h"
#include "plan/request_queue.h"
#include "plan/shapers.h"
#include "plan/stage.h"
#include "plan/survey.h"
#include "plan/tally.h"
#include "record/tape.h"
#include "search/page_pool.h"
#include "search/user_space.h"

/// Searches before that for the least time, each with another charge for turns.
enum { RIVALS = 5 };

/// These charges, in tiles for a full turn. Paths with fewer and wider turns are longer and often quicker; the first
/// search charges nothing.
extern const double rival_charges[RIVALS];

/// Most stages of a chain: searches, each followed by one stage of each kind that shapes its path.
enum { MOST_STAGES = 5 * (RIVALS + 1) };

/// Overlays of which a planner knows that they were recorded.
enum { RECORDED_OVERLAYS = 4 };

/// Of what access.h finds out whether it gets to a place.
typedef enum access_subject {
    ACCESS_OF_NOTHING, ///< no question was asked yet
    ACCESS_OF_ANCHORS, ///< the unit on the grid, exactly
    ACCESS_OF_BODY ///< the tile under the body's centre: without it the body does not get there, but with it the
                   ///< body may still lack the room to turn
} access_subject;

/// Which path is the answer of a request for the least time.
typedef enum race_answer {
    RACE_DRAFT,         ///< that of the present search
    RACE_RIVAL_QUICKER, ///< that of an earlier search, which is quicker
    RACE_RIVAL_ALONE    ///< that of an earlier search: the present one has none of its own
} race_answer;

/// Comparison of the paths of a request for the least time.
typedef struct race {
    fw_path *rival;        ///< the quickest path so far, after all stages; null before the first one
    double seconds;        ///< duration of `rival`; infinite if it cannot be driven, or is not known yet
    double turn_charge;    ///< of the search that found it
    int32_t rounds;        ///< searches that are over
    fw_statistics spent;   ///< what they have counted
    race_answer answer;    ///< the path of the present search, or `rival`
    fw_search_level level; ///< the level that has found `rival`
} race;

/// What the stages of a search have decided so far.
typedef struct decisions {
    fw_method method;    ///< the method that answers: another one if a stage has passed the request on
    fw_outcome reached;  ///< outcome of a path to the goal of the present search: found, or nearest
    drive_goal drive_to; ///< directional methods: the goal of the present search
    /// Directional methods, roads and smoothing: charge of the present search for a full turn
    double turn_charge;
    bool is_partial;   ///< the search ended at a limit, and the request accepts a partial path
    bool leaves_roads; ///< no path keeps to the roads, so the search may leave them
    const struct grid_method *grid_by; ///< method of the search on the grid
} decisions;

typedef struct search_record {
    record_stream stream; ///< in which the search was recorded; number 0: it was not
    uint32_t number;      ///< of the search in its stream; 0: that of fw_find_path()
    uint64_t edition;     ///< of the version that the search began with
} search_record;

/// The stages of the present attempt.
typedef struct stage_chain {
    const stage_kind *kinds[MOST_STAGES];
    int32_t count;
    int32_t now;     ///< index of the stage under way
    double progress; ///< largest progress that a stage has reported; it never falls
} stage_chain;

/// Pages of nodes, for all spaces of a search.
typedef struct search_pages {
    page_pool large;
    page_pool jump;    ///< for searches on jump points
    page_pool cluster; ///< for searches on clusters
    page_pool small;   ///< for searches on tiles
} search_pages;

/// The searches of stages, which several stages share. Each is created when it is first needed, and kept from query to
/// query; null before that.
typedef struct search_spaces {
    search_pages pages; ///< of the nodes of all of them
    grid_space *grid;
    jump_space *jump;
    hierarchy_search *hierarchy;
    directional_space *directional;
    pivot_search *pivot;
    user_space *user;
    struct hybrid *hybrid;
    struct scout *scout;
    struct walk *walk;
    struct flow *flow; ///< that of others, for one request; null: the search takes no path from a flow
} search_spaces;

/// Goals of several places, and which places can be reached. The memory is kept from query to query.
typedef struct search_goals {
    grid_target *targets; ///< goals of a set
    size_t target_capacity;
    search_end *places; ///< several goals of a directional search
    size_t place_capacity;
    near_places near;       ///< the places nearest to a goal that cannot be reached
    overlay_access *access; ///< null before the first question
    access_subject subject; ///< what `access` was begun for
} search_goals;

struct fw_search {
    fw_planner *planner;
    keeper kept;            ///< of all memory of the search
    map_pin pin;            ///< holds `map`
    const map_version *map; ///< the version that the search began with
    search_record record;
    fw_search *next;     ///< in the planner's list of idle or of active searches
    fw_search *previous; ///< in the list of active searches
    query judged;        ///< the query; written only when an attempt is judged
    const query *query;  ///< points to `judged`
    decisions decisions;
    survey survey; ///< of the goal's places
    search_goals goals;
    search_spaces spaces;
    stage_chain chain;
    fw_result ended;      ///< result; FW_PENDING while the search is under way
    uint64_t deadline_us; ///< on clock_us(), for all searches of the request together; 0 = none
    tally tally;
    recalculation recalculation;
    refinement refinement;
    shapers shapers; ///< passes that shape the draft
    fw_path *draft;  ///< path of the stage before the present one; null before the second stage
    race race;
    attempts attempts;             ///< of FW_AUTO
    struct replanning *replanning; ///< null before the first request with a previous path
};

struct fw_planner {
    memory memory;
    const fw_map *map;            ///< the user's handle, or that of a snapshot
    map_pin pin;                  ///< holds a version during a call that is no search
    size_t kept_bytes;            ///< of fw_planner_def
    page_pool pages;              ///< of flows
    page_pool small_pages;        ///< of flows
    jump_graph *jump_graphs;      ///< one for each layer, as far as searches have expanded it
    natural_moves *natural_moves; ///< computed by searches on the grid; null before the first one
    fw_search *own;               ///< the search of fw_find_path(); null before its first call
    fw_path *found;      ///< the path of fw_find_paths() that is copied next; null before its first call
    fw_search *idle;     ///< ended searches, kept for reuse
    int32_t idle_count;  ///< of them, 0 .. MOST_AT_ONCE: as many as the queue uses
    fw_search *active;   ///< searches under way
    request_queue queue; ///< requests that fw_planner_run() serves
    known_runs known;    ///< cache of gates that straight lines cross
    shapers finishing;   ///< passes over finished paths
    bool is_inner;       ///< it belongs to a traffic, whose own calls are recorded
    recorder *recorder;  ///< of the map
    record_stream stream;
    uint32_t searches;                    ///< recorded so far
    uint32_t overlay_count;               ///< overlays recorded so far
    uint64_t overlays[RECORDED_OVERLAYS]; ///< stamps of the last of them
};

/// Writes the path of a search, or the best path so far, and its violations.
///
/// @return FW_OK, FW_ILLEGAL (the path has violations that the request does not accept), FW_NOT_FOUND (there is no
///         path) or FW_NO_MEMORY
fw_result search_write_best(fw_search *search, fw_path *path);

/// The pose around which the nearest places are looked for.
static inline const fw_pose *search_aim(const fw_search *search)
{
    int32_t count;
    return &query_aims(search->query, &count)[search->goals.near.aim];
}

/// Work of the request of a search so far, with that of shaping.
uint64_t search_work_done(const fw_search *search);

/// The outcome of the path that the present stage ended with.
static inline fw_outcome search_outcome(const fw_search *search)
{
    return search->decisions.is_partial ? FW_OUTCOME_PARTIAL : search->decisions.reached;
}

static inline bool search_has_path(fw_result result)
{
    return result == FW_OK || result == FW_ILLEGAL;
}

/// True if a result is an answer to a valid request, and not bad input or a failure.
static inline bool search_is_answer(fw_result result)
{
    return search_has_path(result) || result == FW_UNREACHABLE || result == FW_NOT_FOUND ||
           result == FW_GAVE_UP || result == FW_START_BLOCKED || result == FW_GOAL_BLOCKED ||
           result == FW_LIMIT || result == FW_STALE;
}

/// Continues with the version of the map that the search began with; search_rest() must follow. Returns false if the
/// search is stale: its version was given to a commit.
static inline bool search_resume(fw_search *search)
{
    return !search->query->unit || map_pin_go_on(&search->pin);
}

static inline void search_rest(fw_search *search)
{
    if (search->query->unit)
        map_pin_rest(&search->pin);
}
