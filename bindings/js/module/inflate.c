#include <stdlib.h>
#include <string.h>

#include <zlib.h>

/// @file
/// What fairway-io needs of zlib, for the module: JavaScript unpacks piece by piece, if it was given an unpacker
/// (src/parsers.js).

/// A stream, and what was unpacked of its last piece.
struct internal_state {
    uint8_t *bytes; ///< from malloc()
    size_t length, at;
    int32_t number; ///< of the stream in JavaScript
};

/// Begins a stream. Returns its number.
__attribute__((import_module("fairway"), import_name("inflate_begin"))) int32_t inflate_begin(void);

/// Unpacks a piece: sets `bytes`, of malloc(), and `length`.
///
/// @return 0: the data are damaged, or there is no unpacker
__attribute__((import_module("fairway"), import_name("inflate_piece"))) int inflate_piece(
    const uint8_t *piece, size_t size, struct internal_state *state);

__attribute__((import_module("fairway"), import_name("inflate_end"))) void inflate_end(int32_t number);

int inflateInit2_(z_streamp stream, int bits, const char *version, int size)
{
    (void)bits, (void)version, (void)size;
    stream->state = calloc(1, sizeof *stream->state);
    if (!stream->state)
        return Z_MEM_ERROR;
    stream->state->number = inflate_begin();
    return Z_OK;
}

int inflate(z_streamp stream, int flush)
{
    struct internal_state *state = stream->state;
    (void)flush;
    if (stream->avail_in > 0) {
        free(state->bytes);
        state->bytes = NULL;
        state->length = state->at = 0;
        if (!inflate_piece(stream->next_in, stream->avail_in, state))
            return Z_DATA_ERROR;
        stream->avail_in = 0;
    }
    const size_t left = state->length - state->at;
    const size_t taken = left < stream->avail_out ? left : stream->avail_out;
    if (taken > 0)
        memcpy(stream->next_out, state->bytes + state->at, taken);
    state->at += taken;
    stream->avail_out -= (uInt)taken;
    return Z_OK;
}

int inflateEnd(z_streamp stream)
{
    inflate_end(stream->state->number);
    free(stream->state->bytes);
    free(stream->state);
    return Z_OK;
}
