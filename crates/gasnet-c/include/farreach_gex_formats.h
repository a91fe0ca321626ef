/* GASNet tools: values of GASNet-EX as text. Programs include gasnetex.h and gasnet_tools.h. */
#ifndef FARREACH_GEX_FORMATS_H
#define FARREACH_GEX_FORMATS_H

#include <gasnetex.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Writes the names of the bits of `value`, with | between them. Returns the bytes of the text with its end; without a buffer it
 * only counts. Bits that have no name are written as a number. */
static inline size_t farreach_gex_bits(char *buffer, uint32_t value, const char *prefix, const char *const names[32])
{
    size_t used = 0;
    char word[64];
    for (int bit = 0; bit < 32; bit++) {
        if (!(value >> bit & 1))
            continue;
        if (names[bit])
            snprintf(word, sizeof word, "%s%s%s", used ? "|" : "", prefix, names[bit]);
        else
            snprintf(word, sizeof word, "%s0x%x", used ? "|" : "", (unsigned)(1u << bit));
        if (buffer)
            strcpy(buffer + used, word);
        used += strlen(word);
    }
    if (!used) {
        if (buffer)
            strcpy(buffer, "0");
        used = 1;
    }
    return used + 1;
}
static inline size_t gasnett_format_dt(char *buffer, gex_DT_t dt)
{
    static const char *const names[32] = {"I32", "U32", "I64", "U64", "FLT", "DBL", "USER"};
    return farreach_gex_bits(buffer, dt, "GEX_DT_", names);
}
static inline size_t gasnett_format_op(char *buffer, gex_OP_t op)
{
    static const char *const names[32] = {"AND",  "OR",    "XOR",  "ADD",  "SUB",  "MULT", "MIN",  "MAX",  "INC",  "DEC", "SET",
                                          "CAS",  NULL,    NULL,   NULL,   "FAND", "FOR",  "FXOR", "FADD", "FSUB", "FMULT", "FMIN",
                                          "FMAX", "FINC",  "FDEC", "SWAP", "FCAS", "GET",  NULL,   NULL,   "USER", "USER_NC"};
    return farreach_gex_bits(buffer, op, "GEX_OP_", names);
}
static inline size_t gasnett_format_ti(char *buffer, gex_TI_t ti)
{
    static const char *const names[32] = {"SRCRANK", "ENTRY", "IS_REQ", "IS_LONG", "EP"};
    return farreach_gex_bits(buffer, ti, "GEX_TI_", names);
}

/* Lists of memory. The first function of each tells the bytes of the text. */
typedef struct {
    size_t minsz, maxsz;
    uintptr_t totalsz;
    void *minaddr, *maxaddr;
} farreach_gex_list_stats;
static inline size_t gasnett_format_memveclist_bufsz(size_t count) { return 64 + count * 48; }
static inline farreach_gex_list_stats gasnett_format_memveclist(char *buffer, size_t count, gex_Memvec_t const *list)
{
    farreach_gex_list_stats stats = {0, 0, 0, NULL, NULL};
    buffer += sprintf(buffer, "%lu entries:", (unsigned long)count);
    for (size_t at = 0; at < count; at++) {
        char *first = (char *)list[at].gex_addr, *last = first + list[at].gex_len;
        size_t len = list[at].gex_len;
        buffer += sprintf(buffer, " %p+%lu", (void *)first, (unsigned long)len);
        stats.minsz = !at || len < stats.minsz ? len : stats.minsz;
        stats.maxsz = len > stats.maxsz ? len : stats.maxsz;
        stats.totalsz += len;
        stats.minaddr = !at || first < (char *)stats.minaddr ? first : stats.minaddr;
        stats.maxaddr = last > (char *)stats.maxaddr ? last : stats.maxaddr;
    }
    return stats;
}
static inline size_t gasnett_format_addrlist_bufsz(size_t count) { return 96 + count * 24; }
static inline farreach_gex_list_stats gasnett_format_addrlist(char *buffer, size_t count, void *const *list, size_t len)
{
    farreach_gex_list_stats stats = {len, len, count * len, NULL, NULL};
    buffer += sprintf(buffer, "%lu entries of %lu bytes:", (unsigned long)count, (unsigned long)len);
    for (size_t at = 0; at < count; at++) {
        char *first = (char *)list[at];
        buffer += sprintf(buffer, " %p", (void *)first);
        stats.minaddr = !at || first < (char *)stats.minaddr ? first : stats.minaddr;
        stats.maxaddr = first + len > (char *)stats.maxaddr ? first + len : stats.maxaddr;
    }
    return stats;
}
static inline size_t gasnett_format_strides_bufsz(size_t levels) { return 32 + levels * 24; }
static inline char *gasnett_format_strides(char *buffer, size_t levels, const ptrdiff_t *strides)
{
    char *end = buffer + sprintf(buffer, "[");
    for (size_t level = 0; level < levels; level++)
        end += sprintf(end, "%s%ld", level ? ", " : "", (long)strides[level]);
    sprintf(end, "]");
    return buffer;
}
/* A strided transfer. Returns the bytes that it moves. */
static inline size_t gasnett_format_putsgets_bufsz(size_t levels) { return 256 + 3 * gasnett_format_strides_bufsz(levels); }
static inline size_t gasnett_format_putsgets(char *buffer, void *stats, gex_TM_t tm, gex_Rank_t rank, void *dst,
                                             const ptrdiff_t *dststrides, void *src, const ptrdiff_t *srcstrides, size_t elemsz,
                                             const size_t *count, size_t levels)
{
    size_t total = elemsz;
    (void)tm;
    (void)stats;
    buffer += sprintf(buffer, "rank %u: dst %p ", (unsigned)rank, dst);
    buffer += strlen(gasnett_format_strides(buffer, levels, dststrides));
    buffer += sprintf(buffer, " src %p ", src);
    buffer += strlen(gasnett_format_strides(buffer, levels, srcstrides));
    buffer += sprintf(buffer, " elements of %lu bytes, count [", (unsigned long)elemsz);
    for (size_t level = 0; level < levels; level++) {
        buffer += sprintf(buffer, "%s%lu", level ? ", " : "", (unsigned long)count[level]);
        total *= count[level];
    }
    sprintf(buffer, "]");
    return total;
}
static inline size_t gasnett_format_putvgetv_bufsz(size_t dstcount, size_t srccount)
{
    return 64 + gasnett_format_memveclist_bufsz(dstcount) + gasnett_format_memveclist_bufsz(srccount);
}
static inline size_t gasnett_format_putvgetv(char *buffer, gex_TM_t tm, gex_Rank_t rank, size_t dstcount, gex_Memvec_t const *dst,
                                             size_t srccount, gex_Memvec_t const *src)
{
    (void)tm;
    buffer += sprintf(buffer, "rank %u: dst ", (unsigned)rank);
    farreach_gex_list_stats stats = gasnett_format_memveclist(buffer, dstcount, dst);
    buffer += strlen(buffer);
    buffer += sprintf(buffer, " src ");
    gasnett_format_memveclist(buffer, srccount, src);
    return stats.totalsz;
}
static inline size_t gasnett_format_putigeti_bufsz(size_t dstcount, size_t srccount)
{
    return 64 + gasnett_format_addrlist_bufsz(dstcount) + gasnett_format_addrlist_bufsz(srccount);
}
static inline size_t gasnett_format_putigeti(char *buffer, gex_TM_t tm, gex_Rank_t rank, size_t dstcount, void *const *dst,
                                             size_t dstlen, size_t srccount, void *const *src, size_t srclen)
{
    (void)tm;
    buffer += sprintf(buffer, "rank %u: dst ", (unsigned)rank);
    farreach_gex_list_stats stats = gasnett_format_addrlist(buffer, dstcount, dst, dstlen);
    buffer += strlen(buffer);
    buffer += sprintf(buffer, " src ");
    gasnett_format_addrlist(buffer, srccount, src, srclen);
    return stats.totalsz;
}

/* The diagnostics of GASNet look at its own code, which is not in this library. */
static inline void gasnett_diagnostic_gethandlers(gex_AM_Entry_t **table, int *count)
{
    *table = NULL;
    *count = 0;
}
static inline int gasnett_run_diagnostics(int iterations, int threads, const char *sections, gex_TM_t tm, void *own, gex_Rank_t peer,
                                          void *there, unsigned int seed)
{
    (void)iterations, (void)threads, (void)sections, (void)tm, (void)own, (void)peer, (void)there, (void)seed;
    fprintf(stderr, "farreach: gasnett_run_diagnostics: it checks GASNet's own code, which is not in this library: check an "
                    "installation with farreach doctor\n");
    return 1;
}

#ifdef __cplusplus
}
#endif

#endif
