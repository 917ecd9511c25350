#ifndef IO_NUMBER_H
#define IO_NUMBER_H

/// @file
/// Numbers as text that reads back to the same double.

/// Text of a number.
typedef struct io_number_text {
    char text[32];
} io_number_text;

/// The shortest of 15 to 17 significant digits that reads back to the same double; "null" when it is not
/// finite.
io_number_text io_number(double value);

#endif
