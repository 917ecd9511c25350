#include "io/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 1 << 16, LONGEST_NUMBER = 63 };

/// Reads to the end of a stream, or to one byte past `most`.
static bool load_stream(FILE *stream, size_t most, char **bytes, size_t *size)
{
    size_t capacity = FIRST_CHUNK;
    char *held = malloc(capacity);
    size_t count = 0;
    while (held) {
        count += fread(held + count, 1, capacity - count, stream);
        if (count < capacity || count > most)
            break;
        capacity *= 2;
        char *grown = realloc(held, capacity);
        if (!grown)
            free(held);
        held = grown;
    }
    *bytes = held;
    *size = count;
    return held != NULL;
}

bool io_load(const char *file, size_t most, char **bytes, size_t *size, io_fault *fault)
{
    const bool is_piped = strcmp(file, "-") == 0;
    FILE *stream = is_piped ? stdin : fopen(file, "rb");
    if (!stream)
        return io_fail_as(fault, FW_NOT_FOUND, "%s: cannot be opened (%s)", file, strerror(errno));
    errno = 0;
    const bool loaded = load_stream(stream, most, bytes, size);
    const int error = ferror(stream) ? errno : 0;
    if (!is_piped)
        fclose(stream);
    if (!loaded)
        return io_fail_without_memory(fault, file);
    if (!error && *size <= most)
        return true;
    free(*bytes);
    *bytes = NULL;
    if (error)
        return io_fail_as(fault, FW_NOT_FOUND, "%s: cannot be read (%s)", file, strerror(error));
    return io_fail_as(fault, FW_BAD_SIZE, "%s: is longer than %zu bytes, too long for a file of this kind",
                      file, most);
}

size_t io_mark_bytes(const char *bytes, size_t size)
{
    return size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

io_text io_text_of(const char *name, const char *bytes, size_t size)
{
    const size_t mark = io_mark_bytes(bytes, size);
    const bool has_feeds = size > 0 && memchr(bytes, '\n', size);
    return (
        io_text){ .name = name, .bytes = bytes + mark, .size = size - mark, .end = has_feeds ? '\n' : '\r' };
}

bool io_next_line(io_text *text, io_span *line)
{
    if (text->at >= text->size)
        return false;
    const char *start = text->bytes + text->at;
    const size_t left = text->size - text->at;
    const char *end = memchr(start, text->end, left);
    size_t length = end ? (size_t)(end - start) : left;
    text->at += end ? length + 1 : length;
    text->line++;
    if (length > 0 && start[length - 1] == '\r')
        length--;
    *line = (io_span){ start, length };
    return true;
}

bool io_fail_at(const io_text *text, io_fault *fault, const char *format, ...)
{
    char sentence[sizeof fault->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    return io_fail(fault, "%s:%lld: %s", text->name, (long long)(text->line ? text->line : 1), sentence);
}

bool io_is_blank(char letter)
{
    return letter == ' ' || letter == '\t' || letter == '\r';
}

bool io_next_word(io_span *rest, io_span *word)
{
    while (rest->length > 0 && io_is_blank(*rest->start))
        *rest = (io_span){ rest->start + 1, rest->length - 1 };
    size_t length = 0;
    while (length < rest->length && !io_is_blank(rest->start[length]))
        length++;
    *word = (io_span){ rest->start, length };
    *rest = (io_span){ rest->start + length, rest->length - length };
    return length > 0;
}

bool io_next_piece(io_span *rest, char separator, io_span *piece)
{
    if (!rest->start)
        return false;
    const char *end = rest->length ? memchr(rest->start, separator, rest->length) : NULL;
    if (!end) {
        *piece = *rest;
        *rest = (io_span){ NULL, 0 };
        return true;
    }
    const size_t length = (size_t)(end - rest->start);
    *piece = (io_span){ rest->start, length };
    *rest = (io_span){ end + 1, rest->length - length - 1 };
    return true;
}

io_span io_trim(io_span span)
{
    while (span.length > 0 && io_is_blank(span.start[0]))
        span = (io_span){ span.start + 1, span.length - 1 };
    while (span.length > 0 && io_is_blank(span.start[span.length - 1]))
        span.length--;
    return span;
}

io_span io_span_of(const char *text)
{
    return (io_span){ text, strlen(text) };
}

bool io_span_is(io_span span, const char *text)
{
    return span.length == strlen(text) && memcmp(span.start, text, span.length) == 0;
}

/// Accepts shortest forms only, and no halves of surrogate pairs: Unicode 15, table 3-7.
size_t io_letter_bytes(const char *text, size_t length)
{
    const unsigned char *byte = (const unsigned char *)text;
    if (length == 0 || byte[0] < 0x80)
        return length > 0;
    const size_t count = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
    if (byte[0] < 0xc2 || byte[0] > 0xf4 || count > length)
        return 0;
    const unsigned char least = byte[0] == 0xe0 ? 0xa0 : byte[0] == 0xf0 ? 0x90 : 0x80;
    const unsigned char most = byte[0] == 0xed ? 0x9f : byte[0] == 0xf4 ? 0x8f : 0xbf;
    if (byte[1] < least || byte[1] > most)
        return 0;
    for (size_t i = 2; i < count; i++)
        if (byte[i] < 0x80 || byte[i] > 0xbf)
            return 0;
    return count;
}

int io_letter_count(const char *text)
{
    int count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80; // other bytes go on with a letter
    return count;
}

bool io_span_is_utf8(io_span span)
{
    size_t at = 0, count = 1;
    for (; at < span.length && count > 0; at += count)
        count = io_letter_bytes(span.start + at, span.length - at);
    return count > 0;
}

io_quote io_quoted(io_span span)
{
    enum { LONGEST = 32 };
    io_quote quote = { .text = "" };
    size_t used = 0;
    for (size_t i = 0; i < span.length; i++) {
        if (used >= LONGEST) {
            memcpy(quote.text + used, "...", sizeof "...");
            break;
        }
        const unsigned char letter = (unsigned char)span.start[i];
        const char *form = letter >= 32 && letter < 127 ? "%c" : "\\x%02x";
        used += (size_t)snprintf(quote.text + used, sizeof quote.text - used, form, letter);
    }
    return quote;
}

bool io_read_whole(io_span span, int64_t *value)
{
    const bool negative = span.length > 0 && span.start[0] == '-';
    size_t i = negative ? 1 : 0;
    if (i == span.length)
        return false;
    int64_t sum = 0;
    for (; i < span.length; i++) {
        const int digit = span.start[i] - '0';
        if (digit < 0 || digit > 9 || sum > (INT64_MAX - digit) / 10)
            return false;
        sum = 10 * sum + digit;
    }
    *value = negative ? -sum : sum;
    return true;
}

/// True if a span holds only characters of decimal numbers. strtod() also reads "inf", "nan" and hexadecimal digits.
static bool looks_decimal(io_span span)
{
    bool has_digit = false;
    for (size_t i = 0; i < span.length; i++) {
        const char letter = span.start[i];
        if (letter >= '0' && letter <= '9')
            has_digit = true;
        else if (!letter || !strchr("+-.eE", letter))
            return false;
    }
    return has_digit;
}

bool io_read_decimal(io_span span, double *value)
{
    char number[LONGEST_NUMBER + 1];
    if (span.length > LONGEST_NUMBER || !looks_decimal(span))
        return false;
    memcpy(number, span.start, span.length);
    number[span.length] = '\0';
    char *end = NULL;
    const double read = strtod(number, &end);
    if (*end || !isfinite(read))
        return false;
    *value = read;
    return true;
}

bool io_ends_with(const char *file, const char *ending)
{
    const size_t length = strlen(file), last = strlen(ending);
    size_t i = 0;
    while (length > last && i < last && tolower((unsigned char)file[length - last + i]) == ending[i])
        i++;
    return i == last;
}
