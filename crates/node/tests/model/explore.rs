//! Runs scenarios with each mode, and with each ordering taken away.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::panic::Location;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;

use crate::Polled;
use crate::scenarios::Scenario;

/// The most steps of an execution.
const BRANCHES_MAX: usize = 20_000;

/// How sequentially consistent accesses are modelled: loom takes them for acquiring and releasing ones, but has sequentially
/// consistent fences.
///
/// What such accesses have beyond others is that a load does not pass an earlier store. A fence between the two gives that. It
/// may belong to the load or to the store, and orders too much where the other one of the two is a weaker access. So an
/// algorithm has to hold with either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// As acquiring and releasing accesses. Nobody sleeps, as sleeping and waking may need more than that: what this mode
    /// explores is whether data is visible to those who may read it.
    NoSleep,
    /// With a fence before each load and read-modify-write.
    FenceBefore,
    /// With a fence behind each store and read-modify-write.
    FenceAfter,
}

impl Mode {
    const ALL: [Mode; 3] = [Mode::NoSleep, Mode::FenceBefore, Mode::FenceAfter];
}

/// A place in the code that asks for an ordering, or that wakes sleepers. Taken away, the ordering is relaxed, the fence is
/// none, and nobody is woken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Site {
    file: &'static str,
    line: u32,
    column: u32,
}

impl Site {
    fn of(at: &'static Location<'static>) -> Site {
        Site {
            file: at.file(),
            line: at.line(),
            column: at.column(),
        }
    }

    fn is_in(self, file: &str) -> bool {
        Path::new(self.file).file_name() == Some(OsStr::new(file))
    }

    /// The line of the source, which outlives changes elsewhere in the file.
    fn text(self) -> String {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let source = fs::read_to_string(root.join(self.file)).expect("it was compiled from there");
        let line = source.lines().nth(self.line as usize - 1);
        line.expect("it was compiled from there").trim().to_owned()
    }
}

thread_local! {
    static MODE: Cell<Mode> = const { Cell::new(Mode::NoSleep) };
    static TAKEN_AWAY: Cell<Option<Site>> = const { Cell::new(None) };
    static SITES: RefCell<BTreeSet<Site>> = const { RefCell::new(BTreeSet::new()) };
}

/// What those who wait ask for: where nobody sleeps they give up.
pub(crate) fn poll() -> Polled {
    if mode() == Mode::NoSleep {
        Polled::Stop
    } else {
        Polled::IDLE
    }
}

pub(crate) fn mode() -> Mode {
    MODE.get()
}

/// What is left of the order that the code at a place asks for.
pub(crate) fn order_at(at: &'static Location<'static>, order: Ordering) -> Ordering {
    if order == Ordering::Relaxed {
        return order;
    }
    let site = Site::of(at);
    if TAKEN_AWAY.get() == Some(site) {
        return Ordering::Relaxed;
    }
    SITES.with_borrow_mut(|sites| sites.insert(site));
    order
}

/// An algorithm: the files that it is written in, and what it is for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suite {
    pub(crate) files: &'static [&'static str],
    pub(crate) scenarios: &'static [Scenario],
}

/// The lines of an algorithm that ask for an ordering, a fence or a wake-up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    /// Without them a scenario breaks.
    pub(crate) needed: Vec<String>,
    /// No scenario sees whether they are there.
    pub(crate) unseen: Vec<String>,
}

/// Explores an algorithm as it is, and then with each ordering taken away.
///
/// # Panics
/// If a scenario does not hold.
pub(crate) fn check(suite: &Suite) -> Report {
    let mut sites = BTreeSet::new();
    for scenario in suite.scenarios {
        for mode in Mode::ALL {
            match explore(*scenario, mode, None) {
                Ok(seen) => sites.extend(seen),
                Err(()) => panic!("{} does not hold with {mode:?}", scenario.name),
            }
        }
    }
    let mut report = Report::default();
    for site in sites {
        if !suite.files.iter().any(|file| site.is_in(file)) {
            continue;
        }
        let breaks = |scenario: &Scenario| {
            let mut modes = Mode::ALL.into_iter();
            modes.any(|mode| explore(*scenario, mode, Some(site)).is_err())
        };
        if suite.scenarios.iter().any(breaks) {
            report.needed.push(site.text());
        } else {
            report.unseen.push(site.text());
        }
    }
    report
}

/// Explores a scenario; returns the sites that it came by, or that it does not hold.
fn explore(scenario: Scenario, mode: Mode, taken_away: Option<Site>) -> Result<BTreeSet<Site>, ()> {
    // A thread of its own: loom's threads run on it, and what a failure leaves behind ends with it.
    let explorer = thread::spawn(move || {
        MODE.set(mode);
        TAKEN_AWAY.set(taken_away);
        let mut model = loom::model::Builder::new();
        model.max_branches = BRANCHES_MAX;
        model.preemption_bound = Some(scenario.preemptions);
        model.check(scenario.run);
        SITES.take()
    });
    explorer.join().map_err(drop)
}
