#include "io/json_writer.h"

#include <string.h>

#include "io/number.h"
#include "io/text.h"

json_writer json_writer_to(FILE *to)
{
    return (json_writer){ .to = to };
}

/// Writes the separator before the next item.
static void part(json_writer *json)
{
    if (json->after_key)
        json->after_key = false;
    else if (json->has_items)
        fputs(", ", json->to);
    json->has_items = true;
}

void json_open(json_writer *json, char bracket)
{
    part(json);
    putc(bracket, json->to);
    json->depth++;
    json->has_items = false;
}

void json_close(json_writer *json, char bracket)
{
    putc(bracket, json->to);
    json->depth--;
    json->has_items = true;
}

void json_break(json_writer *json)
{
    fprintf(json->to, "%s\n%*s", json->has_items ? "," : "", 2 * json->depth, "");
    json->has_items = false;
}

void json_key(json_writer *json, const char *key)
{
    json_text(json, key);
    fputs(": ", json->to);
    json->after_key = true;
}

void json_text(json_writer *json, const char *text)
{
    part(json);
    putc('"', json->to);
    size_t count;
    for (size_t rest = strlen(text); rest > 0; text += count, rest -= count) {
        const unsigned char letter = (unsigned char)*text;
        const bool is_text = (count = io_letter_bytes(text, rest)) > 0;
        if (!is_text)
            fputs("\\ufffd", json->to);
        else if (letter == '"' || letter == '\\')
            fprintf(json->to, "\\%c", letter);
        else if (letter < 32)
            fprintf(json->to, "\\u%04x", letter);
        else
            fwrite(text, 1, count, json->to);
        count += !is_text;
    }
    putc('"', json->to);
}

void json_number(json_writer *json, double value)
{
    part(json);
    fputs(io_number(value).text, json->to);
}

void json_whole(json_writer *json, int64_t value)
{
    part(json);
    fprintf(json->to, "%lld", (long long)value);
}

void json_nothing(json_writer *json)
{
    part(json);
    fputs("null", json->to);
}

void json_pair_text(json_writer *json, const char *key, const char *text)
{
    json_key(json, key);
    json_text(json, text);
}

void json_pair_number(json_writer *json, const char *key, double value)
{
    json_key(json, key);
    json_number(json, value);
}

void json_pair_whole(json_writer *json, const char *key, int64_t value)
{
    json_key(json, key);
    json_whole(json, value);
}

void json_pair_bool(json_writer *json, const char *key, bool value)
{
    json_key(json, key);
    part(json);
    fputs(value ? "true" : "false", json->to);
}

void json_pair_open(json_writer *json, const char *key, char bracket)
{
    json_key(json, key);
    json_open(json, bracket);
}

void json_pair_texts(json_writer *json, const char *key, const char *const *texts, int count)
{
    json_pair_open(json, key, '[');
    for (int i = 0; i < count; i++)
        json_text(json, texts[i]);
    json_close(json, ']');
}
