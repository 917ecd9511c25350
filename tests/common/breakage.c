#define _POSIX_C_SOURCE 200809L // fork(), setenv()

#include "common/breakage.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/unit.h"

/// How far parts are moved, in tiles.
#define ASIDE_X 0.7131
#define ASIDE_Y 0.4473

static fw_segment moved(fw_segment line)
{
    line.start.x += ASIDE_X;
    line.start.y += ASIDE_Y;
    return line;
}

static void move_path(fw_path *path)
{
    int32_t count = 0;
    fw_segment lines[4096];
    const fw_segment *given = fw_path_segments(path, &count);
    assert_in_range(count, 1, 4095);
    for (int32_t i = 0; i < count; i++)
        lines[i] = moved(given[i]);
    assert_int_equal(fw_path_set(path, lines, count, NULL), FW_OK);
}

static bool is_drawn(const io_note *note, int pen)
{
    return (int)note->pen == pen && note->kind != IO_NOTE_TEXT;
}

static void move_notes(canvas *canvas, int pen)
{
    for (int i = 0; i < canvas->note_count; i++)
        if (is_drawn(&canvas->notes[i], pen))
            canvas->notes[i].line = moved(canvas->notes[i].line);
}

static void swap_paths(fw_path **a, fw_path **b)
{
    fw_path *const first = *a;
    *a = *b;
    *b = first;
}

static int count_walls(const fw_map *map)
{
    int count = 0;
    for (int32_t y = 0; y < fw_map_height(map); y++)
        for (int32_t x = 0; x < fw_map_width(map); x++)
            count += fw_map_terrain(map, x, y) == FW_BLOCKED;
    return count;
}

static void open_walls(fw_map *map)
{
    for (int32_t y = 0; y < fw_map_height(map); y++)
        for (int32_t x = 0; x < fw_map_width(map); x++)
            if (fw_map_terrain(map, x, y) == FW_BLOCKED)
                assert_int_equal(fw_map_set_tile(map, x, y, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
}

bool breakage_is_possible(const canvas *canvas, int part)
{
    if (part == BREAKAGE_PATH)
        return fw_path_length(canvas->path) > 0;
    if (part < BREAKAGE_PENS)
        return part - BREAKAGE_OTHERS < canvas->other_count;
    if (part == BREAKAGE_WALLS)
        return count_walls(canvas->map) > 0;
    if (part == BREAKAGE_SWAP)
        return canvas->other_count > 0 && fw_path_length(canvas->path) > 0;
    if (part == BREAKAGE_SWAP_OTHERS)
        return canvas->other_count > 1;
    for (int i = 0; i < canvas->note_count; i++)
        if (is_drawn(&canvas->notes[i], part - BREAKAGE_PENS))
            return true;
    return false;
}

void breakage_apply(canvas *canvas, int part)
{
    if (part == BREAKAGE_PATH)
        move_path(canvas->path);
    else if (part < BREAKAGE_PENS)
        move_path(canvas->others[part - BREAKAGE_OTHERS].path);
    else if (part < BREAKAGE_WALLS)
        move_notes(canvas, part - BREAKAGE_PENS);
    else if (part == BREAKAGE_WALLS)
        open_walls(canvas->map);
    else if (part == BREAKAGE_SWAP)
        swap_paths(&canvas->path, &canvas->others[0].path);
    else
        swap_paths(&canvas->others[0].path, &canvas->others[1].path);
}

bool breakage_is_noticed(void (*check)(void *user), void *user)
{
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit none = { 0, 0 };
        if (freopen("/dev/null", "w", stderr) && freopen("/dev/null", "w", stdout) &&
            setrlimit(RLIMIT_CORE, &none) == 0 && setenv("CMOCKA_TEST_ABORT", "1", 1) == 0)
            check(user); // aborts if an assertion fails
        _exit(0);
    }
    assert_true(waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}
