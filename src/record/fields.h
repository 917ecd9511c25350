#pragma once

/// The members of structs that recordings hold: one table for each struct. A struct is written as the size of its
/// table; for each member that is not zero, its index plus 1 and its values; and a 0. Members that a later version adds
/// to a table have their defaults when an older recording is read.
///
/// New members are added at the end of a table, whatever the order of the struct is.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum number_type {
    RECORD_BOOL,
    RECORD_I32,
    RECORD_U32,
    RECORD_U64,
    RECORD_F32,
    RECORD_F64
} number_type;

/// A member: a number, or an array of numbers.
typedef struct record_field {
    const char *name; ///< as a program writes it
    uint16_t offset;
    uint8_t type;  ///< number_type
    uint8_t bytes; ///< of a number
    uint8_t count; ///< numbers
} record_field;

/// A struct as its members.
typedef struct record_struct {
    const record_field *fields;
    int32_t count;
} record_struct;

extern const record_struct record_unit_def, record_request, record_speed_def, record_segment, record_summary,
    record_agent_def, record_group_def;
