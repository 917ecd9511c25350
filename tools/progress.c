#define _POSIX_C_SOURCE 200809L

#include "progress.h"

#include <stdio.h>
#include <unistd.h>

enum { BAR = 40 };

progress progress_begin(bool wanted)
{
    return (progress){ .is_shown = wanted && isatty(STDERR_FILENO), .percent = -1 };
}

void progress_show(progress *bar, size_t done, size_t total)
{
    const int percent = total ? (int)(100 * done / total) : 100;
    if (!bar->is_shown || percent == bar->percent)
        return;
    bar->percent = percent;
    const int filled = BAR * percent / 100;
    fprintf(stderr, "\r[%.*s%*s] %3d %%", filled, "########################################", BAR - filled,
            "", percent);
    fflush(stderr);
}

void progress_end(const progress *bar)
{
    if (bar->is_shown)
        fprintf(stderr, "\r%*s\r", BAR + 8, "");
}
