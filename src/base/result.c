#include "fairway/result.h"

const char *fw_result_text(fw_result result)
{
    static const char *const texts[FW_RESULT_COUNT] = {
        [FW_OK] = "done",
        [FW_PENDING] = "the search has spent its work and is not finished",
        [FW_UNREACHABLE] = "no path joins start and goal for this unit",
        [FW_NOT_FOUND] = "the search found no path to the goal",
        [FW_GAVE_UP] = "the method gave up: another method may find a path",
        [FW_START_BLOCKED] = "the unit cannot stand at its start",
        [FW_GOAL_BLOCKED] = "the unit cannot stand at its goal",
        [FW_STALE] =
            "the map has changed since this path or save was made, or this search has lost its version of it",
        [FW_LIMIT] = "a limit was reached before the goal",
        [FW_NULL_ARGUMENT] = "a required pointer is null",
        [FW_BAD_DEF] = "a struct was not filled with its defaults first",
        [FW_BAD_SIZE] = "a width, height, count or size is zero, negative or too large, or a path is empty",
        [FW_BAD_VALUE] = "a value is outside the range that is allowed",
        [FW_NOT_FINITE] = "a number is not finite",
        [FW_OUT_OF_BOUNDS] = "a tile or position lies outside the map",
        [FW_UNKNOWN_TERRAIN] = "there is no terrain with this number",
        [FW_UNKNOWN_UNIT] = "there is no unit with this id",
        [FW_WRONG_MAP] = "the planner, path or overlay belongs to a map of another size",
        [FW_NOT_PREPARED] = "the method's tables are missing for this unit: prepare the map for them",
        [FW_METHOD_DOES_NOT_FIT] = "the method cannot be used for this unit or request",
        [FW_NOT_SUPPORTED] = "this build of the library cannot do that",
        [FW_BUFFER_TOO_SMALL] = "the buffer is too small for the whole result",
        [FW_TOO_MANY] = "a number exceeds the limits of the library",
        [FW_NO_MEMORY] = "there is not enough memory",
        [FW_UNKNOWN_TREE] = "the forest has no circle of this id",
        [FW_UNKNOWN_TICKET] = "the queue has no request with this ticket",
        [FW_READ_ONLY] = "the map of a snapshot cannot be changed",
        [FW_RELEASED] = "the snapshot was released before",
        [FW_ILLEGAL] = "the path breaks a rule of the unit: see its violations",
        [FW_NOT_NEW] = "the traffic was used before: a save is restored into a new one",
        [FW_SPACE_FAILED] = "the user's space reported an error",
    };
    if ((int)result < 0 || result >= FW_RESULT_COUNT)
        return "this number is not a result of the library";
    return texts[result];
}

#define TEXT_OF(number)              #number
#define VERSION(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *fw_version(void)
{
    return VERSION(FW_VERSION_MAJOR, FW_VERSION_MINOR, FW_VERSION_PATCH);
}
