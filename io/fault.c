#include "io/fault.h"

#include <stdarg.h>
#include <stdio.h>

bool io_fail(io_fault *fault, const char *format, ...)
{
    if (!fault)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return false;
}
