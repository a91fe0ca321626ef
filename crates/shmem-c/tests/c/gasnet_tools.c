/* GASNet's tools without GASNet: what the compiler and the system are, annotations, locks, settings, numbers, bytes, faults. */
#include <gasnet_tools.h>
#include <assert.h>
#undef NDEBUG
#define CHECK(condition) ((condition) ? (void)0 : (fprintf(stderr, "line %d: %s\n", __LINE__, #condition), exit(3)))

GASNETT_IDENT(tools_ident, "$ToolsIdent: of this program $");
GASNETT_THREADKEY_DEFINE(key);

GASNETT_MALLOC static void *made(size_t bytes) { return malloc(bytes); }
GASNETT_PURE static int first(const int *numbers) { return numbers[0]; }
GASNETT_CONST static int twice(int number) { return 2 * number; }
GASNETT_HOT GASNETT_USED static int never_called(void) { return 1; }
GASNETT_COLD GASNETT_WARN_UNUSED_RESULT static int wanted(void) { return 7; }
GASNETT_NEVER_INLINE(apart, static int apart(int number)) { return number + 1; }
GASNETT_FORMAT_PRINTF(printed, 2, 3, static int printed(char *buffer, const char *format, ...))
{
    va_list arguments;
    va_start(arguments, format);
    int bytes = vsprintf(buffer, format, arguments);
    va_end(arguments);
    return bytes;
}

static void platform(void)
{
#if PLATFORM_COMPILER_GNU + PLATFORM_COMPILER_CLANG != 1 || !PLATFORM_OS_LINUX || PLATFORM_COMPILER_FAMILYID <= 0
#error the compiler has no name
#endif
    CHECK(PLATFORM_COMPILER_VERSION_GE(4, 8, 0) && !PLATFORM_COMPILER_VERSION_LT(4, 8, 0) && PLATFORM_COMPILER_VERSION_GT(1, 0, 0) &&
          !PLATFORM_COMPILER_VERSION_EQ(1, 0, 0) && !PLATFORM_COMPILER_VERSION_LE(1, 0, 0));
#if PLATFORM_ARCH_64 && !PLATFORM_ARCH_32
    CHECK(sizeof(void *) == 8 && SIZEOF_VOID_P == 8);
#endif
#if PLATFORM_ARCH_LITTLE_ENDIAN && !PLATFORM_ARCH_BIG_ENDIAN
    CHECK(gasnett_isLittleEndian());
#endif
#ifdef __cplusplus
    CHECK(PLATFORM_COMPILER_CXX_LANGLVL == __cplusplus);
#if PLATFORM_COMPILER_GNU_CXX + PLATFORM_COMPILER_CLANG_CXX != 1 || PLATFORM_COMPILER_GNU_C
#error the compiler is for C++
#endif
#else
    CHECK(PLATFORM_COMPILER_C_LANGLVL == __STDC_VERSION__);
#if PLATFORM_COMPILER_GNU_C + PLATFORM_COMPILER_CLANG_C != 1 || PLATFORM_COMPILER_GNU_CXX
#error the compiler is for C
#endif
#endif
    CHECK(strstr(PLATFORM_COMPILER_IDSTR, _STRINGIFY(PLATFORM_COMPILER_FAMILYNAME)) && *PLATFORM_COMPILER_VERSION_STR);
    CHECK(strstr(GASNETT_SYSTEM_TUPLE, "-linux-") && strstr(GASNETT_CONFIG_STRING, "RELEASE=2025.8.0") && !*GASNETT_CONFIGURE_ARGS);
    CHECK(gasnett_release_version() == 2025080000 && !strcmp(gasnett_release_version_str(), "2025.8.0"));
    CHECK(GASNETT_RELEASE_VERSION_MAJOR == GASNET_RELEASE_VERSION_MAJOR && !*gasnett_performance_warning_str());
    CHECK(1 << GASNETT_PAGESHIFT == GASNETT_PAGESIZE && gasnett_cpu_count() > 0 && gasnett_getPhysMemSz(1) > 1 << 20);
    CHECK(strstr(gasnett_exe_name(), "gasnet") && HAVE_PTHREAD_H && SIZEOF_INT == sizeof(int) && SIZEOF_LONG == sizeof(long));
    CHECK(GASNETT_SET_AFFINITY_SUPPORT && gasnett_set_affinity(0) == 0 && gasnett_maximize_rlimits());
    void *pages = gasnett_mmap(GASNETT_PAGESIZE);
    CHECK(pages && (uintptr_t)pages % GASNETT_PAGESIZE == 0 && !*(char *)pages);
    struct rlimit limit;
    CHECK(getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur == limit.rlim_max);
}

static void annotations(void)
{
    int numbers[] = {5, 6}, seen = 0;
    void *memory = made(8);
    char buffer[16];
    CHECK(memory && first(numbers) == 5 && twice(4) == 8 && wanted() == 7 && apart(1) == 2 && printed(buffer, "%d", 12) == 2);
    free(memory);
    if_pt (numbers[0] == 5)
        seen++;
    else
        seen = -9;
    if_pf (numbers[0] == 6)
        seen = -9;
    switch (numbers[1]) {
    case 6: seen++; GASNETT_FALLTHROUGH
    case 7: seen++; break;
    default: gasnett_unreachable();
    }
    CHECK(seen == 3 && GASNETT_PREDICT_TRUE(seen) && !GASNETT_PREDICT_FALSE(seen == 4) && gasnett_constant_p(7));
    gasnett_assume(seen == 3);
    int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
    GASNETT_UNUSED_ARGS1(a);
    GASNETT_UNUSED_ARGS8(a, b, c, d, e, f, g, h);
    int *GASNETT_RESTRICT pointer = numbers;
    CHECK(*pointer == 5);
    gasnett_threadkey_set(key, pointer);
    CHECK(gasnett_threadkey_get(key) == numbers && tools_ident[0] == '$');
    gasnett_spinloop_hint();
    gasnett_spin_until(seen == 3);
    sprintf(buffer, "%" PRIuSZ, sizeof(char));
    CHECK(!strcmp(buffer, "1"));
}

static void locks(void)
{
    static gasnett_rwlock_t lock = GASNETT_RWLOCK_INITIALIZER;
    gasnett_rwlock_t other;
    gasnett_rwlock_init(&other);
    gasnett_rwlock_wrlock(&other);
    gasnett_rwlock_assertwrlocked(&other);
    gasnett_rwlock_unlock(&other);
    gasnett_rwlock_destroy(&other);
    gasnett_rwlock_rdlock(&lock);
    CHECK(gasnett_rwlock_tryrdlock(&lock) == 0 && gasnett_rwlock_trywrlock(&lock) == EBUSY);
    gasnett_rwlock_unlock(&lock);
    gasnett_rwlock_unlock(&lock);
    CHECK(gasnett_rwlock_trywrlock(&lock) == 0 && gasnett_rwlock_tryrdlock(&lock) == EBUSY);
    gasnett_rwlock_unlock(&lock);
    gasnett_rwlock_assertunlocked(&lock);
    gasnett_mutex_t mutex = GASNETT_MUTEX_INITIALIZER;
    gasnett_mutex_lock(&mutex);
    gasnett_mutex_assertlocked(&mutex);
    CHECK(gasnett_mutex_trylock(&mutex) == EBUSY);
    gasnett_mutex_unlock(&mutex);
    CHECK(gasnett_mutex_destroy_ignoreerr(&mutex) == 0);
}

static void settings(void)
{
    char text[50];
    for (int bit = 0; bit < 62; bit++)
        for (int is_size = 0; is_size < 2; is_size++)
            CHECK(gasnett_parse_int(gasnett_format_number((int64_t)1 << bit, text, sizeof text, is_size), is_size) == (int64_t)1 << bit);
    CHECK(!strcmp(gasnett_format_number(3 << 20, text, sizeof text, 1), "3 MB") &&
          !strcmp(gasnett_format_number(4097, text, sizeof text, 1), "4097 B") &&
          !strcmp(gasnett_format_number(-5, text, sizeof text, 0), "-5"));
    CHECK(gasnett_parse_int("2", 1024) == 2048 && gasnett_parse_int("1.5 KB", 1) == 1536 && gasnett_parse_int("7b", 1024) == 7 &&
          gasnett_parse_int("0x1F", 0) == 31 && gasnett_parse_int("-12", 0) == -12);
    gasnett_setenv("A_NUMBER", "3/8");
    CHECK(gasnett_getenv_dbl_withdefault("A_NUMBER", 1) == 0.375 && gasnett_getenv_dbl_withdefault("NO_NUMBER", 1.5) == 1.5);
    gasnett_setenv("A_SIZE", "2M");
    CHECK(gasnett_getenv_int_withdefault("A_SIZE", 1, 1) == 2 << 20 && gasnett_getenv_int_withdefault("NO_SIZE", 9, 1) == 9);
    gasnett_setenv("A_CHOICE", "No");
    CHECK(!gasnett_getenv_yesno_withdefault("A_CHOICE", 1) && gasnett_getenv_yesno_withdefault("NO_CHOICE", 1));
    CHECK(!gasnett_verboseenv());
    gasnett_unsetenv("A_SIZE");
    CHECK(!strcmp(gasnett_getenv_withdefault("A_SIZE", "other"), "other"));
}

static void bytes(void)
{
    CHECK(MIN(3, 4) == 3 && MAX(3, 4) == 4);
    char from[24], to[24] = {0};
    for (int at = 0; at < 24; at++)
        from[at] = (char)(at % 3);
    CHECK(gasnett_count0s(from, 24) == 8 && gasnett_count0s(from + 1, 2) == 0 && gasnett_count0s_copy(to, from, 24) == 8);
    CHECK(!memcmp(to, from, 24) && gasnett_checksum(from, 24) == gasnett_checksum(to, 24));
    to[3] ^= 1;
    CHECK(gasnett_checksum(from, 24) != gasnett_checksum(to, 24));
    CHECK(gasnett_count0s_uint32_t(0x00110000u) == 3 && gasnett_count0s_uint64_t(0x0011001100110011u) == 4 &&
          gasnett_count0s_uintptr_t(0) == (int)sizeof(uintptr_t));
    CHECK(gasnett_isdigit('7') && !gasnett_isalpha('7') && gasnett_toupper('a') == 'A' && gasnett_isascii('a'));
}

static volatile int caught, printed_backtraces;
static void on_signal(int number) { caught = number; }
GASNETT_EXTERNC int own_backtrace(int fd) { return (void)fd, printed_backtraces = printed_backtraces + 1, 0; }
gasnett_backtrace_type_t gasnett_backtrace_user = {"OWN", own_backtrace, 1};

static void traces(void)
{
    const char *file = "file";
    unsigned int line = 1;
    GASNETT_TRACE_GETSOURCELINE(&file, &line);
    CHECK(file == NULL && line == 0 && !GASNETT_TRACE_ENABLED && !*GASNETT_TRACE_GETMASK() && !*GASNETT_STATS_GETMASK());
    GASNETT_TRACE_SETSOURCELINE(__FILE__, __LINE__);
    GASNETT_TRACE_FREEZESOURCELINE();
    GASNETT_TRACE_UNFREEZESOURCELINE();
    GASNETT_TRACE_PRINTF("%d", 1);
    GASNETT_TRACE_PRINTF_FORCE("%d", 1);
    GASNETT_TRACE_SETMASK("A");
    GASNETT_TRACE_SET_TRACELOCAL(GASNETT_TRACE_GET_TRACELOCAL());
    GASNETT_STATS_PRINTF("%d", 1);
    GASNETT_STATS_PRINTF_FORCE("%d", 1);
    GASNETT_STATS_SETMASK("A");
    GASNETT_STATS_DUMP(1);
    CHECK(gasnett_reghandler(SIGUSR1, on_signal) == SIG_DFL);
    raise(SIGUSR1);
    CHECK(caught == SIGUSR1 && gasnett_reghandler(SIGUSR1, SIG_IGN) == on_signal);
    CHECK(gasnett_print_backtrace(STDOUT_FILENO) == 0 && printed_backtraces == 1);
    CHECK(gasnett_print_backtrace_ifenabled(STDOUT_FILENO) != 0 && printed_backtraces == 1);
    gasnett_setenv("GASNET_BACKTRACE", "1");
    CHECK(gasnett_print_backtrace_ifenabled(STDOUT_FILENO) == 0 && printed_backtraces == 2);
    gasnett_setenv("GASNET_BACKTRACE_TYPE", "EXECINFO");
    CHECK(gasnett_print_backtrace(STDERR_FILENO) == 0 && printed_backtraces == 2);
    gasnett_unsetenv("GASNET_BACKTRACE");
    static gasnett_atomic_t counter = gasnett_atomic_init(GASNETT_ATOMIC_MAX);
    static gasnett_atomic32_t counter32 = gasnett_atomic32_init(GASNETT_ATOMIC_MAX);
    CHECK(gasnett_atomic_read(&counter, 0) == GASNETT_ATOMIC_MAX && gasnett_atomic32_swap(&counter32, 0, 0) == GASNETT_ATOMIC_MAX);
    CHECK(gasnett_atomic_signed(gasnett_atomic_add(&counter, 0, 0)) == -1);
    char *place = gasnett_current_loc;
    CHECK(strstr(place, "traces at ") && strstr(place, __FILE__));
    free(place);
    volatile int flag = 1;
    gasnett_freezeForDebuggerNow(&flag, "flag");
    gasnett_freezeForDebuggerErr();
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "fatal"))
        gasnett_fatalerror("the value is %d", 5);
    if (!strcmp(what, "fatal-nopos"))
        gasnett_fatalerror_nopos("the value is %d", 6);
    if (!strcmp(what, "kill"))
        gasnett_killmyprocess(9);
    if (!strcmp(what, "setting")) {
        gasnett_setenv("A_SIZE", "many");
        gasnett_getenv_int_withdefault("A_SIZE", 1, 1);
    }
    if (!strcmp(what, "verbose")) {
        gasnett_setenv("GASNET_VERBOSEENV", "1");
        for (int time = 0; time < 2; time++)
            gasnett_getenv_int_withdefault("A_SIZE", 4096, 1);
        gasnett_envdbl_display("A_FACTOR", 0.5, 0);
        gasnett_envstr_display("A_NAME", "x", 1);
        gasnett_setenv("FARREACH_RANK", "1");
        gasnett_envint_display("NOT_SHOWN", 1, 0, 0);
        return 0;
    }
    gasnett_backtrace_init(argv[0]);
    platform();
    annotations();
    locks();
    settings();
    bytes();
    traces();
    puts("good");
    gasnett_flush_streams();
    gasnett_close_streams();
    return 0;
}
