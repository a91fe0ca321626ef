/*
 * GASNet tools: settings, which come from environment variables, and numbers as text. Programs include gasnet_tools.h.
 *
 * GASNET_VERBOSEENV=1 shows each setting that the program asks for, once, on standard error of rank 0.
 */
#ifndef FARREACH_GEX_ENVIRONMENT_H
#define FARREACH_GEX_ENVIRONMENT_H

#ifdef __cplusplus
extern "C" {
#endif

static inline char *gasnett_getenv(const char *name) { return getenv(name); }
static inline void gasnett_setenv(const char *name, const char *value) { setenv(name, value, 1); }
static inline void gasnett_unsetenv(const char *name) { unsetenv(name); }

/* 1 for a text that means yes, 0 for one that means no, and otherwise -1. */
static inline int farreach_gex_is_yes(const char *text)
{
    static const char *const words[] = {"n", "no", "0", "off", "false", "y", "yes", "1", "on", "true"};
    for (int at = 0; at < 10; at++)
        if (!strcasecmp(text, words[at]))
            return at >= 5;
    return -1;
}
/* Whether settings are shown. Launchers tell the rank in one of these variables. */
static inline int gasnett_verboseenv(void)
{
    static const char *const ranks[] = {"FARREACH_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"};
    const char *value = getenv("GASNET_VERBOSEENV");
    if (!value || farreach_gex_is_yes(value) != 1)
        return 0;
    for (int at = 0; at < 4; at++)
        if ((value = getenv(ranks[at])) != NULL)
            return !strcmp(value, "0");
    return 1;
}

/* A number as text that gasnett_parse_int reads back. A size has the greatest unit of which it is a multiple. */
static inline char *gasnett_format_number(int64_t value, char *buffer, size_t bytes, int is_mem_size)
{
    static const char *const units[] = {"B", "KB", "MB", "GB", "TB"};
    int unit = 0;
    if (!is_mem_size) {
        snprintf(buffer, bytes, "%lld", (long long)value);
        return buffer;
    }
    for (; value && value % 1024 == 0 && unit < 4; unit++)
        value /= 1024;
    snprintf(buffer, bytes, "%lld %s", (long long)value, units[unit]);
    return buffer;
}
/* Reads a number: decimal, with or without a fraction, or hexadecimal behind 0x. If `unit` is not 0, the number is a size: it has
 * a unit (B, KB, MB, GB or TB, the B may lack), or is in units of `unit` bytes. Returns whether the text is one. */
static inline int farreach_gex_read(const char *text, uint64_t unit, int64_t *value)
{
    static const char letters[] = "BKMGT";
    char *end;
    long double number;
    const char *letter;
    while (isspace((unsigned char)*text))
        text++;
    if (!strncasecmp(text, "0x", 2)) {
        *value = (int64_t)strtoull(text, &end, 16);
        return !*end;
    }
    number = strtold(text, &end);
    if (end == text)
        return 0;
    while (isspace((unsigned char)*end))
        end++;
    letter = *end ? strchr(letters, toupper((unsigned char)*end)) : NULL;
    if (letter) {
        unit = (uint64_t)1 << (10 * (letter - letters));
        end += 1 + (*letter != 'B' && toupper((unsigned char)end[1]) == 'B');
    }
    *value = (int64_t)(number * (long double)(unit ? unit : 1));
    return !*end;
}
static inline int64_t gasnett_parse_int(const char *text, uint64_t unit)
{
    int64_t value;
    if (!farreach_gex_read(text, unit, &value))
        gasnett_fatalerror_nopos("gasnett_parse_int: \"%s\" is no number with a unit of B, KB, MB, GB or TB", text);
    return value;
}

/* Shows a setting, if settings are shown. */
static inline void gasnett_envstr_display(const char *name, const char *value, int is_default)
{
    if (gasnett_verboseenv())
        fprintf(stderr, "farreach: setting %s = %s%s\n", name, value ? value : "(none)", is_default ? " (default)" : "");
}
static inline void gasnett_envint_display(const char *name, int64_t value, int is_default, int is_mem_size)
{
    char text[48];
    gasnett_envstr_display(name, gasnett_format_number(value, text, sizeof text, is_mem_size), is_default);
}
static inline void gasnett_envdbl_display(const char *name, double value, int is_default)
{
    char text[48];
    snprintf(text, sizeof text, "%g", value);
    gasnett_envstr_display(name, text, is_default);
}
/* Whether a setting is asked for first, and shown therefore. A setting beyond the table is shown each time. */
static inline int farreach_gex_is_new(const char *name)
{
    static const char *seen[128];
    int at = 0;
    if (!gasnett_verboseenv())
        return 0;
    for (; at < 128 && seen[at]; at++)
        if (!strcmp(seen[at], name))
            return 0;
    if (at < 128)
        seen[at] = strdup(name);
    return 1;
}

static inline const char *gasnett_getenv_withdefault(const char *name, const char *other)
{
    const char *value = getenv(name);
    if (farreach_gex_is_new(name))
        gasnett_envstr_display(name, value ? value : other, !value);
    return value ? value : other;
}
static inline int gasnett_getenv_yesno_withdefault(const char *name, int other)
{
    const char *value = getenv(name);
    int is_yes = value && *value ? farreach_gex_is_yes(value) : !!other;
    if (is_yes < 0)
        gasnett_fatalerror_nopos("the environment has %s=%s, but it is YES or NO", name, value);
    if (farreach_gex_is_new(name))
        gasnett_envstr_display(name, is_yes ? "YES" : "NO", !value || !*value);
    return is_yes;
}
static inline int64_t gasnett_getenv_int_withdefault(const char *name, int64_t other, uint64_t unit)
{
    const char *value = getenv(name);
    int64_t number = other;
    if (value && *value && !farreach_gex_read(value, unit, &number))
        gasnett_fatalerror_nopos("the environment has %s=%s, but it is a number%s", name, value,
                                 unit ? " with a unit of B, KB, MB, GB or TB" : "");
    if (farreach_gex_is_new(name))
        gasnett_envint_display(name, number, !value || !*value, unit != 0);
    return number;
}
/* A number or a fraction: 1.5, -1e4, 3/8. */
static inline double gasnett_getenv_dbl_withdefault(const char *name, double other)
{
    const char *value = getenv(name);
    double number = other;
    if (value && *value) {
        char *end;
        number = strtod(value, &end);
        if (end != value && *end == '/') {
            char *under = end + 1;
            number /= strtod(under, &end);
            if (end == under)
                end = (char *)value;
        }
        if (end == value || *end)
            gasnett_fatalerror_nopos("the environment has %s=%s, but it is a number or a fraction", name, value);
    }
    if (farreach_gex_is_new(name))
        gasnett_envdbl_display(name, number, !value || !*value);
    return number;
}

#ifdef __cplusplus
}
#endif

#endif
