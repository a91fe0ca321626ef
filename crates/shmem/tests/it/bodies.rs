//! The bodies of tests, which the PEs of a test's job run.

mod accumulates;
mod active;
mod active_sets;
mod atomics;
mod begun;
mod checks;
mod collectives;
mod contexts;
mod heap;
mod locks;
mod messages;
mod mistakes;
mod nonblocking;
mod order;
mod outside;
mod own_heap;
mod progress;
mod raw;
mod shapes;
mod signals;
mod storm;
mod strided;
mod tagged;
mod teams;
mod threads;
mod transfers;
mod typed;
mod waits;

use std::process::ExitCode;

use farreach_shmem::{self as shmem, Error, Pe};

use crate::standstill;

pub(crate) use outside::SILENT;

/// The body of a test, which every PE runs.
pub(crate) struct Body {
    pub(crate) name: &'static str,
    pub(crate) scope: Scope,
    pub(crate) run: fn(&Pe) -> Result<(), Error>,
}

/// The settings under which a body is worth a run besides the default.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    All,
    /// All settings in which the library makes progress while the target does not call it.
    NeedsHelper,
    /// None, because the body does not depend on settings.
    SameEverywhere,
}

const fn all(name: &'static str, run: fn(&Pe) -> Result<(), Error>) -> Body {
    Body {
        name,
        scope: Scope::All,
        run,
    }
}

const fn scoped(name: &'static str, scope: Scope, run: fn(&Pe) -> Result<(), Error>) -> Body {
    Body { name, scope, run }
}

/// The bodies that run in every placement.
pub(crate) const BODIES: &[Body] = &[
    all("words", transfers::words),
    all("sizes", transfers::sizes),
    all("structures", transfers::structures),
    all("implicit", nonblocking::implicit),
    all("handles", nonblocking::handles),
    all("leaks", nonblocking::leaks),
    all("tickets", atomics::tickets),
    all("sums", atomics::sums),
    all("bits", atomics::bits),
    all("swaps", atomics::swaps),
    all("lock", atomics::lock),
    all("locks", locks::locks),
    all("locks tried", locks::locks_tried),
    scoped("locks misused", Scope::SameEverywhere, locks::locks_misused),
    all("strides", strided::strides),
    all("shapes and vectors", shapes::shapes_and_vectors),
    scoped("shapes refused", Scope::SameEverywhere, shapes::refusals),
    all("accumulates in order", accumulates::in_order),
    all("accumulates by all", accumulates::by_all),
    scoped(
        "accumulates while the target computes",
        Scope::NeedsHelper,
        accumulates::while_the_target_computes,
    ),
    scoped(
        "accumulates refused",
        Scope::SameEverywhere,
        accumulates::refusals,
    ),
    all("signals of all", signals::signals_of_all),
    all("many words", signals::many_words),
    all("scopes", typed::scopes),
    all("tickets", typed::tickets),
    scoped("views", Scope::SameEverywhere, typed::views),
    all("steps", typed::steps),
    scoped("allocations", Scope::SameEverywhere, typed::allocations),
    scoped("planes", Scope::SameEverywhere, typed::planes),
    scoped(
        "strided exchanges",
        Scope::SameEverywhere,
        typed::strided_exchanges,
    ),
    all("pointers", raw::pointers),
    all("pointers without waiting", raw::pointers_without_waiting),
    all("pointers with signals", raw::pointers_with_signals),
    all("messages", messages::messages),
    all("messages taken late", messages::taken_late),
    all("requests and replies", active::requests_and_replies),
    all(
        "handlers run in every wait",
        active::handlers_run_in_every_wait,
    ),
    all("calls of functions", active::calls),
    all("memory of endpoints", active::endpoint_memory),
    all("teams of endpoints", active::endpoint_teams),
    all(
        "long messages without attach",
        tagged::long_messages_without_attach,
    ),
    all("messages of blocks", tagged::messages_of_blocks),
    all(
        "long messages in a sandbox",
        tagged::long_messages_in_a_sandbox,
    ),
    all(
        "handlers run while all compute",
        active::handlers_run_while_all_compute,
    ),
    all(
        "messages move while all compute",
        tagged::messages_move_while_all_compute,
    ),
    all("tagged sends and receives", tagged::sends_and_receives),
    all("blocking tagged calls", tagged::blocking_calls),
    all(
        "unexpected messages are bounded",
        tagged::unexpected_messages_are_bounded,
    ),
    all(
        "unreceived messages hold up nothing",
        tagged::unreceived_messages_hold_up_nothing,
    ),
    all(
        "every wait moves messages",
        tagged::every_wait_moves_messages,
    ),
    scoped(
        "mistakes with active messages",
        Scope::SameEverywhere,
        active::mistakes,
    ),
    all("signals", order::signals),
    all("flags", order::flags),
    all("comparisons", waits::comparisons),
    all("tests", waits::tests),
    all("barriers", collectives::barriers),
    all("broadcasts", collectives::broadcasts),
    all("reductions", collectives::reductions),
    all("floats", collectives::floats),
    all("threads", threads::threads),
    all("private contexts", contexts::private_contexts),
    all("kinds of contexts", contexts::kinds_of_contexts),
    scoped(
        "contexts of teams",
        Scope::SameEverywhere,
        contexts::contexts_of_teams,
    ),
    all("collectives of all", teams::collectives_of_all),
    all("collectives of teams", teams::collectives_of_teams),
    all("collectives begun", begun::collectives_begun),
    scoped(
        "collectives in a row",
        Scope::SameEverywhere,
        teams::collectives_in_a_row,
    ),
    scoped(
        "barriers in a row",
        Scope::SameEverywhere,
        collectives::barriers_in_a_row,
    ),
    all("teams of threads", teams::teams_of_threads),
    scoped(
        "teams come and go",
        Scope::SameEverywhere,
        teams::teams_come_and_go,
    ),
    scoped(
        "mistakes with teams",
        Scope::SameEverywhere,
        teams::mistakes_with_teams,
    ),
    all("active sets", active_sets::active_sets),
    all("waiting threads", active_sets::waiting_threads),
    all("teams of waiting threads", teams::teams_of_waiting_threads),
    all("results elsewhere", active_sets::apart),
    scoped("objects", Scope::SameEverywhere, heap::objects),
    scoped("exhaustion", Scope::SameEverywhere, heap::exhaustion),
    all("sizes of their own", own_heap::own_sizes),
    scoped(
        "memory of groups",
        Scope::SameEverywhere,
        own_heap::memory_of_groups,
    ),
    scoped(
        "both ends of the heap",
        Scope::SameEverywhere,
        own_heap::both_ends,
    ),
    scoped("disagreement", Scope::SameEverywhere, heap::disagreement),
    scoped("mistakes", Scope::SameEverywhere, mistakes::mistakes),
    scoped("computing", Scope::NeedsHelper, progress::computing),
    scoped(
        "computing beside collectives",
        Scope::NeedsHelper,
        begun::computing_beside_collectives,
    ),
];

/// The bodies of tests that observe a job from outside.
const OTHERS: &[Body] = &[
    all("nothing", |_| Ok(())),
    all("stand still", standstill::stand_still),
    all("to the last", outside::to_the_last),
    all("in a barrier", outside::in_a_barrier),
    all("in a wait", outside::in_a_wait),
    all("in a get", outside::in_a_get),
    all("in a connect", outside::in_a_connect),
    all("in accumulates", accumulates::without_end),
    all("in a send", tagged::in_a_send),
    all("in a receive", tagged::in_a_receive),
    all("in long messages", tagged::in_long_messages),
    all(
        "in long messages in pieces",
        tagged::in_long_messages_in_pieces,
    ),
    all("traffic", outside::traffic),
    all("late for a barrier", outside::late_for_a_barrier),
    all("late for a wait", outside::late_for_a_wait),
    all("late for a collective", outside::late_for_a_collective),
    all("different collectives", outside::different_collectives),
    all("different lengths", outside::different_lengths),
    all(
        "mistakes that are looked for",
        outside::mistakes_that_are_looked_for,
    ),
    all(
        "sources changed too early",
        tagged::sources_changed_too_early,
    ),
    all("storm", storm::storm),
    all("churn", outside::churn),
    all("contexts busy", outside::contexts_busy),
    all("contexts of a silent PE", outside::contexts_of_a_silent_pe),
    all("lock beside a silent PE", outside::lock_beside_a_silent_pe),
];

/// Runs a body as one PE of its job.
pub(crate) fn run(name: &str) -> ExitCode {
    let mut bodies = BODIES.iter().chain(OTHERS);
    let body = bodies.find(|body| body.name == name).expect("a body");
    let result = shmem::init().and_then(|pe| {
        (body.run)(&pe)?;
        pe.finalize()
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::FAILURE
        }
    }
}
