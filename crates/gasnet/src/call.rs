//! Calls with a result, on top of requests and replies.
//!
//! ```text
//!   endpoint.call(to, function, &argument) ─▶ medium request: number of the call, the argument
//!        │                                        the function runs there
//!   Call: is_ready, wait ◀──────────────────── medium reply: number of the call, the result
//! ```

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use zerocopy::{FromBytes, Immutable, IntoBytes};

use crate::handlers::{RESULTS, Registered, sealed};
use crate::{Endpoint, Error, Handlers, Medium};

/// A value that travels as its bytes: any bytes are a value, and none of them is padding.
pub trait Plain: FromBytes + IntoBytes + Immutable + Send + 'static {}

impl<T: FromBytes + IntoBytes + Immutable + Send + 'static> Plain for T {}

/// A function that other processes call, made by [`Handlers::function`].
pub struct Function<A, R> {
    pub(crate) handler: Medium,
    types: PhantomData<fn(A) -> R>,
}

impl<A, R> Clone for Function<A, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A, R> Copy for Function<A, R> {}

impl<A, R> std::fmt::Debug for Function<A, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Function").field(&self.handler).finish()
    }
}

impl<A, R> Registered for Function<A, R> {}

impl<A, R> sealed::Registered for Function<A, R> {
    fn number(&self) -> u8 {
        self.handler.0
    }
}

/// The state of a call whose result has not been taken.
#[derive(Debug, Default)]
struct State {
    result: Option<Vec<u8>>,
    waker: Option<Waker>,
}

/// The calls of a process that have not ended, by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls(Arc<Mutex<Open>>);

#[derive(Debug, Default)]
struct Open {
    next: u64,
    states: BTreeMap<u64, State>,
}

impl Calls {
    fn lock(&self) -> MutexGuard<'_, Open> {
        // A panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self) -> u64 {
        let mut open = self.lock();
        open.next += 1;
        let number = open.next;
        open.states.insert(number, State::default());
        number
    }

    /// Keeps a result, unless its call was dropped.
    pub(crate) fn end(&self, number: u64, result: &[u8]) {
        let mut open = self.lock();
        let waker = open.states.get_mut(&number).and_then(|state| {
            state.result = Some(result.to_vec());
            state.waker.take()
        });
        drop(open);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn is_ready(&self, number: u64) -> bool {
        let open = self.lock();
        open.states
            .get(&number)
            .is_some_and(|state| state.result.is_some())
    }
}

/// The number of a call as arguments of a message.
fn words(number: u64) -> [u32; 2] {
    [(number >> 32) as u32, number as u32]
}

pub(crate) fn number(words: &[u32]) -> Option<u64> {
    let &[high, low] = words else {
        return None;
    };
    Some(u64::from(high) << 32 | u64::from(low))
}

impl Handlers {
    /// Registers a function that other processes call ([`Endpoint::call`]). It gets the caller's
    /// rank and the argument, and its result goes back.
    ///
    /// # Panics
    /// If argument or result is longer than a medium message carries.
    pub fn function<A: Plain, R: Plain>(
        &mut self,
        name: &str,
        function: impl Fn(u32, A) -> R + Send + Sync + 'static,
    ) -> Function<A, R> {
        let longest = size_of::<A>().max(size_of::<R>());
        assert!(
            longest <= crate::am::MEDIUM_MAX,
            "function `{name}`: {longest} bytes of an argument or result are too long"
        );
        let handler = self.medium(name, move |token, words, payload| {
            // The processes have compared their handlers, but not the types behind them.
            let argument =
                A::read_from_bytes(payload).expect("all processes have the same function");
            let result = function(token.source(), argument);
            let sent = token.reply_medium(RESULTS, words, result.as_bytes());
            if let Err(error) = sent {
                panic!("{error}");
            }
        });
        Function {
            handler,
            types: PhantomData,
        }
    }
}

impl Endpoint<'_> {
    /// Calls a function at rank `to`. The result comes while this process makes progress, as
    /// [`Call::wait`] and all other calls do.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    ///
    /// use farreach::gasnet;
    ///
    /// let client = gasnet::init()?;
    /// let list = Arc::new(Mutex::new(Vec::new()));
    /// let mut handlers = gasnet::Handlers::new();
    /// let push = handlers.function("push", {
    ///     let list = Arc::clone(&list);
    ///     move |from, value: u64| {
    ///         let mut list = list.lock().unwrap();
    ///         list.push((from, value));
    ///         list.len() as u64
    ///     }
    /// });
    /// let endpoint = client.attach(handlers)?;
    /// let right = (endpoint.rank() + 1) % endpoint.size();
    /// let first = endpoint.call(right, push, &7)?;
    /// let second = endpoint.call(right, push, &8)?;
    /// assert_eq!(first.wait() + second.wait(), 3);
    /// client.barrier()?;
    /// assert_eq!(list.lock().unwrap().len(), 2);
    /// client.finalize()?;
    /// # Ok::<(), gasnet::Error>(())
    /// ```
    pub fn call<A: Plain, R: Plain>(
        &self,
        to: u32,
        function: Function<A, R>,
        argument: &A,
    ) -> Result<Call<'_, R>, Error> {
        let calls = self.calls();
        let number = calls.begin();
        // Made before the request, so that a failed one is forgotten.
        let call = Call {
            endpoint: self,
            number,
            result: PhantomData,
        };
        self.request_medium(to, function.handler, &words(number), argument.as_bytes())?;
        Ok(call)
    }
}

/// A call whose result has not been taken. It is a future too, for programs with an async runtime;
/// something must make progress meanwhile ([`Endpoint::poll`]).
#[must_use = "wait for the result, or drop it explicitly"]
pub struct Call<'e, R> {
    endpoint: &'e Endpoint<'e>,
    number: u64,
    result: PhantomData<fn() -> R>,
}

impl<R> std::fmt::Debug for Call<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl<R: Plain> Call<'_, R> {
    /// Whether the result is there. Makes progress.
    pub fn is_ready(&self) -> bool {
        self.endpoint.poll();
        self.endpoint.calls().is_ready(self.number)
    }

    /// Waits for the result.
    ///
    /// # Panics
    /// Inside a handler, which must not wait.
    pub fn wait(self) -> R {
        let calls = self.endpoint.calls();
        self.endpoint.block_until(|| calls.is_ready(self.number));
        self.take().expect("waited for")
    }

    fn take(&self) -> Option<R> {
        let mut open = self.endpoint.calls().lock();
        let result = open.states.get_mut(&self.number)?.result.take()?;
        Some(R::read_from_bytes(&result).expect("all processes have the same function"))
    }
}

impl<R: Plain> Future for Call<'_, R> {
    type Output = R;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<R> {
        self.endpoint.poll();
        if let Some(result) = self.take() {
            return Poll::Ready(result);
        }
        let mut open = self.endpoint.calls().lock();
        let state = open
            .states
            .get_mut(&self.number)
            .expect("polled after the end");
        if state.result.is_some() {
            context.waker().wake_by_ref();
        } else {
            state.waker = Some(context.waker().clone());
        }
        Poll::Pending
    }
}

impl<R> Drop for Call<'_, R> {
    fn drop(&mut self) {
        self.endpoint.calls().lock().states.remove(&self.number);
    }
}
