#pragma once

/// A growing text, and pages with sections that are rewritten.

#include <stdbool.h>
#include <stddef.h>

typedef struct text {
    char *letters; ///< ends with 0, null when empty
    size_t count, capacity;
} text;

/// Appends as printf does.
__attribute__((format(printf, 2, 3))) void text_add(text *to, const char *format, ...);
void text_free(text *text);

/// Reads or writes a whole file; false when that is impossible.
bool text_read(const char *path, text *into);
bool text_write(const char *path, const text *from);

/// Replaces what stands between the lines `<!-- name -->` and `<!-- end -->` of a page; false when they are
/// not there.
bool text_replace_section(text *page, const char *name, const text *text);
