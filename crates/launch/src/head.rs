//! The head of a job: starts an agent per node, collects their reports, and decides when the job is
//! over.
//!
//! ```text
//!   Running ──all ranks exited with 0──────────────────────▶ Ending ──no child left, all written──▶ outcome
//!      └────a rank failed, aborted; an agent died; timeout──▶   ▲
//!      └────SIGINT, SIGTERM, ..: forwarded ──300 ms─────────────┘
//! ```
//!
//! Invariants:
//! - The first verdict is final: what happens while the job is being ended changes neither exit
//!   code nor reason.
//! - [`run`] returns only when every agent and every adopted orphan is gone.
//! - Output of ranks is written, however slow its reader. Only a signal ends the wait for a reader.

mod input;
mod inquiry;
mod link;
mod news;
mod outcome;
mod printer;
mod standstill;
mod start;

use std::io;
use std::os::fd::AsFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal};

use crate::clock::now_ns;
use crate::protocol::{Bytes, ExitStatus, HeadToAgent, JobKey};
use crate::reaper::{self, Children, Reaped};
use crate::signals::{self, SignalFd};
use input::{Input, InputRead};
use inquiry::Inquiry;
use link::{Link, Remote};
pub use outcome::{Bind, Copy, JobOutcome, JobSpec, Labels, LaunchError, Part, RankOutcome};
use printer::Printer;
use standstill::Standstill;

const NS_PER_MS: u64 = 1_000_000;
/// Milliseconds that a rank has to end after SIGTERM, before it is killed. Its printed output
/// should be complete even where many processes share a core.
const GRACE_MS: u32 = 600;
/// Nanoseconds that ranks have after the launcher forwarded a signal to them.
const SIGNAL_GRACE_NS: u64 = 300 * NS_PER_MS;
/// Nanoseconds after a signal until unwritten output is dropped.
const GIVE_UP_NS: u64 = 700 * NS_PER_MS;
/// Nanoseconds after which an agent that has not ended its node is killed.
const END_DEADLINE_NS: u64 = 5_000 * NS_PER_MS;
/// Nanoseconds between two looks for leftover processes.
const SWEEP_NS: u64 = 5 * NS_PER_MS;
/// Nanoseconds between two looks of a background launcher whether the terminal is its own.
const TERMINAL_NS: u64 = 250 * NS_PER_MS;
/// The number of reads that take everything an agent can have sent: its output window and its other
/// messages.
const LAST_READS_MAX: u32 = 64;
/// The exit code that a shell reports for a program that wrote to a closed pipe.
const EXIT_BROKEN_PIPE: i32 = 128 + libc::SIGPIPE;
/// The exit code of a timeout, as of timeout(1).
const EXIT_TIMEOUT: i32 = 124;

/// Signals that end the job.
const ENDING_SIGNALS: [i32; 4] = [libc::SIGINT, libc::SIGTERM, libc::SIGHUP, libc::SIGQUIT];
/// Signals that are forwarded to the ranks and have no other effect.
const PASSED_SIGNALS: [i32; 3] = [libc::SIGUSR1, libc::SIGUSR2, libc::SIGCONT];

/// Runs a job to its end.
///
/// The calling process should be single-threaded and have no other children. All its children are
/// taken for the job's, its signals are blocked in this thread and stay blocked, and it becomes a
/// child subreaper. The process's program must call [`crate::agent::main`] when its argument is
/// [`crate::AGENT_ARGUMENT`].
pub fn run(spec: JobSpec) -> Result<JobOutcome, LaunchError> {
    spec.check_bytes()?;
    let mut head = Head::new(spec)?;
    head.start_agents()?;
    while !head.is_over() {
        head.turn()?;
    }
    Ok(head.into_outcome())
}

struct Head {
    spec: JobSpec,
    key: JobKey,
    /// Whether the agents have their orders, or the job is over without them.
    is_ordered: bool,
    signals: SignalFd,
    printer: Printer,
    input: Input,
    links: Vec<Link>,
    ranks: Vec<RankOutcome>,
    exited: u32,
    finalized: u32,
    standstill: Standstill,
    /// The user's question that is being answered.
    inquiry: Option<Inquiry>,
    has_joined_ranks: bool,
    /// A rank that exited with 0 without having joined.
    stranger: Option<u32>,
    verdict: Option<Verdict>,
    /// When End was sent.
    end_sent_ns: Option<u64>,
    /// When End is to be sent, after a signal.
    end_due_ns: Option<u64>,
    give_up_ns: Option<u64>,
    /// Whether no child, own or adopted, is left.
    is_childless: bool,
    end_ns: u64,
}

struct Verdict {
    exit_code: i32,
    text: String,
}

#[derive(Clone, Copy)]
enum Source {
    Signals,
    Printer,
    Input,
    Link(usize),
    /// The standard error of a remote shell.
    Shell(usize),
}

impl Head {
    fn new(spec: JobSpec) -> Result<Self, LaunchError> {
        let wanted = ENDING_SIGNALS
            .into_iter()
            .chain(PASSED_SIGNALS)
            .chain([libc::SIGTSTP, libc::SIGRTMIN()]);
        let mut collected: Vec<i32> = wanted
            .filter(|&signal| !signals::is_ignored(signal))
            .collect();
        collected.push(libc::SIGCHLD);
        let signals = SignalFd::new(&collected).map_err(os("collecting signals"))?;
        signals::block(libc::SIGTTIN);
        reaper::become_subreaper().map_err(os("becoming a child subreaper"))?;
        let mut printer = Printer::new(spec.labels).map_err(os("making an event descriptor"))?;
        if let Some(folder) = &spec.output {
            let made = printer.write_to(folder, spec.placement.size());
            made.map_err(|source| LaunchError::Folder {
                path: folder.clone(),
                source,
            })?;
        }
        let ranks = vec![RankOutcome::default(); spec.placement.size() as usize];
        let standstill = Standstill::new(spec.placement.size());
        Ok(Head {
            spec,
            key: crate::random(),
            is_ordered: false,
            signals,
            printer,
            input: Input::new(),
            links: Vec::new(),
            ranks,
            exited: 0,
            finalized: 0,
            standstill,
            inquiry: None,
            has_joined_ranks: false,
            stranger: None,
            verdict: None,
            end_sent_ns: None,
            end_due_ns: None,
            give_up_ns: None,
            is_childless: false,
            end_ns: 0,
        })
    }

    /// One turn of the event loop.
    fn turn(&mut self) -> Result<(), LaunchError> {
        for index in 0..self.links.len() {
            self.links[index].flush();
            if let Err(error) = self.links[index].feed() {
                self.fail(1, format!("the program can't be read: {error}"));
            }
        }
        let mut sources = vec![Source::Signals, Source::Printer];
        let mut fds = vec![
            PollFd::from_borrowed_fd(self.signals.as_fd(), PollFlags::IN),
            PollFd::from_borrowed_fd(self.printer.as_fd(), PollFlags::IN),
        ];
        if self.verdict.is_none() && self.input.wants_more() {
            sources.push(Source::Input);
            fds.push(PollFd::from_borrowed_fd(Input::fd(), PollFlags::IN));
        }
        for (index, link) in self.links.iter().enumerate() {
            if let Some(channel) = link.channel() {
                let write = if channel.has_outgoing() {
                    PollFlags::OUT
                } else {
                    PollFlags::empty()
                };
                sources.push(Source::Link(index));
                fds.push(PollFd::from_borrowed_fd(
                    channel.reader(),
                    PollFlags::IN | write,
                ));
            }
            if let Some(stderr) = link.remote().and_then(Remote::stderr) {
                sources.push(Source::Shell(index));
                fds.push(PollFd::from_borrowed_fd(stderr, PollFlags::IN));
            }
        }
        match poll(&mut fds, self.wait_time().as_ref()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(errno) => return Err(os("waiting for events")(errno.into())),
        }
        let ready: Vec<Source> = (sources.iter().zip(&fds))
            .filter(|(_, fd)| !fd.revents().is_empty())
            .map(|(source, _)| *source)
            .collect();
        for source in ready {
            match source {
                Source::Signals => self.handle_signals(),
                Source::Printer => self.grant_credit(),
                Source::Input => self.take_input(),
                Source::Link(index) => self.read_agent(index),
                Source::Shell(index) => self.read_shell(index),
            }
        }
        self.check_times();
        self.check_hosts();
        self.check_inquiry();
        self.sweep();
        Ok(())
    }

    /// The time until the next deadline.
    fn wait_time(&self) -> Option<Timespec> {
        let now = now_ns();
        let deadline = self
            .deadline_ns()
            .filter(|_| self.verdict.is_none() && self.end_sent_ns.is_none());
        let stuck = self
            .end_sent_ns
            .map(|sent| sent + END_DEADLINE_NS)
            .filter(|&due| due > now);
        let sweep = self.has_orphans().then_some(now + SWEEP_NS);
        let terminal = (self.verdict.is_none() && self.input.waits_for_terminal())
            .then_some(now + TERMINAL_NS);
        let times = [
            deadline,
            self.end_due_ns,
            self.give_up_ns,
            stuck,
            sweep,
            terminal,
            self.hosts_due_ns(),
            self.inquiry.as_ref().map(Inquiry::due_ns),
        ];
        let ns = times.into_iter().flatten().min()?.saturating_sub(now);
        Some(Timespec {
            tv_sec: (ns / 1_000_000_000) as _,
            tv_nsec: (ns % 1_000_000_000) as _,
        })
    }

    fn deadline_ns(&self) -> Option<u64> {
        let timeout = self.spec.timeout?.as_nanos().min(u128::from(u64::MAX / 2));
        Some(self.spec.started_ns + timeout as u64)
    }

    fn check_times(&mut self) {
        let now = now_ns();
        if self.verdict.is_none()
            && self.end_sent_ns.is_none()
            && self.deadline_ns().is_some_and(|due| due <= now)
        {
            let seconds = self.spec.timeout.unwrap_or_default().as_secs_f64();
            let running = news::running_ranks(&self.ranks);
            self.fail(
                EXIT_TIMEOUT,
                format!(
                    "the job did not end within {seconds} s (--timeout); still running: {running}"
                ),
            );
        }
        if self.end_due_ns.is_some_and(|due| due <= now) {
            self.end_due_ns = None;
            self.send_end(0);
        }
        if self.give_up_ns.is_some_and(|due| due <= now) {
            self.give_up_ns = None;
            self.printer.give_up();
        }
        let is_late = self
            .end_sent_ns
            .is_some_and(|sent| sent + END_DEADLINE_NS <= now);
        if is_late && self.printer.is_idle() {
            for index in 0..self.links.len() {
                if self.links[index].is_working() {
                    let agent = self.name_agent(index);
                    self.printer
                        .announce(&format!("{agent} can't end its processes; killing it"));
                    self.links[index].kill();
                }
            }
        }
    }

    fn handle_signals(&mut self) {
        for signal in self.signals.take() {
            if ENDING_SIGNALS.contains(&signal) {
                self.end_by_signal(signal);
            } else if signal == libc::SIGRTMIN() {
                self.inquire();
            } else if signal == libc::SIGTSTP {
                self.pause();
            } else if PASSED_SIGNALS.contains(&signal) {
                self.send_all(&HeadToAgent::Signal(signal));
            }
        }
        self.reap();
    }

    /// Forwards the signal to the ranks and gives them a moment. A second signal ends that moment.
    fn end_by_signal(&mut self, signal: i32) {
        let now = now_ns();
        self.give_up_ns.get_or_insert(now + GIVE_UP_NS);
        if self.verdict.is_some() || self.end_sent_ns.is_some() {
            self.send_end(0);
            return;
        }
        let what = signals::describe(signal);
        let text = format!("got signal {what}; ending the job");
        self.printer.announce(&text);
        self.verdict = Some(Verdict {
            exit_code: 128 + signal,
            text,
        });
        self.end_due_ns = Some(now + SIGNAL_GRACE_NS);
        self.send_all(&HeadToAgent::Signal(signal));
    }

    /// Stops the job at Ctrl-Z. The ranks are in their own process groups and would not be stopped
    /// otherwise.
    fn pause(&mut self) {
        self.send_all(&HeadToAgent::Signal(libc::SIGSTOP));
        self.send_all(&HeadToAgent::Pause);
        for link in &mut self.links {
            link.flush();
        }
        // SIGCONT, the counterpart, arrives as a signal and is forwarded.
        let _ = rustix::process::kill_process(rustix::process::getpid(), Signal::STOP);
    }

    fn take_input(&mut self) {
        let message = match self.input.take() {
            InputRead::Nothing => return,
            InputRead::Bytes(bytes) => HeadToAgent::Input(Bytes(bytes)),
            InputRead::End => HeadToAgent::InputEnd,
        };
        // Rank 0 is on node 0.
        self.links[0].send(&message);
    }

    fn grant_credit(&mut self) {
        for written in self.printer.take_written() {
            self.links[written.node as usize].send(&HeadToAgent::OutputCredit(written.bytes));
        }
        if self.printer.has_lost_reader() {
            // Without a message, as when the kernel ends a program by SIGPIPE.
            self.exit(EXIT_BROKEN_PIPE, "the reader of the output left".into());
        } else if let Some(errno) = self.printer.stdout_error() {
            let what = match &self.spec.output {
                Some(folder) => format!("output to {}", folder.display()),
                None => "standard output".to_owned(),
            };
            self.fail(1, format!("{what} can't be written: {errno}"));
        }
    }

    // The end of the job.

    /// Ends the job because of a failure, whose exit code is the job's. Later failures change
    /// nothing.
    fn fail(&mut self, exit_code: i32, text: String) {
        if self.verdict.is_some() {
            return;
        }
        self.printer.announce(&format!("{text}; ending the job"));
        self.exit(exit_code, text);
    }

    /// Ends the job without a message, because the program asked for it.
    fn exit(&mut self, exit_code: i32, text: String) {
        if self.verdict.is_none() {
            self.verdict = Some(Verdict { exit_code, text });
            self.send_end(GRACE_MS);
        }
    }

    fn send_end(&mut self, grace_ms: u32) {
        self.end_due_ns = None;
        self.end_sent_ns.get_or_insert_with(now_ns);
        self.send_all(&HeadToAgent::End { grace_ms });
        self.give_up_hosts();
    }

    fn send_all(&mut self, message: &HeadToAgent) {
        for link in &mut self.links {
            link.send(message);
        }
    }

    fn reap(&mut self) {
        loop {
            match reaper::reap() {
                Children::Ended(reaped) => self.note_end(reaped),
                Children::Running => return,
                Children::None => {
                    self.is_childless = true;
                    return;
                }
            }
        }
    }

    /// Handles the end of a child. An agent may end only after it sent Done. Children that are not
    /// agents are adopted orphans.
    fn note_end(&mut self, reaped: Reaped) {
        let Some(index) = self.links.iter().position(|link| link.pid == reaped.pid) else {
            return;
        };
        // First of all: from here on the pid may name another process.
        self.links[index].note_reaped();
        // The agent's last messages may be longer than one read.
        let mut reads = LAST_READS_MAX;
        while reads > 0 && self.links[index].channel().is_some() {
            self.read_agent(index);
            reads -= 1;
        }
        self.links[index].close();
        self.read_shell(index);
        if !self.links[index].has_said_done() {
            let how = match reaped.status {
                ExitStatus::Signal(signal) => {
                    format!("was killed by signal {}", signals::describe(signal))
                }
                ExitStatus::Code(code) => format!("exited with code {code}"),
            };
            if self.links[index].remote().is_some() {
                return self.lose_shell(index, reaped.status, &how);
            }
            let agent = self.name_agent(index);
            self.fail(reaped.status.shell_code().max(1), format!("{agent} {how}"));
        }
    }

    /// Whether there may be processes that an agent left behind.
    fn has_orphans(&self) -> bool {
        let is_lost = |link: &Link| link.is_gone() && !link.has_said_done();
        !self.is_childless
            && (self.links.iter().any(is_lost) || self.links.iter().all(Link::is_gone))
    }

    fn sweep(&mut self) {
        if !self.has_orphans() {
            return;
        }
        let agents: Vec<Pid> = self
            .links
            .iter()
            .filter(|link| !link.is_gone())
            .map(|link| link.pid)
            .collect();
        reaper::signal_children(Signal::KILL, |pid| !agents.contains(&pid));
        self.reap();
    }

    fn is_over(&mut self) -> bool {
        if !self.is_childless {
            return false;
        }
        if self.end_ns == 0 {
            self.end_ns = now_ns();
        }
        self.printer.is_idle()
    }

    fn into_outcome(self) -> JobOutcome {
        let (exit_code, failure) = match self.verdict {
            Some(verdict) => (verdict.exit_code, Some(verdict.text)),
            None => (0, None),
        };
        JobOutcome {
            exit_code,
            failure,
            wall: Duration::from_nanos(self.end_ns.saturating_sub(self.spec.started_ns)),
            ranks: self.ranks,
        }
    }
}

fn os(what: &'static str) -> impl Fn(io::Error) -> LaunchError {
    move |source| LaunchError::Os { what, source }
}
