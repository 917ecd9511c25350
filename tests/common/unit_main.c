// A file of its own: programs that have a main() do not link it.
#include "common/unit.h"

TESTS_BETWEEN(NULL, NULL)
