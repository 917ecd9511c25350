#pragma once

/// What is promised of every answer, as named statements that any case can be judged by.

#include "common/trial.h"

/// What does not hold.
typedef struct finding {
    const char *statement; ///< null = all hold
    char detail[240];
} finding;

/// A case that was set up and asked.
typedef struct hearing {
    const trial *drawn;
    site at;                 ///< `path` is the answer
    fw_result result;        ///< of asking
    fw_path_summary summary; ///< of the path
    fw_outcome reached;      ///< the outcome, or of an illegal path the outcome if violations are allowed
    fw_statistics spent;     ///< on the way
    finding *found;
} hearing;

/// Sets a case up, asks, and judges the answer by all statements.
///
/// @param only        judges by those whose name has this text; null = by all
/// @param[out] found  the first statement that does not hold
/// @return whether all hold
bool judge_trial(const trial *drawn, const char *only, finding *found);

/// Tells why a statement does not hold.
///
/// @return false
bool judge_deny(hearing *hearing, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// True for the answer of a grid method if no pass has changed the path after the search.
bool judge_is_plain_grid(const hearing *hearing);

/// True if the answer may be FW_GAVE_UP. Which of several equal paths was found first may decide whether it is.
bool judge_may_give_up(const hearing *hearing);

/// True if the method plans a walk in legs.
bool judge_is_walk(fw_method method);

/// True if the request has no limit that may cut it short.
bool judge_is_unlimited(const fw_request *ask);

/// The request without limits.
fw_request judge_unlimited(fw_request ask);

/// True if the answer has a path, legal or not.
bool judge_has_path(const hearing *hearing);

bool judge_has_violations(const fw_path_summary *summary);

/// True if the request itself asks for less than a legal path.
bool judge_accepts_violations(const hearing *hearing);

/// True if the segments, costs and violations of two paths are equal, bit for bit.
bool judge_paths_have_equal_segments(const fw_path *one, const fw_path *other);

/// The same, with their outcomes.
bool judge_paths_equal(const fw_path *one, const fw_path *other);

/// Statements, each in a file with its like: whether it holds.
bool judge_result_is_documented(hearing *hearing);
bool judge_what_is_refused_is_said(hearing *hearing);
bool judge_outcome_fits_the_result(hearing *hearing);
bool judge_asking_for_any_path_gives_the_illegal_one(hearing *hearing);
bool judge_success_is_legal(hearing *hearing);
bool judge_path_without_violations_is_legal(hearing *hearing);
bool judge_path_counts_what_the_checker_finds(hearing *hearing);
bool judge_grid_paths_are_optimal(hearing *hearing);
bool judge_nearest_place_is_nearest(hearing *hearing);
bool judge_limits_save_expansions(hearing *hearing);
bool judge_slices_change_nothing(hearing *hearing);
bool judge_earlier_queries_change_nothing(hearing *hearing);
bool judge_searches_that_ended_early_change_nothing(hearing *hearing);
bool judge_another_thread_changes_nothing(hearing *hearing);
bool judge_order_of_units_changes_nothing(hearing *hearing);
bool judge_turned_world_has_the_same_answer(hearing *hearing);
bool judge_auto_finds_what_any_method_finds(hearing *hearing);
