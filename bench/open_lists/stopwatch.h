#pragma once

/// Seconds of a clock that never goes back. A look takes tens of nanoseconds.
double stopwatch_seconds(void);

/// Seconds that this process has computed: other ones on the machine do not count. A look takes longer.
double stopwatch_computed_seconds(void);
