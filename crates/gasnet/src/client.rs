//! A process's membership in a job whose programming model is active messages alone.

use std::fmt;
use std::sync::Arc;

use farreach_runtime::World;
use farreach_runtime::settings::{Settings, environment};

use crate::{Endpoint, Error, Handlers};

/// This process as a client of active messages. A program that uses OpenSHMEM too joins with that
/// library, and gives its world to [`Endpoint::attach`].
///
/// A program ends with [`Client::finalize`] on every process. Dropping a `Client` instead waits for
/// nobody and ends the job, as an error that `main` returns should.
pub struct Client {
    world: Arc<World>,
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("rank", &self.rank())
            .field("size", &self.size())
            .finish_non_exhaustive()
    }
}

/// Joins the job of `farreach run`, or begins a job of one process if this one was not started by a
/// launcher.
///
/// ```
/// use farreach::gasnet;
///
/// let client = gasnet::init()?;
/// let mut handlers = gasnet::Handlers::new();
/// let hello = handlers.short("hello", |token, _| println!("hello from {}", token.source()));
/// let endpoint = client.attach(handlers)?;
/// endpoint.request_short((client.rank() + 1) % client.size(), hello, &[])?;
/// client.finalize()?;
/// # Ok::<(), gasnet::Error>(())
/// ```
pub fn init() -> Result<Client, Error> {
    let settings =
        Settings::from_variables(&environment()).map_err(farreach_runtime::Error::from)?;
    let world = World::join(settings)?;
    Ok(Client { world })
}

impl Client {
    /// This process's rank, from 0.
    pub fn rank(&self) -> u32 {
        self.world.rank()
    }

    /// The number of processes.
    pub fn size(&self) -> u32 {
        self.world.size()
    }

    /// This process's membership in the job.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// [`Endpoint::attach`] with this client's world.
    pub fn attach(&self, handlers: Handlers) -> Result<Endpoint<'_>, Error> {
        Endpoint::attach(&self.world, handlers)
    }

    /// Waits until all processes have called it. Handlers run meanwhile.
    pub fn barrier(&self) -> Result<(), Error> {
        Ok(self
            .world
            .collectives()
            .named("Client::barrier")
            .barrier()?)
    }

    /// Leaves the job when all processes want to. Handlers run meanwhile. Requests whose handlers
    /// have not run by then are lost: a program that wants all to have run waits for replies, or for
    /// what its handlers count.
    pub fn finalize(self) -> Result<(), Error> {
        Ok(self.world.finalize()?)
    }
}
