#include "io/xml_reader.h"

#include "io/account.h"

#if IO_HAS_EXPAT

#include <expat.h>

typedef struct xml_reading {
    const char *name;
    XML_Parser parser;
    const io_xml_taker *taker;
    io_fault *fault;
    bool is_refused; ///< the fault is filled in
} xml_reading;

static void refuse_unless(xml_reading *reading, bool is_taken)
{
    if (is_taken || reading->is_refused)
        return;
    reading->is_refused = true;
    XML_StopParser(reading->parser, XML_FALSE);
}

static void begin_element(void *user, const XML_Char *element, const XML_Char **attributes)
{
    xml_reading *reading = user;
    if (!reading->is_refused)
        refuse_unless(reading, reading->taker->begin(reading->taker->user, element, attributes));
}

static void end_element(void *user, const XML_Char *element)
{
    xml_reading *reading = user;
    if (!reading->is_refused)
        refuse_unless(reading, reading->taker->end(reading->taker->user, element));
}

static void take_text(void *user, const XML_Char *text, int length)
{
    xml_reading *reading = user;
    if (!reading->is_refused && reading->taker->text)
        refuse_unless(reading, reading->taker->text(reading->taker->user, text, (size_t)length));
}

static void begin_doctype(void *user, const XML_Char *doctype, const XML_Char *system,
                          const XML_Char *public_id, int has_internal_subset)
{
    xml_reading *reading = user;
    (void)doctype, (void)system, (void)public_id;
    refuse_unless(reading, !has_internal_subset ||
                               io_fail_as(reading->fault, FW_NOT_SUPPORTED,
                                          "%s:%lu: the file defines entities of its own, which "
                                          "are not read",
                                          reading->name, XML_GetCurrentLineNumber(reading->parser)));
}

bool io_xml_read(const char *name, const char *bytes, size_t size, const io_xml_taker *taker, io_fault *fault)
{
    static const XML_Memory_Handling_Suite memory = { io_take, io_grow, io_give };
    xml_reading reading = {
        .name = name, .parser = XML_ParserCreate_MM(NULL, &memory, NULL), .taker = taker, .fault = fault
    };
    if (!reading.parser)
        return io_fail_without_memory(fault, name);
    XML_SetUserData(reading.parser, &reading);
    XML_SetElementHandler(reading.parser, begin_element, end_element);
    XML_SetCharacterDataHandler(reading.parser, take_text);
    XML_SetStartDoctypeDeclHandler(reading.parser, begin_doctype);
    const bool is_parsed = XML_Parse(reading.parser, bytes, (int)size, XML_TRUE) == XML_STATUS_OK;
    const enum XML_Error error = XML_GetErrorCode(reading.parser);
    if (!is_parsed && !reading.is_refused && error == XML_ERROR_NO_MEMORY)
        io_fail_without_memory(fault, name);
    else if (!is_parsed && !reading.is_refused)
        io_fail(fault, "%s:%lu: this is not XML, or it is cut off: %s", name,
                XML_GetCurrentLineNumber(reading.parser), XML_ErrorString(error));
    XML_ParserFree(reading.parser);
    return is_parsed && !reading.is_refused;
}

#else

bool io_xml_read(const char *name, const char *bytes, size_t size, const io_xml_taker *taker, io_fault *fault)
{
    (void)bytes, (void)size, (void)taker;
    return io_fail_as(fault, FW_NOT_SUPPORTED,
                      "%s: this is XML, which this build does not read: it was made without expat", name);
}

#endif
