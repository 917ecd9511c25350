#include "plan/attempts.h"

void attempts_free(attempts *attempts)
{
    fw_path_destroy(attempts->answer);
    fw_path_destroy(attempts->kept.path);
}
