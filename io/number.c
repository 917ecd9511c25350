#include "io/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

io_number_text io_number(double value)
{
    io_number_text number = { "null" };
    for (int digits = 15; isfinite(value) && digits <= 17; digits++) {
        snprintf(number.text, sizeof number.text, "%.*g", digits, value);
        if (strtod(number.text, NULL) == value)
            break;
    }
    return number;
}

io_number_text io_duration(double microseconds)
{
    static const char *const units[] = { "us", "ms", "s" };
    io_number_text duration;
    double amount = microseconds;
    int unit = 0;
    for (; unit < 2 && amount >= 999.5; unit++)
        amount /= 1000.0;
    const int decimals = amount >= 99.95 ? 0 : amount >= 9.995 ? 1 : amount >= 0.9995 ? 2 : 3;
    snprintf(duration.text, sizeof duration.text, "%.*f %s", decimals, amount, units[unit]);
    return duration;
}

io_number_text io_size(uint64_t bytes)
{
    static const char *const units[] = { "bytes", "kB", "MB", "GB", "TB" };
    io_number_text size;
    double amount = (double)bytes;
    int unit = 0;
    for (; unit < 4 && amount >= 999.5; unit++)
        amount /= 1000.0;
    const int decimals = unit == 0 || amount >= 99.95 ? 0 : amount >= 9.995 ? 1 : 2;
    snprintf(size.text, sizeof size.text, "%.*f %s", decimals, amount, units[unit]);
    return size;
}
