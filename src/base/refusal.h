#ifndef BASE_REFUSAL_H
#define BASE_REFUSAL_H

/// @file
/// Refusals are explained where they are decided: whoever judges a field names it. `why` is null unless somebody asks.

#include <stdint.h>

#include "fairway/refusal.h"

/// Nothing is wrong.
fw_refusal refusal_none(void);

/// Names the field that is wrong.
///
/// @param why     filled in; may be null
/// @param result  any but FW_OK
/// @return `result`
fw_result refuse(fw_refusal *why, fw_result result, const char *field, const char *reason);

/// Names two fields that cannot be combined.
fw_result refuse_both(fw_refusal *why, fw_result result, const char *field, const char *other,
                      const char *reason);

/// Names a field whose number is out of range: FW_NOT_FINITE for NaN and infinities, otherwise `result`.
fw_result refuse_number(fw_refusal *why, double number, fw_result result, const char *field,
                        const char *reason);

/// Says which item of the field is wrong: "set" becomes "set[3]".
///
/// @return `result`
fw_result refuse_item(fw_refusal *why, fw_result result, int32_t index);

/// Says what the field cannot be combined with: another field, which is named first.
///
/// @return `result`
fw_result refuse_with(fw_refusal *why, fw_result result, const char *first);

/// Says what the field is a part of: "top" becomes "fastest.top".
///
/// @return `result`
fw_result refuse_part(fw_refusal *why, fw_result result, const char *whole);

#endif
