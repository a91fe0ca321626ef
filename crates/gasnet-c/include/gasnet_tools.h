/*
 * GASNet tools: atomics and fences within a process, time, locks, keys of threads, settings. After gasnetex.h, or alone with
 * GASNETT_SEQ or GASNETT_PAR.
 */
#ifndef FARREACH_GASNET_TOOLS_H
#define FARREACH_GASNET_TOOLS_H

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "farreach_gex_annotations.h"
#include "farreach_gex_faults.h"
#include "farreach_gex_environment.h"

#ifdef __cplusplus
extern "C" {
#endif

#define GASNETT_PAGESIZE 4096
#define GASNETT_PAGESHIFT 12
#define GASNETT_CACHE_LINE_BYTES 64
#if defined(GASNET_SEQ) || defined(GASNETT_SEQ) || defined(GASNETT_THREAD_SINGLE)
#define GASNETT_MAX_THREADS 1
#define GASNETT_THREAD_MODEL SEQ
#else
#ifndef GASNETT_THREAD_SAFE
#define GASNETT_THREAD_SAFE 1
#endif
#define GASNETT_THREAD_MODEL PAR
/* The library has no limit. Programs size arrays by this number. */
#define GASNETT_MAX_THREADS 256
#endif
#define GASNETT_CONFIG_STRING                                                                                                     \
    "RELEASE=" FARREACH_GEX_RELEASE ",SPEC=1.20,THREADMODEL=" _STRINGIFY(GASNETT_THREAD_MODEL) ",PTR=" _STRINGIFY(                 \
        SIZEOF_VOID_P) " bytes,nodebug,notrace,nostats"
static inline const char *gasnett_release_version_str(void) { return FARREACH_GEX_RELEASE; }
static inline uint64_t gasnett_release_version(void)
{
    return (uint64_t)GASNETT_RELEASE_VERSION_MAJOR * 1000000 + GASNETT_RELEASE_VERSION_MINOR * 10000 +
           GASNETT_RELEASE_VERSION_PATCH;
}
/* Nothing of this library's build slows it down. */
static inline const char *gasnett_performance_warning_str(void) { return ""; }

/* Fences. */
#define gasnett_local_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
#define gasnett_local_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define gasnett_local_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define gasnett_weak_wmb() gasnett_local_wmb()
#define gasnett_weak_rmb() gasnett_local_rmb()
#define gasnett_weak_mb() gasnett_local_mb()
#define gasnett_compiler_fence() __atomic_signal_fence(__ATOMIC_SEQ_CST)

/* Atomics. All are sequentially consistent, whatever fences the flags ask for. Programs store GASNETT_ATOMIC_MAX in those of 32 bits
 * too, so that the type without a width has 32. */
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
FARREACH_GEX_LOCAL_ATOMIC(gasnett_atomic, uint32_t, int32_t)
FARREACH_GEX_LOCAL_ATOMIC(gasnett_atomic32, uint32_t, int32_t)
FARREACH_GEX_LOCAL_ATOMIC(gasnett_atomic64, uint64_t, int64_t)
FARREACH_GEX_LOCAL_ATOMIC(gasnett_strongatomic, uint32_t, int32_t)
FARREACH_GEX_LOCAL_ATOMIC(gasnett_strongatomic32, uint32_t, int32_t)
FARREACH_GEX_LOCAL_ATOMIC(gasnett_strongatomic64, uint64_t, int64_t)
#define gasnett_atomic_init(value) { (uint32_t)(value) }
#define gasnett_atomic32_init(value) { (uint32_t)(value) }
#define gasnett_atomic64_init(value) { (uint64_t)(value) }
#define gasnett_strongatomic_init(value) { (uint32_t)(value) }
#define gasnett_strongatomic32_init(value) { (uint32_t)(value) }
#define gasnett_strongatomic64_init(value) { (uint64_t)(value) }
#define GASNETT_ATOMIC_MAX UINT32_MAX
#define GASNETT_ATOMIC_SIGNED_MIN INT32_MIN
#define GASNETT_ATOMIC_SIGNED_MAX INT32_MAX

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
#define gasnett_mutex_destroy_ignoreerr(mutex) pthread_mutex_destroy(mutex)
#define gasnett_mutex_lock(mutex) ((void)pthread_mutex_lock(mutex))
#define gasnett_mutex_trylock(mutex) pthread_mutex_trylock(mutex)
#define gasnett_mutex_unlock(mutex) ((void)pthread_mutex_unlock(mutex))
/* A GASNet for debugging checks these. */
#define gasnett_mutex_assertlocked(mutex) ((void)(mutex))
#define gasnett_mutex_assertunlocked(mutex) ((void)(mutex))
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

/* Locks for many readers or one writer. */
typedef pthread_rwlock_t gasnett_rwlock_t;
#define GASNETT_RWLOCK_INITIALIZER PTHREAD_RWLOCK_INITIALIZER
#define gasnett_rwlock_init(lock) ((void)pthread_rwlock_init(lock, NULL))
#define gasnett_rwlock_destroy(lock) ((void)pthread_rwlock_destroy(lock))
/* There may be too many readers for the lock at this time. */
static inline void gasnett_rwlock_rdlock(gasnett_rwlock_t *lock)
{
    while (pthread_rwlock_rdlock(lock) == EAGAIN)
        sched_yield();
}
#define gasnett_rwlock_wrlock(lock) ((void)pthread_rwlock_wrlock(lock))
#define gasnett_rwlock_unlock(lock) ((void)pthread_rwlock_unlock(lock))
#define gasnett_rwlock_tryrdlock(lock) pthread_rwlock_tryrdlock(lock)
#define gasnett_rwlock_trywrlock(lock) pthread_rwlock_trywrlock(lock)
#define gasnett_rwlock_assertlocked(lock) ((void)(lock))
#define gasnett_rwlock_assertrdlocked(lock) ((void)(lock))
#define gasnett_rwlock_assertwrlocked(lock) ((void)(lock))
#define gasnett_rwlock_assertunlocked(lock) ((void)(lock))

/* The machine. */
static inline int gasnett_cpu_count(void) { return (int)sysconf(_SC_NPROCESSORS_ONLN); }
static inline const char *gasnett_gethostname(void)
{
    static char name[256];
    gethostname(name, sizeof name - 1);
    return name;
}
static inline uint64_t gasnett_getPhysMemSz(int is_fatal)
{
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && bytes > 0)
        return (uint64_t)pages * (uint64_t)bytes;
    if (is_fatal)
        gasnett_fatalerror_nopos("gasnett_getPhysMemSz: the system does not tell how much memory it has");
    return 0;
}
static inline int gasnett_isLittleEndian(void)
{
    const int one = 1;
    return *(const char *)&one;
}
/* Binds the calling thread to a core. */
#define GASNETT_SET_AFFINITY_SUPPORT 1
static inline int gasnett_set_affinity(int rank)
{
    unsigned long mask[16] = {0};
    unsigned bits = 8 * sizeof *mask, core = (unsigned)rank % (unsigned)sysconf(_SC_NPROCESSORS_ONLN) % (16 * bits);
    mask[core / bits] |= 1ul << core % bits;
    return syscall(SYS_sched_setaffinity, 0, sizeof mask, mask) != 0;
}
/* Raises a limit to the most that is allowed, unless GASNET_MAXIMIZE_ and its name say no. */
static inline int gasnett_maximize_rlimit(int resource, const char *name)
{
    struct rlimit limit;
    char setting[64];
    snprintf(setting, sizeof setting, "GASNET_MAXIMIZE_%s", name);
    if (!gasnett_getenv_yesno_withdefault(setting, 1))
        return 1;
    if (getrlimit((__typeof__(RLIMIT_CPU))resource, &limit))
        return 0;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit((__typeof__(RLIMIT_CPU))resource, &limit) == 0;
}
static inline int gasnett_maximize_rlimits(void)
{
    return gasnett_maximize_rlimit(RLIMIT_CPU, "RLIMIT_CPU") & gasnett_maximize_rlimit(RLIMIT_DATA, "RLIMIT_DATA") &
           gasnett_maximize_rlimit(RLIMIT_STACK, "RLIMIT_STACK") & gasnett_maximize_rlimit(RLIMIT_RSS, "RLIMIT_RSS") &
           gasnett_maximize_rlimit(RLIMIT_AS, "RLIMIT_AS");
}
/* Memory of its own pages, or NULL. */
static inline void *gasnett_mmap(uintptr_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}
#if defined(__x86_64__) || defined(__i386__)
#define gasnett_spinloop_hint() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define gasnett_spinloop_hint() __asm__ __volatile__("yield" ::: "memory")
#else
#define gasnett_spinloop_hint() gasnett_compiler_fence()
#endif
#define gasnett_spin_until(condition)                                                                                             \
    do {                                                                                                                          \
        while (!(condition))                                                                                                      \
            gasnett_spinloop_hint();                                                                                              \
        gasnett_local_rmb();                                                                                                      \
    } while (0)

/* Bytes: a checksum (FNV-1a), and how many are 0. */
static inline uint64_t gasnett_checksum(const void *bytes, int count)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (int at = 0; at < count; at++)
        sum = (sum ^ ((const unsigned char *)bytes)[at]) * 0x100000001b3u;
    return sum;
}
static inline size_t gasnett_count0s(const void *bytes, size_t count)
{
    size_t zeros = 0;
    for (size_t at = 0; at < count; at++)
        zeros += !((const unsigned char *)bytes)[at];
    return zeros;
}
static inline size_t gasnett_count0s_copy(void *GASNETT_RESTRICT to, const void *GASNETT_RESTRICT from, size_t count)
{
    return gasnett_count0s(memcpy(to, from, count), count);
}
static inline int gasnett_count0s_uint32_t(uint32_t word) { return (int)gasnett_count0s(&word, sizeof word); }
static inline int gasnett_count0s_uint64_t(uint64_t word) { return (int)gasnett_count0s(&word, sizeof word); }
static inline int gasnett_count0s_uintptr_t(uintptr_t word) { return (int)gasnett_count0s(&word, sizeof word); }

/* Characters, of any type of character. */
#define gasnett_isalnum(c) isalnum((unsigned char)(c))
#define gasnett_isalpha(c) isalpha((unsigned char)(c))
#define gasnett_isascii(c) ((unsigned char)(c) < 128)
#define gasnett_isblank(c) isblank((unsigned char)(c))
#define gasnett_iscntrl(c) iscntrl((unsigned char)(c))
#define gasnett_isdigit(c) isdigit((unsigned char)(c))
#define gasnett_isgraph(c) isgraph((unsigned char)(c))
#define gasnett_islower(c) islower((unsigned char)(c))
#define gasnett_isprint(c) isprint((unsigned char)(c))
#define gasnett_ispunct(c) ispunct((unsigned char)(c))
#define gasnett_isspace(c) isspace((unsigned char)(c))
#define gasnett_isupper(c) isupper((unsigned char)(c))
#define gasnett_isxdigit(c) isxdigit((unsigned char)(c))
#define gasnett_toascii(c) ((unsigned char)(c) & 127)
#define gasnett_tolower(c) tolower((unsigned char)(c))
#define gasnett_toupper(c) toupper((unsigned char)(c))

#ifdef __cplusplus
}
#endif

/* What needs the types of GASNet-EX comes with them: this header may stand before or behind gasnetex.h. */
#ifdef FARREACH_GASNETEX_H
#include "farreach_gex_formats.h"
#endif

#endif
