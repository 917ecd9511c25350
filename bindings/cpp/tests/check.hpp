// What the tests share: a test names what it expects, and goes on.
#include <cstdio>

#include <fairway/fairway.hpp>

inline int failures = 0;

#define EXPECT(statement)                                                                                              \
    ((statement) ? (void)0 : (void)(failures++, std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #statement)))

inline int verdict(const char *name) {
    std::printf("%s: %d failures\n", name, failures);
    return failures != 0;
}
