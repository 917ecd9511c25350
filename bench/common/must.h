#pragma once

#include "common/give_up.h"
#include "fairway/result.h"

/// Ends a benchmark if a call has failed.
static inline void must(fw_result result)
{
    if (result != FW_OK)
        give_up(fw_result_text(result));
}
