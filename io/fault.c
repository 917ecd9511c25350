#include "io/fault.h"

#include <stdarg.h>
#include <stdio.h>

static void fill(io_fault *fault, fw_result result, const char *format, va_list arguments)
{
    if (!fault)
        return;
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    fault->result = result;
}

bool io_fail(io_fault *fault, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(fault, FW_BAD_VALUE, format, arguments);
    va_end(arguments);
    return false;
}

bool io_fail_as(io_fault *fault, fw_result result, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fill(fault, result, format, arguments);
    va_end(arguments);
    return false;
}

bool io_fail_without_memory(io_fault *fault, const char *name)
{
    return io_fail_as(fault, FW_NO_MEMORY, "%s: there is not enough memory to read it", name);
}
