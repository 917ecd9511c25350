#define _POSIX_C_SOURCE 200809L

#include "progress.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "stopwatch.h"
#include "terminal.h"

enum { LONGEST_BAR = 30, SHORTEST_BAR = 5, LINE = 160, FIRST_MS = 1000, NEXT_MS = 500, SHARES = 1000000 };

/// A time in words that change at most once a second.
static void print_time(char text[32], double seconds)
{
    const int whole = (int)seconds;
    if (whole < 120)
        snprintf(text, 32, "%d s", whole);
    else if (whole < 7200)
        snprintf(text, 32, "%d min %d s", whole / 60, whole % 60);
    else
        snprintf(text, 32, "%d h %d min", whole / 3600, whole / 60 % 60);
}

static void draw(const progress *bar)
{
    const double spent = 1e-6 * (stopwatch_us() - bar->began);
    const size_t done = atomic_load(&bar->done), total = atomic_load(&bar->total);
    const double share = total > 0 && done <= total ? (double)done / (double)total : 0.0;
    const int width = terminal_width(stderr, 80) - 1;
    char time[32], tail[80], line[LINE];
    print_time(time, share > 0.0 ? ceil(spent * (1.0 - share) / share) : spent);
    if (share > 0.0)
        snprintf(tail, sizeof tail, "%3d %%, %s%s left", (int)(100.0 * share),
                 bar->kind == PROGRESS_AT_MOST ? "at most " : "", time);
    else
        snprintf(tail, sizeof tail, "%s", time);
    const int left = width - (int)(strlen(bar->label) + strlen(tail)) - 5;
    const int length = left < LONGEST_BAR ? left : LONGEST_BAR, filled = (int)(length * share);
    if (share > 0.0 && length >= SHORTEST_BAR)
        snprintf(line, sizeof line, "%s [%.*s%*s] %s", bar->label, filled, "##############################",
                 length - filled, "", tail);
    else
        snprintf(line, sizeof line, "%s: %s", bar->label, tail);
    fprintf(stderr, "\r%.*s\033[K", width, line); // the code wipes what is left of a longer line
    fflush(stderr);
}

static struct timespec after(int milliseconds)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_nsec += milliseconds % 1000 * 1000000L;
    at.tv_sec += milliseconds / 1000 + at.tv_nsec / 1000000000L;
    at.tv_nsec %= 1000000000L;
    return at;
}

static void *draw_until_end(void *user)
{
    progress *bar = user;
    bool is_shown = false;
    pthread_mutex_lock(&bar->lock);
    for (struct timespec next = after(FIRST_MS); !bar->has_ended; next = after(NEXT_MS)) {
        while (!bar->has_ended && pthread_cond_timedwait(&bar->end, &bar->lock, &next) == 0)
            continue;
        if (bar->has_ended)
            break;
        draw(bar);
        is_shown = true;
    }
    pthread_mutex_unlock(&bar->lock);
    if (is_shown)
        fputs("\r\033[K", stderr);
    return NULL;
}

void progress_begin(progress *bar, bool quiet, const char *label, progress_kind kind)
{
    *bar = (progress){ .label = label, .kind = kind };
    if (quiet || !terminal_is(stderr))
        return;
    pthread_condattr_t monotonic;
    bar->began = stopwatch_us();
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&bar->lock, NULL);
    pthread_cond_init(&bar->end, &monotonic);
    pthread_condattr_destroy(&monotonic);
    bar->is_drawn = pthread_create(&bar->thread, NULL, draw_until_end, bar) == 0;
}

void progress_show(progress *bar, size_t done, size_t total)
{
    atomic_store_explicit(&bar->total, total, memory_order_relaxed);
    atomic_store_explicit(&bar->done, done, memory_order_relaxed);
}

void progress_share(progress *bar, double share)
{
    progress_show(bar, (size_t)(SHARES * share), SHARES);
}

void progress_end(progress *bar)
{
    if (!bar->is_drawn)
        return;
    pthread_mutex_lock(&bar->lock);
    bar->has_ended = true;
    pthread_cond_signal(&bar->end);
    pthread_mutex_unlock(&bar->lock);
    pthread_join(bar->thread, NULL);
    pthread_cond_destroy(&bar->end);
    pthread_mutex_destroy(&bar->lock);
    bar->is_drawn = false;
}
