#pragma once

/// The request that the command line describes.

#include <stdbool.h>

#include "fairway/planner.h"
#include "io/queries.h"
#include "job.h"
#include "options.h"
#include "progress.h"
#include "refusal_text.h"
#include "terminal.h"

enum { MOST_IGNORED = 21 };

/// A request without start and goal, and the job's speeds.
///
/// @param work  must live until the request is answered
/// @return false after an error message
bool request_from_options(const options *given, job *work, fw_request *request);

/// Chooses the smoothing unless the command line does: FW_SMOOTH_AUTO, but a walker with four neighbours keeps its four
/// directions.
void request_smooth(const options *given, const job *work, fw_request *request);

/// True if a place lies on the map: its anchor, if the place has one, and the body's centre.
bool request_place_is_on_map(const job *work, const io_place *place);

/// Prints an error message if a place, such as "the start", or the top left tile of the unit's square there lies
/// outside the map. Returns true if there was a message.
bool complain_unless_on_map(const job *work, const char *what, const io_place *place);

/// Gives a request a start, a goal and the job's overlay.
///
/// @param window   with --window: an overlay of the map's size, which receives the job's overlay and the window, and
///                 becomes the request's overlay; else null
/// @return FW_OK; FW_OUT_OF_BOUNDS: an anchor or a centre lies outside the map; FW_BAD_SIZE: the window is smaller than
///         the unit; FW_NO_MEMORY
fw_result request_places(const options *given, const job *work, const io_place *start, const io_place *goal,
                         fw_overlay *window, fw_request *request);

/// Finds a path in one go or, with --slice or --segment, step by step.
///
/// @param[out] first_us  --segment: microseconds until the first leg was ready; else 0; may be null
/// @param bar            shows the expansions, against its total; null = none
fw_result request_run(const options *given, fw_planner *planner, const fw_request *request, fw_path *path,
                      fw_statistics *statistics, double *first_us, progress *bar);

/// True if a result is the answer of a search, not a refusal of the input.
bool is_answer(fw_result result);

/// True if the answer is a path, legal or not.
bool has_path(fw_result result);

/// Prints why the library refused a request: which option is wrong, or which two cannot be combined.
///
/// @param where   such as "town.scen:7"; null = the command line
/// @param result  the library's answer
void complain_of_request(const job *work, const fw_request *request, const char *where, fw_result result);

/// Prints which rules the path breaks, although the request does not allow it.
void complain_of_violations(const fw_path *path);

/// Options of a request that had no effect, without dashes.
typedef struct ignored_options {
    option_word words[MOST_IGNORED];
    int count;
} ignored_options;

/// Notes which options a request ignores. Returns false after an error message: --method names a method on which one
/// of them has no effect.
bool request_ignored(const options *given, const job *work, const fw_request *request,
                     ignored_options *ignored);

/// The texts of ignored options, for writers.
///
/// @param[out] names  as many as `count`
void ignored_names(const ignored_options *ignored, const char *names[MOST_IGNORED]);

/// Prints a line for each option that had no effect.
void print_ignored(const ignored_options *ignored);

/// The outcome of a path whose search gave this answer.
fw_outcome outcome_of(fw_result result);

/// The colour of an outcome: good if the goal is reached, poor if a part of the way is, bad if there is no path or an
/// illegal one.
ink outcome_ink(fw_outcome outcome);
