#include "hierarchy/wave.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/compiler.h"

/// The work of a run that is not limited.
#define EVERY_TILE UINT64_MAX

/// Marks an empty bucket, and the end of a bucket's list.
enum { NO_PLACE = UINT16_MAX };

static size_t tile_count(const wave *wave)
{
    return (size_t)(wave->side + 2) * (size_t)(wave->side + 2);
}

/// Most seeds of a wave: every tile may be one.
static size_t most_seeds(const wave *wave)
{
    return (size_t)wave->side * (size_t)wave->side;
}

/// Most entries of buckets: a tile has one for each move that leads to it, and one as a seed.
static size_t most_places(const wave *wave)
{
    return (MOVE_COUNT + 1) * (size_t)wave->side * (size_t)wave->side;
}

static void free_tiles(wave *wave)
{
    memory_give_back(wave->memory, wave->distance, tile_count(wave), sizeof *wave->distance);
    memory_give_back(wave->memory, wave->tiles, tile_count(wave), sizeof *wave->tiles);
    memory_give_back(wave->memory, wave->places, most_places(wave), sizeof *wave->places);
    memory_give_back(wave->memory, wave->seeds, most_seeds(wave), sizeof *wave->seeds);
}

static void free_ring(wave *wave)
{
    memory_give_back(wave->memory, wave->first, wave->ring_capacity, sizeof *wave->first);
    memory_give_back(wave->memory, wave->used, wave->ring_capacity / WORD_BITS, sizeof *wave->used);
}

void wave_free(wave *wave)
{
    if (!wave->memory)
        return;
    free_tiles(wave);
    free_ring(wave);
    *wave = (struct wave){ 0 };
}

size_t wave_bytes(const wave *wave)
{
    const size_t a_tile = sizeof *wave->distance + sizeof *wave->tiles;
    return wave->memory ? tile_count(wave) * a_tile + most_places(wave) * sizeof *wave->places +
                              wave->ring_capacity * sizeof *wave->first + wave->ring_capacity / 8 +
                              most_seeds(wave) * sizeof *wave->seeds
                        : 0;
}

static fw_result reserve_tiles(wave *wave, int32_t side)
{
    if (side <= wave->side)
        return FW_OK;
    struct wave made = { .memory = wave->memory, .side = side };
    made.distance = memory_get(made.memory, tile_count(&made), sizeof *made.distance);
    made.tiles = memory_get(made.memory, tile_count(&made), sizeof *made.tiles);
    made.places = memory_get(made.memory, most_places(&made), sizeof *made.places);
    made.seeds = memory_get(made.memory, most_seeds(&made), sizeof *made.seeds);
    if (!made.distance || !made.tiles || !made.places || !made.seeds) {
        free_tiles(&made);
        return FW_NO_MEMORY;
    }
    free_tiles(wave);
    wave->side = side;
    wave->distance = made.distance;
    wave->tiles = made.tiles;
    wave->places = made.places;
    wave->seeds = made.seeds;
    return FW_OK;
}

static fw_result reserve_ring(wave *wave, size_t ring)
{
    if (ring <= wave->ring_capacity)
        return FW_OK;
    uint16_t *first = memory_get(wave->memory, ring, sizeof *first);
    uint64_t *used = memory_get_zeroed(wave->memory, ring / WORD_BITS, sizeof *used);
    if (!first || !used) {
        memory_give_back(wave->memory, first, ring, sizeof *first);
        memory_give_back(wave->memory, used, ring / WORD_BITS, sizeof *used);
        return FW_NO_MEMORY;
    }
    memset(first, 0xff, ring * sizeof *first); // NO_PLACE
    free_ring(wave);
    wave->first = first;
    wave->used = used;
    wave->ring_capacity = ring;
    return FW_OK;
}

fw_result wave_reserve(wave *wave, memory *memory, int32_t side, const ground_rules *rules)
{
    const uint32_t least = 2 * GROUND_STRAIGHT * rules->cheapest;
    const uint32_t most = 2 * GROUND_DIAGONAL * rules->most_expensive;
    const int shift = bits_highest(least);
    uint32_t ring = WORD_BITS;
    while (ring < (most >> shift) + 2)
        ring *= 2;
    wave->memory = memory;
    if (reserve_tiles(wave, side) != FW_OK || reserve_ring(wave, ring) != FW_OK)
        return FW_NO_MEMORY;
    wave->shift = shift;
    wave->ring = ring;
    return FW_OK;
}

/// Sets the moves that a cheapest way may make after a move. For odd sizes, no move to a tile beside the one that the
/// way came from is needed: a step from that tile to this one costs less, because the way around is longer and pays the
/// tile between them as well. For even sizes this need not hold; there only the move back is never needed.
///
/// On a plain tile, a way that came by a straight move goes straight on; a way that came by a diagonal move may turn to
/// the straight moves on both sides as well. All other tiles around are reached at no greater cost by a way beside the
/// plain tile, with its diagonal steps first (Harabor & Grastien 2011, "natural neighbours"). That way lies in the
/// cluster if both of its ends do.
static void set_onward(wave *wave, bool odd)
{
    for (int move = 0; move < MOVE_COUNT; move++) {
        const uint32_t back = 1u << move_opposite(move);
        const uint32_t beside = back | 1u << ((move + 3) & 7) | 1u << ((move + 5) & 7);
        wave->onward[move] = (uint8_t) ~(odd ? beside : back);
        const uint32_t sides = 1u << ((move + 1) & 7) | 1u << ((move + 7) & 7);
        wave->onward[GROUND_PLAIN | move] = (uint8_t)(1u << move | (move_is_diagonal(move) ? sides : 0));
    }
    wave->onward[NO_MOVE] = wave->onward[GROUND_PLAIN | NO_MOVE] = 0xff;
}

/// Empties the buckets that the last run has left.
static void clear_buckets(wave *wave)
{
    for (size_t word = 0; word < wave->ring_capacity / WORD_BITS; word++) {
        for (uint64_t bits = wave->used[word]; bits; bits &= bits - 1)
            wave->first[word * WORD_BITS + (size_t)bits_lowest(bits)] = NO_PLACE;
        wave->used[word] = 0;
    }
}

/// Prepares all but the distances within the cluster.
static void clear(wave *wave, ground *ground)
{
    const int32_t stride = ground->stride, right = ground->box.width + 1, bottom = ground->box.height + 1;
    ground_mark_plain(ground);
    wave->ground = ground;
    memset(wave->distance, 0, (size_t)stride * sizeof *wave->distance);
    memset(wave->distance + bottom * stride, 0, (size_t)stride * sizeof *wave->distance);
    for (int32_t y = 1; y < bottom; y++)
        wave->distance[y * stride] = wave->distance[y * stride + right] = 0;
    memset(wave->tiles, 0, (size_t)(bottom + 1) * (size_t)stride);
    clear_buckets(wave);
    wave->place_count = 0;
    wave->seed_count = wave->next_seed = 0;
    wave->bucket = 0;
    wave->wanted = 0;
    wave->is_halted = false;
    set_onward(wave, ground->is_odd);
}

void wave_begin(wave *wave, ground *ground)
{
    clear(wave, ground);
    for (int32_t y = 1; y <= ground->box.height; y++)
        memset(wave->distance + y * ground->stride + 1, 0x7f,
               (size_t)ground->box.width * sizeof *wave->distance);
}

void wave_begin_below(wave *wave, ground *ground, uint64_t most)
{
    clear(wave, ground);
    for (int32_t y = 1; y <= ground->box.height; y++)
        for (int32_t x = 1; x <= ground->box.width; x++)
            wave->distance[y * ground->stride + x] = (int64_t)most;
}

/// Sets the distances of a row to what is left of `most` behind the ways from there.
static void set_row(int64_t *restrict distance, const int64_t *restrict lines, int32_t count, int64_t most)
{
    for (int32_t x = 0; x < count; x++)
        distance[x] = most - lines[x];
}

void wave_begin_toward(wave *wave, ground *ground, int32_t tile, uint64_t most, const beelines *lines)
{
    const int32_t stride = ground->stride, end_x = tile % stride, end_y = tile / stride;
    clear(wave, ground);
    for (int32_t y = 1; y <= ground->box.height; y++)
        set_row(wave->distance + y * stride + 1, beelines_row(lines, abs(end_y - y)) + 1 - end_x,
                ground->box.width, (int64_t)most + 1);
}

void wave_add_seed(wave *wave, wave_seed seed)
{
    size_t at = wave->seed_count++;
    for (; at > 0 && wave->seeds[at - 1].distance > seed.distance; at--)
        wave->seeds[at] = wave->seeds[at - 1];
    wave->seeds[at] = seed;
}

/// What the innermost loop needs of a wave, as a copy: a store to `tiles`, whose bytes might be part of anything,
/// leaves the copy as it is.
typedef struct wave_core {
    int64_t *distance;
    uint8_t *tiles;
    wave_place *places;
    uint16_t *first;
    uint64_t *used;
    uint8_t *plain; ///< of the ground, as are the three below
    const uint8_t *moves;
    const uint32_t *costs;
    ptrdiff_t stride;
    uint64_t bucket; ///< all before this one are closed
    uint32_t place_count;
    uint32_t last_bucket; ///< of the ring
    int32_t wanted;
    bool is_halted;
    int shift;
} wave_core;

static ALWAYS_INLINE wave_core core_of(const wave *wave)
{
    const ground *ground = wave->ground;
    return (wave_core){ .distance = wave->distance,
                        .tiles = wave->tiles,
                        .places = wave->places,
                        .first = wave->first,
                        .used = wave->used,
                        .plain = ground->plain,
                        .moves = ground->moves,
                        .costs = ground->costs,
                        .stride = ground->stride,
                        .bucket = wave->bucket,
                        .place_count = wave->place_count,
                        .last_bucket = wave->ring - 1,
                        .wanted = wave->wanted,
                        .is_halted = wave->is_halted,
                        .shift = wave->shift };
}

/// Writes back what of the core has changed.
static ALWAYS_INLINE void keep_core(wave *wave, const wave_core *core)
{
    wave->bucket = core->bucket;
    wave->place_count = core->place_count;
    wave->wanted = core->wanted;
    wave->is_halted = core->is_halted;
}

/// Puts a tile into a bucket.
static ALWAYS_INLINE void wait_in(wave_core *core, uint64_t bucket, int32_t tile)
{
    const uint32_t at = (uint32_t)bucket & core->last_bucket;
    const uint32_t place = core->place_count++;
    const uint16_t next = core->first[at];
    core->places[place] = (wave_place){ (uint16_t)tile, next };
    core->first[at] = (uint16_t)place;
    if (next == NO_PLACE)
        bits_set(core->used, at);
}

/// Puts a tile into the bucket of its distance.
static ALWAYS_INLINE void reach(wave_core *core, int32_t tile, int64_t distance, uint32_t move)
{
    core->distance[tile] = distance;
    core->tiles[tile] = (uint8_t)((core->tiles[tile] & WAVE_WANTED) | WAVE_REACHED | move);
    wait_in(core, (uint64_t)distance >> core->shift, tile);
}

/// Goes straight to a tile. On plain tiles the way only goes straight on, so that these need not wait in buckets: it
/// goes on to the first tile that is not plain or that is wanted, or until another way costs no more.
///
/// @param step     from tile to tile
/// @param horizon  distances from here on have no bucket yet
static ALWAYS_INLINE void reach_straight(wave_core *core, ptrdiff_t tile, int64_t distance, uint32_t move,
                                         ptrdiff_t step, int64_t horizon)
{
    if (core->plain[tile]) {
        const int64_t straight = 2 * GROUND_STRAIGHT * (int64_t)core->costs[tile]; // on each plain tile
        while (core->plain[tile] && !(core->tiles[tile] & WAVE_WANTED)) {
            const int64_t there = distance + straight;
            if (there >= horizon)
                break;
            core->distance[tile] = distance;
            core->tiles[tile] = (uint8_t)(WAVE_REACHED | WAVE_PASSED | move);
            distance = there;
            tile += step;
            if (there >= core->distance[tile])
                return;
        }
    }
    reach(core, (int32_t)tile, distance, move);
}

/// The first used bucket from the current one on, at most once around the ring; UINT64_MAX: none is used.
static ALWAYS_INLINE uint64_t next_used(const wave_core *core)
{
    const uint32_t steps = bits_next_in_ring(core->used, core->last_bucket / WORD_BITS + 1,
                                             (uint32_t)core->bucket & core->last_bucket);
    return steps == UINT32_MAX ? UINT64_MAX : core->bucket + steps;
}

/// A tile that a way has passed waits in the bucket of its distance from now on, or in the next one to be closed.
void wave_want_reached(wave *wave, int32_t tile)
{
    const uint32_t state = wave->tiles[tile];
    if (state & WAVE_PASSED) {
        const uint64_t bucket = (uint64_t)wave->distance[tile] >> wave->shift;
        wave_core core = core_of(wave);
        wait_in(&core, bucket > wave->bucket ? bucket : wave->bucket, tile);
        keep_core(wave, &core);
    }
    wave->wanted += !(state & (WAVE_WANTED | WAVE_CLOSED));
    wave->tiles[tile] = (uint8_t)((state & ~(uint32_t)WAVE_PASSED) | WAVE_WANTED);
}

/// A tile whose moves are followed.
typedef struct tile_closed {
    int64_t distance;
    int64_t horizon; ///< see reach_straight()
    int32_t tile;
    uint32_t moves; ///< to follow
} tile_closed;

/// Follows a move, if it is one of those to follow.
///
/// @param odd   the unit's size is odd; a constant, as `move` is, so that the compiler knows all lengths and columns
static ALWAYS_INLINE void follow(wave_core *core, const tile_closed *from, int move, bool odd)
{
    if (!(from->moves >> move & 1))
        return;
    const paid_tiles paid = ground_paid_tiles(odd, move);
    const ptrdiff_t step = move_dx[move] + move_dy[move] * core->stride;
    const uint32_t *cost = core->costs + from->tile;
    const uint32_t doubled = cost[paid.first_dx + paid.first_dy * core->stride] +
                             cost[paid.second_dx + paid.second_dy * core->stride];
    const int64_t there =
        from->distance + (move_is_diagonal(move) ? GROUND_DIAGONAL : GROUND_STRAIGHT) * doubled;
    if (there >= core->distance[from->tile + step])
        return;
    if (move_is_diagonal(move))
        reach(core, from->tile + (int32_t)step, there, (uint32_t)move);
    else
        reach_straight(core, from->tile + step, there, (uint32_t)move, step, from->horizon);
}

/// Follows the tiles of the current bucket.
///
/// @param work    tiles to close at most; the others stay in the bucket. EVERY_TILE as a constant is not counted
/// @param onward  see struct wave
/// @param odd     the unit's size is odd
/// @return number of tiles that were closed
static ALWAYS_INLINE uint64_t close_bucket(wave_core *core, uint64_t work, const uint8_t *onward, bool odd)
{
    const uint32_t at = (uint32_t)core->bucket & core->last_bucket;
    const int64_t horizon = (int64_t)((core->bucket + core->last_bucket + 1) << core->shift);
    uint32_t place = core->first[at];
    uint64_t closed = 0;
    core->first[at] = NO_PLACE;
    bits_clear(core->used, at);
    for (; place != NO_PLACE && (work == EVERY_TILE || closed < work); place = core->places[place].next) {
        const int32_t tile = core->places[place].tile;
        const uint32_t state = core->tiles[tile];
        if (state & WAVE_CLOSED)
            continue;
        core->tiles[tile] = (uint8_t)(state | WAVE_CLOSED);
        core->wanted -= (state & WAVE_WANTED) != 0;
        closed++;
        const tile_closed from = { .distance = core->distance[tile],
                                   .horizon = horizon,
                                   .tile = tile,
                                   .moves =
                                       core->moves[tile] & onward[core->plain[tile] | (state & WAVE_MOVE)] };
        follow(core, &from, 0, odd);
        follow(core, &from, 1, odd);
        follow(core, &from, 2, odd);
        follow(core, &from, 3, odd);
        follow(core, &from, 4, odd);
        follow(core, &from, 5, odd);
        follow(core, &from, 6, odd);
        follow(core, &from, 7, odd);
    }
    core->is_halted = work != EVERY_TILE && place != NO_PLACE;
    if (core->is_halted) {
        core->first[at] = (uint16_t)place;
        bits_set(core->used, at);
    }
    return closed;
}

static ALWAYS_INLINE bool is_used(const wave_core *core)
{
    return core->first[(uint32_t)core->bucket & core->last_bucket] != NO_PLACE;
}

/// Begins at the seeds whose distances fall into the current bucket. Their tiles are not plain: where a way comes from
/// outside the cluster, a way beside the tile would begin outside as well.
static ALWAYS_INLINE void sow(wave *wave, wave_core *core)
{
    for (; wave->next_seed < wave->seed_count; wave->next_seed++) {
        const wave_seed *seed = &wave->seeds[wave->next_seed];
        if (seed->distance >> core->shift != core->bucket)
            return;
        if ((int64_t)seed->distance >= core->distance[seed->tile])
            continue;
        core->plain[seed->tile] = 0;
        reach(core, seed->tile, (int64_t)seed->distance, seed->move);
    }
}

/// @param work  see close_bucket()
static ALWAYS_INLINE uint64_t run(wave *wave, uint64_t work, bool odd)
{
    wave_core core = core_of(wave);
    uint64_t closed = 0;
    while ((core.wanted > 0 || core.is_halted) && (work == EVERY_TILE || closed < work)) {
        const uint64_t used = next_used(&core);
        const bool has_seed = wave->next_seed < wave->seed_count;
        if (used == UINT64_MAX && !has_seed)
            break;
        core.bucket = used;
        if (has_seed) {
            const uint64_t sown = wave->seeds[wave->next_seed].distance >> core.shift;
            core.bucket = sown < used ? sown : used;
            sow(wave, &core);
            if (!is_used(&core)) // all seeds came too late
                continue;
        }
        closed += close_bucket(&core, work == EVERY_TILE ? EVERY_TILE : work - closed, wave->onward, odd);
    }
    keep_core(wave, &core);
    return closed;
}

uint64_t wave_run_for(wave *wave, uint64_t work)
{
    return wave->ground->is_odd ? run(wave, work, true) : run(wave, work, false);
}

uint64_t wave_run(wave *wave)
{
    return wave->ground->is_odd ? run(wave, EVERY_TILE, true) : run(wave, EVERY_TILE, false);
}

fw_result cluster_wave_reserve(cluster_wave *over, memory *memory, int32_t side, const ground_rules *rules)
{
    const fw_result reserved = ground_reserve(&over->ground, memory, side);
    return reserved == FW_OK ? wave_reserve(&over->wave, memory, side, rules) : reserved;
}
