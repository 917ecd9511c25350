#include "hierarchy/family.h"

#include "hierarchy/landmark_survey.h"

fw_result family_refresh(memory *memory, hierarchy *table)
{
    uint64_t work = UINT64_MAX;
    if (table->transition_count == 0)
        landmarks_drop(memory, hierarchy_cluster_count(table), &table->landmarks);
    if (!landmarks_are_due(table))
        return FW_OK;
    landmark_survey *survey = landmarks_begin(memory, table);
    if (!survey)
        return FW_NO_MEMORY;
    const fw_result result = landmarks_step(survey, &work);
    if (result == FW_OK)
        landmarks_install(memory, survey, table);
    landmarks_end(memory, survey);
    return result;
}

void family_succeed(hierarchy *built, const hierarchy *former)
{
    journal_leave(built->journal);
    built->journal = journal_join(former->journal);
    built->since = former->since;
    built->landmarks.cheapened =
        former->landmarks.cheapened + 1; // as if: a survey of the former graph does not hold
    for (size_t i = 0; i < hierarchy_cluster_count(built); i++)
        if (built->records[i] != former->records[i])
            journal_note(built->journal, i);
}

void family_join(memory *memory, hierarchy *table, const hierarchy *original)
{
    for (size_t i = 0; i < hierarchy_cluster_count(original); i++)
        if (original->records[i])
            hierarchy_exchange(table, i, record_join(original->records[i]));
    landmarks_share(memory, &original->landmarks, hierarchy_cluster_count(table), &table->landmarks);
    journal_leave(table->journal);
    table->journal = journal_join(original->journal);
    table->since = journal_now(table->journal);
}

void family_catch_up(memory *memory, hierarchy *table, hierarchy *newest)
{
    journal_places places = journal_since(table->journal, table->since, hierarchy_cluster_count(table));
    for (size_t index; journal_next(&places, &index);) {
        memory->visited++;
        if (table->records[index] == newest->records[index])
            continue;
        record_leave(memory, hierarchy_exchange(table, index, record_join(newest->records[index])));
        landmarks_note_moved(&table->landmarks, index, table->records[index]);
    }
    table->since = newest->since = journal_now(table->journal);
    landmarks_share(memory, &newest->landmarks, hierarchy_cluster_count(table), &table->landmarks);
}

size_t family_bytes(const hierarchy *table)
{
    const landmark_distances *known = table->landmarks.known;
    const size_t shared = landmarks_shared_bytes(&table->landmarks, hierarchy_cluster_count(table));
    size_t records = 0;
    for (size_t i = 0; i < hierarchy_cluster_count(table); i++) {
        const cluster_record *record = table->records[i];
        records += record ? cluster_record_own_bytes(record) / (size_t)record->users : 0;
    }
    return hierarchy_bytes(table) - table->record_bytes + records - shared +
           (known ? shared / (size_t)known->users : 0) + journal_bytes(table->journal);
}
