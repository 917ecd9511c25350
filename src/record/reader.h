#pragma once

/// Reads what record/tape.h wrote. After a mistake everything that is read is 0.

#include <stdbool.h>

#include "record/calls.h"
#include "record/fields.h"

typedef struct record_reader {
    const uint8_t *bytes;
    size_t left;
    bool is_wrong; ///< the bytes end too early, or a number is out of its limits
} record_reader;

/// An integer.
///
/// @param least, most  any other one is a mistake
int64_t reader_integer(record_reader *reader, int64_t least, int64_t most);

/// An integer of 64 bits without a sign.
uint64_t reader_count(record_reader *reader);

uint8_t reader_byte(record_reader *reader);
uint64_t reader_word(record_reader *reader);
double reader_double(record_reader *reader);

/// A text that is cut to the room for it.
void reader_text(record_reader *reader, char *text, size_t room);

/// The members of a struct. Those that are newer than the recording stay as they are.
void reader_fields(record_reader *reader, const record_struct *type, void *members);

/// Runs of equal bytes.
typedef struct reader_runs {
    record_reader *reader;
    int64_t length; ///< left of the run under way; begins as 0
    uint8_t byte;
} reader_runs;

/// The next bytes.
void reader_take_bytes(reader_runs *runs, uint8_t *bytes, size_t count);
