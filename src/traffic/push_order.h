#pragma once

/// Which of two units may push the other one.

#include "traffic/inside.h"

/// True if unit `a` may push unit `b`, and not the other way round. The same as agent_is_before(), but units with a
/// turning radius gain by waiting: of two that hold each other, the one that waits longer gets through at last.
bool agent_pushes_before(const fw_traffic *traffic, const agent *a, const agent *b);
