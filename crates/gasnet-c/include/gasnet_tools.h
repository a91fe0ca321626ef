/*
 * GASNet tools: atomics and fences within a process, time, locks, keys of threads, settings. After gasnetex.h, or alone with
 * GASNETT_SEQ or GASNETT_PAR.
 */
#ifndef FARREACH_GASNET_TOOLS_H
#define FARREACH_GASNET_TOOLS_H

#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GASNETT_SPEC_VERSION_MAJOR 1
#define GASNETT_SPEC_VERSION_MINOR 20
#define GASNETT_PAGESIZE 4096
#define GASNETT_CACHE_LINE_BYTES 64
#if defined(GASNET_SEQ) || defined(GASNETT_SEQ)
#define GASNETT_MAX_THREADS 1
#else
#define GASNETT_THREAD_SAFE 1
/* The library has no limit. Programs size arrays by this number. */
#define GASNETT_MAX_THREADS 256
#endif
#define GASNETT_INLINE(name) __attribute__((always_inline)) inline
#define GASNETT_NEVER_INLINE(name, declarator) __attribute__((noinline)) declarator
#define GASNETT_NORETURN __attribute__((noreturn))
#define GASNETT_NORETURNP(name)
#define GASNETT_FORMAT_PRINTF(name, at, first, declarator) __attribute__((__format__(__printf__, at, first))) declarator
#define GASNETT_CURRENT_FUNCTION __func__
#ifdef __cplusplus
#define GASNETT_EXTERNC extern "C"
#define GASNETT_BEGIN_EXTERNC extern "C" {
#define GASNETT_END_EXTERNC }
#else
#define GASNETT_EXTERNC extern
#define GASNETT_BEGIN_EXTERNC
#define GASNETT_END_EXTERNC
#endif

/* Fences. */
#define gasnett_local_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
#define gasnett_local_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define gasnett_local_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define gasnett_weak_wmb() gasnett_local_wmb()
#define gasnett_weak_rmb() gasnett_local_rmb()
#define gasnett_weak_mb() gasnett_local_mb()
#define gasnett_compiler_fence() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define gasnett_unreachable() __builtin_unreachable()

/* Atomics. All are sequentially consistent, whatever fences the flags ask for. */
#define GASNETT_ATOMIC_NONE 0
#define GASNETT_ATOMIC_REL 1
#define GASNETT_ATOMIC_ACQ 2
#define GASNETT_ATOMIC_WMB_PRE 4
#define GASNETT_ATOMIC_WMB_POST 8
#define GASNETT_ATOMIC_RMB_PRE 16
#define GASNETT_ATOMIC_RMB_POST 32
#define GASNETT_ATOMIC_MB_PRE (GASNETT_ATOMIC_WMB_PRE | GASNETT_ATOMIC_RMB_PRE)
#define GASNETT_ATOMIC_MB_POST (GASNETT_ATOMIC_WMB_POST | GASNETT_ATOMIC_RMB_POST)
#define GASNETT_ATOMIC_ACQ_IF_TRUE 64
#define GASNETT_ATOMIC_ACQ_IF_FALSE 128
#define GASNETT_ATOMIC_RMB_POST_IF_TRUE 64
#define GASNETT_ATOMIC_RMB_POST_IF_FALSE 128
#define GASNETT_HAVE_ATOMIC_CAS 1
#define GASNETT_HAVE_ATOMIC_ADD_SUB 1
#define GASNETT_HAVE_STRONGATOMIC_CAS 1
#define GASNETT_HAVE_STRONGATOMIC_ADD_SUB 1
#define FARREACH_GEX_LOCAL_ATOMIC(name, type, signed_type)                                                                        \
    typedef struct {                                                                                                              \
        volatile type farreach_value;                                                                                             \
    } name##_t;                                                                                                                   \
    typedef type name##_val_t;                                                                                                    \
    typedef signed_type name##_sval_t;                                                                                            \
    static inline void name##_set(name##_t *p, type value, int flags)                                                             \
    {                                                                                                                             \
        (void)flags;                                                                                                              \
        __atomic_store_n(&p->farreach_value, value, __ATOMIC_SEQ_CST);                                                            \
    }                                                                                                                             \
    static inline type name##_read(name##_t *p, int flags)                                                                        \
    {                                                                                                                             \
        (void)flags;                                                                                                              \
        return __atomic_load_n(&p->farreach_value, __ATOMIC_SEQ_CST);                                                             \
    }                                                                                                                             \
    static inline type name##_add(name##_t *p, type value, int flags)                                                             \
    {                                                                                                                             \
        (void)flags;                                                                                                              \
        return __atomic_add_fetch(&p->farreach_value, value, __ATOMIC_SEQ_CST);                                                   \
    }                                                                                                                             \
    static inline type name##_subtract(name##_t *p, type value, int flags)                                                        \
    {                                                                                                                             \
        (void)flags;                                                                                                              \
        return __atomic_sub_fetch(&p->farreach_value, value, __ATOMIC_SEQ_CST);                                                   \
    }                                                                                                                             \
    static inline void name##_increment(name##_t *p, int flags) { name##_add(p, 1, flags); }                                      \
    static inline void name##_decrement(name##_t *p, int flags) { name##_subtract(p, 1, flags); }                                 \
    static inline int name##_decrement_and_test(name##_t *p, int flags) { return name##_subtract(p, 1, flags) == 0; }             \
    static inline int name##_compare_and_swap(name##_t *p, type before, type after, int flags)                                    \
    {                                                                                                                             \
        (void)flags;                                                                                                              \
        return __atomic_compare_exchange_n(&p->farreach_value, &before, after, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);            \
    }                                                                                                                             \
    static inline type name##_swap(name##_t *p, type value, int flags)                                                            \
    {                                                                                                                             \
        (void)flags;                                                                                                              \
        return __atomic_exchange_n(&p->farreach_value, value, __ATOMIC_SEQ_CST);                                                  \
    }                                                                                                                             \
    static inline signed_type name##_signed(type value) { return (signed_type)value; }
FARREACH_GEX_LOCAL_ATOMIC(gasnett_atomic, uintptr_t, intptr_t)
FARREACH_GEX_LOCAL_ATOMIC(gasnett_atomic32, uint32_t, int32_t)
FARREACH_GEX_LOCAL_ATOMIC(gasnett_atomic64, uint64_t, int64_t)
FARREACH_GEX_LOCAL_ATOMIC(gasnett_strongatomic, uintptr_t, intptr_t)
FARREACH_GEX_LOCAL_ATOMIC(gasnett_strongatomic32, uint32_t, int32_t)
FARREACH_GEX_LOCAL_ATOMIC(gasnett_strongatomic64, uint64_t, int64_t)
#define gasnett_atomic_init(value) { value }
#define gasnett_atomic32_init(value) { value }
#define gasnett_atomic64_init(value) { value }
#define gasnett_strongatomic_init(value) { value }
#define gasnett_strongatomic32_init(value) { value }
#define gasnett_strongatomic64_init(value) { value }
#define GASNETT_ATOMIC_MAX UINTPTR_MAX
#define GASNETT_ATOMIC_SIGNED_MIN INTPTR_MIN
#define GASNETT_ATOMIC_SIGNED_MAX INTPTR_MAX

/* Time: a tick is a nanosecond. */
typedef uint64_t gasnett_tick_t;
#define GASNETT_TICK_MIN ((gasnett_tick_t)0)
#define GASNETT_TICK_MAX ((gasnett_tick_t)-1)
static inline gasnett_tick_t gasnett_ticks_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (gasnett_tick_t)now.tv_sec * 1000000000u + (gasnett_tick_t)now.tv_nsec;
}
static inline uint64_t gasnett_ticks_to_ns(gasnett_tick_t ticks) { return ticks; }
static inline uint64_t gasnett_ticks_to_us(gasnett_tick_t ticks) { return ticks / 1000; }
static inline double gasnett_tick_granularityus(void)
{
    struct timespec step;
    clock_getres(CLOCK_MONOTONIC, &step);
    return (double)step.tv_sec * 1e6 + (double)step.tv_nsec / 1e3;
}
static inline double gasnett_tick_overheadus(void)
{
    gasnett_tick_t begin = gasnett_ticks_now();
    for (int time = 0; time < 1000; time++)
        gasnett_ticks_now();
    return (double)(gasnett_ticks_now() - begin) / 1e6;
}
static inline uint64_t gasnett_gettimeofday_us(void)
{
    struct timeval now;
    gettimeofday(&now, NULL);
    return (uint64_t)now.tv_sec * 1000000u + (uint64_t)now.tv_usec;
}
static inline int gasnett_nsleep(uint64_t nanoseconds)
{
    struct timespec time;
    time.tv_sec = (time_t)(nanoseconds / 1000000000u);
    time.tv_nsec = (long)(nanoseconds % 1000000000u);
    return nanosleep(&time, NULL);
}
static inline void gasnett_sched_yield(void) { sched_yield(); }

/* Locks and conditions. */
typedef pthread_mutex_t gasnett_mutex_t;
typedef pthread_cond_t gasnett_cond_t;
#define GASNETT_MUTEX_INITIALIZER PTHREAD_MUTEX_INITIALIZER
#define GASNETT_COND_INITIALIZER PTHREAD_COND_INITIALIZER
#define gasnett_mutex_init(mutex) ((void)pthread_mutex_init(mutex, NULL))
#define gasnett_mutex_destroy(mutex) pthread_mutex_destroy(mutex)
#define gasnett_mutex_lock(mutex) ((void)pthread_mutex_lock(mutex))
#define gasnett_mutex_trylock(mutex) pthread_mutex_trylock(mutex)
#define gasnett_mutex_unlock(mutex) ((void)pthread_mutex_unlock(mutex))
#define gasnett_cond_init(condition) ((void)pthread_cond_init(condition, NULL))
#define gasnett_cond_destroy(condition) pthread_cond_destroy(condition)
#define gasnett_cond_signal(condition) ((void)pthread_cond_signal(condition))
#define gasnett_cond_broadcast(condition) ((void)pthread_cond_broadcast(condition))
#define gasnett_cond_wait(condition, mutex) ((void)pthread_cond_wait(condition, mutex))

/* A value for each thread. */
#define GASNETT_THREADKEY_DEFINE(key) __thread void *farreach_gex_key_##key
#define GASNETT_THREADKEY_DECLARE(key) extern __thread void *farreach_gex_key_##key
#define gasnett_threadkey_init(key) ((void)0)
#define gasnett_threadkey_get(key) (farreach_gex_key_##key)
#define gasnett_threadkey_set(key, value) ((void)(farreach_gex_key_##key = (void *)(value)))
#define gasnett_threadkey_get_noinit(key) gasnett_threadkey_get(key)
#define gasnett_threadkey_set_noinit(key, value) gasnett_threadkey_set(key, value)

/* Settings and the machine. */
static inline char *gasnett_getenv(const char *name) { return getenv(name); }
static inline void gasnett_setenv(const char *name, const char *value) { setenv(name, value, 1); }
static inline void gasnett_unsetenv(const char *name) { unsetenv(name); }
static inline int gasnett_verboseenv(void) { return getenv("GASNET_VERBOSEENV") != NULL; }
static inline const char *gasnett_getenv_withdefault(const char *name, const char *other)
{
    const char *value = getenv(name);
    return value ? value : other;
}
static inline int gasnett_getenv_yesno_withdefault(const char *name, int other)
{
    const char *value = getenv(name);
    if (!value || !*value)
        return other;
    return *value == 'y' || *value == 'Y' || *value == '1' || !strcasecmp(value, "on") || !strcasecmp(value, "true");
}
/* A number with a unit of 1024: K, M, G or T. Without one it is in units of `unit` bytes, if that is not 0. */
static inline int64_t gasnett_parse_int(const char *text, uint64_t unit)
{
    char *end;
    double number = strtod(text, &end);
    static const char letters[] = "KMGT";
    const char *letter = *end ? strchr(letters, *end & ~32) : NULL;
    if (!strncasecmp(text, "0x", 2))
        return (int64_t)strtoull(text, NULL, 16);
    if (letter)
        unit = (uint64_t)1 << (10 * (letter - letters + 1));
    else if (*end == 'b' || *end == 'B')
        unit = 1;
    return (int64_t)(number * (double)(unit ? unit : 1));
}
static inline int64_t gasnett_getenv_int_withdefault(const char *name, int64_t other, uint64_t unit)
{
    const char *value = getenv(name);
    return value && *value ? gasnett_parse_int(value, unit) : other;
}
static inline int gasnett_cpu_count(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }
static inline const char *gasnett_gethostname(void)
{
    static char name[256];
    gethostname(name, sizeof name - 1);
    return name;
}
/* Prints a message and ends the process. */
__attribute__((noreturn, format(printf, 1, 2))) static inline void gasnett_fatalerror(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "fatal error: ");
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

#ifdef __cplusplus
}
#endif

#endif
