#include "command.h"
#include "complain.h"

int run_info(const options *given)
{
    (void)given;
    complain("fairway info is not part of this build");
    return EXIT_BAD;
}
