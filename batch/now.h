#pragma once

/// A clock that never goes back, the same in all processes of a machine.

/// Microseconds since an arbitrary moment.
double now_us(void);
