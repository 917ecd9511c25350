// Nothing: the tests include what cmocka wants, and tests/portable/cmocka.h does not jump.
