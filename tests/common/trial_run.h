#pragma once

/// Judges the cases of many seeds, each in a process of its own, so that a case that crashes or hangs is reported like
/// any other failure, and simplifies the cases that fail.

#include "common/judge.h"

/// Judges the cases of the seeds first .. last, and prints each that fails: its seed, the statement that does not hold,
/// and the smallest case found for which it does not.
///
/// @param seconds  to spend on making each of them small
/// @param only     see judge_trial()
/// @return how many failed
int trial_run(uint64_t first, uint64_t last, int seconds, const char *only);

/// The same case with the n-th of many things left out or reset to its default; n counts from 0.
///
/// @return false: there is no n-th
bool trial_simplify(trial *drawn, int n);
