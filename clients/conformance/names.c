/*
 * Stands before the resolver: `two-addresses.test` has two addresses, ::1 first and 127.0.0.1 second. All other names are
 * those of the system.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netdb.h>
#include <string.h>

typedef int (*resolver)(const char*, const char*, const struct addrinfo*, struct addrinfo**);

int getaddrinfo(const char* name, const char* service, const struct addrinfo* hints, struct addrinfo** found)
{
    const resolver real = (resolver)dlsym(RTLD_NEXT, "getaddrinfo");
    if (name == NULL || strcmp(name, "two-addresses.test") != 0) return real(name, service, hints, found);
    struct addrinfo numeric = {0};
    if (hints != NULL) numeric = *hints;
    const int family = numeric.ai_family;
    numeric.ai_flags = (numeric.ai_flags & ~AI_ADDRCONFIG) | AI_NUMERICHOST;
    numeric.ai_family = AF_INET;
    struct addrinfo* second = NULL;
    if (family != AF_INET6) {
        const int failure = real("127.0.0.1", service, &numeric, &second);
        *found = second;
        if (failure != 0 || family == AF_INET) return failure;
    }
    numeric.ai_family = AF_INET6;
    const int failure = real("::1", service, &numeric, found);
    if (failure != 0) return failure;
    struct addrinfo* last = *found;
    while (last->ai_next != NULL) last = last->ai_next;
    last->ai_next = second;
    return 0;
}
