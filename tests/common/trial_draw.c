#include <stdlib.h>
#include <string.h>

#include "common/trial.h"

enum { MOST_TERRAIN = 7 };

static uint8_t *tile_at(trial *drawn, int32_t x, int32_t y)
{
    return &drawn->tiles[y * drawn->width + x];
}

static void fill_rect(trial *drawn, int32_t left, int32_t top, int32_t width, int32_t height, uint8_t terrain)
{
    for (int32_t y = top; y < top + height && y < drawn->height; y++)
        for (int32_t x = left; x < left + width && x < drawn->width; x++)
            if (x >= 0 && y >= 0)
                *tile_at(drawn, x, y) = terrain;
}

static void draw_noise(choices *source, trial *drawn)
{
    const uint32_t blocked = choose_below(source, 45);
    for (int32_t i = 0; i < drawn->width * drawn->height; i++)
        if (choose_below(source, 100) < blocked)
            drawn->tiles[i] = FW_BLOCKED;
}

/// Walls every few tiles, with doors.
static void draw_rooms(choices *source, trial *drawn)
{
    const int32_t pitch = choose_from_to(source, 3, 9);
    for (int32_t y = 0; y < drawn->height; y++)
        for (int32_t x = 0; x < drawn->width; x++)
            if ((x % pitch == pitch - 1 || y % pitch == pitch - 1) && !choose_one_in(source, 5))
                *tile_at(drawn, x, y) = FW_BLOCKED;
}

/// A binary-tree maze whose lanes are as wide as that.
static void draw_maze(choices *source, trial *drawn, int32_t lane)
{
    const int32_t pitch = lane + 1;
    memset(drawn->tiles, FW_BLOCKED, sizeof drawn->tiles);
    for (int32_t y = 0; y < drawn->height; y += pitch)
        for (int32_t x = 0; x < drawn->width; x += pitch) {
            const bool east = choose_one_in(source, 2);
            fill_rect(drawn, x, y, east ? pitch + lane : lane, east ? lane : pitch + lane, FW_GROUND);
        }
}

/// Lanes through rock, with bends and dead ends.
static void draw_lanes(choices *source, trial *drawn, int32_t lane)
{
    memset(drawn->tiles, FW_BLOCKED, sizeof drawn->tiles);
    int32_t x = choose_from_to(source, 0, drawn->width - 1), y = choose_from_to(source, 0, drawn->height - 1);
    for (int32_t turns = choose_from_to(source, 2, 9); turns > 0; turns--) {
        const bool east = choose_one_in(source, 2);
        const int32_t to = choose_from_to(source, 0, (east ? drawn->width : drawn->height) - 1);
        const int32_t from = east ? x : y;
        const int32_t first = from < to ? from : to, length = abs(to - from) + lane;
        fill_rect(drawn, east ? first : x, east ? y : first, east ? length : lane, east ? lane : length,
                  FW_GROUND);
        *(east ? &x : &y) = to;
    }
}

/// Two halves with a wall between that has gaps.
static void draw_gaps(choices *source, trial *drawn)
{
    const int32_t wall = drawn->width / 2;
    fill_rect(drawn, wall, 0, choose_from_to(source, 1, 2), drawn->height, FW_BLOCKED);
    for (int gaps = choose_from_to(source, 1, 3); gaps > 0; gaps--)
        fill_rect(drawn, wall, choose_from_to(source, 0, drawn->height - 1), 2, choose_from_to(source, 1, 4),
                  FW_GROUND);
}

/// Free tiles become terrains, one by one or in patches.
static void draw_terrains(choices *source, trial *drawn)
{
    const int32_t cell = choose_one_in(source, 2) ? 5 : 1, most = choose_from_to(source, 2, MOST_TERRAIN);
    for (int32_t top = 0; top < drawn->height; top += cell)
        for (int32_t left = 0; left < drawn->width; left += cell) {
            const uint8_t terrain = (uint8_t)choose_from_to(source, 1, most);
            for (int32_t y = top; y < top + cell && y < drawn->height; y++)
                for (int32_t x = left; x < left + cell && x < drawn->width; x++)
                    if (*tile_at(drawn, x, y))
                        *tile_at(drawn, x, y) = terrain;
        }
}

static void draw_sides(choices *source, trial *drawn)
{
    switch (choose_below(source, 8)) {
    case 0: // a lane
        drawn->width = choose_from_to(source, 1, 150);
        drawn->height = choose_from_to(source, 1, 3);
        break;
    case 1: // across words of 64 tiles
        drawn->width = choose_from_to(source, 62, 70);
        drawn->height = choose_from_to(source, 1, TRIAL_TILES / 70);
        break;
    case 2:
        drawn->width = choose_from_to(source, 1, 6);
        drawn->height = choose_from_to(source, 1, 6);
        break;
    default:
        drawn->width = choose_from_to(source, 6, WORLD_SIDE);
        drawn->height = choose_from_to(source, 6, WORLD_SIDE);
    }
    if (choose_one_in(source, 2)) {
        const int32_t width = drawn->width;
        drawn->width = drawn->height;
        drawn->height = width;
    }
}

void trial_draw_tiles(choices *source, trial *drawn)
{
    draw_sides(source, drawn);
    memset(drawn->tiles, FW_GROUND, sizeof drawn->tiles);
    switch (choose_below(source, 10)) {
    case 0:
        break; // all free
    case 1:
    case 2:
    case 3:
        draw_noise(source, drawn);
        break;
    case 4:
        draw_rooms(source, drawn);
        break;
    case 5:
        draw_maze(source, drawn, choose_from_to(source, 1, 3));
        break;
    case 6:
    case 7:
        draw_lanes(source, drawn, choose_from_to(source, 1, 3));
        break;
    case 8:
        draw_gaps(source, drawn);
        break;
    default:
        if (choose_one_in(source, 4))
            memset(drawn->tiles, FW_BLOCKED, sizeof drawn->tiles);
    }
    if (choose_one_in(source, 3))
        draw_terrains(source, drawn);
}
