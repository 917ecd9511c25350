#include "io/xml_attributes.h"

#include <string.h>

#include "io/text.h"

const char *io_xml_attribute(const char *const *attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

double io_xml_number(const char *const *attributes, const char *name, double otherwise)
{
    const char *text = io_xml_attribute(attributes, name);
    double number = otherwise;
    return text && io_read_decimal(io_span_of(text), &number) ? number : otherwise;
}
