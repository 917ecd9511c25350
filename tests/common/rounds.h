/// How many rounds a random test runs.
#ifndef TESTS_ROUNDS_H
#define TESTS_ROUNDS_H

/// As many rounds as usual; FAIRWAY_MANY=N in the environment asks for N times as many. Builds with sanitizers, which
/// are slow and look for errors that each round can show, run a third of 300 rounds or more.
int rounds(int usual);

#endif
