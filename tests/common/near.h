#pragma once

/// Comparison of doubles, which cmocka's own would round to floats.

#include <math.h>

#include "common/unit.h"

/// Fails the test unless two numbers differ by at most `most`.
#define assert_near(a, b, most)                                                                              \
    do {                                                                                                     \
        const double near_a = (a);                                                                           \
        const double near_b = (b);                                                                           \
        if (!(fabs(near_a - near_b) <= (most)))                                                              \
            fail_msg("%s = %.17g is not near to %s = %.17g", #a, near_a, #b, near_b);                        \
    } while (0)
