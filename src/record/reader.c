#include "record/reader.h"

#include <string.h>

#include "base/coded.h"

static void fail(record_reader *reader)
{
    reader->is_wrong = true;
    reader->left = 0;
}

uint8_t reader_byte(record_reader *reader)
{
    if (reader->left == 0) {
        fail(reader);
        return 0;
    }
    reader->left--;
    return *reader->bytes++;
}

int64_t reader_integer(record_reader *reader, int64_t least, int64_t most)
{
    int64_t number = 0;
    const size_t count = coded_get(reader->bytes, reader->left, &number);
    if (count == 0 || number < least || number > most) {
        fail(reader);
        return 0;
    }
    reader->bytes += count;
    reader->left -= count;
    return number;
}

uint64_t reader_count(record_reader *reader)
{
    return (uint64_t)reader_integer(reader, INT64_MIN, INT64_MAX);
}

uint64_t reader_word(record_reader *reader)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word |= (uint64_t)reader_byte(reader) << (8 * i);
    return reader->is_wrong ? 0 : word;
}

double reader_double(record_reader *reader)
{
    return coded_double(reader_word(reader));
}

void reader_text(record_reader *reader, char *text, size_t room)
{
    const size_t length = (size_t)reader_integer(reader, 0, (int64_t)reader->left);
    for (size_t i = 0; i < length; i++) {
        const uint8_t byte = reader_byte(reader);
        if (i + 1 < room)
            text[i] = (char)byte;
    }
    text[length < room ? length : room - 1] = 0;
}

static void read_number(record_reader *reader, number_type type, void *number)
{
    switch (type) {
    case RECORD_BOOL:
        *(bool *)number = reader_integer(reader, 0, 1) == 1;
        break;
    case RECORD_I32:
        *(int32_t *)number = (int32_t)reader_integer(reader, INT32_MIN, INT32_MAX);
        break;
    case RECORD_U32:
        *(uint32_t *)number = (uint32_t)reader_integer(reader, 0, UINT32_MAX);
        break;
    case RECORD_U64:
        *(uint64_t *)number = reader_count(reader);
        break;
    case RECORD_F32:
        *(float *)number = (float)reader_double(reader);
        break;
    case RECORD_F64:
        *(double *)number = reader_double(reader);
        break;
    }
}

void reader_fields(record_reader *reader, const record_struct *type, void *members)
{
    const int32_t known = (int32_t)reader_integer(reader, 0, type->count);
    for (int32_t i = 0; i < known; i++)
        memset((uint8_t *)members + type->fields[i].offset, 0,
               (size_t)type->fields[i].bytes * type->fields[i].count);
    for (;;) {
        const int64_t next = reader_integer(reader, 0, known);
        if (next == 0)
            return;
        const record_field *field = &type->fields[next - 1];
        for (size_t i = 0; i < field->count; i++)
            read_number(reader, field->type, (uint8_t *)members + field->offset + i * field->bytes);
    }
}

void reader_take_bytes(reader_runs *runs, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (runs->length == 0) {
            runs->length = reader_integer(runs->reader, 1, INT64_MAX);
            runs->byte = reader_byte(runs->reader);
        }
        runs->length -= runs->length > 0;
        bytes[i] = runs->byte;
    }
}
