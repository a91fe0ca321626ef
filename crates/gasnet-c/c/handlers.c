/*
 * Calls of handlers. A handler has as many parameters as its message has arguments.
 */
#include <stddef.h>
#include <stdint.h>

typedef int32_t A;
typedef void (*handler)(void);

/* Calls a handler of short messages. */
void farreach_gex_call_short(handler function, void *token, size_t count, const A *a)
{
    switch (count) {
    case 0: ((void (*)(void *))function)(token); break;
    case 1: ((void (*)(void *, A))function)(token, a[0]); break;
    case 2: ((void (*)(void *, A, A))function)(token, a[0], a[1]); break;
    case 3: ((void (*)(void *, A, A, A))function)(token, a[0], a[1], a[2]); break;
    case 4: ((void (*)(void *, A, A, A, A))function)(token, a[0], a[1], a[2], a[3]); break;
    case 5: ((void (*)(void *, A, A, A, A, A))function)(token, a[0], a[1], a[2], a[3], a[4]); break;
    case 6: ((void (*)(void *, A, A, A, A, A, A))function)(token, a[0], a[1], a[2], a[3], a[4], a[5]); break;
    case 7: ((void (*)(void *, A, A, A, A, A, A, A))function)(token, a[0], a[1], a[2], a[3], a[4], a[5], a[6]); break;
    case 8: ((void (*)(void *, A, A, A, A, A, A, A, A))function)(token, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]); break;
    case 9: ((void (*)(void *, A, A, A, A, A, A, A, A, A))function)(token, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]); break;
    case 10: ((void (*)(void *, A, A, A, A, A, A, A, A, A, A))function)(token, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]); break;
    case 11: ((void (*)(void *, A, A, A, A, A, A, A, A, A, A, A))function)(token, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]); break;
    case 12: ((void (*)(void *, A, A, A, A, A, A, A, A, A, A, A, A))function)(token, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]); break;
    case 13: ((void (*)(void *, A, A, A, A, A, A, A, A, A, A, A, A, A))function)(token, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12]); break;
    case 14: ((void (*)(void *, A, A, A, A, A, A, A, A, A, A, A, A, A, A))function)(token, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13]); break;
    case 15: ((void (*)(void *, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A))function)(token, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14]); break;
    case 16: ((void (*)(void *, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A))function)(token, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15]); break;
    }
}

/* Calls a handler of medium or long messages. */
void farreach_gex_call_payload(handler function, void *token, void *payload, size_t bytes, size_t count, const A *a)
{
    switch (count) {
    case 0: ((void (*)(void *, void *, size_t))function)(token, payload, bytes); break;
    case 1: ((void (*)(void *, void *, size_t, A))function)(token, payload, bytes, a[0]); break;
    case 2: ((void (*)(void *, void *, size_t, A, A))function)(token, payload, bytes, a[0], a[1]); break;
    case 3: ((void (*)(void *, void *, size_t, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2]); break;
    case 4: ((void (*)(void *, void *, size_t, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3]); break;
    case 5: ((void (*)(void *, void *, size_t, A, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3], a[4]); break;
    case 6: ((void (*)(void *, void *, size_t, A, A, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3], a[4], a[5]); break;
    case 7: ((void (*)(void *, void *, size_t, A, A, A, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3], a[4], a[5], a[6]); break;
    case 8: ((void (*)(void *, void *, size_t, A, A, A, A, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]); break;
    case 9: ((void (*)(void *, void *, size_t, A, A, A, A, A, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]); break;
    case 10: ((void (*)(void *, void *, size_t, A, A, A, A, A, A, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]); break;
    case 11: ((void (*)(void *, void *, size_t, A, A, A, A, A, A, A, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10]); break;
    case 12: ((void (*)(void *, void *, size_t, A, A, A, A, A, A, A, A, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]); break;
    case 13: ((void (*)(void *, void *, size_t, A, A, A, A, A, A, A, A, A, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12]); break;
    case 14: ((void (*)(void *, void *, size_t, A, A, A, A, A, A, A, A, A, A, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13]); break;
    case 15: ((void (*)(void *, void *, size_t, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14]); break;
    case 16: ((void (*)(void *, void *, size_t, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A))function)(token, payload, bytes, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14], a[15]); break;
    }
}
