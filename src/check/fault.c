#include "check/fault.h"

#include "base/def.h"

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
        [FW_FAULT_STEERING] = "bends faster than the unit can turn its wheels",
    };
    if ((int)fault < 0 || fault >= FW_FAULT_COUNT)
        return "has an unknown fault";
    return texts[fault];
}

void fault_note(fw_check_report *report, fw_fault fault, const place *where)
{
    report->faults[fault]++;
    const bool is_first =
        report->first == FW_FAULT_NONE ||
        (where->segment >= 0 && (report->first_segment < 0 || where->at < report->first_at));
    if (!is_first)
        return;
    report->first = fault;
    report->first_segment = where->segment;
    report->first_at = where->at;
    report->first_x = where->x;
    report->first_y = where->y;
    report->first_tile_x = (int32_t)where->tile_x;
    report->first_tile_y = (int32_t)where->tile_y;
}

fw_result fw_path_get_check(const fw_map *map, fw_unit_id unit, const fw_path *path, const fw_check_def *def,
                            fw_check_report *report, size_t bytes)
{
    fw_check_report whole;
    const fw_result result = fw_path_check(map, unit, path, def, &whole);
    return result == FW_OK ? struct_give(report, bytes, &whole, sizeof whole) : result;
}
