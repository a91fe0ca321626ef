/*
 * GASNet tools: fatal errors, backtraces, a stop for a debugger, and the places where a tracing GASNet would trace. Programs include
 * gasnet_tools.h.
 *
 * GASNET_BACKTRACE=1 prints a backtrace with each fatal error, GASNET_BACKTRACE_TYPE names the mechanisms to try, in order, and
 * GASNET_FREEZE_ON_ERROR=1 stops the process for a debugger.
 */
#ifndef FARREACH_GEX_FAULTS_H
#define FARREACH_GEX_FAULTS_H

#ifdef __GLIBC__
#include <execinfo.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

static inline int farreach_gex_is_set(const char *name)
{
    const char *value = getenv(name);
    return value && (*value == '1' || *value == 'y' || *value == 'Y');
}

/* A mechanism of the program, by the name of gasnett_backtrace_user, which a program may define. It returns 0 if it has printed. */
typedef struct {
    const char *name;
    int (*fnp)(int fd);
    int threadsupport;
} gasnett_backtrace_type_t;
extern gasnett_backtrace_type_t gasnett_backtrace_user __attribute__((weak));

/* The path of the program: what gasnett_backtrace_init was given, or what runs. */
__attribute__((weak)) char farreach_gex_program[4096];
static inline void gasnett_backtrace_init(const char *exename)
{
    snprintf(farreach_gex_program, sizeof farreach_gex_program, "%s", exename ? exename : "");
}
static inline const char *gasnett_exe_name(void)
{
    if (!*farreach_gex_program && readlink("/proc/self/exe", farreach_gex_program, sizeof farreach_gex_program - 1) < 0)
        return "";
    return farreach_gex_program;
}
static inline int farreach_gex_execinfo(int fd)
{
#ifdef __GLIBC__
    void *frames[64];
    backtrace_symbols_fd(frames, backtrace(frames, 64), fd);
    return 0;
#else
    return (void)fd, 1;
#endif
}
static inline int gasnett_print_backtrace(int fd)
{
    const char *types = getenv("GASNET_BACKTRACE_TYPE");
    gasnett_backtrace_type_t *user = &gasnett_backtrace_user;
    if (user && user->fnp && (!types || strstr(types, user->name)) && user->fnp(fd) == 0)
        return 0;
    return !types || strstr(types, "EXECINFO") ? farreach_gex_execinfo(fd) : 1;
}
static inline int farreach_gex_print_if_enabled(int fd)
{
    return farreach_gex_is_set("GASNET_BACKTRACE") ? gasnett_print_backtrace(fd) : 1;
}
/* A program may store its own function here. */
__attribute__((weak)) int (*gasnett_print_backtrace_ifenabled)(int fd) = farreach_gex_print_if_enabled;

/* Waits until a debugger changes the variable. */
static inline void gasnett_freezeForDebuggerNow(volatile int *flag, const char *name)
{
    fprintf(stderr, "process %ld waits for a debugger, which sets %s to 1: gdb %s %ld\n", (long)getpid(), name, gasnett_exe_name(),
            (long)getpid());
    while (!*flag)
        sleep(1);
}
static volatile int gasnett_frozen __attribute__((unused));
static inline void gasnett_freezeForDebuggerErr(void)
{
    if (farreach_gex_is_set("GASNET_FREEZE_ON_ERROR"))
        gasnett_freezeForDebuggerNow(&gasnett_frozen, "gasnett_frozen");
}

/* Print a message and end the process by abort. The first tells the place in the program too. */
__attribute__((noreturn)) static inline void farreach_gex_die(const char *place, const char *format, va_list arguments)
{
    fflush(stdout);
    fprintf(stderr, "*** FATAL ERROR (process %ld)%s%s: ", (long)getpid(), place ? " in " : "", place ? place : "");
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    fflush(stderr);
    gasnett_freezeForDebuggerErr();
    gasnett_print_backtrace_ifenabled(STDERR_FILENO);
    abort();
}
__attribute__((noreturn, format(printf, 1, 2))) static inline void gasnett_fatalerror_nopos(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    farreach_gex_die(NULL, format, arguments);
}
static inline char *farreach_gex_place(const char *function, const char *file, int line)
{
    size_t bytes = strlen(function) + strlen(file) + 32;
    char *place = (char *)malloc(bytes);
    if (place)
        snprintf(place, bytes, "%s at %s:%d", function, file, line);
    return place;
}
/* The place in the program, as a text to free. */
#define gasnett_current_loc farreach_gex_place(__func__, __FILE__, __LINE__)
__attribute__((noreturn, format(printf, 2, 3))) static inline void farreach_gex_fatal(const char *place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    farreach_gex_die(place, format, arguments);
}
#define gasnett_fatalerror(...) farreach_gex_fatal(gasnett_current_loc, __VA_ARGS__)

typedef void (*gasnett_sighandlerfn_t)(int);
static inline gasnett_sighandlerfn_t gasnett_reghandler(int number, gasnett_sighandlerfn_t handler) { return signal(number, handler); }
static inline void gasnett_flush_streams(void)
{
    fflush(stdout);
    fflush(stderr);
}
static inline void gasnett_close_streams(void)
{
    fclose(stdin);
    fclose(stdout);
    fclose(stderr);
}
/* Ends the process with all its threads, without what atexit has registered. */
static inline void gasnett_killmyprocess(int exitcode) { _exit(exitcode); }

/* This library traces nothing: no message is formatted, and the masks are empty. */
#define GASNETT_TRACE_ENABLED 0
#define GASNETT_TRACE_PRINTF(...) ((void)0)
#define GASNETT_TRACE_PRINTF_FORCE(...) ((void)0)
#define GASNETT_TRACE_SETSOURCELINE(file, line) ((void)(file), (void)(line))
#define GASNETT_TRACE_GETSOURCELINE(file, line) ((void)(*(file) = NULL), (void)(*(line) = 0))
#define GASNETT_TRACE_FREEZESOURCELINE() ((void)0)
#define GASNETT_TRACE_UNFREEZESOURCELINE() ((void)0)
#define GASNETT_TRACE_GETMASK() ""
#define GASNETT_TRACE_SETMASK(mask) ((void)(mask))
#define GASNETT_TRACE_GET_TRACELOCAL() 0
#define GASNETT_TRACE_SET_TRACELOCAL(value) ((void)(value))
#define GASNETT_STATS_ENABLED 0
#define GASNETT_STATS_PRINTF(...) ((void)0)
#define GASNETT_STATS_PRINTF_FORCE(...) ((void)0)
#define GASNETT_STATS_DUMP(reset) ((void)(reset))
#define GASNETT_STATS_GETMASK() ""
#define GASNETT_STATS_SETMASK(mask) ((void)(mask))
typedef void (*gasnett_stats_callback_t)(void (*format)(const char *, ...));
#define GASNETT_STATS_INIT(callback) ((void)(callback))

#ifdef __cplusplus
}
#endif

#endif
