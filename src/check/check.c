#include "fairway/check.h"

#include "base/cookie.h"

const char *fw_fault_text(fw_fault fault)
{
    static const char *const texts[FW_FAULT_COUNT] = {
        [FW_FAULT_NONE] = "has no fault",
        [FW_FAULT_BLOCKED] = "touches a blocked tile",
        [FW_FAULT_POSITION] = "jumps from one place to another",
        [FW_FAULT_HEADING] = "jumps from one heading to another",
        [FW_FAULT_TOO_TIGHT] = "turns tighter than the unit can",
        [FW_FAULT_GEAR] = "drives backward without a reverse gear",
        [FW_FAULT_CORNER] = "cuts a corner that the unit may not cut",
        [FW_FAULT_ANGLE] = "faces a way that is none of its fixed angles",
        [FW_FAULT_START] = "starts where it should not",
        [FW_FAULT_GOAL] = "ends where it should not",
        [FW_FAULT_LENGTH] = "claims a length that is not its length",
        [FW_FAULT_COST] = "claims a cost that is not its cost",
        [FW_FAULT_STALE] = "was made for another version of the map",
    };
    if ((int)fault < 0 || fault >= FW_FAULT_COUNT)
        return "has an unknown fault";
    return texts[fault];
}

fw_check_def fw_default_check_def(void)
{
    return (fw_check_def){ .cookie = COOKIE_OF(fw_check_def) };
}

fw_result fw_path_check(const fw_map *map, fw_unit_id unit, const fw_path *path, const fw_check_def *def,
                        fw_check_report *report)
{
    (void)map, (void)unit, (void)path, (void)def, (void)report;
    return FW_NOT_SUPPORTED;
}
