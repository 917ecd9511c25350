#include "traffic/archive.h"

#include "base/coded.h"
#include "traffic/roster.h"

static void put(archive *file, uint8_t byte)
{
    if (file->to && file->at < file->size)
        file->to[file->at] = byte;
    file->at++;
}

static uint8_t get(archive *file)
{
    if (file->result == FW_OK && file->at < file->size)
        return file->from[file->at++];
    archive_fail(file, FW_BAD_VALUE);
    return 0;
}

uint64_t archive_word(archive *file, uint64_t word)
{
    uint64_t read = 0;
    for (int i = 0; i < 8; i++)
        if (archive_reads(file))
            read |= (uint64_t)get(file) << (8 * i);
        else
            put(file, (uint8_t)(word >> (8 * i)));
    return archive_reads(file) ? read : word;
}

static void put_integer(archive *file, int64_t number)
{
    uint8_t bytes[CODED_BYTES];
    const size_t count = coded_put(bytes, number);
    for (size_t i = 0; i < count; i++)
        put(file, bytes[i]);
}

static int64_t get_integer(archive *file)
{
    int64_t number = 0;
    const size_t count =
        file->result == FW_OK ? coded_get(file->from + file->at, file->size - file->at, &number) : 0;
    if (count == 0)
        archive_fail(file, FW_BAD_VALUE);
    file->at += count;
    return number;
}

static void put_field(archive *file, field_type type, const void *member)
{
    switch (type) {
    case FIELD_BOOL:
        put_integer(file, *(const bool *)member);
        break;
    case FIELD_I8:
        put_integer(file, *(const int8_t *)member);
        break;
    case FIELD_U8:
        put_integer(file, *(const uint8_t *)member);
        break;
    case FIELD_I16:
        put_integer(file, *(const int16_t *)member);
        break;
    case FIELD_I32:
        put_integer(file, *(const int32_t *)member);
        break;
    case FIELD_U32:
        put_integer(file, *(const uint32_t *)member);
        break;
    case FIELD_I64:
        put_integer(file, *(const int64_t *)member);
        break;
    case FIELD_U64:
        put_integer(file, (int64_t) * (const uint64_t *)member);
        break;
    case FIELD_F32:
        archive_word(file, coded_bits((double)*(const float *)member));
        break;
    case FIELD_F64:
        archive_word(file, coded_bits(*(const double *)member));
        break;
    case FIELD_UNIT: {
        const uint32_t slot = *(const uint32_t *)member;
        const fw_traffic *traffic = file->traffic;
        put_integer(file, slot == NO_AGENT ? 0 : traffic_index_of(traffic, traffic->agents[slot].id) + 1);
        break;
    }
    }
}

/// Checks an integer against the limits of its field.
static int64_t checked(archive *file, const field *field, int64_t number)
{
    const double value = field->type == FIELD_U64 ? (double)(uint64_t)number : (double)number;
    if (!(value >= field->least && value <= field->most))
        archive_fail(file, FW_BAD_VALUE);
    return number;
}

static double checked_real(archive *file, const field *field, double number)
{
    if (!(number >= field->least && number <= field->most))
        archive_fail(file, FW_BAD_VALUE);
    return number;
}

/// Reads a unit.
static uint32_t get_unit(archive *file)
{
    const int64_t index = get_integer(file);
    if (index < 0 || index > (int64_t)file->units)
        archive_fail(file, FW_BAD_VALUE);
    return file->result == FW_OK && index > 0 ? (uint32_t)(index - 1) : NO_AGENT;
}

/// Reads a field. A value that its member cannot hold is out of the limits of the field, too.
static void get_field(archive *file, const field *field, void *member)
{
    switch (field->type) {
    case FIELD_BOOL:
        *(bool *)member = checked(file, field, get_integer(file)) == 1;
        break;
    case FIELD_I8:
        *(int8_t *)member = (int8_t)checked(file, field, get_integer(file));
        break;
    case FIELD_U8:
        *(uint8_t *)member = (uint8_t)checked(file, field, get_integer(file));
        break;
    case FIELD_I16:
        *(int16_t *)member = (int16_t)checked(file, field, get_integer(file));
        break;
    case FIELD_I32:
        *(int32_t *)member = (int32_t)checked(file, field, get_integer(file));
        break;
    case FIELD_U32:
        *(uint32_t *)member = (uint32_t)checked(file, field, get_integer(file));
        break;
    case FIELD_I64:
        *(int64_t *)member = checked(file, field, get_integer(file));
        break;
    case FIELD_U64:
        *(uint64_t *)member = (uint64_t)checked(file, field, get_integer(file));
        break;
    case FIELD_F32:
        *(float *)member = (float)checked_real(file, field, coded_double(archive_word(file, 0)));
        break;
    case FIELD_F64:
        *(double *)member = checked_real(file, field, coded_double(archive_word(file, 0)));
        break;
    case FIELD_UNIT:
        *(uint32_t *)member = get_unit(file);
        break;
    }
}

static size_t get_list(archive *file, const record_type *type)
{
    if (file->result != FW_OK || file->at == file->size)
        return 0;
    const int64_t fields = get_integer(file), count = get_integer(file);
    if (fields < 1 || fields > type->count || count < 0 || (uint64_t)count > file->size - file->at)
        archive_fail(file, FW_BAD_VALUE);
    file->fields = (int32_t)fields;
    return file->result == FW_OK ? (size_t)count : 0;
}

size_t archive_list(archive *file, const record_type *type, size_t count)
{
    if (archive_reads(file))
        return get_list(file, type);
    put_integer(file, type->count);
    put_integer(file, (int64_t)count);
    file->fields = type->count;
    return count;
}

size_t archive_known_list(archive *file, const record_type *type, size_t count)
{
    if (archive_list(file, type, count) != count)
        archive_fail(file, FW_BAD_VALUE);
    return file->result == FW_OK ? count : 0;
}

void archive_record(archive *file, const record_type *type, void *record)
{
    for (int32_t i = 0; i < file->fields; i++) {
        uint8_t *member = (uint8_t *)record + type->fields[i].offset;
        if (archive_reads(file))
            get_field(file, &type->fields[i], member);
        else
            put_field(file, type->fields[i].type, member);
    }
}

void archive_records(archive *file, const record_type *type, void *records, size_t count, size_t bytes)
{
    for (size_t i = 0; i < count && file->result == FW_OK; i++)
        archive_record(file, type, (uint8_t *)records + i * bytes);
}
