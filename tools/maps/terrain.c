#include "tools/maps/generators.h"

enum { OCTAVES = 4, COARSEST_AT_MOST = 128, COARSEST_AT_LEAST = 32 };

/// A height from 0 to 1 that belongs to a corner of the lattice.
static double corner_height(uint64_t seed, int32_t x, int32_t y)
{
    random_source source = { .state = seed ^ (uint64_t)(uint32_t)x << 32 ^ (uint64_t)(uint32_t)y };
    random_bits(&source);
    return random_unit(&source);
}

static double eased(double share)
{
    return share * share * (3.0 - 2.0 * share);
}

/// Value noise: heights at the corners of squares of `side` tiles, eased in between.
static double noise(uint64_t seed, int32_t x, int32_t y, int32_t side)
{
    const int32_t column = x / side;
    const int32_t row = y / side;
    const double right = eased((double)(x % side) / side);
    const double down = eased((double)(y % side) / side);
    const double above =
        corner_height(seed, column, row) * (1.0 - right) + corner_height(seed, column + 1, row) * right;
    const double below = corner_height(seed, column, row + 1) * (1.0 - right) +
                         corner_height(seed, column + 1, row + 1) * right;
    return above * (1.0 - down) + below * down;
}

static double height_at(uint64_t seed, int32_t coarsest, int32_t x, int32_t y)
{
    double height = 0.0;
    double weight = 0.5;
    int32_t side = coarsest;
    for (int octave = 0; octave < OCTAVES; octave++, side /= 2, weight *= 0.5)
        height += weight * noise(seed + (uint64_t)octave, x, y, side);
    return height;
}

static uint8_t terrain_at(double height, double damp)
{
    if (height < 0.36)
        return FW_WATER;
    if (height < 0.40)
        return FW_SHALLOW;
    if (height < 0.43)
        return FW_SAND;
    if (height > 0.66)
        return FW_BLOCKED;
    if (damp > 0.56)
        return FW_TREE;
    return damp < 0.34 && height < 0.48 ? FW_SWAMP : FW_GROUND;
}

/// Side of the largest squares of noise, which grows with the map: about four lakes fit across any map.
static int32_t coarsest_side(const io_tiles *tiles)
{
    const int32_t shorter = tiles->width < tiles->height ? tiles->width : tiles->height;
    int32_t side = COARSEST_AT_LEAST;
    while (side < COARSEST_AT_MOST && 8 * side <= shorter)
        side *= 2;
    return side;
}

bool generate_terrain(io_tiles *tiles, random_source *source, const map_listener *listener)
{
    const uint64_t heights = random_bits(source);
    const uint64_t damps = random_bits(source);
    const int32_t coarsest = coarsest_side(tiles);
    for (int32_t y = 0; y < tiles->height; y++) {
        tell_share(listener, y, tiles->height);
        for (int32_t x = 0; x < tiles->width; x++)
            *io_tile(tiles, x, y) =
                terrain_at(height_at(heights, coarsest, x, y), height_at(damps, coarsest, x, y));
    }
    return true;
}
