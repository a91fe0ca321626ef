/*
 * What gasnetex.h and gasnet_tools.h share: the platform, versions, and annotations for the compiler. Programs include one of
 * these headers.
 */
#ifndef FARREACH_GEX_ANNOTATIONS_H
#define FARREACH_GEX_ANNOTATIONS_H

#include "gasnet_portable_platform.h"

/* What the build of GASNet finds out about the system. */
#ifndef HAVE_PTHREAD_H
#define HAVE_PTHREAD_H 1
#endif
#ifndef HAVE_MMAP
#define HAVE_MMAP 1
#endif
#ifndef SIZEOF_VOID_P
#define SIZEOF_CHAR 1
#define SIZEOF_SHORT __SIZEOF_SHORT__
#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG __SIZEOF_LONG__
#define SIZEOF_LONG_LONG __SIZEOF_LONG_LONG__
#define SIZEOF_VOID_P __SIZEOF_POINTER__
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#define SIZEOF_PTRDIFF_T __SIZEOF_PTRDIFF_T__
#endif
#ifndef PRIuSZ
#define PRIdSZ "zd"
#define PRIiSZ "zi"
#define PRIuSZ "zu"
#define PRIxSZ "zx"
#endif

#ifndef _STRINGIFY
#define _STRINGIFY_HELPER(text) #text
#define _STRINGIFY(text) _STRINGIFY_HELPER(text)
#endif
#ifndef _CONCAT
#define _CONCAT_HELPER(one, two) one##two
#define _CONCAT(one, two) _CONCAT_HELPER(one, two)
#endif

/* Versions, and what this library is. */
#define GASNETT_SPEC_VERSION_MAJOR 1
#define GASNETT_SPEC_VERSION_MINOR 20
#define GASNET_RELEASE_VERSION_MAJOR 2025
#define GASNET_RELEASE_VERSION_MINOR 8
#define GASNET_RELEASE_VERSION_PATCH 0
#define GASNETT_RELEASE_VERSION_MAJOR GASNET_RELEASE_VERSION_MAJOR
#define GASNETT_RELEASE_VERSION_MINOR GASNET_RELEASE_VERSION_MINOR
#define GASNETT_RELEASE_VERSION_PATCH GASNET_RELEASE_VERSION_PATCH
#define FARREACH_GEX_RELEASE "2025.8.0"
#if defined(__x86_64__)
#define GASNETT_SYSTEM_TUPLE "x86_64-unknown-linux-gnu"
#elif defined(__aarch64__)
#define GASNETT_SYSTEM_TUPLE "aarch64-unknown-linux-gnu"
#else
#define GASNETT_SYSTEM_TUPLE _STRINGIFY(PLATFORM_ARCH_FAMILYNAME) "-unknown-linux-gnu"
#endif
/* Nothing is configured: all conduits are one. */
#define GASNETT_CONFIGURE_ARGS ""

/* Linkage. */
#ifdef __cplusplus
#define GASNETT_EXTERNC extern "C"
#define GASNETT_BEGIN_EXTERNC extern "C" {
#define GASNETT_END_EXTERNC }
#else
#define GASNETT_EXTERNC extern
#define GASNETT_BEGIN_EXTERNC
#define GASNETT_END_EXTERNC
#endif

/* Functions. */
#define GASNETT_INLINE(name) __attribute__((always_inline)) inline
#define GASNETT_NEVER_INLINE(name, declarator) __attribute__((noinline)) declarator
#define GASNETT_NORETURN __attribute__((noreturn))
#define GASNETT_NORETURNP(name)
#define GASNETT_MALLOC __attribute__((malloc))
#define GASNETT_MALLOCP(name)
#define GASNETT_PURE __attribute__((pure))
#define GASNETT_PUREP(name)
#define GASNETT_CONST __attribute__((const))
#define GASNETT_CONSTP(name)
#define GASNETT_HOT __attribute__((hot))
#define GASNETT_COLD __attribute__((cold))
#define GASNETT_USED __attribute__((used))
#define GASNETT_DEPRECATED __attribute__((deprecated))
#define GASNETT_WARN_UNUSED_RESULT __attribute__((warn_unused_result))
#define GASNETT_FORMAT_PRINTF(name, at, first, declarator) __attribute__((__format__(__printf__, at, first))) declarator
#define GASNETT_FORMAT_PRINTF_FUNCPTR(name, at, first, declarator) __attribute__((__format__(__printf__, at, first))) declarator
#define GASNETT_CURRENT_FUNCTION __func__
#define GASNETT_RESTRICT __restrict__

/* Statements and conditions. */
#define GASNETT_PREDICT_TRUE(condition) __builtin_expect(!!(condition), 1)
#define GASNETT_PREDICT_FALSE(condition) __builtin_expect(!!(condition), 0)
#define if_pt(condition) if (GASNETT_PREDICT_TRUE(condition))
#define if_pf(condition) if (GASNETT_PREDICT_FALSE(condition))
#define gasnett_constant_p(expression) __builtin_constant_p(expression)
#define gasnett_unreachable() __builtin_unreachable()
#define gasnett_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
/* Stands behind a case's last statement, without a semicolon. */
#define GASNETT_FALLTHROUGH __attribute__((fallthrough));
#define GASNETT_UNUSED_ARGS1(a) ((void)(a))
#define GASNETT_UNUSED_ARGS2(a, b) ((void)((void)(a), GASNETT_UNUSED_ARGS1(b)))
#define GASNETT_UNUSED_ARGS3(a, b, c) ((void)((void)(a), GASNETT_UNUSED_ARGS2(b, c)))
#define GASNETT_UNUSED_ARGS4(a, b, c, d) ((void)((void)(a), GASNETT_UNUSED_ARGS3(b, c, d)))
#define GASNETT_UNUSED_ARGS5(a, b, c, d, e) ((void)((void)(a), GASNETT_UNUSED_ARGS4(b, c, d, e)))
#define GASNETT_UNUSED_ARGS6(a, b, c, d, e, f) ((void)((void)(a), GASNETT_UNUSED_ARGS5(b, c, d, e, f)))
#define GASNETT_UNUSED_ARGS7(a, b, c, d, e, f, g) ((void)((void)(a), GASNETT_UNUSED_ARGS6(b, c, d, e, f, g)))
#define GASNETT_UNUSED_ARGS8(a, b, c, d, e, f, g, h) ((void)((void)(a), GASNETT_UNUSED_ARGS7(b, c, d, e, f, g, h)))

/* Embeds a text in the executable. Stands at file scope. */
#define GASNETT_IDENT(name, text) static const char name[] GASNETT_USED = text

#endif
