#include "command.h"
#include "complain.h"

int run_simulate(const options *given)
{
    (void)given;
    complain("fairway simulate is not part of this build");
    return EXIT_BAD;
}
