#ifndef IO_NUMBER_H
#define IO_NUMBER_H

/// @file
/// Numbers as text that reads back to the same double.

/// Text of a number.
typedef struct io_number_text {
    char text[32];
} io_number_text;

/// A number with as few of 15 to 17 significant digits as read back to the same double; "null" if it is not finite.
io_number_text io_number(double value);

#endif
