//! Cartesian topologies.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::sync::Arc;

use farreach_mpi::error::{Class, Failure, Result};
use farreach_mpi::topology::{TopologyError, balance};
use farreach_mpi::{Cartesian, Comm, Topology};

use crate::abi::Abi;
use crate::fault::{Done, Fault};
use crate::handles;
use crate::numbers::given;
use crate::state::State;

pub(crate) fn failure(class: Class, error: TopologyError) -> Failure {
    let class = match error {
        TopologyError::Rank { .. } => Class::Rank,
        _ => class,
    };
    Failure::new(class, error.to_string())
}

/// The grid of a communicator.
fn grid(comm: &Arc<Comm>) -> Result<&Cartesian> {
    if let Some(Topology::Cartesian(grid)) = comm.topology.get() {
        return Ok(grid);
    }
    let what = "argument comm: it has no Cartesian topology";
    Err(Failure::new(Class::Topology, what))
}

/// The numbers of an array.
pub(crate) unsafe fn list(argument: &str, array: *const c_int, count: usize) -> Result<Vec<c_int>> {
    given(argument, array, count as i64)?;
    // SAFETY: the program passes an array of this length.
    Ok((0..count).map(|at| unsafe { *array.add(at) }).collect())
}

/// The grid that a call describes.
unsafe fn described(
    dimensions: c_int,
    sizes: *const c_int,
    periods: *const c_int,
) -> Result<Cartesian> {
    let Ok(count) = usize::try_from(dimensions) else {
        let what = format!("argument ndims: {dimensions} is negative");
        return Err(Failure::new(Class::Dims, what));
    };
    // SAFETY: the program passes arrays of this length.
    let (sizes, periods) = unsafe {
        (
            list("dims", sizes, count)?,
            list("periods", periods, count)?,
        )
    };
    let sizes: Result<Vec<usize>> = sizes
        .into_iter()
        .map(|size| {
            usize::try_from(size).map_err(|_| {
                let what = format!("argument dims: {size} is negative");
                Failure::new(Class::Dims, what)
            })
        })
        .collect();
    let periods = periods.into_iter().map(|period| period != 0);
    let made = Cartesian::new(sizes?, periods.collect());
    made.map_err(|error| failure(Class::Dims, error))
}

fn check_fits(grid: &Cartesian, comm: &Comm) -> Result<()> {
    if grid.size() <= comm.size() as usize {
        return Ok(());
    }
    let what = format!(
        "argument dims: a grid of {} processes, but the communicator has {}",
        grid.size(),
        comm.size()
    );
    Err(Failure::new(Class::Dims, what))
}

pub(crate) unsafe fn cart_create<A: Abi>(
    state: &State,
    comm: A::Handle,
    dimensions: c_int,
    sizes: *const c_int,
    periods: *const c_int,
    _reorder: c_int,
    newcomm: *mut A::Handle,
) -> Done {
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(None) };
    let comm = handles::comm::<A>(state, comm)?;
    comm.only_intra()?;
    // SAFETY: as the program vouches.
    let grid = unsafe { described(dimensions, sizes, periods) }?;
    check_fits(&grid, &comm)?;
    let is_member = (comm.rank() as usize) < grid.size();
    let made = state.mpi.split(&comm, is_member.then_some(0), 0)?;
    if let Some(made) = &made {
        let _ = made.topology.set(Topology::Cartesian(grid));
    }
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(made) };
    Ok(())
}

pub(crate) unsafe fn cart_map<A: Abi>(
    state: &State,
    comm: A::Handle,
    dimensions: c_int,
    sizes: *const c_int,
    periods: *const c_int,
    newrank: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    // SAFETY: as the program vouches.
    let grid = unsafe { described(dimensions, sizes, periods) }?;
    check_fits(&grid, &comm)?;
    let is_member = (comm.rank() as usize) < grid.size();
    // SAFETY: the program passes a place.
    unsafe {
        *newrank = if is_member {
            comm.rank() as c_int
        } else {
            A::UNDEFINED
        }
    };
    Ok(())
}

pub(crate) unsafe fn cart_get<A: Abi>(
    state: &State,
    comm: A::Handle,
    max: c_int,
    sizes: *mut c_int,
    periods: *mut c_int,
    coordinates: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let grid = grid(&comm)?;
    let own = grid.coordinates(comm.rank() as usize);
    let own = own.map_err(|error| failure(Class::Other, error))?;
    let max = handles::count(max.into(), "maxdims")?;
    for (at, coordinate) in own.into_iter().enumerate().take(max) {
        // SAFETY: the program passes arrays of this length.
        unsafe {
            *sizes.add(at) = grid.sizes()[at] as c_int;
            *periods.add(at) = c_int::from(grid.periodic()[at]);
            *coordinates.add(at) = coordinate as c_int;
        }
    }
    Ok(())
}

pub(crate) unsafe fn cart_rank<A: Abi>(
    state: &State,
    comm: A::Handle,
    coordinates: *const c_int,
    rank: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let grid = grid(&comm)?;
    // SAFETY: the program passes an array with an entry for each dimension.
    let given = unsafe { list("coords", coordinates, grid.sizes().len()) }?;
    let given: Vec<isize> = given
        .into_iter()
        .map(|coordinate| coordinate as isize)
        .collect();
    let found = grid
        .rank(&given)
        .map_err(|error| failure(Class::Rank, error))?;
    // SAFETY: the program passes a place.
    unsafe { *rank = found as c_int };
    Ok(())
}

pub(crate) unsafe fn cart_coords<A: Abi>(
    state: &State,
    comm: A::Handle,
    rank: c_int,
    max: c_int,
    coordinates: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let grid = grid(&comm)?;
    let Ok(rank) = usize::try_from(rank) else {
        return Err(Fault::new(
            Class::Rank,
            format!("argument rank: {rank} is negative"),
        ));
    };
    let found = grid
        .coordinates(rank)
        .map_err(|error| failure(Class::Rank, error))?;
    let max = handles::count(max.into(), "maxdims")?;
    for (at, coordinate) in found.into_iter().enumerate().take(max) {
        // SAFETY: the program passes an array of this length.
        unsafe { *coordinates.add(at) = coordinate as c_int };
    }
    Ok(())
}

pub(crate) unsafe fn cart_shift<A: Abi>(
    state: &State,
    comm: A::Handle,
    direction: c_int,
    displacement: c_int,
    source: *mut c_int,
    dest: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let grid = grid(&comm)?;
    let Ok(direction) = usize::try_from(direction) else {
        let what = format!("argument direction: {direction} is negative");
        return Err(Fault::new(Class::Arg, what));
    };
    let shifted = grid.shift(comm.rank() as usize, direction, displacement as isize);
    let (from, to) = shifted.map_err(|error| failure(Class::Arg, error))?;
    let rank = |rank: Option<usize>| rank.map_or(A::PROC_NULL, |rank| rank as c_int);
    // SAFETY: the program passes places.
    unsafe {
        *source = rank(from);
        *dest = rank(to);
    }
    Ok(())
}

pub(crate) unsafe fn cart_sub<A: Abi>(
    state: &State,
    comm: A::Handle,
    remain: *const c_int,
    newcomm: *mut A::Handle,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let grid = grid(&comm)?;
    // SAFETY: the program passes an array with an entry for each dimension.
    let remain = unsafe { list("remain_dims", remain, grid.sizes().len()) }?;
    let remain: Vec<bool> = remain.into_iter().map(|remains| remains != 0).collect();
    let part = grid.sub(&remain, comm.rank() as usize);
    let part = part.map_err(|error| failure(Class::Dims, error))?;
    let made = state
        .mpi
        .split(&comm, Some(part.color as u32), part.rank as c_int)?;
    if let Some(made) = &made {
        let _ = made.topology.set(Topology::Cartesian(part.grid));
    }
    // SAFETY: the program passes a place.
    unsafe { *newcomm = handles::add_comm::<A>(made) };
    Ok(())
}

pub(crate) unsafe fn cartdim_get<A: Abi>(
    state: &State,
    comm: A::Handle,
    dimensions: *mut c_int,
) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let count = grid(&comm)?.sizes().len();
    // SAFETY: the program passes a place.
    unsafe { *dimensions = count as c_int };
    Ok(())
}

pub(crate) unsafe fn dims_create<A: Abi>(
    _: &State,
    processes: c_int,
    count: c_int,
    sizes: *mut c_int,
) -> Done {
    let (Ok(processes), Ok(count)) = (usize::try_from(processes), usize::try_from(count)) else {
        let what = format!("{processes} processes in {count} dimensions");
        return Err(Fault::new(Class::Dims, what));
    };
    // SAFETY: the program passes an array of this length.
    let given = unsafe { list("dims", sizes, count) }?;
    let mut all = Vec::new();
    for size in given {
        let size = usize::try_from(size)
            .map_err(|_| Failure::new(Class::Dims, format!("argument dims: {size} is negative")))?;
        all.push(size);
    }
    balance(processes, &mut all).map_err(|error| failure(Class::Dims, error))?;
    for (at, size) in all.into_iter().enumerate() {
        // SAFETY: as above.
        unsafe { *sizes.add(at) = size as c_int };
    }
    Ok(())
}

pub(crate) unsafe fn topo_test<A: Abi>(state: &State, comm: A::Handle, status: *mut c_int) -> Done {
    let comm = handles::comm::<A>(state, comm)?;
    let kind = match comm.topology.get() {
        None => A::UNDEFINED,
        Some(Topology::Cartesian(_)) => A::CART,
        Some(Topology::Graph(_)) => A::GRAPH,
        Some(Topology::Distributed(_)) => A::DIST_GRAPH,
    };
    // SAFETY: the program passes a place.
    unsafe { *status = kind };
    Ok(())
}
