#include "io/tiled_cells.h"

#include <string.h>

#include <zlib.h>
#if IO_HAS_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

#include "io/account.h"

/// A frame of zstd may look back so far: 2^25 bytes, 32 MB.
enum { PIECE_BYTES = 4096, ZSTD_WINDOW_LOG = 25 };

/// What zstd's library takes for a layer: the window, two pieces of 128 KB, and its tables. Its own allocator cannot be
/// replaced.
#define ZSTD_BYTES (((size_t)1 << ZSTD_WINDOW_LOG) + ((size_t)1 << 20))

static voidpf take_memory(voidpf user, uInt count, uInt bytes)
{
    (void)user;
    return io_take_zeros(count, bytes);
}

static void give_memory(voidpf user, voidpf block)
{
    (void)user;
    io_give(block);
}

static bool begin_deflate(tiled_cells *cells)
{
    z_stream *stream = io_take_zeros(1, sizeof *stream);
    if (stream) {
        stream->zalloc = take_memory;
        stream->zfree = give_memory;
    }
    if (!stream || inflateInit2(stream, 15 + 32) != Z_OK) { // 32: zlib and gzip are told apart
        io_give(stream);
        return io_fail_without_memory(cells->fault, cells->name);
    }
    cells->stream = stream;
    return true;
}

static bool begin_zstd(tiled_cells *cells)
{
#if IO_HAS_ZSTD
    cells->stream = io_account_charge(ZSTD_BYTES) ? ZSTD_createDStream() : NULL;
    if (!cells->stream ||
        ZSTD_isError(ZSTD_DCtx_setParameter(cells->stream, ZSTD_d_windowLogMax, ZSTD_WINDOW_LOG)))
        return io_fail_without_memory(cells->fault, cells->name);
    return true;
#else
    return io_fail_as(cells->fault, FW_NOT_SUPPORTED,
                      "%s: a layer is compressed with zstd, which this build does not read", cells->name);
#endif
}

bool tiled_cells_reads_zstd(void)
{
    return IO_HAS_ZSTD;
}

static bool is_word(const char *word, const char *expected)
{
    return word && strcmp(word, expected) == 0;
}

bool tiled_cells_begin(tiled_cells *cells, const char *encoding, const char *compression)
{
    const bool is_listed = !encoding || !*encoding, is_plain = !compression || !*compression;
    cells->encoding = is_listed ? TILED_LISTED : is_word(encoding, "csv") ? TILED_CSV : TILED_BASE64;
    if (cells->encoding == TILED_BASE64 && !is_word(encoding, "base64"))
        return io_fail_as(cells->fault, FW_NOT_SUPPORTED,
                          "%s: a layer has the encoding '%.32s', expected csv or base64", cells->name,
                          encoding);
    if (is_plain)
        return true;
    if (cells->encoding == TILED_BASE64 && (is_word(compression, "zlib") || is_word(compression, "gzip"))) {
        cells->compression = TILED_DEFLATE;
        return begin_deflate(cells);
    }
    if (cells->encoding == TILED_BASE64 && is_word(compression, "zstd")) {
        cells->compression = TILED_ZSTD;
        return begin_zstd(cells);
    }
    return io_fail_as(cells->fault, FW_NOT_SUPPORTED,
                      "%s: a layer has the compression '%.32s', expected zlib, gzip or zstd of base64",
                      cells->name, compression);
}

bool tiled_cells_add(tiled_cells *cells, uint32_t gid)
{
    if (cells->count == cells->wanted)
        return io_fail(cells->fault, "%s: a layer holds more than its %lld tiles", cells->name,
                       (long long)cells->wanted);
    cells->take(cells->user, cells->count++, gid);
    return true;
}

/// Takes bytes of cells, the lowest byte first.
static bool take_bytes(tiled_cells *cells, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        cells->gid |= (uint32_t)bytes[i] << 8 * cells->gid_bytes++;
        if (cells->gid_bytes < 4)
            continue;
        if (!tiled_cells_add(cells, cells->gid))
            return false;
        cells->gid = 0;
        cells->gid_bytes = 0;
    }
    return true;
}

static bool fail_damaged(const tiled_cells *cells)
{
    return io_fail(cells->fault, "%s: the compressed tiles of a layer are damaged", cells->name);
}

static bool inflate_bytes(tiled_cells *cells, const uint8_t *bytes, size_t length)
{
    uint8_t piece[PIECE_BYTES];
    z_stream *stream = cells->stream;
    stream->next_in = (Bytef *)bytes;
    stream->avail_in = (uInt)length;
    do {
        stream->next_out = piece;
        stream->avail_out = sizeof piece;
        const int result = inflate(stream, Z_NO_FLUSH);
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            return fail_damaged(cells);
        cells->is_at_end = result == Z_STREAM_END;
        if (!take_bytes(cells, piece, sizeof piece - stream->avail_out))
            return false;
    } while (stream->avail_out == 0 && !cells->is_at_end);
    return true;
}

static bool unpack_zstd(tiled_cells *cells, const uint8_t *bytes, size_t length)
{
#if IO_HAS_ZSTD
    uint8_t piece[PIECE_BYTES];
    ZSTD_inBuffer packed = { bytes, length, 0 };
    ZSTD_outBuffer out;
    do {
        out = (ZSTD_outBuffer){ piece, sizeof piece, 0 };
        const size_t result = ZSTD_decompressStream(cells->stream, &out, &packed);
        if (ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge)
            return io_fail_as(cells->fault, FW_NOT_SUPPORTED,
                              "%s: the compressed tiles of a layer look back more than 32 MB", cells->name);
        if (ZSTD_isError(result))
            return fail_damaged(cells);
        cells->is_at_end = result == 0;
        if (!take_bytes(cells, piece, out.pos))
            return false;
    } while (!cells->is_at_end && (packed.pos < packed.size || out.pos == out.size));
    return true;
#else
    (void)bytes, (void)length;
    return fail_damaged(cells);
#endif
}

static bool unpack(tiled_cells *cells, const uint8_t *bytes, size_t length)
{
    if (cells->compression == TILED_PLAIN)
        return take_bytes(cells, bytes, length);
    if (cells->is_at_end || length == 0)
        return true; // what follows the compressed data is no matter
    return cells->compression == TILED_DEFLATE ? inflate_bytes(cells, bytes, length)
                                               : unpack_zstd(cells, bytes, length);
}

static bool is_space(char letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

/// Value of a letter of base64, or -1.
static int base64_value(char letter)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? (int)(found - letters) : -1;
}

static bool base64_text(tiled_cells *cells, const char *text, size_t length)
{
    uint8_t bytes[PIECE_BYTES];
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        const int value = base64_value(text[i]);
        if (is_space(text[i]))
            continue;
        if (text[i] == '=') {
            cells->is_padded = true;
            continue;
        }
        if (value < 0 || cells->is_padded)
            return io_fail(cells->fault, "%s: the tiles of a layer are no base64", cells->name);
        cells->number = (cells->number << 6 | (uint64_t)value) & 0xffffff;
        cells->digits = (cells->digits + 1) % 4;
        if (cells->digits != 1) // the first letter of four completes no byte, each other one does
            bytes[used++] = (uint8_t)(cells->number >> (cells->digits == 2 ? 4 : cells->digits == 3 ? 2 : 0));
        if (used == sizeof bytes) {
            if (!unpack(cells, bytes, used))
                return false;
            used = 0;
        }
    }
    return unpack(cells, bytes, used);
}

static bool end_number(tiled_cells *cells)
{
    if (cells->digits == 0)
        return io_fail(cells->fault, "%s: a number is missing between the commas of a layer", cells->name);
    const uint32_t gid = (uint32_t)cells->number;
    cells->number = 0;
    cells->digits = 0;
    return tiled_cells_add(cells, gid);
}

static bool csv_text(tiled_cells *cells, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const char letter = text[i];
        if (letter == ',') {
            if (!end_number(cells))
                return false;
        } else if (letter >= '0' && letter <= '9' && cells->digits < 10) {
            cells->number = 10 * cells->number + (uint64_t)(letter - '0');
            cells->digits++;
        } else if (!is_space(letter)) {
            return io_fail(cells->fault, "%s: the tiles of a layer are no numbers with commas between them",
                           cells->name);
        }
    }
    return true;
}

bool tiled_cells_text(tiled_cells *cells, const char *text, size_t length)
{
    switch (cells->encoding) {
    case TILED_CSV:
        return csv_text(cells, text, length);
    case TILED_BASE64:
        return base64_text(cells, text, length);
    case TILED_LISTED:
        break;
    }
    return true; // white space between elements
}

bool tiled_cells_end(tiled_cells *cells, bool is_whole)
{
    if (is_whole && cells->encoding == TILED_CSV && cells->digits > 0) // no comma follows the last number
        is_whole = end_number(cells);
    if (cells->compression == TILED_DEFLATE && cells->stream) {
        inflateEnd(cells->stream);
        io_give(cells->stream);
    }
#if IO_HAS_ZSTD
    if (cells->compression == TILED_ZSTD && cells->stream) {
        ZSTD_freeDStream(cells->stream);
        io_account_credit(ZSTD_BYTES);
    }
#endif
    cells->stream = NULL;
    return is_whole && (cells->count == cells->wanted ||
                        io_fail(cells->fault, "%s: a layer holds %lld tiles, expected %lld", cells->name,
                                (long long)cells->count, (long long)cells->wanted));
}
