#ifndef FAIRWAY_RESULT_H
#define FAIRWAY_RESULT_H

/// @file
/// The result type of all functions that can fail.

#ifdef __cplusplus
extern "C" {
#endif

/// Result of a call. After `FW_OK` (0) come the answers of a search, then errors in the arguments. Unless a function
/// says otherwise, a result other than `FW_OK` and `FW_PENDING` means that nothing was changed.
typedef enum fw_result {
    FW_OK = 0,        ///< success
    FW_PENDING,       ///< the search has spent the work of this step and needs another step
    FW_UNREACHABLE,   ///< proven before any search: no path joins start and goal for this unit
    FW_NOT_FOUND,     ///< the method exhausted its search space without finding a path
    FW_START_BLOCKED, ///< the unit cannot stand at its start
    FW_GOAL_BLOCKED,  ///< the unit cannot stand at any of its goals
    FW_STALE, ///< too many old versions of the map were held; or the path or save is older than the map
    FW_LIMIT, ///< a limit ended the search before it reached the goal, and the request asked for no partial path
    FW_NULL_ARGUMENT,   ///< a required pointer is null
    FW_BAD_DEF,         ///< a struct was not filled by its fw_default_ function
    FW_BAD_SIZE,        ///< a width, height, count or size is zero, negative or too large, or a path is empty
    FW_BAD_VALUE,       ///< a value is outside the range that its field allows
    FW_NOT_FINITE,      ///< a number is NaN or infinite
    FW_OUT_OF_BOUNDS,   ///< a tile or a position lies outside the map
    FW_UNKNOWN_TERRAIN, ///< a terrain number is above 31
    FW_UNKNOWN_UNIT,    ///< the map, or the traffic, has no unit with this id
    FW_WRONG_MAP,       ///< the planner, path or overlay belongs to a map of another size
    FW_NOT_PREPARED,    ///< the method's tables were not built for this unit, see fw_map_prepare()
    FW_METHOD_DOES_NOT_FIT, ///< the method cannot be used for this unit or request; fw_request_refusal() explains
    FW_NOT_SUPPORTED,       ///< not part of this build of the library
    FW_BUFFER_TOO_SMALL, ///< the buffer was filled to its capacity; the count is the total number
    FW_TOO_MANY,         ///< a number exceeds the library's limits (number of units, cost of a path, ...)
    FW_NO_MEMORY,        ///< the allocator returned no memory
    FW_SPACE_FAILED,     ///< a function of a user's space returned an error
    FW_GAVE_UP, ///< an answer: the method gave up before its search space was exhausted; another may find a path
    FW_UNKNOWN_TREE,   ///< the forest has no circle with this id
    FW_UNKNOWN_TICKET, ///< the planner's queue has no request with this ticket
    FW_READ_ONLY,      ///< the map of a snapshot cannot be changed
    FW_RELEASED,       ///< the snapshot was released before
    /// an answer: all paths that were found break a rule of the unit, which the request does not allow. The path is
    /// there, with its violations; see fw_request::allow_violations
    FW_ILLEGAL,
    FW_NOT_NEW,     ///< the traffic was used before: a save is restored into a new one
    FW_RESULT_COUNT ///< number of results; never returned
} fw_result;

/// The meaning of a result as an English sentence without a full stop.
///
/// @param result  any value; if the value is not a result, the text says so
/// @return text [until: the program ends], never null
const char *fw_result_text(fw_result result);

/// Version of these headers, first part; fw_version() tells that of the library. docs/abi.md says what stays from one
/// version to the next.
#define FW_VERSION_MAJOR 0
/// Version of these headers, second part.
#define FW_VERSION_MINOR 1
/// Version of these headers, third part.
#define FW_VERSION_PATCH 0

/// Version of the library as "major.minor.patch".
///
/// @return text [until: the program ends]
const char *fw_version(void);

#ifdef __cplusplus
}
#endif
#endif
