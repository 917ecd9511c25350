#include "recording.h"

#include <errno.h>
#include <string.h>

#include "complain.h"
#include "fairway/record.h"

static void write_recording(const void *bytes, size_t count, void *file)
{
    fwrite(bytes, 1, count, file);
}

bool recording_open(const char *name, fw_map *map, FILE **file)
{
    *file = name ? fopen(name, "wb") : NULL;
    if (!name)
        return true;
    if (!*file)
        return complain("%s: cannot be written (%s)", name, strerror(errno));
    setvbuf(*file, NULL, _IONBF, 0); // nothing waits in memory: if the command crashes, the file is complete
    const fw_result begun = fw_record_begin(map, write_recording, *file);
    return begun == FW_OK || complain("%s: %s", name, fw_result_text(begun));
}

bool recording_close(FILE *file)
{
    const bool failed = file && ferror(file);
    const bool is_closed = !file || fclose(file) == 0;
    return (is_closed && !failed) || complain("the recording is not complete: it could not be written");
}
