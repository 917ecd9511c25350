#include <stdlib.h>
#include <string.h>

#include "io/xml_reader.h"
#include "parse_problem.h"

/// io/xml_reader.h for the module: JavaScript parses the text, and tells its parts in their order (src/parsers.js).

enum { MOST_ATTRIBUTES = 64 };

/// What JavaScript tells of a text.
typedef struct parsed {
    /// Texts that end with 0. The first letter of a part is 'B' where an element begins, with its attributes and an
    /// empty text after it, 'E' where one ends, 'T' for text, '.' at the end. An attribute is '=' with its name, and a
    /// text with its value. From malloc(); null: it was not parsed.
    char *parts;
    parse_problem kind; ///< of the problem
    char problem[PROBLEM_BYTES];
} parsed;

__attribute__((import_module("fairway"), import_name("parse_xml"))) void parse_xml(const char *bytes,
                                                                                   size_t size,
                                                                                   parsed *result);

static const char *next_of(const char *text)
{
    return text + strlen(text) + 1;
}

/// Tells the taker where an element begins.
///
/// @param[in,out] at  the element; afterwards the next part
static bool begin_element(const io_xml_taker *taker, const char **at)
{
    const char *attributes[2 * MOST_ATTRIBUTES + 1], *element = *at + 1;
    int count = 0;
    for (*at = next_of(*at); **at == '='; *at = next_of(next_of(*at)))
        if (count < 2 * MOST_ATTRIBUTES) {
            attributes[count++] = *at + 1;
            attributes[count++] = next_of(*at);
        }
    attributes[count] = NULL;
    *at = next_of(*at);
    return taker->begin(taker->user, element, attributes);
}

static bool tell(const io_xml_taker *taker, const char *at)
{
    bool is_taken = true;
    while (is_taken && *at != '.')
        if (*at == 'B') {
            is_taken = begin_element(taker, &at);
        } else {
            if (*at == 'E')
                is_taken = taker->end(taker->user, at + 1);
            else if (taker->text)
                is_taken = taker->text(taker->user, at + 1, strlen(at + 1));
            at = next_of(at);
        }
    return is_taken;
}

bool io_xml_read(const char *name, const char *bytes, size_t size, const io_xml_taker *taker, io_fault *fault)
{
    parsed result = { .parts = NULL };
    parse_xml(bytes, size, &result);
    if (!result.parts)
        return io_fail_as(fault, parse_result(result.kind), "%s: %s", name, result.problem);
    const bool is_taken = tell(taker, result.parts);
    free(result.parts);
    return is_taken;
}
