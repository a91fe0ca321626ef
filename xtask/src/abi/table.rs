//! The table: every function of OpenSHMEM 1.6 with what is deprecated since 1.0, as the specification declares it.
//!
//! The variables that `shmem_wait_until` and its kin look at are declared volatile, as in the versions before 1.5, so that programs
//! of all versions compile without warnings.

use super::row::{Family, Row, row};
use super::types as t;

/// All families.
pub(crate) const FAMILIES: &[Family] = &[
    Family {
        name: "setup",
        about: "Beginning and end, who is there, what is accessible.",
        rows: SETUP,
    },
    Family {
        name: "heap",
        about: "The symmetric heap.",
        rows: HEAP,
    },
    Family {
        name: "put",
        about: "Puts.",
        rows: PUT,
    },
    Family {
        name: "get",
        about: "Gets.",
        rows: GET,
    },
    Family {
        name: "ordering",
        about: "Ordering and completion.",
        rows: ORDERING,
    },
    Family {
        name: "wait",
        about: "Waiting for variables, and looking at them.",
        rows: WAIT,
    },
];

const SETUP: &[Row] = &[
    row("void shmem_init(void)", "state::init"),
    row("void shmem_finalize(void)", "state::finalize"),
    row("int shmem_my_pe(void)", "setup::my_pe"),
    row("int shmem_n_pes(void)", "setup::n_pes"),
];

const HEAP: &[Row] = &[
    row("void *shmem_malloc(size_t size)", "heap::malloc"),
    row("void shmem_free(void *ptr)", "heap::free"),
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
        "void shmem_putSIZE(void *dest, const void *source, size_t nelems, int pe)",
        "rma::put",
    )
    .sized(t::SIZES)
    .with_contexts(),
    row(
        "void shmem_putmem(void *dest, const void *source, size_t nelems, int pe)",
        "rma::put",
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
        "void shmem_getSIZE(void *dest, const void *source, size_t nelems, int pe)",
        "rma::get",
    )
    .sized(t::SIZES)
    .with_contexts(),
    row(
        "void shmem_getmem(void *dest, const void *source, size_t nelems, int pe)",
        "rma::get",
    )
    .with_contexts(),
];

const ORDERING: &[Row] = &[
    row("void shmem_fence(void)", "ordering::fence").with_contexts(),
    row("void shmem_quiet(void)", "ordering::quiet").with_contexts(),
    row("void shmem_barrier_all(void)", "ordering::barrier_all"),
    row("void shmem_sync_all(void)", "ordering::sync_all"),
];

const WAIT: &[Row] = &[row(
    "void shmem_TYPENAME_wait_until(volatile TYPE *ivar, int cmp, TYPE cmp_value)",
    "wait::until",
)
.of(t::WAIT)];
