#pragma once

/// How many rounds a random test runs.

#include <stdbool.h>

/// True in builds with sanitizers, in which a scene takes several times as long and finds errors of memory only.
bool is_sanitized(void);

/// As many rounds as usual; FAIRWAY_MANY=N in the environment asks for N times as many. Builds with sanitizers, which
/// are slow and look for errors that each round can show, run a quarter, but no fewer than three.
int rounds(int usual);

/// How many cases of a kind a random test must have met after its rounds: as many as usual, times FAIRWAY_MANY. An
/// eighth in builds with sanitizers, because a few rounds meet some kinds less often than on average.
int at_least(int usual);

/// The step through a long list of like cases, such as sizes of a slice: 1, and so much in builds with sanitizers.
int stride(int with_sanitizers);
