/*
 * Compiler, operating system and architecture, by names that do not depend on the compiler. A name that does not hold is not
 * defined, so that #if takes it for 0.
 */
#ifndef _PORTABLE_PLATFORM_H
#define _PORTABLE_PLATFORM_H 20
#define PLATFORM_HEADER_VERSION 20

#define PLATFORM_STRINGIFY_HELPER(text) #text
#define PLATFORM_STRINGIFY(text) PLATFORM_STRINGIFY_HELPER(text)

/* The compiler. A clang is no GNU compiler, although it defines __GNUC__. */
#define PLATFORM_COMPILER_VERSION_INT(major, minor, patch) (((major) * 1000 + (minor)) * 1000 + (patch))
#if defined(__clang__)
#define PLATFORM_COMPILER_CLANG 1
#define PLATFORM_COMPILER_FAMILYNAME CLANG
#define PLATFORM_COMPILER_FAMILYID 19
#define PLATFORM_COMPILER_VERSION PLATFORM_COMPILER_VERSION_INT(__clang_major__, __clang_minor__, __clang_patchlevel__)
#define PLATFORM_COMPILER_VERSION_STR __clang_version__
#ifdef __cplusplus
#define PLATFORM_COMPILER_CLANG_CXX 1
#else
#define PLATFORM_COMPILER_CLANG_C 1
#endif
#elif defined(__GNUC__)
#define PLATFORM_COMPILER_GNU 1
#define PLATFORM_COMPILER_FAMILYNAME GNU
#define PLATFORM_COMPILER_FAMILYID 1
#define PLATFORM_COMPILER_VERSION PLATFORM_COMPILER_VERSION_INT(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__)
#define PLATFORM_COMPILER_VERSION_STR __VERSION__
#ifdef __cplusplus
#define PLATFORM_COMPILER_GNU_CXX 1
#else
#define PLATFORM_COMPILER_GNU_C 1
#endif
#else
#define PLATFORM_COMPILER_UNKNOWN 1
#define PLATFORM_COMPILER_FAMILYNAME UNKNOWN
#define PLATFORM_COMPILER_FAMILYID 0
#define PLATFORM_COMPILER_VERSION 0
#define PLATFORM_COMPILER_VERSION_STR "unknown"
#endif
#define PLATFORM_COMPILER_VERSION_GT(major, minor, patch)                                                                         \
    (PLATFORM_COMPILER_VERSION > PLATFORM_COMPILER_VERSION_INT(major, minor, patch))
#define PLATFORM_COMPILER_VERSION_GE(major, minor, patch)                                                                         \
    (PLATFORM_COMPILER_VERSION >= PLATFORM_COMPILER_VERSION_INT(major, minor, patch))
#define PLATFORM_COMPILER_VERSION_EQ(major, minor, patch)                                                                         \
    (PLATFORM_COMPILER_VERSION == PLATFORM_COMPILER_VERSION_INT(major, minor, patch))
#define PLATFORM_COMPILER_VERSION_LE(major, minor, patch)                                                                         \
    (PLATFORM_COMPILER_VERSION <= PLATFORM_COMPILER_VERSION_INT(major, minor, patch))
#define PLATFORM_COMPILER_VERSION_LT(major, minor, patch)                                                                         \
    (PLATFORM_COMPILER_VERSION < PLATFORM_COMPILER_VERSION_INT(major, minor, patch))
#ifdef __cplusplus
#define PLATFORM_COMPILER_ID (PLATFORM_COMPILER_FAMILYID + 10000)
#define PLATFORM_COMPILER_CXX_LANGLVL __cplusplus
#define PLATFORM_COMPILER_STD_CPLUSPLUS __cplusplus
#define PLATFORM_COMPILER_LANGUAGE_STR "C++"
#else
#define PLATFORM_COMPILER_ID PLATFORM_COMPILER_FAMILYID
#define PLATFORM_COMPILER_C_LANGLVL __STDC_VERSION__
#define PLATFORM_COMPILER_STD_STDC_VERSION __STDC_VERSION__
#define PLATFORM_COMPILER_STD_STDC __STDC__
#define PLATFORM_COMPILER_LANGUAGE_STR "C"
#endif
#define PLATFORM_COMPILER_IDSTR                                                                                                   \
    "|COMPILER_FAMILY:" PLATFORM_STRINGIFY(PLATFORM_COMPILER_FAMILYNAME) "|COMPILER_VERSION:" PLATFORM_COMPILER_VERSION_STR      \
    "|COMPILER_LANGUAGE:" PLATFORM_COMPILER_LANGUAGE_STR "|"

/* The operating system. */
#if defined(__linux__)
#define PLATFORM_OS_LINUX 1
#define PLATFORM_OS_FAMILYNAME LINUX
#else
#define PLATFORM_OS_UNKNOWN 1
#define PLATFORM_OS_FAMILYNAME UNKNOWN
#endif

/* The architecture. */
#if defined(__SIZEOF_POINTER__) && __SIZEOF_POINTER__ == 4
#define PLATFORM_ARCH_32 1
#else
#define PLATFORM_ARCH_64 1
#endif
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define PLATFORM_ARCH_BIG_ENDIAN 1
#else
#define PLATFORM_ARCH_LITTLE_ENDIAN 1
#endif
#if defined(__x86_64__)
#define PLATFORM_ARCH_X86_64 1
#define PLATFORM_ARCH_FAMILYNAME X86_64
#elif defined(__aarch64__)
#define PLATFORM_ARCH_AARCH64 1
#define PLATFORM_ARCH_FAMILYNAME AARCH64
#elif defined(__powerpc__)
#define PLATFORM_ARCH_POWERPC 1
#define PLATFORM_ARCH_FAMILYNAME POWERPC
#elif defined(__riscv)
#define PLATFORM_ARCH_RISCV 1
#define PLATFORM_ARCH_FAMILYNAME RISCV
#elif defined(__s390__)
#define PLATFORM_ARCH_S390 1
#define PLATFORM_ARCH_FAMILYNAME S390
#else
#define PLATFORM_ARCH_UNKNOWN 1
#define PLATFORM_ARCH_FAMILYNAME UNKNOWN
#endif

#endif
