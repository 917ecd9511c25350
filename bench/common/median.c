#include "common/median.h"

#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double median_of(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare);
    return count == 0 ? 0 : count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}
