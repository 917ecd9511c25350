#ifndef IO_JSON_READER_H
#define IO_JSON_READER_H

/// @file
/// Reads JSON strictly: no key twice, no wrong type, no unknown shape; faults name the place, such as
/// `path.json: segments[3].length is missing, expected a number`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "io/fault.h"

/// A value and where it stands in its file.
typedef struct json_place {
    const char *file;
    char path[96];      ///< such as "segments[3]"; "" at the top
    const cJSON *value; ///< null = the key is missing
    io_fault *fault;    ///< filled in by the first failure
} json_place;

/// Parses a text; the whole of it must be one JSON value without keys that are given twice.
///
/// @return the value, to be deleted with cJSON_Delete(); null on failure
cJSON *json_parse(const char *name, const char *bytes, size_t size, io_fault *fault);

/// The top of a text.
json_place json_top(const char *file, const cJSON *value, io_fault *fault);

/// The value of a key of an object; its `value` is null where the key is missing.
json_place json_at(const json_place *object, const char *key);

/// Item of a list, or member of an object in the order of the text.
json_place json_item(const json_place *list, const cJSON *item, int index);

/// Fills in a fault that says what was expected at a place. Always returns false.
bool json_expected(const json_place *place, const char *what);

bool json_is_object(const json_place *place);
bool json_is_list(const json_place *place);
bool json_read_number(const json_place *place, double least, double most, double *value);
bool json_read_whole(const json_place *place, int64_t least, int64_t most, int64_t *value);
bool json_read_bool(const json_place *place, bool *value);
bool json_read_text(const json_place *place, const char **text);

/// One of `count` names; its index.
bool json_read_name(const json_place *place, const char *const *names, int count, int *index);

#endif
