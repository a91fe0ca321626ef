//! Runs scenarios in each mode, and with each ordering removed.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::panic::Location;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::thread;

use crate::scenarios::Scenario;
use crate::{Alarm, sleep};

/// The most steps of an execution.
const BRANCHES_MAX: usize = 20_000;

/// How sequentially consistent accesses are modelled. loom treats such accesses as acquire and
/// release, but models sequentially consistent fences.
///
/// A sequentially consistent load does not pass an earlier sequentially consistent store. A fence
/// between the two has this effect. The fence may belong to the load or to the store. It orders too
/// much if the other access is weaker. An algorithm therefore has to hold with either placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// As acquire and release accesses. No thread sleeps in this mode, since sleeping and waking
    /// may need stronger accesses. This mode explores whether data is visible to the threads that
    /// may read it.
    NoSleep,
    /// With a fence before each load and read-modify-write.
    FenceBefore,
    /// With a fence behind each store and read-modify-write.
    FenceAfter,
}

impl Mode {
    const ALL: [Mode; 3] = [Mode::NoSleep, Mode::FenceBefore, Mode::FenceAfter];
}

/// A place in the code that asks for an ordering, or that wakes sleepers. With the site removed, an
/// ordering becomes relaxed, a fence disappears, and a wake-up wakes no thread.
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

    /// The text of the source line, which stays valid when other lines of the file change.
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

/// Waits until `is_done`, for which `alarm` goes off. Returns false in the mode without sleep, if it
/// is not done at once.
pub(crate) fn wait(alarm: Alarm<'_>, is_done: impl Fn() -> bool) -> bool {
    while !is_done() {
        if mode() == Mode::NoSleep {
            return false;
        }
        let announced = [alarm.announce()];
        if !is_done() {
            sleep(None, &announced, None);
        }
    }
    true
}

pub(crate) fn mode() -> Mode {
    MODE.get()
}

/// The ordering that the code at a place gets in this exploration.
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

/// An algorithm: its source files and its scenarios.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suite {
    pub(crate) files: &'static [&'static str],
    pub(crate) scenarios: &'static [Scenario],
}

/// The lines of an algorithm that ask for an ordering, a fence or a wake-up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    /// Lines without which a scenario breaks.
    pub(crate) needed: Vec<String>,
    /// Lines without which every scenario still holds.
    pub(crate) unseen: Vec<String>,
}

/// Explores an algorithm as it is, and then with each ordering removed.
///
/// # Panics
/// If a scenario of the unchanged algorithm does not hold.
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

/// Explores a scenario. Returns the sites that it reached, or an error if the scenario does not
/// hold.
fn explore(scenario: Scenario, mode: Mode, taken_away: Option<Site>) -> Result<BTreeSet<Site>, ()> {
    // A separate thread: loom's threads run on it, and what a failure leaves behind ends with it.
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
