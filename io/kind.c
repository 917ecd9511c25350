#include "io/kind.h"

#include <ctype.h>
#include <string.h>

#include "io/image.h"
#include "io/text.h"

typedef struct signature {
    const char *bytes;
    size_t at, count;
    const char *what;
} signature;

/// Files that are not text, and no maps.
static const signature binaries[] = {
    { "\xff\xd8\xff", 0, 3, "a JPEG picture" },
    { "GIF8", 0, 4, "a GIF picture" },
    { "WEBP", 8, 4, "a WebP picture" },
    { "II*\0", 0, 4, "a TIFF picture" },
    { "MM\0*", 0, 4, "a TIFF picture" },
    { "qoif", 0, 4, "a QOI picture" },
    { "8BPS", 0, 4, "a Photoshop picture" },
    { "gimp xcf", 0, 8, "a GIMP picture" },
    { "BM", 0, 2, "a BMP picture of a kind that is not read" },
    { "P4", 0, 2, "a PBM picture, where PGM is expected" },
    { "P6", 0, 2, "a PPM picture, where PNG is expected" },
    { "P7", 0, 2, "a PAM picture, where PNG is expected" },
    { "%PDF", 0, 4, "a PDF document" },
    { "PK\3\4", 0, 4, "a ZIP archive" },
    { "\x1f\x8b", 0, 2, "a file that gzip has compressed" },
    { "\x28\xb5\x2f\xfd", 0, 4, "a file that zstd has compressed" },
    { "BZh", 0, 3, "a file that bzip2 has compressed" },
    { "\xfd\x37zXZ", 0, 5, "a file that xz has compressed" },
    { "7z\xbc\xaf", 0, 4, "a 7z archive" },
    { "\x7f\x45LF", 0, 4, "a program" },
    { "SQLite format 3", 0, 15, "a database of SQLite" },
    { "\xff\xfe", 0, 2, "text in UTF-16, where UTF-8 is expected" },
    { "\xfe\xff", 0, 2, "text in UTF-16, where UTF-8 is expected" },
};

/// Texts that are no maps.
static const signature texts[] = {
    { "P1\n", 0, 3, "a PBM picture, where PGM is expected" },
    { "P3\n", 0, 3, "a PPM picture, where PNG is expected" },
    { "version 1", 0, 9, "a list of queries (.scen), not a map" },
    { "sx,sy,sdeg", 0, 10, "a list of queries, not a map" },
    { "[gd_scene", 0, 9, "a scene of Godot" },
    { "[gd_resource", 0, 12, "a resource of Godot" },
};

static const char *known_kind(const char *bytes, size_t size)
{
    const bool is_text = io_is_text(bytes, size);
    const signature *list = is_text ? texts : binaries;
    const size_t count = is_text ? sizeof texts / sizeof *texts : sizeof binaries / sizeof *binaries;
    for (size_t i = 0; i < count; i++)
        if (size >= list[i].at + list[i].count &&
            memcmp(bytes + list[i].at, list[i].bytes, list[i].count) == 0)
            return list[i].what;
    return NULL;
}

/// True if a text begins with a colour, as a table of colours does.
static bool is_color_table(const char *bytes, size_t size)
{
    enum { DIGITS = 6 };
    size_t digits = 0;
    while (digits < DIGITS && 1 + digits < size && isxdigit((unsigned char)bytes[1 + digits]))
        digits++;
    return digits == DIGITS && bytes[0] == '#' && 1 + digits < size && io_is_blank(bytes[1 + digits]);
}

/// True if one of the first lines begins with a key of a map of ROS.
static bool is_ros(const char *bytes, size_t size)
{
    static const char *const keys[] = { "image:", "resolution:", "origin:" };
    enum { MOST_LINES = 200 };
    io_text text = io_text_of("", bytes, size);
    io_span line;
    for (int i = 0; i < MOST_LINES && io_next_line(&text, &line); i++)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            if (line.length >= strlen(keys[k]) && memcmp(line.start, keys[k], strlen(keys[k])) == 0)
                return true;
    return false;
}

io_kind io_kind_of(const char *bytes, size_t size)
{
    static const char octile[] = "type ";
    size_t at = 0;
    while (at < size && (bytes[at] == '\n' || io_is_blank(bytes[at])))
        at++;
    if (io_image_begins(bytes, size))
        return (io_kind){ FW_IO_IMAGE, NULL };
    if (size >= strlen(octile) && memcmp(bytes, octile, strlen(octile)) == 0)
        return (io_kind){ FW_IO_MOVINGAI, NULL };
    const char *what = known_kind(bytes, size);
    if (what)
        return (io_kind){ FW_IO_UNKNOWN, what };
    if (at < size && bytes[at] == '<')
        return (io_kind){ FW_IO_TILED_XML, NULL };
    if (at < size && bytes[at] == '{')
        return (io_kind){ FW_IO_TILED_JSON, NULL };
    if (is_color_table(bytes, size))
        return (io_kind){ FW_IO_UNKNOWN, "a table of colours, not a map" };
    if (is_ros(bytes, size))
        return (io_kind){ FW_IO_ROS, NULL };
    return (io_kind){ FW_IO_UNKNOWN, NULL };
}

bool io_is_text(const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char)bytes[i];
        if (byte < ' ' && (byte < '\t' || byte > '\r'))
            return false;
    }
    return io_span_is_utf8((io_span){ bytes, size });
}
