#pragma once

/// Texts that JavaScript parses for the module.

#include <stdint.h>

#include <jansson.h>

#include "parse_problem.h"

/// What JavaScript tells of a text.
typedef struct parsed_text {
    json_t *top;        ///< to be given back with json_decref(); null: it was not parsed
    int32_t line;       ///< of the problem; 0 = unknown
    parse_problem kind; ///< of the problem
    char problem[PROBLEM_BYTES];
} parsed_text;
