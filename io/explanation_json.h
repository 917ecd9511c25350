#pragma once

/// Why there is no path, as JSON.

#include "fairway/explain.h"
#include "io/json_writer.h"

typedef struct io_explanation {
    fw_explanation explanation;
    const char *terrains[FW_TERRAIN_COUNT]; ///< names of fw_explanation::terrains
    int terrain_count;
} io_explanation;

/// Writes the member "why".
void io_explanation_write(json_writer *json, const io_explanation *why);
