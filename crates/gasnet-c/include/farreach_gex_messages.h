/*
 * Active messages of gasnetex.h: the names with a number of arguments, and those that count their arguments. Programs include
 * gasnetex.h.
 */
#ifndef FARREACH_GEX_MESSAGES_H
#define FARREACH_GEX_MESSAGES_H

#ifdef __cplusplus
extern "C" {
#endif

#define FARREACH_GEX_SHORT 0
#define FARREACH_GEX_MEDIUM 2
#define FARREACH_GEX_LONG 4
#define FARREACH_GEX_REPLY 1

int farreach_gex_request(gex_TM_t tm, gex_Rank_t rank, unsigned int kind, gex_AM_Index_t handler, const void *source, size_t bytes,
                         void *dest, gex_Event_t *lc, gex_Flags_t flags, size_t count, const gex_AM_Arg_t *arguments);
int farreach_gex_reply(gex_Token_t token, unsigned int kind, gex_AM_Index_t handler, const void *source, size_t bytes, void *dest,
                       gex_Event_t *lc, gex_Flags_t flags, size_t count, const gex_AM_Arg_t *arguments);

/* The parameters and the arguments of a message with so many of them. */
#define FARREACH_GEX_P0
#define FARREACH_GEX_P1 FARREACH_GEX_P0, gex_AM_Arg_t a0
#define FARREACH_GEX_P2 FARREACH_GEX_P1, gex_AM_Arg_t a1
#define FARREACH_GEX_P3 FARREACH_GEX_P2, gex_AM_Arg_t a2
#define FARREACH_GEX_P4 FARREACH_GEX_P3, gex_AM_Arg_t a3
#define FARREACH_GEX_P5 FARREACH_GEX_P4, gex_AM_Arg_t a4
#define FARREACH_GEX_P6 FARREACH_GEX_P5, gex_AM_Arg_t a5
#define FARREACH_GEX_P7 FARREACH_GEX_P6, gex_AM_Arg_t a6
#define FARREACH_GEX_P8 FARREACH_GEX_P7, gex_AM_Arg_t a7
#define FARREACH_GEX_P9 FARREACH_GEX_P8, gex_AM_Arg_t a8
#define FARREACH_GEX_P10 FARREACH_GEX_P9, gex_AM_Arg_t a9
#define FARREACH_GEX_P11 FARREACH_GEX_P10, gex_AM_Arg_t a10
#define FARREACH_GEX_P12 FARREACH_GEX_P11, gex_AM_Arg_t a11
#define FARREACH_GEX_P13 FARREACH_GEX_P12, gex_AM_Arg_t a12
#define FARREACH_GEX_P14 FARREACH_GEX_P13, gex_AM_Arg_t a13
#define FARREACH_GEX_P15 FARREACH_GEX_P14, gex_AM_Arg_t a14
#define FARREACH_GEX_P16 FARREACH_GEX_P15, gex_AM_Arg_t a15
#define FARREACH_GEX_A0
#define FARREACH_GEX_A1 FARREACH_GEX_A0, a0
#define FARREACH_GEX_A2 FARREACH_GEX_A1, a1
#define FARREACH_GEX_A3 FARREACH_GEX_A2, a2
#define FARREACH_GEX_A4 FARREACH_GEX_A3, a3
#define FARREACH_GEX_A5 FARREACH_GEX_A4, a4
#define FARREACH_GEX_A6 FARREACH_GEX_A5, a5
#define FARREACH_GEX_A7 FARREACH_GEX_A6, a6
#define FARREACH_GEX_A8 FARREACH_GEX_A7, a7
#define FARREACH_GEX_A9 FARREACH_GEX_A8, a8
#define FARREACH_GEX_A10 FARREACH_GEX_A9, a9
#define FARREACH_GEX_A11 FARREACH_GEX_A10, a10
#define FARREACH_GEX_A12 FARREACH_GEX_A11, a11
#define FARREACH_GEX_A13 FARREACH_GEX_A12, a12
#define FARREACH_GEX_A14 FARREACH_GEX_A13, a13
#define FARREACH_GEX_A15 FARREACH_GEX_A14, a14
#define FARREACH_GEX_A16 FARREACH_GEX_A15, a15
#define FARREACH_GEX_WORDS(n) const gex_AM_Arg_t words[] = {0 FARREACH_GEX_A##n}
#define FARREACH_GEX_EACH(make)                                                                                                   \
    make(0) make(1) make(2) make(3) make(4) make(5) make(6) make(7) make(8) make(9) make(10) make(11) make(12) make(13) make(14)   \
        make(15) make(16)

/* gex_AM_RequestShort0 to 16, and so on. Their first word is not an argument, since no array is empty. */
#define FARREACH_GEX_MAKE(n)                                                                                                      \
    static inline int gex_AM_RequestShort##n(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler,                                \
                                             gex_Flags_t flags FARREACH_GEX_P##n)                                                 \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        return farreach_gex_request(tm, rank, FARREACH_GEX_SHORT, handler, NULL, 0, NULL, GEX_EVENT_NOW, flags, n, words + 1);    \
    }                                                                                                                             \
    static inline int gex_AM_RequestMedium##n(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,      \
                                              size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags FARREACH_GEX_P##n)            \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        return farreach_gex_request(tm, rank, FARREACH_GEX_MEDIUM, handler, source_addr, nbytes, NULL, lc_opt, flags, n,          \
                                    words + 1);                                                                                   \
    }                                                                                                                             \
    static inline int gex_AM_RequestLong##n(gex_TM_t tm, gex_Rank_t rank, gex_AM_Index_t handler, const void *source_addr,        \
                                            size_t nbytes, void *dest_addr, gex_Event_t *lc_opt,                                  \
                                            gex_Flags_t flags FARREACH_GEX_P##n)                                                  \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        return farreach_gex_request(tm, rank, FARREACH_GEX_LONG, handler, source_addr, nbytes, dest_addr, lc_opt, flags, n,       \
                                    words + 1);                                                                                   \
    }                                                                                                                             \
    static inline int gex_AM_ReplyShort##n(gex_Token_t token, gex_AM_Index_t handler, gex_Flags_t flags FARREACH_GEX_P##n)        \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        return farreach_gex_reply(token, FARREACH_GEX_SHORT, handler, NULL, 0, NULL, GEX_EVENT_NOW, flags, n, words + 1);         \
    }                                                                                                                             \
    static inline int gex_AM_ReplyMedium##n(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,    \
                                            gex_Event_t *lc_opt, gex_Flags_t flags FARREACH_GEX_P##n)                             \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        return farreach_gex_reply(token, FARREACH_GEX_MEDIUM, handler, source_addr, nbytes, NULL, lc_opt, flags, n, words + 1);   \
    }                                                                                                                             \
    static inline int gex_AM_ReplyLong##n(gex_Token_t token, gex_AM_Index_t handler, const void *source_addr, size_t nbytes,      \
                                          void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags FARREACH_GEX_P##n)              \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        return farreach_gex_reply(token, FARREACH_GEX_LONG, handler, source_addr, nbytes, dest_addr, lc_opt, flags, n,            \
                                  words + 1);                                                                                     \
    }
FARREACH_GEX_EACH(FARREACH_GEX_MAKE)

/* Negotiated payload: a message is prepared, its buffer is filled, and then it is sent or cancelled. */
struct farreach_gex_srcdesc {
    void *addr;
    size_t size;
};
gex_AM_SrcDesc_t farreach_gex_prepare(gex_TM_t tm, gex_Rank_t rank, gex_Token_t token, int is_reply, unsigned int kind,
                                      const void *client, size_t least, size_t most, void *dest, gex_Event_t *lc,
                                      gex_Flags_t flags, unsigned int count);
int farreach_gex_commit(gex_AM_SrcDesc_t sd, int is_reply, unsigned int kind, gex_AM_Index_t handler, size_t bytes, void *dest,
                        gex_Flags_t flags, size_t count, const gex_AM_Arg_t *arguments);
int farreach_gex_cancel(gex_AM_SrcDesc_t sd, int is_reply, unsigned int kind);
static inline void *gex_AM_SrcDescAddr(gex_AM_SrcDesc_t sd) { return sd->addr; }
static inline size_t gex_AM_SrcDescSize(gex_AM_SrcDesc_t sd) { return sd->size; }
static inline gex_AM_SrcDesc_t gex_AM_PrepareRequestMedium(gex_TM_t tm, gex_Rank_t rank, const void *client_buf, size_t least_payload,
                                                          size_t most_payload, gex_Event_t *lc_opt, gex_Flags_t flags,
                                                          unsigned int numargs)
{
    return farreach_gex_prepare(tm, rank, NULL, 0, FARREACH_GEX_MEDIUM, client_buf, least_payload, most_payload, NULL, lc_opt, flags,
                                numargs);
}
static inline gex_AM_SrcDesc_t gex_AM_PrepareRequestLong(gex_TM_t tm, gex_Rank_t rank, const void *client_buf, size_t least_payload,
                                                          size_t most_payload, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags,
                                                          unsigned int numargs)
{
    return farreach_gex_prepare(tm, rank, NULL, 0, FARREACH_GEX_LONG, client_buf, least_payload, most_payload, dest_addr, lc_opt, flags,
                                numargs);
}
static inline gex_AM_SrcDesc_t gex_AM_PrepareReplyMedium(gex_Token_t token, const void *client_buf, size_t least_payload,
                                                          size_t most_payload, gex_Event_t *lc_opt, gex_Flags_t flags,
                                                          unsigned int numargs)
{
    return farreach_gex_prepare(NULL, 0, token, 1, FARREACH_GEX_MEDIUM, client_buf, least_payload, most_payload, NULL, lc_opt, flags,
                                numargs);
}
static inline gex_AM_SrcDesc_t gex_AM_PrepareReplyLong(gex_Token_t token, const void *client_buf, size_t least_payload,
                                                          size_t most_payload, void *dest_addr, gex_Event_t *lc_opt, gex_Flags_t flags,
                                                          unsigned int numargs)
{
    return farreach_gex_prepare(NULL, 0, token, 1, FARREACH_GEX_LONG, client_buf, least_payload, most_payload, dest_addr, lc_opt, flags,
                                numargs);
}
static inline int gex_AM_CancelRequestMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags)
{
    return (void)flags, farreach_gex_cancel(sd, 0, FARREACH_GEX_MEDIUM);
}
static inline int gex_AM_CancelRequestLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags)
{
    return (void)flags, farreach_gex_cancel(sd, 0, FARREACH_GEX_LONG);
}
static inline int gex_AM_CancelReplyMedium(gex_AM_SrcDesc_t sd, gex_Flags_t flags)
{
    return (void)flags, farreach_gex_cancel(sd, 1, FARREACH_GEX_MEDIUM);
}
static inline int gex_AM_CancelReplyLong(gex_AM_SrcDesc_t sd, gex_Flags_t flags)
{
    return (void)flags, farreach_gex_cancel(sd, 1, FARREACH_GEX_LONG);
}
#define FARREACH_GEX_MAKE_COMMIT(n)                                                                                               \
    static inline void gex_AM_CommitRequestMedium##n(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes                   \
                                                   FARREACH_GEX_P##n)                                                             \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        farreach_gex_commit(sd, 0, FARREACH_GEX_MEDIUM, handler, nbytes, NULL, 0, n, words + 1);                                  \
    }                                                                                                                             \
    static inline int gex_AM_CommitRequestMedium##n##_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,              \
                                                       gex_Flags_t commit_flags FARREACH_GEX_P##n)                                \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        return farreach_gex_commit(sd, 0, FARREACH_GEX_MEDIUM, handler, nbytes, NULL, commit_flags, n, words + 1);                \
    }                                                                                                                             \
    static inline void gex_AM_CommitRequestLong##n(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr    \
                                                   FARREACH_GEX_P##n)                                                             \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        farreach_gex_commit(sd, 0, FARREACH_GEX_LONG, handler, nbytes, dest_addr, 0, n, words + 1);                               \
    }                                                                                                                             \
    static inline int gex_AM_CommitRequestLong##n##_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr,\
                                                       gex_Flags_t commit_flags FARREACH_GEX_P##n)                                \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        return farreach_gex_commit(sd, 0, FARREACH_GEX_LONG, handler, nbytes, dest_addr, commit_flags, n, words + 1);             \
    }                                                                                                                             \
    static inline void gex_AM_CommitReplyMedium##n(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes                     \
                                                   FARREACH_GEX_P##n)                                                             \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        farreach_gex_commit(sd, 1, FARREACH_GEX_MEDIUM, handler, nbytes, NULL, 0, n, words + 1);                                  \
    }                                                                                                                             \
    static inline int gex_AM_CommitReplyMedium##n##_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes,                \
                                                       gex_Flags_t commit_flags FARREACH_GEX_P##n)                                \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        return farreach_gex_commit(sd, 1, FARREACH_GEX_MEDIUM, handler, nbytes, NULL, commit_flags, n, words + 1);                \
    }                                                                                                                             \
    static inline void gex_AM_CommitReplyLong##n(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr      \
                                                   FARREACH_GEX_P##n)                                                             \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        farreach_gex_commit(sd, 1, FARREACH_GEX_LONG, handler, nbytes, dest_addr, 0, n, words + 1);                               \
    }                                                                                                                             \
    static inline int gex_AM_CommitReplyLong##n##_v2(gex_AM_SrcDesc_t sd, gex_AM_Index_t handler, size_t nbytes, void *dest_addr, \
                                                       gex_Flags_t commit_flags FARREACH_GEX_P##n)                                \
    {                                                                                                                             \
        FARREACH_GEX_WORDS(n);                                                                                                    \
        return farreach_gex_commit(sd, 1, FARREACH_GEX_LONG, handler, nbytes, dest_addr, commit_flags, n, words + 1);             \
    }
FARREACH_GEX_EACH(FARREACH_GEX_MAKE_COMMIT)

/* NAME with the number of arguments behind it. The first of the others is the flags, or another parameter in front of the
 * arguments, so that the list is never empty. */
#define FARREACH_GEX_COUNT(...) FARREACH_GEX_LAST(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0)
#define FARREACH_GEX_LAST(p, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, count, ...) count
#define FARREACH_GEX_JOIN(name, count) FARREACH_GEX_JOINED(name, count)
#define FARREACH_GEX_JOINED(name, count) name##count
#define FARREACH_GEX_NAME(name, ...) FARREACH_GEX_JOIN(name, FARREACH_GEX_COUNT(__VA_ARGS__))
#define gex_AM_RequestShort(tm, rank, handler, ...) FARREACH_GEX_NAME(gex_AM_RequestShort, __VA_ARGS__)(tm, rank, handler, __VA_ARGS__)
#define gex_AM_RequestMedium(tm, rank, handler, source_addr, nbytes, lc_opt, ...)                                                 \
    FARREACH_GEX_NAME(gex_AM_RequestMedium, __VA_ARGS__)(tm, rank, handler, source_addr, nbytes, lc_opt, __VA_ARGS__)
#define gex_AM_RequestLong(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt, ...)                                        \
    FARREACH_GEX_NAME(gex_AM_RequestLong, __VA_ARGS__)(tm, rank, handler, source_addr, nbytes, dest_addr, lc_opt, __VA_ARGS__)
#define gex_AM_ReplyShort(token, handler, ...) FARREACH_GEX_NAME(gex_AM_ReplyShort, __VA_ARGS__)(token, handler, __VA_ARGS__)
#define gex_AM_ReplyMedium(token, handler, source_addr, nbytes, lc_opt, ...)                                                      \
    FARREACH_GEX_NAME(gex_AM_ReplyMedium, __VA_ARGS__)(token, handler, source_addr, nbytes, lc_opt, __VA_ARGS__)
#define gex_AM_ReplyLong(token, handler, source_addr, nbytes, dest_addr, lc_opt, ...)                                             \
    FARREACH_GEX_NAME(gex_AM_ReplyLong, __VA_ARGS__)(token, handler, source_addr, nbytes, dest_addr, lc_opt, __VA_ARGS__)
#define FARREACH_GEX_NAME_V2(name, ...) FARREACH_GEX_JOIN_V2(name, FARREACH_GEX_COUNT(__VA_ARGS__))
#define FARREACH_GEX_JOIN_V2(name, count) FARREACH_GEX_JOINED_V2(name, count)
#define FARREACH_GEX_JOINED_V2(name, count) name##count##_v2
#define gex_AM_CommitRequestMedium(sd, handler, ...) FARREACH_GEX_NAME(gex_AM_CommitRequestMedium, __VA_ARGS__)(sd, handler, __VA_ARGS__)
#define gex_AM_CommitRequestMedium_v2(sd, handler, nbytes, ...)                                                                   \
    FARREACH_GEX_NAME_V2(gex_AM_CommitRequestMedium, __VA_ARGS__)(sd, handler, nbytes, __VA_ARGS__)
#define gex_AM_CommitRequestLong(sd, handler, nbytes, ...) FARREACH_GEX_NAME(gex_AM_CommitRequestLong, __VA_ARGS__)(sd, handler, nbytes, __VA_ARGS__)
#define gex_AM_CommitRequestLong_v2(sd, handler, nbytes, dest_addr, ...)                                                          \
    FARREACH_GEX_NAME_V2(gex_AM_CommitRequestLong, __VA_ARGS__)(sd, handler, nbytes, dest_addr, __VA_ARGS__)
#define gex_AM_CommitReplyMedium(sd, handler, ...) FARREACH_GEX_NAME(gex_AM_CommitReplyMedium, __VA_ARGS__)(sd, handler, __VA_ARGS__)
#define gex_AM_CommitReplyMedium_v2(sd, handler, nbytes, ...)                                                                     \
    FARREACH_GEX_NAME_V2(gex_AM_CommitReplyMedium, __VA_ARGS__)(sd, handler, nbytes, __VA_ARGS__)
#define gex_AM_CommitReplyLong(sd, handler, nbytes, ...) FARREACH_GEX_NAME(gex_AM_CommitReplyLong, __VA_ARGS__)(sd, handler, nbytes, __VA_ARGS__)
#define gex_AM_CommitReplyLong_v2(sd, handler, nbytes, dest_addr, ...)                                                            \
    FARREACH_GEX_NAME_V2(gex_AM_CommitReplyLong, __VA_ARGS__)(sd, handler, nbytes, dest_addr, __VA_ARGS__)

#ifdef __cplusplus
}
#endif

#endif
