#pragma once

/// Attributes of an element of XML: name, value, name, value, ..., null.

/// Value of an attribute; null if it is missing.
const char *io_xml_attribute(const char *const *attributes, const char *name);

/// Number in an attribute. Returns the number; `otherwise` if the attribute is missing or no number.
double io_xml_number(const char *const *attributes, const char *name, double otherwise);
