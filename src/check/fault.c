#include "base/def.h"
#include "fairway/check.h"

const char *fw_fault_text(fw_fault fault)
{
    static const char *const texts[FW_FAULT_COUNT] = {
        [FW_FAULT_NONE] = "has no fault",
        [FW_FAULT_BLOCKED] = "touches a blocked tile",
        [FW_FAULT_POSITION] = "jumps from one place to another",
        [FW_FAULT_HEADING] = "jumps from one heading to another",
        [FW_FAULT_TOO_TIGHT] = "turns tighter than the unit can",
        [FW_FAULT_GEAR] = "drives in reverse without a reverse gear",
        [FW_FAULT_CORNER] = "cuts a corner that the unit may not cut",
        [FW_FAULT_FORBIDDEN] = "makes a move that the overlay forbids",
        [FW_FAULT_ANGLE] = "has a heading that is none of its fixed angles",
        [FW_FAULT_START] = "does not start where it should",
        [FW_FAULT_GOAL] = "does not end where it should",
        [FW_FAULT_LENGTH] = "claims a length that is not its length",
        [FW_FAULT_COST] = "claims a cost that is not its cost",
        [FW_FAULT_STALE] = "was made for another version of the map",
        [FW_FAULT_TREE] = "overlaps a round obstacle",
    };
    if ((int)fault < 0 || fault >= FW_FAULT_COUNT)
        return "has an unknown fault";
    return texts[fault];
}

fw_result fw_path_get_check(const fw_map *map, fw_unit_id unit, const fw_path *path, const fw_check_def *def,
                            fw_check_report *report, size_t bytes)
{
    fw_check_report whole;
    const fw_result result = fw_path_check(map, unit, path, def, &whole);
    return result == FW_OK ? struct_give(report, bytes, &whole, sizeof whole) : result;
}
