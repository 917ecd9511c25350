#pragma once

/// The least costs within one cluster, from some tiles to all others that are wanted: Dijkstra's algorithm over a ring
/// of buckets. No bucket is wider than the cheapest step, so that the order within a bucket does not matter.

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/must_hold.h"
#include "hierarchy/beelines.h"
#include "hierarchy/ground.h"

/// A distance that is not known, or that of a tile to which no way leads: more than any other.
#define WAVE_UNKNOWN UINT64_MAX

/// What a wave knows of a tile besides its distance.
enum {
    WAVE_MOVE = 15,    ///< mask of the move that led there
    WAVE_CLOSED = 16,  ///< its distance is final
    WAVE_WANTED = 32,  ///< the wave runs until it is closed
    WAVE_REACHED = 64, ///< its distance is known
    WAVE_PASSED = 128  ///< a way went straight on there: it waits in no bucket
};

typedef struct wave_seed {
    uint64_t distance;
    int32_t tile; ///< in the arrays of the ground
    uint8_t move; ///< that led to the tile from outside the cluster; NO_MOVE: the way begins there
} wave_seed;

/// A tile that waits in a bucket.
typedef struct wave_place {
    uint16_t tile;
    uint16_t next;
} wave_place;

typedef struct wave {
    memory *memory;
    ground *ground;
    int32_t side; ///< most tiles across that there is room for
    /// [tile * (side + 2)^2] A way to the tile must cost less. Not above 0 on the frame and where no way may lead.
    int64_t *distance;
    uint8_t *tiles;     ///< [tile * (side + 2)^2] the move that led to a tile, and WAVE_ bits
    wave_place *places; ///< [place * place_count]
    uint32_t place_count;
    wave_seed *seeds; ///< [seed * seed_count] in order of distance
    size_t seed_count;
    size_t next_seed; ///< the first that has not begun
    uint64_t bucket;  ///< all before this one are closed
    int32_t wanted;   ///< tiles that are wanted and not closed
    bool is_halted;   ///< some tiles of the bucket are to be closed yet, even if none is wanted
    int shift;        ///< a bucket is 2^shift wide
    uint32_t ring;    ///< number of buckets, a power of two
    uint16_t *first;  ///< [bucket * ring_capacity]
    uint64_t *used;   ///< bit by bucket
    size_t ring_capacity;
    /// [move, with GROUND_PLAIN added on plain tiles] FW_MOVE_ bits of the moves that a cheapest way may make next.
    uint8_t onward[2 * GROUND_PLAIN];
} wave;

/// Makes room for clusters of `side` tiles across and a unit's costs. FW_OK or FW_NO_MEMORY.
fw_result wave_reserve(wave *wave, memory *memory, int32_t side, const ground_rules *rules);
void wave_free(wave *wave);
size_t wave_bytes(const wave *wave);

/// Prepares a wave over the ground as it is loaded, and marks its plain tiles. There must be room for it.
void wave_begin(wave *wave, ground *ground);

/// The same, but no way is followed that costs `most` or more.
void wave_begin_below(wave *wave, ground *ground, uint64_t most);

/// The same, but no way is followed that costs more than `most` to a tile, even if it went on straight there.
///
/// @param lines  for clusters as large as this one, or larger
void wave_begin_toward(wave *wave, ground *ground, int32_t tile, uint64_t most, const beelines *lines);

/// Adds a tile to begin at, where the unit fits. Of seeds on one tile, the cheapest counts.
void wave_add_seed(wave *wave, wave_seed seed);

/// Wants a tile that the wave may have reached.
void wave_want_reached(wave *wave, int32_t tile);

/// The wave runs until all wanted tiles that can be reached are closed. Tiles may be wanted after it has run: the next
/// run continues.
static inline void wave_want(wave *wave, int32_t tile)
{
    if (wave->tiles[tile]) {
        wave_want_reached(wave, tile);
        return;
    }
    wave->tiles[tile] = WAVE_WANTED;
    wave->wanted++;
}

/// Runs the wave, or continues it, until all wanted tiles are closed, or no tile is left. Returns the number of tiles
/// that this run closed.
uint64_t wave_run(wave *wave);

/// The same, but closes `work` tiles at most. All runs together close as many tiles as one.
uint64_t wave_run_for(wave *wave, uint64_t work);

/// Cost of a way to a tile, or WAVE_UNKNOWN. If the tile was wanted, this is the least one.
static inline uint64_t wave_distance(const wave *wave, int32_t tile)
{
    return wave->tiles[tile] & WAVE_REACHED ? (uint64_t)wave->distance[tile] : WAVE_UNKNOWN;
}

/// Cost of a way to a tile that the wave has reached.
static inline uint64_t wave_known_distance(const wave *wave, int32_t tile)
{
    must_hold(wave->tiles[tile] & WAVE_REACHED);
    return (uint64_t)wave->distance[tile];
}

typedef struct cluster_wave {
    ground ground;
    wave wave;
} cluster_wave;

/// Makes room, see wave_reserve(). FW_OK or FW_NO_MEMORY.
fw_result cluster_wave_reserve(cluster_wave *over, memory *memory, int32_t side, const ground_rules *rules);
