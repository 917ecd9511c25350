#include "record/tape.h"

#include <string.h>

#include "record/frame.h"

void tape_begin(tape *tape, const recorder *recorder, uint32_t stream, record_kind kind)
{
    tape->recorder = recorder;
    tape->stream = stream;
    tape->count = FRAME_HEAD_BYTES;
    tape->frame[tape->count++] = (uint8_t)kind;
}

/// Writes the frame.
static void flush(tape *tape, bool goes_on)
{
    for (int i = 0; i < 4; i++)
        tape->frame[i] = (uint8_t)(tape->stream >> (8 * i));
    frame_set_content_bytes(tape->frame, tape->count - FRAME_HEAD_BYTES);
    tape->frame[6] = goes_on;
    tape->frame[7] = 0;
    frame_seal(tape->frame, tape->count);
    tape->recorder->write(tape->frame, tape->count, tape->recorder->user);
    tape->count = FRAME_HEAD_BYTES;
}

void tape_end(tape *tape)
{
    flush(tape, false);
}

void tape_bytes(tape *tape, const void *bytes, size_t count)
{
    const uint8_t *from = bytes;
    while (count > 0) {
        if (tape->count == FRAME_BYTES)
            flush(tape, true);
        const size_t room = FRAME_BYTES - tape->count;
        const size_t part = count < room ? count : room;
        memcpy(tape->frame + tape->count, from, part);
        tape->count += (uint32_t)part;
        from += part;
        count -= part;
    }
}

void tape_integer(tape *tape, int64_t number)
{
    uint8_t bytes[CODED_BYTES];
    if (FRAME_BYTES - tape->count >= CODED_BYTES)
        tape->count += (uint32_t)coded_put(tape->frame + tape->count, number);
    else
        tape_bytes(tape, bytes, coded_put(bytes, number));
}

void tape_word(tape *tape, uint64_t word)
{
    uint8_t bytes[8];
    const bool fits = FRAME_BYTES - tape->count >= sizeof bytes;
    uint8_t *to = fits ? tape->frame + tape->count : bytes;
    for (int i = 0; i < 8; i++)
        to[i] = (uint8_t)(word >> (8 * i));
    if (fits)
        tape->count += sizeof bytes;
    else
        tape_bytes(tape, bytes, sizeof bytes);
}

void tape_double(tape *tape, double number)
{
    tape_word(tape, coded_bits(number));
}

void tape_text(tape *tape, const char *text)
{
    tape_integer(tape, (int64_t)strlen(text));
    tape_bytes(tape, text, strlen(text));
}

static void write_number(tape *tape, number_type type, const void *number)
{
    switch (type) {
    case RECORD_BOOL:
        tape_integer(tape, *(const bool *)number);
        break;
    case RECORD_I32:
        tape_integer(tape, *(const int32_t *)number);
        break;
    case RECORD_U32:
        tape_integer(tape, *(const uint32_t *)number);
        break;
    case RECORD_U64:
        tape_integer(tape, (int64_t) * (const uint64_t *)number);
        break;
    case RECORD_F32:
        tape_double(tape, (double)*(const float *)number);
        break;
    case RECORD_F64:
        tape_double(tape, *(const double *)number);
        break;
    }
}

/// True if a number is zero, bit for bit.
static inline bool is_zero(const uint8_t *number, uint8_t bytes)
{
    uint64_t word;
    uint32_t half;
    if (bytes == sizeof word) {
        memcpy(&word, number, sizeof word);
        return word == 0;
    }
    if (bytes == 1)
        return *number == 0;
    memcpy(&half, number, sizeof half);
    return half == 0;
}

/// The first member from `field` on of which a number is not zero; `end` if there is none. Most members of most
/// requests are zero: this loop is the largest part of what a recording takes.
static const record_field *next_set(const record_field *field, const record_field *end,
                                    const uint8_t *members)
{
    for (; field < end; field++) {
        const uint8_t *member = members + field->offset;
        if (!is_zero(member, field->bytes))
            return field;
        for (size_t i = 1; i < field->count; i++)
            if (!is_zero(member + i * field->bytes, field->bytes))
                return field;
    }
    return end;
}

void tape_fields(tape *tape, const record_struct *type, const void *members)
{
    const record_field *end = type->fields + type->count;
    tape_integer(tape, type->count);
    for (const record_field *field = type->fields; (field = next_set(field, end, members)) < end; field++) {
        tape_integer(tape, field - type->fields + 1);
        for (int32_t n = 0; n < field->count; n++)
            write_number(tape, field->type,
                         (const uint8_t *)members + field->offset + (size_t)n * field->bytes);
    }
    tape_integer(tape, 0);
}

void tape_end_runs(tape_runs *runs)
{
    if (runs->length == 0)
        return;
    tape_integer(runs->tape, runs->length);
    tape_bytes(runs->tape, &runs->byte, 1);
    runs->length = 0;
}

void tape_add_bytes(tape_runs *runs, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] != runs->byte)
            tape_end_runs(runs);
        runs->byte = bytes[i];
        runs->length++;
    }
}

void tape_answer(const recorder *recorder, uint32_t stream, fw_result result, uint64_t edition, uint64_t hash)
{
    tape tape;
    tape_begin(&tape, recorder, stream, RECORD_ANSWER);
    tape_integer(&tape, result);
    tape_integer(&tape, (int64_t)edition);
    tape_word(&tape, hash);
    tape_end(&tape);
}
