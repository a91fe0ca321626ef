//! A process's endpoint: where its requests begin and its handlers run.

use std::cell::Cell;
use std::sync::Arc;

use farreach_runtime::collectives::{Operator, Order, Target};
use farreach_runtime::{Port, Receiver, World};

use crate::call::Calls;
use crate::handlers::{Function, Handler};
use crate::wire::{Head, LONG, MEDIUM, MEDIUM_MAX, REPLY, SHORT, parse, parse_place};
use crate::{ARGUMENTS_MAX, Error, Handlers, Long, Medium, Short, Token};

thread_local! {
    static IN_HANDLER: Cell<bool> = const { Cell::new(false) };
    /// The payload that the thread's last [`Endpoint::request_medium_with`] had, for its next one.
    static BUFFER: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// While it lives, this thread runs a handler.
struct Inside {
    before: bool,
}

impl Inside {
    fn enter() -> Inside {
        Inside {
            before: IN_HANDLER.replace(true),
        }
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        IN_HANDLER.set(self.before);
    }
}

/// A message to send.
#[derive(Clone, Copy)]
pub(crate) struct Message<'a> {
    pub(crate) function: &'static str,
    pub(crate) to: u32,
    pub(crate) handler: u8,
    pub(crate) arguments: &'a [u32],
    pub(crate) kind: ActiveMessageKind<'a>,
}

/// A message's kind, with its payload, and where that goes.
#[derive(Clone, Copy)]
pub(crate) enum ActiveMessageKind<'a> {
    Short,
    Medium(&'a [u8]),
    Long(&'a [u8], usize),
}

/// The handlers of a process.
pub(crate) struct Table {
    handlers: Vec<Handler>,
}

impl Table {
    /// Sends a message. A request waits for room, a reply does not.
    #[inline]
    pub(crate) fn send(
        &self,
        world: &World,
        message: Message<'_>,
        is_request: bool,
    ) -> Result<(), Error> {
        let Message {
            function,
            to,
            handler,
            arguments,
            kind,
        } = message;
        if arguments.len() > ARGUMENTS_MAX {
            return Err(Error::TooManyArguments {
                rank: world.rank(),
                function,
                handler: self.name(handler),
                given: arguments.len(),
            });
        }
        let head = Head::new(handler, arguments);
        let (number, head, payload) = match kind {
            ActiveMessageKind::Short => (SHORT, head, &[][..]),
            ActiveMessageKind::Medium(payload) if payload.len() > MEDIUM_MAX => {
                return Err(Error::TooLong {
                    rank: world.rank(),
                    function,
                    handler: self.name(handler),
                    len: payload.len(),
                    limit: MEDIUM_MAX,
                });
            }
            ActiveMessageKind::Medium(payload) => (MEDIUM, head, payload),
            ActiveMessageKind::Long(payload, offset) => {
                // The message arrives after the payload.
                world.direct().put(to, offset, payload)?;
                (LONG, head.with_place(offset, payload.len()), &[][..])
            }
        };
        if is_request {
            world.send_message(to, Port::Active, number, head.as_slice(), payload)?;
        } else {
            world.enqueue_message(to, Port::Active, number | REPLY, head.as_slice(), payload)?;
        }
        Ok(())
    }

    fn name(&self, handler: u8) -> String {
        let handler = self.handlers.get(usize::from(handler));
        handler.map_or_else(String::new, |handler| handler.name.clone())
    }

    /// Runs the handler of a message. `None` if no process of this job sends such a message.
    #[inline]
    fn run(&self, token: Token<'_>, number: u8, bytes: &[u8]) -> Option<()> {
        let (handler, arguments, rest) = parse(bytes)?;
        let handler = self.handlers.get(usize::from(handler))?;
        let arguments = arguments.as_slice();
        match (handler.function.as_ref()?, number & !REPLY) {
            (Function::Short(function), SHORT) => function(token, arguments),
            (Function::Medium(function), MEDIUM) => function(token, arguments, rest),
            (Function::Long(function), LONG) => function(token, arguments, parse_place(rest)?),
            _ => return None,
        }
        Some(())
    }

    /// Checks that all handlers are defined, and that all processes have the same.
    fn check(&self, world: &World) -> Result<(), Error> {
        let rank = world.rank();
        for (number, handler) in self.handlers.iter().enumerate() {
            if handler.function.is_none() {
                return Err(Error::Undefined {
                    rank,
                    handler: handler.name.clone(),
                    number: number as u8,
                });
            }
        }
        let own: Vec<String> = self.handlers.iter().map(ToString::to_string).collect();
        let collectives = || world.collectives().named("Endpoint::attach");
        let mut text = own.join("\n").into_bytes();
        let mut len = (text.len() as u64).to_ne_bytes();
        collectives().broadcast(0, Target::Private(&mut len))?;
        text.resize(u64::from_ne_bytes(len) as usize, 0);
        if rank == 0 {
            collectives().broadcast(0, Target::Private(&mut text))?;
        } else {
            text.fill(0);
            collectives().broadcast(0, Target::Private(&mut text))?;
        }
        let text = String::from_utf8_lossy(&text);
        let there: Vec<&str> = text.lines().collect();
        let nothing = "nothing";
        let of = |list: &[&str], number: usize| (*list.get(number).unwrap_or(&nothing)).to_owned();
        let here: Vec<&str> = own.iter().map(String::as_str).collect();
        let mut numbers = 0..here.len().max(there.len());
        let differs = numbers.find(|&number| here.get(number) != there.get(number));
        let mut others = u32::from(differs.is_some()).to_ne_bytes();
        let add = |into: &mut [u8], other: &[u8]| {
            let word = |bytes: &[u8]| u32::from_ne_bytes(bytes.try_into().expect("one word"));
            let sum = word(into) + word(other);
            into.copy_from_slice(&sum.to_ne_bytes());
        };
        let operator = Operator {
            unit: 4,
            combine: &add,
            identity: &[0; 4],
            order: Order::Any,
        };
        collectives().all_reduce(Target::Private(&mut others), &operator)?;
        match (differs, u32::from_ne_bytes(others)) {
            (Some(number), _) => Err(Error::HandlersDiffer {
                rank,
                number,
                here: of(&here, number),
                there: of(&there, number),
            }),
            (None, 0) => Ok(()),
            (None, others) => Err(Error::OthersDiffer { rank, others }),
        }
    }
}

impl Receiver for Table {
    fn receive(&self, world: &World, from: u32, number: u8, bytes: &[u8]) {
        let token = Token {
            world,
            table: self,
            source: from,
            is_request: number & REPLY == 0,
        };
        let inside = Inside::enter();
        let ran = self.run(token, number, bytes);
        drop(inside);
        if ran.is_none() {
            let rank = world.rank();
            let text = format!(
                "rank {rank}: rank {from} sent an active message that no handler here takes"
            );
            world.end_job(1, &text);
        }
    }

    fn runs_anywhere(&self, _: u8, bytes: &[u8]) -> bool {
        let handler = bytes
            .first()
            .and_then(|&number| self.handlers.get(usize::from(number)));
        // A message that no handler takes ends the job, wherever it is found.
        handler.is_none_or(|handler| handler.runs_anywhere)
    }
}

/// This process's endpoint. All methods can be called from any thread.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// use farreach::{gasnet, shmem};
///
/// let pe = shmem::init()?;
/// let sum = Arc::new(AtomicU32::new(0));
/// let mut handlers = gasnet::Handlers::new();
/// let add = handlers.short("add", {
///     let sum = Arc::clone(&sum);
///     move |_, arguments| {
///         sum.fetch_add(arguments[0], Ordering::Relaxed);
///     }
/// });
/// let endpoint = gasnet::Endpoint::attach(pe.world(), handlers)?;
/// for rank in 0..endpoint.size() {
///     endpoint.request_short(rank, add, &[endpoint.rank() + 1])?;
/// }
/// let n = endpoint.size();
/// endpoint.block_until(|| sum.load(Ordering::Relaxed) == n * (n + 1) / 2);
/// pe.finalize()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Endpoint<'w> {
    world: &'w World,
    table: Arc<Table>,
    calls: Calls,
}

impl std::fmt::Debug for Endpoint<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Endpoint")
            .field("rank", &self.rank())
            .field("handlers", &self.table.handlers.len())
            .finish_non_exhaustive()
    }
}

impl<'w> Endpoint<'w> {
    /// Attaches this process's handlers, and checks that all processes have the same. All processes
    /// call it. A process attaches once.
    pub fn attach(world: &'w World, handlers: Handlers) -> Result<Endpoint<'w>, Error> {
        let Handlers {
            table,
            calls,
            wants_helper,
        } = handlers;
        let table = Arc::new(Table { handlers: table });
        table.check(world)?;
        if !world.open_port(Port::Active, Arc::clone(&table) as Arc<dyn Receiver>) {
            return Err(Error::Attached { rank: world.rank() });
        }
        if wants_helper {
            world.want_helper()?;
        }
        Ok(Endpoint {
            world,
            table,
            calls,
        })
    }

    pub(crate) fn calls(&self) -> &Calls {
        &self.calls
    }

    /// This process's membership in the job.
    pub fn world(&self) -> &World {
        self.world
    }

    /// This process's rank, from 0.
    pub fn rank(&self) -> u32 {
        self.world.rank()
    }

    /// The number of processes.
    pub fn size(&self) -> u32 {
        self.world.size()
    }

    /// The most bytes of a medium message's payload.
    #[expect(clippy::unused_self, reason = "it may depend on the network")]
    pub fn max_medium(&self) -> usize {
        MEDIUM_MAX
    }

    /// Calls `handler` at rank `to` with up to 16 arguments. Returns when the arguments can be
    /// reused.
    #[inline]
    pub fn request_short(&self, to: u32, handler: Short, arguments: &[u32]) -> Result<(), Error> {
        self.request(
            "Endpoint::request_short",
            to,
            handler.0,
            arguments,
            ActiveMessageKind::Short,
        )
    }

    /// Calls `handler` at rank `to` with arguments and a payload of up to [`Endpoint::max_medium`]
    /// bytes. Returns when both can be reused.
    #[inline]
    pub fn request_medium(
        &self,
        to: u32,
        handler: Medium,
        arguments: &[u32],
        payload: &[u8],
    ) -> Result<(), Error> {
        let kind = ActiveMessageKind::Medium(payload);
        self.request("Endpoint::request_medium", to, handler.0, arguments, kind)
    }

    /// Calls `handler` at rank `to` as [`Endpoint::request_medium`] does, with a payload of `len` bytes
    /// that `fill` writes to the library's memory. The bytes are zero before.
    ///
    /// # Errors
    /// If `len` exceeds [`Endpoint::max_medium`]; `fill` is not called then.
    pub fn request_medium_with(
        &self,
        to: u32,
        handler: Medium,
        arguments: &[u32],
        len: usize,
        fill: impl FnOnce(&mut [u8]),
    ) -> Result<(), Error> {
        const FUNCTION: &str = "Endpoint::request_medium_with";
        if len > MEDIUM_MAX {
            return Err(Error::TooLong {
                rank: self.rank(),
                function: FUNCTION,
                handler: self.table.name(handler.0),
                len,
                limit: MEDIUM_MAX,
            });
        }
        let mut buffer = BUFFER.take();
        buffer.clear();
        buffer.resize(len, 0);
        fill(&mut buffer);
        let kind = ActiveMessageKind::Medium(&buffer);
        let sent = self.request(FUNCTION, to, handler.0, arguments, kind);
        BUFFER.set(buffer);
        sent
    }

    /// Copies a payload to `offset` of the segment of rank `to`, and then calls `handler` there.
    /// Returns when arguments and payload can be reused.
    pub fn request_long(
        &self,
        to: u32,
        handler: Long,
        arguments: &[u32],
        payload: &[u8],
        offset: usize,
    ) -> Result<(), Error> {
        let kind = ActiveMessageKind::Long(payload, offset);
        self.request("Endpoint::request_long", to, handler.0, arguments, kind)
    }

    #[inline]
    fn request(
        &self,
        function: &'static str,
        to: u32,
        handler: u8,
        arguments: &[u32],
        kind: ActiveMessageKind<'_>,
    ) -> Result<(), Error> {
        if IN_HANDLER.get() {
            let rank = self.rank();
            return Err(Error::RequestInHandler { rank, function });
        }
        let message = Message {
            function,
            to,
            handler,
            arguments,
            kind,
        };
        self.table.send(self.world, message, true)
    }

    /// Runs the handlers of messages that have come.
    pub fn poll(&self) {
        if !IN_HANDLER.get() {
            self.world.poll();
        }
    }

    /// Runs handlers until `is_done`, which is asked again after each of them. Sleeps when nothing
    /// comes for a while.
    ///
    /// # Panics
    /// Inside a handler, which must not wait.
    #[inline]
    pub fn block_until(&self, is_done: impl FnMut() -> bool) {
        assert!(
            !IN_HANDLER.get(),
            "rank {}: Endpoint::block_until in a handler, which must not wait",
            self.rank()
        );
        self.world
            .wait_for_messages("Endpoint::block_until", is_done);
    }
}
