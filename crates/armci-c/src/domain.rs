//! Which processes share a node. A domain is a node.

use std::ffi::c_int;

use crate::fault::Fault;
use crate::state::{self, State};

/// A domain. Any negative number is this process's.
fn domain(state: &State, id: c_int) -> Result<u32, Fault> {
    let nodes = state.world.nodes();
    match u32::try_from(id) {
        Err(_) => Ok(state.world.node()),
        Ok(node) if node < nodes => Ok(node),
        Ok(_) => {
            let what = format!("there is no domain {id}: there are {nodes}, numbered from 0");
            Err(Fault::argument("id", &what))
        }
    }
}

fn members(state: &State, node: u32) -> impl Iterator<Item = u32> + '_ {
    (0..state.world.size()).filter(move |&rank| state.world.node_of(rank) == node)
}

pub(crate) fn nprocs(_domain: c_int, id: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    Ok(members(state, domain(state, id)?).count() as c_int)
}

pub(crate) fn id(_domain: c_int, proc: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    let rank = state.rank(proc, "glob_proc_id")?;
    Ok(state.world.node_of(rank) as c_int)
}

pub(crate) fn glob_proc_id(_domain: c_int, id: c_int, member: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    let node = domain(state, id)?;
    let index = usize::try_from(member).ok();
    let rank = index.and_then(|index| members(state, node).nth(index));
    let rank = rank.ok_or_else(|| {
        let size = members(state, node).count();
        let what = format!("there is no process {member}: the domain has {size}, numbered from 0");
        Fault::argument("loc_proc_id", &what)
    })?;
    Ok(rank as c_int)
}

pub(crate) fn my_id(_domain: c_int) -> Result<c_int, Fault> {
    Ok(state::get()?.world.node() as c_int)
}

pub(crate) fn count(_domain: c_int) -> Result<c_int, Fault> {
    Ok(state::get()?.world.nodes() as c_int)
}

pub(crate) fn same_id(_domain: c_int, proc: c_int) -> Result<c_int, Fault> {
    same_node(proc)
}

pub(crate) fn same_node(proc: c_int) -> Result<c_int, Fault> {
    let state = state::get()?;
    let rank = state.rank(proc, "proc")?;
    Ok(c_int::from(state.world.is_near(rank)))
}
