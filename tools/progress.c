#define _POSIX_C_SOURCE 200809L

#include "progress.h"

#include <stdio.h>
#include <unistd.h>

#include "stopwatch.h"

enum { BAR = 30, LABEL = 20 };

progress progress_begin(bool wanted, const char *label)
{
    return (
        progress){ .is_wanted = wanted && isatty(STDERR_FILENO), .label = label, .began = stopwatch_us() };
}

void progress_show(progress *bar, size_t done, size_t total)
{
    if (!bar->is_wanted)
        return;
    const double spent = 1e-6 * (stopwatch_us() - bar->began);
    if ((int)spent == bar->second)
        return;
    bar->second = (int)spent;
    const double share = total ? (double)done / (double)total : 1.0;
    const int filled = (int)(BAR * share);
    fprintf(stderr, "\r%-*.*s [%.*s%*s] %3d %%", LABEL, LABEL, bar->label, filled,
            "##############################", BAR - filled, "", (int)(100.0 * share));
    if (share > 0.0)
        fprintf(stderr, ", %.0f s left   ", spent * (1.0 - share) / share);
    fflush(stderr);
}

void progress_end(const progress *bar)
{
    if (bar->second > 0)
        fprintf(stderr, "\r%*s\r", LABEL + BAR + 30, "");
}
