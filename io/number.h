#pragma once

/// Numbers as text: such that they read back to the same double, and durations and sizes for people.

#include <stdint.h>

/// Text of a number.
typedef struct io_number_text {
    char text[32];
} io_number_text;

/// A number with as few of 15 to 17 significant digits as read back to the same double; "null" if it is not finite.
io_number_text io_number(double value);

/// A duration with its unit and about three digits, without an exponent: "0.213 us", "11.8 ms", "95.0 s".
///
/// @param microseconds  0 or more
io_number_text io_duration(double microseconds);

/// An amount of memory with its unit and three digits: "412 bytes", "1.35 MB" (of a million bytes).
io_number_text io_size(uint64_t bytes);
