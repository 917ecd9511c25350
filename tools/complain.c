#include "complain.h"

#include <stdarg.h>
#include <stdio.h>

#include "terminal.h"

bool complain(const char *format, ...)
{
    char sentence[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    fprintf(stderr, "%sfairway:%s %s\n", ink_on(stderr, INK_BAD), ink_off(stderr, INK_BAD), sentence);
    return false;
}
