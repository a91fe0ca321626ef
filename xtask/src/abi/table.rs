//! The table: every function of OpenSHMEM 1.6, and all that were deprecated since 1.0, as the
//! specification declares them.
//!
//! The variables that `shmem_wait_until` and related functions read are declared volatile, as in
//! versions before 1.5, so that programs of all versions compile without warnings.

use super::row::{Family, Row, row};
use super::types as t;

/// All families.
pub(crate) const FAMILIES: &[Family] = &[
    Family {
        name: "setup",
        about: "Beginning and end, who is there, what is accessible.",
        rows: SETUP,
        is_extension: false,
    },
    Family {
        name: "heap",
        about: "The symmetric heap.",
        rows: HEAP,
        is_extension: false,
    },
    Family {
        name: "put",
        about: "Puts.",
        rows: PUT,
        is_extension: false,
    },
    Family {
        name: "get",
        about: "Gets.",
        rows: GET,
        is_extension: false,
    },
    Family {
        name: "strided",
        about: "Puts and gets of elements and blocks that lie apart.",
        rows: STRIDED,
        is_extension: false,
    },
    Family {
        name: "signal",
        about: "Puts with signals, and signals.",
        rows: SIGNAL,
        is_extension: false,
    },
    Family {
        name: "atomic",
        about: "Atomics.",
        rows: ATOMIC,
        is_extension: false,
    },
    Family {
        name: "atomic_nbi",
        about: "Fetching atomics that do not wait.",
        rows: ATOMIC_NBI,
        is_extension: false,
    },
    Family {
        name: "old_atomic",
        about: "Atomics under their deprecated names.",
        rows: OLD_ATOMIC,
        is_extension: false,
    },
    Family {
        name: "wait",
        about: "Waiting for variables, and looking at them.",
        rows: WAIT,
        is_extension: false,
    },
    Family {
        name: "ordering",
        about: "Ordering and completion, locks, and caches, which are coherent.",
        rows: ORDERING,
        is_extension: false,
    },
    Family {
        name: "team",
        about: "Teams, contexts and sessions.",
        rows: TEAM,
        is_extension: false,
    },
    Family {
        name: "collective",
        about: "Collectives of teams.",
        rows: COLLECTIVE,
        is_extension: false,
    },
    Family {
        name: "reduction",
        about: "Reductions and scans of teams.",
        rows: REDUCTION,
        is_extension: false,
    },
    Family {
        name: "active_set",
        about: "Collectives of active sets, all deprecated.",
        rows: ACTIVE_SET,
        is_extension: false,
    },
    Family {
        name: "extension",
        about: "Farreach's extensions.",
        rows: EXTENSION,
        is_extension: true,
    },
];

const SETUP: &[Row] = &[
    row("void shmem_init(void)", "state::init"),
    row(
        "int shmem_init_thread(int requested, int *provided)",
        "state::init_thread",
    ),
    row("void shmem_finalize(void)", "state::finalize"),
    row("void shmem_global_exit(int status)", "state::global_exit"),
    row(
        "void shmem_query_initialized(int *initialized)",
        "state::query_initialized",
    ),
    row(
        "void shmem_query_thread(int *provided)",
        "state::query_thread",
    ),
    row("int shmem_my_pe(void)", "setup::my_pe"),
    row("int shmem_n_pes(void)", "setup::n_pes"),
    row("int shmem_pe_accessible(int pe)", "setup::pe_accessible"),
    row(
        "int shmem_addr_accessible(const void *addr, int pe)",
        "setup::addr_accessible",
    ),
    row("void *shmem_ptr(const void *dest, int pe)", "setup::ptr"),
    row(
        "void *shmem_team_ptr(shmem_team_t team, const void *dest, int pe)",
        "setup::team_ptr",
    ),
    row(
        "void shmem_info_get_version(int *major, int *minor)",
        "setup::info_get_version",
    ),
    row(
        "void shmem_info_get_name(char *name)",
        "setup::info_get_name",
    ),
    row("void shmem_pcontrol(int level, ...)", "").native(),
    row("void start_pes(int npes)", "state::start_pes"),
    row("int _my_pe(void)", "setup::my_pe"),
    row("int _num_pes(void)", "setup::n_pes"),
];

const HEAP: &[Row] = &[
    row("void *shmem_malloc(size_t size)", "heap::malloc"),
    row(
        "void *shmem_calloc(size_t count, size_t size)",
        "heap::calloc",
    ),
    row(
        "void *shmem_align(size_t alignment, size_t size)",
        "heap::align",
    ),
    row(
        "void *shmem_realloc(void *ptr, size_t size)",
        "heap::realloc",
    ),
    row(
        "void *shmem_malloc_with_hints(size_t size, long hints)",
        "heap::malloc_with_hints",
    ),
    row("void shmem_free(void *ptr)", "heap::free"),
    row("void *shmalloc(size_t size)", "heap::malloc"),
    row(
        "void *shmemalign(size_t alignment, size_t size)",
        "heap::align",
    ),
    row("void *shrealloc(void *ptr, size_t size)", "heap::realloc"),
    row("void shfree(void *ptr)", "heap::free"),
];

const PUT: &[Row] = &[
    row(
        "void shmem_TYPENAME_put(TYPE *dest, const TYPE *source, size_t nelems, int pe)",
        "rma::put",
    )
    .of(t::RMA)
    .with_contexts(),
    row(
        "void shmem_TYPENAME_p(TYPE *dest, TYPE value, int pe)",
        "rma::p",
    )
    .of(t::RMA)
    .with_contexts(),
    row(
        "void shmem_TYPENAME_put_nbi(TYPE *dest, const TYPE *source, size_t nelems, int pe)",
        "rma::put_nbi",
    )
    .of(t::RMA)
    .with_contexts(),
    row(
        "void shmem_putSIZE(void *dest, const void *source, size_t nelems, int pe)",
        "rma::put",
    )
    .sized(t::SIZES)
    .with_contexts(),
    row(
        "void shmem_putSIZE_nbi(void *dest, const void *source, size_t nelems, int pe)",
        "rma::put_nbi",
    )
    .sized(t::SIZES)
    .with_contexts(),
    row(
        "void shmem_putmem(void *dest, const void *source, size_t nelems, int pe)",
        "rma::put",
    )
    .with_contexts(),
    row(
        "void shmem_putmem_nbi(void *dest, const void *source, size_t nelems, int pe)",
        "rma::put_nbi",
    )
    .with_contexts(),
];

const GET: &[Row] = &[
    row(
        "void shmem_TYPENAME_get(TYPE *dest, const TYPE *source, size_t nelems, int pe)",
        "rma::get",
    )
    .of(t::RMA)
    .with_contexts(),
    row(
        "TYPE shmem_TYPENAME_g(const TYPE *source, int pe)",
        "rma::g",
    )
    .of(t::RMA)
    .with_contexts(),
    row(
        "void shmem_TYPENAME_get_nbi(TYPE *dest, const TYPE *source, size_t nelems, int pe)",
        "rma::get_nbi",
    )
    .of(t::RMA)
    .with_contexts(),
    row(
        "void shmem_getSIZE(void *dest, const void *source, size_t nelems, int pe)",
        "rma::get",
    )
    .sized(t::SIZES)
    .with_contexts(),
    row(
        "void shmem_getSIZE_nbi(void *dest, const void *source, size_t nelems, int pe)",
        "rma::get_nbi",
    )
    .sized(t::SIZES)
    .with_contexts(),
    row(
        "void shmem_getmem(void *dest, const void *source, size_t nelems, int pe)",
        "rma::get",
    )
    .with_contexts(),
    row(
        "void shmem_getmem_nbi(void *dest, const void *source, size_t nelems, int pe)",
        "rma::get_nbi",
    )
    .with_contexts(),
];

const STRIDED: &[Row] = &[
    row("void shmem_TYPENAME_iput(TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)", "strided::iput").of(t::RMA).with_contexts(),
    row("void shmem_iputSIZE(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)", "strided::iput").sized(t::SIZES).with_contexts(),
    row("void shmem_TYPENAME_ibput(TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe)", "strided::ibput").of(t::RMA).with_contexts(),
    row("void shmem_ibputSIZE(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe)", "strided::ibput").sized(t::SIZES).with_contexts(),
    row("void shmem_TYPENAME_iget(TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)", "strided::iget").of(t::RMA).with_contexts(),
    row("void shmem_igetSIZE(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)", "strided::iget").sized(t::SIZES).with_contexts(),
    row("void shmem_TYPENAME_ibget(TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe)", "strided::ibget").of(t::RMA).with_contexts(),
    row("void shmem_ibgetSIZE(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t bsize, size_t nblocks, int pe)", "strided::ibget").sized(t::SIZES).with_contexts(),
];

const SIGNAL: &[Row] = &[
    row("void shmem_TYPENAME_put_signal(TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)", "signal::put_signal").of(t::RMA).with_contexts(),
    row("void shmem_putSIZE_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)", "signal::put_signal").sized(t::SIZES).with_contexts(),
    row("void shmem_putmem_signal(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)", "signal::put_signal").with_contexts(),
    row("void shmem_TYPENAME_put_signal_nbi(TYPE *dest, const TYPE *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)", "signal::put_signal_nbi").of(t::RMA).with_contexts(),
    row("void shmem_putSIZE_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)", "signal::put_signal_nbi").sized(t::SIZES).with_contexts(),
    row("void shmem_putmem_signal_nbi(void *dest, const void *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)", "signal::put_signal_nbi").with_contexts(),
    row("void shmem_signal_set(uint64_t *sig_addr, uint64_t signal, int pe)", "signal::set").with_contexts(),
    row("void shmem_signal_add(uint64_t *sig_addr, uint64_t signal, int pe)", "signal::add").with_contexts(),
    row("uint64_t shmem_signal_fetch(const uint64_t *sig_addr)", "signal::fetch"),
    row("uint64_t shmem_signal_wait_until(volatile uint64_t *sig_addr, int cmp, uint64_t cmp_value)", "signal::wait_until"),
];

const ATOMIC: &[Row] = &[
    row(
        "TYPE shmem_TYPENAME_atomic_fetch(const TYPE *source, int pe)",
        "atomic::fetch",
    )
    .of(t::EXTENDED_AMO)
    .with_contexts(),
    row(
        "void shmem_TYPENAME_atomic_set(TYPE *dest, TYPE value, int pe)",
        "atomic::set",
    )
    .of(t::EXTENDED_AMO)
    .with_contexts(),
    row(
        "TYPE shmem_TYPENAME_atomic_swap(TYPE *dest, TYPE value, int pe)",
        "atomic::swap",
    )
    .of(t::EXTENDED_AMO)
    .with_contexts(),
    row(
        "TYPE shmem_TYPENAME_atomic_compare_swap(TYPE *dest, TYPE cond, TYPE value, int pe)",
        "atomic::compare_swap",
    )
    .of(t::AMO)
    .with_contexts(),
    row(
        "TYPE shmem_TYPENAME_atomic_fetch_inc(TYPE *dest, int pe)",
        "atomic::fetch_inc",
    )
    .of(t::AMO)
    .with_contexts(),
    row(
        "void shmem_TYPENAME_atomic_inc(TYPE *dest, int pe)",
        "atomic::inc",
    )
    .of(t::AMO)
    .with_contexts(),
    row(
        "TYPE shmem_TYPENAME_atomic_fetch_add(TYPE *dest, TYPE value, int pe)",
        "atomic::fetch_add",
    )
    .of(t::AMO)
    .with_contexts(),
    row(
        "void shmem_TYPENAME_atomic_add(TYPE *dest, TYPE value, int pe)",
        "atomic::add",
    )
    .of(t::AMO)
    .with_contexts(),
    row(
        "TYPE shmem_TYPENAME_atomic_fetch_and(TYPE *dest, TYPE value, int pe)",
        "atomic::fetch_and",
    )
    .of(t::BITWISE_AMO)
    .with_contexts(),
    row(
        "void shmem_TYPENAME_atomic_and(TYPE *dest, TYPE value, int pe)",
        "atomic::and",
    )
    .of(t::BITWISE_AMO)
    .with_contexts(),
    row(
        "TYPE shmem_TYPENAME_atomic_fetch_or(TYPE *dest, TYPE value, int pe)",
        "atomic::fetch_or",
    )
    .of(t::BITWISE_AMO)
    .with_contexts(),
    row(
        "void shmem_TYPENAME_atomic_or(TYPE *dest, TYPE value, int pe)",
        "atomic::or",
    )
    .of(t::BITWISE_AMO)
    .with_contexts(),
    row(
        "TYPE shmem_TYPENAME_atomic_fetch_xor(TYPE *dest, TYPE value, int pe)",
        "atomic::fetch_xor",
    )
    .of(t::BITWISE_AMO)
    .with_contexts(),
    row(
        "void shmem_TYPENAME_atomic_xor(TYPE *dest, TYPE value, int pe)",
        "atomic::xor",
    )
    .of(t::BITWISE_AMO)
    .with_contexts(),
];

const ATOMIC_NBI: &[Row] = &[
    row("void shmem_TYPENAME_atomic_fetch_nbi(TYPE *fetch, const TYPE *source, int pe)", "atomic::fetch_nbi").of(t::EXTENDED_AMO).with_contexts(),
    row("void shmem_TYPENAME_atomic_swap_nbi(TYPE *fetch, TYPE *dest, TYPE value, int pe)", "atomic::swap_nbi").of(t::EXTENDED_AMO).with_contexts(),
    row("void shmem_TYPENAME_atomic_compare_swap_nbi(TYPE *fetch, TYPE *dest, TYPE cond, TYPE value, int pe)", "atomic::compare_swap_nbi").of(t::AMO).with_contexts(),
    row("void shmem_TYPENAME_atomic_fetch_inc_nbi(TYPE *fetch, TYPE *dest, int pe)", "atomic::fetch_inc_nbi").of(t::AMO).with_contexts(),
    row("void shmem_TYPENAME_atomic_fetch_add_nbi(TYPE *fetch, TYPE *dest, TYPE value, int pe)", "atomic::fetch_add_nbi").of(t::AMO).with_contexts(),
    row("void shmem_TYPENAME_atomic_fetch_and_nbi(TYPE *fetch, TYPE *dest, TYPE value, int pe)", "atomic::fetch_and_nbi").of(t::BITWISE_AMO).with_contexts(),
    row("void shmem_TYPENAME_atomic_fetch_or_nbi(TYPE *fetch, TYPE *dest, TYPE value, int pe)", "atomic::fetch_or_nbi").of(t::BITWISE_AMO).with_contexts(),
    row("void shmem_TYPENAME_atomic_fetch_xor_nbi(TYPE *fetch, TYPE *dest, TYPE value, int pe)", "atomic::fetch_xor_nbi").of(t::BITWISE_AMO).with_contexts(),
];

const OLD_ATOMIC: &[Row] = &[
    row(
        "TYPE shmem_TYPENAME_fetch(const TYPE *source, int pe)",
        "atomic::old_fetch",
    )
    .of(t::OLD_EXTENDED_AMO),
    row(
        "void shmem_TYPENAME_set(TYPE *dest, TYPE value, int pe)",
        "atomic::old_set",
    )
    .of(t::OLD_EXTENDED_AMO),
    row(
        "TYPE shmem_TYPENAME_swap(TYPE *dest, TYPE value, int pe)",
        "atomic::old_swap",
    )
    .of(t::OLD_EXTENDED_AMO),
    row(
        "long shmem_swap(long *dest, long value, int pe)",
        "atomic::old_swap",
    ),
    row(
        "TYPE shmem_TYPENAME_cswap(TYPE *dest, TYPE cond, TYPE value, int pe)",
        "atomic::old_compare_swap",
    )
    .of(t::OLD_AMO),
    row(
        "TYPE shmem_TYPENAME_finc(TYPE *dest, int pe)",
        "atomic::old_fetch_inc",
    )
    .of(t::OLD_AMO),
    row(
        "void shmem_TYPENAME_inc(TYPE *dest, int pe)",
        "atomic::old_inc",
    )
    .of(t::OLD_AMO),
    row(
        "TYPE shmem_TYPENAME_fadd(TYPE *dest, TYPE value, int pe)",
        "atomic::old_fetch_add",
    )
    .of(t::OLD_AMO),
    row(
        "void shmem_TYPENAME_add(TYPE *dest, TYPE value, int pe)",
        "atomic::old_add",
    )
    .of(t::OLD_AMO),
];

const WAIT: &[Row] = &[
    row("void shmem_TYPENAME_wait_until(volatile TYPE *ivar, int cmp, TYPE cmp_value)", "wait::until").of(t::WAIT),
    row("int shmem_TYPENAME_test(volatile TYPE *ivar, int cmp, TYPE cmp_value)", "wait::test").of(t::WAIT),
    row("void shmem_wait_until(volatile long *ivar, int cmp, long cmp_value)", "wait::until"),
    row("void shmem_wait(volatile long *ivar, long cmp_value)", "wait::while_equal"),
    row("void shmem_TYPENAME_wait(volatile TYPE *ivar, TYPE cmp_value)", "wait::while_equal").of(t::OLD_WAIT).plain(),
    row("void shmem_TYPENAME_wait_until_all(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value)", "wait::until_all").of(t::WAIT),
    row("size_t shmem_TYPENAME_wait_until_any(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value)", "wait::until_any").of(t::WAIT),
    row("size_t shmem_TYPENAME_wait_until_some(volatile TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, TYPE cmp_value)", "wait::until_some").of(t::WAIT),
    row("int shmem_TYPENAME_test_all(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value)", "wait::test_all").of(t::WAIT),
    row("size_t shmem_TYPENAME_test_any(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, TYPE cmp_value)", "wait::test_any").of(t::WAIT),
    row("size_t shmem_TYPENAME_test_some(volatile TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, TYPE cmp_value)", "wait::test_some").of(t::WAIT),
    row("void shmem_TYPENAME_wait_until_all_vector(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values)", "wait::until_all_vector").of(t::WAIT),
    row("size_t shmem_TYPENAME_wait_until_any_vector(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values)", "wait::until_any_vector").of(t::WAIT),
    row("size_t shmem_TYPENAME_wait_until_some_vector(volatile TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, const TYPE *cmp_values)", "wait::until_some_vector").of(t::WAIT),
    row("int shmem_TYPENAME_test_all_vector(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values)", "wait::test_all_vector").of(t::WAIT),
    row("size_t shmem_TYPENAME_test_any_vector(volatile TYPE *ivars, size_t nelems, const int *status, int cmp, const TYPE *cmp_values)", "wait::test_any_vector").of(t::WAIT),
    row("size_t shmem_TYPENAME_test_some_vector(volatile TYPE *ivars, size_t nelems, size_t *indices, const int *status, int cmp, const TYPE *cmp_values)", "wait::test_some_vector").of(t::WAIT),
];

const ORDERING: &[Row] = &[
    row("void shmem_fence(void)", "ordering::fence").with_contexts(),
    row("void shmem_quiet(void)", "ordering::quiet").with_contexts(),
    row(
        "void shmem_pe_quiet(const int *target_pes, size_t npes)",
        "ordering::pe_quiet",
    )
    .with_contexts(),
    row("void shmem_set_lock(long *lock)", "lock::set"),
    row("void shmem_clear_lock(long *lock)", "lock::clear"),
    row("int shmem_test_lock(long *lock)", "lock::test"),
    row("void shmem_set_cache_inv(void)", "ordering::cache"),
    row("void shmem_clear_cache_inv(void)", "ordering::cache"),
    row(
        "void shmem_set_cache_line_inv(void *dest)",
        "ordering::cache_line",
    ),
    row(
        "void shmem_clear_cache_line_inv(void *dest)",
        "ordering::cache_line",
    ),
    row("void shmem_udcflush(void)", "ordering::cache"),
    row(
        "void shmem_udcflush_line(void *dest)",
        "ordering::cache_line",
    ),
];

const TEAM: &[Row] = &[
    row("int shmem_team_my_pe(shmem_team_t team)", "team::my_pe"),
    row("int shmem_team_n_pes(shmem_team_t team)", "team::n_pes"),
    row(
        "int shmem_team_get_config(shmem_team_t team, long config_mask, shmem_team_config_t *config)",
        "team::get_config",
    ),
    row(
        "int shmem_team_translate_pe(shmem_team_t src_team, int src_pe, shmem_team_t dest_team)",
        "team::translate_pe",
    ),
    row(
        "int shmem_team_split_strided(shmem_team_t parent_team, int start, int stride, int size, const shmem_team_config_t *config, long config_mask, shmem_team_t *new_team)",
        "team::split_strided",
    ),
    row(
        "int shmem_team_split_2d(shmem_team_t parent_team, int xrange, const shmem_team_config_t *xaxis_config, long xaxis_mask, shmem_team_t *xaxis_team, const shmem_team_config_t *yaxis_config, long yaxis_mask, shmem_team_t *yaxis_team)",
        "team::split_2d",
    ),
    row(
        "void shmem_team_destroy(shmem_team_t team)",
        "team::destroy",
    ),
    row(
        "int shmem_ctx_create(long options, shmem_ctx_t *ctx)",
        "context::create",
    ),
    row(
        "int shmem_team_create_ctx(shmem_team_t team, long options, shmem_ctx_t *ctx)",
        "context::team_create",
    ),
    row(
        "void shmem_ctx_destroy(shmem_ctx_t ctx)",
        "context::destroy",
    ),
    row(
        "int shmem_ctx_get_team(shmem_ctx_t ctx, shmem_team_t *team)",
        "context::get_team",
    ),
    row(
        "void shmem_ctx_session_start(shmem_ctx_t ctx, long options, const shmem_ctx_session_config_t *config, long config_mask)",
        "context::session_start",
    ),
    row(
        "void shmem_ctx_session_stop(shmem_ctx_t ctx)",
        "context::session_stop",
    ),
];

const COLLECTIVE: &[Row] = &[
    row("void shmem_barrier_all(void)", "collective::barrier_all"),
    row("void shmem_sync_all(void)", "collective::sync_all"),
    row("int shmem_team_sync(shmem_team_t team)", "collective::team_sync"),
    row("int shmem_TYPENAME_broadcast(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems, int PE_root)", "collective::broadcast").of(t::RMA),
    row("int shmem_broadcastmem(shmem_team_t team, void *dest, const void *source, size_t nelems, int PE_root)", "collective::broadcast"),
    row("int shmem_TYPENAME_collect(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems)", "collective::collect").of(t::RMA),
    row("int shmem_collectmem(shmem_team_t team, void *dest, const void *source, size_t nelems)", "collective::collect"),
    row("int shmem_TYPENAME_fcollect(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems)", "collective::fcollect").of(t::RMA),
    row("int shmem_fcollectmem(shmem_team_t team, void *dest, const void *source, size_t nelems)", "collective::fcollect"),
    row("int shmem_TYPENAME_alltoall(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems)", "collective::alltoall").of(t::RMA),
    row("int shmem_alltoallmem(shmem_team_t team, void *dest, const void *source, size_t nelems)", "collective::alltoall"),
    row("int shmem_TYPENAME_alltoalls(shmem_team_t team, TYPE *dest, const TYPE *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems)", "collective::alltoalls").of(t::RMA),
    row("int shmem_alltoallsmem(shmem_team_t team, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems)", "collective::alltoalls"),
];

const REDUCTION: &[Row] = &[
    row("int shmem_TYPENAME_and_reduce(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce)", "reduction::and").of(t::BITWISE_REDUCTIONS),
    row("int shmem_TYPENAME_or_reduce(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce)", "reduction::or").of(t::BITWISE_REDUCTIONS),
    row("int shmem_TYPENAME_xor_reduce(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce)", "reduction::xor").of(t::BITWISE_REDUCTIONS),
    row("int shmem_TYPENAME_max_reduce(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce)", "reduction::max").of(t::ORDERED_REDUCTIONS),
    row("int shmem_TYPENAME_min_reduce(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce)", "reduction::min").of(t::ORDERED_REDUCTIONS),
    row("int shmem_TYPENAME_sum_reduce(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce)", "reduction::sum").of(t::ARITHMETIC_REDUCTIONS),
    row("int shmem_TYPENAME_prod_reduce(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nreduce)", "reduction::prod").of(t::ARITHMETIC_REDUCTIONS),
    row("int shmem_TYPENAME_sum_inscan(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems)", "reduction::inscan").of(t::ARITHMETIC_REDUCTIONS),
    row("int shmem_TYPENAME_sum_exscan(shmem_team_t team, TYPE *dest, const TYPE *source, size_t nelems)", "reduction::exscan").of(t::ARITHMETIC_REDUCTIONS),
];

const ACTIVE_SET: &[Row] = &[
    row("void shmem_barrier(int PE_start, int logPE_stride, int PE_size, long *pSync)", "active_set::barrier"),
    row("void shmem_sync(int PE_start, int logPE_stride, int PE_size, long *pSync)", "active_set::sync"),
    row("void shmem_broadcastSIZE(void *dest, const void *source, size_t nelems, int PE_root, int PE_start, int logPE_stride, int PE_size, long *pSync)", "active_set::broadcast").sized(t::OLD_SIZES),
    row("void shmem_collectSIZE(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync)", "active_set::collect").sized(t::OLD_SIZES),
    row("void shmem_fcollectSIZE(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync)", "active_set::fcollect").sized(t::OLD_SIZES),
    row("void shmem_alltoallSIZE(void *dest, const void *source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync)", "active_set::alltoall").sized(t::OLD_SIZES),
    row("void shmem_alltoallsSIZE(void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int PE_start, int logPE_stride, int PE_size, long *pSync)", "active_set::alltoalls").sized(t::OLD_SIZES),
    row("void shmem_TYPENAME_and_to_all(TYPE *dest, const TYPE *source, int nreduce, int PE_start, int logPE_stride, int PE_size, TYPE *pWrk, long *pSync)", "active_set::and").of(t::OLD_BITWISE_REDUCTIONS).plain(),
    row("void shmem_TYPENAME_or_to_all(TYPE *dest, const TYPE *source, int nreduce, int PE_start, int logPE_stride, int PE_size, TYPE *pWrk, long *pSync)", "active_set::or").of(t::OLD_BITWISE_REDUCTIONS).plain(),
    row("void shmem_TYPENAME_xor_to_all(TYPE *dest, const TYPE *source, int nreduce, int PE_start, int logPE_stride, int PE_size, TYPE *pWrk, long *pSync)", "active_set::xor").of(t::OLD_BITWISE_REDUCTIONS).plain(),
    row("void shmem_TYPENAME_max_to_all(TYPE *dest, const TYPE *source, int nreduce, int PE_start, int logPE_stride, int PE_size, TYPE *pWrk, long *pSync)", "active_set::max").of(t::OLD_ORDERED_REDUCTIONS).plain(),
    row("void shmem_TYPENAME_min_to_all(TYPE *dest, const TYPE *source, int nreduce, int PE_start, int logPE_stride, int PE_size, TYPE *pWrk, long *pSync)", "active_set::min").of(t::OLD_ORDERED_REDUCTIONS).plain(),
    row("void shmem_TYPENAME_sum_to_all(TYPE *dest, const TYPE *source, int nreduce, int PE_start, int logPE_stride, int PE_size, TYPE *pWrk, long *pSync)", "active_set::sum").of(t::OLD_ARITHMETIC_REDUCTIONS).plain(),
    row("void shmem_TYPENAME_prod_to_all(TYPE *dest, const TYPE *source, int nreduce, int PE_start, int logPE_stride, int PE_size, TYPE *pWrk, long *pSync)", "active_set::prod").of(t::OLD_ARITHMETIC_REDUCTIONS).plain(),
];

const EXTENSION: &[Row] = &[
    row("double shmemx_wtime(void)", "extension::wtime"),
    row(
        "void shmemx_stats(shmemx_stats_t *stats)",
        "extension::stats",
    ),
    row(
        "int shmemx_query_interoperability(int property)",
        "extension::query_interoperability",
    ),
];
