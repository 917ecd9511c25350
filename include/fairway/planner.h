#ifndef FAIRWAY_PLANNER_H
#define FAIRWAY_PLANNER_H

/// @file
/// Planners, which answer requests for paths, and searches that run in slices.

#include <stddef.h>
#include <stdint.h>

#include "fairway/map.h"
#include "fairway/path.h"
#include "fairway/request.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A planner: working memory for searches on one map [thread: one at a time]. Opaque.
typedef struct fw_planner fw_planner;

/// A search in progress on a planner [thread: one at a time, also with its planner]. Opaque.
typedef struct fw_search fw_search;

/// Properties of a planner. Fill it with fw_planner_def_init().
typedef struct fw_planner_def {
    uint32_t bytes;  ///< size of the struct in the program's header; set by fw_planner_def_init()
    uint32_t cookie; ///< tells that the struct was filled; set by fw_planner_def_init()
    const fw_allocator *allocator; ///< copied; [opt] null = malloc and free (not the map's allocator)
    /// Straight runs of grid paths that smoothing remembers, because many paths share them; about 104 bytes each. A
    /// power of 2 from 64 to 65,536; by default 2,048. Paths do not depend on it, only the time of smoothing does.
    uint32_t known_runs;
    /// Bytes of nodes that a search keeps for the next search by the same method, which frees what is more when it
    /// begins. A few pages of nodes are always kept. For many planners on a large map. 0, the default: all are kept.
    size_t kept_bytes;
} fw_planner_def;

/// Default planner: memory from malloc and free, 2,048 known runs.
///
/// @param[out] def  the struct
/// @param bytes    sizeof *def
/// @return FW_OK, FW_NULL_ARGUMENT, or FW_BAD_SIZE if the program's header is newer than the library
fw_result fw_planner_def_init(fw_planner_def *def, size_t bytes);

/// The same by value: for programs that were compiled with headers of the same minor version, see docs/abi.md.
///
/// @return the def
fw_planner_def fw_default_planner_def(void);

/// Why a method that plans a walk in legs gave up.
typedef enum fw_leg_failure {
    FW_LEGS_COMPLETE = 0,  ///< it did not give up
    FW_LEG_BLOCKED,        ///< FW_MIDPOINT: the unit does not fit at the midpoint where the next leg ends
    FW_LEG_OUTSIDE_WINDOW, ///< no path within the window of the leg leads to its end
    /// FW_SIGHT: no point in sight is nearer. FW_COMPASS, FW_AREAS: the unit fits nowhere at the next area's border.
    FW_LEG_NOTHING_AHEAD,
    FW_LEG_ASTRAY,       ///< FW_COMPASS: more legs than twice the number of areas along both sides of the map
    FW_LEG_NO_AREAS,     ///< FW_AREAS: start or goal lies in no area, or no route over areas connects them
    FW_LEG_FAILURE_COUNT ///< number of failures
} fw_leg_failure;

/// The name of a failure in JSON, such as "outside_window".
///
/// @param failure  any value
/// @return text [until: the program ends]; "unknown" if the value is not a failure
const char *fw_leg_failure_name(fw_leg_failure failure);

/// The levels of directional search. Each begins only if the ones before have found no path; see docs/directional.md.
typedef enum fw_search_level {
    FW_LEVEL_NONE = 0, ///< no search over poses was needed, or has begun
    FW_LEVEL_CURVE,    ///< one curve from the start to the goal touches nothing
    FW_LEVEL_BASE,     ///< the lattice, with the base motions
    FW_LEVEL_EXTENDED, ///< the lattice, with more motions or curves near the start and the goal
    FW_LEVEL_FINE,     ///< exact poses in fine cells: its "no path" is final
    FW_LEVEL_WIDE,     ///< poses anywhere, in long steps: for wide turns or bodies, or before the fine search
    FW_LEVEL_COUNT     ///< number of levels
} fw_search_level;

/// The name of a level in JSON, such as "fine".
///
/// @param level  any value
/// @return text [until: the program ends]; "unknown" if the value is not a level
const char *fw_search_level_name(fw_search_level level);

/// Why a directional search has found no path: the end from which it has searched all poses. There is a search from
/// the goals only if they have headings; so the value may be FW_EXHAUSTED_START although an obstacle encloses the goal.
typedef enum fw_exhausted {
    FW_EXHAUSTED_NONE = 0, ///< the search ended otherwise, or another method answers
    FW_EXHAUSTED_START,    ///< the search visited all poses that can be reached from the start
    FW_EXHAUSTED_GOAL,     ///< the search visited all poses from which a goal can be reached
    FW_EXHAUSTED_COUNT     ///< number of values
} fw_exhausted;

/// The name of an end in JSON, such as "start".
///
/// @param end  any value
/// @return text [until: the program ends]; "unknown" if the value is not an end
const char *fw_exhausted_name(fw_exhausted end);

/// Statistics of a search.
typedef struct fw_statistics {
    uint64_t expanded;  ///< nodes taken from the open list and expanded
    uint64_t generated; ///< successors generated
    uint64_t improved;  ///< successors that were put on the open list: they are new, or their cost decreased
    uint64_t reopened;  ///< closed nodes that were opened again
    uint64_t work;      ///< expansions and nodes of heuristic fields: what fw_request::max_work limits
    uint64_t shaping;   ///< lines and curves tried after the search, to turn and to smooth the path
    uint64_t pages;     ///< pages of node memory used; a page holds the nodes of one block of tiles
    uint64_t bytes;     ///< memory that this search holds: its spaces and the pages of their nodes
    uint32_t fringe;    ///< greatest number of nodes on the open list
    /// The path costs at most this many times the optimum; 0 = not known. Directional search rounds the cost of each
    /// motion to 1/1024 of a tile of the cheapest terrain, so its path may cost that much more for each motion.
    double bound;
    uint32_t turn_rounds;     ///< FW_TURNS_RECALCULATE: number of searches after the first one
    uint32_t lost_approaches; ///< FW_TURNS_RECALCULATE: forbidden moves that are legal from another side
    /// FW_MIDPOINT, FW_AREAS, FW_COMPASS, FW_SIGHT: legs that were searched. FW_HIERARCHY: legs of the path that are
    /// ready, see fw_request::segment.
    uint32_t legs;
    /// FW_MIDPOINT, FW_AREAS, FW_COMPASS, FW_SIGHT: why the method gave up, even if FW_ASTAR has found a path
    /// afterwards.
    fw_leg_failure leg_failure;
    /// Directional methods: the level that has found the path, or the last one that has begun.
    fw_search_level level;
    /// Directional methods, if the result is FW_NOT_FOUND: the end from which everything was searched.
    fw_exhausted exhausted;
    uint32_t eased;          ///< places of the path that have got transition curves, see fw_path_ease()
    uint32_t steering_stops; ///< places at which the unit must stand to turn its wheels, see fw_path_ease()
} fw_statistics;

/// Creates a planner.
///
/// @param map           must outlive the planner; may change while the planner searches. Or a snapshot
/// @param def           from fw_default_planner_def(); [opt] null = defaults
/// @param[out] planner  the planner [frees: fw_planner_destroy]
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_DEF or FW_NO_MEMORY
fw_result fw_planner_create(const fw_map *map, const fw_planner_def *def, fw_planner **planner);

/// Frees a planner and ends its searches.
///
/// @param planner  the planner; [opt] null does nothing
void fw_planner_destroy(fw_planner *planner);

/// Memory of a planner, including its searches in progress.
///
/// @param planner  the planner
/// @return bytes; 0 for null
size_t fw_planner_bytes(const fw_planner *planner);

/// Finds out in advance what searches by a method keep for later ones: for FW_JUMP_POINTS, and for FW_GRID, FW_AUTO and
/// FW_HYBRID if they use jump points, the whole graph of jump points. The first queries then take no longer than later
/// ones, what the planner keeps does not grow with queries, and processes that are forked afterwards share it. Answers
/// stay the same. On large maps the graph takes 70 to 130 bytes for each jump point, also of those that no search comes
/// to: 170 MB and a second for caves of 4096 x 4096 tiles, as long as 160 long queries save.
///
/// @param planner  the planner [thread: one at a time]
/// @param unit     a unit of its map
/// @param method   the method that requests will use; methods that keep nothing need no preparation
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_BAD_VALUE, FW_NOT_PREPARED (FW_JUMP_POINTS without tables),
///         FW_TOO_MANY (the graph would be too large, above about 270 MB; it grows with queries as before) or
///         FW_NO_MEMORY (it holds a part)
fw_result fw_planner_prepare(fw_planner *planner, fw_unit_id unit, fw_method method);

/// Frees all memory of a planner that no search in progress uses.
///
/// @param planner  the planner; [opt] null does nothing
void fw_planner_trim(fw_planner *planner);

/// Finds a path.
///
/// @param planner       the planner [thread: one at a time]
/// @param request       the request
/// @param[in,out] path  receives the path. If the request is refused, it is unchanged. If no path is found, it is empty
///                      and its outcome gives the reason
/// @return FW_OK: the path reaches the goal, or the place that `nearest` or `partial` asked for; its outcome says
///         which. It is legal for the unit, unless the request allows violations. FW_ILLEGAL: there is such a path, but
///         it has violations that the request does not allow. FW_UNREACHABLE, FW_NOT_FOUND, FW_GAVE_UP,
///         FW_START_BLOCKED, FW_GOAL_BLOCKED, FW_LIMIT: no path.
///         FW_NULL_ARGUMENT, FW_BAD_DEF, FW_UNKNOWN_UNIT, FW_NOT_FINITE, FW_OUT_OF_BOUNDS (start or goal),
///         FW_BAD_VALUE, FW_BAD_SIZE (a set), FW_WRONG_MAP (overlay), FW_METHOD_DOES_NOT_FIT, FW_NOT_PREPARED,
///         FW_NOT_SUPPORTED, FW_TOO_MANY, FW_NO_MEMORY: nothing was changed; fw_request_refusal() names the wrong
///         field
///
/// Allocates nothing if the planner and the path already have enough memory from earlier requests.
fw_result fw_find_path(fw_planner *planner, const fw_request *request, fw_path *path);

/// Begins a search that the caller runs in steps. A planner can have any number of searches in progress.
///
/// The search holds the newest version of the map until it ends. Later commits do not change its answer: the path names
/// its version, see fw_path_summary::map_version.
///
/// @param planner      the planner [thread: one at a time]
/// @param request      copied; its overlay, goal set and trace must stay [until: the search ends]
/// @param[out] search  the search [frees: fw_search_end]
/// @return FW_OK, or a refusal as from fw_find_path(). Results of the search itself come from fw_search_step()
fw_result fw_search_begin(fw_planner *planner, const fw_request *request, fw_search **search);

/// Continues a search. The result does not depend on how the work is divided into steps.
///
/// @param search  the search
/// @param work    work of this step, in units; 0 = until the end. See fw_request::max_work for the search; while the
///                path is turned and smoothed, a unit is a line or a curve that is tried (fw_statistics::shaping)
/// @return FW_PENDING: the search needs another step. FW_STALE: the search held the oldest of too many old versions,
///         see fw_map_def::old_versions. Any other result is final, with the meaning it has in fw_find_path(); further
///         steps return the same
///
/// **How long a step may take.** A grid search without a heuristic field exceeds `work` by at most one unit, a search
/// of FW_HIERARCHY on the grid by the tiles of one cluster, other searches by 4,200, and the making of turns
/// (fw_request::turns) by 40,000. Copying the path and its speed profile, and adding up its cost, count as no work:
/// they take about 10 nanoseconds for each tile of the path.
fw_result fw_search_step(fw_search *search, uint64_t work);

/// Continues a search for a time. The answer does not depend on the times of its steps.
///
/// @param search        the search
/// @param microseconds  time of this step; 0 = until the end. Looked at every 64 units of work, see fw_search_step()
/// @return as fw_search_step()
fw_result fw_search_step_for(fw_search *search, uint64_t microseconds);

/// The path that a search has found, or the best partial path if the search is still in progress. The unit can drive a
/// partial path.
///
/// The partial path leads to the node on the open list with the least h. For a unit with a turning radius, it follows a
/// grid path instead, as long as that ends nearer to the goal; this takes up to 768 additional expansions. If no node
/// leads on, the path is the start alone.
///
/// @param search        the search
/// @param[in,out] path  receives the path; its outcome says what it is
/// @return FW_OK, FW_ILLEGAL (the path has violations that the request does not allow), FW_NULL_ARGUMENT, FW_NOT_FOUND
///         (there is no path), FW_STALE, FW_METHOD_DOES_NOT_FIT (a search on a
///         user's space: use fw_search_nodes()) or FW_NO_MEMORY
fw_result fw_search_best_so_far(const fw_search *search, fw_path *path);

/// Statistics of a search so far.
///
/// @param search           the search
/// @param[out] statistics  the statistics
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_search_statistics(const fw_search *search, fw_statistics *statistics);

/// fw_search_statistics() for programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param search  as for fw_search_statistics()
/// @param[out] statistics  as many bytes of it as the program's header has
/// @param bytes  sizeof *statistics
/// @return as fw_search_statistics()
fw_result fw_search_get_statistics(const fw_search *search, fw_statistics *statistics, size_t bytes);

/// Progress of a search: 1 - least h / h at the start. Never decreases; 1 if the search is over.
///
/// @param search  the search
/// @return 0 .. 1; 0 for null
double fw_search_progress(const fw_search *search);

/// Ends a search and returns its memory to the planner. A search that is still in progress is cancelled.
///
/// @param search  the search; [opt] null does nothing
void fw_search_end(fw_search *search);

/// Statistics of the planner's last fw_find_path().
///
/// @param planner          the planner
/// @param[out] statistics  the statistics
/// @return FW_OK or FW_NULL_ARGUMENT
fw_result fw_planner_statistics(const fw_planner *planner, fw_statistics *statistics);

/// fw_planner_statistics() for programs whose headers may be of another minor version, see docs/abi.md.
///
/// @param planner  as for fw_planner_statistics()
/// @param[out] statistics  as many bytes of it as the program's header has
/// @param bytes  sizeof *statistics
/// @return as fw_planner_statistics()
fw_result fw_planner_get_statistics(const fw_planner *planner, fw_statistics *statistics, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
