#include "open_lists/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "open_lists/study_memory.h"

static void make_room(text *to, size_t more)
{
    while (to->count + more + 1 > to->capacity)
        to->letters = study_grow(to->letters, &to->capacity, 1);
}

void text_add(text *to, const char *format, ...)
{
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    const int length = vsnprintf(NULL, 0, format, values);
    make_room(to, (size_t)length);
    vsnprintf(to->letters + to->count, (size_t)length + 1, format, again);
    to->count += (size_t)length;
    va_end(again);
    va_end(values);
}

void text_free(text *spent)
{
    free(spent->letters);
    *spent = (text){ 0 };
}

bool text_read(const char *path, text *into)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    char part[4096];
    for (size_t got; (got = fread(part, 1, sizeof part, file)) > 0;)
        text_add(into, "%.*s", (int)got, part);
    const bool ok = !ferror(file);
    fclose(file);
    return ok;
}

bool text_write(const char *path, const text *from)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    const bool ok = fwrite(from->letters, 1, from->count, file) == from->count;
    return fclose(file) == 0 && ok;
}

bool text_replace_section(text *page, const char *name, const text *section)
{
    char opening[64];
    snprintf(opening, sizeof opening, "<!-- %s -->\n", name);
    const char *begin = page->letters ? strstr(page->letters, opening) : NULL;
    const char *end = begin ? strstr(begin, "<!-- end -->") : NULL;
    if (!end)
        return false;
    text now = { 0 };
    text_add(&now, "%.*s", (int)(begin - page->letters), page->letters);
    text_add(&now, "%s%s%s", opening, section->letters, end);
    text_free(page);
    *page = now;
    return true;
}
