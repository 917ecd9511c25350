#pragma once

/// Why there is no path: in words, in JSON and on pictures.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/explain.h"
#include "io/explanation_json.h"
#include "io/picture.h"
#include "job.h"

typedef struct why {
    bool is_asked;
    fw_explanation said;
    io_explanation told; ///< for JSON, in what the output is in
    io_note notes[2];    ///< on pictures: what is in the way, and the nearest place
    int32_t note_count;
} why;

/// Asks why a request has no path. Returns false after an error message.
bool why_ask(const job *work, fw_planner *planner, const fw_request *request, why *why);

/// Prints what is known.
void why_tell(const job *work, const why *why);
