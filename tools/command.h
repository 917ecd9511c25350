#pragma once

/// The commands. Each does its work and returns the exit status.

#include "options.h"

int run_route(const options *given);
int run_compare(const options *given);
int run_bench(const options *given);
int run_check(const options *given);
int run_info(const options *given);
int run_generate(const options *given);
int run_convert(const options *given);
int run_forest(const options *given);
int run_simulate(const options *given);
int run_batch(const options *given);
int run_replay(const options *given);
int run_completion(const options *given);
int run_manual(const options *given);
