#pragma once

/// Text files held in memory: lines, words and numbers, with faults that name file and line.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/fault.h"

/// Reads a whole file.
///
/// @param file        name; "-" = standard input
/// @param most        most bytes; a longer file is refused
/// @param[out] bytes  its bytes, to be freed; never null on success
/// @param[out] size   number of bytes
bool io_load(const char *file, size_t most, char **bytes, size_t *size, io_fault *fault);

/// A piece of a text; not terminated.
typedef struct io_span {
    const char *start;
    size_t length;
} io_span;

/// The progress of reading a text line by line.
typedef struct io_text {
    const char *name;  ///< for faults
    const char *bytes; ///< not copied
    size_t size;
    size_t at;    ///< where the next line begins
    char end;     ///< of a line: a line feed; a carriage return if the file has no line feed
    int64_t line; ///< number of the line read last, from 1
} io_text;

/// Number of bytes of a byte order mark of UTF-8 at the beginning of a file; 0 if there is none.
size_t io_mark_bytes(const char *bytes, size_t size);

/// A text that begins after its byte order mark, if it has one.
io_text io_text_of(const char *name, const char *bytes, size_t size);

/// The next line without its end: line feed, carriage return, or both; false at the end of the text.
bool io_next_line(io_text *text, io_span *line);

/// Fills in a fault that begins with the file and the line read last. Always returns false.
bool io_fail_at(const io_text *text, io_fault *fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// True for a blank, a tab and a carriage return.
bool io_is_blank(char letter);

/// Takes the next word, up to white space, off a span; false if there is none.
bool io_next_word(io_span *rest, io_span *word);

/// Takes the piece before the next `separator` (or the end) off a span; false if the span is empty.
/// The pieces of "a,,b" are "a", "" and "b".
bool io_next_piece(io_span *rest, char separator, io_span *piece);

/// The span without white space at both ends.
io_span io_trim(io_span span);

io_span io_span_of(const char *text);

bool io_span_is(io_span span, const char *text);

/// Number of bytes of the first letter of a UTF-8 text.
///
/// @param length  of the text, in bytes
/// @return 1 .. 4; 0 if the text is empty or begins with no letter of UTF-8
size_t io_letter_bytes(const char *text, size_t length);

bool io_span_is_utf8(io_span span);

/// Number of letters of a UTF-8 text.
int io_letter_count(const char *text);

/// Bytes of a span for a message: shortened, with unprintable bytes written as \xNN.
typedef struct io_quote {
    char text[64];
} io_quote;

io_quote io_quoted(io_span span);

/// Reads a whole number, such as -12; false if the span is not a whole number, or if the number is too large.
bool io_read_whole(io_span span, int64_t *value);

/// Reads a finite decimal number, such as -1.5 or 2e3; false if the span is not such a number.
bool io_read_decimal(io_span span, double *value);

/// True if the name of a file has more than an ending such as ".png", and ends with it, in small or capital letters.
bool io_ends_with(const char *file, const char *ending);
