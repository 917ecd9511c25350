#include "command.h"
#include "complain.h"

int run_generate(const options *given)
{
    (void)given;
    complain("fairway generate is not part of this build");
    return EXIT_BAD;
}
