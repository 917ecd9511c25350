#include "complain.h"

#include <stdarg.h>
#include <stdio.h>

bool complain(const char *format, ...)
{
    char sentence[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    fprintf(stderr, "fairway: %s\n", sentence);
    return false;
}
