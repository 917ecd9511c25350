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
