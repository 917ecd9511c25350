#pragma once

/// The bytes of a saved state: lists of records. A list begins with the number of fields of its records and the number
/// of records. One table for each kind of record says how its fields are written, read and checked.
///
/// Integers are written in groups of 7 bits, the lowest group first, after the sign has moved to the lowest bit
/// (LEB128, zigzag); other numbers as the 8 bytes of an IEEE double, the lowest byte first. So the bytes depend neither
/// on the platform nor on how wide a member of a struct is.
///
/// How the next versions read the saves of this one: fields are only ever added at the end of a table, and lists behind
/// the last list. A save that lacks a field, or a list, leaves the record as it is before it is read.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fairway/result.h"
#include "fairway/traffic.h"

typedef enum field_type {
    FIELD_BOOL,
    FIELD_I8,
    FIELD_U8,
    FIELD_I16,
    FIELD_I32,
    FIELD_U32,
    FIELD_I64,
    FIELD_U64,
    FIELD_F32,
    FIELD_F64,
    FIELD_UNIT ///< a slot, written as the index of the unit by id, from 1 on; 0: NO_AGENT
} field_type;

/// A member of a struct, and what it may be. A number that is not a number is never allowed.
typedef struct field {
    field_type type;
    uint16_t offset;
    double least, most;
} field;

/// The fields of a kind of record, in the order of their bytes.
typedef struct record_type {
    const field *fields;
    int32_t count;
} record_type;

/// The type of a member. Enumerations count as the integers that hold them.
#define FIELD_TYPE(member)                                                                                   \
    _Generic((member), bool                                                                                  \
             : FIELD_BOOL, int8_t                                                                            \
             : FIELD_I8, uint8_t                                                                             \
             : FIELD_U8, int16_t                                                                             \
             : FIELD_I16, int32_t                                                                            \
             : FIELD_I32, uint32_t                                                                           \
             : FIELD_U32, int64_t                                                                            \
             : FIELD_I64, uint64_t                                                                           \
             : FIELD_U64, float                                                                              \
             : FIELD_F32, double                                                                             \
             : FIELD_F64)

#define FIELD(record, member, least, most)                                                                   \
    {                                                                                                        \
        FIELD_TYPE(((record *)0)->member), offsetof(record, member), least, most                             \
    }
#define FIELD_OF_UNIT(record, member)                                                                        \
    {                                                                                                        \
        FIELD_UNIT, offsetof(record, member), 0, 0                                                           \
    }
#define RECORD_TYPE(fields)                                                                                  \
    {                                                                                                        \
        fields, (int32_t)(sizeof(fields) / sizeof *(fields))                                                 \
    }

/// Where bytes are written to or read from. Writing without a buffer counts them. After a mistake in what is read,
/// nothing more is read.
typedef struct archive {
    const fw_traffic *traffic; ///< whose units are meant
    uint32_t units;            ///< number of them
    uint8_t *to;
    const uint8_t *from; ///< null: bytes are written
    size_t at, size;
    int32_t fields;   ///< of the records of the list under way
    fw_result result; ///< FW_OK, FW_BAD_VALUE, or what whoever reads has noted
} archive;

static inline bool archive_reads(const archive *file)
{
    return file->from;
}

/// Notes a mistake in what is read, unless there is one already.
static inline void archive_fail(archive *file, fw_result result)
{
    file->result = file->result == FW_OK ? result : file->result;
}

/// Begins a list.
///
/// @param count  of its records, if they are written
/// @return number of records; none if the save lacks the list, or after a mistake. Each takes a byte or more
size_t archive_list(archive *file, const record_type *type, size_t count);

/// The same for a list whose length is known: another one is a mistake.
///
/// @return number of records; none after a mistake
size_t archive_known_list(archive *file, const record_type *type, size_t count);

/// Writes a record, or reads it.
void archive_record(archive *file, const record_type *type, void *record);

/// Writes or reads the records of an array.
///
/// @param bytes  of a record
void archive_records(archive *file, const record_type *type, void *records, size_t count, size_t bytes);

/// Writes or reads 8 bytes, the lowest one first.
uint64_t archive_word(archive *file, uint64_t word);
