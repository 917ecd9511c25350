#include "common/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/unit.h"
#include "io/terrain.h"
#include "io/text.h"

enum { MOST_FILES = 8 };

typedef struct memory_file {
    char name[64];
    char *bytes;
    size_t size;
} memory_file;

static memory_file files[MOST_FILES];
static int count;
static int opened; ///< neighbours that were not closed yet

static memory_file *file_of(const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(files[i].name, name) == 0)
            return &files[i];
    return NULL;
}

void files_clear(void)
{
    while (count > 0)
        free(files[--count].bytes);
}

int forget_files(void **state)
{
    files_clear();
    return 0;
}

void file_add_bytes(const char *name, const void *bytes, size_t size)
{
    memory_file *file = file_of(name);
    if (!file) {
        assert_true(count < MOST_FILES);
        file = &files[count++];
        *file = (memory_file){ .bytes = NULL };
        assert_true(snprintf(file->name, sizeof file->name, "%s", name) < (int)sizeof file->name);
    }
    free(file->bytes);
    file->bytes = malloc(size ? size : 1); // no more, so that sanitizers notice a read too far
    assert_non_null(file->bytes);
    memcpy(file->bytes, bytes, size);
    file->size = size;
}

void file_add(const char *name, const char *text)
{
    file_add_bytes(name, text, strlen(text));
}

bool file_add_shared(const char *name, const char *path)
{
    char whole[512], *bytes = NULL;
    size_t size = 0;
    snprintf(whole, sizeof whole, "../shared/data/%s", path);
    if (!io_load(whole, (size_t)1 << 24, &bytes, &size, NULL))
        return false;
    file_add_bytes(name, bytes, size);
    free(bytes);
    return true;
}

static fw_result open_file(void *user, const char *name, size_t most, const char **bytes, size_t *length)
{
    const memory_file *file = file_of(name);
    if (!file)
        return FW_NOT_FOUND;
    if (file->size > most)
        return FW_BAD_SIZE;
    *bytes = file->bytes;
    *length = file->size;
    opened++;
    return FW_OK;
}

static void close_file(void *user, const char *bytes, size_t length)
{
    assert_non_null(bytes);
    opened--;
}

fw_io_map_def files_def(const char *name)
{
    static const fw_io_folder folder = { open_file, close_file, NULL };
    fw_io_map_def def;
    assert_int_equal(fw_io_map_def_init(&def, sizeof def), FW_OK);
    def.name = name;
    def.folder = &folder;
    return def;
}

/// Reads a file; nothing stays open, and a failure leaves nothing.
static fw_result read_any(const char *name, const fw_io_map_def *def, fw_io_map **read, fw_io_fault *fault)
{
    const memory_file *file = file_of(name);
    const fw_io_map_def usual = files_def(name);
    assert_non_null(file);
    *fault = (fw_io_fault){ .text = "" };
    const fw_result result = fw_io_map_read(file->bytes, file->size, def ? def : &usual, read, fault);
    assert_int_equal(opened, 0);
    assert_int_equal(result == FW_OK, *read != NULL);
    assert_int_equal(result == FW_OK, fault->text[0] == '\0');
    if (result != FW_OK)
        assert_int_equal(fault->result, result);
    return result;
}

fw_io_map *file_read(const char *name, const fw_io_map_def *def)
{
    fw_io_fault fault;
    fw_io_map *read;
    if (read_any(name, def, &read, &fault) != FW_OK)
        fail_msg("%s", fault.text);
    return read;
}

void assert_file_refused(const char *name, const fw_io_map_def *def, fw_result result, const char *sentence)
{
    fw_io_fault fault;
    fw_io_map *read;
    const fw_result got = read_any(name, def, &read, &fault);
    if (got == FW_OK)
        fail_msg("%s is read, expected '%s'", name, sentence);
    if (!strstr(fault.text, sentence))
        fail_msg("'%s', expected '%s'", fault.text, sentence);
    assert_int_equal(got, result);
}

static char letter_of(uint8_t terrain)
{
    return terrain > FW_SAND ? (char)('0' + terrain - FW_SAND - 1) : io_terrain_text_letter(terrain);
}

void assert_rows(fw_io_map *read, const char *rows)
{
    const int32_t width = fw_map_width(read->map), height = fw_map_height(read->map);
    char *drawn = malloc(((size_t)width + 1) * (size_t)height), *to = drawn;
    assert_non_null(drawn);
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++)
            *to++ = letter_of(fw_map_terrain(read->map, x, y));
        *to++ = '|';
    }
    to[-1] = '\0';
    assert_string_equal(drawn, rows);
    free(drawn);
    fw_io_map_free(read);
}

void assert_warned(const fw_io_map *read, const char *text)
{
    for (int32_t i = 0; i < read->warning_count; i++)
        if (strstr(read->warnings[i], text))
            return;
    fail_msg("no warning holds '%s'; the first is '%s'", text, read->warning_count ? read->warnings[0] : "");
}

static void read_and_free(const char *name, const fw_io_map_def *def)
{
    fw_io_fault fault;
    fw_io_map *read;
    read_any(name, def, &read, &fault);
    fw_io_map_free(read);
}

void assert_survives_damage(const char *name, const fw_io_map_def *def, int most)
{
    random_source source = { 7 };
    const memory_file *file = file_of(name);
    const size_t size = file->size;
    char *whole = malloc(size + 1);
    assert_non_null(whole);
    memcpy(whole, file->bytes, size);
    const size_t step = size / (size_t)most + 1;
    for (size_t cut = 0; cut < size; cut += step) {
        file_add_bytes(name, whole, cut);
        read_and_free(name, def);
    }
    for (int i = 0; i < most; i++) {
        file_add_bytes(name, whole, size);
        for (int changes = 1 + (int)random_below(&source, 4); changes > 0; changes--)
            file_of(name)->bytes[random_below(&source, (uint32_t)size)] = (char)random_below(&source, 256);
        read_and_free(name, def);
    }
    file_add_bytes(name, whole, size);
    free(whole);
}
