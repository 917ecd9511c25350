#include "base/refusal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

fw_refusal refusal_none(void)
{
    return (fw_refusal){ .reason = "" };
}

fw_result refuse_both(fw_refusal *why, fw_result result, const char *field, const char *other,
                      const char *reason)
{
    if (!why)
        return result;
    *why = (fw_refusal){ .result = result, .reason = reason };
    snprintf(why->field, sizeof why->field, "%s", field);
    snprintf(why->other, sizeof why->other, "%s", other);
    return result;
}

fw_result refuse(fw_refusal *why, fw_result result, const char *field, const char *reason)
{
    return refuse_both(why, result, field, "", reason);
}

fw_result refuse_number(fw_refusal *why, double number, fw_result result, const char *field,
                        const char *reason)
{
    if (!isfinite(number))
        return refuse(why, FW_NOT_FINITE, field, "a number must be finite");
    return refuse(why, result, field, reason);
}

fw_result refuse_item(fw_refusal *why, fw_result result, int32_t index)
{
    if (!why)
        return result;
    const size_t used = strlen(why->field);
    snprintf(why->field + used, sizeof why->field - used, "[%d]", (int)index);
    return result;
}

fw_result refuse_with(fw_refusal *why, fw_result result, const char *first)
{
    if (!why)
        return result;
    memcpy(why->other, why->field, sizeof why->other);
    snprintf(why->field, sizeof why->field, "%s", first);
    return result;
}

fw_result refuse_part(fw_refusal *why, fw_result result, const char *whole)
{
    if (!why)
        return result;
    char part[sizeof why->field];
    memcpy(part, why->field, sizeof part);
    snprintf(why->field, sizeof why->field, "%s.%.20s", whole, part);
    return result;
}
