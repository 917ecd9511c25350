// Methods of a study, with their options.
#include <stdio.h>
#include <string.h>

#include "batch/study_fields.h"

static bool read_options(const json_place *object, fw_request *request)
{
    static const char *const smoothings[] = { "none", "auto",   "simple",    "simple-sampled",
                                              "taut", "curved", "taut-lines" };
    const json_place weight = json_at(object, "weight"), work = json_at(object, "max_work"),
                     distance = json_at(object, "max_distance"), smooth = json_at(object, "smooth");
    int64_t most = 0;
    int smoothing = 0;
    if ((weight.value && !json_read_number(&weight, 1, 1000, &request->weight)) ||
        (work.value && !json_read_whole(&work, 1, INT64_C(1) << 52, &most)) ||
        (distance.value && !json_read_number(&distance, 1e-9, 1e9, &request->max_distance)) ||
        (smooth.value &&
         !json_read_name(&smooth, smoothings, sizeof smoothings / sizeof *smoothings, &smoothing)))
        return false;
    request->max_work = (uint64_t)most;
    request->smoothing = (fw_smoothing)smoothing;
    const struct {
        const char *key;
        bool *flag;
    } flags[] = { { "partial", &request->partial },
                  { "nearest", &request->nearest },
                  { "allow_violations", &request->allow_violations },
                  { "allow_longer", &request->allow_longer },
                  { "fewer_bends", &request->fewer_bends } };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        const json_place flag = json_at(object, flags[i].key);
        if (flag.value && !json_read_bool(&flag, flags[i].flag))
            return false;
    }
    return true;
}

static bool read_method_name(const json_place *place, fw_method *method)
{
    const char *text = NULL;
    if (!json_read_text(place, &text))
        return false;
    if (fw_method_from_name(text, method) != FW_OK || *method == FW_AREAS)
        return json_expected(place, "the name of a method, such as auto, grid or hierarchy (not areas)");
    return true;
}

/// Reads the name of a method, or an object with options.
static bool read_method(const json_place *item, void *into, void *user)
{
    static const char *const keys[] = { "name",         "method",       "weight",
                                        "max_work",     "max_distance", "smooth",
                                        "partial",      "nearest",      "allow_violations",
                                        "allow_longer", "fewer_bends",  NULL };
    study_method *method = into;
    (void)user;
    method->request = fw_default_request();
    if (json_is_string(item->value))
        return read_method_name(item, &method->request.method) && fields_read_name(item, method->name);
    if (!fields_expect(item, keys, "a method"))
        return false;
    const json_place name = json_at(item, "name"), kind = json_at(item, "method");
    return read_method_name(&kind, &method->request.method) &&
           fields_read_name(name.value ? &name : &kind, method->name) && read_options(item, &method->request);
}

bool study_read_methods(const json_place *top, study *read)
{
    enum { MOST_METHODS = 64 };
    const json_place list = json_at(top, "methods");
    return fields_read_list(&list, sizeof *read->methods, MOST_METHODS, read_method, NULL,
                            (void **)&read->methods, &read->method_count);
}
