#include "command.h"
#include "complain.h"

int run_check(const options *given)
{
    (void)given;
    complain("fairway check is not part of this build");
    return EXIT_BAD;
}
