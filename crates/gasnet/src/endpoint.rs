//! A process's endpoint: where its requests begin and its handlers run.

use std::sync::Arc;

use farreach_runtime::World;
use farreach_runtime::collectives::{Operator, Order, Target};

use crate::am::{
    self, ActivePort, Blocking, Category, Delivered, HandlerTable, MEDIUM_MAX, Message, Payload,
    Prepared, Received, Refusal, Source, Terms,
};
use crate::call::Calls;
use crate::handlers::{Function, Handler};
use crate::{Error, Handlers, Long, Medium, Short, Token};

/// The handlers of a process.
pub(crate) struct Table {
    handlers: Vec<Handler>,
}

impl Table {
    /// The result of a function that has sent a message.
    #[inline]
    pub(crate) fn sent<T>(
        &self,
        world: &World,
        function: &'static str,
        handler: u8,
        sent: Result<T, Refusal>,
    ) -> Result<(), Error> {
        match sent {
            Ok(_) => Ok(()),
            Err(refusal) => Err(self.refused(world, function, handler, refusal)),
        }
    }

    #[cold]
    fn refused(
        &self,
        world: &World,
        function: &'static str,
        handler: u8,
        refusal: Refusal,
    ) -> Error {
        match refusal {
            Refusal::Runtime(error) => error.into(),
            refusal => Error::Refused {
                rank: world.rank(),
                function,
                handler: self.name(handler),
                refusal,
            },
        }
    }

    fn name(&self, handler: u8) -> String {
        let handler = self.handlers.get(usize::from(handler));
        handler.map_or_else(String::new, |handler| handler.name.clone())
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

impl HandlerTable for Table {
    #[inline]
    fn run(
        &self,
        world: &World,
        received: &Received,
        handler: u8,
        arguments: &[u32],
        payload: Delivered<'_>,
    ) -> bool {
        let handler = self.handlers.get(usize::from(handler));
        let Some(function) = handler.and_then(|handler| handler.function.as_ref()) else {
            return false;
        };
        let token = Token {
            world,
            table: self,
            received,
        };
        match (function, payload) {
            (Function::Short(function), Delivered::Short) => function(token, arguments),
            (Function::Medium(function), Delivered::Medium(bytes)) => {
                function(token, arguments, bytes);
            }
            (Function::Long(function), Delivered::Long(landed)) => {
                function(token, arguments, landed);
            }
            _ => return false,
        }
        true
    }

    fn runs_anywhere(&self, handler: u8) -> bool {
        let handler = self.handlers.get(usize::from(handler));
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
    port: Arc<ActivePort<Table>>,
    calls: Calls,
}

impl std::fmt::Debug for Endpoint<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Endpoint")
            .field("rank", &self.rank())
            .field("handlers", &self.port.0.handlers.len())
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
        let table = Table { handlers: table };
        table.check(world)?;
        let rank = world.rank();
        let port = am::open(world, table).ok_or(Error::Attached { rank })?;
        if wants_helper {
            world.want_helper()?;
        }
        Ok(Endpoint { world, port, calls })
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
            Payload::Short,
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
        let kind = Payload::Medium(payload);
        self.request("Endpoint::request_medium", to, handler.0, arguments, kind)
    }

    /// Calls `handler` at rank `to` as [`Endpoint::request_medium`] does, with a payload of `len` bytes
    /// that `fill` writes to the library's memory. The bytes are zero before.
    ///
    /// # Errors
    /// If `len` exceeds [`Endpoint::max_medium`]; `fill` is not called then. If `fill` calls this function.
    pub fn request_medium_with(
        &self,
        to: u32,
        handler: Medium,
        arguments: &[u32],
        len: usize,
        fill: impl FnOnce(&mut [u8]),
    ) -> Result<(), Error> {
        let sent = self.fill_and_send(to, handler, arguments, len, fill);
        let function = "Endpoint::request_medium_with";
        self.port.0.sent(self.world, function, handler.0, sent)
    }

    fn fill_and_send(
        &self,
        to: u32,
        handler: Medium,
        arguments: &[u32],
        len: usize,
        fill: impl FnOnce(&mut [u8]),
    ) -> Result<(), Refusal> {
        if len > MEDIUM_MAX {
            return Err(Refusal::TooLong { len });
        }
        let terms = Terms {
            category: Category::Medium,
            least: len,
            most: len,
            arguments: arguments.len(),
            source: Source::Library,
        };
        if let Some(mut prepared) = Prepared::request(self.world, to, terms, Blocking::Wait)? {
            if let Some(buffer) = prepared.buffer() {
                let bytes = buffer.as_mut_slice();
                bytes.fill(0);
                fill(bytes);
            }
            prepared.commit_buffer(self.world, handler.0, arguments)?;
        }
        Ok(())
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
        let kind = Payload::Long(payload, offset);
        self.request("Endpoint::request_long", to, handler.0, arguments, kind)
    }

    #[inline]
    fn request(
        &self,
        function: &'static str,
        to: u32,
        handler: u8,
        arguments: &[u32],
        payload: Payload<'_>,
    ) -> Result<(), Error> {
        let message = Message {
            to,
            handler,
            arguments,
            payload,
        };
        let sent = message.request(self.world, Blocking::Wait);
        self.port.0.sent(self.world, function, handler, sent)
    }

    /// Runs the handlers of messages that have come.
    pub fn poll(&self) {
        if !am::in_handler() {
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
            !am::in_handler(),
            "rank {}: Endpoint::block_until in a handler, which must not wait",
            self.rank()
        );
        self.world
            .wait_for_messages("Endpoint::block_until", is_done);
    }
}
