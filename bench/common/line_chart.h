#pragma once

/// Lines over two logarithmic axes, as SVG.

#include <stdbool.h>
#include <stdio.h>

typedef struct chart_line {
    const char *name;
    const char *colour;
    bool dashed;
    const double *x; ///< [x * count] positive
    const double *y; ///< [y * count] positive
    int count;
} chart_line;

typedef struct line_chart {
    const char *title;
    const char *x_name;
    const char *y_name;
    const chart_line *lines; ///< [line * count]
    int count;
} line_chart;

/// Writes a chart.
void line_chart_write(const line_chart *chart, FILE *to);
