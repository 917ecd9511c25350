#pragma once

/// Why JavaScript has not parsed a text for the module (src/parsers.js).

#include "fairway/result.h"

enum { PROBLEM_BYTES = 96 };

typedef enum parse_problem {
    PARSE_WRONG,     ///< the text is damaged
    PARSE_UNKNOWN,   ///< there is no parser, or the text has what is not read
    PARSE_KEY_TWICE, ///< JSON: an object has a key twice
    PARSE_NO_MEMORY
} parse_problem;

static inline fw_result parse_result(parse_problem kind)
{
    return kind == PARSE_NO_MEMORY ? FW_NO_MEMORY : kind == PARSE_UNKNOWN ? FW_NOT_SUPPORTED : FW_BAD_VALUE;
}
