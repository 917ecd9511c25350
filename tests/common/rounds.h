/// How many rounds a random test runs.
#ifndef TESTS_ROUNDS_H
#define TESTS_ROUNDS_H

#include <stdbool.h>

/// True in builds with sanitizers, in which a scene takes several times as long and finds errors of memory only.
bool is_sanitized(void);

/// As many rounds as usual; FAIRWAY_MANY=N in the environment asks for N times as many. Builds with sanitizers, which
/// are slow and look for errors that each round can show, run a third of 300 rounds or more.
int rounds(int usual);

#endif
