#pragma once

/// Writes JSON piece by piece. The writer puts commas; the caller asks for line breaks by json_break().

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct json_writer {
    FILE *to;
    int depth;      ///< number of open objects and lists
    bool has_items; ///< the innermost of them has an item already
    bool after_key; ///< a key waits for its value
} json_writer;

/// A writer at the start of a text.
json_writer json_writer_to(FILE *to);

/// Opens an object `{` or a list `[`.
void json_open(json_writer *json, char bracket);

/// Closes an object with `}` or a list with `]`.
void json_close(json_writer *json, char bracket);

/// Begins a new line for the next item or key.
void json_break(json_writer *json);

void json_key(json_writer *json, const char *key);
void json_text(json_writer *json, const char *text);
void json_number(json_writer *json, double value);
void json_whole(json_writer *json, int64_t value);
void json_nothing(json_writer *json);

/// These write a key and its value, or open it.
void json_pair_text(json_writer *json, const char *key, const char *text);
void json_pair_number(json_writer *json, const char *key, double value);
void json_pair_whole(json_writer *json, const char *key, int64_t value);
void json_pair_bool(json_writer *json, const char *key, bool value);
void json_pair_open(json_writer *json, const char *key, char bracket);
void json_pair_texts(json_writer *json, const char *key, const char *const *texts, int count);
