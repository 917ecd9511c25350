#include "hierarchy/border_steps.h"

#include "base/bits.h"

/// Moves that lead across a side: straight on and both diagonals.
static uint32_t moves_across(int side)
{
    const uint32_t straight = 1u << side;
    return move_is_diagonal(side) ? straight : straight | 1u << ((side + 1) & 7) | 1u << ((side + 7) & 7);
}

/// By how many tiles a move across a side leads on along the side.
static int32_t shift_along(int side, int move)
{
    if (move_is_diagonal(side))
        return 0; // from corner to corner
    return move_dx[side] != 0 ? move_dy[move] : move_dx[move];
}

/// Goes from all tiles of a cluster's border across by one move, and keeps the step to a tile if it is the cheapest so
/// far.
///
/// @param border             of the cluster before
/// @param shift              shift_along()
/// @param[in,out] entries  [place * border->count] the tiles across
static void step_across(const cluster_wave *before, const ground_border *border, int move, int32_t shift,
                        wave_seed *entries)
{
    const ground *ground = &before->ground;
    const ground_step step = ground->steps[move];
    const int32_t first = shift < 0 ? 1 : 0, end = border->count - (shift > 0);
    for (int32_t i = first, tile = border->first + first * border->along; i < end;
         i++, tile += border->along) {
        if (!(before->wave.tiles[tile] & WAVE_REACHED) || !(ground->moves[tile] >> move & 1))
            continue;
        const uint64_t there = (uint64_t)before->wave.distance[tile] + ground_step_cost(ground, tile, &step);
        if (there < entries[i + shift].distance) {
            entries[i + shift].distance = there;
            entries[i + shift].move = (uint8_t)move;
        }
    }
}

int32_t border_steps_list(const cluster_wave *before, int side, const ground *ground, wave_seed *seeds)
{
    const ground_border behind = ground_border_of(ground, move_opposite(side));
    const ground_border border = ground_border_of(&before->ground, side);
    for (int32_t i = 0; i < border.count; i++)
        seeds[i] = (wave_seed){ .distance = WAVE_UNKNOWN, .tile = behind.first + i * behind.along };
    for (uint32_t left = moves_across(side); left; left &= left - 1) // of equal steps, the first move is kept
        step_across(before, &border, bits_lowest(left), shift_along(side, bits_lowest(left)), seeds);
    int32_t count = 0;
    for (int32_t i = 0; i < border.count; i++)
        if (seeds[i].distance != WAVE_UNKNOWN)
            seeds[count++] = seeds[i];
    return count;
}

void border_steps_want(cluster_wave *over, int side)
{
    const uint32_t across = moves_across(side);
    const ground_border border = ground_border_of(&over->ground, side);
    for (int32_t i = 0, tile = border.first; i < border.count; i++, tile += border.along)
        if (over->ground.moves[tile] & across)
            wave_want(&over->wave, tile);
}
