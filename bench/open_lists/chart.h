#pragma once

/// A table as a chart: ns an operation against fringe size, both logarithmic, a line a structure.

#include "open_lists/table.h"

/// Draws a chart as SVG.
void chart_draw(const table *table, const char *title, text *svg);
