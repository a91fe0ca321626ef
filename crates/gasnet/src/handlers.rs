//! The functions that messages call.

use std::fmt;
use std::ops::Range;

use crate::Token;
use crate::call::{Calls, number};

type ShortFn = dyn Fn(Token<'_>, &[u32]) + Send + Sync;
type MediumFn = dyn Fn(Token<'_>, &[u32], &[u8]) + Send + Sync;
type LongFn = dyn Fn(Token<'_>, &[u32], Landed) + Send + Sync;

/// The most handlers.
const HANDLERS_MAX: usize = 256;

/// A handler of short messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Short(pub(crate) u8);

/// A handler of medium messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Medium(pub(crate) u8);

/// A handler of long messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Long(pub(crate) u8);

/// A handler or function of [`Handlers`].
pub trait Registered: sealed::Registered + Copy {}

pub(crate) mod sealed {
    pub trait Registered {
        /// The number in the table.
        fn number(&self) -> u8;
    }
}

impl Registered for Short {}
impl Registered for Medium {}
impl Registered for Long {}

impl sealed::Registered for Short {
    fn number(&self) -> u8 {
        self.0
    }
}

impl sealed::Registered for Medium {
    fn number(&self) -> u8 {
        self.0
    }
}

impl sealed::Registered for Long {
    fn number(&self) -> u8 {
        self.0
    }
}

/// Where the payload of a long message is: a range of offsets of this process's segment, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Landed {
    /// The offsets.
    pub range: Range<usize>,
}

pub(crate) enum Function {
    Short(Box<ShortFn>),
    Medium(Box<MediumFn>),
    Long(Box<LongFn>),
}

pub(crate) struct Handler {
    pub(crate) name: String,
    kind: &'static str,
    pub(crate) function: Option<Function>,
    /// Whether the helper thread may run the handler, and not only the program's calls.
    pub(crate) runs_anywhere: bool,
}

impl fmt::Display for Handler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` ({})", self.name, self.kind)
    }
}

/// The functions that messages call in this process. All processes register the same handlers, by
/// name and kind, in the same order.
///
/// ```
/// use farreach_gasnet::Handlers;
///
/// let mut handlers = Handlers::new();
/// let pong = handlers.short("pong", |_, arguments| println!("{} came back", arguments[0]));
/// let ping = handlers.short("ping", move |token, arguments| {
///     token.reply_short(pong, arguments).expect("few arguments");
/// });
/// # let _ = ping;
/// ```
pub struct Handlers {
    pub(crate) table: Vec<Handler>,
    pub(crate) calls: Calls,
    /// Whether the program lets a handler of its own run anywhere.
    pub(crate) wants_helper: bool,
}

/// The handler of the results of calls, which is the first.
pub(crate) const RESULTS: Medium = Medium(0);

impl Default for Handlers {
    fn default() -> Self {
        let mut handlers = Handlers {
            table: Vec::new(),
            calls: Calls::default(),
            wants_helper: false,
        };
        let calls = handlers.calls.clone();
        let results = handlers.medium("result of a call", move |_, words, payload| {
            if let Some(number) = number(words) {
                calls.end(number, payload);
            }
        });
        assert_eq!(results, RESULTS);
        handlers.table[usize::from(results.0)].runs_anywhere = true;
        handlers
    }
}

impl fmt::Debug for Handlers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.table.iter().map(ToString::to_string);
        f.debug_list().entries(names).finish()
    }
}

impl Handlers {
    /// No handlers yet but one of the library, which has number 0.
    pub fn new() -> Handlers {
        Handlers::default()
    }

    /// Registers a handler of short messages. It gets the arguments.
    ///
    /// # Panics
    /// As all functions that register: if there are 256 handlers already.
    pub fn short(
        &mut self,
        name: &str,
        function: impl Fn(Token<'_>, &[u32]) + Send + Sync + 'static,
    ) -> Short {
        let handler = self.declare_short(name);
        self.define_short(handler, function);
        handler
    }

    /// Registers a handler of medium messages. It gets the arguments and the payload.
    pub fn medium(
        &mut self,
        name: &str,
        function: impl Fn(Token<'_>, &[u32], &[u8]) + Send + Sync + 'static,
    ) -> Medium {
        let number = self.add(name, "medium");
        self.table[usize::from(number)].function = Some(Function::Medium(Box::new(function)));
        Medium(number)
    }

    /// Registers a handler of long messages. It gets the arguments, and the range of its segment
    /// that the payload is in.
    pub fn long(
        &mut self,
        name: &str,
        function: impl Fn(Token<'_>, &[u32], Landed) + Send + Sync + 'static,
    ) -> Long {
        let number = self.add(name, "long");
        self.table[usize::from(number)].function = Some(Function::Long(Box::new(function)));
        Long(number)
    }

    /// Lets a handler run in a thread of the library as well, while this process computes and calls
    /// nothing. Without this, a handler runs only inside the program's calls. Such a handler may
    /// run before messages that came earlier.
    ///
    /// The library has such a thread unless FARREACH_HELPER is off. In a job of one node it exists
    /// if there is a handler that may run in it.
    pub fn allow_anywhere(&mut self, handler: impl Registered) {
        self.table[usize::from(handler.number())].runs_anywhere = true;
        self.wants_helper = true;
    }

    /// Declares a handler of short messages, for handlers that are registered before it and reply
    /// to it. Define it with [`Handlers::define_short`].
    pub fn declare_short(&mut self, name: &str) -> Short {
        Short(self.add(name, "short"))
    }

    /// Defines a handler that was declared.
    pub fn define_short(
        &mut self,
        handler: Short,
        function: impl Fn(Token<'_>, &[u32]) + Send + Sync + 'static,
    ) {
        self.table[usize::from(handler.0)].function = Some(Function::Short(Box::new(function)));
    }

    fn add(&mut self, name: &str, kind: &'static str) -> u8 {
        let number = self.table.len();
        assert!(
            number < HANDLERS_MAX,
            "handler `{name}` is one too many: there are {HANDLERS_MAX}"
        );
        self.table.push(Handler {
            name: name.to_owned(),
            kind,
            function: None,
            runs_anywhere: false,
        });
        number as u8
    }
}
