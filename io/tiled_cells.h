#pragma once

/// The cells of a layer or a chunk of Tiled, decoded while their text arrives in pieces: numbers with commas, or base64
/// of numbers of four bytes, which may be compressed. Decoding stops at the number of cells that are wanted, so a
/// compressed text cannot make more.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/fault.h"

typedef enum tiled_encoding { TILED_LISTED, TILED_CSV, TILED_BASE64 } tiled_encoding;
typedef enum tiled_compression { TILED_PLAIN, TILED_DEFLATE, TILED_ZSTD } tiled_compression;

typedef struct tiled_cells {
    const char *name; ///< of the file, for faults
    tiled_encoding encoding;
    tiled_compression compression;
    int64_t wanted, count; ///< cells
    /// Receives a cell: its number of a tile with the flip bits.
    void (*take)(void *user, int64_t index, uint32_t gid);
    void *user;
    io_fault *fault;
    uint64_t number; ///< CSV: digits so far. Base64: bits so far
    int digits;      ///< CSV: of `number`. Base64: letters of the group of four
    bool is_padded;  ///< base64: an equals sign was there
    uint32_t gid;    ///< bytes of the next cell so far
    int gid_bytes;   ///< how many
    void *stream;    ///< of zlib or zstd; null = none, or its end was reached
    bool is_at_end;  ///< the compressed data has ended
} tiled_cells;

/// True if this build reads layers that zstd has compressed.
bool tiled_cells_reads_zstd(void);

/// Begins to decode.
///
/// @param encoding, compression  as in the file; null or "" = not given
/// @param[in,out] cells  `name`, `wanted`, `take`, `user` and `fault` are set, the rest is 0. To be ended, also after a
///                       failure
bool tiled_cells_begin(tiled_cells *cells, const char *encoding, const char *compression);

/// Decodes a piece of the text.
bool tiled_cells_text(tiled_cells *cells, const char *text, size_t length);

/// Takes one cell that is a number already.
bool tiled_cells_add(tiled_cells *cells, uint32_t gid);

/// Ends decoding; fails unless there were as many cells as wanted. After another failure it frees memory only.
///
/// @param is_whole  false after a failure
bool tiled_cells_end(tiled_cells *cells, bool is_whole);
