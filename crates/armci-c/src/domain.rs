//! Which processes share a node. A domain is a node.

use std::ffi::c_int;

use farreach_c::{Fault, rank};

use crate::state::{self, State};

/// A domain. Any negative number is this process's.
fn domain(state: &State, id: c_int) -> Result<u32, Fault> {
    let nodes = state.world.nodes();
    if id < 0 {
        return Ok(state.world.node());
    }
    rank(id, nodes, "domain", "id")
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
    let size = members(state, node).count() as u32;
    let member = rank(member, size, "process", "loc_proc_id")?;
    let found = members(state, node).nth(member as usize);
    Ok(found.expect("a member") as c_int)
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
