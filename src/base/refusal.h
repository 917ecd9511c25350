#pragma once

/// Explains why a def or request is refused. The function that judges a field names the field. `why` is null if the
/// caller wants no explanation.

#include <stdint.h>

#include "fairway/refusal.h"

/// The explanation if nothing is wrong.
fw_refusal refusal_none(void);

/// Names the wrong field.
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

/// Adds the index of the wrong item to the field: "set" becomes "set[3]".
///
/// @return `result`
fw_result refuse_item(fw_refusal *why, fw_result result, int32_t index);

/// Adds a field that cannot be combined with the named one. The new field is named first.
///
/// @return `result`
fw_result refuse_with(fw_refusal *why, fw_result result, const char *first);

/// Adds the struct that the field is a part of: "top" becomes "fastest.top".
///
/// @return `result`
fw_result refuse_part(fw_refusal *why, fw_result result, const char *whole);
