// Files that are made to fill the memory, to lead elsewhere or to never end. Each is refused by a sentence, while the
// operating system grants 64 MB beside the map (and for JSON 32 times the file), and a little for the heap.
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/random.h"
#include "common/files.h"
#include "common/limited_memory.h"
#include "common/unit.h"
#include "io/account.h"
#include "io/json_reader.h"

enum { MEGABYTE = 1 << 20, SLACK = 6 * MEGABYTE };

/// A text that grows.
typedef struct text {
    char *bytes;
    size_t size, room;
} text;

static void add(text *to, const void *bytes, size_t size)
{
    if (to->size + size >= to->room) {
        to->room = 2 * (to->size + size) + 64;
        to->bytes = realloc(to->bytes, to->room);
        assert_non_null(to->bytes);
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    to->bytes[to->size] = '\0';
}

static void add_text(text *to, const char *words)
{
    add(to, words, strlen(words));
}

static void add_times(text *to, const char *words, size_t times)
{
    for (size_t i = 0; i < times; i++)
        add_text(to, words);
}

static void add_base64(text *to, const uint8_t *bytes, size_t size)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t three = 0;
        char four[5] = "====";
        for (size_t k = 0; k < 3; k++)
            three = three << 8 | (i + k < size ? bytes[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            if (i + k <= size)
                four[k] = letters[three >> (18 - 6 * k) & 63];
        add_text(to, four);
    }
}

/// Keeps a file of this text, and frees it.
static void keep(const char *name, text *from)
{
    file_add_bytes(name, from->bytes, from->size);
    free(from->bytes);
    *from = (text){ 0 };
}

/// Fails unless a file is refused within what a reader may take.
///
/// @param json  bytes of the JSON in it
static void assert_stays_small(const char *name, size_t json, fw_result result, const char *sentence)
{
    memory_limit(IO_ACCOUNT_BYTES + IO_ACCOUNT_JSON_BYTES * json + SLACK);
    fw_io_map_def def = files_def(name);
    assert_file_refused(name, &def, result, sentence);
    memory_unlimit();
}

/// Zeros, compressed.
static size_t deflate_zeros(size_t zeros, int window, uint8_t *packed, size_t room)
{
    static uint8_t piece[MEGABYTE];
    z_stream stream = { .next_out = packed, .avail_out = (uInt)room };
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY), Z_OK);
    for (; zeros > 0; zeros -= MEGABYTE) {
        stream.next_in = piece;
        stream.avail_in = MEGABYTE;
        assert_int_equal(deflate(&stream, zeros == MEGABYTE ? Z_FINISH : Z_NO_FLUSH),
                         zeros == MEGABYTE ? Z_STREAM_END : Z_OK);
    }
    deflateEnd(&stream);
    return stream.total_out;
}

/// Zeros as blocks of zstd that say "128 KB of one byte", after a header that asks for a window.
static size_t zstd_zeros(int window_log, size_t blocks, uint8_t *packed)
{
    const uint8_t head[] = { 0x28, 0xb5, 0x2f, 0xfd, 0, (uint8_t)((window_log - 10) << 3) };
    memcpy(packed, head, sizeof head);
    for (size_t i = 0; i < blocks; i++) {
        const uint32_t block = (i + 1 == blocks) | 1 << 1 | 131072 << 3;
        const uint8_t bytes[] = { (uint8_t)block, (uint8_t)(block >> 8), (uint8_t)(block >> 16), 0 };
        memcpy(packed + sizeof head + 4 * i, bytes, sizeof bytes);
    }
    return sizeof head + 4 * blocks;
}

static void add_bomb(const char *compression, const uint8_t *packed, size_t size)
{
    text file = { 0 };
    add_text(&file, "<map orientation='orthogonal' width='100' height='100' tilewidth='8' tileheight='8'>"
                    "<layer><properties><property name='walkable' value='true'/></properties>"
                    "<data encoding='base64' compression='");
    add_text(&file, compression);
    add_text(&file, "'>");
    add_base64(&file, packed, size);
    add_text(&file, "</data></layer></map>");
    keep("a.tmx", &file);
}

FILE_TEST(compressed_tiles_end_where_the_layer_ends)
{
    static uint8_t packed[2 * MEGABYTE];
    static const char sentence[] = "a.tmx: a layer holds more than its 10000 tiles";
    if (!fw_io_reads(FW_IO_TILED_XML))
        skip();
    add_bomb("zlib", packed, deflate_zeros((size_t)32 * MEGABYTE, 15, packed, sizeof packed));
    assert_stays_small("a.tmx", 0, FW_BAD_VALUE, sentence);
    add_bomb("gzip", packed, deflate_zeros((size_t)32 * MEGABYTE, 31, packed, sizeof packed));
    assert_stays_small("a.tmx", 0, FW_BAD_VALUE, sentence);
    add_bomb("zstd", packed, zstd_zeros(17, 8000, packed)); // 1 GB
    assert_stays_small("a.tmx", 0, FW_BAD_VALUE, sentence);
    add_bomb("zstd", packed, zstd_zeros(25, 1, packed)); // the largest window that is read
    assert_stays_small("a.tmx", 0, FW_BAD_VALUE, sentence);
    add_bomb("zstd", packed, zstd_zeros(31, 1, packed));
    assert_stays_small("a.tmx", 0, FW_NOT_SUPPORTED,
                       "a.tmx: the compressed tiles of a layer look back more than 32 MB");
}

static void add_chunk(text *file, const char *kind, const uint8_t *bytes, size_t size)
{
    uint8_t numbers[2][4];
    uLong sum = crc32(crc32(0, NULL, 0), (const Bytef *)kind, 4);
    sum = size ? crc32(sum, bytes, (uInt)size) : sum;
    for (int i = 0; i < 4; i++) {
        numbers[0][i] = (uint8_t)(size >> (24 - 8 * i));
        numbers[1][i] = (uint8_t)(sum >> (24 - 8 * i));
    }
    add(file, numbers[0], 4);
    add(file, kind, 4);
    if (size)
        add(file, bytes, size);
    add(file, numbers[1], 4);
}

/// A picture of one pixel with many texts that are seven million zeros each: they are skipped.
FILE_TEST(the_texts_of_a_picture_take_no_memory)
{
    static uint8_t packed[65536], head[] = { 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0 };
    text file = { 0 };
    memcpy(packed, "a\0\0", 3);
    const size_t size = 3 + deflate_zeros((size_t)7 * MEGABYTE, 15, packed + 3, sizeof packed - 3);
    add(&file, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(&file, "IHDR", head, sizeof head);
    for (int i = 0; i < 100; i++)
        add_chunk(&file, "zTXt", packed, size);
    add_chunk(&file, "IDAT", (const uint8_t *)"\x78\x9c\x63\x60\0\0\0\2\0\1", 10);
    add_chunk(&file, "IEND", NULL, 0);
    keep("a.png", &file);
    file_add("a.colors", "default ground\n");
    memory_limit(SLACK);
    fw_io_map *read = file_read("a.png", NULL);
    memory_unlimit();
    assert_rows(read, ".");
}

FILE_TEST(sizes_of_a_billion_are_refused)
{
    static const struct {
        const char *name, *bytes, *sentence;
    } files[] = {
        { "a.map", "type octile\nheight 1000000000\nwidth 1000000000\nmap\n",
          "a.map:2: the height is '1000000000', expected a number from 1 to 16384" },
        { "a.map", "type octile\nheight 16384\nwidth 16384\nmap\n...\n",
          "a.map:4: the header says 16384 x 16384 tiles, but only 4 bytes follow" },
        { "a.pgm", "P5 1000000000 1000000000 255\n", "a.pgm" },
        { "a.pgm", "P2 16384 16384 255\n1 2 3\n", "a.pgm" },
        { "a.tmx",
          "<map orientation='orthogonal' width='1000000000' height='1000000000' tilewidth='8' "
          "tileheight='8'/>",
          "a.tmx: the map has 1000000000 x 1000000000 tiles, expected 1 to 16384 each" },
        { "a.tmx",
          "<map orientation='orthogonal' width='16384' height='16384' tilewidth='8' tileheight='8'/>",
          "a.tmx: the file is too short for 16384 x 16384 tiles" },
        { "a.tmj", "{\"layers\":[],\"tilewidth\":8,\"tileheight\":8,\"width\":1000000000,\"height\":3}",
          "a.tmj: the map has 1000000000 x 3 tiles, expected 1 to 16384 each" },
        { "a.ldtk",
          "{\"defs\":{},\"levels\":[{\"identifier\":\"L\",\"layerInstances\":[{\"__type\":\"IntGrid\",\"__"
          "cWid\":"
          "1000000000,\"__cHei\":1,\"intGridCsv\":[]}]}]}",
          "layerInstances[0].__cWid is 1e+09, expected a number from 1 to 16384" },
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (strcmp(files[i].name, "a.tmx") == 0 && !fw_io_reads(FW_IO_TILED_XML))
            continue;
        fw_io_fault fault;
        fw_io_map *read;
        const fw_io_map_def def = files_def(files[i].name);
        memory_limit(SLACK);
        const fw_result result = fw_io_map_read(files[i].bytes, strlen(files[i].bytes), &def, &read, &fault);
        memory_unlimit();
        assert_int_not_equal(result, FW_OK);
        if (!strstr(fault.text, files[i].sentence))
            fail_msg("'%s', expected '%s'", fault.text, files[i].sentence);
    }
}

FILE_TEST(levels_far_apart_do_not_make_a_huge_map)
{
    text file = { 0 };
    add_text(&file, "{\"defs\":{},\"levels\":[");
    for (int i = 0; i < 2; i++) {
        char level[256];
        snprintf(level, sizeof level,
                 "%s{\"identifier\":\"L%d\",\"worldX\":%d,\"worldY\":%d,\"layerInstances\":[{\"__type\":"
                 "\"IntGrid\","
                 "\"__cWid\":1,\"__cHei\":1,\"__gridSize\":1,\"intGridCsv\":[0]}]}",
                 i ? "," : "", i, 16000 * i, 16000 * i);
        add_text(&file, level);
    }
    add_text(&file, "]}");
    keep("a.ldtk", &file);
    fw_io_map_def def = files_def("a.ldtk");
    def.world = "";
    memory_limit(SLACK);
    assert_file_refused("a.ldtk", &def, FW_BAD_VALUE,
                        "a.ldtk: the levels are too far apart: the world has 16001 x 16001 tiles");
    memory_unlimit();
}

FILE_TEST(json_that_becomes_a_huge_tree_is_refused)
{
    static const char *const items[] = { "{},", "[{}],", "{\"a\":{}}," };
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        text file = { 0 };
        add_text(&file, "{\"layers\":[");
        add_times(&file, items[i], (size_t)3 * MEGABYTE / strlen(items[i]));
        add_text(&file, "1]}");
        const size_t size = file.size;
        keep("a.tmj", &file);
        char sentence[64];
        snprintf(sentence, sizeof sentence, "a.tmj: it takes more than %zu MB of memory",
                 (IO_ACCOUNT_BYTES + IO_ACCOUNT_JSON_BYTES * size) >> 20);
        assert_stays_small("a.tmj", size, FW_BAD_SIZE, sentence);
    }
}

FILE_TEST(xml_that_never_ends_its_elements_is_refused)
{
    if (!fw_io_reads(FW_IO_TILED_XML))
        skip();
    text file = { 0 };
    add_text(&file, "<map orientation='orthogonal' width='1' height='1' tilewidth='8' tileheight='8'>");
    add_times(&file, "<a>", MEGABYTE);
    keep("a.tmx", &file);
    assert_stays_small("a.tmx", 0, FW_BAD_SIZE, "a.tmx: it takes more than 64 MB of memory");
    add_text(&file,
             "<map orientation='orthogonal' width='1' height='1' tilewidth='8' tileheight='8'><objectgroup>");
    add_times(&file, "<object name='a'/>", MEGABYTE);
    add_text(&file, "</objectgroup></map>");
    keep("a.tmx", &file);
    assert_stays_small("a.tmx", 0, FW_BAD_SIZE, "a.tmx: it takes more than 64 MB of memory");
}

FILE_TEST(entities_of_a_files_own_are_refused)
{
    if (!fw_io_reads(FW_IO_TILED_XML))
        skip();
    file_add("a.tmx",
             "<?xml version='1.0'?>\n<!DOCTYPE map [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>"
             "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'>]>\n<map>&c;</map>");
    assert_stays_small("a.tmx", 0, FW_NOT_SUPPORTED,
                       "a.tmx:2: the file defines entities of its own, which are not read");
    file_add("a.tmx", "<!DOCTYPE map [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><map>&a;</map>");
    assert_stays_small("a.tmx", 0, FW_NOT_SUPPORTED, "a.tmx:1: the file defines entities of its own");
}

FILE_TEST(tilesets_that_name_each_other_are_refused)
{
    if (!fw_io_reads(FW_IO_TILED_XML))
        skip();
    file_add("a.tmx", "<map orientation='orthogonal' width='1' height='1' tilewidth='8' tileheight='8'>"
                      "<tileset firstgid='1' source='a.tsx'/></map>");
    file_add("a.tsx", "<tileset source='b.tsx'/>");
    file_add("b.tsx", "<tileset source='a.tsx'/>");
    assert_stays_small("a.tmx", 0, FW_BAD_VALUE, "a.tsx: a file of a tileset names another one");
    file_add("a.tsx", "<map><tileset firstgid='1' source='a.tsx'/></map>");
    assert_stays_small("a.tmx", 0, FW_NOT_SUPPORTED,
                       "a.tsx: this is XML with the root <map>, expected <tileset>");
}

FILE_TEST(yaml_of_brackets_and_of_keys_is_refused)
{
    static const char *const texts[] = { "[", "{a: ", "- ", "? ", "a: &a\n", "\"" };
    if (!fw_io_reads(FW_IO_ROS))
        skip();
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        text file = { 0 };
        add_text(&file, "image: a.pgm\nresolution: 1\nextra: ");
        add_times(&file, texts[i], ((size_t)1 << 18) / strlen(texts[i]) - 100);
        keep("map.yaml", &file);
        assert_stays_small("map.yaml", 0, FW_BAD_VALUE, "map.yaml:");
    }
    text file = { 0 };
    add_text(&file, "image: a.pgm\n");
    add_times(&file, "# a comment\n", MEGABYTE);
    keep("map.yaml", &file);
    assert_stays_small("map.yaml", 0, FW_BAD_SIZE,
                       "map.yaml: is longer than 262144 bytes, too long for a map.yaml of ROS");
}

// What jansson really takes, for the next test.
static size_t taken, most_taken;

static void *take_counted(size_t bytes)
{
    size_t *block = malloc(bytes + 16);
    *block = bytes;
    taken += bytes;
    most_taken = taken > most_taken ? taken : most_taken;
    return block + 2;
}

static void give_counted(void *bytes)
{
    size_t *block = bytes ? (size_t *)bytes - 2 : NULL;
    taken -= block ? *block : 0;
    free(block);
}

/// A random value of JSON.
static void add_value(text *to, random_source *source, int depth)
{
    const uint32_t kind = random_below(source, depth > 0 ? 7 : 5);
    char number[32];
    const uint32_t count = random_below(source, random_below(source, 8) ? 6 : 60);
    snprintf(number, sizeof number, kind ? "%u" : "-%u.5e-3", (unsigned)random_below(source, 1000));
    if (kind <= 2)
        add_text(to, number);
    else if (kind == 3)
        add_text(to, "true");
    else if (kind == 4)
        add_text(to, "\"");
    for (uint32_t i = 0; kind == 4 && i < count; i++)
        add_text(to, i % 7 ? "x" : "\\\"\\u00e4");
    if (kind == 4)
        add_text(to, "\"");
    if (kind < 5)
        return;
    add_text(to, kind == 5 ? "[" : "{");
    for (uint32_t i = 0; i < count; i++) {
        snprintf(number, sizeof number, "%s\"%u\":", i ? "," : "", (unsigned)i);
        add_text(to, kind == 6 ? number : i ? "," : "");
        add_value(to, source, depth - 1);
    }
    add_text(to, kind == 5 ? "]" : "}");
}

TEST(what_jansson_takes_is_reckoned_high_enough)
{
    random_source source = { 11 };
    size_t reckoned = 0, real = 0;
    json_set_alloc_funcs(take_counted, give_counted);
    for (int i = 0; i < 500; i++) {
        text json = { 0 };
        json_error_t error;
        add_text(&json, "[");
        add_value(&json, &source, 3);
        add_text(&json, "]");
        const size_t most = json_tree_bytes(json.bytes, json.size);
        most_taken = taken;
        const size_t before = taken;
        json_t *value = json_loadb(json.bytes, json.size, 0, &error);
        if (!value)
            fail_msg("%s: %s", error.text, json.bytes);
        if (most_taken - before > most)
            fail_msg("%zu bytes are taken, %zu reckoned: %s", most_taken - before, most, json.bytes);
        reckoned += most;
        real += most_taken - before;
        json_decref(value);
        free(json.bytes);
    }
    json_set_alloc_funcs(malloc, free);
    assert_true(reckoned < 2 * real); // not much too high either
}
