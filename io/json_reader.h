#pragma once

/// Reads JSON strictly: UTF-8, no key twice, no value of a wrong type; faults name the place, such as
/// `path.json: segments[3].length is missing, expected a number`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "io/fault.h"

/// A value and its path in its file, for messages.
typedef struct json_place {
    const char *file;
    char path[96];       ///< such as "segments[3]"; "" at the top
    const json_t *value; ///< null = the key is missing
    io_fault *fault;     ///< filled in by the first failure
} json_place;

/// Most bytes that jansson takes for the tree of a text, and while it reads it.
size_t json_tree_bytes(const char *bytes, size_t size);

/// Parses a text, which must be one JSON value in which no key is given twice. Returns the value, to be given back
/// with json_decref(); null on failure.
json_t *json_parse(const char *name, const char *bytes, size_t size, io_fault *fault);

/// The place of a whole JSON text.
json_place json_top(const char *file, const json_t *value, io_fault *fault);

/// The value of a key of an object; its `value` is null if the key is missing.
json_place json_at(const json_place *object, const char *key);

/// Number of items of a list; 0 for other values.
size_t json_count(const json_place *list);

/// Item of a list; its `value` is null if there is none.
json_place json_item(const json_place *list, size_t index);

/// The key that follows another one in an object, in the order of the text; null after the last key.
///
/// @param key  null = the first key is asked for
const char *json_next_key(const json_place *object, const char *key);

/// Sets the fault: names the place and its value, then `what` was expected. Always returns false.
bool json_expected(const json_place *place, const char *what);

/// These fail, with a fault, if the value at the place is missing, of another type, or out of range.
bool json_expect_object(const json_place *place);
bool json_expect_list(const json_place *place);

/// Fails if the value is no object, or has a member that is not allowed.
///
/// @param keys  names of the members that the object may have; null at the end
/// @param what  it is, for faults: "a unit"
bool json_expect_keys(const json_place *object, const char *const *keys, const char *what);

bool json_read_number(const json_place *place, double least, double most, double *value);
bool json_read_whole(const json_place *place, int64_t least, int64_t most, int64_t *value);
bool json_read_bool(const json_place *place, bool *value);
bool json_read_text(const json_place *place, const char **text);

/// The same for the value of a key of an object.
bool json_number_at(const json_place *object, const char *key, double least, double most, double *value);
bool json_whole_at(const json_place *object, const char *key, int64_t least, int64_t most, int64_t *value);

/// Reads one of `count` names as its index.
bool json_read_name(const json_place *place, const char *const *names, int count, int *index);
