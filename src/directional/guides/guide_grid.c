#include "directional/guides/directional_estimate.h"
#include "directional/guides/guide_field.h"

static bool suits(const directional_space *space)
{
    (void)space;
    return true;
}

static fw_result begin(directional_space *space, uint64_t work)
{
    (void)work;
    return guide_field_surround_goals(space);
}

const guide_kind guide_grid = { .suits = suits,
                                .begin = begin,
                                .estimate = estimate_by_field,
                                .field = GUIDE_HAS_DISTANCES,
                                .uses_norm = true,
                                .outlasts_search = true,
                                .flood_after = FLOOD_AFTER };
