#ifndef FAIRWAY_REJECTION_H
#define FAIRWAY_REJECTION_H

/// @file
/// Why FW_AUTO has rejected a method: why its path is not the answer.

#include <stddef.h>

#include "fairway/planner.h"
#include "fairway/result.h"
#include "fairway/unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Why FW_AUTO has rejected a method.
typedef enum fw_rejection_reason {
    FW_REJECTED_UNFIT = 0,         ///< the unit or the request rules the method out
    FW_REJECTED_NOT_PREPARED = 1,  ///< the unit lacks tables of the method: fw_map_prepare() builds them
    FW_REJECTED_NO_PATH = 2,       ///< the method was tried, and found no path to the goal
    FW_REJECTED_ILLEGAL = 3,       ///< the method was tried, and its path breaks rules of the unit
    FW_REJECTED_EXPENSIVE = 4,     ///< the method was tried, and its path is not cheaper than the answer
    FW_REJECTED_TOO_MUCH_WORK = 5, ///< it takes more than a twentieth of the work that was done before
    FW_REJECTED_COVERED = 6,       ///< it can do no better than the methods that were tried
    FW_REJECTED_STOPPED = 7,       ///< a limit of the request ended the search before it had its turn
    FW_REJECTION_REASONS           ///< number of reasons
} fw_rejection_reason;

/// The name of a reason in JSON, such as "too_much_work".
///
/// @param reason  any value
/// @return text [until: the program ends]; "unknown" if the value is not a reason
const char *fw_rejection_reason_name(fw_rejection_reason reason);

/// Why FW_AUTO has rejected a method.
typedef struct fw_rejection {
    fw_rejection_reason reason; ///< in one word
    /// FW_REJECTED_UNFIT, if the body is too long: its length in tiles; FW_REJECTED_ILLEGAL: number of violations;
    /// FW_REJECTED_EXPENSIVE: cost of the path. Otherwise NaN
    double value;
    /// What `value` was compared with: the length that is too long, 0, or the cost of the answer;
    /// FW_REJECTED_TOO_MUCH_WORK: the work that the method might take. Otherwise NaN
    double limit;
    char text[160]; ///< the reason as an English sentence without a full stop
} fw_rejection;

/// Tells why a search by FW_AUTO has rejected a method. What its request points to, such as its overlay, must still be
/// valid. Whether the method fits and is prepared is judged now, by the newest version of the map.
///
/// @param search     the search, which has ended
/// @param method     the method
/// @param[out] why  why its path is not the answer: as many bytes as the program's header has
/// @param bytes      sizeof *why
/// @return FW_OK, FW_NULL_ARGUMENT, FW_BAD_VALUE (the path is that of this method, FW_AUTO never tries the method, the
///         request names another one, or the search has no answer) or FW_UNKNOWN_UNIT (the unit was removed)
fw_result fw_search_rejection(const fw_search *search, fw_method method, fw_rejection *why, size_t bytes);

/// The same for the planner's last fw_find_path().
///
/// @param planner    the planner
/// @param method     the method
/// @param[out] why  why its path is not the answer: as many bytes as the program's header has
/// @param bytes      sizeof *why
/// @return as fw_search_rejection()
fw_result fw_planner_rejection(const fw_planner *planner, fw_method method, fw_rejection *why, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
