#pragma once

/// Reads XML as it comes: elements begin and end, and text lies between them. Entities that the file defines itself are
/// refused, so a short file cannot become long.

#include <stdbool.h>
#include <stddef.h>

#include "io/fault.h"
#include "io/xml_attributes.h"

/// What a reader does with the parts of a file. A function that returns false, after filling in a fault, ends the
/// reading.
typedef struct io_xml_taker {
    /// @param attributes  name, value, name, value, ..., null
    bool (*begin)(void *user, const char *element, const char *const *attributes);
    bool (*end)(void *user, const char *element);
    bool (*text)(void *user, const char *text, size_t length); ///< null = text is of no matter
    void *user;
} io_xml_taker;

/// Reads a file.
///
/// @param name  for faults
bool io_xml_read(const char *name, const char *bytes, size_t size, const io_xml_taker *taker,
                 io_fault *fault);
