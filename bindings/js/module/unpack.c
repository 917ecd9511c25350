#include <stdlib.h>
#include <string.h>

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

/// What fairway-io needs of zlib and of zstd, for the module: JavaScript unpacks piece by piece, if it was given an
/// unpacker (src/parsers.js).

/// A stream, and what was unpacked of its last piece.
struct internal_state {
    uint8_t *bytes; ///< from malloc()
    size_t length, at;
    int32_t number; ///< of the stream in JavaScript
};

/// Kinds of streams, as src/parsers.js has them.
enum { UNPACK_INFLATE, UNPACK_ZSTD };

/// Begins a stream of a kind. Returns its number.
__attribute__((import_module("fairway"), import_name("unpack_begin"))) int32_t unpack_begin(int kind);

/// Unpacks a piece: sets `bytes`, of malloc(), and `length`.
///
/// @return 0: the data are damaged, or there is no unpacker
__attribute__((import_module("fairway"), import_name("unpack_piece"))) int unpack_piece(
    const uint8_t *piece, size_t size, struct internal_state *state);

__attribute__((import_module("fairway"), import_name("unpack_end"))) void unpack_end(int32_t number);

/// Begins a stream of a kind. Null without memory.
static struct internal_state *begin(int kind)
{
    struct internal_state *state = calloc(1, sizeof *state);
    if (state)
        state->number = unpack_begin(kind);
    return state;
}

/// Unpacks the next piece of a stream.
static int take(struct internal_state *state, const void *piece, size_t size)
{
    free(state->bytes);
    state->bytes = NULL;
    state->length = state->at = 0;
    return unpack_piece(piece, size, state);
}

/// Gives out what was unpacked, as much as there is room for. Returns its bytes.
static size_t give(struct internal_state *state, void *out, size_t room)
{
    const size_t left = state->length - state->at, taken = left < room ? left : room;
    if (taken > 0)
        memcpy(out, state->bytes + state->at, taken);
    state->at += taken;
    return taken;
}

static void end(struct internal_state *state)
{
    unpack_end(state->number);
    free(state->bytes);
    free(state);
}

int inflateInit2_(z_streamp stream, int bits, const char *version, int size)
{
    (void)bits, (void)version, (void)size;
    stream->state = begin(UNPACK_INFLATE);
    return stream->state ? Z_OK : Z_MEM_ERROR;
}

int inflate(z_streamp stream, int flush)
{
    (void)flush;
    if (stream->avail_in > 0 && !take(stream->state, stream->next_in, stream->avail_in))
        return Z_DATA_ERROR;
    stream->avail_in = 0;
    stream->avail_out -= (uInt)give(stream->state, stream->next_out, stream->avail_out);
    return Z_OK;
}

int inflateEnd(z_streamp stream)
{
    end(stream->state);
    return Z_OK;
}

ZSTD_DStream *ZSTD_createDStream(void)
{
    return (ZSTD_DStream *)begin(UNPACK_ZSTD);
}

size_t ZSTD_freeDStream(ZSTD_DStream *stream)
{
    end((struct internal_state *)stream);
    return 0;
}

size_t ZSTD_DCtx_setParameter(ZSTD_DCtx *stream, ZSTD_dParameter parameter, int value)
{
    (void)stream, (void)parameter, (void)value;
    return 0;
}

unsigned ZSTD_isError(size_t result)
{
    return ZSTD_getErrorCode(result) != ZSTD_error_no_error;
}

ZSTD_ErrorCode ZSTD_getErrorCode(size_t result)
{
    return result > (size_t)-ZSTD_error_maxCode ? (ZSTD_ErrorCode)(0 - result) : ZSTD_error_no_error;
}

/// Never tells that the frame has ended: JavaScript's unpacker judges what follows.
size_t ZSTD_decompressStream(ZSTD_DStream *stream, ZSTD_outBuffer *out, ZSTD_inBuffer *packed)
{
    struct internal_state *state = (struct internal_state *)stream;
    if (packed->pos < packed->size &&
        !take(state, (const uint8_t *)packed->src + packed->pos, packed->size - packed->pos))
        return (size_t)-ZSTD_error_corruption_detected;
    packed->pos = packed->size;
    out->pos += give(state, (uint8_t *)out->dst + out->pos, out->size - out->pos);
    return 1;
}
