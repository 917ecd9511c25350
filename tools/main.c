#include <stdio.h>

#include "fairway/fairway.h"

int main(void)
{
    printf("fairway %s\n", fw_version());
    return 0;
}
