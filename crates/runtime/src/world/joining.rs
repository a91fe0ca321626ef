//! How a process joins its job.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Instant;

use farreach_forks::StandardHeld;
use farreach_node::{Bell, Doorbell, Segments};
use farreach_verbs::AtomicWidth;

use super::heap::{Heap, check_heap};
use super::{World, preconnect};
use crate::Error;
use crate::collectives::{Collective, MESSAGES_OFFSET};
use crate::job::jobs::{self, AnyJob, Job, JobError, Wanted};
use crate::job::settings::{NodesBy, Settings};
use crate::job::stats::InitTimes;
use crate::memory::{Addresses, Globals};
use crate::messages::Messages;
use crate::messages::TaggedMessages;
use crate::progress::{Continued, Driver, devices};

/// Whether this process has joined. A process joins once.
static JOINED: AtomicBool = AtomicBool::new(false);
/// The world that this process has joined. Each programming model gets the same one.
static CURRENT: Mutex<Weak<World>> = Mutex::new(Weak::new());

impl World {
    /// Joins the job that this process was started in. Without a launcher, begins a job of one
    /// process.
    ///
    /// Programming models share one world. If the process has joined already, this returns the
    /// world that it has, whatever the settings, and counts another user. The process leaves the job
    /// when each user has called [`World::finalize`].
    pub fn join(settings: Settings) -> Result<Arc<World>, Error> {
        World::join_with(settings, Globals::Private)
    }

    /// Joins as [`World::join`] does. `globals` says whether the program's variables become
    /// symmetric.
    pub(crate) fn join_with(settings: Settings, globals: Globals) -> Result<Arc<World>, Error> {
        let begun = Instant::now();
        let mut current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(world) = current.upgrade()
            && world.is_of_this_process()
            && !world.leaves()
        {
            world.users.fetch_add(1, Ordering::Relaxed);
            return Ok(world);
        }
        if JOINED.swap(true, Ordering::SeqCst) {
            return Err(Error::AlreadyJoined);
        }
        farreach_forks::join().map_err(JobError::os)?;
        // Also descriptors of other launchers' libraries are opened here.
        let _held = StandardHeld::new();
        let job = Arc::new(find_job(&settings, globals)?);
        let settings = settings.bound_to(job.address());
        let settings = devices::decide(settings, || job.no_adapter());
        let world = World::enter(job, settings, globals, begun)?;
        *current = Arc::downgrade(&world);
        Ok(world)
    }

    /// Joins `job`. Initialisation began at `begun`.
    pub(crate) fn enter(
        job: Arc<AnyJob>,
        settings: Settings,
        globals: Globals,
        begun: Instant,
    ) -> Result<Arc<World>, Error> {
        let rank = job.rank();
        check_heap(settings.heap, rank)?;
        let arena = job.arena().clone();
        let layout = *arena.layout();
        arena.say_cores(job.local_index());
        let collective = Collective::new(&settings, &job)?;
        let preconnected = preconnect::wanted(&settings, &job)?;
        let own_segment = arena.segment(job.local_index());
        let addresses = Addresses::new(
            &arena,
            job.local_index(),
            &own_segment,
            globals,
            settings.fork_copy,
        )?;
        // Packets for all processes of the node may arrive here. Then all processes have to be
        // ready for them.
        if settings.fabric.reach.is_shared() {
            globals.wait_for_node(&arena, rank, settings.stall);
        }
        let mapped = begun.elapsed();
        let own = (own_segment.clone(), Bell::new(&arena, job.local_index()));
        let world_of_helper = Arc::new(OnceLock::<Weak<World>>::new());
        let of_helper = Arc::clone(&world_of_helper);
        let background = Box::new(move || {
            let world = of_helper.get().and_then(Weak::upgrade);
            world.map_or(Continued::NOTHING, |world| world.help())
        });
        let (driver, start) = Driver::start(&settings, &job, own, background)?;
        globals.wait_for_node(&arena, rank, settings.stall);
        let launch = job.age().map(|age| age.saturating_sub(begun.elapsed()));
        let init = InitTimes {
            launch: launch.unwrap_or_default().as_secs_f64(),
            exchange: start.exchange.as_secs_f64(),
            memory: mapped.as_secs_f64(),
            device: start.device.as_secs_f64(),
            preconnect: 0.0,
            other: begun
                .elapsed()
                .saturating_sub(mapped + start.device + start.exchange)
                .as_secs_f64(),
        };
        let block = arena.placement().block(job.node());
        let widths = [AtomicWidth::W32, AtomicWidth::W64];
        let adapter_executes = widths.map(|width| driver.adapter_executes(width));
        // Arithmetic finds no process then, so that other paths need not ask.
        let block = block.filter(|_| !adapter_executes.contains(&true));
        let mut world = World {
            rank,
            size: job.size(),
            node: job.node(),
            nodes: job.nodes(),
            block_start: block.map_or(super::SCATTERED, |block| block.start),
            adapter_executes,
            local_size: layout.local_size,
            local_index: job.local_index(),
            heap_offset: arena.heap_offset(),
            segments: Segments::new(&arena),
            own_segment,
            addresses,
            doorbell: Arc::new(Doorbell::new(&arena, job.local_index())),
            messages: Messages::new(&arena, job.local_index(), job.rank(), MESSAGES_OFFSET),
            tagged: TaggedMessages::default(),
            exchanges: Arc::default(),
            arena,
            driver,
            heap: Mutex::new(Heap::new(layout.heap_bytes)),
            places: Mutex::default(),
            settings,
            job,
            collective,
            init,
            result: Mutex::new(None),
            pid: std::process::id(),
            leaves: AtomicBool::new(false),
            users: AtomicUsize::new(1),
            meetings: AtomicUsize::new(0),
            own: world_of_helper,
        };
        let begun = Instant::now();
        if let Err(error) = world.preconnect(&preconnected) {
            // The launcher tells the processes that wait for connections to this one.
            *world.leaves.get_mut() = true;
            return Err(error);
        }
        world.init.preconnect = begun.elapsed().as_secs_f64();
        world.arena.take_core(world.local_index);
        let world = Arc::new(world);
        let is_new = world.own.set(Arc::downgrade(&world));
        assert!(is_new.is_ok(), "set once");
        Ok(world)
    }
}

/// The job that this process was started in, or a job of one.
fn find_job(settings: &Settings, globals: Globals) -> Result<AnyJob, Error> {
    let variables = match globals {
        Globals::Private => 0,
        Globals::Symmetric => settings.globals,
    };
    let wanted = Wanted {
        heap_bytes: settings.heap,
        globals_bytes: variables,
        patience: settings.start_timeout,
        interface: settings.interface.clone(),
        ports: settings.ports,
        silence: settings.heartbeat,
        key_file: settings.key_file.clone(),
        by_container: settings.nodes_by == NodesBy::Container,
        libpmix: settings.libpmix.clone(),
    };
    if let Some(job) = jobs::launched(wanted)? {
        return Ok(job);
    }
    check_heap(settings.heap, 0)?;
    Ok(jobs::alone(settings.heap, variables)?)
}
