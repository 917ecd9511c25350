#ifndef FAIRWAY_RESULT_H
#define FAIRWAY_RESULT_H

/// @file
/// What every call that can fail returns.

#ifdef __cplusplus
extern "C" {
#endif

/// How a call ended. `FW_OK` is 0; answers of a search come next, then mistakes in what was asked. Unless a
/// function says otherwise, a result other than `FW_OK` and `FW_PENDING` means that nothing was changed.
typedef enum fw_result {
    FW_OK = 0,        ///< done
    FW_PENDING,       ///< a search has used up the work it was given and waits for the next step
    FW_UNREACHABLE,   ///< proven before any search: no path joins start and goal for this unit
    FW_NOT_FOUND,     ///< the method exhausted its search space: there is no such path in it
    FW_START_BLOCKED, ///< the unit cannot stand at its start
    FW_GOAL_BLOCKED,  ///< the unit cannot stand at any of its goals
    FW_STALE,         ///< the map changed (or the unit was removed) since this path or search was made
    FW_LIMIT, ///< a limit of the request was reached before the goal, and no partial path was asked for
    FW_NULL_ARGUMENT,   ///< a pointer that must be given is null
    FW_BAD_DEF,         ///< a def was not filled by its fw_default_..._def() function
    FW_BAD_SIZE,        ///< a width, height, count or size is zero, negative or too large, or a path is empty
    FW_BAD_VALUE,       ///< a value is outside the range that its field allows
    FW_NOT_FINITE,      ///< a number is NaN or infinite
    FW_OUT_OF_BOUNDS,   ///< a tile or a position lies outside the map
    FW_UNKNOWN_TERRAIN, ///< a terrain number above 31
    FW_UNKNOWN_UNIT,    ///< no unit of this map has this id (any more)
    FW_WRONG_MAP,       ///< a planner, path or overlay that belongs to a map of another size
    FW_NOT_PREPARED,    ///< the method's tables were not prepared for this unit (see fw_map_prepare())
    FW_METHOD_DOES_NOT_FIT, ///< this method cannot serve this unit or request (the method's doc says when)
    FW_NOT_SUPPORTED,       ///< not part of this build of the library
    FW_BUFFER_TOO_SMALL,    ///< filled to the buffer's capacity; the count tells how much there is
    FW_TOO_MANY,            ///< more of this than the library can count (units, cost of a path, ...)
    FW_NO_MEMORY,           ///< the allocator gave no memory
    FW_SPACE_FAILED,        ///< a user's space answered with an error of its own
    FW_GAVE_UP,             ///< an answer: a method that gives up by design did so; another may find a path
    FW_RESULT_COUNT         ///< how many results there are; never returned
} fw_result;

/// The result's meaning as one plain sentence in English, without a full stop.
///
/// @param result  any value; values that are no result are answered with a sentence that says so
/// @return static text, never null
const char *fw_result_text(fw_result result);

/// Version of the library, "major.minor.patch".
///
/// @return static text
const char *fw_version(void);

#ifdef __cplusplus
}
#endif
#endif
