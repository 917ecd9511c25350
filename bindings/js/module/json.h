#ifndef MODULE_JSON_H
#define MODULE_JSON_H

/// @file
/// Texts that JavaScript parses for the module.

#include <stdint.h>

#include <jansson.h>

enum { PROBLEM_BYTES = 96 };

/// What JavaScript tells of a text.
typedef struct parsed_text {
    json_t *top;         ///< to be given back with json_decref(); null: it was not parsed
    int32_t line;        ///< of the problem; 0 = unknown
    uint32_t is_unknown; ///< there is no parser
    char problem[PROBLEM_BYTES];
} parsed_text;

#endif
