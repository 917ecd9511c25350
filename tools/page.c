#define _POSIX_C_SOURCE 200809L // readlink

#include "page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "complain.h"
#include "io/text.h"
#include "outputs.h"

enum { PAGE_MOST_BYTES = 1 << 24, NAME_BYTES = 4200 };

/// Names the file that lies at a place relative to the folder of this program.
static bool beside_program(const char *place, char name[NAME_BYTES])
{
    char program[4096];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (!slash)
        return false;
    *slash = '\0';
    snprintf(name, NAME_BYTES, "%s/%s", program, place);
    return access(name, R_OK) == 0;
}

/// Finds the page: where --page says, where it is installed, or where `make playground` builds it.
static bool find_page(const options *given, char name[NAME_BYTES])
{
    if (given->page) {
        snprintf(name, NAME_BYTES, "%s", given->page);
        return true;
    }
    if (beside_program("../share/fairway/playground.html", name) ||
        beside_program("../playground/index.html", name))
        return true;
    snprintf(name, NAME_BYTES, "%s", FAIRWAY_PAGE);
    return access(name, R_OK) == 0 ||
           complain("--html needs the page of the playground, which is not "
                    "installed: `make playground` in the sources of fairway builds "
                    "it as build/playground/index.html, and --page FILE names it");
}

/// Packs bytes as gzip does.
///
/// @param[out] packed  its bytes are to be freed
static bool pack(const page_bytes *plain, page_bytes *packed)
{
    enum { GZIP = 16, WINDOW = 15, MEMORY = 8 };
    z_stream stream = { 0 };
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP + WINDOW, MEMORY, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        return false;
    const size_t room = deflateBound(&stream, plain->count);
    packed->bytes = malloc(room);
    stream.next_in = (unsigned char *)plain->bytes;
    stream.avail_in = (unsigned)plain->count;
    stream.next_out = (unsigned char *)packed->bytes;
    stream.avail_out = (unsigned)room;
    const bool is_packed = packed->bytes && deflate(&stream, Z_FINISH) == Z_STREAM_END;
    packed->count = stream.total_out;
    deflateEnd(&stream);
    return is_packed;
}

/// Writes bytes in base 64 with the letters of links (RFC 4648, section 5), without padding.
static void write_base64(FILE *to, const page_bytes *bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const unsigned char *from = (const unsigned char *)bytes->bytes;
    for (size_t i = 0; i < bytes->count; i += 3) {
        const size_t left = bytes->count - i;
        const unsigned group = (unsigned)from[i] << 16 | (left > 1 ? (unsigned)from[i + 1] << 8 : 0) |
                               (left > 2 ? (unsigned)from[i + 2] : 0);
        for (size_t digit = 0; digit < (left < 3 ? left + 1 : 4); digit++)
            putc(digits[group >> (18 - 6 * digit) & 63], to);
    }
}

/// The page of the playground, and the packed query.
typedef struct filled_page {
    const char *page;
    const char *before; ///< within the page: the query comes here
    page_bytes packed;
} filled_page;

static bool write_page(FILE *to, const void *what, io_fault *fault)
{
    const filled_page *filled = what;
    (void)fault;
    fwrite(filled->page, 1, (size_t)(filled->before - filled->page), to);
    fputs("<script id=\"world-inside\" type=\"text/plain\">w=", to);
    write_base64(to, &filled->packed);
    fputs("</script>", to);
    fputs(filled->before, to);
    return true;
}

static bool fill_page(const char *name, const page_bytes *state, const char *file)
{
    filled_page filled = { 0 };
    io_fault fault;
    char *page = NULL;
    size_t count = 0;
    if (!io_load(name, PAGE_MOST_BYTES, &page, &count, &fault))
        return complain("--html: %s", fault.text);
    char *text = realloc(page, count + 1);
    if (!text) {
        free(page);
        return complain("there is not enough memory for the page");
    }
    page = text;
    page[count] = '\0';
    filled.page = page;
    filled.before = strstr(page, "<script id=\"inside\"");
    bool is_written = filled.before && !strstr(page, "<script id=\"world-inside\"");
    if (!is_written)
        complain("%s is not the page that `make playground` builds", name);
    else if (!pack(state, &filled.packed))
        is_written = complain("there is not enough memory for the page");
    else
        is_written = write_file(file, write_page, &filled);
    free(filled.packed.bytes);
    free(page);
    return is_written;
}

bool page_write(const page_query *query)
{
    char name[NAME_BYTES];
    page_bytes state = { 0 };
    if (!query->given->html)
        return true;
    const bool is_written = find_page(query->given, name) && page_state_write(query, &state) &&
                            fill_page(name, &state, query->given->html);
    free(state.bytes);
    return is_written;
}
